// What the page says, in the language of the browser. A key that is missing in one language is a defect that a test finds.
const en = {
  skip: "Skip to content", new: "New question", runs: "Runs", noRuns: "No runs yet.", older: "Older runs",
  askTitle: "What do you want to know?", depth: "Depth", quick: "Quick", standard: "Standard", deep: "Deep",
  length: "Length", brief: "Brief", full: "Full", language: "Language of the report", sameLanguage: "As the question",
  questions: "Questions back", askAuto: "Where it matters", askAlways: "Always show me the plan", askNever: "Never ask",
  engines: "Search", go: "Research", noModel: "No model: the report is composed of the sources' own sentences.", model: "Written by {0}.",
  cancel: "Stop", resume: "Resume", how: "How it was made", howNow: "Progress", report: "Report", openReport: "Open in a tab", stages: "Stages",
  queries: "Queries", sources: "Sources read", unread: "{0} not read", hits: "{0} hit|{0} hits", checks: "Checks",
  running: "Under way", asking: "Waiting for your answer", complete: "Complete", partial: "Complete, with gaps", failed: "Failed",
  interrupted: "Interrupted", damaged: "Damaged", notPassed: "did not pass its checks", elsewhere: "in another process",
  understand: "Understand", plan: "Plan", search: "Search", read: "Read", reflect: "Weigh", write: "Write", verify: "Verify",
  round: "round {0} of {1}", seconds: "{0} s", minutes: "{0} min {1} s", searches: "{0} search|{0} searches", searchesOf: "{0} of {1} searches",
  pages: "{0} page|{0} pages", tokens: "{0} tokens", tokensOf: "{0} of {1} tokens", usd: "${0}", usdOf: "${0} of ${1}", unknownPrice: "price unknown",
  planTitle: "Is this the right plan?", planHint: "Focus {0}", planGo: "Start with this plan", addFocus: "One more focus (optional)",
  answerGo: "Answer", ownWords: "In your own words", skipQuestion: "Decide for me",
  keyTitle: "This server asks for its token", keyHint: "Open the address that dr serve printed, or paste its token here.", token: "Token", keyGo: "Continue",
  lost: "The server cannot be reached. Trying again…", gap: "{0} event is missing.|{0} events are missing.",
  unreadable: "The page found cannot be read: other engines are asked.|None of the {0} pages found can be read: other engines are asked.",
  unrelated: "The page read is not about the question: other engines are asked.|None of the {0} pages read is about the question: other engines are asked.",
};
const zhHans = {
  skip: "跳到正文", new: "新问题", runs: "研究记录", noRuns: "还没有研究。", older: "更早的研究",
  askTitle: "想了解什么？", depth: "深度", quick: "快速", standard: "标准", deep: "深入",
  length: "篇幅", brief: "简短", full: "详尽", language: "报告语言", sameLanguage: "与问题相同",
  questions: "反问", askAuto: "必要时", askAlways: "总是先看计划", askNever: "不要问",
  engines: "搜索来源", go: "开始研究", noModel: "未配置模型：报告由来源的原句组成。", model: "由 {0} 撰写。",
  cancel: "停止", resume: "继续", how: "研究过程", howNow: "进度", report: "报告", openReport: "在新标签页打开", stages: "阶段",
  queries: "查询", sources: "已读来源", unread: "{0} 个未读", hits: "{0} 条结果", checks: "核查",
  running: "进行中", asking: "等待您的回答", complete: "已完成", partial: "已完成，但有缺漏", failed: "失败",
  interrupted: "已中断", damaged: "已损坏", notPassed: "未通过核查", elsewhere: "在另一个进程中",
  understand: "理解", plan: "计划", search: "搜索", read: "阅读", reflect: "权衡", write: "撰写", verify: "核查",
  round: "第 {0} 轮，共 {1} 轮", seconds: "{0} 秒", minutes: "{0} 分 {1} 秒", searches: "搜索 {0} 次", searchesOf: "搜索 {0} / {1} 次",
  pages: "{0} 页", tokens: "{0} 个 token", tokensOf: "{0} / {1} 个 token", usd: "{0} 美元", usdOf: "{0} / {1} 美元", unknownPrice: "价格未知",
  planTitle: "这个计划可以吗？", planHint: "重点 {0}", planGo: "按此计划开始", addFocus: "再加一个重点（可选）",
  answerGo: "回答", ownWords: "用自己的话说", skipQuestion: "由你决定",
  keyTitle: "此服务器需要令牌", keyHint: "请打开 dr serve 启动时显示的地址，或在此粘贴令牌。", token: "令牌", keyGo: "继续",
  lost: "无法连接服务器，正在重试……", gap: "缺少 {0} 个事件。",
  unreadable: "找到的 {0} 个页面都无法读取：正在询问其他搜索引擎。",
  unrelated: "已读的 {0} 个页面都与问题无关：正在询问其他搜索引擎。",
};
const zhHant = {
  skip: "跳到正文", new: "新問題", runs: "研究紀錄", noRuns: "還沒有研究。", older: "更早的研究",
  askTitle: "想了解什麼？", depth: "深度", quick: "快速", standard: "標準", deep: "深入",
  length: "篇幅", brief: "簡短", full: "詳盡", language: "報告語言", sameLanguage: "與問題相同",
  questions: "反問", askAuto: "必要時", askAlways: "一律先看計畫", askNever: "不要問",
  engines: "搜尋來源", go: "開始研究", noModel: "未設定模型：報告由來源的原句組成。", model: "由 {0} 撰寫。",
  cancel: "停止", resume: "繼續", how: "研究過程", howNow: "進度", report: "報告", openReport: "在新分頁開啟", stages: "階段",
  queries: "查詢", sources: "已讀來源", unread: "{0} 個未讀", hits: "{0} 筆結果", checks: "查核",
  running: "進行中", asking: "等待您的回答", complete: "已完成", partial: "已完成，但有缺漏", failed: "失敗",
  interrupted: "已中斷", damaged: "已損壞", notPassed: "未通過查核", elsewhere: "在另一個程序中",
  understand: "理解", plan: "計畫", search: "搜尋", read: "閱讀", reflect: "權衡", write: "撰寫", verify: "查核",
  round: "第 {0} 輪，共 {1} 輪", seconds: "{0} 秒", minutes: "{0} 分 {1} 秒", searches: "搜尋 {0} 次", searchesOf: "搜尋 {0} / {1} 次",
  pages: "{0} 頁", tokens: "{0} 個 token", tokensOf: "{0} / {1} 個 token", usd: "{0} 美元", usdOf: "{0} / {1} 美元", unknownPrice: "價格未知",
  planTitle: "這個計畫可以嗎？", planHint: "重點 {0}", planGo: "依此計畫開始", addFocus: "再加一個重點（可不填）",
  answerGo: "回答", ownWords: "用自己的話說", skipQuestion: "由你決定",
  keyTitle: "此伺服器需要權杖", keyHint: "請開啟 dr serve 啟動時顯示的網址，或在此貼上權杖。", token: "權杖", keyGo: "繼續",
  lost: "無法連線到伺服器，正在重試……", gap: "缺少 {0} 個事件。",
  unreadable: "找到的 {0} 個頁面都無法讀取：正在詢問其他搜尋引擎。",
  unrelated: "已讀的 {0} 個頁面都與問題無關：正在詢問其他搜尋引擎。",
};
const ja = {
  skip: "本文へ移動", new: "新しい質問", runs: "調査の一覧", noRuns: "まだ調査がありません。", older: "以前の調査",
  askTitle: "何を調べますか？", depth: "深さ", quick: "手早く", standard: "標準", deep: "詳しく",
  length: "長さ", brief: "短め", full: "詳細", language: "レポートの言語", sameLanguage: "質問と同じ",
  questions: "確認の質問", askAuto: "必要なとき", askAlways: "必ず計画を見る", askNever: "質問しない",
  engines: "検索先", go: "調べる", noModel: "モデルなし：レポートは出典の文をそのまま組み合わせて作ります。", model: "{0} が書きます。",
  cancel: "中止", resume: "再開", how: "作成の過程", howNow: "進行状況", report: "レポート", openReport: "新しいタブで開く", stages: "段階",
  queries: "検索語", sources: "読んだ資料", unread: "{0} 件は読めず", hits: "{0} 件", checks: "検証",
  running: "調査中", asking: "回答待ち", complete: "完了", partial: "完了（一部欠け）", failed: "失敗",
  interrupted: "中断", damaged: "破損", notPassed: "検証に合格していません", elsewhere: "別のプロセスで実行中",
  understand: "理解", plan: "計画", search: "検索", read: "読む", reflect: "検討", write: "執筆", verify: "検証",
  round: "{1} 回のうち {0} 回目", seconds: "{0} 秒", minutes: "{0} 分 {1} 秒", searches: "検索 {0} 回", searchesOf: "検索 {0} / {1} 回",
  pages: "{0} ページ", tokens: "{0} トークン", tokensOf: "{0} / {1} トークン", usd: "{0} ドル", usdOf: "{0} / {1} ドル", unknownPrice: "価格不明",
  planTitle: "この計画でよいですか？", planHint: "論点 {0}", planGo: "この計画で始める", addFocus: "論点を追加（任意）",
  answerGo: "答える", ownWords: "自分の言葉で", skipQuestion: "任せる",
  keyTitle: "このサーバーにはトークンが必要です", keyHint: "dr serve が表示したアドレスを開くか、トークンをここに貼り付けてください。", token: "トークン", keyGo: "続ける",
  lost: "サーバーに接続できません。再試行しています…", gap: "{0} 件のイベントが欠けています。",
  unreadable: "見つかった {0} ページはどれも読めません。ほかの検索エンジンに問い合わせます。",
  unrelated: "読んだ {0} ページはどれも質問に関係がありません。ほかの検索エンジンに問い合わせます。",
};
const ko = {
  skip: "본문으로 이동", new: "새 질문", runs: "조사 목록", noRuns: "아직 조사가 없습니다.", older: "이전 조사",
  askTitle: "무엇을 알고 싶으신가요?", depth: "깊이", quick: "빠르게", standard: "표준", deep: "깊이 있게",
  length: "분량", brief: "짧게", full: "상세히", language: "보고서 언어", sameLanguage: "질문과 같음",
  questions: "되묻기", askAuto: "필요할 때", askAlways: "항상 계획 보기", askNever: "묻지 않기",
  engines: "검색 대상", go: "조사 시작", noModel: "모델 없음: 보고서는 출처의 문장을 그대로 엮어 만듭니다.", model: "{0}이(가) 작성합니다.",
  cancel: "중지", resume: "이어서 하기", how: "작성 과정", howNow: "진행 상황", report: "보고서", openReport: "새 탭에서 열기", stages: "단계",
  queries: "검색어", sources: "읽은 자료", unread: "{0}건은 읽지 못함", hits: "{0}건", checks: "검증",
  running: "진행 중", asking: "답변을 기다리는 중", complete: "완료", partial: "완료(일부 빠짐)", failed: "실패",
  interrupted: "중단됨", damaged: "손상됨", notPassed: "검증을 통과하지 못함", elsewhere: "다른 프로세스에서 실행 중",
  understand: "이해", plan: "계획", search: "검색", read: "읽기", reflect: "검토", write: "작성", verify: "검증",
  round: "{1}회 중 {0}회차", seconds: "{0}초", minutes: "{0}분 {1}초", searches: "검색 {0}회", searchesOf: "검색 {0} / {1}회",
  pages: "{0}쪽", tokens: "토큰 {0}개", tokensOf: "토큰 {0} / {1}개", usd: "{0}달러", usdOf: "{0} / {1}달러", unknownPrice: "가격 알 수 없음",
  planTitle: "이 계획이 맞습니까?", planHint: "초점 {0}", planGo: "이 계획으로 시작", addFocus: "초점 추가(선택)",
  answerGo: "답하기", ownWords: "직접 쓰기", skipQuestion: "알아서 정하기",
  keyTitle: "이 서버에는 토큰이 필요합니다", keyHint: "dr serve가 표시한 주소를 열거나 토큰을 여기에 붙여 넣으세요.", token: "토큰", keyGo: "계속",
  lost: "서버에 연결할 수 없습니다. 다시 시도하는 중…", gap: "이벤트 {0}개가 빠졌습니다.",
  unreadable: "찾은 {0}쪽 가운데 읽을 수 있는 것이 없어 다른 검색 엔진에 묻습니다.",
  unrelated: "읽은 {0}쪽 가운데 질문에 관한 것이 없어 다른 검색 엔진에 묻습니다.",
};
const de = {
  skip: "Zum Inhalt springen", new: "Neue Frage", runs: "Recherchen", noRuns: "Noch keine Recherchen.", older: "Ältere Recherchen",
  askTitle: "Was möchten Sie wissen?", depth: "Tiefe", quick: "Schnell", standard: "Standard", deep: "Gründlich",
  length: "Länge", brief: "Kurz", full: "Ausführlich", language: "Sprache des Berichts", sameLanguage: "Wie die Frage",
  questions: "Rückfragen", askAuto: "Wo es darauf ankommt", askAlways: "Immer den Plan zeigen", askNever: "Nie fragen",
  engines: "Suche", go: "Recherchieren", noModel: "Ohne Modell: Der Bericht besteht aus Sätzen der Quellen.", model: "Geschrieben von {0}.",
  cancel: "Anhalten", resume: "Fortsetzen", how: "Wie er entstanden ist", howNow: "Fortschritt", report: "Bericht", openReport: "In neuem Tab öffnen", stages: "Schritte",
  queries: "Suchanfragen", sources: "Gelesene Quellen", unread: "{0} nicht gelesen", hits: "{0} Treffer", checks: "Prüfungen",
  running: "Läuft", asking: "Wartet auf Ihre Antwort", complete: "Fertig", partial: "Fertig, mit Lücken", failed: "Fehlgeschlagen",
  interrupted: "Unterbrochen", damaged: "Beschädigt", notPassed: "hat die Prüfung nicht bestanden", elsewhere: "in einem anderen Prozess",
  understand: "Verstehen", plan: "Planen", search: "Suchen", read: "Lesen", reflect: "Abwägen", write: "Schreiben", verify: "Prüfen",
  round: "Runde {0} von {1}", seconds: "{0} s", minutes: "{0} min {1} s", searches: "{0} Suche|{0} Suchen", searchesOf: "{0} von {1} Suchen",
  pages: "{0} Seite|{0} Seiten", tokens: "{0} Token", tokensOf: "{0} von {1} Token", usd: "{0} $", usdOf: "{0} von {1} $", unknownPrice: "Preis unbekannt",
  planTitle: "Ist das der richtige Plan?", planHint: "Schwerpunkt {0}", planGo: "Mit diesem Plan beginnen", addFocus: "Noch ein Schwerpunkt (freiwillig)",
  answerGo: "Antworten", ownWords: "In eigenen Worten", skipQuestion: "Entscheiden Sie",
  keyTitle: "Dieser Server verlangt sein Token", keyHint: "Öffnen Sie die Adresse, die dr serve ausgegeben hat, oder fügen Sie das Token hier ein.", token: "Token", keyGo: "Weiter",
  lost: "Der Server ist nicht erreichbar. Neuer Versuch …", gap: "{0} Ereignis fehlt.|{0} Ereignisse fehlen.",
  unreadable: "Die gefundene Seite ist nicht lesbar: Andere Suchmaschinen werden gefragt.|Keine der {0} gefundenen Seiten ist lesbar: Andere Suchmaschinen werden gefragt.",
  unrelated: "Die gelesene Seite handelt nicht von der Frage: Andere Suchmaschinen werden gefragt.|Keine der {0} gelesenen Seiten handelt von der Frage: Andere Suchmaschinen werden gefragt.",
};
const fr = {
  skip: "Aller au contenu", new: "Nouvelle question", runs: "Recherches", noRuns: "Aucune recherche pour l’instant.", older: "Recherches plus anciennes",
  askTitle: "Que voulez-vous savoir ?", depth: "Profondeur", quick: "Rapide", standard: "Standard", deep: "Approfondie",
  length: "Longueur", brief: "Court", full: "Détaillé", language: "Langue du rapport", sameLanguage: "Celle de la question",
  questions: "Questions en retour", askAuto: "Si nécessaire", askAlways: "Toujours montrer le plan", askNever: "Ne rien demander",
  engines: "Recherche", go: "Rechercher", noModel: "Sans modèle : le rapport se compose de phrases des sources.", model: "Rédigé par {0}.",
  cancel: "Arrêter", resume: "Reprendre", how: "Comment il a été fait", howNow: "Progression", report: "Rapport", openReport: "Ouvrir dans un onglet", stages: "Étapes",
  queries: "Requêtes", sources: "Sources lues", unread: "{0} non lue|{0} non lues", hits: "{0} résultat|{0} résultats", checks: "Vérifications",
  running: "En cours", asking: "En attente de votre réponse", complete: "Terminé", partial: "Terminé, avec des lacunes", failed: "Échec",
  interrupted: "Interrompu", damaged: "Endommagé", notPassed: "n’a pas passé ses vérifications", elsewhere: "dans un autre processus",
  understand: "Comprendre", plan: "Planifier", search: "Chercher", read: "Lire", reflect: "Évaluer", write: "Rédiger", verify: "Vérifier",
  round: "tour {0} sur {1}", seconds: "{0} s", minutes: "{0} min {1} s", searches: "{0} recherche|{0} recherches", searchesOf: "{0} recherches sur {1}",
  pages: "{0} page|{0} pages", tokens: "{0} jeton|{0} jetons", tokensOf: "{0} jetons sur {1}", usd: "{0} $", usdOf: "{0} $ sur {1} $", unknownPrice: "prix inconnu",
  planTitle: "Ce plan vous convient-il ?", planHint: "Axe {0}", planGo: "Commencer avec ce plan", addFocus: "Un axe de plus (facultatif)",
  answerGo: "Répondre", ownWords: "Avec vos mots", skipQuestion: "Décidez pour moi",
  keyTitle: "Ce serveur demande son jeton", keyHint: "Ouvrez l’adresse affichée par dr serve, ou collez son jeton ici.", token: "Jeton", keyGo: "Continuer",
  lost: "Le serveur est injoignable. Nouvel essai…", gap: "{0} événement manque.|{0} événements manquent.",
  unreadable: "La page trouvée est illisible : d’autres moteurs sont interrogés.|Aucune des {0} pages trouvées n’est lisible : d’autres moteurs sont interrogés.",
  unrelated: "La page lue ne porte pas sur la question : d’autres moteurs sont interrogés.|Aucune des {0} pages lues ne porte sur la question : d’autres moteurs sont interrogés.",
};
const es = {
  skip: "Ir al contenido", new: "Nueva pregunta", runs: "Investigaciones", noRuns: "Todavía no hay investigaciones.", older: "Investigaciones anteriores",
  askTitle: "¿Qué quiere saber?", depth: "Profundidad", quick: "Rápida", standard: "Estándar", deep: "A fondo",
  length: "Extensión", brief: "Breve", full: "Completo", language: "Idioma del informe", sameLanguage: "El de la pregunta",
  questions: "Preguntas de vuelta", askAuto: "Cuando haga falta", askAlways: "Mostrar siempre el plan", askNever: "No preguntar",
  engines: "Búsqueda", go: "Investigar", noModel: "Sin modelo: el informe se compone de frases de las fuentes.", model: "Escrito por {0}.",
  cancel: "Detener", resume: "Reanudar", how: "Cómo se hizo", howNow: "Progreso", report: "Informe", openReport: "Abrir en una pestaña", stages: "Etapas",
  queries: "Consultas", sources: "Fuentes leídas", unread: "{0} sin leer", hits: "{0} resultado|{0} resultados", checks: "Comprobaciones",
  running: "En curso", asking: "Esperando su respuesta", complete: "Terminado", partial: "Terminado, con lagunas", failed: "Error",
  interrupted: "Interrumpido", damaged: "Dañado", notPassed: "no superó las comprobaciones", elsewhere: "en otro proceso",
  understand: "Entender", plan: "Planificar", search: "Buscar", read: "Leer", reflect: "Valorar", write: "Escribir", verify: "Comprobar",
  round: "ronda {0} de {1}", seconds: "{0} s", minutes: "{0} min {1} s", searches: "{0} búsqueda|{0} búsquedas", searchesOf: "{0} de {1} búsquedas",
  pages: "{0} página|{0} páginas", tokens: "{0} token|{0} tokens", tokensOf: "{0} de {1} tokens", usd: "{0} $", usdOf: "{0} de {1} $", unknownPrice: "precio desconocido",
  planTitle: "¿Es este el plan correcto?", planHint: "Enfoque {0}", planGo: "Empezar con este plan", addFocus: "Un enfoque más (opcional)",
  answerGo: "Responder", ownWords: "Con sus palabras", skipQuestion: "Decida por mí",
  keyTitle: "Este servidor pide su token", keyHint: "Abra la dirección que mostró dr serve, o pegue aquí su token.", token: "Token", keyGo: "Continuar",
  lost: "No se puede contactar con el servidor. Reintentando…", gap: "Falta {0} evento.|Faltan {0} eventos.",
  unreadable: "La página encontrada no se puede leer: se pregunta a otros buscadores.|Ninguna de las {0} páginas encontradas se puede leer: se pregunta a otros buscadores.",
  unrelated: "La página leída no trata de la pregunta: se pregunta a otros buscadores.|Ninguna de las {0} páginas leídas trata de la pregunta: se pregunta a otros buscadores.",
};
const it = {
  skip: "Vai al contenuto", new: "Nuova domanda", runs: "Ricerche", noRuns: "Ancora nessuna ricerca.", older: "Ricerche precedenti",
  askTitle: "Che cosa vuole sapere?", depth: "Profondità", quick: "Rapida", standard: "Normale", deep: "Approfondita",
  length: "Lunghezza", brief: "Breve", full: "Completa", language: "Lingua della relazione", sameLanguage: "Quella della domanda",
  questions: "Domande di ritorno", askAuto: "Quando serve", askAlways: "Mostra sempre il piano", askNever: "Non chiedere",
  engines: "Motori", go: "Avvia la ricerca", noModel: "Senza modello: la relazione è composta di frasi delle fonti.", model: "Scritta da {0}.",
  cancel: "Ferma", resume: "Riprendi", how: "Come è stata fatta", howNow: "Avanzamento", report: "Relazione", openReport: "Apri in una scheda", stages: "Fasi",
  queries: "Interrogazioni", sources: "Fonti lette", unread: "{0} non lette", hits: "{0} risultato|{0} risultati", checks: "Controlli",
  running: "In corso", asking: "In attesa della Sua risposta", complete: "Finita", partial: "Finita, con lacune", failed: "Non riuscita",
  interrupted: "Interrotta", damaged: "Danneggiata", notPassed: "non ha superato i controlli", elsewhere: "in un altro processo",
  understand: "Capire", plan: "Pianificare", search: "Cercare", read: "Leggere", reflect: "Valutare", write: "Scrivere", verify: "Verificare",
  round: "giro {0} di {1}", seconds: "{0} s", minutes: "{0} min {1} s", searches: "{0} ricerca|{0} ricerche", searchesOf: "{0} di {1} ricerche",
  pages: "{0} pagina|{0} pagine", tokens: "{0} token", tokensOf: "{0} di {1} token", usd: "{0} $", usdOf: "{0} di {1} $", unknownPrice: "prezzo ignoto",
  planTitle: "È il piano giusto?", planHint: "Punto {0}", planGo: "Comincia con questo piano", addFocus: "Un altro punto (facoltativo)",
  answerGo: "Rispondi", ownWords: "Con parole Sue", skipQuestion: "Decida per me",
  keyTitle: "Questo server chiede il suo token", keyHint: "Apra l’indirizzo mostrato da dr serve, o incolli qui il suo token.", token: "Token", keyGo: "Continua",
  lost: "Il server non è raggiungibile. Nuovo tentativo…", gap: "Manca {0} evento.|Mancano {0} eventi.",
  unreadable: "La pagina trovata non si può leggere: si chiede ad altri motori.|Nessuna delle {0} pagine trovate si può leggere: si chiede ad altri motori.",
  unrelated: "La pagina letta non tratta della domanda: si chiede ad altri motori.|Nessuna delle {0} pagine lette tratta della domanda: si chiede ad altri motori.",
};
const pt = {
  skip: "Ir para o conteúdo", new: "Nova pergunta", runs: "Pesquisas", noRuns: "Ainda não há pesquisas.", older: "Pesquisas anteriores",
  askTitle: "O que quer saber?", depth: "Profundidade", quick: "Rápida", standard: "Normal", deep: "A fundo",
  length: "Extensão", brief: "Breve", full: "Completo", language: "Língua do relatório", sameLanguage: "A da pergunta",
  questions: "Perguntas de volta", askAuto: "Quando necessário", askAlways: "Mostrar sempre o plano", askNever: "Não perguntar",
  engines: "Busca", go: "Pesquisar", noModel: "Sem modelo: o relatório é composto de frases das fontes.", model: "Escrito por {0}.",
  cancel: "Parar", resume: "Retomar", how: "Como foi feito", howNow: "Progresso", report: "Relatório", openReport: "Abrir em uma aba", stages: "Etapas",
  queries: "Consultas", sources: "Fontes lidas", unread: "{0} não lidas", hits: "{0} resultado|{0} resultados", checks: "Verificações",
  running: "Em curso", asking: "À espera da sua resposta", complete: "Concluída", partial: "Concluída, com lacunas", failed: "Falhou",
  interrupted: "Interrompida", damaged: "Danificada", notPassed: "não passou nas verificações", elsewhere: "em outro processo",
  understand: "Entender", plan: "Planejar", search: "Buscar", read: "Ler", reflect: "Avaliar", write: "Escrever", verify: "Verificar",
  round: "rodada {0} de {1}", seconds: "{0} s", minutes: "{0} min {1} s", searches: "{0} busca|{0} buscas", searchesOf: "{0} de {1} buscas",
  pages: "{0} página|{0} páginas", tokens: "{0} token|{0} tokens", tokensOf: "{0} de {1} tokens", usd: "{0} $", usdOf: "{0} de {1} $", unknownPrice: "preço desconhecido",
  planTitle: "É este o plano certo?", planHint: "Foco {0}", planGo: "Começar com este plano", addFocus: "Mais um foco (opcional)",
  answerGo: "Responder", ownWords: "Com as suas palavras", skipQuestion: "Decida por mim",
  keyTitle: "Este servidor pede o seu token", keyHint: "Abra o endereço que dr serve mostrou, ou cole aqui o token.", token: "Token", keyGo: "Continuar",
  lost: "Não é possível contatar o servidor. Tentando de novo…", gap: "Falta {0} evento.|Faltam {0} eventos.",
  unreadable: "A página encontrada não pode ser lida: outros buscadores são consultados.|Nenhuma das {0} páginas encontradas pode ser lida: outros buscadores são consultados.",
  unrelated: "A página lida não trata da pergunta: outros buscadores são consultados.|Nenhuma das {0} páginas lidas trata da pergunta: outros buscadores são consultados.",
};
const known = { en, "zh-Hans": zhHans, "zh-Hant": zhHant, ja, ko, de, fr, es, it, pt };

function pick(wanted) {
  for (const tag of wanted) {
    const low = tag.toLowerCase();
    if (low.startsWith("zh")) return /hant|-tw|-hk|-mo/.test(low) ? "zh-Hant" : "zh-Hans";
    const base = low.split("-")[0];
    if (base in known) return base;
  }
  return "en";
}

export const language = pick(navigator.languages ?? [navigator.language]);
const number = new Intl.NumberFormat(language);

export function t(key, ...values) {
  const [one, many] = (known[language][key] ?? key).split("|");
  return (many && values[0] !== 1 ? many : one).replace(/\{(\d)\}/g, (_, at) => (typeof values[at] === "number" ? number.format(values[at]) : values[at]));
}

export function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
}
