"""What the clarifiers say in German, French and Spanish: texts (``_wording``) and the names of sides (``_focus``), by key."""

from __future__ import annotations

LANGUAGES = ("de", "fr", "es")

TEXTS: dict[str, tuple[str, str, str]] = {
    "subject": (
        "Worum soll es gehen? Nennen Sie es, oder wählen Sie eine Art von Gegenstand.",
        "Sur quoi la recherche doit-elle porter ? Nommez-le, ou choisissez un type de sujet.",
        "¿De qué debe tratar la investigación? Nómbrelo o elija un tipo de tema.",
    ),
    "kind": (
        "Was genau ({kind})? Bitte nennen Sie den Namen.",
        "Lequel précisément ({kind}) ? Indiquez son nom.",
        "¿Cuál exactamente ({kind})? Indique el nombre.",
    ),
    "referent": (
        "Was ist mit „{subject}“ gemeint? Nennen Sie den Namen, oder nehmen Sie den Überblick.",
        "Que désigne « {subject} » ? Indiquez son nom, ou prenez la vue d’ensemble.",
        "¿A qué se refiere «{subject}»? Indique el nombre o elija la visión general.",
    ),
    "scope": (
        "„{subject}“ ist ein weites Feld. Welche Seite davon ist Ihnen am wichtigsten?",
        "« {subject} » est un vaste domaine. Quel aspect vous importe le plus ?",
        "«{subject}» es un campo amplio. ¿Qué aspecto le importa más?",
    ),
    "term": (
        "Eine Suche fand nichts zu „{term}“. Wie lautet der richtige oder vollständige Name?",
        "Une recherche n’a rien trouvé sur « {term} ». Quel est son nom exact ou complet ?",
        "Una búsqueda no encontró nada sobre «{term}». ¿Cuál es su nombre correcto o completo?",
    ),
    "kind.product": ("Eine Technik oder ein Produkt", "Une technologie ou un produit", "Una tecnología o un producto"),
    "kind.company": ("Ein Unternehmen oder ein Markt", "Une entreprise ou un marché", "Una empresa o un mercado"),
    "kind.medicine": ("Eine Krankheit oder ein Medikament", "Une maladie ou un médicament", "Una enfermedad o un medicamento"),
    "kind.event": (
        "Eine Politik, ein Ereignis oder eine Epoche",
        "Une politique, un événement ou une époque",
        "Una política, un acontecimiento o una época",
    ),
    "overview": ("Ein allgemeiner Überblick", "Une vue d’ensemble", "Una visión general"),
    "no_one": (
        "Nichts Bestimmtes: ein Überblick über „{subject}“",
        "Rien de particulier : une vue d’ensemble de « {subject} »",
        "Ninguno en particular: una visión general de «{subject}»",
    ),
    "as_written": (
        "Nach „{term}“ suchen, wie es geschrieben ist",
        "Chercher « {term} » tel que c’est écrit",
        "Buscar «{term}» tal como está escrito",
    ),
    "goal.answer": ("Antwort auf: {text}", "Répondre à : {text}", "Responder a: {text}"),
    "goal.compare": (
        "Vergleich mit Quellen: {text}",
        "Comparaison sourcée : {text}",
        "Comparación con fuentes: {text}",
    ),
    "goal.overview": (
        "Überblick mit Quellen: {text}",
        "Vue d’ensemble sourcée : {text}",
        "Visión general con fuentes: {text}",
    ),
    "assume.scope": (
        "Keine Seite von „{subject}“ wurde gewählt: Der Bericht ist ein allgemeiner Überblick",
        "Aucun aspect de « {subject} » n’a été choisi : le rapport est une vue d’ensemble",
        "No se eligió ningún aspecto de «{subject}»: el informe es una visión general",
    ),
    "assume.referent": (
        "„{subject}“ nennt nichts Bestimmtes: Der Bericht behandelt das Bekannteste",
        "« {subject} » ne désigne rien de particulier : le rapport traite des plus connus",
        "«{subject}» no nombra ninguno en particular: el informe trata los más destacados",
    ),
    "assume.term": (
        "Nach „{term}“ wird gesucht, wie es geschrieben ist, obwohl eine erste Suche nichts dazu fand",
        "« {term} » est cherché tel que c’est écrit, bien qu’une première recherche n’ait rien trouvé",
        "Se busca «{term}» tal como está escrito, aunque una primera búsqueda no encontró nada",
    ),
    "assume.meaning": (
        "„{subject}“ wird in der häufigsten Bedeutung verstanden",
        "« {subject} » est pris dans son sens le plus courant",
        "«{subject}» se entiende en su sentido más común",
    ),
    "assume.focuses": (
        "Der Bericht behandelt: {focuses}",
        "Le rapport couvre : {focuses}",
        "El informe abarca: {focuses}",
    ),
    "assume.guess": (
        "Nach {rounds} Fragerunden ist dies die beste Vermutung",
        "Après {rounds} tours de questions, c’est la meilleure hypothèse",
        "Tras {rounds} rondas de preguntas, esta es la mejor suposición",
    ),
    "because.order": (
        "Hier soll etwas getan oder erfunden werden, nicht etwas herausgefunden",
        "Il s’agit de faire ou d’inventer quelque chose, non de se renseigner",
        "Se pide hacer o inventar algo, no averiguarlo",
    ),
    "because.subject": ("Es gibt noch keinen Gegenstand", "Il n’y a pas encore de sujet", "Todavía no hay un tema"),
    "because.referent": (
        "Es verweist auf etwas, das der Text nicht nennt",
        "Cela renvoie à quelque chose que le texte ne nomme pas",
        "Remite a algo que el texto no nombra",
    ),
    "because.scope": ("Es nennt ein ganzes Gebiet", "Cela nomme tout un domaine", "Nombra un campo entero"),
    "because.term": (
        "„{term}“ steht allein und wird erst geprüft",
        "« {term} » est seul et doit d’abord être vérifié",
        "«{term}» aparece solo y hay que comprobarlo antes",
    ),
    "because.fair": (
        "Es gibt einen Gegenstand; der Rest wird angenommen",
        "Il y a un sujet ; le reste est supposé",
        "Hay un tema; lo demás se supone",
    ),
    "because.clear": ("Die Frage ist bestimmt genug", "La question est précise", "La pregunta es concreta"),
    "gate.short": (
        "Das Thema ist kurz. Was genau soll untersucht werden?",
        "Le sujet est court. Que faut-il rechercher exactement ?",
        "El tema es breve. ¿Qué hay que investigar exactamente?",
    ),
    "gate.vague": (
        "Wofür steht „{term}“ hier?",
        "Que désigne « {term} » ici ?",
        "¿Qué significa «{term}» aquí?",
    ),
    "gate.acronym": (
        "Was ist mit „{term}“ gemeint, und welche Seite davon ist wichtig?",
        "Que veut dire « {term} », et quel aspect compte ?",
        "¿Qué se entiende por «{term}» y qué aspecto importa?",
    ),
    "gate.as_written": ("So nehmen, wie es geschrieben ist", "Le prendre tel quel", "Tomarlo tal como está escrito"),
    "gate.assume": (
        "Das Thema wird genommen, wie es geschrieben ist",
        "Le sujet est pris tel quel",
        "El tema se toma tal como está escrito",
    ),
}

SIDES: dict[str, tuple[str, str, str]] = {
    "comparison": (
        "Vergleich nach den wichtigen Kriterien",
        "Comparaison selon les critères importants",
        "Comparación según los criterios importantes",
    ),
    "mechanism": ("Wie es funktioniert", "Fonctionnement", "Cómo funciona"),
    "causes": ("Ursachen und Treiber", "Causes et facteurs", "Causas y factores"),
    "effects": ("Folgen und Betroffene", "Effets et personnes touchées", "Efectos y afectados"),
    "evidence": ("Klinische Belege und Sicherheit", "Preuves cliniques et sécurité", "Evidencia clínica y seguridad"),
    "methods": ("Verfahren und technische Möglichkeiten", "Méthodes et options techniques", "Métodos y opciones técnicas"),
    "market": (
        "Markt, Kosten und wichtige Akteure",
        "Marché, coûts et principaux acteurs",
        "Mercado, costes y actores principales",
    ),
    "policy": ("Politik, Regeln und Normen", "Politique, règles et normes", "Política, normativa y estándares"),
    "history": ("Ursprung und Entwicklung", "Origines et évolution", "Origen y evolución"),
    "progress": ("Neueste Entwicklungen", "Derniers développements", "Últimos avances"),
    "state": ("Heutiger Stand", "Situation actuelle", "Situación actual"),
    "limits": ("Offene Probleme und Grenzen", "Problèmes ouverts et limites", "Problemas abiertos y límites"),
    "outlook": ("Ausblick", "Perspectives", "Perspectivas"),
}
