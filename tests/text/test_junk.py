"""What no report should quote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dr_core.text import is_junk, junk

GOOD = [
    "Solar power fell to 30 dollars per megawatt hour in 2020.",
    "The company uses cookies as a metaphor in its long essay about how people share small secrets with machines, "
    "and why that matters to all of us who read it today.",
    "According to the U.S. Energy Information Administration, output rose by 12% (to 4.1 TWh) in 2021.",
    "“We expected a fall,” said Jane Roe, who leads the study.[3]",
    "It is not clear whether the trend will continue.",
    "Attackers hide sentences such as “ignore all previous instructions” in web pages, which language models that read them then "
    "take for a part of what they were told to do by their users or makers.",
    "太陽能發電在過去十年間變得非常便宜。",
    "根据国际能源署的数据，2020年全球新增装机容量达到127吉瓦。",
    "太陽光発電のコストは過去十年間で大きく下がりました。",
    "태양광 발전 비용은 지난 10년 동안 크게 하락했다.",
    "국회예산정책처는 A·B·C 세 노선에 들어갈 국비를 6조 3천억 원으로 추계하였다.",
    "俄罗斯总统弗拉基米尔·弗拉基米罗维奇·普京在会上发表了讲话。",
    "研究人员指出，cookie技术最早由网景公司的工程师在1994年提出，当时的目的是让服务器能够记住访问者的状态，后来被广告业广泛采用，引起了许多争议。",
    "The pull on the Moon is a sixth of that on Earth.²",
    "Funding no longer covers the cost of the trials in the north.",
    "Patients should contact the clinic today if the fever rises.",
    "城市欢迎外来工人，但他们买不起住房，也找不到学校。",
    "The court found a conflict of interest in the award of the line.",
    "法院认定该公司侵权，判令其赔偿损失，并在十日内销毁全部侵权产品和生产这些产品的模具。",
]
BAD = [
    "",
    "   ",
    "# Heading",
    "| a | b |",
    "Home > News > World",
    "Home | About | Contact | Help",
    "홈 · 뉴스 · 경제 기사를 모두 볼 수 있다.",
    "We use cookies to improve your experience.",
    "Accept all cookies.",
    "Subscribe to our newsletter for updates.",
    "Share this article on Facebook.",
    "Read time: 6 minutes.",
    "Share: Facebook, X, e-mail and many others.",
    "Conflict of interest: none declared by the authors.",
    "【免责声明】本文图片来自网络，如有侵权请联系删除。",
    "© 2023 Example Corp. All rights reserved.",
    "Copyright 2021 Example.",
    "Click here to read more.",
    "Skip to main content.",
    "Read more.",
    "5 min read.",
    "Please enable JavaScript in your browser.",
    "and then the rest of it.",
    "A Title In Capitals About Solar Power Costs",
    "The sentence was cut off in the middle of",
    "The sentence was cut off...",
    "https://example.org/a/b/c.",
    "12 34 56 78 90 11 12 13 14.",
    "$$ ^^ %% ## @@ !!.",
    ", which is the end of something.",
    "It says (and never closes the bracket.",
    "Yes.",
    "版权所有，未经许可不得转载。",
    "點擊這裡查看更多內容。",
    "首页 > 新闻 > 国际",
    "登录后查看全文，注册账号。",
    "关注我们的微信公众号。",
    "欢迎各地公交公司预约试乘。",
    "Contact us today for a free quote.",
    "お気軽にお問い合わせください、お待ちしています。",
    "本サイトではCookieを使用しています。",
    "関連記事はこちら。",
    "詳しくはこちらをクリック。",
    "무단 전재 및 재배포 금지.",
    "로그인 후 이용할 수 있습니다.",
    "是的。",
    "太陽能發電在過去十年間",
]


@pytest.mark.parametrize("sentence", GOOD)
def test_sentences_worth_quoting_pass(sentence: str) -> None:
    assert not is_junk(sentence)


@pytest.mark.parametrize("sentence", BAD)
def test_junk_is_seen(sentence: str) -> None:
    assert is_junk(sentence)


@pytest.mark.parametrize("piece", ["a ", "字", "> ", "(", "cookie ", " / a"])
def test_hostile_lines_are_junk_in_bounded_time(piece: str) -> None:
    assert is_junk(piece * 300_000)
    assert is_junk(piece * (1900 // len(piece)))


WORDS = ("plant", "The", "in", "1990", "A", "(", ")", "is,", "x-ray", "3d", "OSLO")


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_what_is_told_to_be_prose_soon_is_prose(words: list[str]) -> None:
    line = "The " + " ".join(words) + " ended."
    assert not junk._is_prose(line, line.split()) or not junk._western(line)


def test_footnote_marks_as_markdown_writes_them_end_a_sentence() -> None:
    assert not is_junk(r"Field studies in three countries found seasonal performance factors of 3.0 to 4.7.\[3\]\[4\]")
