"""The sides of a subject in German, French and Spanish: their headings, their search words, and the words that give them away.

The cues are only such as are no words of another of the languages: a cue is looked for in every text.
"""

from __future__ import annotations

from typing import NamedTuple

LANGUAGES = ("de", "fr", "es")


class Side(NamedTuple):
    """What a facet adds in these languages: headings, search words, strong and weak cues, and plain headings (see ``Facet``)."""

    titles: tuple[str, str, str]
    queries: tuple[str, str, str]
    strong: str
    weak: str
    plain: tuple[str, ...] = ()


SIDES = {
    "comparison": Side(
        ("Vergleich", "Comparaison", "Comparación"),
        ("Vergleich", "comparaison", "comparación"),
        r"\bvergl(?:eich|ichen)|\bunterschied|\bunterscheide|\bbesser\b|\bvorteile?\b|\bdifféren(?:ce|t|c)|\bavantages?\b"
        r"|\bmieux\b"
        r"|\bpar rapport\b|\bdiferencia|\bventajas?\b|\bmejor\b|\bfrente a\b",
        r"\bhingegen\b|\bdagegen\b|\btandis qu|\balors qu|\bmientras que\b",
    ),
    "reasons": Side(
        ("Gründe", "Raisons", "Causas"),
        ("Gründe Ursachen", "raisons causes", "causas motivos"),
        r"\bwarum\b|\bweshalb\b|\bwieso\b|\bgründe\b|\bgrund für\b|\bursachen?\b|\bpourquoi\b|\braisons?\b|\bpor qué\b"
        r"|\bcausas?\b"
        r"|\bmotivos?\b|\brazón\b|\brazones\b",
        r"\bweil\b|\bwegen\b|\baufgrund\b|\bparce qu|\bà cause d|\bgrâce à|\bporque\b|\bdebido a|\bgracias a\b|\bse debió",
    ),
    "background": Side(
        ("Hintergrund", "Contexte", "Contexto"),
        ("Überblick", "présentation", "introducción"),
        r"\bhintergrund|\bgrundlagen\b|\büberblick|\bwas (?:ist|sind)\b(?=[^,]{0,60}\?*$)|\bcontexte\b|\bdéfinition"
        r"|\bqu['’]est-ce qu|\bcontexto\b|\bdefinici|\bqué (?:es|son)\b(?=[^,]{0,60}\?*$)",
        r"\bist eine?\b|\bbezeichnet\b|\best une?\b|\bdésigne|\bes una?\b|\bse denomina|\bse llama",
    ),
    "mechanism": Side(
        ("Funktionsweise", "Fonctionnement", "Funcionamiento"),
        ("Funktionsweise Technik", "fonctionnement technologie", "funcionamiento tecnología"),
        r"\bfunktionier|\bfunktionsweise|\barbeitsweise|\bprinzip|\baufbau\b|technik\b|\bverfahren\b|\bwerkstoff|\bfonctionne"
        r"|\bprincipe\b|\bmécanisme|\bmatériau|\bfunciona|\bprincipio\b|\bmecanismo|\btecnolog",
        r"\bverdampf|\bverdichte|\bbauteil|\bcomposant|\bméthode|\bcomponente|\bmétodo",
    ),
    "performance": Side(
        ("Leistung", "Performances", "Rendimiento"),
        ("Leistung Wirkungsgrad", "performance rendement", "rendimiento eficiencia"),
        r"\bleistung|\bwirkungsgrad|\bjahresarbeitszahl|\blebensdauer|\bhaltbar|\beffizien|\breichweite|\brendement"
        r"|\bdurée de vie"
        r"|\befficacité|\brendimiento|\beficien|\bvida útil|\bautonomía",
        r"\bkapazität|\bcapacité|\bcapacidad",
    ),
    "punctuality": Side(
        ("Pünktlichkeit", "Ponctualité", "Puntualidad"),
        ("Pünktlichkeit Verspätung", "ponctualité retards", "puntualidad retrasos"),
        r"\bpünktlich|\bverspätung|\bponctual|\bponctuel|\bretards?\b|\bà l['’]heure\b|\bpuntual|\bretrasos?\b",
        r"\bverspätet|\bretardé",
    ),
    "speed": Side(
        ("Geschwindigkeit", "Vitesse", "Velocidad"),
        ("Geschwindigkeit", "vitesse", "velocidad"),
        r"\bgeschwindigkeit|\bfahrzeit|\breisezeit|\bschnell(?:er|ste|sten)?\b|(?<!grande )\bvitesse|\btemps de parcours"
        r"|\bplus rapide"
        r"|(?<!alta )\bvelocidad|\btiempo de viaje|\bmás rápid",
        r"\bhöchsttempo|\bvitesse maximale|\bvelocidad máxima",
    ),
    "length": Side(
        ("Strecken und Länge", "Lignes et longueur", "Líneas y longitud"),
        ("Streckennetz Länge", "lignes longueur", "líneas longitud"),
        r"\blänge|\bwie lang\b|\bstreckennetz|\bschienennetz|\blongueur|\blignes\b|\blongitud|\blíneas\b",
        r"\bkilometer lang|\bkilomètres de|\bkilómetros de",
        ("Länge", "Longueur", "Longitud"),
    ),
    "passengers": Side(
        ("Fahrgäste", "Voyageurs", "Pasajeros"),
        ("Fahrgäste", "voyageurs fréquentation", "pasajeros viajeros"),
        r"\bfahrgäste|\bfahrgast|\bpassagiere?\b|\breisende|\bbesucher|\bvoyageurs?\b|\bpassagers?\b|\bfréquentation"
        r"|\bvisiteurs?\b"
        r"|\bpasajeros?\b|\bviajeros?\b|\bvisitantes?\b",
        r"\btransporté|\btransporta a\b|\bbefördert",
        ("Besucher", "Visiteurs", "Visitantes"),
    ),
    "energy": Side(
        ("Energieverbrauch", "Consommation d’énergie", "Consumo de energía"),
        ("Energieverbrauch", "consommation énergie", "consumo energía"),
        r"\benergieverbrauch|\bstromverbrauch|\benergiebedarf|\bstrombedarf|\bconsommation (?:d['’]é|é)|\bconsumo (?:de e|e)",
        r"\bverbrauch|\bconsomm|\bconsumo\b",
    ),
    "scale": Side(
        ("Umfang und Wachstum", "Ampleur et croissance", "Magnitud y crecimiento"),
        ("Markt Wachstum", "marché croissance", "mercado crecimiento"),
        r"\bwie viele\b|\bwachstum|\bmarkt\b|\babsatz\b|\bausbau\b|\binstalliert|\bverbreitet|\bcombien de\b|\bcroissance"
        r"|\bmarché\b"
        r"|\bventes\b|\bcuánt[oa]s\b|\bcrecimiento|\bmercado\b|\bventas\b|\btendencia",
        r"\bnachfrage|\banteil|\bproduktion\b|\bverkauft|\bverdoppel|\bdemande\b|\bvendu|\bdemanda\b|\bproducción"
        r"|\bvendi(?:do|eron)",
    ),
    "cost": Side(
        ("Kosten und Wirtschaftlichkeit", "Coûts et économie", "Costes y economía"),
        ("Kosten Preis", "coût prix", "coste precio"),
        r"kosten\b|\bkostet\b|\bkosteten?\b|preise?\b|\bgünstig|\bbillig|\bteuer|\bteurer|\bwirtschaft|\bumsatz|\bschulden\b"
        r"|\bstadthaushalt"
        r"|\bfinanz|\bausgaben\b|\bcoût|\bprix\b|\btarifs?\b|\bmoins cher|\bplus cher|\béconomi|\bdette\b|\bdépenses?\b"
        r"|\bcostes?\b"
        r"|\bcostos?\b|\bcuesta|\bcostó\b|\bcostaron|\bprecios?\b|\bpresupuesto|\bdeuda|\bbarat|\bgastos?\b|\bingresos\b"
        r"|\binversi[oó]n",
        r"\bmio\. euro|\bmrd\. euro|\bsteuern\b|\bzuschuss|\bimpôt|\bimpuestos?\b|\bsubven",
    ),
    "history": Side(
        ("Geschichte und Entwicklung", "Histoire et évolution", "Historia y evolución"),
        ("Geschichte Entwicklung", "histoire évolution", "historia evolución"),
        r"\bgeschicht|\bentstehung|\bentwicklung\b|\bursprung|\bhistoire|\borigine\b|\bdéveloppement|\bévolution|\borigen\b"
        r"|\bdesarrollo|\bevolución",
        r"\bjahrhundert|\bgegründet|\beröffnet|\bsiècle|\bfondée?\b|\bouvert|\bsiglo\b|\bfundad|\binaugur(?:ó|ad[oa]\b|ée?\b)",
    ),
    "people": Side(
        ("Menschen und Organisationen", "Personnes et organisations", "Personas y organizaciones"),
        ("Unternehmen", "entreprises", "empresas"),
        r"\bwer (?:ist|sind|war|waren|hat)\b|\bunternehmen\b|\bfirmen\b|\bhersteller|\bqui (?:est|sont|a)\b|\bentreprises\b"
        r"|\bfabricants?\b|\bquién|\bempresas?\b|\bfabricantes?\b",
        r"\bpräsident|\bprésident|\bpresidente\b|\bprofesseur|\bprofesor",
    ),
    "place": Side(
        ("Orte und Ausdehnung", "Lieux et étendue", "Lugares y extensión"),
        ("Standorte Regionen", "lieux régions", "lugares regiones"),
        r"\bregionen\b|\bstandorte?\b|\bgeograf|\boù\b|\brégions?\b|\bgéograph|\bdónde\b|\bregiones\b|\bubicaci",
        r"\bstädte\b|\bküste|\bbevölkerung|\bvilles\b|\bciudades\b|\bpoblación",
    ),
    "culture": Side(
        ("Kultur und Einfluss", "Culture et influence", "Cultura e influencia"),
        ("Kultur", "culture", "cultura"),
        r"\bkultur|\beinfluss|\bculturel|\bcultura",
        r"\bauswirkung|\bkunst\b|\bsprache|\bschulen?\b|\bécoles?\b|\bmusique|\bidioma|\bescuela|\beducación",
    ),
    "safety": Side(
        ("Sicherheit", "Sécurité", "Seguridad"),
        ("Sicherheit Unfälle", "sécurité accidents", "seguridad accidentes"),
        r"\bsicher|\brisik|\bbrände|\bbrandgefahr|\bunfall|\bunfälle|\bgefahr\b|\bsécurité|\brisques?\b|\bincendies?\b"
        r"|\bseguridad"
        r"|\briesgos?\b|\bincendios?\b|\baccidentes\b|\bpeligro",
        r"\bverletz|\btote\b|\bblessés?\b|\bmorts\b|\bheridos\b|\bmuertos\b",
    ),
    "environment": Side(
        ("Umwelt", "Environnement", "Medio ambiente"),
        ("Umwelt Klima", "environnement climat", "medio ambiente clima"),
        r"\bumwelt|\bklima|\bemissionen|\bkohlendioxid|\btreibhaus|\bverschmutz|\benvironnement|\bclimat\b|\bclimatique"
        r"|\bémissions?\b"
        r"|\bmedio ambiente|\bambiental|\bemisiones|\bclimátic|\bcontaminaci",
        r"\bkältemittel|\bstößt|\bstoßen\b|\bémet(?:tent)?\b|\bemiten?\b|\breciclaj",
    ),
    "policy": Side(
        ("Politik und Regeln", "Politique et règles", "Política y normas"),
        ("Gesetz Förderung", "politique loi", "política ley"),
        r"\bpolitik|\bgesetz|\bverordnung|\bregierung|\bförder|\bpolitique|\blois?\b|\bgouvernement|\bréglement|\bsubventions?\b"
        r"|\bpolítica|\bley(?:es)?\b|\bgobierno|\bnormativa|\bsubvenci",
        r"\bbundestag|\bministerium|\bgericht\b|\bparlement|\bministère|\btribunal\b|\bministerio",
    ),
    "measures": Side(
        ("Maßnahmen und Lehren", "Mesures et leçons", "Medidas y lecciones"),
        ("Maßnahmen", "mesures solutions", "medidas soluciones"),
        r"\bmaßnahme|\blösung|\bmesures (?:pour|contre|prises)|\bprévention|\bmedidas\b|\bsoluci|\bprevenci",
        r"\bvorschrift|\bobligatoire|\bobligatori[oa]",
    ),
    "outlook": Side(
        ("Ausblick", "Perspectives", "Perspectivas"),
        ("Ausblick Zukunft", "avenir perspectives", "futuro perspectivas"),
        r"\bzukunft|\baussichten|\bausblick|\bprognose|\bavenir\b|\bprévisions?\b|\bfuturo\b|\bperspectivas|\bpronóstico",
        r"\bbis 20[2-9]\d|\bgeplant|\berwartet\b|\bd['’]ici 20[2-9]\d|\bprévue?s?\b|\bhasta 20[2-9]\d|\bprevist[oa]s?\b"
        r"|\bse espera",
    ),
    "debate": Side(
        ("Grenzen und offene Fragen", "Limites et questions ouvertes", "Límites y cuestiones abiertas"),
        ("Probleme Kritik", "limites controverse", "límites controversia"),
        r"\bgrenzen\b|\bprobleme?\b|\bkritik|\bstreit\b|\bherausforderung|\bnachteil|\bhindernis|\blimites\b|\bproblème"
        r"|\bcontroverse"
        r"|\bdéfis?\b|\binconvénient|\blímites|\bproblemas?\b|\bcrítica|\bdesafío|\bretos\b|\bpolémica|\bdesventaja",
        r"\bjedoch\b|\ballerdings\b|\btrotz\b|\bcependant\b|\bmalgré\b|\bsin embargo\b|\ba pesar de",
    ),
}
OUTLOOK = (
    r"\bkünftig|\bgeplant|\bwird erwartet|\brechnet\b.{0,40}\bmit\b|\bprognose|\bbis 20[2-9]\d\b|\bd['’]ici 20[2-9]\d"
    r"|\bprévo(?:it|ient)"
    r"|\bprévue?s?\b|\bdevrai(?:t|ent)\b|\bhasta 20[2-9]\d|\bprevist[oa]s?\b|\bprevé|\bse espera|\ben el futuro\b"
)
"""Words of sentences about what is to come."""
CLOSING = (
    r"\bfazit\b|\bzusammenfassung|\bausblick|\bschlussfolger|\bzukunft|\bsynthèse|\bbilan\b|\bavenir\b|\bconclusi[oó]n"
    r"|\bresumen\b"
    r"|\bperspectiv[ae]s\b|\bfuturo\b"
)
"""Words of headings that announce what a text comes to."""
