"""Questions that ask for a figure or a date, and nothing else: the report tells of it, and not of all else on the subject."""

from __future__ import annotations

import pytest
from extractive_corpus import digested
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.chart import _tables
from dr_core.stage.extractive.brief import brief
from dr_core.stage.extractive.chart import charts_without_model
from dr_core.stage.extractive.digest import LEAST_REPORT, Digest
from dr_core.stage.extractive.figure import figures_told
from dr_core.stage.extractive.piece import items_of
from dr_core.stage.extractive.want import only_figures, wants
from dr_core.text import count_words

COST = "What does the tunnel of Varde cost?"
TUNNEL = (
    "# The tunnel of Varde\n\n"
    "The tunnel of Varde runs under the fjord. It is the longest of its kind in the county, and a small museum at its "
    "northern end shows the machines that dug it.\n\n"
    "## What was paid\n\n"
    "The tunnel of Varde cost 410 million euros. The first budget of 1998 had named 240 million euros, and the parliament "
    "raised it twice, to 310 million and then to 380 million euros. The rest was paid by the towns, which sold bonds for "
    "30 million euros. A report of the auditors put the price of a metre at 51,000 euros, more than that of any other "
    "tunnel in the country, and blamed soft rock and a contract without a ceiling. The running costs are 6 million euros "
    "a year, of which the pumps take a third. The towns expect the cost of repairs to grow, since the lining was made "
    "thinner than planned, and have put aside 2 million euros a year. The insurers asked for another 4 million euros.\n\n"
    "## Nature\n\n"
    "Otters live at both ends. Divers count the mussels on the piers of the harbour every spring, and schools come to "
    "see them.\n\n"
    "## Outlook\n\n"
    "A second tube will be dug for bicycles. The county expects that it will be used by people who now take the ferry.\n"
)


def body_of(made: Digest) -> str:
    return "\n".join(one["text"] for own in (*made.sections.values(), made.analysis, made.conclusions) for one in own)


@pytest.mark.parametrize(
    ("question", "told"),
    [(COST, False), ("The tunnel of Varde", True), ("What does the tunnel of Varde cost, and what lives there?", True)],
)
def test_only_a_question_for_nothing_but_a_figure_leaves_out_what_does_not_speak_of_it(question: str, told: bool) -> None:
    made = body_of(digest_of(state_of(question, [page_of(TUNNEL)], ("Costs and economics", "Environment"))))
    assert ("Otters" in made) is told
    assert "240 million euros" in made


@pytest.mark.parametrize(
    ("question", "answer", "beside"),
    [
        ("台灣高鐵何時通車？", "2007年1月5日", ("準點率", "BOT", "1,556", "N700S")),
        ("KTX는 언제 개통했나?", "2004년 4월 1일", ("HEMU-430X", "KTX-청룡", "5조 8,462억")),
        ("KTX 사업비는 얼마인가?", "5조 8,462억", ("HEMU-430X", "누적 이용객", "평택과 오송")),
        ("How many passengers does the Tokaido Shinkansen carry?", "174 million", ("350 km/h", "Mishima", "World Bank")),
        ("海水淡化每立方米成本是多少？", "0.41美元", ("10个沿海省", "居民生活用水")),
        ("中央新幹線の建設費はいくらですか？", "11兆円", ("L0系", "トランスラピッドは")),
    ],
)
def test_a_report_on_a_figure_is_not_padded_in_any_language(question: str, answer: str, beside: tuple[str, ...]) -> None:
    _, arranged = digested(question)
    assert arranged.abstract is not None and answer in arranged.abstract["text"]
    told = arranged.abstract["text"] + body_of(arranged)
    assert [one for one in beside if one in told] == []


def test_where_few_passages_speak_of_it_some_others_are_told_but_none_of_them_closes_the_report() -> None:
    _, arranged = digested("龍潭儲能何時啟用？")
    assert LEAST_REPORT < count_words(body_of(arranged)) < 4 * LEAST_REPORT
    assert arranged.conclusions == []


@pytest.mark.parametrize(("answered", "chosen"), [("410 million euros", True), ("small museum", False)])
def test_passages_are_chosen_by_a_figure_only_where_the_answer_gives_it(answered: str, chosen: bool) -> None:
    """Else the question was not understood, or its figure is told in other words."""
    state = state_of(COST, [page_of(TUNNEL)], ("Costs and economics", "Environment"))
    assert state.plan is not None
    asked = brief(COST, "en", state.plan.sections, state.sources)
    items = items_of(list(state.evidence.values()), state.sources, asked.forms)
    tells = figures_told(asked, items, [one for one in items if answered in one.text])
    assert (tells is not None) is chosen


def test_how_many_of_what_has_no_name_is_no_figure_to_choose_passages_by() -> None:
    assert only_figures(wants("When did it open?")) and only_figures(wants("KTX 사업비는 얼마인가?"))
    assert not only_figures(wants("How many tackles did he register?")) and not only_figures(wants("Cost and speed of rail"))
    assert not only_figures(wants("When did it open, and why?"))


def test_no_chart_is_drawn_for_a_question_that_asks_when() -> None:
    def drawn(question: str) -> list[str]:
        state, _ = digested(question)
        assert state.plan is not None
        sections = [{"id": section.id, "title": section.title} for section in state.plan.sections]
        tables = _tables(state, quoted_only=False)
        return [
            one["title"] for one in charts_without_model({"question": question, "tables": tables, "sections": sections})["charts"]
        ]

    assert drawn("台灣高鐵何時通車？") == []
    assert drawn("台灣高鐵的發展") != []


def test_what_is_left_to_tell_stands_in_a_section_and_does_not_only_close_the_report() -> None:
    _, arranged = digested("台灣高鐵何時通車？")
    assert "345公里" in "".join(one["text"] for own in arranged.sections.values() for one in own)
    assert arranged.conclusions == []
