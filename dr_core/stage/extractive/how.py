"""How something is done: its steps in their order, for questions that ask for a recipe, a method, a procedure.

Steps do not repeat what they lead to ("Let it rise for four hours"). They are known by the numbers before them, by the heading
over them, or by words that put sentences in an order (first, then; 先, 再; まず, 次に).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from dr_core.pattern import regex
from dr_core.stage.extractive.facet import LANGUAGES
from dr_core.stage.extractive.piece import Item
from dr_core.stage.extractive.run import width
from dr_core.stage.extractive.speak import spoken, weights

TITLES = (
    "How it is done",
    "做法與步驟",
    "做法与步骤",
    "手順",
    "방법과 순서",
    "So geht es",
    "Comment faire",
    "Cómo se hace",
    "Come si fa",
    "Como se faz",
)
ENOUGH = 2
"""Signs that a passage tells steps, with which it surely does."""
HEADED, MANY = 2, 3
"""How many signs a heading is that announces steps; and so many numbered points are two, fewer one."""
AS_MUCH, SAID = 0.6, 0.9
"""Steps are told if they and what stands over them speak of so much of the question as the best do; and a passage that tells no
steps counts so much."""
LONGEST_OF_STEPS = 135
"""Words of the steps that an abstract opens with."""

_WHO = r"(?:you|i|we|one|people|someone)"
_ASKS = regex(
    rf"\bhow (?:do|can|could|should|would|must) {_WHO}\b(?! (?:know|think|feel|tell|call|say|compare)\b)"
    r"|\bhow (?:to|best to) (?!\w+ (?:of|for)\b)[a-z]+"
    r"|\bhow (?:is|are|was|were) (?:\w+ ){1,5}(?:made|prepared|cooked|baked|brewed|produced|built|installed|grown"
    r"|cleaned|repaired"
    r"|stored|done|replaced|manufactured)\b"
    r"|\b(?:recipes?|steps|instructions|procedure|directions) (?:for|to|of)\b|\bways? to\b"
    r"|(?:怎[么麼][样樣]?|怎[样樣]|如何|咋)(?:才能|可以|去|正[确確]|安全地?|自己|在家)*"
    r"[做制製煮炒烤蒸泡腌醃酿釀种種养養装裝修洗补補写寫办辦申使用选選防预預除缴繳交报報注换換学學存清拆安组組开開订訂取避减減申治烹煎炸磨搭建培保]"
    r"(?![么麼])|(?:做|制作|製作|烹[饪飪]|操作|使用|申[请請]|[办辦]理|安[装裝])(?:方法|步[骤驟]|流程|[过過]程|方式)"
    r"|做法|食[谱譜]|步[骤驟]|教程"
    r"|[\u3041-\u3096]方(?=[をはが、?？]|$|と)|方法(?=[をはが、?？と]|$)|手順|やり方|レシピ"
    r"|どうやって|どうすれば|どのように(?:して)?(?:作|つく|す[るれ]|行|育|直|使|申)"
    r"|[가-힣][는은] ?(?:방법|법)|레시피|순서|어떻게 (?:[가-힣]+ )?(?:만[들드]|담[그가]|끓|하[나면는지죠]|해야|합니"
    r"|[가-힣]+하나|고치|키우|굽|구[워우]"
    r"|설치|신청|청소|보관|사용|조리)"
    r"|\bwie (?!viel|lang|hoch|oft|alt|weit|groß|heiß)\w+ (?:man|ich|wir)\b|\bwie (?:kann|muss|soll(?:te)?"
    r"|darf) (?:man|ich|wir)\b"
    r"|\bwie wird (?:\w+ ){1,4}(?:gemacht|hergestellt|gebaut|gekocht|gebacken|zubereitet|gebraut)\b"
    r"|\b(?:rezept|anleitung|zubereitung|schritte) (?:für|zu[mr]?|von|de[rs])\b"
    r"|\bcomment (?:(?:bien|se|s['’]) ?)?(?:faire\b|[a-zé]+(?:er|ir|re)\b|(?:fait|peut|doit|prépare)-?(?:t-)?on\b"
    r"|(?:se|on) (?:fait|prépare))"
    r"|\b(?:recette|étapes) (?:de|du|des|pour)\b"
    r"|\bcómo (?:se (?!llama|compar|dice)\w+|puedo|debo|hay que|hacer|hago|[a-z]+[aei]r\b)|\b(?:receta|pasos) (?:de|para)\b"
    r"|\bcome (?:si (?!chiama|dice)\w+|posso|fare|faccio|[a-z]+[aei]re\b)|\bricetta (?:de|per)"
    r"|\bcomo (?:se (?!chama|diz)\w+|posso|fazer|faço|[a-z]+[aei]r\b)|\breceita (?:de|para)\b",
    re.I,
)
_DOES = regex(
    r"\b(?:make|do|prepare|get|ways?|steps?|safely|safe|correctly|properly|easily|at home)\b|做法|[做作制製]|方法"
    r"|步[骤驟]|만들|방법"
    r"|\b(?:mach\w+|stell\w+|her|zu|selber|selbst|richtig|faire|fait|préparer|prépare|hacer?|haces?|preparar?|fare"
    r"|fazer|faz)\b",
    re.I,
)
"""What a question says that steps mostly do not."""
_HEADING = regex(
    r"\bsteps?\b|\bmethod\b|\bdirections\b|\binstructions?\b|\bpreparation\b|\bprocedure\b|\brecipe\b"
    r"|做法|步[骤驟]|方法|流程|[过過]程|制作|製作|教程|食[谱譜]"
    r"|[\u3041-\u3096]方(?![\u4e00-\u9fff])|方法|手順|レシピ|工程"
    r"|[는은] ?(?:방)?법|방법|순서|조리법|과정"
    r"|\b(?:zubereitung|anleitung|herstellung|rezept|vorgehen|so (?:geht|wird|macht)|schritte?)\b|\w+ (?:her"
    r"|zu)stellen\b|\bselbst \w+en$"
    r"|\b(?:préparation|recette|étapes?|réalisation|fabrication|mode d['’]emploi)\b"
    r"|\b(?:preparaci[oó]n|elaboraci[oó]n|receta|pasos?|instrucciones|preparazione|procedimento|ricetta|passaggi"
    r"|preparo|modo de|receita|passos)\b",
    re.I,
)
"""What stands over steps."""
_HOW = regex(r"\bhow (?:to|it is)\b|\bmaking\b|怎|如何|どう|어떻게|\bwie\b|\bcomment\b|\bcómo\b|\bcome\b|\bcomo\b", re.I)
"""What may stand over steps, or over advice."""
_WAYS = regex(
    r"\bways?\b|\bfollow(?:s|ing)\b|[方办辦]法|如下|以下|次の|ように|방법|다음|\b(?:möglichkeiten|weg[e]?|wie folgt"
    r"|folgende\w*)\b"
    r"|\b(?:façons?|manières?|moyens?|suit|suivantes?|formas?|maneras?|siguientes?|modi|seguenti|seguintes?)\b",
    re.I,
)
"""What announces a list of ways to do something."""
_STEP = regex(
    r"^\W*(?:step|schritt|étape|paso|passo|etapa)\s?\d|^\W*第[一二三四五六七八九十\d]+步|^\W*(?:ステップ|手順"
    r"|工程)\s?\d|^\W*\d+\s?단계",
    re.I,
)
"""What stands over, or before, a single step."""
_ORDER = tuple(
    regex(pattern, re.I)
    for pattern in (
        r"^\W*(?:first(?:ly)?|to (?:begin|start)|begin by|start by)\b|^\W*(?:首先|先)|^\W*(?:まず|はじめに|最初に)"
        r"|^\W*(?:먼저|우선|첫째)"
        r"|^\W*(?:zuerst|zunächst|als erstes)\b|^\W*(?:d['’]abord|tout d['’]abord|commence[rz])\b"
        r"|^\W*(?:primero|en primer lugar|per prima cosa|prima|primeiro)\b",
        r"^\W*(?:then|next|after that|afterwards|now|once)\b|^\W*(?:接[着著]|然[后後]|再|之[后後]|随[后後]|隨後)"
        r"|^\W*(?:次に|続いて|それから|その後|つぎに)|^\W*(?:다음|그다음|그런 다음|그 후|이어서?|그리고)"
        r"|^\W*(?:dann|danach|anschließend|nun|jetzt|darauf)\b|^\W*(?:ensuite|puis|après)\b"
        r"|^\W*(?:luego|después|a continuación|poi|dopo|quindi|depois|em seguida)\b",
        r"^\W*(?:finally|lastly|at the end|last)\b|^\W*最[后後終终]|^\W*最後に|^\W*(?:마지막|끝으로)"
        r"|^\W*(?:zum schluss|schließlich|zuletzt)\b|^\W*(?:enfin|pour finir)\b"
        r"|^\W*(?:por último|finalmente|al final|infine|por fim)\b",
    )
)
"""How the first, a next and the last step begin."""


def asks_how(question: str) -> bool:
    """Whether a question asks how something is done."""
    return bool(_ASKS.search(question))


def is_how(title: str) -> bool:
    """Whether a title is that of the section on it."""
    return title in TITLES


def title_of(language: str) -> str:
    """The heading of the section on it."""
    return TITLES[LANGUAGES.index(language)] if language in LANGUAGES else TITLES[0]


def tells_steps(heading: str, sentences: Sequence[str], points: str) -> bool:
    """Whether what stands under a heading are steps; ``points`` say what stands before them (``Passage.points``)."""
    numbered = points == "numbered"
    if points == "marked" and len(sentences) == 1:  # a list that is told whole, under what announces it
        return bool(_HEADING.search(sentences[0]) or _WAYS.search(sentences[0]))
    if _STEP.search(heading) or len([one for one in sentences if _STEP.search(one)]) >= ENOUGH:
        return True
    order = sum(any(one.search(sentence) for sentence in sentences) for one in _ORDER)
    headed = HEADED * bool(_HEADING.search(heading)) or bool(_HOW.search(heading))
    return headed + (1 + (len(sentences) >= MANY)) * numbered + order >= ENOUGH


def steps(question: str, items: Sequence[Item]) -> list[list[Item]]:
    """The passages that tell the steps of what a question asks, each with those that go on from it, the nearest first."""
    passages = _passages(items)
    groups = _groups(passages)
    if not groups:
        return []
    texts = [_said(own) for own in passages]
    weight = weights(_DOES.sub(" ", question), texts)
    much = {own[0].id: spoken(weight, _said(own)) for own in groups}
    over = {own[0].id: spoken(weight, f"{own[0].title} {own[0].passage.heading}") for own in groups}
    # steps are those of something else where other passages say much more of what is asked
    least = AS_MUCH * max(*much.values(), SAID * max(spoken(weight, text) for text in texts))
    ranked = sorted(groups, key=lambda own: (-much[own[0].id], -over[own[0].id]))
    return [own for own in ranked if 0 < much[own[0].id] >= least]


def steps_first(question: str, prose: Sequence[Item]) -> tuple[Item, ...]:
    """The first steps of the nearest passages that tell them, as many as an abstract opens with."""
    for own in steps(question, prose)[:1]:
        most, told = LONGEST_OF_STEPS * width(own[0]), accumulate(item.words for item in own)
        return tuple(own[: max(1, sum(words <= most for words in told))])
    return ()


def _passages(items: Sequence[Item]) -> list[list[Item]]:
    passages: dict[tuple[str, int], list[Item]] = {}
    for item in items:
        if not item.is_table:
            passages.setdefault((item.source, item.passage.start), []).append(item)
    return [*passages.values()]


def _groups(passages: Sequence[list[Item]]) -> list[list[Item]]:
    """The passages that tell steps; what stands under one heading, or under those of single steps, is told together."""
    groups: dict[tuple[str, str], list[Item]] = {}
    for own in passages:
        passage = own[0].passage
        if tells_steps(passage.heading or own[0].title, [item.text for item in own], passage.points):
            heading = "" if _STEP.search(passage.heading) else passage.heading
            groups.setdefault((own[0].source, heading), []).extend(own)
    return [*groups.values()]


def with_what_is_needed(own: Sequence[Item], items: Sequence[Item]) -> list[Item]:
    """Steps with the list right before them, in their source, of what they take."""
    before = [item for item in items if item.source == own[0].source and item.start < own[0].start]
    return [*(item for item in before[-1:] if item.passage.kind == "list" and item.passage.points != "numbered"), *own]


def _said(own: Sequence[Item]) -> str:
    return " ".join([own[0].title, own[0].passage.heading, *(item.said for item in own)])
