"""The sides of a subject in German, French, Spanish, Italian and Portuguese: headings, search words, and what gives them away.

The cues are only such as are no words of another of the languages: a cue is looked for in every text.
"""

from __future__ import annotations

from typing import NamedTuple

LANGUAGES = ("de", "fr", "es", "it", "pt")


class Side(NamedTuple):
    """What a facet adds in these languages: headings, search words, strong and weak cues, and plain headings (see ``Facet``)."""

    titles: tuple[str, str, str, str, str]
    queries: tuple[str, str, str, str, str]
    strong: str
    weak: str
    plain: tuple[str, ...] = ()


SIDES = {
    "comparison": Side(
        ("Vergleich", "Comparaison", "Comparación", "Confronto", "Comparação"),
        ("Vergleich", "comparaison", "comparación", "confronto", "comparação"),
        r"\bvergl(?:eich|ichen)|\bunterschied|\bunterscheide|\bbesser\b|\bvorteile?\b|\bdifféren(?:ce|t|c)|\bavantages?\b"
        r"|\bmieux\b"
        r"|\bpar rapport\b|\bdiferencia|\bventajas?\b|\bmejor\b|\bfrente a\b"
        r"|\bconfront(?:o|i|are)\b|\bdifferenz[ae]\b|\bvantagg|\bmiglior[ei]\b|\brispetto a|\bcomparação|\bdiferença"
        r"|\bvantage(?:m|ns)\b|\bmelhor(?:es)?\b|\bem relação a",
        r"\bhingegen\b|\bdagegen\b|\btandis qu|\balors qu|\bmientras que\b"
        r"|\bmentre\b|\binvece\b|\benquanto\b",
    ),
    "reasons": Side(
        ("Gründe", "Raisons", "Causas", "Cause", "Causas"),
        ("Gründe Ursachen", "raisons causes", "causas motivos", "cause motivi", "causas motivos"),
        r"\bwarum\b|\bweshalb\b|\bwieso\b|\bgründe\b|\bgrund für\b|\bursachen?\b|\bpourquoi\b|\braisons?\b|\bpor qué\b"
        r"|\bcausas?\b"
        r"|\bmotivos?\b|\brazón\b|\brazones\b"
        r"|\bperché\b|\bragion[ei]\b|\bmotivi\b|\bcause (?:di|del|della|dei)\b|\bpor que\b|\bporquê\b|\brazão\b|\brazões\b",
        r"\bweil\b|\bwegen\b|\baufgrund\b|\bparce qu|\bà cause d|\bgrâce à|\bporque\b|\bdebido a|\bgracias a\b|\bse debió"
        r"|\bpoiché\b|\ba causa d|\bdovut[oaie] a|\bgrazie a|\bgraças a|\bdevido ao?\b|\bpor causa d",
    ),
    "background": Side(
        ("Hintergrund", "Contexte", "Contexto", "Contesto", "Contexto"),
        ("Überblick", "présentation", "introducción", "introduzione", "introdução"),
        r"\bhintergrund|\bgrundlagen\b|\büberblick|\bwas (?:ist|sind)\b(?=[^,]{0,60}\?*$)|\bcontexte\b|\bdéfinition"
        r"|\bqu['’]est-ce qu|\bcontexto\b|\bdefinici|\bqué (?:es|son)\b(?=[^,]{0,60}\?*$)"
        r"|\bcontesto\b|\bdefinizion|\bche cos['’]è\b|\bcosa (?:è|sono)\b(?=[^,]{0,60}\?*$)|\bdefinição"
        r"|\bo que (?:é|são)\b(?=[^,]{0,60}\?*$)",
        r"\bist eine?\b|\bbezeichnet\b|\best une?\b|\bdésigne|\bes una?\b|\bse denomina|\bse llama"
        r"|\bè un[ao]?\b|\bsi chiama\b|\bé uma?\b|\bchama-se\b",
    ),
    "mechanism": Side(
        ("Funktionsweise", "Fonctionnement", "Funcionamiento", "Funzionamento", "Funcionamento"),
        (
            "Funktionsweise Technik",
            "fonctionnement technologie",
            "funcionamiento tecnología",
            "funzionamento tecnologia",
            "funcionamento tecnologia",
        ),
        r"\bfunktionier|\bfunktionsweise|\barbeitsweise|\bprinzip|\baufbau\b|technik\b|\bverfahren\b|\bwerkstoff|\bfonctionne"
        r"|\bprincipe\b|\bmécanisme|\bmatériau|\bfunciona|\bprincipio\b|\bmecanismo|\btecnolog"
        r"|\bfunzion(?:a|ano|amento)\b|\bmeccanism|\bmateriali\b|\bprincípio\b|\bmateriais\b",
        r"\bverdampf|\bverdichte|\bbauteil|\bcomposant|\bméthode|\bcomponente|\bmétodo"
        r"|\bcomponenti\b|\bmetod[oi]\b",
    ),
    "performance": Side(
        ("Leistung", "Performances", "Rendimiento", "Prestazioni", "Desempenho"),
        (
            "Leistung Wirkungsgrad",
            "performance rendement",
            "rendimiento eficiencia",
            "prestazioni efficienza",
            "desempenho eficiência",
        ),
        r"\bleistung|\bwirkungsgrad|\bjahresarbeitszahl|\blebensdauer|\bhaltbar|\beffizien|\breichweite|\brendement"
        r"|\bdurée de vie"
        r"|\befficacité|\brendimiento|\beficien|\bvida útil|\bautonomía"
        r"|\bprestazion|\befficienz|\bdurata di vita\b|\bautonomia\b|\bdesempenho|\beficiên",
        r"\bkapazität|\bcapacité|\bcapacidad"
        r"|\bcapacità\b|\bcapacidade",
    ),
    "punctuality": Side(
        ("Pünktlichkeit", "Ponctualité", "Puntualidad", "Puntualità", "Pontualidade"),
        ("Pünktlichkeit Verspätung", "ponctualité retards", "puntualidad retrasos", "puntualità ritardi", "pontualidade atrasos"),
        r"\bpünktlich|\bverspätung|\bponctual|\bponctuel|\bretards?\b|\bà l['’]heure\b|\bpuntual|\bretrasos?\b"
        r"|\britard[oi]\b|\bin orario\b|\bpontual|\batrasos?\b",
        r"\bverspätet|\bretardé"
        r"|\batrasad",
    ),
    "speed": Side(
        ("Geschwindigkeit", "Vitesse", "Velocidad", "Velocità", "Velocidade"),
        ("Geschwindigkeit", "vitesse", "velocidad", "velocità", "velocidade"),
        r"\bgeschwindigkeit|\bfahrzeit|\breisezeit|\bschnell(?:er|ste|sten)?\b|(?<!grande )\bvitesse|\btemps de parcours"
        r"|\bplus rapide"
        r"|(?<!alta )\bvelocidad|\btiempo de viaje|\bmás rápid"
        r"|(?<!alta )\bvelocità|\btempo di (?:viaggio|percorrenza)|\bpiù veloc|\btempo de viagem|\bmais rápid",
        r"\bhöchsttempo|\bvitesse maximale|\bvelocidad máxima"
        r"|\bvelocità massima",
    ),
    "length": Side(
        ("Strecken und Länge", "Lignes et longueur", "Líneas y longitud", "Linee e lunghezza", "Linhas e extensão"),
        ("Streckennetz Länge", "lignes longueur", "líneas longitud", "linee lunghezza", "linhas extensão"),
        r"\blänge|\bwie lang\b|\bstreckennetz|\bschienennetz|\blongueur|\blignes\b|\blongitud|\blíneas\b"
        r"|\blunghezza|\blinee\b|\bcomprimento|\blinhas\b",
        r"\bkilometer lang|\bkilomètres de|\bkilómetros de"
        r"|\bchilometri di|\bquil[oóô]metros de",
        ("Länge", "Longueur", "Longitud", "Lunghezza", "Comprimento"),
    ),
    "passengers": Side(
        ("Fahrgäste", "Voyageurs", "Pasajeros", "Passeggeri", "Passageiros"),
        ("Fahrgäste", "voyageurs fréquentation", "pasajeros viajeros", "passeggeri", "passageiros"),
        r"\bfahrgäste|\bfahrgast|\bpassagiere?\b|\breisende|\bbesucher|\bvoyageurs?\b|\bpassagers?\b|\bfréquentation"
        r"|\bvisiteurs?\b"
        r"|\bpasajeros?\b|\bviajeros?\b|\bvisitantes?\b"
        r"|\bpasseggeri|\bviaggiatori|\bvisitatori|\bpassageiros?\b|\bviajantes?\b",
        r"\btransporté|\btransporta a\b|\bbefördert"
        r"|\btransportou\b|\btrasportat[oi]\b",
        ("Besucher", "Visiteurs", "Visitantes", "Visitatori", "Visitantes"),
    ),
    "energy": Side(
        ("Energieverbrauch", "Consommation d’énergie", "Consumo de energía", "Consumo di energia", "Consumo de energia"),
        ("Energieverbrauch", "consommation énergie", "consumo energía", "consumo energia", "consumo energia"),
        r"\benergieverbrauch|\bstromverbrauch|\benergiebedarf|\bstrombedarf|\bconsommation (?:d['’]é|é)|\bconsumo (?:de e|e)"
        r"|\bconsum[oi] (?:di e|energetic)",
        r"\bverbrauch|\bconsomm|\bconsumo\b"
        r"|\bconsuma(?:no)?\b|\bconsomem?\b",
    ),
    "scale": Side(
        (
            "Umfang und Wachstum",
            "Ampleur et croissance",
            "Magnitud y crecimiento",
            "Dimensioni e crescita",
            "Dimensão e crescimento",
        ),
        ("Markt Wachstum", "marché croissance", "mercado crecimiento", "mercato crescita", "mercado crescimento"),
        r"\bwie viele\b|\bwachstum|\bmarkt\b|\babsatz\b|\bausbau\b|\binstalliert|\bverbreitet|\bcombien de\b|\bcroissance"
        r"|\bmarché\b"
        r"|\bventes\b|\bcuánt[oa]s\b|\bcrecimiento|\bmercado\b|\bventas\b|\btendencia"
        r"|\bquant[ie]\b|\bcrescita|\bmercato\b|\bvendite\b|\btendenz[ae]\b|\bquant[oa]s\b|\bcrescimento|\bvendas\b"
        r"|\btendência",
        r"\bnachfrage|\banteil|\bproduktion\b|\bverkauft|\bverdoppel|\bdemande\b|\bvendu|\bdemanda\b|\bproducción"
        r"|\bvendi(?:do|eron)"
        r"|\bproduzione\b|\bvendut|\bprodução|\bvendid",
    ),
    "cost": Side(
        ("Kosten und Wirtschaftlichkeit", "Coûts et économie", "Costes y economía", "Costi ed economia", "Custos e economia"),
        ("Kosten Preis", "coût prix", "coste precio", "costo prezzo", "custo preço"),
        r"kosten\b|\bkostet\b|\bkosteten?\b|preise?\b|\bgünstig|\bbillig|\bteuer|\bteurer|\bwirtschaft|\bumsatz|\bschulden\b"
        r"|\bstadthaushalt"
        r"|\bfinanz|\bausgaben\b|\bcoût|\bprix\b|\btarifs?\b|\bmoins cher|\bplus cher|\béconomi|\bdette\b|\bdépenses?\b"
        r"|\bcostes?\b"
        r"|\bcostos?\b|\bcuesta|\bcostó\b|\bcostaron|\bprecios?\b|\bpresupuesto|\bdeuda|\bbarat|\bgastos?\b|\bingresos\b"
        r"|\binversi[oó]n"
        r"|\bcost[oi]\b|\bquanto costa|\bcostano\b|\bcostat[oaie]\b|\bprezz[oi]\b|\bbilancio\b|\bspes[ae]\b|\bricavi\b"
        r"|\binvestiment[oi]s?\b|\bcustos?\b|\bcusta(?:m|ram)?\b|\bcustou\b|\bpreços?\b|\borçamento|\bdívidas?\b"
        r"|\bdespesas?\b|\breceitas?\b",
        r"\bmio\. euro|\bmrd\. euro|\bsteuern\b|\bzuschuss|\bimpôt|\bimpuestos?\b|\bsubven"
        r"|\bimpostos?\b|\bsovvenzion|\bsubsídio",
    ),
    "history": Side(
        (
            "Geschichte und Entwicklung",
            "Histoire et évolution",
            "Historia y evolución",
            "Storia ed evoluzione",
            "História e evolução",
        ),
        ("Geschichte Entwicklung", "histoire évolution", "historia evolución", "storia evoluzione", "história evolução"),
        r"\bgeschicht|\bentstehung|\bentwicklung\b|\bursprung|\bhistoire|\borigine\b|\bdéveloppement|\bévolution|\borigen\b"
        r"|\bdesarrollo|\bevolución"
        r"|\bstori(?:a|e|co|ca)\b|\borigini\b|\bsvilupp|\bevoluzion|\bhistória|\borigem\b|\bdesenvolviment|\bevolução",
        r"\bjahrhundert|\bgegründet|\beröffnet|\bsiècle|\bfondée?\b|\bouvert|\bsiglo\b|\bfundad|\binaugur(?:ó|ad[oa]\b|ée?\b)"
        r"|\bsecolo\b|\bfondat[oa]\b|\binaugurat[oa]\b|\bséculo\b",
    ),
    "people": Side(
        (
            "Menschen und Organisationen",
            "Personnes et organisations",
            "Personas y organizaciones",
            "Persone e organizzazioni",
            "Pessoas e organizações",
        ),
        ("Unternehmen", "entreprises", "empresas", "aziende", "empresas"),
        r"\bwer (?:ist|sind|war|waren|hat)\b|\bunternehmen\b|\bfirmen\b|\bhersteller|\bqui (?:est|sont|a)\b|\bentreprises\b"
        r"|\bfabricants?\b|\bquién|\bempresas?\b|\bfabricantes?\b"
        r"|\bchi (?:è|sono|ha|era)\b|\baziend[ae]\b|\bimprese\b|\bproduttori\b|\bquem\b",
        r"\bpräsident|\bprésident|\bpresidente\b|\bprofesseur|\bprofesor"
        r"|\bprofessore\b",
    ),
    "place": Side(
        ("Orte und Ausdehnung", "Lieux et étendue", "Lugares y extensión", "Luoghi ed estensione", "Lugares e abrangência"),
        ("Standorte Regionen", "lieux régions", "lugares regiones", "luoghi regioni", "lugares regiões"),
        r"\bregionen\b|\bstandorte?\b|\bgeograf|\boù\b|\brégions?\b|\bgéograph|\bdónde\b|\bregiones\b|\bubicaci"
        r"|\bdove (?:si|è|sono)\b|\bregioni\b|\bonde (?:fica|est)|\bregiões\b|\blocalização",
        r"\bstädte\b|\bküste|\bbevölkerung|\bvilles\b|\bciudades\b|\bpoblación"
        r"|\bcittà\b|\bpopolazion|\bcidades\b|\bpopulação",
    ),
    "culture": Side(
        ("Kultur und Einfluss", "Culture et influence", "Cultura e influencia", "Cultura e influenza", "Cultura e influência"),
        ("Kultur", "culture", "cultura", "cultura", "cultura"),
        r"\bkultur|\beinfluss|\bculturel|\bcultura"
        r"|\binfluenza (?:di|del|della|su|sul)\b|\binfluência",
        r"\bauswirkung|\bkunst\b|\bsprache|\bschulen?\b|\bécoles?\b|\bmusique|\bidioma|\bescuela|\beducación"
        r"|\bscuol[ae]\b|\bistruzione\b|\bescolas?\b|\beducação",
    ),
    "safety": Side(
        ("Sicherheit", "Sécurité", "Seguridad", "Sicurezza", "Segurança"),
        ("Sicherheit Unfälle", "sécurité accidents", "seguridad accidentes", "sicurezza incidenti", "segurança acidentes"),
        r"\bsicher|\brisik|\bbrände|\bbrandgefahr|\bunfall|\bunfälle|\bgefahr\b|\bsécurité|\brisques?\b|\bincendies?\b"
        r"|\bseguridad"
        r"|\briesgos?\b|\bincendios?\b|\baccidentes\b|\bpeligro"
        r"|\bsicur[oaie]\b|\bsicurezza|\brischio?\b|\bincendi\b|\bincidenti\b|\bpericol|\bsegurança|\b(?:são|é) segur[oa]s?\b"
        r"|\briscos?\b|\bincêndio|\bacidentes?\b|\bperigo",
        r"\bverletz|\btote\b|\bschädlich|\bgiftig|\bgefährlich|\bnebenwirkung|\bnocif|\btoxique|\beffets secondaires"
        r"|\bblessés?\b|\bmorts\b|\bheridos\b|\bmuertos\b"
        r"|\bferiti\b|\bmorti\b|\bferidos\b|\bmortos\b",
    ),
    "environment": Side(
        ("Umwelt", "Environnement", "Medio ambiente", "Ambiente", "Meio ambiente"),
        ("Umwelt Klima", "environnement climat", "medio ambiente clima", "ambiente clima", "meio ambiente clima"),
        r"\bumwelt|\bklima|\bemissionen|\bkohlendioxid|\btreibhaus|\bverschmutz|\benvironnement|\bclimat\b|\bclimatique"
        r"|\bémissions?\b"
        r"|\bmedio ambiente|\bambiental|\bemisiones|\bclimátic|\bcontaminaci"
        r"|['’]ambiente\b|\bambientali?\b|\bemissioni\b|\bclimatic(?:o|a|i|he)\b|\binquinament|\bmeio ambiente"
        r"|\bemiss(?:ão|ões)\b|\bpoluição",
        r"\bkältemittel|\bstößt|\bstoßen\b|\bémet(?:tent)?\b|\bemiten?\b|\breciclaj"
        r"|\bemett(?:e|ono)\b|\briciclaggio|\breciclagem",
    ),
    "policy": Side(
        ("Politik und Regeln", "Politique et règles", "Política y normas", "Politica e norme", "Política e regras"),
        ("Gesetz Förderung", "politique loi", "política ley", "politica legge", "política lei"),
        r"\bpolitik|\bgesetz|\bverordnung|\bregierung|\bförder|\bpolitique|\blois?\b|\bgouvernement|\bréglement|\bsubventions?\b"
        r"|\bpolítica|\bley(?:es)?\b|\bgobierno|\bnormativa|\bsubvenci"
        r"|\bpolitic(?:a|he)\b|\blegg[ei]\b|\bgoverno\b|\bgoverni\b|\bincentivi\b|\bsovvenzion|\ba lei\b|\bleis\b"
        r"|\bgovernos\b|\bsubsídio|\bregulament(?:o|os|ação)\b",
        r"\bbundestag|\bministerium|\bgericht\b|\bparlement|\bministère|\btribunal\b|\bministerio"
        r"|\bparlamento\b|\bministero\b|\bministério",
    ),
    "measures": Side(
        ("Maßnahmen und Lehren", "Mesures et leçons", "Medidas y lecciones", "Misure e lezioni", "Medidas e lições"),
        ("Maßnahmen", "mesures solutions", "medidas soluciones", "misure soluzioni", "medidas soluções"),
        r"\bmaßnahme|\blösung|\bmesures (?:pour|contre|prises)|\bprévention|\bmedidas\b|\bsoluci|\bprevenci"
        r"|\bmisure (?:per|contro|di)\b|\bsoluzion|\bprevenzion|\bsolução|\bsoluções|\bprevenção",
        r"\bvorschrift|\bobligatoire|\bobligatori[oa]"
        r"|\bobbligatori|\bobrigatóri",
    ),
    "outlook": Side(
        ("Ausblick", "Perspectives", "Perspectivas", "Prospettive", "Perspectivas"),
        ("Ausblick Zukunft", "avenir perspectives", "futuro perspectivas", "futuro prospettive", "futuro perspectivas"),
        r"\bzukunft|\baussichten|\bausblick|\bprognose|\bavenir\b|\bprévisions?\b|\bfuturo\b|\bperspectivas|\bpronóstico"
        r"|\bprospettiv|\bprevisioni\b|\bprevis(?:ão|ões)\b",
        r"\bbis 20[2-9]\d|\bgeplant|\berwartet\b|\bd['’]ici 20[2-9]\d|\bprévue?s?\b|\bhasta 20[2-9]\d|\bprevist[oa]s?\b"
        r"|\bse espera"
        r"|\bentro il 20[2-9]\d|\bprevist[ie]\b|\bsi prevede\b|\baté 20[2-9]\d|\bespera-se\b",
    ),
    "debate": Side(
        (
            "Grenzen und offene Fragen",
            "Limites et questions ouvertes",
            "Límites y cuestiones abiertas",
            "Limiti e questioni aperte",
            "Limites e questões em aberto",
        ),
        ("Probleme Kritik", "limites controverse", "límites controversia", "limiti controversie", "limites controvérsia"),
        r"\bgrenzen\b|\bprobleme?\b|\bkritik|\bstreit\b|\bherausforderung|\bnachteil|\bhindernis|\blimites\b|\bproblème"
        r"|\bcontroverse"
        r"|\bdéfis?\b|\binconvénient|\blímites|\bproblemas?\b|\bcrítica|\bdesafío|\bretos\b|\bpolémica|\bdesventaja"
        r"|\blimiti\b|\bproblemi\b|\bcritic(?:a|he|ità)\b|\bsfid[ae]\b|\bsvantagg|\bcontrovers[ie]\b|\bcontrovérsia"
        r"|\bdesafios?\b|\bdesvantage(?:m|ns)\b",
        r"\bjedoch\b|\ballerdings\b|\btrotz\b|\bcependant\b|\bmalgré\b|\bsin embargo\b|\ba pesar de"
        r"|\btuttavia\b|\bnonostante\b|\bno entanto\b|\bcontudo\b|\bapesar d",
    ),
}
OUTLOOK = (
    r"\bkünftig|\bgeplant|\bwird erwartet|\brechnet\b.{0,40}\bmit\b|\bprognose|\bbis 20[2-9]\d\b|\bd['’]ici 20[2-9]\d"
    r"|\bprévo(?:it|ient)"
    r"|\bprévue?s?\b|\bdevrai(?:t|ent)\b|\bhasta 20[2-9]\d|\bprevist[oa]s?\b|\bprevé|\bse espera|\ben el futuro\b"
    r"|\bentro il 20[2-9]\d|\bprevede\b|\bin futuro\b|\baté 20[2-9]\d|\bprevê\b|\bespera-se\b|\bno futuro\b"
)
"""Words of sentences about what is to come."""
CLOSING = (
    r"\bfazit\b|\bzusammenfassung|\bausblick|\bschlussfolger|\bzukunft|\bsynthèse|\bbilan\b|\bavenir\b|\bconclusi[oó]n"
    r"|\bresumen\b"
    r"|\bperspectiv[ae]s\b|\bfuturo\b"
    r"|\bconclusioni?\b|\bsintesi\b|\bprospettiv|\bconclus(?:ão|ões)\b|\bresumo\b"
)
"""Words of headings that announce what a text comes to."""
