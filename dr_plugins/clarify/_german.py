"""German words that carry no subject of their own, by class (see ``_lexicon``)."""

from __future__ import annotations

from dr_plugins.clarify._lexicon import Role

WORDS = {
    Role.FUNCTION: """
        der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber sondern denn dass weil
        wenn als ob in im an am auf aus bei beim mit nach von vom zu zum zur über ueber unter vor für fuer gegen ohne
        durch um zwischen seit bis während wegen trotz pro ist sind war waren sein bin bist wird werden wurde wurden
        worden hat haben habe hatte hatten kann können könnte könnten konnte konnten soll sollen sollte sollten will
        wollen muss müssen darf dürfen möchte möchten mag nicht nie ja nein ich mich mir mein meine meinen meinem meiner
        du dich dir dein deine er ihn ihm sie ihr ihre ihren ihnen wir uns unser unsere man sich es was wer wen wem wie
        warum wieso weshalb wann wo woher wohin wofür worum womit welche welcher welches welchen welchem wessen da auch
        noch nur sehr mehr meist viel viele wenig weniger alle allem jeder jede jedes beide schon immer oft mal bitte gibt
        doch etwa sowie bzw inwiefern wodurch dabei je statt eigentlich wirklich überhaupt so hier dann kannst könntest
        willst musst würde würden würdest etwas irgendetwas irgendwas""",
    Role.REQUEST: """
        hilf helfen hilfe helft erzähl erzählen sag sagen sage zeig zeigen gib geben finde finden such suchen suche
        schreib schreiben mach machen erstelle erstellen recherche recherchieren recherchier untersuche untersuchen
        forschung forschen erforsche erkläre erklär erklären beschreibe beschreiben fasse zusammen zusammenfassung
        zusammenfassen liefere lernen lerne wissen weiß brauche brauchen benötige bericht berichten report überblick
        übersicht information informationen info infos auskunft artikel aufsatz thema frage fragen antwort danke hallo
        beginne beginn anfangen fang start starte los erfahren verstehen interessiere interessiert interessieren interesse
        denken denke meinst meinung halten hältst haltet besprochen gesprochen reden rede erwähnt gesagt empfehlen
        empfiehl empfehlt empfiehlst empfehlung empfehlungen empfehlenswert rat raten rate tipp tipps idee ideen vorschlag
        vorschläge wählen entscheiden tun tust passiert geschieht schau schauen ansehen nachschauen herausfinden stell
        vorstellen""",
    Role.FILLER: """
        nichts alles sache sachen ding dinge zeug neu neue neuen neuem neuer neues neueste neuest neuesten alt aktuell
        aktuelle aktuellen aktueller jüngst letzt letzte letzten heutig heute gestern morgen derzeit jetzt kürzlich modern
        wichtig wichtigste wichtigsten hauptsächlich allgemein grundlegend grundlagen verschieden verschiedene
        verschiedenen unterschiedlich bestimmt gewiss interessant interessante interessantes interessanten spannend
        spannendes cool gut gute guten besser beste besten bestes schlecht groß klein ganz gesamt gesamte gesamten jahr
        jahre zeit zeiten art arten weise kurz lang ausführlich detailliert umfassend gründlich einfach schwierig bekannt
        beliebt einige einigen mehrere paar bisschen wahr falsch richtig liste zahl zahlen name namen link links quelle
        quellen seite webseite dokument text inhalt wort gespräch international global weltweit nützlich relevant möglich
        erste zweite nächste vergangene tatsache fakten punkt fall teil""",
    Role.DEICTIC: """
        dies dieser diese dieses diesen diesem jener jene jenes jenen jenem davon damit darüber dafür dagegen dazu daran
        darauf daraus darum derjenige diejenige letztere erstere obige obigen""",
    Role.FACET: """
        trend trends behandlung therapie therapien analyse analysen analysiere analysieren vergleich vergleiche
        vergleichen entwicklung fortschritt fortschritte auswirkung auswirken wirkung wirkungen effekt effekte einfluss
        einflüsse folge folgen ursache ursachen grund gründe nutzen vorteil vorteile nachteil nachteile risiko risiken
        mechanismus mechanismen kosten preis preise stand status zustand lage situation zukunft ausblick aussicht
        aussichten perspektive herausforderung herausforderungen problem probleme lösung lösungen anwendung anwendungen
        einsatz beispiel beispiele methode methoden verfahren ansatz ansätze strategie strategien rolle bedeutung
        nachricht nachrichten neuigkeit neuigkeiten funktioniert funktionieren effizienz sicherheit leistung statistik
        statistiken prognose wachstum veränderung wandel chance chancen bewertung bewerten definition unterschied
        unterschiede zusammenhang innovation innovationen durchbruch funktion struktur qualität verbessern verbesserung
        vermeiden lösen potenzial möglichkeit möglichkeiten vorbeugung prävention diagnose management verwaltung
        regulierung größe nebenwirkung hintergrund hintergründe aufbau""",
    Role.BROAD: """
        ki ai it technologie technologien technik gesundheit gesundheitswesen medizin medizinisch krebs krankheit
        krankheiten pharma wirtschaft ökonomie wirtschaftlich finanzen finanziell geschäft investition investitionen
        investieren geld handel bank banken bildung schule lehre wissenschaft wissenschaften physik chemie biologie
        mathematik ingenieurwesen computer informatik software hardware internet programmieren programmierung geschichte
        kultur kunst musik film filme kino literatur sprache sprachen religion philosophie psychologie politik politisch
        recht gesellschaft gesellschaftlich sozial sport spiel spiele reisen tourismus essen lebensmittel ernährung diät
        fitness mode schönheit umwelt klima klimawandel klimaschutz erderwärmung energie natur landwirtschaft verkehr
        transport roboter robotik weltraum raumfahrt cybersicherheit datenschutz krieg leben karriere beruf berufe arbeit
        beschäftigung wohnen immobilien krypto kryptowährung kryptowährungen blockchain umweltverschmutzung nachhaltigkeit
        marketing werbung onlinehandel logistik versicherung versicherungen medien unterhaltung familie liebe reichtum
        wetter tier tiere pflanze pflanzen auto autos fahrzeug fahrzeuge elektronik halbleiter astronomie geografie
        geographie globalisierung migration einwanderung bevölkerung armut ungleichheit demokratie aktien börse impfung
        impfungen impfstoff impfstoffe genetik biotechnologie digitalisierung rente steuern steuer finanz finanzwesen
        umweltschutz""",
    Role.HEAD: """
        gen gene protein proteine medikament medikamente arzneimittel arznei wirkstoff verbindung protokoll molekül virus
        viren enzym rezeptor antikörper algorithmus algorithmen modell modelle system systeme gerät geräte chip chips
        projekt projekte produkt produkte dienst dienstleistung service unternehmen firma firmen startup konzern industrie
        industrien branche branchen markt märkte sektor bereich bereiche gebiet feld welt land länder mensch menschen
        leute person personen daten gesetz gesetze regierung regierungen plattform werkzeug tool tools norm standard
        theorie material materialien ereignis ort orte buch bücher organisation institution marke marken programm kunde
        kunden nutzer konkurrent wettbewerber freund team chef stadt städte""",
}
