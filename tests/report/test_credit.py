"""A sentence may name its source as that source is called, and nobody else as the one who says so."""

from __future__ import annotations

import pytest

from dr_core import Evidence, Paragraph
from dr_core.report.check import check_paragraphs

EN = "Global battery storage capacity reached 55.7 GW in 2023."
DE = "Die Speicherkapazität erreichte 2023 55.7 GW."
ZH = "2023年全球电池储能装机达到55.7吉瓦。"
JA = "2023年の世界の蓄電容量は55.7GWに達した。"
KO = "2023년 세계 배터리 저장 용량은 55.7GW에 달했다."
UNSIGNED = {EN: "A report", DE: "Ein Bericht", ZH: "储能报告", JA: "報告", KO: "보고서"}


def verdict(sentence: str, span: str, title: str, url: str = "") -> str:
    evidence = Evidence(id="e1", source="s1", start=0, end=len(span), text=span, title=title, url=url)
    (word,) = check_paragraphs([Paragraph(id="p", section="a", text=sentence, cite_ids=("e1",))], {"e1": evidence})
    return word.verdict


@pytest.mark.parametrize(
    "sentence, span, title",
    [
        ("According to the IEA, global battery storage capacity reached 55.7 GW in 2023.", EN, "Batteries – IEA"),
        ("The International Energy Agency puts global battery storage capacity at 55.7 GW in 2023.", EN, "Batteries – IEA"),
        ("The IEA's Batteries report says that global battery storage capacity reached 55.7 GW in 2023.", EN, "Batteries – IEA"),
        ("Global battery storage capacity reached 55.7 GW in 2023, according to BloombergNEF.", EN, "Storage | BloombergNEF"),
        ("Der IEA zufolge erreichte die Speicherkapazität 2023 55.7 GW.", DE, "Batterien – IEA"),
        ("据国际能源署统计，2023年全球电池储能装机达到55.7吉瓦。", ZH, "国际能源署：全球储能报告"),
        ("國際能源署的數據顯示，2023年全球電池儲能裝機達到55.7吉瓦。", ZH, "国际能源署：全球储能报告"),
        ("国際エネルギー機関によると、2023年の世界の蓄電容量は55.7GWに達した。", JA, "国際エネルギー機関の報告"),
        ("국제에너지기구에 따르면 2023년 세계 배터리 저장 용량은 55.7GW에 달했다.", KO, "국제에너지기구 배터리 보고서"),
    ],
)
def test_a_sentence_may_name_its_source_and_nobody_else(sentence: str, span: str, title: str) -> None:
    assert verdict(sentence, span, title) == "supported"
    assert verdict(sentence, span, UNSIGNED[span]) == "contradicted"


def test_an_address_names_a_source_as_well() -> None:
    sentence = "IEA data show that global battery storage capacity reached 55.7 GW in 2023."
    assert verdict(sentence, EN, "Batteries", "https://www.iea.org/reports/batteries") == "supported"
    assert verdict(sentence, EN, "Batteries", "https://www.example.org/iea") == "contradicted"


@pytest.mark.parametrize(
    "sentence, title",
    [
        ("Battery storage capacity in Germany reached 55.7 GW in 2023.", "Battery storage in Germany"),
        ("In 2023 Germany counted 55.7 GW of global battery storage capacity.", "Battery storage in Germany"),
        ("BloombergNEF reached 55.7 GW of global battery storage capacity in 2023.", "Storage | BloombergNEF"),
    ],
)
def test_a_title_lends_its_name_to_who_says_so_and_not_to_the_matter(sentence: str, title: str) -> None:
    assert verdict(sentence, EN, title) == "contradicted"


def test_another_of_the_cited_sources_is_not_the_one_who_says_so() -> None:
    here = Evidence(id="e1", source="s1", start=0, end=len(EN), text=EN, title="Batteries – IEA")
    text = "California counted 10,379 MW of battery storage in 2024."
    there = Evidence(id="e2", source="s2", start=0, end=len(text), text=text, title="Storage | CAISO")
    told = f"According to the {{}}, {text}"
    paragraphs = [Paragraph(id=name, section="a", text=told.format(name), cite_ids=("e1", "e2")) for name in ("CAISO", "IEA")]
    words = check_paragraphs(paragraphs, {"e1": here, "e2": there})
    assert [word.verdict for word in words] == ["supported", "contradicted"]


@pytest.mark.parametrize("opening", ["据统计，", "据有关部门统计，", "研究显示，", "据报告，"])
def test_nobody_in_particular_is_no_source_that_could_be_invented(opening: str) -> None:
    assert verdict(opening + ZH, ZH, "储能报告") == "supported"


def test_a_name_in_other_letters_is_not_called_invented() -> None:
    assert verdict("据国际能源署统计，" + ZH, ZH, "Batteries – International Energy Agency") == "supported"


@pytest.mark.parametrize(
    "sentence, span, title",
    [
        (
            "Tesla reported sales of 1.81 million cars in 2023.",
            "BYD reported sales of 1.81 million cars in 2023.",
            "Tesla and BYD compared",
        ),
        (
            "According to Tesla, 1.81 million cars were sold.",
            "According to BYD, 1.81 million cars were sold.",
            "Tesla and BYD compared",
        ),
        ("据特斯拉公司统计，2023年售出181万辆。", "据比亚迪公司统计，2023年售出181万辆。", "特斯拉公司与比亚迪公司"),
    ],
)
def test_a_name_in_the_place_of_another_is_none_of_a_source(sentence: str, span: str, title: str) -> None:
    assert verdict(sentence, span, title) != "supported"


@pytest.mark.parametrize("sentence", ["In Harfa's count, {}", "According to the IEA's count, {}", "{} by the IEA’s figures."])
def test_a_possessive_in_the_source_makes_no_other_one_known(sentence: str) -> None:
    span = "Spain's storage capacity reached 55.7 GW in 2023"
    assert verdict(sentence.format(span), span, "A report") == "contradicted"


NOISE = "Complaints have become rarer: the cantons counted 3.1 per 1,000 new heat pumps in 2023, after 8.4 in 2016."
SWISS, AUSTRIAN = "Heat pumps in Switzerland: measurements", "Heat pumps in Austria: measurements"


@pytest.mark.parametrize(
    "sentence",
    [
        "Swiss figures went down, from 8.4 per 1,000 devices in 2016 to 3.1 in 2023.",
        "In Switzerland complaints have become rarer, with 3.1 per 1,000 new heat pumps in 2023.",
    ],
)
def test_a_source_about_one_country_need_not_say_it_in_every_sentence(sentence: str) -> None:
    assert verdict(sentence, NOISE, SWISS) == "supported"
    assert verdict(sentence, NOISE, AUSTRIAN) == "unclear"


@pytest.mark.parametrize(
    "sentence, span, title, other",
    [
        (
            "瑞士的投诉减少了，2023年每1000台新热泵为3.1件。",
            "投诉减少了，2023年每1000台新热泵为3.1件，2016年为8.4件。",
            "瑞士的热泵",
            "奥地利的热泵",
        ),
        (
            "スイスでは苦情が減り、2023年は3.1件だった。",
            "苦情が減り、2023年は1000台あたり3.1件だった。",
            "スイスの報告",
            "フランスの報告",
        ),
        (
            "스위스에서는 2023년 불만이 3.1건으로 줄었다.",
            "2023년 불만이 천 대당 3.1건으로 줄었다.",
            "스위스의 열펌프",
            "독일의 열펌프",
        ),
    ],
)
def test_a_country_that_the_source_is_not_about_is_doubted_in_every_script(
    sentence: str, span: str, title: str, other: str
) -> None:
    assert verdict(sentence, span, title) == "supported"
    assert verdict(sentence, span, other) == "unclear"


@pytest.mark.parametrize("first, second", [("Germany", "Switzerland"), ("Switzerland", "Germany")])
def test_which_of_two_countries_a_source_is_about_is_left_to_a_judge(first: str, second: str) -> None:
    spans = {
        "e1": "The German limit in residential areas is 35 dB(A) at night.",
        "e2": "The planning value is 45 dB(A) at night.",
    }
    evidence = {
        one: Evidence(id=one, source=f"s{one}", start=0, end=len(text), text=text, title=title)
        for (one, text), title in zip(spans.items(), ("My heat pump", SWISS), strict=True)
    }
    text = f"At night the limit in residential areas is 35 dB(A) in {first} and the planning value 45 dB(A) in {second}."
    (word,) = check_paragraphs([Paragraph(id="p", section="a", text=text, cite_ids=("e1", "e2"))], evidence)
    assert word.verdict == "unclear", word
