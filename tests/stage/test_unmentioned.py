"""What a question is about and no source mentions is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from standin.library import Library, research, texts

from dr_core import Context, NoEvidence, PastRun, Result
from dr_core.stage.extractive.query import subject
from dr_core.stage.focus import specific
from dr_core.stage.unmentioned import missing_subject, unmentioned, with_the_subject
from dr_core.state import RunState
from dr_core.types import Page

ENGLISH = (
    "High-speed rail in Japan began in 1964. The Shinkansen is punctual, and its lines cost much to build. Drivers are trained."
)
CHINESE = "台灣高鐵在2007年通車，營運初期財務困難，後來政府協助重整。票價由公司訂定。"
JAPANESE = "新幹線は1964年に東京と大阪の間で開業した。事故は少なく、定時性が高い。"
KOREAN = "한국의 에너지 저장장치에서 화재가 잇따랐다. 제주도에도 설비가 있다."


def page(text: str, language: str) -> Page:
    return Page(id="s1", url="http://a.example/", title="", text=text, sha256="", fetched_at="", language=language)


@pytest.mark.parametrize(
    ("question", "text", "language", "missing"),
    [
        ("What is the average salary of a Shinkansen driver?", ENGLISH, "en", ["average", "salary"]),
        ("Who won the football World Cup?", ENGLISH, "en", ["won", "football", "World", "Cup"]),
        ("What do the lines of the Shinkansen cost?", ENGLISH, "en", []),
        ("Who got the highest pay on the Shinkansen?", ENGLISH, "en", []),
        ("Who invented the Shinkansen?", ENGLISH, "en", []),
        ("How punctual is high-speed rail in Japan?", ENGLISH, "en", []),
        ("What are the pros and cons of the Shinkansen?", ENGLISH, "en", []),
        ("台灣高鐵的優缺點是什麼？", CHINESE, "zh-Hant", []),
        ("新幹線のメリットとデメリットは？", JAPANESE, "ja", []),
        ("한국 에너지 저장장치의 장단점은?", KOREAN, "ko", []),
        ("台灣高鐵司機的薪水是多少？", CHINESE, "zh-Hant", ["司機", "薪水"]),
        ("台灣高鐵為什麼會發生財務困難？", CHINESE, "zh-Hant", []),
        ("東京タワーの高さは？", JAPANESE, "ja", ["タワー"]),
        ("近年来新能源汽车销量增长趋势如何？", CHINESE, "zh-Hans", ["新能源汽车销量"]),
        ("제주도 날씨는 어떤가?", KOREAN, "ko", ["날씨"]),
        ("大阪の海水淡水化施設の造水コストはいくらか", "福岡の海水淡水化施設の造水コストは高い。", "ja", ["大阪"]),
        ("한국의 화재는 왜 잇따랐는가?", KOREAN, "ko", []),
        ("ICE的准点率是多少？", CHINESE, "zh-Hant", ["ICE"]),  # there is no space around it
        ("KTX의 화재는?", KOREAN, "ko", ["KTX"]),
        ("What does a litre of milk cost in Japan?", ENGLISH, "en", ["litre", "milk"]),  # a country is not what it is about
    ],
)
def test_words_that_no_source_has_are_named(question: str, text: str, language: str, missing: list[str]) -> None:
    assert unmentioned(question, [page(text, language)]) == missing


def test_one_word_that_is_told_in_other_words_is_not_worth_a_warning() -> None:
    assert unmentioned("How much does it cost to build lines of the Shinkansen quickly?", [page(ENGLISH, "en")]) == []


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("本は何冊ありますか？", "本が並ぶ図書館である。", "ja"),
        ("新幹線はいつ開業しましたか？", JAPANESE, "ja"),
        ("화재는 언제 잇따랐나요?", KOREAN, "ko"),
        ("설비는 어디에 있나요?", KOREAN, "ko"),
        ("How fast is the Shinkansen?", ENGLISH, "en"),
        ("台灣高鐵有多快？", CHINESE, "zh-Hant"),
        ("台湾高铁能跑多快？", CHINESE, "zh-Hans"),
        ("坐台灣高鐵要多久？", CHINESE, "zh-Hant"),
        ("台灣高鐵到底貴不貴？", CHINESE, "zh-Hant"),
        ("설비는 얼마나 큰가요?", KOREAN, "ko"),
        ("에너지 저장장치는 언제 화재가 발생하나?", KOREAN.replace("잇따랐다", "발생했다"), "ko"),
        ("高鐵什麼時候通車？", CHINESE, "zh-Hant"),
        ("高鐵票價是誰訂定的？", CHINESE, "zh-Hant"),
        ("What do drivers think?", ENGLISH, "en"),
        ("How has rail in Japan changed over the past ten years?", ENGLISH, "en"),
        ("近年来台湾高铁票价增长趋势如何？", CHINESE, "zh-Hans"),
        ("最近幾年台灣高鐵的票價", CHINESE, "zh-Hant"),
        ("ここ数年の新幹線の事故は？", JAPANESE, "ja"),
        ("최근 몇 년간 한국의 화재는?", KOREAN, "ko"),
        ("Is rail worth it?", ENGLISH, "en"),
        (
            "請比較熱泵與瓦斯爐的費用、碳排放和噪音，並說明目前有哪些補助？",
            "熱泵每年的費用為18,000元，瓦斯爐為21,000元。熱泵的碳排放較少，噪音為42分貝。",
            "zh-Hant",
        ),
        ("请说明热泵的噪音，并列出目前的费用", "热泵的噪音为42分贝，每年的费用为18000元。", "zh-Hans"),
        (
            "ヒートポンプの騒音と費用を比較して、現在の状況を説明してください",
            "ヒートポンプの騒音は約40デシベルで、費用は年間10万円である。導入の状況は地域により異なる。",
            "ja",
        ),
    ],
)
def test_words_that_only_ask_are_not_missed(question: str, text: str, language: str) -> None:
    assert unmentioned(question, [page(text, language)]) == []


def test_a_name_is_known_as_a_whole_or_not_at_all() -> None:
    bank = page("The World Bank won a prize in 1998 for its study of railways.", "en")
    assert unmentioned("Who won the 1998 World Cup?", [bank]) == ["World", "Cup"]
    assert unmentioned("What did the World Bank study?", [bank]) == []


def test_a_headline_is_no_name() -> None:
    asked = "What The World Bank Says About The Prices Of Railways"
    assert unmentioned(asked, [page("The World Bank has a study of railways and of what they cost.", "en")]) == []


@pytest.mark.parametrize(
    ("question", "text", "language", "missing"),
    [
        ("What does the observatory on Kestrel Hill cost?", "Bread is baked at night.", "en", ["observatory", "Kestrel", "Hill"]),
        (
            "Was kosten Wärmepumpen und wie viel sparen sie?",
            "Ein Einbau kostete 31.400 Euro; gespart werden 38 Prozent.",
            "de",
            [],
        ),
    ],
)
def test_nothing_is_said_in_a_language_whose_words_are_not_known(
    question: str, text: str, language: str, missing: list[str]
) -> None:
    state = RunState(run_id="r", original_query=question, clarified_query=question, language=language)
    state.sources["s1"] = page(text, language)
    assert missing_subject(state) == missing


@pytest.mark.parametrize(
    ("question", "text", "language", "missing"),
    [
        ("Why did Hong Kong close its lines?", "Lines in Japan closed in 1987.", "en", ["Hong Kong"]),
        ("What do lines cost in Norway and Japan?", "Lines of the Shinkansen cost much.", "en", ["Norway"]),
        ("How do Dutch lines compare with German ones?", "Lines in the Netherlands and in Berlin.", "en", []),
        ("Why did Australia close its lines?", "Lines closed in 1987.", "en", []),  # what is said at home does not say where
        ("德国为什么关闭线路？", "日本在1987年关闭了线路。", "zh-Hans", ["德国"]),
        ("香港为什么关闭线路？", "日本在1987年关闭了线路。", "zh-Hans", []),
        ("米国の路線はなぜ廃止されたか", "路線は1987年に廃止された。アメリカで。", "ja", []),
    ],
)
def test_a_country_that_no_source_names_is_told(question: str, text: str, language: str, missing: list[str]) -> None:
    state = RunState(run_id="r", original_query=question, clarified_query=question, language=language)
    state.sources["s1"] = page(text, language)
    assert missing_subject(state) == missing
    state.sources["s2"] = page("Strecken in Hongkong, Norwegen und Deutschland.", "de")
    assert missing_subject(state) == [], "a source in another language may name it"


@pytest.mark.parametrize(
    ("question", "documents", "missing"),
    [
        ("What is the average salary of a Shinkansen driver?", "rail-*-en.md", {"salary"}),
        ("台灣高鐵司機的薪水與年終獎金是多少？", "rail-*-zh-hant.md", {"薪水"}),
        ("新幹線の運転士の給料とボーナスはいくらですか？", "rail-*-ja.md", {"給料", "ボーナス"}),
        ("KTX 기관사의 연봉과 상여금은 얼마인가요?", "rail-*-ko.md", {"연봉", "상여금"}),
    ],
)
async def test_it_is_the_first_thing_to_read_and_scripts_are_told(
    question: str, documents: str, missing: set[str], tmp_path: Path
) -> None:
    library = Library(None, Context(instance="files"), texts(documents))
    state, folder = await research(tmp_path, question=question, library=library)
    told = Result.of(state, folder).as_json()["unmentioned"]
    assert missing <= set(told)
    first = next(line for line in state.final_report.splitlines()[1:] if line)
    assert first.startswith("> **") and all(word in first for word in told)
    assert list(PastRun(folder).events())[-1].data["unmentioned"] == told


def headed(documents: str) -> dict[str, str]:
    """Documents that begin with their titles."""
    return {url: text.partition("\n# ")[2] for url, text in texts(documents).items()}


@pytest.mark.parametrize(
    ("question", "documents", "title"),
    [
        ("What did the Kestrel observatory discover?", "rail-*-en.md", "High-speed rail in East Asia and Europe"),
        ("What does the Kestrel observatory cost?", "rail-*-en.md", "What a kilometre of high-speed line costs"),
        ("红烧肉的价格是多少？", "battery-*-zh-hans.md", "储能"),
    ],
)
async def test_where_nothing_of_it_is_mentioned_the_run_says_what_the_sources_are_about(
    question: str, documents: str, title: str, tmp_path: Path
) -> None:
    library = Library(None, Context(instance="files"), headed(documents))
    with pytest.raises(NoEvidence, match="they are about: ") as caught:
        await research(tmp_path, question=question, library=library)
    assert title in str(caught.value).partition("they are about: ")[2]
    assert not list(tmp_path.rglob("report.md"))


async def test_the_note_says_what_the_sources_are_about(tmp_path: Path) -> None:
    library = Library(None, Context(instance="files"), headed("rail-high*-en.md"))
    state, _ = await research(tmp_path, question="What is the average salary of a Shinkansen driver?", library=library)
    assert f"The sources are about: {next(iter(state.sources.values())).title}." in state.final_report


async def test_a_name_of_which_only_pages_in_another_language_tell_is_answered_from_them(tmp_path: Path) -> None:
    pages = {**headed("rail-taiwan-*"), **texts("rail-europe-en.txt")}
    assert len(pages) == 2
    library = Library(None, Context(instance="files"), pages)
    state, _ = await research(tmp_path, question="ICE的准点率是多少？", library=library)
    abstract = next(paragraph for paragraph in state.paragraphs if paragraph.section == "abstract")
    assert "62.5 percent" in abstract.text
    assert {state.evidence[cite].language for paragraph in state.paragraphs for cite in paragraph.cite_ids} == {"en"}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("ICE的准点率是多少？", ["ICE"]), ("KTX의 요금", ["KTX"]), ("在2023年的里程", ["2023"]), ("N700S系の速度", ["N700S"]),
        ("How does COVID-19 spread in the UK?", ["COVID-19", "UK"]), ("long-distance trains by DB", ["long-distance", "DB"]),
    ],
)  # fmt: skip
def test_a_name_ends_where_another_script_begins(question: str, names: list[str]) -> None:
    assert specific(question) == names


def test_pages_on_the_asked_districts_are_quoted_whatever_their_language_where_no_other_names_them() -> None:
    question = "沖繩和福岡的海水淡化廠，造水成本各是多少？哪一座較划算？"
    titles = {
        "zh-Hant": "海水淡化在台灣與香港",
        "ja": "日本の海水淡水化：福岡と沖縄の二つの施設",
        "en": "What desalinated water costs",
    }
    told = {
        "zh-Hant": "海水淡化廠的造水成本約為30元，福岡的回收率約60%。",
        "ja": "沖縄は約170円、福岡は210円である。",
        "en": "Okinawa pays.",
    }
    pages = [
        Page(id=language, url="", title=title, text=told[language], sha256="", fetched_at="", language=language)
        for language, title in titles.items()
    ]
    assert [page.id for page in with_the_subject(pages, "zh-Hant", question)] == ["ja"]
    assert with_the_subject(pages, "zh-Hant", "福岡的海水淡化廠") == pages
    state = RunState(run_id="r", original_query=question, clarified_query=question, language="zh-Hant")
    state.sources = {page.id: page for page in pages[:1]}
    assert missing_subject(state) == ["沖繩"]
    state.sources = {page.id: page for page in pages}
    assert missing_subject(state) == [], "a source that was read mentions it"


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("近年来房价如何", "房价"),
        ("過去三年台積電營收", "台積電營收"),
        ("近年の出生率", "出生率"),
        ("최근 몇 년간 출산율", "출산율"),
        ("How did rents in Oslo grow over the last ten years?", "rents Oslo grow"),
        ("最近年轻人为什么不结婚", "最近年轻人 不结婚"),  # 年轻 is no year
        ("人口接近年底目标的城市", "人口接近年底目标 城市"),
        ("大学附近三个月租房", "大学附近三个月租房"),
        ("最近来中国的游客", "最近来中国 游客"),
    ],
)
def test_a_time_up_to_now_is_no_part_of_a_subject_and_a_word_that_only_looks_like_one_is(question: str, about: str) -> None:
    assert subject(question) == about
