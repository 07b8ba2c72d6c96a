"""What the clarifiers say in German, French, Spanish, Italian and Portuguese, by key: texts (``_wording``), the names of sides,
and the words that call for a side (``_focus``)."""

from __future__ import annotations

LANGUAGES = ("de", "fr", "es", "it", "pt")

TEXTS: dict[str, tuple[str, str, str, str, str]] = {
    "subject": (
        "Worum soll es gehen? Nennen Sie es, oder wählen Sie eine Art von Gegenstand.",
        "Sur quoi la recherche doit-elle porter ? Nommez-le, ou choisissez un type de sujet.",
        "¿De qué debe tratar la investigación? Nómbrelo o elija un tipo de tema.",
        "Su che cosa deve vertere la ricerca? Lo nomini, o scelga un tipo di argomento.",
        "Sobre o que deve ser a pesquisa? Indique o nome ou escolha um tipo de tema.",
    ),
    "kind": (
        "Was genau ({kind})? Bitte nennen Sie den Namen.",
        "Lequel précisément ({kind}) ? Indiquez son nom.",
        "¿Cuál exactamente ({kind})? Indique el nombre.",
        "Quale esattamente ({kind})? Indichi il nome.",
        "Qual exatamente ({kind})? Indique o nome.",
    ),
    "referent": (
        "Was ist mit „{subject}“ gemeint? Nennen Sie den Namen, oder nehmen Sie den Überblick.",
        "Que désigne « {subject} » ? Indiquez son nom, ou prenez la vue d’ensemble.",
        "¿A qué se refiere «{subject}»? Indique el nombre o elija la visión general.",
        "Che cosa si intende con «{subject}»? Indichi il nome, o scelga la panoramica.",
        "A que se refere “{subject}”? Indique o nome ou escolha a visão geral.",
    ),
    "scope": (
        "„{subject}“ ist ein weites Feld. Welche Seite davon ist Ihnen am wichtigsten?",
        "« {subject} » est un vaste domaine. Quel aspect vous importe le plus ?",
        "«{subject}» es un campo amplio. ¿Qué aspecto le importa más?",
        "«{subject}» è un campo vasto. Quale aspetto Le interessa di più?",
        "“{subject}” é um campo vasto. Que aspecto lhe interessa mais?",
    ),
    "term": (
        "Eine Suche fand nichts zu „{term}“. Wie lautet der richtige oder vollständige Name?",
        "Une recherche n’a rien trouvé sur « {term} ». Quel est son nom exact ou complet ?",
        "Una búsqueda no encontró nada sobre «{term}». ¿Cuál es su nombre correcto o completo?",
        "Una ricerca non ha trovato nulla su «{term}». Qual è il nome esatto o completo?",
        "Uma busca não encontrou nada sobre “{term}”. Qual é o nome correto ou completo?",
    ),
    "kind.product": (
        "Eine Technik oder ein Produkt",
        "Une technologie ou un produit",
        "Una tecnología o un producto",
        "Una tecnologia o un prodotto",
        "Uma tecnologia ou um produto",
    ),
    "kind.company": (
        "Ein Unternehmen oder ein Markt",
        "Une entreprise ou un marché",
        "Una empresa o un mercado",
        "Un’azienda o un mercato",
        "Uma empresa ou um mercado",
    ),
    "kind.medicine": (
        "Eine Krankheit oder ein Medikament",
        "Une maladie ou un médicament",
        "Una enfermedad o un medicamento",
        "Una malattia o un farmaco",
        "Uma doença ou um medicamento",
    ),
    "kind.event": (
        "Eine Politik, ein Ereignis oder eine Epoche",
        "Une politique, un événement ou une époque",
        "Una política, un acontecimiento o una época",
        "Una politica, un evento o un’epoca",
        "Uma política, um acontecimento ou uma época",
    ),
    "overview": (
        "Ein allgemeiner Überblick",
        "Une vue d’ensemble",
        "Una visión general",
        "Una panoramica generale",
        "Uma visão geral",
    ),
    "no_one": (
        "Nichts Bestimmtes: ein Überblick über „{subject}“",
        "Rien de particulier : une vue d’ensemble de « {subject} »",
        "Ninguno en particular: una visión general de «{subject}»",
        "Nessuno in particolare: una panoramica di «{subject}»",
        "Nenhum em particular: uma visão geral de “{subject}”",
    ),
    "as_written": (
        "Nach „{term}“ suchen, wie es geschrieben ist",
        "Chercher « {term} » tel que c’est écrit",
        "Buscar «{term}» tal como está escrito",
        "Cercare «{term}» così com’è scritto",
        "Procurar “{term}” tal como está escrito",
    ),
    "goal.answer": (
        "Antwort auf: {text}",
        "Répondre à : {text}",
        "Responder a: {text}",
        "Rispondere a: {text}",
        "Responder a: {text}",
    ),
    "goal.compare": (
        "Vergleich mit Quellen: {text}",
        "Comparaison sourcée : {text}",
        "Comparación con fuentes: {text}",
        "Confronto con fonti: {text}",
        "Comparação com fontes: {text}",
    ),
    "goal.overview": (
        "Überblick mit Quellen: {text}",
        "Vue d’ensemble sourcée : {text}",
        "Visión general con fuentes: {text}",
        "Panoramica con fonti: {text}",
        "Visão geral com fontes: {text}",
    ),
    "assume.scope": (
        "Keine Seite von „{subject}“ wurde gewählt: Der Bericht ist ein allgemeiner Überblick",
        "Aucun aspect de « {subject} » n’a été choisi : le rapport est une vue d’ensemble",
        "No se eligió ningún aspecto de «{subject}»: el informe es una visión general",
        "Nessun aspetto di «{subject}» è stato scelto: la relazione è una panoramica generale",
        "Nenhum aspecto de “{subject}” foi escolhido: o relatório é uma visão geral",
    ),
    "assume.referent": (
        "„{subject}“ nennt nichts Bestimmtes: Der Bericht behandelt das Bekannteste",
        "« {subject} » ne désigne rien de particulier : le rapport traite des plus connus",
        "«{subject}» no nombra ninguno en particular: el informe trata los más destacados",
        "«{subject}» non nomina nulla in particolare: la relazione tratta i più noti",
        "“{subject}” não nomeia nenhum em particular: o relatório trata dos mais conhecidos",
    ),
    "assume.term": (
        "Nach „{term}“ wird gesucht, wie es geschrieben ist, obwohl eine erste Suche nichts dazu fand",
        "« {term} » est cherché tel que c’est écrit, bien qu’une première recherche n’ait rien trouvé",
        "Se busca «{term}» tal como está escrito, aunque una primera búsqueda no encontró nada",
        "«{term}» viene cercato così com’è scritto, benché una prima ricerca non abbia trovato nulla",
        "“{term}” é procurado tal como está escrito, embora uma primeira busca nada tenha encontrado",
    ),
    "assume.meaning": (
        "„{subject}“ wird in der häufigsten Bedeutung verstanden",
        "« {subject} » est pris dans son sens le plus courant",
        "«{subject}» se entiende en su sentido más común",
        "«{subject}» è inteso nel senso più comune",
        "“{subject}” é entendido no sentido mais comum",
    ),
    "assume.guess": (
        "Nach {rounds} Fragerunden ist dies die beste Vermutung",
        "Après {rounds} tours de questions, c’est la meilleure hypothèse",
        "Tras {rounds} rondas de preguntas, esta es la mejor suposición",
        "Dopo {rounds} giri di domande questa è l’ipotesi migliore",
        "Após {rounds} rodadas de perguntas, esta é a melhor suposição",
    ),
    "because.order": (
        "Hier soll etwas getan oder erfunden werden, nicht etwas herausgefunden",
        "Il s’agit de faire ou d’inventer quelque chose, non de se renseigner",
        "Se pide hacer o inventar algo, no averiguarlo",
        "Si chiede di fare o inventare qualcosa, non di scoprirlo",
        "Pede-se para fazer ou inventar algo, não para o descobrir",
    ),
    "because.subject": (
        "Es gibt noch keinen Gegenstand",
        "Il n’y a pas encore de sujet",
        "Todavía no hay un tema",
        "Non c’è ancora un argomento",
        "Ainda não há um tema",
    ),
    "because.referent": (
        "Es verweist auf etwas, das der Text nicht nennt",
        "Cela renvoie à quelque chose que le texte ne nomme pas",
        "Remite a algo que el texto no nombra",
        "Rimanda a qualcosa che il testo non nomina",
        "Remete a algo que o texto não nomeia",
    ),
    "because.scope": (
        "Es nennt ein ganzes Gebiet",
        "Cela nomme tout un domaine",
        "Nombra un campo entero",
        "Nomina un intero campo",
        "Nomeia um campo inteiro",
    ),
    "because.term": (
        "„{term}“ steht allein und wird erst geprüft",
        "« {term} » est seul et doit d’abord être vérifié",
        "«{term}» aparece solo y hay que comprobarlo antes",
        "«{term}» sta da solo e va prima verificato",
        "“{term}” aparece sozinho e tem de ser verificado antes",
    ),
    "because.fair": (
        "Es gibt einen Gegenstand; der Rest wird angenommen",
        "Il y a un sujet ; le reste est supposé",
        "Hay un tema; lo demás se supone",
        "C’è un argomento; il resto è supposto",
        "Há um tema; o resto é suposto",
    ),
    "because.clear": (
        "Die Frage ist bestimmt genug",
        "La question est précise",
        "La pregunta es concreta",
        "La domanda è precisa",
        "A pergunta é precisa",
    ),
    "gate.short": (
        "Das Thema ist kurz. Was genau soll untersucht werden?",
        "Le sujet est court. Que faut-il rechercher exactement ?",
        "El tema es breve. ¿Qué hay que investigar exactamente?",
        "Il tema è breve. Che cosa va ricercato esattamente?",
        "O tema é curto. O que deve ser pesquisado exatamente?",
    ),
    "gate.vague": (
        "Wofür steht „{term}“ hier?",
        "Que désigne « {term} » ici ?",
        "¿Qué significa «{term}» aquí?",
        "Che cosa significa qui «{term}»?",
        "O que significa “{term}” aqui?",
    ),
    "gate.acronym": (
        "Was ist mit „{term}“ gemeint, und welche Seite davon ist wichtig?",
        "Que veut dire « {term} », et quel aspect compte ?",
        "¿Qué se entiende por «{term}» y qué aspecto importa?",
        "Che cosa si intende per «{term}», e quale aspetto conta?",
        "O que se entende por “{term}” e que aspecto importa?",
    ),
    "gate.as_written": (
        "So nehmen, wie es geschrieben ist",
        "Le prendre tel quel",
        "Tomarlo tal como está escrito",
        "Prenderlo così com’è scritto",
        "Tomá-lo tal como está escrito",
    ),
    "gate.assume": (
        "Das Thema wird genommen, wie es geschrieben ist",
        "Le sujet est pris tel quel",
        "El tema se toma tal como está escrito",
        "Il tema è preso così com’è scritto",
        "O tema é tomado tal como está escrito",
    ),
}

SIDES: dict[str, tuple[str, str, str, str, str]] = {
    "comparison": (
        "Vergleich nach den wichtigen Kriterien",
        "Comparaison selon les critères importants",
        "Comparación según los criterios importantes",
        "Confronto secondo i criteri importanti",
        "Comparação segundo os critérios importantes",
    ),
    "mechanism": ("Wie es funktioniert", "Fonctionnement", "Cómo funciona", "Come funziona", "Como funciona"),
    "causes": ("Ursachen und Treiber", "Causes et facteurs", "Causas y factores", "Cause e fattori", "Causas e fatores"),
    "effects": (
        "Folgen und Betroffene",
        "Effets et personnes touchées",
        "Efectos y afectados",
        "Effetti e persone coinvolte",
        "Efeitos e quem é afetado",
    ),
    "evidence": (
        "Klinische Belege und Sicherheit",
        "Preuves cliniques et sécurité",
        "Evidencia clínica y seguridad",
        "Prove cliniche e sicurezza",
        "Evidência clínica e segurança",
    ),
    "methods": (
        "Verfahren und technische Möglichkeiten",
        "Méthodes et options techniques",
        "Métodos y opciones técnicas",
        "Metodi e opzioni tecniche",
        "Métodos e opções técnicas",
    ),
    "market": (
        "Markt, Kosten und wichtige Akteure",
        "Marché, coûts et principaux acteurs",
        "Mercado, costes y actores principales",
        "Mercato, costi e attori principali",
        "Mercado, custos e principais atores",
    ),
    "policy": (
        "Politik, Regeln und Normen",
        "Politique, règles et normes",
        "Política, normativa y estándares",
        "Politica, norme e standard",
        "Política, regras e normas",
    ),
    "history": (
        "Ursprung und Entwicklung",
        "Origines et évolution",
        "Origen y evolución",
        "Origine ed evoluzione",
        "Origem e evolução",
    ),
    "progress": ("Neueste Entwicklungen", "Derniers développements", "Últimos avances", "Ultimi sviluppi", "Últimos avanços"),
    "state": ("Heutiger Stand", "Situation actuelle", "Situación actual", "Situazione attuale", "Situação atual"),
    "limits": (
        "Offene Probleme und Grenzen",
        "Problèmes ouverts et limites",
        "Problemas abiertos y límites",
        "Problemi aperti e limiti",
        "Problemas em aberto e limites",
    ),
    "outlook": ("Ausblick", "Perspectives", "Perspectivas", "Prospettive", "Perspectivas"),
}

CUES: dict[str, str] = {
    "comparison": r"vergleich|unterschied|confront|comparai|comparac|comparaç|différence|diferen[cç]|differenz",
    "mechanism": r"funktionier|mechanismus|prinzip|fonctionne|mécanisme|funciona|funziona|meccanism|mecanismo|princip[ie]",
    "causes": (
        r"warum|ursache|gründe|faktor|pourquoi|por qu[eé]|porqu[eê]|perché|raison|caus[ae]|motiv[oi]|facteur|fattor"
        r"|fator"
    ),
    "effects": (
        r"auswirkung|wirkung|folgen|einfluss|effet|conséquen|efecto|consecuen|effett|impatt|conseguen|efeito|consequên"
        r"|impacto"
    ),
    "evidence": (
        r"behandlung|therapie|krebs|krank|klinisch|impf|medikament|arznei|traitement|thérapie|maladie|médicament|vaccin"
        r"|tratamiento|enfermedad|c[aá]ncer|cancro|medicament|vacuna|malatti|farmac|vaccin|tratamento|doença|câncer"
        r"|vacina|cl[ií]ni[ck]"
    ),
    "methods": r"verfahren|technik|technologie|methode|méthode|technologie|método|tecnolog|metod|tecnic|técnic",
    "market": (
        r"markt|märkte|preis|kosten|unternehmen|firma|industrie|wirtschaft|marché|prix|coût|entreprise|économi|mercado"
        r"|precio|cost[ei]\b|empresa|econom|mercat|prezz|aziend|impres|preço|custo"
    ),
    "policy": (
        r"politik|gesetz|regulier|vorschrift|förder|politique|\blois?\b|réglement|normativ|\bley(?:es)?\b|polític"
        r"|politic|\blegg[ei]\b|\bleis?\b|regula"
    ),
    "history": (
        r"geschicht|ursprung|jahrhundert|krieg|histoire|origine|siècle|guerre|histori|origen|siglo|guerra|\bstori[ae]\b"
        r"|secol|história|origem|século"
    ),
    "progress": (
        r"neueste|aktuell|fortschritt|entwicklung|derni[eè]r|récent|progrès|évolution|últim|reciente|avance|ultim|recent"
        r"|svilupp|avanço|evolu"
    ),
    "limits": (
        r"problem|herausforderung|risik|grenzen|problème|défi|risque|limite|desafío|riesgo|\bretos?\b|sfid|rischi"
        r"|desafio|risco"
    ),
    "outlook": r"zukunft|ausblick|prognose|avenir|perspectiv|prévision|futur|pronóstico|prospettiv|previsi",
}
"""Words that call for a side; such as mean it in one language only, or the same in several."""
