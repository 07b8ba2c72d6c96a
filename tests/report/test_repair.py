"""Repair: cite anew, else rewrite, else drop; each with its reason. And what is told of it."""

from __future__ import annotations

import pytest

from dr_core.report.check import check_paragraphs
from dr_core.report.citation import parse_report
from dr_core.report.repair import Repaired, Rewrite, repair, to_rewrite
from dr_core.report.verification import claims, verification_markdown
from dr_core.text.dangling import hangs
from dr_core.types import Evidence, Paragraph, Problem, Verdict, Verification

RIVER = "The river Ara is 1,500 km long and flows through Port Selby."
TOWN = "Port Selby has 15,000 inhabitants, most of them fishermen."
EVIDENCE = {
    "e1": Evidence(id="e1", source="s1", start=0, end=len(RIVER), text=RIVER),
    "e2": Evidence(id="e2", source="s2", start=7, end=7 + len(TOWN), text=TOWN),
}


def mended(text: str, *, kind: str = "prose", cites: tuple[str, ...] = ("e1",), rewrite: Rewrite | None = None) -> Repaired:
    paragraph = Paragraph(id="p1", section="a", text=text, cite_ids=cites, kind=kind)  # type: ignore[arg-type]
    return repair(paragraph, check_paragraphs([paragraph], EVIDENCE), EVIDENCE, check_paragraphs, rewrite)


def test_a_good_paragraph_is_left_as_it_is() -> None:
    result = mended(RIVER)
    assert result.paragraph is not None and result.paragraph.text == RIVER
    assert result.actions == ()
    assert [word.verdict for word in result.verdicts] == ["supported"]


def test_a_sentence_that_another_span_carries_is_cited_anew() -> None:
    result = mended(f"{RIVER} Port Selby has 15,000 inhabitants.")
    assert result.paragraph is not None and result.paragraph.cite_ids == ("e1", "e2")
    assert [(action.kind, action.result) for action in result.actions] == [("recite", "e2")]
    assert "15,000" in result.actions[0].reason
    assert {word.verdict for word in result.verdicts} == {"supported"}


DOCKS = [
    "The dry dock at Osmund was opened in 1974.",
    "Its crane lifts 900 tonnes.",
    "Repairs of ferries take eleven days at Osmund on average.",
    "The yard at Tarn, which is older, employs 640 welders.",
]
YARDS = {
    f"e{at}": Evidence(
        id=f"e{at}", source="s1", start=(begin := sum(len(one) + 1 for one in DOCKS[:at])), end=begin + len(text), text=text
    )
    for at, text in enumerate(DOCKS)
}


@pytest.mark.parametrize(
    ("text", "cites", "added"),
    [
        ("Repairs of ferries take eleven days, while the older yard at Tarn employs 640 welders.", ("e2",), "e3"),
        ("Opened in 1974, the dock has a crane that lifts 900 tonnes.", ("e1",), "e0"),
        ("Repairs of ferries take eleven days, while the older yard at Tarn employs 460 welders.", ("e2",), ""),
        ("Repairs of ferries take eleven days, and they began in 1974.", ("e2",), ""),
    ],
)
def test_a_passage_of_the_same_source_that_a_sentence_forgets_to_cite_is_cited(
    text: str, cites: tuple[str, ...], added: str
) -> None:
    paragraph = Paragraph(id="p1", section="a", text=text, cite_ids=cites)
    result = repair(paragraph, check_paragraphs([paragraph], YARDS), YARDS, check_paragraphs)
    assert [(one.kind, one.result) for one in result.actions][:1] == [("recite", added) if added else ("drop", "")]


def test_a_sentence_that_nothing_carries_is_dropped_with_its_reason() -> None:
    result = mended(f"{RIVER} The river Ara is 1,700 km long. It flows through Port Selby.")
    assert result.paragraph is not None
    assert result.paragraph.text == f"{RIVER} It flows through Port Selby."
    assert [(action.kind, action.sentence) for action in result.actions] == [("drop", "The river Ara is 1,700 km long.")]
    assert "1,700" in result.actions[0].reason


def test_what_hangs_on_a_dropped_sentence_goes_with_it() -> None:
    text = f"{RIVER} The bridge at Port Selby was built in 1883. This flows through Port Selby. Port Selby has fishermen."
    result = mended(text, cites=("e1", "e2"))
    assert result.paragraph is not None and result.paragraph.text == f"{RIVER} Port Selby has fishermen."
    assert [action.reason for action in result.actions][1:] == ["points back to a sentence that was dropped"]
    assert [word.sentence for word in result.verdicts] == [RIVER, "Port Selby has fishermen."]


def test_what_only_goes_on_after_a_dropped_sentence_stays() -> None:
    result = mended(f"The bridge was built in 1883. However, the river Ara flows through Port Selby. {RIVER}")
    assert result.paragraph is not None and result.paragraph.text.startswith("However, the river Ara")


@pytest.mark.parametrize(
    "sentence", ["此外，电池很便宜。", "其他来源也这样说。", "このほか、電池は安い。", "Both mills and yards burn."]
)
def test_what_begins_like_that_and_points_at_nothing_does_not_hang(sentence: str) -> None:
    assert not hangs(sentence)


def test_new_words_that_another_sentence_of_the_paragraph_says_are_not_said_twice() -> None:
    wrong = "The river Ara, 1,700 km long, is the longest."
    result = mended(f"{wrong} {RIVER}", rewrite={wrong: "The river Ara is 1,500 km long."}.get)
    assert result.paragraph is not None and result.paragraph.text == RIVER


def test_new_words_are_taken_only_if_they_stand() -> None:
    wrong = "The river Ara is 1,700 km long."
    good = mended(wrong, rewrite={wrong: "The river Ara is 1,500 km long."}.get)
    assert good.paragraph is not None and good.paragraph.text == "The river Ara is 1,500 km long."
    assert good.actions[0].kind == "rewrite"
    bad = mended(wrong, rewrite={wrong: "The river Ara is 1,800 km long."}.get)
    assert bad.paragraph is None
    assert bad.actions[0].kind == "drop"


def test_what_is_worth_new_words_is_told_beforehand() -> None:
    paragraph = Paragraph(
        id="p1", section="a", text="The river Ara is 1,700 km long. Port Selby has 15,000 inhabitants.", cite_ids=("e1",)
    )
    found = to_rewrite(paragraph, check_paragraphs([paragraph], EVIDENCE), EVIDENCE, check_paragraphs)
    assert [one.sentence for one in found] == ["The river Ara is 1,700 km long."]


def test_an_unclear_sentence_stays() -> None:
    result = mended("Fishing shaped the life of the whole region for ages.")
    assert result.paragraph is not None
    assert [word.verdict for word in result.verdicts] == ["unclear"]
    assert result.actions == ()


def test_a_paragraph_of_which_nothing_is_left_is_gone() -> None:
    assert mended("The river Ara is 1,700 km long.").paragraph is None


def test_a_row_and_an_item_are_dropped_whole() -> None:
    table = mended("| River | Length |\n|---|---|\n| Ara | 1,500 km |\n| Ara | 1,700 km |", kind="table")
    assert table.paragraph is not None and table.paragraph.text == "| River | Length |\n|---|---|\n| Ara | 1,500 km |"
    items = mended("- The river Ara is 1,700 km long\n- The river Ara is 1,500 km long", kind="list")
    assert items.paragraph is not None and items.paragraph.text == "- The river Ara is 1,500 km long"
    assert mended("| River | Length |\n|---|---|\n| Ara | 1,700 km |", kind="table").paragraph is None


def test_claims_tell_every_sentence_with_its_spans() -> None:
    paragraph = Paragraph(id="p1", section="a", text=f"{RIVER} It flows through Port Selby.", cite_ids=("e1", "e2"))
    found = claims([paragraph], check_paragraphs([paragraph], EVIDENCE), EVIDENCE)
    assert [claim["sentence"] for claim in found] == [RIVER, "It flows through Port Selby."]
    assert found[0]["evidence"][1] == {"id": "e2", "source": "s2", "start": 7, "end": 7 + len(TOWN)}
    assert found[0]["section"] == "a" and found[0]["verdict"] == "supported"


def test_the_page_for_people_tells_what_was_checked_changed_and_left_open() -> None:
    result = mended(f"{RIVER} The river Ara is 1,700 km long. Fishing shaped the life of the whole region for ages.")
    word = Verification(
        verifier="citations",
        passed=False,
        counts={"paragraph_count": 3},
        problems=(Problem(where="line 3", text="a | b", reason="has no citation"),),
    )
    page = verification_markdown(
        [word, Verification(verifier="grounding", passed=None, note="no sources")], result.actions, result.verdicts, "en"
    )
    for said in (
        "## What was checked",
        "| Every paragraph is cited | failed | paragraphs: 3 |",
        "not applicable",
        "line 3",
        "**Dropped**",
        "1,700",
        "Fishing shaped",
    ):
        assert said in page
    for language, heading in (
        ("zh-Hant", "查核了什麼"),
        ("zh-Hans", "核查了什么"),
        ("ja", "何を確認したか"),
        ("ko", "확인한 내용"),
        ("fr", "Ce qui a été vérifié"),
        ("nl", "What was checked"),
    ):
        assert heading in verification_markdown([word], result.actions, result.verdicts, language)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "supported 2, unclear 0, contradicted 0 (1 of them by the word of a model)."),
        ("ja", "裏付けあり 2、不明 0、矛盾 0（うち 1 文はモデルの判定による）。"),
    ],
)
def test_what_only_a_model_judged_is_counted(language: str, told: str) -> None:
    reasons = ("the cited words carry it", "the judge: twice 2,911 is 5,822")
    verdicts = [Verdict(paragraph="p1", sentence="One.", verdict="supported", reason=reason) for reason in reasons]
    assert told in verification_markdown([], (), verdicts, language)
    assert "(" not in verification_markdown([], (), verdicts[:1], "en").partition("held against")[2].partition("##")[0]


def test_hostile_words_are_shown_and_not_obeyed() -> None:
    word = Verification(
        verifier="citations",
        passed=False,
        problems=(Problem(where="x", text="<script>alert(1)</script>\n# Big [a](http://b)", reason="r"),),
    )
    page = verification_markdown([word], (), (), "en")
    assert "<script>" not in page
    assert "\n# Big" not in page
    assert "[a](http://b)" not in page
    assert parse_report(page).paragraphs


def spans(**texts: tuple[str, str]) -> dict[str, Evidence]:
    """Evidence by id, each with its source and its words."""
    return {name: Evidence(id=name, source=source, start=0, end=len(text), text=text) for name, (source, text) in texts.items()}


WATCH = spans(
    e1=("s1", "Members with a heat pump paid £1,180 a year for heating on average."),
    e2=("s1", "Members with a gas boiler paid £1,050."),
    e3=("s1", "The consumer association Household Watch compared the bills of 310 members."),
    e4=("s2", "Household Watch was founded in 1957."),
    e5=("s3", "The plan to ban the sale of replacement gas boilers from 2035 was dropped."),
)


def test_a_citation_is_completed_from_the_same_source() -> None:
    text = "Members of Household Watch with a heat pump paid £1,180 a year for heating."
    paragraph = Paragraph(id="p1", section="a", text=text, cite_ids=("e1",))
    verdicts = check_paragraphs([paragraph], WATCH)
    assert [word.verdict for word in verdicts] == ["contradicted"]
    assert to_rewrite(paragraph, verdicts, WATCH, check_paragraphs) == [], "no model is paid for it"
    result = repair(paragraph, verdicts, WATCH, check_paragraphs)
    assert result.paragraph is not None and result.paragraph.cite_ids == ("e1", "e3")
    assert [(action.kind, action.result) for action in result.actions] == [("recite", "e3")]
    elsewhere = {name: one for name, one in WATCH.items() if name != "e3"}
    alone = repair(paragraph, verdicts, elsewhere, check_paragraphs)
    assert alone.paragraph is None, "another source's Household Watch is not the one that these members belong to"


def test_the_passage_with_a_name_completes_a_citation_however_little_else_it_shares() -> None:
    evidence = spans(
        e1=("s1", "The contract signed in 2023, for 180 million gallons per day, stands at 0.365 dollars."),
        e2=(
            "s1",
            "In November 2020 the Dubai Electricity and Water Authority announced a record with the company Utico as bidder.",
        ),
        e3=("s1", "The contract of 2019 for 90 million gallons per day stood at 0.5 dollars."),
    )
    claim = "The contract that DEWA signed in 2023, for 180 million gallons per day, stands at 0.365 dollars."
    paragraph = Paragraph(id="p1", section="a", text=claim, cite_ids=("e1",))
    result = repair(paragraph, check_paragraphs([paragraph], evidence), evidence, check_paragraphs)
    assert result.paragraph is not None and result.paragraph.cite_ids == ("e1", "e2")


@pytest.mark.parametrize(
    ("told", "other", "claim"),
    [
        (
            "The plant at Lund was built in 2020 for 40 million dollars.",
            "The plant at Malmo cost 55 million dollars.",
            "The plant at Lund was built in 2020 for 55 million dollars.",
        ),
        ("隆德的电站建于2020年，投资4000万元。", "马尔默的电站投资5500万元。", "隆德的电站建于2020年，投资5500万元。"),
    ],
    ids=["en", "zh"],
)
def test_no_citation_is_completed_with_what_is_said_of_something_else(told: str, other: str, claim: str) -> None:
    evidence = spans(e1=("s1", told), e2=("s1", other))
    paragraph = Paragraph(id="p1", section="a", text=claim, cite_ids=("e1",))
    assert repair(paragraph, check_paragraphs([paragraph], evidence), evidence, check_paragraphs).paragraph is None


def test_a_row_is_completed_under_the_head_of_its_table() -> None:
    row = "| Heating a year (Household Watch) | £1,180 | £1,050 |"
    table = f"| Criterion | Heat pump | Gas boiler |\n|---|---|---|\n{row}"
    paragraph = Paragraph(id="p1", section="a", text=table, cite_ids=("e1", "e2"), kind="table")
    result = repair(paragraph, check_paragraphs([paragraph], WATCH), WATCH, check_paragraphs)
    assert result.paragraph is not None and row in result.paragraph.text
    assert result.paragraph.cite_ids == ("e1", "e2", "e3")


def test_what_sums_up_is_completed_from_what_the_sections_cite() -> None:
    text = (
        "Members with a heat pump paid £1,180 a year, and the ban on the sale of replacement gas boilers from 2035 was dropped."
    )
    paragraph = Paragraph(id="p1", section="abstract", text=text, cite_ids=("e1",))
    verdicts = check_paragraphs([paragraph], WATCH)
    assert repair(paragraph, verdicts, WATCH, check_paragraphs).paragraph is None
    result = repair(paragraph, verdicts, WATCH, check_paragraphs, cited={"e5"})
    assert result.paragraph is not None and result.paragraph.cite_ids == ("e1", "e5")


def test_a_citation_in_chinese_is_completed_from_the_same_source() -> None:
    evidence = spans(
        e1=("s1", "使用热泵的会员每年平均支付1180英镑取暖费。"),
        e2=("s1", "消费者组织 Household Watch 比较了310名会员的账单。"),
    )
    paragraph = Paragraph(id="p1", section="a", text="Household Watch 使用热泵的会员每年平均支付1180英镑。", cite_ids=("e1",))
    result = repair(paragraph, check_paragraphs([paragraph], evidence), evidence, check_paragraphs)
    assert result.paragraph is not None and result.paragraph.cite_ids == ("e1", "e2")


def test_a_sentence_that_leans_on_another_is_not_cited_anew_with_a_source_that_speaks_of_something_else() -> None:
    texts = {
        "e1": ("s1", "中国高铁的平均造价为每公里1,700万美元。"),
        "e2": ("s2", "要注意的是，新干线公布的是平均延误时间，而不是准点率，两者不能直接比较。"),
    }
    evidence = {name: Evidence(id=name, source=source, start=0, end=1, text=text) for name, (source, text) in texts.items()}
    for sentence, cites in (("两者不能直接换算成高低。", ("e1",)), ("新干线公布的是平均延误时间。", ("e1", "e2"))):
        paragraph = Paragraph(id="p1", section="a", text=f"{texts['e1'][1]}{sentence}", cite_ids=("e1",))
        result = repair(paragraph, check_paragraphs([paragraph], evidence), evidence, check_paragraphs)
        assert result.paragraph is not None and result.paragraph.cite_ids == cites


def test_an_unclear_sentence_is_not_given_to_another_source_for_half_of_its_words() -> None:
    texts = ("승용차에서 넘어온 이용자는 적다.", "운임 수입이 협약 수입의 절반에도 못 미친다.")
    evidence = {
        f"e{at}": Evidence(id=f"e{at}", source=f"s{at}", start=0, end=len(text), text=text) for at, text in enumerate(texts, 1)
    }
    paragraph = Paragraph(id="p1", section="a", text="환경 효과는 기대의 절반에 못 미친다.", cite_ids=("e1",))
    result = repair(paragraph, check_paragraphs([paragraph], evidence), evidence, check_paragraphs)
    assert result.paragraph is not None and result.paragraph.cite_ids == ("e1",)
    assert [word.verdict for word in result.verdicts] == ["unclear"]


def test_a_judgement_is_not_given_to_a_table_for_the_words_of_its_rows() -> None:
    rows = (
        "| option | investment, million euros | buses | first service |",
        "|---|---|---|---|",
        "| battery buses, depot charging | 33.1 | 51 | 2027 |",
        "| trolleybuses with in-motion charging on two lines | 41.6 | 47 | 2027 |",
        "| fuel-cell buses | 45.9 | 46 | 2028 |",
    )
    table = "\n".join(rows)
    held = {**EVIDENCE, "e3": Evidence(id="e3", source="s3", start=0, end=len(table), text=table)}
    text = "Depot battery buses suit best, with in-motion charging trolleybuses second and fuel-cell buses last."
    paragraph = Paragraph(id="p1", section="a", text=text, cite_ids=("e1",))
    told = [paragraph.model_copy(update={"cite_ids": ("e3",)})]
    assert [word.verdict for word in check_paragraphs(told, held)] == ["supported"], "it has the words"
    result = repair(paragraph, check_paragraphs([paragraph], held), held, check_paragraphs)
    assert not result.actions and [word.verdict for word in result.verdicts] == ["unclear"]
