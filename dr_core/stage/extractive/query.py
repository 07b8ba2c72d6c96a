"""Search queries without a model: the subject of a question in a few words, and one side of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dr_core.pattern import regex
from dr_core.text import detect, is_cjk
from dr_core.text.token import content_terms, function_words, terms

MOST_WORDS = 8
MOST_CHARACTERS = 24
SAME_QUERY = 0.7

_FRAME = regex(
    r"^\s*(?:please\s+|can you\s+|could you\s+)?(?:research|investigate|summari[sz]e|explain|describe|analy[sz]e|tell me about"
    r"|write (?:a|an) (?:report|overview) (?:on|of|about)|give me (?:a|an) (?:report|overview) (?:on|of|about)"
    r"|(?:list|name|enumerate)(?:\s+(?:me|all|the|some|main|major|different|most important))+(?:\s+ways? (?:to|of))?)\s+"
    r"|^\W*(?:an? |the )?(?:short|brief|concise|quick) (?=histor|introduction|overview|summary|account|guide)"
    r"|^\W*(?:eine )?kurze (?=Geschichte|Einführung)|^\W*(?:une )?(?:brève|courte|petite) (?=histoire|introduction)"
    r"|^\W*(?:una |uma )?breve (?=h?istori?a|história|stori?a|introdu)|^\W*簡単な(?=歴史)"
    r"|^\W*(?:is|was) it (?:really |actually )?true that\s+|^\W*stimmt es,? dass\s+"
    r"|(?:という)?(?:の|こと)?は(?:本当|事実)(?:です|でしょう)?か[。?？]?\s*$|是(?:不是)?真的[吗嗎]?[?？]?\s*$"
    r"|(?:것은|게|말은|는|은) 사실(?:인가요?|입니까|이야)[?？]?\s*$"
    r"|^(?:請|请)?(?:幫我|帮我)?(?:研究一下|研究|調查|调查|介紹一下|介绍一下|介紹|介绍|說明|说明|分析一下|告訴我"
    r"|告诉我)(?=.{4})"
    r"|(?:について(?:教えて|調べて|説明して|述べよ)(?:ください)?|을 조사해\s?줘|를 조사해\s?줘|에 대해 알려\s?줘"
    r"|에 대해 설명해\s?줘)[。.?？]?\s*$",
    re.I,
)
_ASKING = regex(
    r"^(?:分析|評估|评估|探討|探讨|評価)|[这這那][么麼]|是?(?:怎[么麼]|如何)(?:[发發]生|造成|[产產]生|形成|[来來])的?"
    r"|為什麼|为什么|為何"
    r"|为何|(?:[预預][计計]|[将將][于於在会會]?)*(?:什[么麼][时時]候"
    r"|何[时時](?!間))|什麼是|什么是|什麼|什么|怎麼樣|怎么样|怎樣|怎样|怎[么麼]|如何|到什[么麼]程度|什[么麼]程度|어느 정도"
    r"|有(?:何|什[么麼]|哪些)(?:不同|[差区區][异異别別])|哪(?!吒)一?[\u4e00-\u9fff]|多少|是否|有何"
    r"|有哪些|有沒有|有没有|請問|请问|比較一下|比较一下|相比|的影響|的影响|影響|影响|改變|改变"
    r"|なぜ|どのように|どのような|(?:どの|どれ)(?:程度|くらい|ぐらい|ほど)|どの|どう違う|どう|何が|何を|何か|いつ|いくら"
    r"|でしょうか|ですか|のか|か$"
    r"|분석(?:하라|해)?|평가(?:하라|해)?|비교(?:하라|해)|얼마\S*|언제\S*|몇\s\S+|어떻게|어떠(?:한가요?|합니까|한지|한|냐)"
    r"|어떤가요?|어떨까요?|어때요?|어떤|무엇인가|무엇|왜|얼마나|인가요?|나요|는가|까$"
    r"|[？?。！!，,、；;：:「」『』（）()《》“”\"]"
)
_ASKS = regex(
    r"[?？]\s*$|^\W*(?:name|list|nenne[n]?|nennt|citez?|énumérez?|nombra|enumera|elenca|cite) (?:\w+ )?(?:two|three"
    r"|four|five|six|ten|the|all|\d+"
    r"|zwei|drei|vier|fünf|sechs|zehn|die|alle|deux|trois|quatre|cinq|dix|les|dos|tres|cuatro|cinco|diez|los|las|due"
    r"|tre|cinque|dois|três)\b"
    r"|列[举舉出]|挙げ(?:て|よ)|(?:나열|열거)하|^\W*(?:who|whom|whose|what|when|where|which|why|how|is|are|was|were|do"
    r"|does|did|can|could|should|will"
    r"|would|has|have)\b"
    r"|什麼|什么|誰|谁|哪|多少|幾[個年次人種]|几[个年次人种]|為何|为何|如何|是否|[嗎吗]|怎|何時|何时"
    r"|なぜ|どの|どう|どれ|いくら|いつ|どこ|何[がをのか年人]|か[。.]?\s*$"
    r"|왜|어떻게|어떠|어때|얼마|누가|언제|어디|무엇|어떤|[까가][.]?\s*$|[가-힣]{2}[은는]\s*$"
    r"|^\W*(?:wie|warum|weshalb|wann|wer|wo|welche[rsnm]?|combien|quel(?:le)?s?|pourquoi|quand|comment|où|qui|est-ce"
    r"|cuánt[oa]s?|qué"
    r"|cuál(?:es)?|cuándo|dónde|cómo|quién(?:es)?|por qué|quant[oaie]|quant[oa]s|quale?|quali|quais|quem|quando|perché"
    r"|che cos|chi|por que"
    r"|(?:come|como|dove|onde) (?=[a-zà-ÿ])|o que)\b",
    re.I,
)
_HOW = regex(
    r"\bhow (?:many|much|long|old|far|tall|high|deep|big|large|fast|often|heavy|wide|expensive)\b"
    r"|\bwie (?:viele?|lange?|hoch|groß|schnell|weit|oft|schwer|alt)\b|\bwelche[rsnm]?\b|\bwarum\b|\bwann\b"
    r"|\bcombien(?: d[e'’])?"
    r"|\bquel(?:le)?s? (?:est|sont)?\b|\bpourquoi\b|\bquand\b|\bcuánt[oa]s?\b|\bcuál(?:es)? (?:es|son)?\b|\bcuándo\b"
    r"|\bpor qué\b|\bqué\b|\bquant[oaie]\b|\bquant[oa]s\b|\bqual[ei]? (?:è|é|sono)?\b|\bquais (?:são)?\b|\bperché\b"
    r"|\bpor que\b|\bquando\b"
    r"|(?-i:\b(?:une?|unos|unas)\b)",
    re.I,
)
_LOOSE = regex(
    r"^(?:关于|關於|有关|有關|对于|對於|至于|至於)(?=.{2})|最(?:值得)?(?:重要|主要|[关關][键鍵]|[关關]注)(?:的是?)?|分[别別]是?"
    r"|最も(?:重要|大切)な?(?:こと|点)?|それぞれ|에 대해서?(?=\s)|(?:가장 )?중요한(?: 것| 점)?\S*|각각"
)
"""What is asked for of any subject, in words that an answer may have."""
_LATELY = regex(
    r"\b(?:(?:in|over|during|for|within) )?(?:the )?(?:last|past|recent) (?:(?:few|several|couple of|\d+|two|three|five|ten) )?"
    r"(?:years?|decades?|months?)\b|\b(?:recently|lately|nowadays|currently)\b"
    r"|(?:最近|[这這]|(?<![最接附靠将將])近|[过過]去的?)(?:[几幾][个個]?|[数數]|\d+|[一二三五十两兩]+|若干)[个個]?(?:年(?![轻輕])|月(?!租))"
    r"(?:[来來]|[间間])?的?|(?<![最接附靠将將])近(?:[来來]|期的?|年(?![轻輕底末纪紀级級龄齡])(?:[来來]?的?|の))"
    r"|ここ(?:数|\d+|[一二三五十]+)(?:年|[かヶケ]月)間?の?|(?:최근|지난)\s?(?:몇|수|\d+|[일이삼오십]+)\s?(?:년|개월)(?:간|\s?동안)?",
    re.I,
)
"""A time up to now: sources give the years."""
_PARTICLES = regex(r"(?<=[\u4e00-\u9fff])(?:的|與|与|和|及|在|了)(?=[\u4e00-\u9fff])")
_GRAMMAR = regex(
    r"なって(?:いる|きた)|されて(?:いる|きた)|して(?:いる|きた)|における|について|に対する|による|によって|とは|です|ます"
    r"|ください|ている"
)
_JOSA = regex(r"(?:에서|으로|에게|까지|부터|은|는|이|가|을|를|의|과|와|도|로|에)$")
KANA = regex(r"[\u3041-\u3096]+")


def core(question: str) -> str:
    """The question without its polite frame."""
    previous, text = "", " ".join(question.split())
    while text != previous:
        previous, text = text, _FRAME.sub("", text).strip()
    return text.strip(" .。") or question.strip()


def asks(question: str) -> bool:
    """Whether something is asked, and not merely a subject named."""
    return bool(_ASKS.search(question))


def without_asking(question: str) -> str:
    """A question without the words that only ask ("how much", 多少): what is left is what an answer repeats."""
    return _ASKING.sub(" ", _HOW.sub(" ", question))


def subject(question: str) -> str:
    """What a question is about, in a few words as one would type them into a search box."""
    text = core(question)
    language = detect(text)
    text = _LATELY.sub(" ", text).strip() or text
    return _eastern(text, language) if is_cjk(language) else _western(text, _LITTLE.get(language, frozenset()))


def _western(text: str, little: frozenset[str]) -> str:
    words = [word for word in (_MARKS.sub("", word) for word in text.split()) if word]
    kept = [
        word
        for word in words
        if not function_words().issuperset(terms(word)) and word.lower() not in _PLAIN and word not in little
    ]
    return " ".join((kept or words)[:MOST_WORDS])


_PLAIN_WORDS = """
compare compared compares comparison versus vs differ differs need needs much many long well please really
impact impacts effect effects change changed changes matter matters important most keep keeps kept make makes made
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
_LITTLE_WORDS = {
    "de": "die hat war mit es man sich kostet kosten gibt hilft helfen lange hoch als",
    "fr": "un une on y a-t-il a-t-elle coûte coûtent",
    "es": "un es y o se hay tiene tienen cuesta cuestan",
    "it": "un il lo i e o è si che chi come dove di a da con su per ha hanno costa costano cosa ci",
    "pt": "um o a os as e é se que como do no na em de por com há tem têm custa custam",
}
_LITTLE = {language: frozenset(words.split()) for language, words in _LITTLE_WORDS.items()}
"""Little words that mean something in another language."""
_MARKS = regex(r"^[.,;:?!\"“”„«»()¿¡]+|[.,;:?!\"“”„«»()]+$|^(?:[dljmnst]|qu|un|[dn]ell|all|sull|dall)['’](?=\w{3})")


def _eastern(text: str, language: str) -> str:
    text = _LOOSE.sub(" ", _ASKING.sub(" ", text).strip())
    if language == "ja":
        text = KANA.sub(lambda run: " " if len(run[0]) <= 3 else run[0], _GRAMMAR.sub(" ", text))
    elif language == "ko":
        text = " ".join(_JOSA.sub("", word) if len(word) > 2 else word for word in text.split())
    else:
        text = _PARTICLES.sub(" ", text)
    words: list[str] = []
    for word in text.split():
        if sum(map(len, words)) + len(word) > MOST_CHARACTERS and words:
            break
        if word not in words and (len(word) > 1 or word.isascii()):
            words.append(word)
    return " ".join(words) or text.strip()


def new_ones(queries: Iterable[str], asked: Iterable[str]) -> list[str]:
    """``queries`` without those that ask nearly the same as one before them or as one of ``asked``."""
    seen = [frozenset(content_terms(query)) for query in asked]
    kept = []
    for query in queries:
        own = frozenset(content_terms(query))
        if own and all(own != other and len(own & other) / len(own | other) < SAME_QUERY for other in seen):
            kept.append(query)
            seen.append(own)
    return kept
