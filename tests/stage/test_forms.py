"""Questions and sources that call the same thing by a long and a short name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from extractive_corpus import digested

from dr_core import Researcher
from dr_core.stage.focus import forms_of, pages_about
from dr_core.text import detect
from dr_core.types import Page

SPAIN = (
    "# Fast trains of Spain\n\nHigh-speed rail (HSR) came to Spain in 1992, when the line to Seville was opened.\n\n"
    "## Network\n\nAt the end of 2023 the HSR network of Spain was 3,973 km long. Most of it has standard gauge.\n\n"
    "## Fares\n\nSince 2021 three operators compete on the line to Barcelona, and fares have fallen by 40 percent.\n"
)
LINE = (
    "# The Barcelona line\n\nThe high-speed rail line from Madrid to Barcelona is 621 km long and was completed in 2008.\n\n"
    "## Traffic\n\nMore than 14 million people used this line in 2023. Rail has a share of 80 percent there.\n"
)
COMPANY = (
    "# 한국의 전력 산업\n\n한국전력공사(한전)는 송전과 배전을 맡는 공기업이다. 1982년에 설립되었다.\n\n## 재무\n\n"
    "한국전력공사의 부채는 2024년 말 기준 205조 4천억 원이다. 연료비가 올랐지만 전기요금은 그만큼 오르지 않았다.\n"
)
DAUGHTER = (
    "# 한전 자회사의 경영\n\n한전의 자회사는 울산에 본사를 두고 있다. 이 자회사는 해상풍력에 투자한다.\n\n## 투자\n\n"
    "한전의 자회사들은 재생에너지에 투자하고 있다. 해상풍력 사업은 비용이 많이 든다.\n"
)
AIR = (
    "# 台灣的空氣污染\n\n空氣污染（簡稱空污）是台灣中南部冬季的主要環境問題。西半部盆地的擴散條件差。\n\n## 濃度\n\n"
    "2024年全國空氣污染的細懸浮微粒年平均濃度為每立方公尺12.8微克，2014年為23.5微克。濃度連年下降。\n\n"
    "## 來源\n\n空氣污染的來源以交通與工業為主，其中境外約占三成。燃煤電廠是爭議的焦點。\n"
)
HARBOUR = (
    "# 高雄的空污\n\n高雄小港的空污嚴重，2023年細懸浮微粒平均濃度為每立方公尺19微克。居民多次抗議空污。\n\n"
    "## 工廠\n\n當地有鋼鐵廠與煉油廠，空污事件多發生在冬季。市府要求工廠降載。\n"
)
UNIVERSITY = (
    "# 北京大学简介\n\n北京大学（简称“北大”）创办于1898年，初名京师大学堂。\n\n"
    "## 经费\n\n2024年北京大学的预算为250.7亿元，位居全国前列。\n\n"
    "## 历史\n\n1952年院系调整后，北京大学迁至燕园，与燕京大学的旧址合并。\n"
)
CAMPUS = (
    "# 北大深圳研究生院\n\n北大深圳研究生院成立于2001年，是北大在深圳的校区。2010年北大投入9亿元扩建校区。\n\n"
    "## 学科\n\n北大深圳研究生院设有信息工程等学院。北大的部分课程用英文讲授。\n"
)
PLANTS = (
    "# 日本の原子力発電\n\n原子力発電所（原発）は、ウランの核分裂で生じる熱で発電する施設である。\n\n## 費用\n\n"
    "2024年の試算では、原子力発電所の発電コストは1キロワット時当たり12.5円以上とされる。安全対策費が増えている。\n"
)
SITE = (
    "# 柏崎の原発\n\n柏崎の原発は新潟県にあり、7基の原子炉を持つ。この原発の安全対策の費用は1兆2千億円である。\n\n"
    "## 再稼働\n\n原発の再稼働には県の同意が必要である。避難計画をめぐる議論が続いている。\n"
)
PEPPERMINT = (
    "# Pfefferminze als Heilpflanze\n\nDas ätherische Öl der Pfefferminze besteht zu etwa 40 Prozent aus Menthol. Auf Stirn und "
    "Schläfen aufgetragen, lindert es Kopfschmerzen.\n\n## Anwendung\n\nBei Kindern darf das Öl nicht ins Gesicht.\n"
)
HEADACHE = "# Kopfschmerzen\n\nKopfschmerzen sind weit verbreitet. Etwa zwei Drittel der Erwachsenen in Deutschland kennen sie.\n"
STORED = (
    "# Stromspeicherung in Deutschland\n\nDie Stromspeicherung in Pumpspeicherwerken kostet 5 bis 10 Cent je Kilowattstunde. "
    "Batterien sind teurer.\n"
)


def page(name: str, text: str) -> Page:
    heading, _, body = text.partition("\n\n")
    return Page(
        id=name, url=f"https://a.example/{name}", title=heading[2:], text=body, sha256="", fetched_at="", language=detect(text)
    )


@pytest.mark.parametrize(
    ("question", "pairs"),
    [
        ("How long is the HSR network of Spain?", (("High-speed rail", "HSR"),)),
        ("How long is the high-speed rail network of Spain?", (("High-speed rail", "HSR"),)),
        ("한전의 부채는 얼마인가?", (("한국전력공사", "한전"),)),
        ("台灣空污的濃度是多少？", (("空氣污染", "空污"),)),
        ("北京大学的预算是多少？", (("北京大学", "北大"),)),
        ("原発の発電コストはいくらか", (("原子力発電所", "原発"),)),
        ("How long is the network of Spain?", ()),
        ("Was bewirkt Pfefferminzöl?", (("pfefferminzol", "pfefferminz ol"),)),
        ("Was kostet die Speicherung von Strom?", (("strom speicherung", "stromspeicherung"),)),
    ],
)
def test_the_forms_of_the_names_in_a_question_are_those_that_the_sources_give(
    question: str, pairs: tuple[tuple[str, str], ...]
) -> None:
    pages = [page(name, text) for name, text in {"a": SPAIN, "b": COMPANY, "c": AIR, "d": UNIVERSITY, "e": PLANTS}.items()]
    pages += [page("f", PEPPERMINT), page("g", STORED)]
    assert forms_of(question, pages).pairs == pairs


def test_a_page_is_about_what_it_calls_by_the_other_name() -> None:
    company, daughter = page("company", COMPANY), page("daughter", DAUGHTER)
    about = pages_about("한전의 부채는 얼마인가?", [company, daughter])
    assert about["company"] == 1.0


@pytest.mark.parametrize(
    ("question", "texts", "opening"),
    [
        ("How long is the HSR network of Spain?", (SPAIN, LINE), "At the end of 2023 the HSR network of Spain was 3,973 km"),
        ("How long is the high-speed rail network of Spain?", (SPAIN, LINE), "At the end of 2023 the HSR network of Spain was"),
        ("한전의 부채는 얼마인가?", (COMPANY, DAUGHTER), "한국전력공사의 부채는 2024년 말 기준 205조 4천억 원이다."),
        ("台灣空污的濃度是多少？", (AIR, HARBOUR), "2024年全國空氣污染的細懸浮微粒年平均濃度為每立方公尺12.8微克"),
        ("北大的预算是多少？", (UNIVERSITY, CAMPUS), "2024年北京大学的预算为250.7亿元"),
        (
            "原発の発電コストはいくらか",
            (PLANTS, SITE),
            "2024年の試算では、原子力発電所の発電コストは1キロワット時当たり12.5円以上",
        ),
        ("Hilft Pfefferminzöl gegen Kopfschmerzen?", (PEPPERMINT, HEADACHE), "Das ätherische Öl der Pfefferminze besteht"),
        ("Wie hoch ist der Mentholgehalt von Pfefferminzöl?", (PEPPERMINT, HEADACHE), "Das ätherische Öl der Pfefferminze"),
        ("Was kostet die Speicherung von Strom?", (STORED, PEPPERMINT), "Die Stromspeicherung in Pumpspeicherwerken kostet 5"),
    ],
)
async def test_a_sentence_answers_by_whichever_name(question: str, texts: tuple[str, ...], opening: str, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number, text in enumerate(texts):
        (docs / f"{number}.md").write_text(text, "utf-8")
    settings = {"output": {"root": str(tmp_path / "logs")}, "cache": {"enabled": False}, "sandbox": {"use": []}}
    result = await Researcher(docs=docs, settings=settings).run(question)
    written = [json.loads(line) for line in (Path(result.run_dir) / "paragraphs.jsonl").read_text("utf-8").splitlines()]
    abstract = next(one["text"] for one in written if one["section"] == "abstract")
    assert result.passed and abstract.startswith(opening), abstract


def test_the_whole_is_told_and_not_one_line_where_the_whole_has_the_long_name() -> None:
    for question in ("中国高铁的里程是多少？", "中国高速铁路的里程是多少？"):
        _, arranged = digested(question)
        assert arranged.abstract is not None
        told = arranged.abstract["text"]
        assert told.startswith("根据国家统计局的数据，2010年全国高速铁路营业里程为5,133公里"), told
