"""What a report without a model says first, and which sides of a question it does not pass over in silence."""

from __future__ import annotations

from hashlib import sha256

import pytest
from extractive_corpus import documents

from dr_core.stage.checklist import left_bare
from dr_core.stage.choose import to_quote
from dr_core.stage.extractive.brief import Brief, brief
from dr_core.stage.extractive.digest import Digest, digest
from dr_core.stage.extractive.direct import answer
from dr_core.stage.extractive.gist import abstract
from dr_core.stage.extractive.gist import opening as opening_of
from dr_core.stage.extractive.piece import Item, items_of
from dr_core.stage.extractive.query import asks
from dr_core.stage.extractive.want import wants
from dr_core.stage.focus import pages_for
from dr_core.stage.passage import as_evidence, passages
from dr_core.state import RunState
from dr_core.text import detect
from dr_core.text.form import ONE_FORM
from dr_core.types import Evidence, Page, Paragraph, Plan, Section

TOWER = (
    "# The tower of Ravel\n\n"
    "The tower of Ravel stands above the harbour of a small town in the north. It is built of brick, and many "
    "visitors climb it in summer for the view over the bay.\n\n"
    "The architect Ines Molnar drew the plans in the spring of 1911. Her first design had three storeys and a copper "
    "roof, which the council thought too dear.\n\n"
    "Work on the site began in 1913. It was interrupted by the war and went on in 1920, when the price of brick had "
    "doubled. The tower was finished in 1924 at a cost of two million crowns.\n\n"
    "The lamp of the tower was lit with gas until 1931. Since then it has been electric, and the keeper's house has "
    "become a museum of the coast with a collection of charts and instruments.\n\n"
    "Storms broke the windows of the upper room in 1953 and 1987. The town repaired them with money from a lottery, "
    "and from a fund that the sailors of the harbour had set up.\n"
)
RAVEL_ZH = (
    "# 拉韦尔塔\n\n拉韦尔塔矗立在北方一座小镇的港口之上。塔身由砖砌成，夏天有许多游客登塔眺望海湾的风景。\n\n"
    "建筑师伊内斯·莫尔纳在1911年春天绘制了设计图。最初的设计有三层楼和铜制屋顶，市议会认为造价太高。\n\n"
    "工程于1913年开工。战争期间一度中断，直到1920年砖价翻倍之后才恢复施工。拉韦尔塔于1924年完工，总造价为两百万克朗。\n\n"
    "塔灯在1931年以前使用煤气照明，此后改为电灯，守塔人的房子变成了收藏海图与仪器的海岸博物馆。\n\n"
    "1953年和1987年的风暴打碎了上层房间的窗户，镇上用彩票收入和港口水手设立的基金加以修复。\n"
)


def page_of(text: str) -> Page:
    title = text.split("\n", 1)[0].strip("# ")
    known = sha256(text.encode()).hexdigest()
    return Page(id="s1", url="file:///ravel.md", title=title, text=text, sha256=known, fetched_at="", language=detect(text))


def asked_of(question: str, text: str) -> tuple[Brief, list[Item]]:
    """What a question asks, and all sentences of a page."""
    page = page_of(text)
    evidence = [
        as_evidence(page, span.start, span.end, name=f"e{at}", section="a", score=0.5)
        for at, span in enumerate(span for passage in passages(page) for span in passage.spans)
    ]
    return brief(question, page.language, (), {"s1": page}), items_of(evidence, {"s1": page}, ONE_FORM)


def state_of(question: str, pages: list[Page], titles: tuple[str, ...]) -> RunState:
    state = RunState(original_query=question, clarified_query=question, language=detect(question))
    sections = tuple(Section(id=f"p{number}", title=title) for number, title in enumerate(titles))
    state.plan = Plan(research_title=question, sections=sections)
    state.sources = {page.id: page for page in pages}
    for number, (page, span, section, score) in enumerate(to_quote(state), 1):
        name = f"e{number}"
        state.evidence[name] = as_evidence(page, span.start, span.end, name=name, section=section.id, score=score)
    return state


def digest_of(state: RunState) -> Digest:
    assert state.plan is not None
    evidence = list(state.evidence.values())
    return digest(state.clarified_query, state.language, state.plan.sections, evidence, state.sources, words=1500, analysis=True)


@pytest.mark.parametrize(
    ("text", "question", "wanted"),
    [
        (TOWER, "Who drew the plans of the tower of Ravel?", "Ines Molnar"),
        (TOWER, "When was the tower of Ravel finished, and at what cost?", "1924"),
        (TOWER, "Until when was the lamp of the tower lit with gas?", "1931"),
        (RAVEL_ZH, "拉韦尔塔的总造价是多少？", "两百万克朗"),
        (RAVEL_ZH, "谁绘制了拉韦尔塔的设计图？", "莫尔纳"),
    ],
)
def test_an_abstract_opens_with_the_answer(text: str, question: str, wanted: str) -> None:
    arranged = digest_of(state_of(question, [page_of(text)], ("Background", "History", "Costs and economics")))
    assert arranged.abstract is not None
    opening = arranged.abstract["text"][:160]
    assert wanted in opening, opening


def test_an_abstract_on_a_subject_opens_with_what_it_is() -> None:
    arranged = digest_of(state_of("The tower of Ravel", [page_of(TOWER)], ("Background", "History")))
    assert arranged.abstract is not None and arranged.abstract["text"].startswith("The tower of Ravel stands above the harbour")


def test_what_leans_on_the_answer_goes_with_it() -> None:
    arranged = digest_of(state_of("Who drew the plans of the tower of Ravel?", [page_of(TOWER)], ("Background", "History")))
    assert arranged.abstract is not None
    assert "1911. Her first design had three storeys" in arranged.abstract["text"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("What does it cost?", True), ("How tall is the tower", True), ("Costs of grid batteries", False),
        ("電池的成本與安全", False), ("電池為何起火", True), ("蓄電池はなぜ燃えるのか", True), ("新幹線の安全性", False),
        ("KTX는 얼마나 빠른가", True),
        ("KTX의 속도와 이용객", False),
    ],
)  # fmt: skip
def test_a_question_is_told_from_a_subject(text: str, wanted: bool) -> None:
    assert asks(text) is wanted


SAFE = "Which grid batteries are safest, and what do they cost?"


def test_a_page_whose_title_names_an_asked_side_is_read_though_it_lacks_the_words_of_the_question() -> None:
    english = [page for page in documents() if page.language == "en"]
    about = pages_for(SAFE, (), english)
    assert "battery-safety-en.docx" in about
    assert not [name for name in about if name.startswith(("rail", "desal"))]


def test_a_page_whose_title_names_an_asked_side_is_read_beside_one_that_has_a_part_on_it() -> None:
    english = [page for page in documents() if page.language == "en"]
    asked = "How do sodium-ion and LFP batteries compare for grid storage in cost, cycle life and safety?"
    assert "battery-sodium-vs-lfp-en.md" in pages_for(asked, (), english), "which has a part on cold and safety"
    assert "battery-safety-en.docx" in pages_for(asked, (), english)


def test_a_page_on_another_country_is_not_read_for_a_side_that_its_title_names() -> None:
    chinese = [page for page in documents() if page.language.startswith("zh")]
    assert list(pages_for("台灣電網儲能市場為何供過於求？", (), chinese)) == ["battery-storage-taiwan-zh-hant.md"]


def test_a_side_that_the_best_page_covers_brings_no_further_pages() -> None:
    chinese = [page for page in documents() if page.language == "zh-Hant"]
    assert list(pages_for("台灣高鐵的運量與財務狀況如何改變？", (), chinese)) == ["rail-taiwan-hsr-zh-hant.md"]


def reported(question: str, *texts: str) -> RunState:
    state = RunState(original_query=question, clarified_query=question, language=detect(question))
    state.paragraphs = [Paragraph(id=f"a.p{at}", section="a", text=text) for at, text in enumerate(texts)]
    return state


def test_a_side_on_which_the_report_says_nothing_is_named() -> None:
    assert left_bare(reported(SAFE, "The average pack cost 108 dollars per kilowatt-hour.")) == ["Safety"]
    assert left_bare(reported(SAFE, "The average pack cost 108 dollars.", "Fires were seldom.")) == []
    assert left_bare(reported("电网电池的安全性与成本如何？", "平均价格为每千瓦时108美元。")) == ["安全"]
    assert left_bare(reported("에너지저장장치 화재의 원인과 대책", "화재의 원인은 배터리 이상이었다.")) == ["대책"]
    assert left_bare(reported("에너지저장장치 화재의 원인과 대책", "화재의 원인은 과열이며, 대책은 냉각이다.")) == []
    # one side alone is the question itself, and "how many" asks for no side
    assert left_bare(reported("How many points did the defence give away?", "It gave away 308.")) == []


def test_what_a_section_says_whose_title_names_one_side_is_said_of_that_side() -> None:
    question = "西班牙与以色列的海水淡化在安全、能耗和成本上有何差别？"
    state = reported(question, "以色列为每立方米2.9千瓦时，西班牙为3.4千瓦时。")
    assert left_bare(state) == ["安全", "能耗", "成本与经济性"]
    state.plan = Plan(research_title=question, sections=[Section(id="a", title="能耗与工艺"), Section(id="b", title="安全")])
    assert left_bare(state) == ["安全", "成本与经济性"], "a section without a paragraph says nothing"
    state.plan = Plan(research_title=question, sections=[Section(id="a", title="能耗与成本")])
    assert left_bare(state) == ["安全", "能耗", "成本与经济性"], "of two sides it may have left out one"
    assert left_bare(reported(question, "电耗较低，水价便宜，没有事故。")) == []


def test_a_side_of_a_country_is_named_where_only_other_countries_are_spoken_of() -> None:
    question = "How punctual are the trains of Taiwan, and what do they cost?"
    german = "In Germany only 62.5 percent of the trains were on time, and punctuality has suffered."
    cost = "The cost of the line in Taiwan was high."
    assert left_bare(reported(question, german, cost)) == ["Punctuality (Taiwan)"]
    assert left_bare(reported(question, german, cost, "Taiwan's trains are more punctual, at 99 percent.")) == []
    assert left_bare(reported(question, "Trains were on time in 99 of 100 cases.", cost)) == []  # it may be said at home
    assert left_bare(reported("台湾高铁的准点率如何？", "德国只有62.5%的列车准点。")) == ["准点率 (台湾)"]
    assert left_bare(reported("欧洲高铁的成本是多少？", "中国高铁的平均造价较低，成本约为三分之二。")) == ["成本与经济性 (欧洲)"]
    assert left_bare(reported("How punctual are the trains of Taiwan?", "The trains are white.")) == []
    assert left_bare(reported("Are trains in Taiwan or Japan more punctual?", german)) == []  # a comparison tells of each


def test_a_section_that_nothing_was_found_for_is_named_though_another_mentions_its_side() -> None:
    state = reported(SAFE, "The average pack cost 108 dollars, and safety costs more.")
    sections = (Section(id="a", title="Costs and economics"), Section(id="b", title="Safety"))
    state.plan = Plan(research_title=SAFE, sections=sections)
    for home, bare in (("a", ["Safety"]), ("b", ["Costs and economics"])):
        state.evidence = {"e1": Evidence(id="e1", source="s1", start=0, end=1, text="x", section=home, language="en")}
        state.paragraphs = [state.paragraphs[0].model_copy(update={"cite_ids": ("e1",)})]
        assert left_bare(state) == bare


def test_a_side_of_which_the_abstract_tells_is_not_named_as_bare() -> None:
    state = reported("磷酸铁锂与钠离子电池的成本与安全比较", "电芯报价为每瓦时0.4元。钠离子电池运输和维护更安全。")
    state.plan = Plan(research_title="x", sections=(Section(id="a", title="成本与经济性"), Section(id="b", title="安全")))
    state.evidence = {"e1": Evidence(id="e1", source="s1", start=0, end=1, text="x", section="a", language="zh-Hans")}
    state.paragraphs = [state.paragraphs[0].model_copy(update={"cite_ids": ("e1",)})]
    assert left_bare(state) == ["安全"]
    state.paragraphs = [state.paragraphs[0].model_copy(update={"section": "abstract"})]
    assert left_bare(state) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("How much does it cost?", True), ("When was it built?", True), ("Why is it dear?", False), ("造价是多少？", True),
        ("哪一位建筑师？", False), ("工事費はいくらか", True), ("なぜ高いのか", False),
        ("화재는 몇 건인가", True), ("왜 비싼가", False),
    ],
)  # fmt: skip
def test_a_question_for_a_figure_is_told_from_others(text: str, wanted: bool) -> None:
    assert any(want.measure and want.sure for want in wants(text)) is wanted


def test_a_sentence_with_a_figure_answers_a_question_for_one() -> None:
    told = (
        "# Cells of Ravel\n\nThe cells of Ravel have a high energy density, and they last for many years in all weathers. "
        "Engineers praise the cells of Ravel for their energy density and for the price of their materials.\n\n"
        "The energy density of the cells is 160 Wh/kg. The makers hope for more within a decade, when new salts can be had.\n\n"
        "The town of Ravel built the works on the site of an old brewery. Trains bring the salt from the coast every morning.\n"
    )
    asked, items = asked_of("How high is the energy density of the cells of Ravel?", told)
    assert answer(asked, items).items[0].text == "The energy density of the cells is 160 Wh/kg."
    assert "160 Wh/kg" not in answer(asked._replace(wants=()), items).items[0].text


PLAGUE = (
    "# The plague of Aveling\n\nThe plague of Aveling killed a third of the town. It came by sea and went after two winters.\n\n"
    "Learning had stood still in Aveling. The physicians wrote a report to the duke. In it they blamed the stars. It was copied "
    "in every town. Later they taught that the plague was caused by bad air. Today, this teaching is called miasma.\n\n"
    "The bells of Aveling rang all night. The harbour was closed with a chain, which can be seen in the museum of the town.\n"
)


@pytest.mark.parametrize(
    ("text", "question", "opening"),
    [
        # it leans on four others, and is told without them rather than not at all; what is asked stands right behind it
        (PLAGUE, "What is the theory of bad air called now?", ["Later they taught", "Today, this teaching is called miasma."]),
        (TOWER, "Who drew the plans?", ["The architect Ines Molnar drew the plans", "Her first design had three storeys"]),
        # little of what is asked is in it, and nothing elsewhere
        (PLAGUE, "Who rang the church bells for the dead?", ["The bells of Aveling rang all night.", "The harbour was closed"]),
        # what it is about, the title says: it opens as its source does
        (PLAGUE, "What was the plague of Aveling?", ["The plague of Aveling killed a third"]),
    ],
)  # fmt: skip
def test_the_nearest_sentence_opens_and_its_passage_goes_on(text: str, question: str, opening: list[str]) -> None:
    asked, items = asked_of(question, text)
    found = answer(asked, items)
    told = [item.text for item in abstract(asked, items, found, opening_of(asked, items, found))]
    assert all(one.startswith(begins) for one, begins in zip(told, opening, strict=False)) and len(told) >= len(opening)


def test_where_many_sentences_say_all_that_is_asked_the_first_of_them_opens() -> None:
    told = (
        "# Railways of the north\n\nRailways came to the north in 1880, when the Ravel line opened between two harbours. It was "
        "built for coal.\n\nThe Ravel line, with its curves, is slow.\n\nSnow closes the Ravel line every winter. The Ravel "
        "line carried nine million people last year.\n\nThe coast road is longer and is used by lorries with fish and timber.\n"
    )
    asked, items = asked_of("What is the Ravel line?", told)
    assert answer(asked, items).items[0].text.startswith("Railways came to the north in 1880")


LIBRARY_JA = (
    "# 緑丘市立図書館の建て替え計画\n\n緑丘市は、1974年に開館した図書館を建て替える計画をまとめた。新しい図書館は駅前に建"
    "てられる。\n\n総事業費は96億円で、国の補助金が28億円を占める。\n\n## 建て替えの理由\n\n建て替えの理由は三つある。第"
    "一に、現在の建物は耐震基準を満たしていない。第二に、エレベーターがなく、車椅子の利用者が2階に上がれない。\n\n## 市民"
    "の意見\n\n市が募った意見は1,350件あった。\n"
)
RIVER_JA = (
    "# 瀬那川\n\n瀬那川は、白根岳に源を発し、日本海に注ぐ河川である。流域にはおよそ46万人が暮らしている。\n\n## 魚類\n\n"
    "瀬那川には43種の魚類が生息している。サケの遡上数は1990年代には年間およそ2万匹であったが、2022年には3,100匹にまで減っ"
    "た。減少の理由について、水産試験場は、海水温の上昇で稚魚の生き残りが悪くなったためと説明している。\n\n## 洪水\n\n201"
    "9年の台風では、瀬那川の堤防が3か所で決壊した。\n"
)
SLUICE_ZH = (
    "# 桐溪闸\n\n桐溪闸是近代水利工程师沈怀瑾主持修建的水闸，共有17孔，可灌溉农田约24万亩。\n\n桐溪闸1907年动工，1911年完"
    "工，耗银62万两。水泥从汉堡运来。\n\n当时桐溪几乎每三年泛滥一次，下游的三个渔村后来迁走。\n"
)


@pytest.mark.parametrize(
    ("text", "question", "begins"),
    [
        (LIBRARY_JA, "なぜ図書館を建て替えるのですか？", "建て替えの理由は三つある。第一に"),
        (RIVER_JA, "なぜ瀬那川のサケは減ったのですか？", "減少の理由について"),
        (SLUICE_ZH, "桐溪闸花了多少钱？", "桐溪闸1907年动工，1911年完工，耗银62万两。"),
    ],
)
def test_reasons_and_old_money_open_the_abstract(text: str, question: str, begins: str) -> None:
    titles = ("理由と原因", "費用と経済性") if text != SLUICE_ZH else ("成本与经济性", "历史与发展")
    made = digest_of(state_of(question, [page_of(text)], titles)).abstract
    assert made is not None and made["text"].startswith(begins)


TRAM = (
    "# Trams and their networks\n\nTrams run in many countries, and their networks differ in length and age.\n\n"
    "{one}\n\n{other}\n\nBoth were rebuilt after the war, and both are owned by the towns that they serve.\n"
)
TRAM_ZH = (
    "# 有轨电车\n\n许多国家都有有轨电车，线路的长短和年代各不相同。\n\n{one}\n\n{other}\n\n战后两者都经过重建，归所在城市所有。\n"
)


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "How long is the tram network of Portugal?",
            "The tram network of Norway has a length of 412 km and the longest lines of all.",
            "The Portuguese network has a length of 198 km, as its yearbook says.",
        ),
        (
            "挪威的有轨电车网有多长？",
            "瑞典的有轨电车网全长412公里，是最长的有轨电车网。",
            "挪威的电车线路全长198公里，年鉴如此记载。",
        ),
    ],
)
def test_the_figure_of_another_country_is_no_answer(question: str, one: str, other: str) -> None:
    text, titles = (TRAM, ("Length", "History")) if question.isascii() else (TRAM_ZH, ("里程", "历史与发展"))
    made = digest_of(state_of(question, [page_of(text.format(one=one, other=other))], titles)).abstract
    assert made is not None and "198" in made["text"] and "412" not in made["text"].partition("198")[0]


LAW_KO = (
    "# 반려동물 등록법 개정안\n\n반려동물 등록법 개정안이 국회를 통과했다. 앞으로는 고양이도 등록해야 한다.\n\n"
    "| 구분 | 현행 | 개정 후 |\n|---|---|---|\n| 등록 대상 | 개 | 개, 고양이 |\n| 과태료 상한 | 60만 원 | 100만 원 |\n\n"
    "동물보호단체는 개정안을 환영했다. 대한수의사회는 칩의 안전성이 확인되었다며 찬성했다.\n"
)


def test_a_table_in_the_words_of_the_question_is_taken_whatever_the_sections() -> None:
    state = state_of("현행과 개정 후는 어떻게 다른가?", [page_of(LAW_KO)], ("원리와 구조", "안전"))
    assert any("과태료 상한" in evidence.text for evidence in state.evidence.values())


WARD = (
    "# What patients say about Marlow General\n\nThe patient forum asked 1,240 former patients about their stay. "
    "Food was criticised most.\n\nThe car park has 420 spaces, and a day costs 12 pounds.\n\n"
    "Views differ on the plan to move the maternity ward to Northfield. Midwives support the move because the rooms are larger. "
    "Obstetricians oppose it: a transfer would take eleven minutes. Parents were split evenly.\n"
)
DAM_JA = (
    "# 瀬那川\n\n瀬那川は、白根岳に源を発し、日本海に注ぐ河川である。流域にはおよそ46万人が暮らしている。\n\n"
    "上流のダム建設をめぐっては意見が分かれている。県は洪水の流量を下げられるとして建設を求めている。"
    "漁業協同組合は、アユの遡上が妨げられるとして反対している。\n\n瀬那川には43種の魚類が生息している。\n"
)


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (WARD, "Who supports and who opposes moving the maternity ward?", ["Midwives support", "Obstetricians oppose"]),
        (DAM_JA, "ダム建設に誰が賛成し、誰が反対していますか？", ["建設を求めている", "反対している"]),
    ],
)
def test_views_that_are_announced_are_told(text: str, question: str, told: list[str]) -> None:
    titles = ("Costs and economics", "Limits and open questions") if text == WARD else ("背景と定義", "環境への影響")
    made = digest_of(state_of(question, [page_of(text)], titles)).abstract
    assert made is not None and all(one in made["text"] for one in told)
