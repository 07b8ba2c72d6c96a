"""Sentences that lean on what was said before them ("It also ...", "For that reason", "但是…", "また…") and cannot begin a passage."""

from __future__ import annotations

import re
from collections.abc import Collection

from dr_core.pattern import regex
from dr_core.text.stopword import STOPWORDS
from dr_core.text.token import terms

_POINTING = r"(?:that|this|these|those|such|it|its|their|them|his|her|then|both|the (?:same|two|three|other|latter|former))"
_ENGLISH = (
    r"(?:it|its|they|their|them|this|these|those|that|he|she|his|her|such|here|there(?! (?:is|are|was|were)\b)|both|however"
    r"|but|and|or|so|thus|each (?:is|was|has|had|can|of (?:them|these|those))"
    r"|a (?:second|third|fourth|fifth)(?= [a-z])(?! (?:of|later|half|person)\b)"
    r"|also|then|therefore|moreover|furthermore|additionally|in addition|besides|instead|otherwise|as a result|as a consequence"
    r"|for (?:example|instance)|similarly|likewise|by (?:contrast|comparison)|in (?:contrast|comparison|other words|short"
    r"|turn|fact|effect)"
    r"|on the (?:other hand|contrary)|meanwhile|nevertheless|nonetheless|still|yet|hence|consequently|accordingly|finally"
    r"|lastly"
    r"|above all|more precisely|more generally|indeed|even so|either way|not everybody|not everyone|others?|neither|another"
    r"|most of them"
    r"|some of them|none of|critics|opponents|later|afterwards?|subsequently|soon after|part of|one reason"
    r"|all (?:of )?(?:these|three|four)"
    r"|(?:first|second|third|fourth)(?:ly)?(?=,)|the (?:former|latter|same|other|second|third|two|three|four|five|rest|reasons?"
    r"|causes?|difference|differences"
    r"|answer|result|results|figures?|table|series|exception|remaining)\b(?! (?:of|for|between|in|behind|that)\b)"
    rf"|(?:in|at|for|by|from|with|on|of|to|under|after|before|since|until|despite|unlike|like|through|during|among|given"
    rf"|without) {_POINTING}"
    r"|(?:two|three|four|five) (?:of (?:them|these|those)|others)\b"
    r"|one (?:is|was|use|of (?:them|these))|similar|similarly|equally|conversely|rather|after that|because of (?:this|that))\b"
)
_CHINESE = (
    r"(?:[對对關关][於于][這这此該该]|它|他(?!們的國家)|她|其(?!中一座)|此|該|该|這|这|那|但|而|且|因此|所以|然而|不過|不过|另外|另一|同時|同时|例如"
    r"|比如|另一方面|相比之下|相較之下|相反"
    r"|反之|隨後|随后|之後|之后|接著|接着|最後|最后|也就是|換言之|换言之|對此|对此|為此|为此|亦|並|并(?!网|網)|兩者|两者"
    r"|後者|后者|前者|雙方|双方|兩個|两个"
    r"|兩種|两种|上述|以上|如表|下表|上表|可見|可见|到了|屆時|届时|當時|当时|同年|同期|除此|即便如此|即使如此|儘管如此"
    r"|尽管如此|於是|于是|由此|不僅如此|不仅如此"
    r"|第[二三四五六]|(?:主要|其主要|根本)?(?:原因|理由|差異|差异|差別|差别|區別|区别)(?:主要)?(?:是|在|來自|来自|包括)"
    r"|需要注意|要注意|值得注意|一方面|一種看法|一种看法|一種意見|一种意见|批評者|批评者|反對者|反对者|前兩者"
    r"|前两者)"
)
_JAPANESE = (
    r"(?:これ|それ|あれ|この|その|あの|彼|しかし|ただし|また|一方|さらに|そして|なお|したがって|よって|そのため|このため"
    r"|ゆえに|例えば|たとえば|同様に|もう(?:一つ|ひとつ)|ところが|だが|つまり"
    r"|すなわち|両者|前者|後者|ここで|ここから|もっとも|加えて|同社|同年|同線|同区間|同様|いずれも|いずれ|なかでも|とりわけ"
    r"|とくに|特に|表から|表の|上の表|次の表|以上の|上記"
    r"|第[二三四五]に|第[二三四五]の|(?:違いの|その)?(?:主な|最大の|おもな)?(?:理由|原因|要因|背景)は|幅が|実際|逆に|反対に"
    r"|他方|当時|翌年|その後|以後|以降|最終的)"
)
_KOREAN = (
    r"(?:이는|이것|그것|그는|그녀|그|이|이때|그때|당시|이러한|그러한|이런|그런|그러나|하지만|또한|또|그리고|따라서|그래서"
    r"|그러므로|반면|한편|다만|즉|예를 들\S*|이에|그 결과|이와|이후"
    r"|그 뒤|같은|두|전자|후자|이처럼|이로써|이밖에|그 밖에|더욱이|게다가|특히|실제로|결국|한쪽\S*|마찬가지로|다른 한쪽\S*"
    r"|양측|위 표\S*|다음 표\S*|(?:주된 |주요 )?(?:원인|이유)[은는])(?=[\s,]|$)"
)
_EUROPEAN = (
    r"(?:eine? (?:zweite|dritte)[rs]?|une? (?:deuxième|second|seconde|troisième)|una? (?:segund[oa]|tercer[oa]?|second[oa]|terz[oa])"
    r"|uma? (?:segund[oa]|terceir[oa])"
    r"|sie|er|es(?! (?:gibt|gab|sind)\b)|dies(?:e[rsnm]?)?|das (?:ist|war|liegt|gilt)|damit|dabei|dadurch|dafür|dagegen|hingegen|daher"
    r"|deshalb|darum|danach|dann|dort|hier|außerdem|zudem|jedoch|allerdings|aber|und|doch|trotzdem|beide|dessen|deren|ihre?|letztere"
    r"|zum beispiel|hinzu kommt|ils?(?! y a\b)|elles?|ce(?:la|ci|tte|t|s)?|c['’](?:est|était)|ainsi|donc|mais|cependant|toutefois|pourtant"
    r"|de plus|en outre|ensuite|puis|par (?:exemple|ailleurs|conséquent)|celui-ci|celle-ci|ceux-ci|en effet|est[aeo]s?|es[ao]s?"
    r"|ell[ao]s?|él|además|sin embargo|no obstante|pero|también|por (?:eso|ello|ejemplo)|así|entonces|luego|ambos|ambas|allí|aquí|ess[oaie]|quest[oaie]|quell[oaie]|ciò|tuttavia|però"
    r"|inoltre|quindi|perciò|pertanto|infatti|invece|così|dunque|entramb[ie]|anche|per (?:esempio|questo)|el[ea]s|ess[ae]s|isto|isso"
    r"|aquel[ea]s?|no entanto|porém|além disso|também|portanto|assim|então|por isso|(?-i:[Mm]as? (?=[a-zà-ÿ])))\b"
)
_EARLY_PRONOUN = (
    r"(?:in|on|by|at|since|after|before|during|from|until|for|with|to|between|within|when|while"
    r"|as)\b[^,.;:]{0,50}?,?\s(?:it|they|he|she|these|those|its|their)\b"
)
_EARLY_IN_CHINESE = r"(?:在|[对對]|[从從]|[当當]|到)[^，。]{1,20}，[它他她]"
_HANGS = regex(
    r"\W*(?:(?:it(?! (?:is|was|remains) \w+ (?:that|to|how|whether|why)\b)|its|th(?:is|ese|at|ose)|such|they|their|he|she|his|her"
    r"|thus|therefore|hence|consequently|as a result|for (?:this|that) reason|because of (?:this|that)|the (?:former|latter)"
    r"|dies(?:e[rsnm]?)?|das (?:ist|war|liegt|gilt)|deshalb|daher|darum|dadurch|er|sie|ihre?|cela|ce(?:tte|t|s)?"
    r"|ils?(?! y a\b)|elles?|donc|est[aeo]s?|es[ao]s?|por es[ot]o?|ell[ao]s|ciò|quest[oaie]|quindi|perciò|isso|ess[ae]s|portanto)\b"
    r"|[这這该該它]|此(?!外)|其(?![他它次实實余餘])|上述|[对對]此|因此|所以|[于於]是|[两兩]者|これ|それ|[こそ]の(?!ほか|他|後)|同社|両者|したがって|よって|いずれも"
    r"|(?:이는|이것\S*|이러한|이런|그는|그것\S*|이에|따라서|그래서|이로써)(?=[\s,]|$))",
    re.IGNORECASE,
)
_DANGLING = regex(
    rf"^\W{{0,3}}(?:{_ENGLISH}|{_EUROPEAN}|{_EARLY_PRONOUN}|{_EARLY_IN_CHINESE}|{_CHINESE}|{_JAPANESE}|{_KOREAN})", re.I
)

_BACKWARD = regex(
    r"\b(?:therefore|thus|also|however|supporters|(?:in|by) contrast)\b|支持者|推進する立場|^(?:[^\s,]+ ){1,3}followed(?! (?:by|the|an?)\b)|^(?:\S+ ){1,4}(?:that|which|when|if|as|where|while|once) (?:it|they|he|she)\b|\b(?:them"
    r"|they|this|these|those|such|here|former|latter|the same|the (?:two|three) (?:figures|numbers|values|reports|studies"
    r"|judgements))\b"
    r"|\b\w+s that [a-z]+(?=[.,;]| and \w+s\b)|\bthat (?:price|year|figure|time|report|study|plant|line|day|reason)\b"
    r"|此(?![后後])|(?<![，；])此[后後]|這(?!裡)|这(?!里)|該|该(?!项目组)|兩者|两者|上述|前者|後者|后者|同年|當時|当时|兩個數字|两个数字|兩種說法"
    r"|两种说法|它們|它们"
    r"|この|その(?!うち)|これ|それ(?!まで)|同社|同年|両者|前者|後者|当時|表の|表から|上記|いずれも"
    r"|(?:^|\s)(?:이|그|이때|이는|당시|해당|두|다만)\s",
    re.I,
)
_FIGURES = (
    r"(?: (?:figures?|numbers?|values?|totals?|sums?|counts?|estimates?|prices?|costs?|results?|comparisons?|rates?|averages?))?"
)
_CAVEAT = regex(
    r"^\W{0,3}(?:(?:however|but|still|yet|though),? )?"
    r"(?:(?:please )?note(?: that\b|,)|(?:it|one) (?:should|must) (?:also )?(?:be )?(?:note|remember|stress|kept? in mind)"
    r"|it is (?:worth|important)|a caveat|caution is|care is|(?:more precisely|strictly speaking|to be (?:exact|precise))\b"
    rf"|(?:this|that|these|those|the){_FIGURES} (?:(?:is|are|was|were|do|does|did|can|could|should) (?:not|only)\b|cannot|(?:only|does"
    rf" not|do not)? ?(?:exclude|include|cover|refer|appl|assume|rest on|depend)))"
    r"|^(?:但是?|不[过過]|然而|只是)?[，,]?(?:需要?|值得|[应應][当當]?|[须須])?要?(?:特[别別])?(?:注意|留意|[说說]明的是|指出的是)"
    r"|^(?:但是?|不[过過]|然而)?[，,]?(?:[这這][个個些两兩]?|[该該]|上述|以上|此)[^，。]{0,8}(?:不(?:包[括含]|含|能|代表|等[于於]|[适適]用)"
    r"|(?:并|並)?(?:未|非|[没沒]有)|[仅僅]|只)"
    r"|^更?(?:准确|準確|精确|精確|[严嚴]格)(?:地|[来來])?[说說]|^(?:より)?(?:正確に|厳密に)[は言い]|^(?:더 )?(?:정확히|엄밀히)"
    r"|^(?:ただし|但し|もっとも)|^[^。]{0,20}(?:注意が必要|注意すべき|留意)|^(?:다만|단[,\s])|^[^.]{0,20}(?:유의|주의)(?:해야|할|가 필요)"
    r"|\b(?:cannot|can't|can not|should not|must not) be (?:directly )?compared|不[能可宜](?:直接|[简簡][单單])?(?:比[较較]|相比|相加)"
    r"|(?:直接|単純に)は?(?:比較(?:は|が)?できな|比べられな)|(?:직접|단순) ?비교(?:할 수 없|하기 어렵|는 어렵)",
    re.I,
)
_TURNS = regex(
    r"^\W{0,3}(?:(?:however|but|yet|still|though|nevertheless|nonetheless|more precisely|strictly speaking|in (?:fact|reality)|actually"
    r"|jedoch|allerdings|aber|doch|mais|cependant|toutefois|pourtant|pero|sin embargo)\b"
    r"|critics\b|opponents\b|others\b|批[評评]者|反[對对]者|另一|慎重な立場|一方|반면"
    r"|但|然而|不[过過]|其[实實]|[实實][际際]上|しかし|だが|ところが|けれど|とはいえ|実際|正確には|いずれも|どちらも"
    r"|(?:그러나|하지만|그런데|실제로|정확히는|모두)(?=[\s,]))",
    re.I,
)
_SEVERAL = r"(?:two|three|four|five|six|seven|eight|several|many|various|different|\d)"
_ANNOUNCES = regex(
    r"\b(?:views|opinions?|judgements?|experts|people|positions)\b.{0,40}?\b(?:differ|diverge|(?:is|are) (?:divided|split))"
    rf"|\b{_SEVERAL} (?:[\w-]+ ){{0,3}}(?:ways?|methods|types|kinds|reasons|steps|options|stages|phases|forms|groups|factors|parts|classes"
    r"|categories|principles|rules|causes|models|signs|symptoms|sources|uses|advantages|drawbacks|disadvantages|risks|conditions)\b(?=[^,:]{0,60}\.$)"
    r"|^[^、:：]{0,40}(?:有|分[为為成]|包括)(?:以下|下列)?(?:[两兩二三四五六七八九十几幾多]|\d)+(?:大|个|個)?(?:[种種类類项項条條点點步]|方面|方法|[办辦]法|[阶階]段|原因)[^、:：]{0,12}。$"
    r"|^[^：]{0,40}(?:[二三四五六七八九十\d]|いくつか?)(?:つ|種類|通り|段階)(?:の[^。]{0,12})?(?:[がに](?:ある|あります|分け|分類|大別)|だ|である)[^。]{0,8}。$"
    r"|^[^:]{0,50}(?:두|세|네|다섯|여섯|여러|몇|\d) ?(?:가지|종류|단계)[^,.:]{0,14}(?:있|나뉘|나눌|나눈|이다|구분)[^,.:]{0,8}\.$"
    r"|\b(?:zwei|drei|vier|fünf|sechs|sieben|mehrere|verschiedene) (?:\w+ ){0,2}(?:Arten|Möglichkeiten|Wege|Methoden|Gründe|Typen"
    r"|Formen|Schritte|Phasen|Gruppen|Verfahren|Varianten|Stufen|Teile|Ursachen|Vorteile|Nachteile)\b(?=[^,:]{0,60}\.$)"
    r"|\b(?:deux|trois|quatre|cinq|six|plusieurs) (?:\w+ ){0,2}(?:façons|manières|méthodes|types|sortes|raisons|étapes|options|formes"
    r"|groupes|causes|moyens|catégories)\b(?=[^,:]{0,60}\.$)"
    r"|\b(?:dos|tres|cuatro|cinco|seis|varias|varios) (?:\w+ ){0,2}(?:formas|maneras|métodos|tipos|clases|razones|pasos|opciones|grupos"
    r"|causas|etapas|categorías)\b(?=[^,:]{0,60}\.$)"
    r"|不同(?:的)?(?:看法|意[见見])|(?:看法|意[见見])(?:不一|分歧)|(?:意見|賛否|見方|評価)[がは]分かれ|(?:의견|찬반|평가)[이가은는] ?(?:갈|엇갈|나뉘)",
    re.I,
)
_KANA = regex(r"[\u3041-\u3096]")
_TOPIC = regex(r"のうち、|は(?=[、\u3040-\u9fff0-9A-Z「（])|も、|でも")
_ONLY_WHY = regex(
    r"^(?!.*(?:이유|까닭|원인|것)[은는이])[^,]*(?:기|것|이|은|는|던|을) ?때문이(?:다|었다|라고 한다)[.。]?$"
    r"|^(?!.*(?:は|のも|理由|原因))[^。]*(?:ため|から)(?:である|だ|であった|だった|です)。?$|^(?!.*(?:は|も)[、\u3040-\u9fff])[^。]*が(?:主な)?(?:理由|原因|要因)(?:である|だ|とされる|だった|です)。?$"
)
"""A sentence that says why, and leaves to the one before it to say what."""
_POINTS_THERE = regex(
    r"^[^,]{0,60}\bthere\.$|^[^,.]{0,40}\bis the other\b|^[^,;:]{0,120}\b(?:find|found|show|shown|confirm|confirmed|say|do|did) (?:this|so)\.$"
)
_DEFINITE = regex(r"^\W{0,3}The ((?:[a-z][a-z'’-]*[\s,]+){1,4})")
_SUPERLATIVE = frozenset(("most", "first", "only", "best", "worst"))
_REFERS = regex(
    r"^\W*as (?:\w+ )?(?:shown|described|mentioned|explained|discussed|noted|seen) (?:above|below|earlier|before)\b"
    r"|^\W*see (?:above|below)\b|^如[上前](?:文|所|图|圖)?[述示]?|^(?:前述|上述)の(?:よう|とおり)|^앞서 (?:언급|설명|말)"
    r"|^\W*(?:wie oben|siehe (?:oben|unten))\b",
    re.I,
)
_COMPLEMENT_WORDS = "of from between at in for on with which by who whose near behind under against across among"
_COMPLEMENT = frozenset(_COMPLEMENT_WORDS.split())


def dangles(sentence: str) -> bool:
    """Whether a sentence begins with a word that points back at what was said before, or only says why that is so."""
    return bool(_DANGLING.match(sentence) or (not sentence.isascii() and _ONLY_WHY.match(sentence)))


def hangs(sentence: str) -> bool:
    """Whether a sentence takes its subject or its reason from the one right before it ("This ...", "Therefore ..."): where that is
    gone, it says the same of something else. One that only goes on ("However, the plant ...") does not."""
    return bool(_HANGS.match(sentence))


def leans(sentence: str, known: Collection[str]) -> bool:
    """Whether a sentence opens with something it takes as known ("The survey names three causes") and ``known`` terms do not name.

    ``known`` are terms (``dr_core.text.terms``) that a reader has met: those of the question, of the title, of what stands before.
    """
    if dangles(sentence) or _POINTS_THERE.match(sentence):
        return True
    opening = _DEFINITE.match(sentence)
    if (
        not opening
        or sentence[opening.end() : opening.end() + 1].isupper()
        or sentence[opening.end() : opening.end() + 1].isdigit()
    ):
        return False  # "The first TGV line" is named
    words = re.findall(r"[a-z'’-]+", opening[1])
    if words[0] in _SUPERLATIVE or (len(words[0]) > 5 and words[0].endswith("est")):
        return False  # "The most cited estimate" is named by what it is, whatever stands before
    named = next(
        (words[:at] for at, word in enumerate(words) if at and (word in _COMPLEMENT or (word == "that" and at == 1))), words
    )
    followed = len(named) < len(words)
    return not followed and not (set(terms(" ".join(named))) - STOPWORDS) & set(known)


def restricts(sentence: str) -> bool:
    """Whether a sentence says what the one before it does not say ("Note that ...", "ただし…", "不能直接比较"): who repeats that one
    without it misleads."""
    return bool(_CAVEAT.search(sentence))


def refers(sentence: str) -> bool:
    """Whether a sentence begins by pointing at another place of its text ("As shown above"), which who quotes it does not show."""
    return bool(_REFERS.search(sentence))


def turns(sentence: str) -> bool:
    """Whether a sentence begins by turning against the one before it, or sums it up: that one alone may say the contrary."""
    return bool(_TURNS.match(sentence))


def announces(sentence: str) -> bool:
    """Whether a sentence says that there are several views, ways or kinds, and leaves to those behind it to tell them."""
    return bool(_ANNOUNCES.search(sentence))


def stands_alone(sentence: str, known: Collection[str]) -> bool:
    """Whether a sentence can be read with nothing at all before it."""
    return not leans(sentence, known) and not _BACKWARD.search(sentence) and not _is_unsaid(sentence)


def _is_unsaid(sentence: str) -> bool:
    """Whether a Japanese sentence leaves out what it is about: it has no topic, the one before it had."""
    return bool(_KANA.search(sentence)) and not _TOPIC.search(sentence)
