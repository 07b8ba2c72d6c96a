"""Reasons: whether a question asks for them, and whether a sentence gives one."""

from __future__ import annotations

import re

from dr_core.pattern import regex

WHY_HAN = "(?<![名称稱叫作变變成定分视視译譯评評选選认認转轉改更化])[为為]什[么麼]"
"""命名为什么 asks for a name, and for no reason."""
_WHY = (
    r"\bwhy\b|\bwhat (?:\w+ )?(?:caused|causes|led|made|explains|drove|drives)\b|\bhow come\b"
    r"|\bhow did\b.{3,60}\b(?:come about|arise|happen)\b"
    rf"|{WHY_HAN}|为何|為何|为啥|怎[么麼][会會]|(?:怎[么麼]|如何)(?=[发發]生|造成|[产產]生|形成|[来來]的)|何以"
    r"|なぜ|どのように(?:して)?(?=起[きこ]|生じ|発生)|どうして|왜|어떻게 (?=발생|생겼|일어)"
    r"|\bwarum\b|\bweshalb\b|\bwieso\b|\bweswegen\b|\bpourquoi\b|\bpor qué\b|\bperché\b|\bpor que\b|\bporquê\b"
    r"|\bwhat(?:['’]s| is| are| was| were) the (?:\w+ ){0,2}(?:reasons?|causes?) (?:for|of|why|behind|that)\b"
    r"|(?<![和与與及、])(?:原因|理由|成因)(?:是什[么麼]|有哪些|有什[么麼]|[为為]何|何在|是啥)"
    r"|(?<![とや、・])(?:原因|理由|要因)は(?:何|なに|どこ|どう)|(?<![과와] )(?:이유|원인|까닭)[은이가]? ?(?:무엇|뭐|뭔|뭘|무슨)"
    # a noun behind a whole clause: 遅れている理由
    r"|(?:[るいた]|ない)(?:主な|最大の)?(?:理由|原因|要因)[?？。]?$|[는은던] (?:이유|원인|까닭)[?？.]?$"
    r"|\bwas (?:ist|sind|war|waren) (?:der|die) (?:\w+ )?(?:grund|gründe|ursachen?) (?:für|von|der|des)\b"
    r"|\b(?:quel(?:le)?s?|cuál(?:es)?|qual[ie]?|quais)"
    r" (?:est|sont|étai(?:t|ent)|es|son|fue(?:ron)?|è|sono|fu(?:rono)?|é|são|fo(?:i|ram))"
    r" (?:l[aeio]s?|el|il?|[ao]s?) (?:\w+ )?(?:raisons?|caus[ae]s?|motiv[oi]s?|raz(?:ón|ones|ão|ões)|ragion[ei])"
    r" (?:\w+ )?d[aeiou]"
)
ASKS_WHY = regex(_WHY, re.I)
"""What asks for reasons in a question that can ask for nothing else."""
WHY = regex(
    rf"{_WHY}|\b(?:reasons?|causes?) (?:for|of|why|behind)\b|原因|理由|이유|원인|까닭"
    r"|\b(?:grund|gründe|ursachen?) (?:für|von|der|des)\b|\b(?:raisons?|causes?) (?:de|du|des|pour)\b"
    r"|\b(?:causas?|motivos?|razón|razones) (?:de|del|para)\b|\b(?:cause|motivi|ragioni) (?:di|del|della|dei|per)\b"
    r"|\b(?:causas?|motivos?|razões) (?:do|da|dos|das)\b",
    re.I,
)
"""The same, and what names reasons: the causes of a thing are a subject, beside which others may be named."""

_CAUSE = regex(
    r"\bbecause\b|, since (?!\d|then\b)|\bsince (?=they|it|the|a|most|its|their)|\bdue to\b"
    r"|\bowing to\b|\bthanks to\b|\btherefore\b|\bthus\b"
    r"|\bhence\b"
    r"|\bas a result\b|\bresult(?:s|ed|ing)? (?:from|of|in)\b|\bcaus(?:e|es|ed|ing)\b|\breasons?\b|\bexplain(?:s|ed)?\b"
    r"|\bled to\b|\btrac(?:e|es|ed) (?:\w+ )?(?:back )?to\b"
    r"|\bleads to\b|\bcomes? (?:mainly |mostly )?from\b|\bcame from\b|\bblamed?\b|\bresponsible for\b|\bbrought (?:about"
    r"|the)\b|\bso that\b"
    r"|\bstem(?:s|med)? from\b|\bdriven by\b|\bthat is why\b|\battribut\w+|\bfor this reason\b|\bmakes? it\b"
    r"|\bwhich (?:makes|made|means)\b|, so (?!far\b)"
    r"|\bthreats?\b|(?<!受)威[胁脅](?!等[级級])|脅か|위협|\bbedroh\w+|\bmenac\w+|\bamenaza\w*|\bminacci\w*|\bameaç\w+"
    r"|増[額加]分|上昇分|增[加額额](?:的)?部分|上[涨漲](?:的)?部分|증[가액]분|상승분"
    r"|因为|因為|由于|由於|因此|所以|导致|導致|原因|得益于|得益於|源于|源於|使得|之所以|归因|歸因|造成|缘于|有赖|理由"
    r"|(?<!原)因(?![为為此而果應应])[^，。]{1,40}而|起因|在于|在於|取决于|取決於|引起|(?<!不)受.{1,12}影[响響]"
    r"|背景に(?:は|ある)|ため(?!に必要|池|息)|ので|から(?=[、。である])|理由|原因|要因|によ(?:る|り|って)|おかげ|せいで|結果|引き起こ|起因"
    r"|때문|이유|원인|인해|인한|탓|덕분|따라서|그래서|까닭|비롯|결과|요인"
    r"|\bweil\b|\bdenn\b|\bwegen\b|\baufgrund\b|\bdeshalb\b|\bdaher\b|\bdadurch\b|\bursachen?\b|\bgründe\b|\bgrund (?:dafür"
    r"|für|ist|war)\b"
    r"|\bführt(?:e|en)? (?:dazu|zu)\b|\bparce qu|\bcar (?=(?:le|la|les|il|elle|ils|elles) )|\bà cause d|\bgrâce à"
    r"|\ben raison d|\bdue?s? à\b"
    r"|\bdûe?s? à|\braisons?\b|\bviennent\b.{0,20}\b(?:de|du|des)\b|\bporque\b|\bdebido a|\bgracias a|\bpor eso\b"
    r"|\bse deb(?:e|ió|en) a\b"
    r"|\bcausas?\b|\bcausó\b|\bya que\b|\bperché\b|\bpoiché\b|\bdovut[oaie] a|\ba causa d|\bgrazie a|\bquindi\b|\bcausat[oaie]\b"
    r"|\bdevido a|\bgraças a|\bpor causa d|\bpor isso\b|\bcausou\b|\bcausad[oa]s?\b|\bdeve[mu]?-se\b|\bjá que\b",
    re.I,
)

_SO = regex(
    r"\b(?:therefore|thus|hence|as a result|for this reason|that is why)\b|, so (?!far\b)|\b(?:led|leads) to\b"
    r"|\bresult(?:s|ed|ing)? in\b|\bwhich (?:makes|made|means)\b|因此|所以|[导導]致|使得|造成|そのため|したがって"
    r"|(?:ため|ので|(?:こと|もの)から|によって|により)、|따라서|그래서|때문에|인해"
    r"|\b(?:deshalb|daher|dadurch)\b|\bführt(?:e|en)? (?:dazu|zu)\b",
    re.I,
)
"""What stands between a reason and what follows from it."""
_FOR = regex(
    r"(?<=\w)\W+(?:because|due to|owing to|thanks to|since (?=they|it|the|a|most|its|their))\b|, since (?!\d|then\b)"
    r"|\b(?:caused|driven) by\b|\bblamed on\b|\btrac(?:e|es|ed) (?:\w+ )?(?:back )?to\b"
    r"|\b(?:stem(?:s|med)?|results?|resulted|comes?|came)(?: mainly| mostly)? from\b"
    r"|(?<=\w)，?(?:[这這]?[主要]{0,2}是)?(?:因[为為]|由[于於]|得益[于於]|源[于於])|，?(?:主要)?原因(?:之一)?[是在有]"
    r"|のは(?=.*(?:ため|から|ことに|こと|によ))|の(?:主な)?(?:理由|原因|要因)は"
    r"|(?:것은|이유는|원인은)(?=.*(?:때문|탓|덕분))|, (?:weil|denn|da) ",
    re.I,
)
"""What stands between something and its reason."""
_GIVEN = regex(
    r"^\W*(?:because|since|due to|owing to|thanks to|weil|da)\b[^,]*,|(?<![，；是要])(?:因[为為]|由[于於])[^，]*，", re.I
)
"""A reason that stands before what follows from it, as far as the comma."""
_HINDERED = regex(
    r"\b(?:slow(?:ly)?|late|lag\w*|behind|delay\w*|hinder\w*|hold(?:s|ing)? back|so few"
    r"|so little|not|n['’]t|fail\w*|lack\w*|stall\w*|endangered|dying|died|declin\w*|disappear\w*|vanish\w*|extinct\w*)\b"
    r"|\bdie(?=\W*$)"
    r"|濒危|瀕危|[减減]少|消失|[灭滅][绝絕]|絶滅|減[っり]|멸종|사라|감소|\b(?:sterben|aussterben|bedroht|verschwinden|schrumpf\w*)\b"
    r"|遅れ|遅い|進ま|伸び(?:な|悩)|少ない|増えない|普及しない|できない|慢|[遲迟][緩缓遲迟]|落[後后]|[難难]以|不[夠够足]|[沒没]有|停[滯滞]|少"
    r"|느리|늦|더디|못|않|부족|\b(?:langsam|zögerlich|kaum|nicht|so wenige?|schleppend)\b",
    re.I,
)
"""What is said of something that does not come, or not as it should, or that goes."""
_OBSTACLES = regex(
    r"\bthreats?\b|威[胁脅]|脅威|위협|\bbedrohung\w*|\bmenaces?\b|\bamenazas?\b|\bminacce\b|\b(?:challenges?|obstacles?|barriers?|hurdles?|bottlenecks?|problems?|difficulties)\b|課題|障害|障壁|[難难][題题點点]|困[難难]|[瓶][頸颈]"
    r"|挑[戰战]|障[礙碍]|과제|장애|걸림돌|난제|\b(?:hindernis\w*|hürden?|herausforderung\w*|probleme|obstacles?|freins?|obstáculos?|ostacoli)\b",
    re.I,
)
_LACK = regex(
    r"\b(?:too (?:few|little|low|high|small)|not enough|insufficient\w*|lack(?:s|ed|ing)?|shortage)\b"
    r"|不足|不[够夠]|[过過偏][高低少]|足り(?:ない|ず)|부족"
    r"|\bzu (?:wenig|hoch|niedrig)\b|\binsuffisan\w+|\binsuficien\w+|\binsufficient[ei]\b",
    re.I,
)


def asks_why(text: str) -> bool:
    """Whether a question asks for reasons, or a heading announces them."""
    return bool(WHY.search(text))


def hinders(heading: str, question: str) -> bool:
    """Whether a heading announces what stands in the way, and a question asks why something is late or lacking."""
    return bool(_HINDERED.search(question) and _OBSTACLES.search(heading)) and not asks_why(heading)


def announces_reasons(heading: str, question: str) -> bool:
    """Whether a heading announces reasons of what a question asks."""
    return asks_why(heading) or hinders(heading, question)


def gives_cause(sentence: str) -> bool:
    """Whether a sentence says why something is as it is."""
    return bool(_CAUSE.search(sentence))


def tells_lack(sentence: str) -> bool:
    """Whether a sentence says that there is too little or too much of something: where a cost or a loss is asked about, that is a
    reason of it, whatever stands between the two."""
    return bool(_LACK.search(sentence))


def effects(sentence: str) -> str:
    """What a sentence says to follow from something; all of it where it does not part the two."""
    if (rest := _GIVEN.sub("", sentence)) != sentence:
        return rest
    if "のは" not in sentence and (so := _SO.search(sentence)):
        return sentence[so.end() :]
    return _FOR.split(sentence, 1)[0]
