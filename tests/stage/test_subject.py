"""A page is about a question if it speaks of its subject: the same countries and general words are not enough."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from extractive_corpus import CORPUS, documents

from dr_core import Researcher
from dr_core.stage.fetch import NOT_ABOUT
from dr_core.stage.focus import FITS, head, mentioning, pages_about, topic
from dr_core.types import Page

SHIPS = """# Shipbuilding in China, Japan and Korea

Japan led from 1956, Korea overtook it in 2003, and China has led since 2010. The state of the industry differs by country.

## Progress in China, Japan and Korea

The progress of the industry in Japan rested on welding. In Korea the government financed yards. In China the
growth of state yards followed the policy of the five-year plan.
The current situation in China, Japan and Korea is one of strong progress.
"""
SOLAR = """# 中国光伏产业的发展

中国的光伏产业在二十年内发展成为世界第一。日本和韩国起步更早，但发展较慢。

## 发展规模

中国、日本和韩国的发展路径不同：中国依靠制造规模，日本依靠固定电价，韩国依靠配额。2023年中国新增装机216.88吉瓦，日本累计装机约87吉瓦，韩国约27吉瓦。

## 成本与市场

2023年中国组件价格下降约一半，市场竞争激烈。日本市场的安装成本约为中国的两倍，韩国市场居中。发展水平的不同主要来自土地和人工成本。三国的发展情况还会变化。
中国、日本和韩国的企业都在扩大规模，日本的补贴较多，韩国的出口较多，中国的发展最快，各国的发展模式因此不同。日本和韩国的发展目标也与中国的发展目标不同，三国政府每年公布发展情况，
并根据市场的发展调整补贴。中国的企业在日本和韩国设立了工厂，日本的企业则退出了部分市场，韩国的企业转向了美国。
"""
CHIPS = """# 台灣半導體產業的發展

台灣的半導體產業從1970年代開始發展，日本和韓國也在同一時期投入，三地的發展狀況不同。

## 發展與市場

台灣在1987年成立代工公司，韓國以記憶體為主，日本以材料與設備為主，三地的發展策略不同。台灣的發展最快，日本的發展較慢。
"""
FARMS = """# 日本と中国の農業の発展

日本の農業は戦後に大きく発展した。中国の農業は1978年の改革から発展した。韓国でも農村の開発が進んだ。

## 発展と開発状況の違い

日本と中国、韓国では、発展の状況が異なる。日本では高齢化が進み、中国では規模の拡大が進む。開発状況は地域によって違う。
"""
CELLS = """# 한국 반도체 산업의 발전

한국의 반도체 산업은 1983년에 시작되었다. 일본과 중국의 발전 현황은 한국과 다르다.

## 발전 현황

한국, 일본, 중국의 발전 현황은 시장 규모에서 차이가 난다. 일본은 개발이 빨랐고 중국은 개발이 늦었다.
한국의 산업 현황은 다른 나라와 다르다.
"""


def page(name: str, text: str, language: str) -> Page:
    return Page(id=name, url=f"https://a.example/{name}", title="", text=text, sha256="", fetched_at="", language=language)


RIGHT_AND_WRONG = [
    ("Progress of desalination in China and Japan", "en", "Desalination takes salt out of the sea. Desalination is dear.", SHIPS),
    ("The current state of the desalination industry", "en", "Desalination takes salt out of the sea. It is dear.", SHIPS),
    ("高铁在中国、日本和韩国的发展有何不同？", "zh-Hans", "京沪高铁在2011年通车。这条高铁全长1,318公里。", SOLAR),
    ("高铁的发展", "zh-Hans", "京沪高铁在2011年通车。这条高铁全长1,318公里。", SOLAR),
    ("高铁的成本和市场规模", "zh-Hans", "京沪高铁在2011年通车。这条高铁全长1,318公里。", SOLAR),
    ("儲能在台灣、日本和韓國的發展狀況", "zh-Hant", "電網的儲能以鋰電池為主。儲能可以調節頻率。", CHIPS),
    ("各國儲能產業的發展策略", "zh-Hant", "電網的儲能以鋰電池為主。儲能可以調節頻率。", CHIPS),
    ("日本と中国におけるリニアの開発状況", "ja", "リニアは磁石で浮いて走る。リニアの最高速度は時速505kmである。", FARMS),
    ("한국과 일본의 ESS 개발 현황은 어떻게 다른가?", "ko", "ESS는 전기를 저장한다. ESS의 화재가 이어졌다.", CELLS),
]


@pytest.mark.parametrize(("question", "language", "right", "wrong"), RIGHT_AND_WRONG, ids=lambda value: str(value)[:14])
def test_a_page_that_shares_only_countries_and_general_words_is_not_about_it(
    question: str, language: str, right: str, wrong: str
) -> None:
    pages = [page("right", right, language), page("wrong", wrong, language)]
    assert list(pages_about(question, pages)) == ["right"]
    assert [one.id for one in mentioning(question, pages)] == ["right"]


def test_where_no_page_speaks_of_the_subject_none_is_left_out_for_it() -> None:
    pages = [page("ships", SHIPS, "en"), page("other", "The sea is deep. Whales live in it.", "en")]
    assert list(pages_about("Progress of desalination in China and Japan", pages)) == ["ships"]
    assert mentioning("Progress of desalination in China and Japan", pages) == pages


def test_a_page_that_has_a_word_in_its_other_form_alone_is_kept_below_the_others() -> None:
    both = page("both", "中国的高铁很快。高速铁路有多种定义，高速铁路的里程在增长。京沪高铁在2011年通车。", "zh-Hans")
    long = page("long", "日本在1964年开通了第一条高速铁路。韩国的高速铁路全长约870公里。", "zh-Hans")
    wrong = page("wrong", SOLAR, "zh-Hans")
    about = pages_about("高铁的发展", [both, long, wrong])
    assert about == {"both": 1.0, "long": FITS}
    assert [one.id for one in mentioning("高铁的发展", [both, long, wrong])] == ["both", "long"]


@pytest.mark.parametrize(
    ("question", "asked", "subject"),
    [
        ("高铁在中国、日本和韩国的发展有何不同？", "高铁 中国 日本 韩国", "高铁"),
        ("发展中国家的高铁", "发展中国家 高铁", "发展中国家 高铁"),
        ("中国的发展", "中国", "中国"),
        ("The role of the World Bank in Africa", "World Bank Africa", "World Bank"),
        ("Who builds the Chuo maglev and what is disputed about it?", "Chuo maglev", "Chuo maglev"),
        ("日本における海水淡水化の役割", "日本 海水淡水化", "海水淡水化"),
        ("한국 반도체 산업의 현황", "한국 반도체", "반도체"),
    ],
)
def test_what_a_question_is_about(question: str, asked: str, subject: str) -> None:
    assert (topic(question), head(question)) == (asked, subject)


async def test_a_report_is_on_the_subject_however_much_other_pages_speak_of_its_countries(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "solar.md").write_text(SOLAR * 2, "utf-8")
    for name in ("rail-china-zh-hans.html", "desal-china-zh-hans.md", "battery-new-storage-zh-hans.md"):
        (docs / name).write_bytes((CORPUS / name).read_bytes())
    settings = {"output": {"root": str(tmp_path / "logs")}, "cache": {"enabled": False}, "sandbox": {"use": []}}
    result = await Researcher(docs=docs, settings=settings).run("高铁在中国、日本和韩国的发展有何不同？")
    run = Path(result.run_dir)
    cited = {json.loads(line)["url"].rsplit("/", 1)[-1] for line in (run / "evidence.jsonl").read_text("utf-8").splitlines()}
    assert cited == {"rail-china-zh-hans.html"}
    unread = json.loads((run / "state.json").read_text("utf-8"))["unread"]
    set_aside = {url.rsplit("/", 1)[-1] for url, reason in unread.items() if reason == NOT_ABOUT}
    assert set_aside == {"solar.md", "desal-china-zh-hans.md", "battery-new-storage-zh-hans.md"}


CONDITIONS = (
    "Battery buses charged at the depot, trolleybuses or hydrogen buses: which suits a cold, hilly city of 150,000 "
    "people that may hang no wires in its old town? Compare the purchase price, the reliability in winter and the time "
    "from decision to service."
)
BUSES = {
    "council": (
        "Council paper. Hallbrook, a cold and hilly city of 150,000 people, has an old town in which no wires may hang."
        " It compares battery buses charged at the depot, trolleybuses and hydrogen buses by purchase price, "
        "reliability in winter and the time from decision to service. Battery buses cost 33 million euros. "
    ),
    "drivers": (
        "We asked 2,310 drivers. Of those of battery buses 58 per cent trust the vehicle, of trolleybuses 83 and of "
        "hydrogen buses 49. Many say that the heating is switched down by the control centre when the charge runs low, "
        "and with trolleybuses the poles must be set back by hand. The union has no view on which of the buses is best,"
        " and demands that no driver be made to choose between heat and range. "
    ),
    "cheese": (
        "A wheel of mountain cheese ripens through the winter in a cold, hilly valley. The price per kilogram is "
        "compared in the old town of the city, where people hang the cloths. Buses bring visitors from the city; on "
        "winter weekends the service takes less time, and the purchase of cheese in the old town is a decision of many "
        "people. "
    ),
}


async def test_conditions_of_a_long_question_do_not_drown_what_it_is_about(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in BUSES.items():
        (docs / f"{name}.md").write_text(text * 2, "utf-8")
    settings = {"output": {"root": str(tmp_path / "logs")}, "cache": {"enabled": False}, "sandbox": {"use": []}}
    result = await Researcher(docs=docs, settings=settings).run(CONDITIONS)
    unread = json.loads((Path(result.run_dir) / "state.json").read_text("utf-8"))["unread"]
    assert not any("drivers" in url for url in unread)


def test_a_page_on_other_plants_in_a_city_is_not_about_the_plants_that_are_asked_for() -> None:
    names = ("desal-brine", "desal-cost", "desal-energy", "rail-cost", "rail-europe", "battery-safety")
    pages = [page for page in documents() if page.id.startswith(names)]
    assert len(pages) == len(names)
    about = pages_about("Should a city build a desalination plant?", pages)
    assert {name.partition("-")[0] for name in about} == {"desal"}
