"""Dates that are asked for: those ahead where a question asks what is to come, past ones where it asks what was."""

from __future__ import annotations

import pytest
from extractive_corpus import documents
from headed_page import written
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.plan import outline
from dr_core.stage.extractive.quantity import WHEN
from dr_core.stage.extractive.tense import AHEAD, OPEN, PAST, lies_ahead, tense
from dr_core.stage.extractive.want import wants
from dr_core.text import detect
from dr_core.types import Hit, Page

MUSEUM = (
    "# Seaside Science Museum\n\n"
    "The Seaside Science Museum is a museum of science and the sea on a hill near the harbour. Besides its permanent "
    "exhibition it has seasonal shows and workshops for children.\n\n"
    "## History\n\nThe museum opened in 1998. In its first year it had 120,000 visitors, more than any other sight of the "
    "town. An earthquake brought down part of the ceiling in 2011, and it was closed for half a year.\n\n"
    "## New wing\n\nBecause the building is old, the town is building a new wing on the next plot. The new wing of the museum "
    "is due to open in spring 2028. Its floor is twice that of the present building, and it has a new planetarium.\n\n"
    "## Visiting\n\nAdmission is 8 dollars for adults and 3 dollars for children. The museum is closed on Mondays and at the "
    "turn of the year. A tram takes 15 minutes from the station.\n"
)
MUSEUM_JA = (
    "# 海辺市立科学館\n\n海辺市立科学館は、港に近い丘の上に建つ科学と海の博物館である。"
    "常設展示のほか、季節ごとの企画展と子ども向けの実験教室がある。\n\n"
    "## 沿革\n\n科学館は1998年に開館した。開館した年の入館者は12万人で、市内の観光施設としては最も多かった。"
    "2011年の地震で天井の一部が落ち、半年のあいだ休館した。\n\n"
    "## 新館\n\n老朽化のため、市は隣の敷地に新館を建てている。新館は2028年春に開館する予定である。"
    "新館の床面積は今の建物の2倍になり、プラネタリウムも新しくなる。\n\n"
    "## 利用\n\n入館料は大人800円、子ども300円である。休館日は月曜日で、年末年始も閉まる。駅からは路面電車で15分かかる。\n"
)
METRO_ZH = (
    "# 滨海地铁2号线\n\n滨海地铁2号线是一条连接港口与机场的城市轨道交通线路，全长38公里，设有24座车站。"
    "列车采用六节编组，最高时速为80公里。\n\n"
    "## 历史\n\n2号线一期于2009年开通。开通当年的日均客流为12万人次，是全市最繁忙的线路。2015年，部分车站的站台加装了屏蔽门。\n\n"
    "## 延伸段\n\n为了服务新机场，2号线正在向东延伸。2号线东延段预计2028年春季开通。"
    "东延段长12公里，设有7座车站，全部位于地下。\n\n"
    "## 票价\n\n票价按里程计算，起步价为3元，最高为8元。学生和老人享受半价优惠，换乘其他线路不另收费。\n"
)
MUSEUM_KO = (
    "# 해변시립과학관\n\n해변시립과학관은 항구 가까운 언덕 위에 있는 과학과 바다의 박물관이다. "
    "상설 전시 외에 계절마다 기획전과 어린이 실험 교실이 열린다.\n\n"
    "## 연혁\n\n과학관은 1998년에 개관했다. 개관한 해의 관람객은 12만 명으로 시내 관광 시설 가운데 가장 많았다. "
    "2011년 지진으로 천장 일부가 떨어져 반년 동안 문을 닫았다.\n\n"
    "## 신관\n\n건물이 낡아 시는 옆 부지에 신관을 짓고 있다. 과학관 신관은 2028년 봄에 개관할 예정이다. "
    "신관의 면적은 지금 건물의 두 배이며 천체투영관도 새로 생긴다.\n\n"
    "## 이용\n\n입장료는 어른 8000원, 어린이 3000원이다. 월요일과 연말연시에는 문을 닫는다. 역에서 노면전차로 15분 걸린다.\n"
)


def abstract_of(question: str, page: Page) -> str:
    hits = [Hit(title=page.title, url=page.url, content=page.text)]
    planned = outline({"question": question, "language": detect(question), "hits": hits})
    arranged = digest_of(state_of(question, [page], tuple(section["title"] for section in planned["sections"])))
    assert arranged.abstract is not None
    text = arranged.abstract["text"]
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize(
    ("text", "question", "wanted"),
    [
        (MUSEUM, "When will the Seaside Science Museum open?", "The new wing of the museum is due to open in spring 2028."),
        (MUSEUM, "When did the Seaside Science Museum open?", "The museum opened in 1998."),
        (MUSEUM_JA, "海辺市立科学館はいつ開館しますか", "新館は2028年春に開館する予定である。"),
        (MUSEUM_JA, "海辺市立科学館はいつ開館しましたか", "科学館は1998年に開館した。"),
        (METRO_ZH, "滨海地铁2号线什么时候开通", "2号线东延段预计2028年春季开通。"),
        (METRO_ZH, "滨海地铁2号线将于何时开通？", "2号线东延段预计2028年春季开通。"),
        (METRO_ZH, "滨海地铁2号线是什么时候开通的", "2号线一期于2009年开通。"),
        (MUSEUM_KO, "해변시립과학관은 언제 개관하나요?", "과학관 신관은 2028년 봄에 개관할 예정이다."),
        (MUSEUM_KO, "해변시립과학관은 언제 개관했나요?", "과학관은 1998년에 개관했다."),
    ],
)
def test_an_abstract_opens_with_the_date_ahead_or_the_past_one_as_asked(text: str, question: str, wanted: str) -> None:
    opening = abstract_of(question, page_of(text))
    assert opening.startswith(wanted), opening


def test_a_plan_that_was_given_up_is_no_date_ahead() -> None:
    page = next(page for page in documents() if page.id == "rail-maglev-chuo-ja.md")
    page = page.model_copy(update={"fetched_at": "2026-01-02T03:04:05+00:00"})
    opening = abstract_of("リニア中央新幹線はいつ開業しますか", page)
    assert opening.startswith("JR東海は、着工から完成まで約10年かかると説明しており、2034年より前の開業は難しいとみられる。"), (
        opening
    )


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("When will the line open?", AHEAD), ("When is the line expected to open?", AHEAD), ("What year will it open?", AHEAD),
        ("When did the line open?", PAST), ("In which year was it built?", PAST), ("When was the line due to open?", OPEN),
        ("When is Easter?", OPEN), ("How long is the line?", OPEN),
        ("いつ開業するのか", AHEAD), ("いつ完成する予定か", AHEAD), ("いつ終わりますか", AHEAD), ("何年に建てられたか", PAST),
        ("いつ開業したのですか", PAST), ("開館はいつですか", OPEN), ("いつから使われているか", OPEN),
        ("何时建成？", AHEAD), ("將於何時通車", AHEAD), ("何时建成的？", PAST), ("最早何时出现", PAST), ("哪一年建成", OPEN),
        ("哪一年将建成", AHEAD),
        ("언제 완공됩니까", AHEAD), ("언제 개통될 예정인가", AHEAD), ("언제 열렸나", PAST), ("개통한 것은 언제인가", PAST),
        ("개통은 언제인가요", OPEN), ("언제부터 사용되고 있나", OPEN),
    ],
)  # fmt: skip
def test_the_tense_of_a_question_for_a_date_is_known(question: str, wanted: int) -> None:
    assert tense(question) == wanted


@pytest.mark.parametrize(
    ("sentence", "today", "wanted"),
    [
        ("The line will open in 2014.", 2026, False),  # a plan of long ago
        ("The line will open in 2031.", 2026, True),
        ("The line opens to traffic in 2031.", 2026, True),
        ("The line is due to open in May.", 2026, True),
        ("The line was to open in 2031, but that was given up.", 2026, False),
        ("2031年の開業を断念した。", 2026, False),
        ("预计2031年开通。", 0, True),
        ("2009年开通。", 0, False),
        ("2031년에 개통할 예정이다.", 0, True),
    ],
)
def test_a_sentence_tells_of_a_date_ahead_if_its_year_is_to_come(sentence: str, today: int, wanted: bool) -> None:
    assert lies_ahead(sentence, today) is wanted


def test_of_what_has_opened_the_first_day_is_told_and_not_that_of_what_comes_next() -> None:
    page = "# 綠城輕軌\n\n綠城輕軌於2003年5月1日通車，全長十二公里。\n\n## 未來\n\n港線預計2031年通車，山線預計2033年通車。\n"
    _, arranged = written("綠城輕軌何時通車", page)
    assert arranged.abstract is not None and arranged.abstract["text"].startswith("綠城輕軌於2003年5月1日通車")


@pytest.mark.parametrize("question", ["这种药什么时候吃最好", "この薬はいつ飲むのがいいですか", "When should I take the pill?"])
def test_what_time_is_best_asks_for_no_date(question: str) -> None:
    assert not any(want.measure is WHEN for want in wants(question))
