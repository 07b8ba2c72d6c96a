"""The fixed words of a report in the languages it is written in; other languages get English.

A report is read back by some of them: the words for a figure and a source are known to ``figure`` and ``citation``, too.
"""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """Headings and labels."""

    abstract: str
    conclusions: str
    analysis: str
    provenance: str
    assumptions: str
    figure: str
    source: str
    note: str
    partial: str
    vain: str
    unclear: str
    spent: str
    small: str
    memory: str
    nothing_on: str
    unmentioned: str
    stopped: str
    higher: str
    no_figure: str
    no_date: str
    no_reason: str
    no_first: str
    foreign: str
    quoted: str


WORDS = {
    "en": Words(
        "Abstract",
        "Conclusions and outlook",
        "Critical analysis",
        "How this report was made",
        "Assumptions",
        "Figure",
        "Source",
        "Note",
        "Part of this report was made without a model, because the model failed; see “How this report was made”.",
        "The model failed at every step: this report is made of sentences of its sources alone; see “How this report was made”.",
        "Sentences marked with (?) could not be confirmed beyond doubt from their sources.",
        "The budget was spent before the report was finished: part of it was made without a model, and shorter.",
        "{tokens} tokens have no room for the model at: {steps}. That was done without it; about {enough} are enough.",
        "no engine found a source. What cites it is a language model's memory, which may be wrong and supports nothing.",
        "Nothing was found on what you asked to look at: {focuses}.",
        "No source that was read mentions: {words}. The question may not be answered here. The sources are about: {titles}.",
        "The budget was spent before all searches were made: there may be more to find.",
        "With a higher ceiling, this run goes on from there: {command}",
        "The report states no figure for what was asked: {words}. None of the sentences found gives one.",
        "No date was found that is surely the one asked for: {words}. Dates in this report may be those of something else.",
        "No sentence found surely gives the reason asked for: {words}. Reasons in this report may be those of something else.",
        "No sentence or table was found that says which it is: {words}.",
        "Without a model nothing is translated. Sources in these languages are quoted as they are: {languages}.",
        "Cited sentences",
    ),
    "zh-Hant": Words(
        "摘要",
        "結論與展望",
        "批判分析",
        "本報告如何產生",
        "前提假設",
        "圖",
        "來源",
        "註",
        "本報告有一部分因模型失效而未使用模型完成，詳見「本報告如何產生」。",
        "模型在每一步都失效：本報告未使用模型，由來源的原句組成，詳見「本報告如何產生」。",
        "標有（？）的句子無法由其來源完全確認。",
        "預算在報告完成前已用盡：部分內容未使用模型完成，篇幅也較短。",
        "{tokens} 詞元的上限不足以讓模型進行：{steps}。這些步驟未使用模型；約 {enough} 詞元即足夠。",
        "沒有搜尋引擎找到來源。引用它的內容是語言模型憑記憶所述，可能有誤，不能作為依據。",
        "所問的以下方面，沒有找到任何內容：{focuses}。",
        "讀過的資料都沒有提到：{words}。本報告可能沒有回答所問。這些資料談的是：{titles}。",
        "預算在所有搜尋完成前已用盡：可能還有未找到的資料。",
        "提高上限後，可從該處繼續本次研究：{command}",
        "所問的以下數字，本報告沒有給出：{words}。找到的句子都沒有提到。",
        "沒有找到可以確定是所問的日期：{words}。本報告中的日期可能屬於其他事情。",
        "沒有找到確實說明所問原因的句子：{words}。本報告中的原因可能屬於其他事情。",
        "沒有找到說明是哪一個的句子或表格：{words}。",
        "未使用模型，引文未經翻譯。以下語言的來源按原文引用：{languages}。",
        "所引原文",
    ),
    "zh-Hans": Words(
        "摘要",
        "结论与展望",
        "批判分析",
        "本报告如何产生",
        "前提假设",
        "图",
        "来源",
        "注",
        "本报告有一部分因模型失效而未使用模型完成，详见“本报告如何产生”。",
        "模型在每一步都失效：本报告未使用模型，由来源的原句组成，详见“本报告如何产生”。",
        "标有（？）的句子无法由其来源完全确认。",
        "预算在报告完成前已用尽：部分内容未使用模型完成，篇幅也较短。",
        "{tokens} 词元的上限不足以让模型进行：{steps}。这些步骤未使用模型；约 {enough} 词元即足够。",
        "没有搜索引擎找到来源。引用它的内容是语言模型凭记忆所述，可能有误，不能作为依据。",
        "所问的以下方面，没有找到任何内容：{focuses}。",
        "读过的资料都没有提到：{words}。本报告可能没有回答所问。这些资料谈的是：{titles}。",
        "预算在所有搜索完成前已用尽：可能还有未找到的资料。",
        "提高上限后，可从该处继续本次研究：{command}",
        "所问的以下数字，本报告没有给出：{words}。找到的句子都没有提到。",
        "没有找到可以确定是所问的日期：{words}。本报告中的日期可能属于其他事情。",
        "没有找到确实说明所问原因的句子：{words}。本报告中的原因可能属于其他事情。",
        "没有找到说明是哪一个的句子或表格：{words}。",
        "未使用模型，引文未经翻译。以下语言的来源按原文引用：{languages}。",
        "所引原文",
    ),
    "ja": Words(
        "要旨",
        "結論と展望",
        "批判的分析",
        "この報告の作られ方",
        "前提",
        "図",
        "出典",
        "注",
        "モデルが応答しなかったため、この報告の一部はモデルなしで作成した。「この報告の作られ方」を参照。",
        "モデルはどの段階でも使える回答を返さず、この報告は出典の文からモデルなしで作成した。「この報告の作られ方」を参照。",
        "（？）の付いた文は、出典から確実には確認できない。",
        "報告の完成前に予算を使い切ったため、一部はモデルなしで、短く作成した。",
        "{tokens} トークンの上限では、次の作業にモデルを使えなかった：{steps}。約 {enough} トークンあれば足りる。",
        "出典を見つけた検索エンジンはない。これを引く文は言語モデルが記憶から述べたもので、誤りがありうる。何の裏付けにもならない。",
        "尋ねられた次の点については、何も見つからなかった：{focuses}。",
        "読んだ資料はいずれも次の語に触れていない：{words}。この報告は問いに答えていない可能性がある。資料の主題：{titles}。",
        "すべての検索を終える前に予算を使い切った。ほかにも見つかる資料があるかもしれない。",
        "上限を上げれば、そこからこの調査を続けられる：{command}",
        "問われた次の数値は、この報告にはない：{words}。見つかった文のどれにも示されていなかった。",
        "問われた時期のものと確かに言える日付は見つからなかった：{words}。この報告にある日付は別の事柄のものかもしれない。",
        "問われた理由を確かに述べる文は見つからなかった：{words}。この報告にある理由は別の事柄のものかもしれない。",
        "どれがそれに当たるかを述べる文も表も見つからなかった：{words}。",
        "モデルを使っていないため、翻訳はしていない。次の言語の出典は原文のまま引用している：{languages}。",
        "引用した原文",
    ),
    "ko": Words(
        "초록",
        "결론과 전망",
        "비판적 분석",
        "이 보고서가 만들어진 과정",
        "전제",
        "그림",
        "출처",
        "참고",
        "모델이 응답하지 않아 이 보고서의 일부는 모델 없이 작성되었다. “이 보고서가 만들어진 과정” 참조.",
        "모델이 모든 단계에서 실패해 이 보고서는 출처의 문장만으로 작성되었다. “이 보고서가 만들어진 과정” 참조.",
        "(?) 표시가 있는 문장은 출처로 완전히 확인되지 않았다.",
        "보고서가 완성되기 전에 예산이 소진되어 일부는 모델 없이 더 짧게 작성되었다.",
        "토큰 {tokens}개의 한도로는 다음 작업에 모델을 쓸 수 없었다: {steps}. 약 {enough}개면 충분하다.",
        "출처를 찾은 검색 엔진이 없다. 이를 인용한 내용은 언어 모델의 기억이며, 틀릴 수 있고 근거가 되지 않는다.",
        "물은 것 가운데 다음에 대해서는 아무것도 찾지 못했다: {focuses}.",
        "읽은 자료 가운데 다음을 언급한 것이 없다: {words}. 이 보고서는 질문에 답하지 못했을 수 있다. 자료의 주제: {titles}.",
        "모든 검색을 마치기 전에 예산이 소진되었다. 찾지 못한 자료가 더 있을 수 있다.",
        "한도를 높이면 그 지점부터 이 조사를 이어서 할 수 있다: {command}",
        "질문한 다음 수치는 이 보고서에 없다: {words}. 찾은 문장 가운데 이를 밝힌 것이 없다.",
        "질문한 시기라고 확실히 말할 수 있는 날짜를 찾지 못했다: {words}. 이 보고서의 날짜는 다른 일의 것일 수 있다.",
        "질문한 까닭을 확실히 밝힌 문장을 찾지 못했다: {words}. 이 보고서의 까닭은 다른 일의 것일 수 있다.",
        "어느 것인지 밝힌 문장이나 표를 찾지 못했다: {words}.",
        "모델 없이 작성하여 번역하지 않았다. 다음 언어의 출처는 원문 그대로 인용했다: {languages}.",
        "인용한 원문",
    ),
    "de": Words(
        "Zusammenfassung",
        "Fazit und Ausblick",
        "Kritische Analyse",
        "Wie dieser Bericht entstand",
        "Annahmen",
        "Abbildung",
        "Quelle",
        "Hinweis",
        "Ein Teil dieses Berichts entstand ohne Modell, weil das Modell versagte; siehe „Wie dieser Bericht entstand“.",
        "Das Modell versagte bei jedem Schritt: Dieser Bericht besteht allein aus Sätzen seiner Quellen; siehe „Wie dieser"
        " Bericht"
        " entstand“.",
        "Mit (?) markierte Sätze ließen sich aus ihren Quellen nicht zweifelsfrei bestätigen.",
        "Das Budget war verbraucht, bevor der Bericht fertig war: Ein Teil entstand ohne Modell und ist kürzer.",
        "Die Obergrenze von {tokens} Token lässt dem Modell keinen Raum für: {steps}. Das geschah ohne; etwa {enough} genügen.",
        "Keine Suche fand eine Quelle. Was sie zitiert, stammt aus dem Gedächtnis eines Sprachmodells, kann falsch sein und"
        " belegt nichts.",
        "Zu Folgendem, wonach gefragt war, wurde nichts gefunden: {focuses}.",
        "Keine gelesene Quelle erwähnt: {words}. Die Frage ist hier womöglich nicht beantwortet. Die Quellen handeln von:"
        " {titles}.",
        "Das Budget war verbraucht, bevor alles gesucht war: Es gibt vielleicht mehr zu finden.",
        "Mit einer höheren Obergrenze geht dieser Lauf von dort aus weiter: {command}",
        "Der Bericht nennt keine Zahl für das Gefragte: {words}. Keiner der gefundenen Sätze gibt eine an.",
        "Es wurde kein Datum gefunden, das sicher das gefragte ist: {words}. Daten im Bericht können zu anderem gehören.",
        "Kein Satz wurde gefunden, der sicher den gefragten Grund nennt: {words}. Gründe im Bericht können zu anderem gehören.",
        "Weder ein Satz noch eine Tabelle wurde gefunden, die sagt, was es ist: {words}.",
        "Ohne Modell wird nichts übersetzt. Quellen in diesen Sprachen sind im Wortlaut zitiert: {languages}.",
        "Zitierte Sätze",
    ),
    "fr": Words(
        "Résumé",
        "Conclusions et perspectives",
        "Analyse critique",
        "Comment ce rapport a été établi",
        "Hypothèses",
        "Figure",
        "Source",
        "Remarque",
        "Une partie de ce rapport a été établie sans modèle, car le modèle a échoué ; voir « Comment ce rapport a été établi ».",
        "Le modèle a échoué à chaque étape : ce rapport n’est fait que de phrases de ses sources ; voir « Comment ce rapport"
        " a été"
        " établi ».",
        "Les phrases marquées (?) n’ont pas pu être confirmées avec certitude par leurs sources.",
        "Le budget a été épuisé avant la fin du rapport : une partie a été établie sans modèle, et plus courte.",
        "Le plafond de {tokens} jetons ne laisse pas de place au modèle pour : {steps}. Cela a été fait sans lui ; environ"
        " {enough} suffisent.",
        "aucun moteur n’a trouvé de source. Ce qui la cite vient de la mémoire d’un modèle de langue, peut être faux et ne"
        " prouve rien.",
        "Rien n’a été trouvé sur ces points demandés : {focuses}.",
        "Aucune source lue ne mentionne : {words}. La question n’a peut-être pas de réponse ici. Les sources portent sur :"
        " {titles}.",
        "Le budget a été épuisé avant que toutes les recherches soient faites : il y a peut-être davantage à trouver.",
        "Avec un plafond plus élevé, cette recherche reprend à partir de là : {command}",
        "Le rapport ne donne aucun chiffre pour ce qui était demandé : {words}. Aucune des phrases trouvées n’en donne.",
        "Aucune date trouvée n’est sûrement celle qui était demandée : {words}. Celles du rapport peuvent dater autre chose.",
        "Aucune phrase trouvée ne donne sûrement la raison demandée : {words}. Celles du rapport peuvent expliquer autre chose.",
        "Ni phrase ni tableau trouvé ne dit lequel c’est : {words}.",
        "Sans modèle, rien n’est traduit. Les sources dans ces langues sont citées telles quelles : {languages}.",
        "Phrases citées",
    ),
    "es": Words(
        "Resumen",
        "Conclusiones y perspectivas",
        "Análisis crítico",
        "Cómo se hizo este informe",
        "Supuestos",
        "Figura",
        "Fuente",
        "Nota",
        "Parte de este informe se hizo sin modelo, porque el modelo falló; véase «Cómo se hizo este informe».",
        "El modelo falló en cada paso: este informe consta solo de frases de sus fuentes; véase «Cómo se hizo este informe».",
        "Las frases marcadas con (?) no pudieron confirmarse con certeza en sus fuentes.",
        "El presupuesto se agotó antes de terminar el informe: una parte se hizo sin modelo y es más breve.",
        "El límite de {tokens} tokens no deja sitio al modelo para: {steps}. Eso se hizo sin él; bastan unos {enough} tokens.",
        "ningún buscador encontró una fuente. Lo que la cita es la memoria de un modelo de lenguaje, puede ser falso y no"
        " prueba nada.",
        "No se encontró nada sobre estos puntos pedidos: {focuses}.",
        "Ninguna fuente leída menciona: {words}. Puede que la pregunta no tenga respuesta aquí. Las fuentes tratan de: {titles}.",
        "El presupuesto se agotó antes de hacer todas las búsquedas: puede haber más que encontrar.",
        "Con un límite más alto, esta investigación sigue desde ahí: {command}",
        "El informe no da ninguna cifra de lo preguntado: {words}. Ninguna de las frases encontradas la da.",
        "No se encontró ninguna fecha que sea con seguridad la preguntada: {words}. Las del informe pueden ser de otra cosa.",
        "Ninguna frase encontrada da con seguridad la razón preguntada: {words}. Las del informe pueden ser de otra cosa.",
        "No se encontró ninguna frase ni tabla que diga cuál es: {words}.",
        "Sin un modelo no se traduce nada. Las fuentes en estos idiomas se citan tal cual: {languages}.",
        "Frases citadas",
    ),
    "it": Words(
        "Sintesi",
        "Conclusioni e prospettive",
        "Analisi critica",
        "Come è stata fatta questa relazione",
        "Ipotesi",
        "Figura",
        "Fonte",
        "Nota",
        "Una parte di questa relazione è stata fatta senza modello, perché il modello non ha risposto; si veda «Come è"
        " stata fatta questa relazione».",
        "Il modello ha fallito a ogni passo: questa relazione è fatta solo di frasi delle sue fonti; si veda «Come è stata fatta"
        " questa relazione».",
        "Le frasi segnate con (?) non si sono potute confermare con certezza dalle loro fonti.",
        "Il budget si è esaurito prima che la relazione fosse finita: una parte è stata fatta senza modello ed è più breve.",
        "Il limite di {tokens} token non lascia posto al modello per: {steps}. È stato fatto senza; ne bastano circa {enough}.",
        "nessun motore ha trovato una fonte. Ciò che la cita è la memoria di un modello linguistico, può essere falso e non prova"
        " nulla.",
        "Non è stato trovato nulla su questi punti richiesti: {focuses}.",
        "Nessuna fonte letta menziona: {words}. Forse la domanda non ha risposta qui. Le fonti trattano di: {titles}.",
        "Il budget si è esaurito prima che tutte le ricerche fossero fatte: forse c’è altro da trovare.",
        "Con un limite più alto, questa ricerca prosegue da lì: {command}",
        "La relazione non dà alcuna cifra per ciò che è stato chiesto: {words}. Nessuna delle frasi trovate ne dà una.",
        "Nessuna data trovata è con certezza quella chiesta: {words}. Quelle della relazione possono riguardare altro.",
        "Nessuna frase trovata dà con certezza la ragione chiesta: {words}. Quelle della relazione possono riguardare altro.",
        "Nessuna frase o tabella trovata dice quale sia: {words}.",
        "Senza un modello nulla viene tradotto. Le fonti in queste lingue sono citate nell’originale: {languages}.",
        "Frasi citate",
    ),
    "pt": Words(
        "Resumo",
        "Conclusões e perspectivas",
        "Análise crítica",
        "Como este relatório foi feito",
        "Pressupostos",
        "Figura",
        "Fonte",
        "Nota",
        "Parte deste relatório foi feita sem modelo, porque o modelo falhou; ver “Como este relatório foi feito”.",
        "O modelo falhou em cada passo: este relatório é feito apenas de frases das suas fontes; ver “Como este relatório"
        " foi feito”.",
        "As frases marcadas com (?) não puderam ser confirmadas com certeza pelas suas fontes.",
        "O orçamento esgotou-se antes de o relatório estar pronto: uma parte foi feita sem modelo e é mais curta.",
        "O limite de {tokens} tokens não deixa espaço ao modelo para: {steps}. Isso foi feito sem ele; bastam cerca de {enough}.",
        "nenhum buscador encontrou uma fonte. O que a cita é a memória de um modelo de linguagem, pode ser falso e não"
        " prova nada.",
        "Nada foi encontrado sobre estes pontos pedidos: {focuses}.",
        "Nenhuma fonte lida menciona: {words}. Talvez a pergunta não tenha resposta aqui. As fontes tratam de: {titles}.",
        "O orçamento esgotou-se antes de todas as buscas serem feitas: pode haver mais a encontrar.",
        "Com um limite mais alto, esta pesquisa continua a partir daí: {command}",
        "O relatório não dá nenhum número para o que foi perguntado: {words}. Nenhuma das frases encontradas o dá.",
        "Nenhuma data encontrada é com certeza a que foi pedida: {words}. As do relatório podem ser de outra coisa.",
        "Nenhuma frase encontrada dá com certeza a razão pedida: {words}. As do relatório podem ser de outra coisa.",
        "Nenhuma frase ou tabela encontrada diz qual é: {words}.",
        "Sem um modelo nada é traduzido. As fontes nestas línguas são citadas no original: {languages}.",
        "Frases citadas",
    ),
}


def words(language: str) -> Words:
    """The words for a language (BCP 47)."""
    if language in WORDS:
        return WORDS[language]
    base = language.split("-")[0]
    return WORDS["zh-Hans"] if base == "zh" else WORDS.get(base, WORDS["en"])
