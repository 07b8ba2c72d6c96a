"""Terms that say nothing about a subject, in the form ``dr_core.text.token.terms`` gives them (stems, pairs of characters)."""

from __future__ import annotations

from dr_core.text.stem import stem

_ENGLISH = """
a about after all also am an and any are as at be because been before being between both but by can could did do does during each
for from had has have he her here him his how i if in into is it its just me more most my no not of on or other our out over own
same she should so some such than that the their them then there these they this those through to too under until up us very was
we were what when where which while who whom whose why will with would you your
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

STOPWORDS = frozenset(
    [stem(word) for word in _ENGLISH.split()] + _CHINESE.split() + _JAPANESE.split() + _KOREAN.split(),
)
