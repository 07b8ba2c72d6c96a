"""What speaks for a thing and what against it, and what a source advises: for questions that ask for good and bad sides, or what
to do.

A sentence is on a side if it says so ("the drawback", 缺點), if its heading does, or if it judges ("cheap", "harms"). One that
says nothing of the kind is on that of the sentence before it, unless it turns against that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from dr_core.pattern import regex
from dr_core.stage.extractive.ending import closes
from dr_core.stage.extractive.facet import LANGUAGES
from dr_core.stage.extractive.piece import Item, follows, is_alone
from dr_core.stage.extractive.rival import contrasts
from dr_core.stage.extractive.run import LONGEST, Runs, width
from dr_core.text.dangling import turns
from dr_core.text.negation import denials

GOOD, BAD = 1, -1
TITLES = {
    GOOD: ("Advantages", "優點", "优点", "利点", "장점", "Vorteile", "Avantages", "Ventajas", "Vantaggi", "Vantagens"),
    BAD: (
        "Drawbacks",
        "缺點",
        "缺点",
        "欠点",
        "단점",
        "Nachteile",
        "Inconvénients",
        "Desventajas",
        "Svantaggi",
        "Desvantagens",
    ),
}
JUDGING = 2
"""How many words that judge a sentence needs more on one side than on the other, where neither it nor its heading names one."""

_GOODS = (
    r"(?<!dis)advantages?\b|\bbenefi(?:ts?|cial)\b|\bpros\b|\bgood (?:points?|sides?|things)\b|\bstrengths?\b|\bupsides?\b"
    r"|\b(?:merits|supporters|proponents|advocates)\b"
    r"|[優优][点點势勢]|[長长][處处]|好[處处]|利[點点]|支持者|メリット(?<!デメリット)|長所|利点|장점|이점|찬성하는"
    r"|\b(?:vorteile?|stärken|befürworter|halten dagegen|avantages?|ventajas?|vantagg[io]o?|vantage(?:m|ns))\b"
)
_BADS = (
    r"\bdisadvantages?\b|\bdrawbacks?\b|\bcons\b|\bbad (?:points?|sides?|things)\b|\bweakness(?:es)?\b|\bdownsides?\b"
    r"|\b(?:against it|critics|opponents)\b|缺[點点陷]|[壞坏][處处]|弊端|劣[勢势]|短[處处板]|不足(?=$|之[處处])"
    r"|批[評评]者|反[對对]者"
    r"|デメリット|短所|欠点|단점|반대하는"
    r"|\b(?:nachteile?|schwächen|kritiker|gegner|inconvénients?|desventajas?|inconvenientes|svantagg[io]o?"
    r"|desvantage(?:m|ns))\b"
)
_BOTH = regex(
    rf"(?:{_GOODS}).{{0,24}}(?:{_BADS}|\brisks\b)|\bgood and bad\b|\bfor and against\b|[優优]缺[點点]|利弊|[優优]劣|得失|장단점"
    r"|メリット・?デメリット|\bvor- und nachteile\b|\bpr[oó]s? (?:et|y|e) contr[aoe]s?\b|\ble pour et le contre\b",
    re.I,
)
_GOOD, _BAD = regex(_GOODS, re.I), regex(_BADS, re.I)
_TROUBLE = regex(
    r"\b(?:limits|limitations|risks|problems|criticisms?|challenges|side effects|harms?)\b"
    r"|[風风][險险]|[問问]題|问题|限制|挑[戰战]|争议|爭議"
    r"|課題|リスク|問題|한계|위험|문제점|과제|\b(?:risiken|kritik|probleme|grenzen|riesgos|risques|limites|rischi|riscos)\b",
    re.I,
)
"""What a heading names that announces nothing good, and a sentence may name in passing."""
_PRAISES = regex(
    r"\b(?:cheap(?:er|est)?|sav(?:es?|ings?)|safer?|faster|clean(?:er)?|eas(?:y|ier|ily)|reliab\w+|efficient|flexible"
    r"|popular|proven"
    r"|independen\w+|improv\w+|more (?:quickly|often)|free of|low cost|helps?)\b"
    r"|便宜|安全(?!性)|省[時时錢钱]|方便|快速|可靠|[穩稳]定|高效|[環环]保|[準准][點点時时]|[輕轻][鬆松]|容易|安価|便利"
    r"|確実|安定|簡単|やすい"
    r"|저렴|안전하|편리|쉽|빠르|안정|\b(?:günstig\w*|sicher|einfach\w*|schnell\w*|zuverlässig\w*|spart)\b",
    re.I,
)
_BLAMES = regex(
    r"\b(?:expensive|cost(?:s|ly)? (?:more|a lot)|harm\w*|damag\w+|danger\w*|hurt|kill\w*|pollut\w+|warn\w*|hard to"
    r"|difficult\w*"
    r"|heavy|slow(?:er)?|noisy|lacks?|shortage|fail\w*|unreliab\w+|worse|cannot|complain\w*|too (?:few|high|low))\b"
    r"|昂[貴贵]|[貴贵](?=[。，])|危[險险害]|[損损][害失]|污染|困[難难]|不足|不便|[擁拥][擠挤]|[虧亏][損损]|失[敗败]"
    r"|高い(?=。)|高額|危険|損なう|難し|にくい|できない|かかる"
    r"|비싸|위험하|어렵|부족|오염|\b(?:teuer\w*|gefährlich\w*|schwer\w*|schadet|klagen|umstritten|fehlt)\b",
    re.I,
)
_MORE_PRAISES = regex(
    r"\b(?:gains?|gained|productiv\w+|less (?:rent|time|stress|waste|noise|fuel|energy|water)|quieter|better|freedom"
    r"|health(?:y|ier)|enjoy\w*|satisf\w+|comfortable|convenient|protects?|lower (?:costs?|bills?|rents?|emissions)|happier)\b"
    r"|提高|改善|节省|節省|自由|健康|减轻|減輕|満足|自由|節約|向上|改善|減らせ|楽|絆|만족|자유|절약|개선|건강|편하"
    r"|\b(?:gewinn\w*|besser|freiheit|gesünder|zufrieden\w*|bequem|schützt|économi\w+|mieux|liberté|améliore\w*"
    r"|mejora\w*|libertad|ahorr\w+)\b",
    re.I,
)
_MORE_BLAMES = regex(
    r"\b(?:lonely|loneliness|isolat\w+|miss(?:ed|es)?|less (?:new )?(?:information|contact|exchange|sleep)|take longer|harder"
    r"|later than|burnout|stress\w*|conflicts?|distract\w*|lose[sn]?|lost|suffer\w*|injur\w+|bites?|half as often|debts?"
    r"|limits?|limited|pain\w*|tired|exhaust\w+|unequal|cost\w* .{1,30} more)\b"
    r"|孤[独獨]|压力|壓力|减少交流|冲突|衝突|疲[劳勞倦惫憊]|受[伤傷]|孤立|負担|疲れ|けが|不安|難しく|ストレス|외로"
    r"|고립|부담|피로|갈등|스트레스|다치"
    r"|\b(?:einsam\w*|verlier\w*|belast\w+|müde|streit\w*|verletz\w*|stress|seul\w*|solitude|fatigue|perd\w*|soledad"
    r"|pierd\w+|cansa\w+)\b",
    re.I,
)
"""What judges only where sources name no side: elsewhere it says too little."""
_EASES = regex(
    r"\b(?:no need|free|own|hardly any|for decades|allows?|lets|always|at once|avoids?|lasts?|fresh|pleasant|light"
    r"|quick\w*|saving)\b"
    r"|不用|不必|无需|無需|可以|就能|随[时处]|隨[時處]|免[费費]|[补補][贴貼]|能[够夠]|省|[锻鍛][炼鍊]|舒[适適服]"
    r"|[轻輕][便快]|任意|随意|隨意"
    r"|いつでも|できる|無料|補助|必要がな|いらない|済む|借りられ|含まれ|手軽|気軽|快適|安く|助か|身につ|楽し"
    r"|수 있|생긴|생기|아낀|아끼|필요 ?없|잘 되|무료|언제든|편안|저절로|가볍|즐거|싸게"
    r"|\b(?:kaum|spar\w+|nutzt|eigene\w*|übernimmt|zusch[uü]ss\w*|förder\w+|jahrzehnte\w*|frei\w*|leicht\w*"
    r"|unabhängig\w*|jederzeit"
    r"|ermöglich\w+|schont|komfort\w*|lern\w+|selbst|muss nicht|gratis|angenehm\w*|begrüßt|freu\w+|schnell\w*|billig\w*"
    r"|permet\w*|évit\w+|toujours|facil\w+|gratuit\w*|moins|subvention\w*|aide\w*|économis\w+|profit\w+|agréable\w*|confort\w*"
    r"|puede[n]?|libres?|no necesita\w*|fácil\w*|rápid\w+|permite[n]?|gratis|ayudas?|evita\w*|siempre|cómod\w+"
    r"|barat\w+|aprende\w*"
    r"|permett\w+|risparmi\w+|può|liber\w+|sempre|comod\w+|economiza\w*|pode[m]?|livre\w*|conforto|barat\w+)\b",
    re.I,
)
_BURDENS = regex(
    r"\b(?:rises?|wait\w*|complain\w*|only|noise|must|has to|have to|no longer|never|half|alone|risk\w*|wears? out"
    r"|theft|stolen|narrow"
    r"|dirt\w*|late|delays?|broken|allerg\w+|crowded|smells?|heavy)\b"
    r"|必[须須]|只能|等待|噪[音声聲]|投[诉訴]|[没沒]有|不再有|上[涨漲升]|失去|[难難]|[风風][险險]|自己(?:付|承[担擔]"
    r"|[负負][担擔])"
    r"|[坏壞堵乱亂脏髒挤擠吵]|故障|麻[烦煩]|耗[时時]|[迟遲]到|延[误誤]|不了"
    r"|失う|なくな|待た|騒音|上がる|しか|苦情|できなく|あいまい|自己負担|予約されて|臭い|割高|壊れ|故障|渋滞|混雑|混む"
    r"|汚れ|狭|遅れ|面倒|手間|足り"
    r"|사라|흐려|힘들|잃|소음|오르|늦어|못 |기다|본인이|없어진|없어지|제한|좁|더럽|고장|막히|지연|번거|귀찮|무겁|시끄|냄새"
    r"|\b(?:steig\w+|beschwer\w+|brumm\w+|lärm\w*|laut\w*|wart\w+|kosten|euro aus|liegt bei|liegen bei|nur"
    r"|muss(?! nicht)|müssen"
    r"|schlecht\w*|risik\w+|selten\w*|schäden|zusätzlich\w*|hoh\w+|aufw[aä]nd\w*|zerkratz\w*|allerg\w+|schmutz\w*|kaputt\w*"
    r"|verspät\w+|eng\w*|störung\w*|gefahr\w*|mangel\w*|braucht man|ausfall\w*|ausfälle"
    r"|faut|compter|coût\w*|mal|lourd\w*|cher|chère\w*|bruit\w*|attend\w*|doit|doivent|vols?|fréquent\w*|panne\w*"
    r"|seulement|risqu\w+"
    r"|étroit\w*|retards?|dépass\w+|sales?|difficile\w*|compliqu\w+|manque\w*|usure|interdit\w*"
    r"|sube[n]?|tampoco|pierd\w+|car[oa]s?|cuesta\w*|ruido\w*|debe[n]?|hay que|solo|nunca|riesgo\w*|espera\w*"
    r"|queda nada|recuperar"
    r"|estrech\w+|retras\w+|suci\w+|avería\w*|difícil\w*|complicad\w+|falta\w*|prohib\w+"
    r"|sal(?:e|gono)|costa\w*|rumor\w*|dev[eo]\w*|soltanto|rischi\w*|strett\w+|ritard\w+|sobe[m]?|custa\w*|ruído\w*"
    r"|risco\w*)\b",
    re.I,
)
"""What is good or bad of a thing in passing: told of whole passages, where neither words nor headings judge."""
_SPARED = regex(r"\b(?:without|ohne|sans|sin|senza|sem)\b(?: \S+){1,3}", re.I)
"""What is not lost or paid is good, whatever it is."""
_WHETHER = regex(
    r"^\W*should (?:i|we|one|you|they) (?!worry|be |know|expect)|\bworth (?:it|buying|doing|the)\b|べきか|(?:した"
    r"|買った)ほうがい"
    r"|[該该]不[該该]|要不要|值不值|值得|[應应][該当當]?.{0,12}[嗎吗]|(?:해야|사야|살|할)\s?(?:할까|하나|까)"
    r"|^\W*soll(?:te)? (?:ich|man|wir)\b|\blohnt\b.{0,30}\?|^\W*(?:dois-je|faut-il)\b|\bvale la pena\b|^\W*¿?deber?[ií]?a\b",
    re.I,
)
_HOW = regex(r"^\W*how\b|どう|どの|怎|如何|어떻게|\bwie\b|\bcomment\b|\bcómo\b|\bcome\b", re.I)
_ADVISES = regex(
    r"\bif you\b|\bworth\b|\brecommend\w*|\badvis\w+|\bshould\b|\bbetter (?:choice|off)\b|\bpays? (?:for itself|off)\b"
    r"|\bchoose\b"
    r"|\bsuits?\b|ほうが(?:よ|良|い)|すすめ|勧め|適し|べき|建[議议]|值得|[適适]合|推[薦荐]|不宜|권장|좋다|추천|적합"
    r"|\b(?:empf[eo]hl\w+|lohnt|sollten?|ratsam)\b",
    re.I,
)


def asks_for_both(question: str) -> bool:
    """Whether a question asks for the good and the bad sides of one thing; of several, each has its own."""
    return bool(_BOTH.search(question)) and not contrasts(_BOTH.sub(" ", question))


def asks_whether(question: str) -> bool:
    """Whether a question asks if something should be done."""
    return bool(_WHETHER.search(question)) and not _HOW.search(question) and not contrasts(question)


def weighs(question: str) -> bool:
    """Whether a question asks for either."""
    return asks_for_both(question) or asks_whether(question)


def is_side(title: str) -> bool:
    """Whether a title is that of a section on a side."""
    return any(title in titles for titles in TITLES.values())


def title_of(side: int, language: str) -> str:
    """The heading of the section on a side."""
    titles = TITLES[side]
    return titles[LANGUAGES.index(language)] if language in LANGUAGES else titles[0]


def sided(items: Sequence[Item]) -> dict[str, int]:
    """The side of each sentence that is on one, by its id. Where sources name no side, or only one, each passage is on that
    it leans to; where all lean to one, a single word that judges is enough, and what leads up to such a sentence goes with it."""
    found = _sided(items, JUDGING)
    if len({*found.values()}) == len(TITLES):
        return found
    whole = _by_passages(items)
    return whole if len({*whole.values()}) == len(TITLES) else _with_what_leads_up(items, _sided(items, 1))


def _by_passages(items: Sequence[Item]) -> dict[str, int]:
    """The sides of the sentences of passages that lean to one, but for those with which a source opens."""
    passages: dict[tuple[str, int], list[Item]] = {}
    for item in items:
        if not item.is_table and item.passage.place:
            passages.setdefault((item.source, item.passage.start), []).append(item)
    sides = {item.id: leaning([one.text for one in own]) for own in passages.values() for item in own}
    return {name: side for name, side in sides.items() if side}


def leaning(sentences: Sequence[str]) -> int:
    """The side to which the sentences of a passage lean together; 0 where they lean to none."""
    text = " ".join(sentences).lower()
    rest, spared = _SPARED.subn(" ", text)
    good = spared + _count((_PRAISES, _MORE_PRAISES, _EASES), rest)
    bad = _count((_BLAMES, _MORE_BLAMES, _BURDENS), rest)
    return (good > bad) - (bad > good)


def _sided(items: Sequence[Item], least: int) -> dict[str, int]:
    found: dict[str, int] = {}
    before = {item.id: first for first, item in pairwise(items) if follows(first, item)}
    for item in items:
        first = before.get(item.id)
        led = found.get(first.id, 0) if first else _first_named(item.passage.heading)
        side = 0 if item.is_table else _named(item.text) or _of(item, led, least)
        if side:
            found[item.id] = side
    return found


def _with_what_leads_up(items: Sequence[Item], found: Mapping[str, int]) -> dict[str, int]:
    """The sides of sentences, and of those that open a passage right before one."""
    leads = {
        item.id: found[after.id]
        for item, after in pairwise(items)
        if item.start == item.passage.start and follows(item, after) and after.id in found and not turns(after.text)
    }
    return {**leads, **found}


def _of(item: Item, led: int, least: int) -> int:
    """The side of a sentence that names none; ``led`` is that of the one before it, or the first that is announced over it."""
    heading = item.passage.heading
    if headed := _named(heading) or (BAD if _TROUBLE.search(heading) and not _GOOD.search(heading) else 0):
        return headed
    if led and least > 1:
        return -led if turns(item.text) else led
    praised, blamed = _count([_PRAISES], item.text), _count([_BLAMES], item.text)
    if least == 1:
        praised, blamed = praised + _count([_MORE_PRAISES], item.text), blamed + _count([_MORE_BLAMES], item.text)
    praised = 0 if denials(item.text) else praised
    own = GOOD if praised >= blamed + least else BAD if blamed >= praised + least else 0
    return own or (-led if turns(item.text) else led)


def _count(words: Iterable[re.Pattern[str]], text: str) -> int:
    return sum(len(set(one.findall(text))) for one in words)


def _named(text: str) -> int:
    """The side that a text names, if it is one alone."""
    return bool(_GOOD.search(text)) - bool(_BAD.search(text))


def _first_named(heading: str) -> int:
    """The side that a heading for both names first: it is told first."""
    good, bad = _GOOD.search(heading), _BAD.search(heading)
    both = _BOTH.search(heading)
    return BAD if good and bad and bad.start() < good.start() else GOOD if both else 0


def told_first(question: str, balance: Sequence[str], prose: Sequence[Item], runs: Runs) -> tuple[Item, ...]:
    """What a report opens with: what a source advises, or how the two sides begin."""
    longest = LONGEST * width(prose[0])
    if asks_whether(question) and (best := advice(prose)):
        return tuple(runs.whole(best, longest)) or runs.at_best(best[0], longest)
    found: list[Item] = []
    for section in balance:
        own = [item for item in prose if item.section == section]
        alone = [item for item in own if is_alone(item, ())]
        if alone:
            tells = max(alone, key=lambda item: (_named(item.text) != 0, _judges(item.text), item.score))
            found += runs.at_best(tells, longest / 2)
        else:
            found += own[:1]
    return tuple(dict.fromkeys(found))


def _judges(text: str) -> bool:
    """Whether a sentence has a word that judges: another one only stands beside such."""
    return _count((_PRAISES, _MORE_PRAISES, _BLAMES, _MORE_BLAMES), text) > 0


def advice(items: Sequence[Item]) -> list[Item]:
    """The passage that says best what to do: under a heading that asks so or comes to a close, or because its sentences do."""
    passages: dict[tuple[str, int], list[Item]] = {}
    for item in items:
        if not item.is_table:
            passages.setdefault((item.source, item.passage.start), []).append(item)

    def worth(own: Sequence[Item]) -> float:
        heading = own[0].passage.heading
        said = sum(bool(_ADVISES.search(item.text)) for item in own)
        return said / len(own) + bool(_WHETHER.search(heading)) + 0.5 * (closes(heading) and said > 0)

    best = max(passages.values(), key=worth, default=[])
    return best if best and worth(best) > 0.5 else []
