"""Why a sentence was dropped or doubted, and why a page was not read, in the languages of reports.

Reasons are English wherever a run keeps them (``claims.json``, ``state.json``, events). What people read is worded here; what is
none of ours (a model's own words) stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dr_core.report.box_words import column, filled, fitting, worded
from dr_core.report.fault_words import FAULTS

REASONS = {
    "the token ceiling has no room for it. Raise --max-tokens": (
        "詞元上限不足以執行此步驟", "词元上限不足以执行此步骤",
        "トークンの上限ではこの作業に足りない", "토큰 한도가 이 작업에 부족함",
        "die Token-Obergrenze hat dafür keinen Raum",
        "le plafond de jetons n’a pas de place pour cela",
        "el límite de tokens no tiene sitio para ello", "il limite di token non ha posto per questo",
        "o limite de tokens não tem espaço para isso",
    ),
    "the quotation “{}” stands in no cited span": (
        "引文「{0}」不在所引原文中", "引文“{0}”不在所引原文中", "引用文「{0}」は引用元にない",
        "인용문 “{0}”이(가) 인용한 원문에 없음", "das Zitat „{0}“ steht in keiner zitierten Stelle",
        "la citation « {0} » ne figure dans aucun passage cité", "la cita «{0}» no está en ningún pasaje citado",
        "la citazione «{0}» non si trova in nessun passo citato", "a citação “{0}” não está em nenhuma passagem citada",
    ),
    "the date {} stands in no cited span": (
        "日期「{0}」不在所引原文中", "日期“{0}”不在所引原文中", "日付「{0}」は引用元にない",
        "날짜 “{0}”이(가) 인용한 원문에 없음", "das Datum {0} steht in keiner zitierten Stelle",
        "la date {0} ne figure dans aucun passage cité", "la fecha {0} no está en ningún pasaje citado",
        "la data {0} non si trova in nessun passo citato", "a data {0} não está em nenhuma passagem citada",
    ),
    "the number {} stands in no cited span": (
        "數字「{0}」不在所引原文中", "数字“{0}”不在所引原文中", "数値「{0}」は引用元にない",
        "수치 “{0}”이(가) 인용한 원문에 없음", "die Zahl {0} steht in keiner zitierten Stelle",
        "le nombre {0} ne figure dans aucun passage cité", "el número {0} no está en ningún pasaje citado",
        "il numero {0} non si trova in nessun passo citato", "o número {0} não está em nenhuma passagem citada",
    ),
    "the name {} stands in no cited span": (
        "名稱「{0}」不在所引原文中", "名称“{0}”不在所引原文中", "名称「{0}」は引用元にない",
        "이름 “{0}”이(가) 인용한 원문에 없음", "der Name {0} steht in keiner zitierten Stelle",
        "le nom {0} ne figure dans aucun passage cité", "el nombre {0} no está en ningún pasaje citado",
        "il nome {0} non si trova in nessun passo citato", "o nome {0} não está em nenhuma passagem citada",
    ),
    "the column {} stands in no cited span": (
        "欄位「{0}」不在所引原文中", "列名“{0}”不在所引原文中", "列「{0}」は引用元にない", "열 “{0}”이(가) 인용한 원문에 없음",
        "die Spalte {0} steht in keiner zitierten Stelle", "la colonne {0} ne figure dans aucun passage cité",
        "la columna {0} no está en ningún pasaje citado", "la colonna {0} non si trova in nessun passo citato",
        "a coluna {0} não está em nenhuma passagem citada",
    ),
    "in another language; the name {} was not found": (
        "來源為其他語言，其中找不到名稱「{0}」", "来源为其他语言，其中找不到名称“{0}”",
        "出典は他言語で、名称「{0}」が見つからない", "출처가 다른 언어이며 이름 “{0}”을(를) 찾지 못함",
        "in einer anderen Sprache; der Name {0} wurde nicht gefunden", "dans une autre langue ; le nom {0} n’a pas été trouvé",
        "en otro idioma; no se encontró el nombre {0}", "in un’altra lingua; il nome {0} non è stato trovato",
        "em outra língua; o nome {0} não foi encontrado",
    ),
    "in another language, with too little to compare": (
        "來源為其他語言，可比對之處太少", "来源为其他语言，可比对之处太少", "出典は他言語で、照合できる点が少ない",
        "출처가 다른 언어이며 대조할 내용이 너무 적음", "in einer anderen Sprache, mit zu wenig Vergleichbarem",
        "dans une autre langue, avec trop peu à comparer", "en otro idioma, con muy poco que comparar",
        "in un’altra lingua, con troppo poco da confrontare", "em outra língua, com muito pouco a comparar",
    ),
    "in another language; says “{}” where the source says “{}”": (
        "來源為其他語言；說的是「{0}」，來源為「{1}」", "来源为其他语言；说的是“{0}”，来源为“{1}”",
        "出典は他言語。「{0}」とあるが、出典では「{1}」", "출처가 다른 언어; “{0}”(이)라 하나 출처는 “{1}”",
        "in einer anderen Sprache; sagt „{0}“, die Quelle sagt „{1}“",
        "dans une autre langue ; dit « {0} », la source dit « {1} »", "en otro idioma; dice «{0}», la fuente dice «{1}»",
        "in un’altra lingua; dice «{0}», la fonte dice «{1}»", "em outra língua; diz “{0}”, a fonte diz “{1}”",
    ),
    "told in other words than the cited ones": (
        "措辭與所引原文不同，無法確認", "措辞与所引原文不同，无法确认", "引用元と言い回しが異なり確認できない",
        "인용한 원문과 표현이 달라 확인할 수 없음", "mit anderen Worten gesagt als zitiert, nicht bestätigt",
        "dit autrement que le passage cité, non confirmé", "dicho con otras palabras que las citadas, sin confirmar",
        "detto con parole diverse da quelle citate, non confermato", "dito com outras palavras que as citadas, não confirmado",
    ),
    "cites nothing": (
        "沒有引用", "没有引用", "引用がない", "인용이 없음", "zitiert nichts", "ne cite rien", "no cita nada", "non cita nulla",
        "não cita nada",
    ),
    "too long for one sentence": (
        "句子過長", "句子过长", "一文として長すぎる", "한 문장으로는 너무 김", "zu lang für einen Satz",
        "trop long pour une phrase", "demasiado largo para una frase", "troppo lunga per una frase",
        "longa demais para uma frase",
    ),
    "stands behind more sentences than a paragraph has": (
        "段落過長，此句未比對", "段落过长，此句未比对", "段落が長すぎて照合していない", "단락이 너무 길어 대조하지 않음",
        "der Absatz ist zu lang, dieser Satz wurde nicht geprüft", "paragraphe trop long, phrase non vérifiée",
        "párrafo demasiado largo, frase sin comprobar", "paragrafo troppo lungo, frase non verificata",
        "parágrafo longo demais, frase não verificada",
    ),
    "says {} where the source says another number": (
        "說的是 {0}，來源為另一數字", "说的是 {0}，来源为另一数字", "{0} とあるが、出典では別の数値",
        "{0}(이)라 하나 출처는 다른 수치", "sagt {0}, die Quelle nennt eine andere Zahl",
        "dit {0}, la source donne un autre nombre", "dice {0}, la fuente da otro número",
        "dice {0}, la fonte dà un altro numero", "diz {0}, a fonte dá outro número",
    ),
    "says of {} what the source says of another number": (
        "來源說的是另一數字，而非 {0}", "来源说的是另一数字，而非 {0}", "出典は {0} でなく別の数値について述べている",
        "출처는 {0}이(가) 아니라 다른 수치에 관한 것", "sagt von {0}, was die Quelle von einer anderen Zahl sagt",
        "dit de {0} ce que la source dit d’un autre nombre", "dice de {0} lo que la fuente dice de otro número",
        "dice di {0} ciò che la fonte dice di un altro numero", "diz de {0} o que a fonte diz de outro número",
    ),
    "says {}, which the table gives for something else": (
        "{0} 在表中屬於另一項", "{0} 在表中属于另一项", "{0} は表では別の項目の値", "{0}은(는) 표에서 다른 항목의 값",
        "sagt {0}, was in der Tabelle für etwas anderes steht", "dit {0}, que le tableau donne pour autre chose",
        "dice {0}, que la tabla da para otra cosa", "dice {0}, che la tabella dà per altro",
        "diz {0}, que a tabela dá para outra coisa",
    ),
    "says {}, which can be worked out, but not from what is named alone": (
        "{0} 可以推算出來，但僅憑所提到的數字不足以確定", "{0} 可以推算出来，但仅凭所提到的数字不足以确定",
        "{0} は計算できるが、挙げられたものだけでは決まらない", "{0}은(는) 계산할 수 있으나 언급된 것만으로는 정해지지 않음",
        "sagt {0}, was sich errechnen lässt, aber nicht allein aus dem Genannten",
        "dit {0}, qui se calcule, mais pas de ce qui est nommé seul",
        "dice {0}, que puede calcularse, pero no solo con lo nombrado",
        "dice {0}, che si può calcolare, ma non solo da ciò che è nominato",
        "diz {0}, que se pode calcular, mas não só com o que é nomeado",
    ),
    "says “{}”, which its own figures belie ({}, {})": (
        "「{0}」與自身的數字不符（{1}、{2}）", "“{0}”与自身的数字不符（{1}、{2}）", "「{0}」が自身の数値（{1}、{2}）と矛盾する",
        "“{0}”이(가) 자체 수치({1}, {2})와 어긋남", "sagt „{0}“, was den eigenen Zahlen widerspricht ({1}, {2})",
        "dit « {0} », que ses propres chiffres démentent ({1}, {2})", "dice «{0}», que sus propias cifras desmienten ({1}, {2})",
        "dice «{0}», che le sue stesse cifre smentiscono ({1}, {2})", "diz “{0}”, que os seus números desmentem ({1}, {2})",
    ),
    "says “{}” where the source says “{}”": (
        "說的是「{0}」，來源為「{1}」", "说的是“{0}”，来源为“{1}”", "「{0}」とあるが、出典では「{1}」",
        "“{0}”(이)라 하나 출처는 “{1}”", "sagt „{0}“, die Quelle sagt „{1}“", "dit « {0} », la source dit « {1} »",
        "dice «{0}», la fuente dice «{1}»", "dice «{0}», la fonte dice «{1}»", "diz “{0}”, a fonte diz “{1}”",
    ),
    "says {} where the source says {}": (
        "說的是「{0}」，來源為「{1}」", "说的是“{0}”，来源为“{1}”", "「{0}」とあるが、出典では「{1}」",
        "“{0}”(이)라 하나 출처는 “{1}”", "sagt {0}, die Quelle sagt {1}", "dit {0}, la source dit {1}",
        "dice {0}, la fuente dice {1}", "dice {0}, la fonte dice {1}", "diz {0}, a fonte diz {1}",
    ),
    "says of {} what the source says of {} ({})": (
        "{2}：來源說的是「{1}」，而非「{0}」", "{2}：来源说的是“{1}”，而非“{0}”", "{2}：出典では「{0}」でなく「{1}」の値",
        "{2}: 출처는 “{0}”이(가) 아니라 “{1}”에 관한 것", "sagt von {0}, was die Quelle von {1} sagt ({2})",
        "dit de {0} ce que la source dit de {1} ({2})", "dice de {0} lo que la fuente dice de {1} ({2})",
        "dice di {0} ciò che la fonte dice di {1} ({2})", "diz de {0} o que a fonte diz de {1} ({2})",
    ),
    "says of “{}” what the source says of “{}”": (
        "來源說的是「{1}」，而非「{0}」", "来源说的是“{1}”，而非“{0}”", "出典は「{0}」でなく「{1}」について述べている",
        "출처는 “{0}”이(가) 아니라 “{1}”에 관한 것", "sagt von „{0}“, was die Quelle von „{1}“ sagt",
        "dit de « {0} » ce que la source dit de « {1} »", "dice de «{0}» lo que la fuente dice de «{1}»",
        "dice di «{0}» ciò che la fonte dice di «{1}»", "diz de “{0}” o que a fonte diz de “{1}”",
    ),
    "puts “{}” and “{}” in each other's place": (
        "「{0}」與「{1}」顛倒了", "“{0}”与“{1}”颠倒了", "「{0}」と「{1}」が入れ替わっている", "“{0}”와(과) “{1}”이(가) 뒤바뀜",
        "vertauscht „{0}“ und „{1}“", "intervertit « {0} » et « {1} »", "intercambia «{0}» y «{1}»", "scambia «{0}» e «{1}»",
        "troca “{0}” e “{1}”",
    ),
    "gives {} under {}, where the source's table has it elsewhere": (
        "{0} 列在「{1}」之下，來源表中在別處", "{0} 列在“{1}”之下，来源表中在别处",
        "{0} を「{1}」の列に置くが、出典の表では別の位置", "{0}을(를) “{1}” 아래에 두었으나 출처의 표에서는 다른 곳",
        "nennt {0} unter {1}, in der Tabelle der Quelle steht es anderswo",
        "donne {0} sous {1}, le tableau de la source l’a ailleurs",
        "da {0} bajo {1}, la tabla de la fuente lo tiene en otro lugar",
        "dà {0} sotto {1}, la tabella della fonte lo ha altrove", "dá {0} sob {1}, a tabela da fonte o tem noutro lugar",
    ),
    "leaves out “{}”": (
        "略去了「{0}」", "略去了“{0}”", "「{0}」を省いている", "“{0}”을(를) 생략함", "lässt „{0}“ weg", "omet « {0} »",
        "omite «{0}»", "omette «{0}»", "omite “{0}”",
    ),
    "states as a fact what the source gives as somebody's word": (
        "把來源轉述的說法當作事實", "把来源转述的说法当作事实", "出典が伝聞とするものを事実として述べている",
        "출처가 전언으로 전한 것을 사실로 서술함", "stellt als Tatsache hin, was die Quelle als Aussage wiedergibt",
        "présente comme un fait ce que la source rapporte comme un propos",
        "da por hecho lo que la fuente refiere como palabras de alguien",
        "dà per fatto ciò che la fonte riferisce come parole di qualcuno",
        "dá como fato o que a fonte refere como palavras de alguém",
    ),
    "gives as the word of {} what the source gives as that of {}": (
        "來源中這是「{1}」的說法，而非「{0}」", "来源中这是“{1}”的说法，而非“{0}”", "出典では「{0}」でなく「{1}」の発言",
        "출처에서는 “{0}”이(가) 아니라 “{1}”의 말", "schreibt {0} zu, was die Quelle {1} zuschreibt",
        "attribue à {0} ce que la source attribue à {1}", "atribuye a {0} lo que la fuente atribuye a {1}",
        "attribuisce a {0} ciò che la fonte attribuisce a {1}", "atribui a {0} o que a fonte atribui a {1}",
    ),
    "denies what the source says (“{}”)": (
        "否定了來源的說法（「{0}」）", "否定了来源的说法（“{0}”）", "出典の記述を否定している（「{0}」）",
        "출처의 말을 부정함(“{0}”)", "verneint, was die Quelle sagt („{0}“)", "nie ce que dit la source (« {0} »)",
        "niega lo que dice la fuente («{0}»)", "nega ciò che dice la fonte («{0}»)", "nega o que diz a fonte (“{0}”)",
    ),
    "affirms what the source denies (“{}”)": (
        "肯定了來源所否定的（「{0}」）", "肯定了来源所否定的（“{0}”）", "出典が否定することを肯定している（「{0}」）",
        "출처가 부정한 것을 긍정함(“{0}”)", "bejaht, was die Quelle verneint („{0}“)", "affirme ce que la source nie (« {0} »)",
        "afirma lo que la fuente niega («{0}»)", "afferma ciò che la fonte nega («{0}»)", "afirma o que a fonte nega (“{0}”)",
    ),
    "gives {} as the most where the source gives it as the least": (
        "把來源的下限 {0} 說成上限", "把来源的下限 {0} 说成上限", "出典の下限 {0} を上限としている",
        "출처의 하한 {0}을(를) 상한으로 서술함", "nennt {0} als Höchstwert, die Quelle als Mindestwert",
        "donne {0} comme maximum, la source comme minimum", "da {0} como máximo, la fuente como mínimo",
        "dà {0} come massimo, la fonte come minimo", "dá {0} como máximo, a fonte como mínimo",
    ),
    "gives {} as the least where the source gives it as the most": (
        "把來源的上限 {0} 說成下限", "把来源的上限 {0} 说成下限", "出典の上限 {0} を下限としている",
        "출처의 상한 {0}을(를) 하한으로 서술함", "nennt {0} als Mindestwert, die Quelle als Höchstwert",
        "donne {0} comme minimum, la source comme maximum", "da {0} como mínimo, la fuente como máximo",
        "dà {0} come minimo, la fonte come massimo", "dá {0} como mínimo, a fonte como máximo",
    ),
    "gives {} or {} where the source gives a range": (
        "來源給的是 {0} 到 {1} 的範圍", "来源给的是 {0} 到 {1} 的范围", "出典は {0} から {1} の範囲",
        "출처는 {0}에서 {1}까지의 범위", "nennt {0} oder {1}, die Quelle eine Spanne",
        "donne {0} ou {1}, la source donne une fourchette", "da {0} o {1}, la fuente da un intervalo",
        "dà {0} o {1}, la fonte dà un intervallo", "dá {0} ou {1}, a fonte dá um intervalo",
    ),
    "gives one end of the range {} to {}": (
        "只給出範圍 {0} 到 {1} 的一端", "只给出范围 {0} 到 {1} 的一端", "範囲 {0} から {1} の一端だけを述べている",
        "범위 {0}에서 {1} 중 한쪽 끝만 제시함", "nennt nur ein Ende der Spanne {0} bis {1}",
        "ne donne qu’un bout de la fourchette de {0} à {1}", "da solo un extremo del intervalo de {0} a {1}",
        "dà solo un estremo dell’intervallo da {0} a {1}", "dá só um extremo do intervalo de {0} a {1}",
    ),
    "says again what was just said": (
        "與前一句重複", "与前一句重复", "直前の繰り返し", "바로 앞 문장의 반복", "wiederholt, was eben gesagt wurde",
        "répète ce qui vient d’être dit", "repite lo que se acaba de decir", "ripete ciò che è stato appena detto",
        "repete o que acaba de ser dito",
    ),
    "points back to a sentence that was dropped": (
        "指向已刪除的句子", "指向已删除的句子", "削除した文を受けている", "삭제된 문장을 가리킴",
        "bezieht sich auf einen gestrichenen Satz", "renvoie à une phrase supprimée", "remite a una frase suprimida",
        "rimanda a una frase eliminata", "remete a uma frase suprimida",
    ),
    "says again what another section says": (
        "與其他章節重複", "与其他章节重复", "他の節の繰り返し", "다른 절의 반복", "wiederholt, was ein anderer Abschnitt sagt",
        "répète ce que dit une autre section", "repite lo que dice otra sección", "ripete ciò che dice un’altra sezione",
        "repete o que diz outra seção",
    ),
    "Model knowledge (unverified): it supports nothing": (
        "憑模型記憶所述，沒有來源", "凭模型记忆所述，没有来源", "モデルの記憶による記述で出典がない",
        "모델의 기억에 의한 서술로 출처가 없음", "aus dem Gedächtnis des Modells, ohne Quelle",
        "de mémoire du modèle, sans source", "de memoria del modelo, sin fuente", "dalla memoria del modello, senza fonte",
        "da memória do modelo, sem fonte",
    ),
    "Model knowledge (unverified): no source stands behind it": (
        "模型自身知識，無來源佐證", "模型自身知识，无来源佐证", "モデルの知識であり、裏付ける出典がない",
        "모델의 지식이며 뒷받침하는 출처가 없음", "Wissen des Modells, keine Quelle steht dahinter",
        "connaissance du modèle, aucune source derrière", "conocimiento del modelo, ninguna fuente lo respalda",
        "conoscenza del modello, nessuna fonte la sostiene", "conhecimento do modelo, nenhuma fonte o sustenta",
    ),
    "the judge: contradicted": (
        "覆核：相矛盾", "复核：相矛盾", "再確認：矛盾", "재확인: 모순", "Nachprüfung: widersprochen",
        "contre-vérification : contredit", "segunda comprobación: contradicho", "controverifica: smentita",
        "segunda verificação: contradita",
    ),
    "the judge: unclear": (
        "覆核：不明確", "复核：不明确", "再確認：不明", "재확인: 불분명", "Nachprüfung: unklar",
        "contre-vérification : incertain", "segunda comprobación: dudoso", "controverifica: incerta",
        "segunda verificação: duvidosa",
    ),
    "the judge: {}": (
        "覆核：{0}", "复核：{0}", "再確認：{0}", "재확인: {0}", "Nachprüfung: {0}", "contre-vérification : {0}",
        "segunda comprobación: {0}", "controverifica: {0}", "segunda verificação: {0}",
    ),
}  # fmt: skip
"""On a sentence."""


def reason_in(reason: str, language: str) -> str:
    """A reason of ours in a report's language."""
    at = column(language)
    if at is None:
        return reason
    told = filled(reason, _patterns(), at)
    return worded(reason, language) if told is None else told


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], tuple[str, ...]]]:
    """What says most of its own words first: the others fit it as well. A fault may have a remedy behind it, for who runs dr."""
    every = sorted((REASONS | FAULTS).items(), key=lambda one: -len(one[0].replace("{}", "")))
    tails = dict.fromkeys(FAULTS, r"(?:\. [A-Z].*)?")
    return [(fitting(said, tails.get(said, "")), told) for said, told in every]
