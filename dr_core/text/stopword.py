"""Terms that say nothing about a subject, in the form ``dr_core.text.token.terms`` gives them (stems, pairs of characters)."""

from __future__ import annotations

from dr_core.text.stem import stem

_ENGLISH = """
a about after all also am an and any are as at be because been before being between both but by can could did do does during each
for from had has have he her here him his how i if in into is it its just me more most my no not of on or other our out over own
same she should so some such than that the their them then there these they this those through to too under until up us very was
we were what when where which while who whom whose why will with would you your
dont doesnt didnt cant wont isnt arent wasnt werent havent hasnt couldnt shouldnt wouldnt
"""
_CHINESE = """
的 了 在 是 和 与 及 或 之 也 都 就 而 被 把 对 从 到 为 以 于 等 其 这 那 此 该 什么 怎么 如何 哪些 哪个 哪里 多少
几个 是否 有哪 请问 我们 他们 以及 一个 可以 进行 没有 因为 所以 但是 如果 这个 什 么 吗 呢 谁
"""
_JAPANESE = """
の に は を が と で も へ や か な です ます した して する こと もの それ これ ため など から まで より ある いる いた いて った
って とは では には のは のか たか すか 何 なに どの どれ どこ いつ なぜ だれ どう
"""
_KOREAN = """
은 는 이 가 을 를 의 에 와 과 도 로 으로 에서 에게 한다 하는 있다 있는 이다 입니 니다 무엇 어떤 어떻 어디 언제 누구 왜 그리 그러
하지 것은 것이 것을 수는
"""

_OTHERS = """
der das dem des ein eine einer eines einem einen und oder aber auch auf bei durch gegen im ist sind wird werden
wurde wurden haben hatte kann können nach nicht noch nur ohne sich sie wir ihr sein seine seinen seiner ihre ihren unter
von vom vor wenn wie wo wer welche welcher welches welchen warum weshalb wieso wann wieviel viel viele zu zum zur zwischen dass
diese dieser dieses damit dafür gibt als um sehr sowie während hätte hatten worden habe seit ins dessen deren denen
bereits
le la les du de et où que qui quoi quel quelle quels quelles pourquoi combien quand dans sur sous avec est sont été
être avoir ont cette ces ses leur leurs il elle ils elles nous vous aux donc ainsi aussi tous toute toutes selon
étaient était
el los las unos unas pero qué quién quien cual cuál cuales cuáles como cómo cuando cuándo cuanto cuánto cuánta cuántos cuántas
donde dónde por para sobre entre está están fue ser del sus muy también según desde hasta porque había ya ese esa
gli uno quale quali quanto quanta quanti quante perché quando tra fra della dello degli delle nel nella nei nelle sono
alla dal dalla dagli sul sulla sui sulle questo questa questi queste più anche hanno essere che gli loro ogni dove quando mentre
stata stato stati però
uma umas quem qual quais quanto quantos quantas onde são foi das nos ao pelo pela pelos pelas não estão seus suas até têm foram
também às ele eles isso este essa
het een wat welke waarom waar wanneer hoeveel voor zonder zijn wordt worden werd bij naar uit niet ook deze
и в во не на с со как а то все она так его но к у же вы за бы по только ее от еще из когда что чем кто где почему сколько какой
какая какие каков для при или это этот эта эти их был была были есть от до об о без через также который которая которое которые
которых том того нет после
của là các những một trong với được không này đó như thế nào bao nhiêu đâu khi đến
ke dari untuk dengan pada adalah ini bagaimana berapa mengapa siapa kapan atau tidak dalam oleh
"""
"""Of other languages, without what is a word of weight in English (die, war) or written like one that is (MIT, UN, AI)."""

STOPWORDS = frozenset(
    [stem(word) for word in _ENGLISH.split()] + _CHINESE.split() + _JAPANESE.split() + _KOREAN.split(),
)
OTHER_LANGUAGES = tuple(_OTHERS.split())
"""As they are written; not for names, of which they may be a part (La Paz, von der Leyen)."""
