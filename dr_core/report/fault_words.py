"""Why a page was not read, or an engine or a model failed, in the languages of reports (see ``reason_words``)."""

from __future__ import annotations

FAULTS = {
    "the server answered {}": (
        "伺服器回應 {0}", "服务器返回 {0}", "サーバーの応答 {0}", "서버 응답 {0}", "der Server antwortete {0}",
        "le serveur a répondu {0}", "el servidor respondió {0}", "il server ha risposto {0}", "o servidor respondeu {0}",
    ),
    "the server failed ({})": (
        "伺服器故障（{0}）", "服务器故障（{0}）", "サーバーの障害（{0}）", "서버 장애({0})", "der Server versagte ({0})",
        "le serveur a échoué ({0})", "el servidor falló ({0})", "il server ha avuto un guasto ({0})", "o servidor falhou ({0})",
    ),
    "there was no whole answer within {} s": (
        "{0} 秒內未收到完整回應", "{0} 秒内未收到完整响应", "{0} 秒以内に応答が揃わなかった", "{0}초 안에 온전한 응답이 없음",
        "binnen {0} s kam keine vollständige Antwort", "pas de réponse complète en {0} s", "sin respuesta completa en {0} s",
        "nessuna risposta completa entro {0} s", "sem resposta completa em {0} s",
    ),
    "a step took too long": (
        "逾時", "超时", "時間切れ", "시간 초과", "ein Schritt dauerte zu lange", "une étape a pris trop de temps",
        "un paso tardó demasiado", "un passo ha richiesto troppo tempo", "um passo demorou demais",
    ),
    "{} did not answer in time": (
        "{0} 逾時未回應", "{0} 超时未响应", "{0} は時間内に応答しなかった", "{0}이(가) 제때 응답하지 않음",
        "{0} antwortete nicht rechtzeitig", "{0} n’a pas répondu à temps", "{0} no respondió a tiempo",
        "{0} non ha risposto in tempo", "{0} não respondeu a tempo",
    ),
    "{} could not be reached in time ({})": (
        "無法及時連線至 {0}（{1}）", "无法及时连接 {0}（{1}）", "{0} に時間内に接続できない（{1}）",
        "{0}에 제때 연결할 수 없음({1})", "{0} war nicht rechtzeitig erreichbar ({1})",
        "{0} n’a pas pu être joint à temps ({1})", "no se pudo llegar a {0} a tiempo ({1})",
        "{0} non è stato raggiunto in tempo ({1})", "não se chegou a {0} a tempo ({1})",
    ),
    "{} could not be reached: {}": (
        "無法連線至 {0}：{1}", "无法连接 {0}：{1}", "{0} に接続できない：{1}", "{0}에 연결할 수 없음: {1}",
        "{0} war nicht erreichbar: {1}", "{0} n’a pas pu être joint : {1}", "no se pudo llegar a {0}: {1}",
        "{0} non è raggiungibile: {1}", "não se chegou a {0}: {1}",
    ),
    "{} asks to slow down ({})": (
        "{0} 要求降低頻率（{1}）", "{0} 要求降低频率（{1}）", "{0} が頻度の抑制を求めた（{1}）",
        "{0}이(가) 속도를 낮추라고 요청함({1})", "{0} bittet um weniger Anfragen ({1})", "{0} demande de ralentir ({1})",
        "{0} pide ir más despacio ({1})", "{0} chiede di rallentare ({1})", "{0} pede menos pedidos ({1})",
    ),
    "{} is behind a bot wall ({})": (
        "{0} 有防機器人驗證（{1}）", "{0} 有反爬验证（{1}）", "{0} はボット対策で読めない（{1}）",
        "{0}은(는) 봇 차단 뒤에 있음({1})", "{0} steht hinter einer Sperre gegen Bots ({1})",
        "{0} est derrière une barrière anti-robots ({1})", "{0} está tras una barrera contra bots ({1})",
        "{0} è dietro una barriera contro i bot ({1})", "{0} está atrás de uma barreira contra robôs ({1})",
    ),
    "it redirects in a circle, back to {}": (
        "循環重新導向至 {0}", "循环重定向至 {0}", "{0} へ循環転送される", "{0}(으)로 순환 이동함",
        "es leitet im Kreis weiter, zurück zu {0}", "il redirige en boucle, vers {0}", "redirige en círculo, de vuelta a {0}",
        "reindirizza in circolo, di nuovo a {0}", "redireciona em círculo, de volta a {0}",
    ),
    "it redirects more than {} times": (
        "重新導向超過 {0} 次", "重定向超过 {0} 次", "{0} 回を超える転送", "{0}회 넘게 이동함",
        "es leitet mehr als {0}-mal weiter", "il redirige plus de {0} fois", "redirige más de {0} veces",
        "reindirizza più di {0} volte", "redireciona mais de {0} vezes",
    ),
    "it redirects ({}) to nowhere": (
        "重新導向無目標（{0}）", "重定向无目标（{0}）", "転送先がない（{0}）", "이동할 곳이 없음({0})",
        "es leitet ({0}) ins Leere weiter", "il redirige ({0}) vers nulle part", "redirige ({0}) a ninguna parte",
        "reindirizza ({0}) verso il nulla", "redireciona ({0}) para lugar nenhum",
    ),
    "the server does not speak proper HTTP ({})": (
        "伺服器的 HTTP 回應不正確（{0}）", "服务器的 HTTP 响应不正确（{0}）", "サーバーの HTTP 応答が不正（{0}）",
        "서버의 HTTP 응답이 올바르지 않음({0})", "der Server spricht kein richtiges HTTP ({0})",
        "le serveur ne parle pas correctement HTTP ({0})", "el servidor no habla HTTP correctamente ({0})",
        "il server non parla HTTP correttamente ({0})", "o servidor não fala HTTP corretamente ({0})",
    ),
    "the answer has no whole content ({})": (
        "回應內容不完整（{0}）", "响应内容不完整（{0}）", "応答の内容が不完全（{0}）", "응답 내용이 불완전함({0})",
        "die Antwort ist unvollständig ({0})", "la réponse est incomplète ({0})", "la respuesta está incompleta ({0})",
        "la risposta è incompleta ({0})", "a resposta está incompleta ({0})",
    ),
    "{} is not a type that is read": (
        "{0} 不是可讀取的類型", "{0} 不是可读取的类型", "{0} は読めない種類", "{0}은(는) 읽지 않는 형식",
        "{0} ist kein lesbarer Typ", "{0} n’est pas un type lu", "{0} no es un tipo que se lea",
        "{0} non è un tipo che si legge", "{0} não é um tipo que se lê",
    ),
    "the page is empty": (
        "頁面是空的", "页面是空的", "ページが空", "페이지가 비어 있음", "die Seite ist leer", "la page est vide",
        "la página está vacía", "la pagina è vuota", "a página está vazia",
    ),
    "only what the engine gave of it was read": (
        "只讀了搜尋引擎提供的部分", "只读了搜索引擎提供的部分", "検索エンジンが示した部分だけを読んだ",
        "검색 엔진이 준 부분만 읽음", "gelesen wurde nur, was die Suchmaschine davon gab",
        "seul ce que le moteur en a donné a été lu", "solo se leyó lo que dio el buscador",
        "letto solo ciò che ne ha dato il motore di ricerca", "só foi lido o que o buscador deu",
    ),
    "only the first {} of {} pages were read": (
        "只讀了 {1} 頁中的前 {0} 頁", "只读了 {1} 页中的前 {0} 页", "{1} ページのうち最初の {0} ページだけを読んだ",
        "{1}쪽 가운데 처음 {0}쪽만 읽음", "nur die ersten {0} von {1} Seiten wurden gelesen",
        "seules les {0} premières pages sur {1} ont été lues", "solo se leyeron las primeras {0} de {1} páginas",
        "lette solo le prime {0} di {1} pagine", "só foram lidas as primeiras {0} de {1} páginas",
    ),
    "only the first {} of {} rows were read": (
        "只讀了 {1} 列資料中的前 {0} 列", "只读了 {1} 行数据中的前 {0} 行", "{1} 行のうち最初の {0} 行だけを読んだ",
        "{1}행 가운데 처음 {0}행만 읽음", "nur die ersten {0} von {1} Zeilen wurden gelesen",
        "seules les {0} premières lignes sur {1} ont été lues", "solo se leyeron las primeras {0} de {1} filas",
        "lette solo le prime {0} di {1} righe", "só foram lidas as primeiras {0} de {1} linhas",
    ),
    "only the first {} of {} characters were read": (
        "只讀了 {1} 個字元中的前 {0} 個", "只读了 {1} 个字符中的前 {0} 个", "{1} 文字のうち最初の {0} 文字だけを読んだ",
        "글자 {1}개 가운데 처음 {0}개만 읽음", "nur die ersten {0} von {1} Zeichen wurden gelesen",
        "seuls les {0} premiers caractères sur {1} ont été lus", "solo se leyeron los primeros {0} de {1} caracteres",
        "letti solo i primi {0} di {1} caratteri", "só foram lidos os primeiros {0} de {1} caracteres",
    ),
    "the page is longer than {}": (
        "頁面超過 {0}", "页面超过 {0}", "ページが {0} を超える", "페이지가 {0}을(를) 넘음", "die Seite ist länger als {0}",
        "la page dépasse {0}", "la página supera {0}", "la pagina supera {0}", "a página ultrapassa {0}",
    ),
    "reading {} took longer than {} s and was stopped": (
        "讀取 {0} 超過 {1} 秒而中止", "读取 {0} 超过 {1} 秒而中止", "{0} の読み取りが {1} 秒を超え中止した",
        "{0} 읽기가 {1}초를 넘어 중단됨", "das Lesen von {0} dauerte länger als {1} s und wurde abgebrochen",
        "la lecture de {0} a dépassé {1} s et a été arrêtée", "la lectura de {0} superó {1} s y se detuvo",
        "la lettura di {0} ha superato {1} s ed è stata fermata", "a leitura de {0} passou de {1} s e foi interrompida",
    ),
    "the name {} has no address": (
        "網域 {0} 沒有位址", "域名 {0} 没有地址", "ホスト名 {0} にアドレスがない", "호스트 이름 {0}에 주소가 없음",
        "der Name {0} hat keine Adresse", "le nom {0} n’a pas d’adresse", "el nombre {0} no tiene dirección",
        "il nome {0} non ha un indirizzo", "o nome {0} não tem endereço",
    ),
    "the name {} could not be looked up ({})": (
        "網域 {0} 無法解析（{1}）", "域名 {0} 无法解析（{1}）", "ホスト名 {0} を解決できない（{1}）",
        "호스트 이름 {0}을(를) 찾을 수 없음({1})", "der Name {0} ließ sich nicht auflösen ({1})",
        "le nom {0} n’a pas pu être résolu ({1})", "no se pudo resolver el nombre {0} ({1})",
        "il nome {0} non si è potuto risolvere ({1})", "não foi possível resolver o nome {0} ({1})",
    ),
    "{} planned, none drawn: {}": (
        "已規劃 {0} 張，未繪製（{1}）", "已规划 {0} 张，未绘制（{1}）",
        "{0} 件を計画、描画なし（{1}）", "{0}개 계획, 그리지 못함({1})",
        "{0} geplant, keines gezeichnet ({1})", "{0} prévus, aucun dessiné ({1})", "{0} previstos, ninguno dibujado ({1})",
        "{0} previsti, nessuno disegnato ({1})", "{0} previstos, nenhum desenhado ({1})",
    ),
    "its robots.txt does not allow it": (
        "其 robots.txt 不允許", "其 robots.txt 不允许", "robots.txt が許可していない", "robots.txt가 허용하지 않음",
        "seine robots.txt erlaubt es nicht", "son robots.txt ne le permet pas", "su robots.txt no lo permite",
        "il suo robots.txt non lo consente", "o seu robots.txt não o permite",
    ),
    "its robots.txt could not be read, which means no": (
        "其 robots.txt 無法讀取，視為不允許", "其 robots.txt 无法读取，视为不允许", "robots.txt が読めず、不許可とみなす",
        "robots.txt를 읽을 수 없어 허용하지 않는 것으로 봄", "seine robots.txt war nicht lesbar, was nein heißt",
        "son robots.txt n’a pas pu être lu, ce qui veut dire non", "su robots.txt no se pudo leer, lo que significa no",
        "il suo robots.txt non si è potuto leggere, il che vuol dire no",
        "o seu robots.txt não pôde ser lido, o que significa não",
    ),
    "has no readable text": (
        "沒有可讀文字", "没有可读文字", "読める文字がない", "읽을 수 있는 글이 없음", "hat keinen lesbaren Text",
        "n’a pas de texte lisible", "no tiene texto legible", "non ha testo leggibile", "não tem texto legível",
    ),
    "has no text before its scripts run": (
        "執行指令碼前沒有文字", "运行脚本前没有文字", "スクリプト実行前に文字がない", "스크립트 실행 전에는 글이 없음",
        "hat keinen Text, bevor seine Skripte laufen", "n’a pas de texte avant l’exécution de ses scripts",
        "no tiene texto antes de ejecutar sus scripts", "non ha testo prima che girino i suoi script",
        "não tem texto antes de correrem os seus scripts",
    ),
}  # fmt: skip
"""Of a page, an engine or a model."""
