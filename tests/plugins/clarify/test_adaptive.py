"""The default clarifier: what passes, what is asked, what is verified, and what an answer does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from clarify_kit import assess
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from dr_core import Exchange, NextAction
from dr_plugins.clarify._plan import is_complex, needs_clarification, should_start_research
from dr_plugins.clarify._reading import read
from dr_plugins.clarify.adaptive import VERIFY, Adaptive

OUTCOME = {
    NextAction.START_RESEARCH: "start",
    NextAction.CONFIRM_PLAN: "start",
    NextAction.NEED_CLARIFICATION: "ask",
    NextAction.VERIFY_TOPIC: "verify",
    NextAction.CANNOT_DO: "cannot",
}
SUFFICIENT = ["KRAS G12C 靶点", "GLP-1 激动剂最新进展", "GLP-1 激动剂", "ADC 药物的 linker 设计", "PD-1 耐药机制"]
NOT_SUFFICIENT = ["帮我研究一下", "那个新药", "癌症治疗", "癌症", "药物", "了解一下", "有什么信息"]
TO_VERIFY = ["STATUS6 基因", "XYZ123 基因"]
EXPECTED = {"start": SUFFICIENT, "ask": NOT_SUFFICIENT, "verify": TO_VERIFY}
TABLE = [(topic, outcome) for outcome, topics in EXPECTED.items() for topic in topics]


def verified(answer: str) -> Exchange:
    return Exchange(question=VERIFY, answer=answer)


def held_out() -> list[dict[str, str]]:
    """Topics that were written before the clarifier had seen them."""
    files = sorted(Path(__file__).parent.glob("heldout*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


# --- what passes and what does not


@pytest.mark.parametrize(("topic", "expected"), TABLE)
def test_the_table_of_the_requirements_holds(topic: str, expected: str) -> None:
    assert OUTCOME[assess(topic).action] == expected


@pytest.mark.parametrize(
    ("mainland", "taiwan"),
    [
        ("有什么信息", "有什麼資訊"),
        ("帮我查信息", "幫我查資訊"),
        ("人工智能", "人工智慧"),
        ("软件", "軟體"),
        ("硬件", "硬體"),
        ("网络", "網路"),
        ("互联网", "網際網路"),
        ("编程", "程式設計"),
        ("网络安全", "網路安全"),
        ("信息安全", "資安"),
        ("云计算", "雲端運算"),
        ("营销", "行銷"),
        ("芯片", "晶片"),
        ("算法", "演算法"),
        ("芯片性能", "晶片效能"),
    ],
)
def test_what_taiwan_calls_by_another_name_is_as_vague_as_on_the_mainland(mainland: str, taiwan: str) -> None:
    word = assess(taiwan)
    assert word.question is not None and assess(mainland).question is not None
    assert word.question.missing_info == assess(mainland).question.missing_info  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "topic", ["台積電 3 奈米晶片良率", "歐盟人工智慧法案對新創公司的影響", "台灣資安產業 2024 年產值", "開源軟體授權條款比較"]
)
def test_such_a_word_beside_a_name_asks_nobody(topic: str) -> None:
    assert OUTCOME[assess(topic).action] == "start"


@pytest.mark.parametrize("topic", SUFFICIENT)
def test_what_is_sufficient_starts_without_assumptions(topic: str) -> None:
    word = assess(topic)
    assert word.action is NextAction.START_RESEARCH
    assert should_start_research(word) and not needs_clarification(word)
    assert not word.assumptions


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("vaccines", "How do vaccines work?"), ("cancer", "What causes cancer?"), ("癌症", "癌症是如何形成的？"),
        ("les vaccins", "Comment fonctionnent les vaccins ?"),
    ],
)  # fmt: skip
def test_how_or_why_something_of_a_wide_field_is_so_asks_nobody(wide: str, narrow: str) -> None:
    assert assess(wide).action is NextAction.NEED_CLARIFICATION
    assert assess(narrow).action in (NextAction.START_RESEARCH, NextAction.CONFIRM_PLAN)


@pytest.mark.parametrize(
    "topic", ["How can I make money?", "How does that work?", "怎么赚钱", "这个问题怎么解决", "how do I get started"]
)
def test_how_to_do_who_knows_what_is_asked_about(topic: str) -> None:
    assert assess(topic).action is NextAction.NEED_CLARIFICATION


def test_of_a_question_the_question_is_taken_in_its_most_common_meaning() -> None:
    assert assess("What will AI do to jobs?").assumptions[0] == "“What will AI do to jobs?” is taken in its most common meaning"


@pytest.mark.parametrize("case", held_out(), ids=lambda case: case["topic"])
def test_topics_in_many_languages_get_the_right_action(case: dict[str, str]) -> None:
    assert OUTCOME[assess(case["topic"]).action] == case["expect"]


@pytest.mark.parametrize("topic", [topic for topic, _ in TABLE] + ["HTTP/3 adoption", "日本の半導体補助金", "tell me about it"])
def test_quotes_a_full_stop_and_full_width_letters_change_nothing(topic: str) -> None:
    wide = topic.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
    variants = [f"{topic}.", f"{topic}。", f'"{topic}"', f"“{topic}”", f"「{topic}」。", f"'{topic}.'", f"  {topic}\n", wide]
    for variant in variants:
        assert assess(variant) == assess(topic), variant


@pytest.mark.parametrize(
    ("vague", "specific"),
    [
        ("the gene", "the BRCA1 gene in Ashkenazi families"),
        ("who are they", "WHO pandemic treaty"),
        ("is it true", "is it safe to drink tap water in Mexico City"),
        ("システム", "エコシステム"),
        ("수", "수도 이전"),
    ],
)
def test_a_name_makes_the_difference(vague: str, specific: str) -> None:
    assert OUTCOME[assess(vague).action] == "ask"
    assert OUTCOME[assess(specific).action] == "start"


@pytest.mark.parametrize("topic", ["asdf", "sdfgh", "aaaa", "哈哈哈哈", "???", "", "12345", "🙂🙂", "\x00", "..."])
def test_noise_is_no_subject(topic: str) -> None:
    word = assess(topic)
    assert word.question is not None and word.question.missing_info == "subject"
    assert not word.goal


@pytest.mark.parametrize(
    "topic",
    [
        "how are poems written in Arabic",
        "write a paper on haiku in English",
        "why did my files in ext4 vanish",
        "写一篇关于唐诗的综述",
        "how to turn on the light of a pixel",
    ],
)
def test_a_question_about_such_a_thing_is_no_order(topic: str) -> None:
    assert assess(topic).action is not NextAction.CANNOT_DO


def test_a_refusal_gives_its_reason_in_the_language_of_the_wish() -> None:
    assert "创作" in assess("帮我写一首诗").reasoning
    assert "found out" in assess("write me a poem").reasoning


# --- asking


@pytest.mark.parametrize(
    ("topic", "missing", "word"),
    [
        ("health", "scope", "wide field"),
        ("癌症治疗", "scope", "范围很广"),
        ("產業趨勢", "scope", "範圍很廣"),
        ("経済の動向", "scope", "範囲"),
        ("경제 동향", "scope", "범위"),
        ("those two companies", "referent", "companies"),
        ("那个新药", "referent", "新药"),
        ("その会社の評判", "referent", "会社"),
        ("tell me about it", "subject", "about?"),
        ("あれについて教えて", "subject", "何について"),
        ("그거 알려줘", "subject", "무엇을"),
    ],
)
def test_one_point_is_asked_with_options_in_the_language_of_the_topic(topic: str, missing: str, word: str) -> None:
    question = assess(topic).question
    assert question is not None
    assert question.missing_info == missing
    assert word in question.question
    assert question.options
    assert missing == "subject" or question.default in question.options


@pytest.mark.parametrize(
    "skip",
    [
        "",
        "  ",
        "start research now",
        "Start research now!",
        "直接开始研究",
        "直接開始研究。",
        "skip",
        "调查を开始して",
        "調査を開始して",
        "スキップ",
        "바로 시작해줘",
        "随便",
        "I don't know",
    ],
)
def test_whoever_declines_gets_stated_assumptions(skip: str) -> None:
    word = assess("癌症治疗", skip)
    assert word.action is NextAction.START_RESEARCH
    assert len(word.focuses) >= 3
    assert "癌症治疗" in word.assumptions[0]


def test_a_side_chosen_from_the_options_narrows_the_question() -> None:
    question = assess("technology trends").question
    assert question is not None
    word = assess("technology trends", question.options[0])
    assert word.action is NextAction.START_RESEARCH
    assert word.refined_query == f"technology trends: {question.options[0]}"
    assert should_start_research(word)


def test_a_name_answers_which_one_is_meant() -> None:
    word = assess("那个新药", "司美格鲁肽")
    assert word.is_clear
    assert word.refined_query == "新药：司美格鲁肽"


def test_a_kind_is_followed_by_the_question_which_one() -> None:
    first = assess("please help me do some research").question
    assert first is not None
    second = assess("please help me do some research", first.options[0]).question
    assert second is not None
    assert first.options[0] in second.question and not second.options
    word = assess("please help me do some research", first.options[0], "zinc-air batteries")
    assert word.is_clear and word.refined_query == "zinc-air batteries"


def test_an_answer_that_is_broad_itself_leads_to_the_next_question() -> None:
    question = assess("帮我研究一下", "健康").question
    assert question is not None and question.missing_info == "scope"


def test_an_answer_keeps_what_the_topic_wanted_done() -> None:
    assert assess("比較一下", "輝達與超微").refined_query == "比較一下：輝達與超微"


def test_after_three_rounds_the_best_guess_is_stated() -> None:
    word = assess("那个新药", "那个", "就是那个", "它")
    assert word.action is NextAction.START_RESEARCH
    assert "3" in word.assumptions[0]


@pytest.mark.parametrize("answers", [("", "", ""), ("that", "asdf", "???")])
def test_without_any_subject_it_still_asks_after_the_last_round(answers: tuple[str, ...]) -> None:
    assert assess("tell me about it", *answers).action is NextAction.NEED_CLARIFICATION


def test_fewer_rounds_can_be_set() -> None:
    assert not assess("那个新药", "那个").is_clear
    assert assess("那个新药", "那个", options={"max_rounds": 1}).is_clear


# --- verifying


def test_a_term_that_was_found_starts() -> None:
    word = assess("STATUS6 基因", verified("found"))
    assert word.action is NextAction.START_RESEARCH
    assert should_start_research(word)


def test_a_term_that_was_not_found_is_asked_about() -> None:
    word = assess("STATUS6 基因", verified("not found"))
    assert word.question is not None and word.question.missing_info == "term"
    assert "STATUS6" in word.question.question
    assert word.unknown_terms == ("STATUS6",)


def test_another_name_takes_the_place_of_the_term_and_is_verified_too() -> None:
    word = assess("STATUS6 基因", verified("not found"), "STAT6")
    assert word.action is NextAction.VERIFY_TOPIC
    assert word.unknown_terms == ("STAT6",) and word.refined_query == "STAT6 基因"
    assert assess("STATUS6 基因", verified("not found"), "STAT6", verified("found")).is_clear


@pytest.mark.parametrize("answer", ["", "option"])
def test_whoever_insists_on_the_term_has_it_searched_for_as_written(answer: str) -> None:
    question = assess("XYZ123 gene", verified("not found")).question
    assert question is not None
    word = assess("XYZ123 gene", verified("not found"), question.default if answer else "")
    assert word.is_clear
    assert "XYZ123" in word.assumptions[0]


# --- confirming, focuses, what users supply


@pytest.mark.parametrize(
    "topic",
    [
        "比較特斯拉與比亞迪的電池",
        "全面评估钠离子电池",
        "Compare Rust and Zig",
        "in-depth look at zoning in Tokyo",
        "테슬라와 비야디 비교",
    ],
)
def test_complexity_makes_a_plan_confirmation_and_never_a_question(topic: str) -> None:
    word = assess(topic)
    assert is_complex(topic)
    assert word.action is NextAction.CONFIRM_PLAN and word.confidence <= 0.9


def test_a_complexity_word_without_a_subject_is_asked_about_all_the_same() -> None:
    assert OUTCOME[assess("compare them").action] == "ask"


def test_a_long_question_keeps_its_own_parts_as_focuses_and_all_its_words() -> None:
    topic = "How do birds navigate during migration? What cues influence this process? " + "Include owls. " * 400
    word = assess(topic)
    assert word.action is NextAction.CONFIRM_PLAN
    assert word.focuses[:2] == ("How do birds navigate during migration", "What cues influence this process")
    assert len(word.refined_query) > 5000


def test_focuses_of_the_user_come_first_and_settle_the_scope() -> None:
    word = assess("cancer", options={"focuses": ["screening", "cost", "survival"]})
    assert word.is_clear
    assert word.focuses == ("screening", "cost", "survival")


def test_focus_rules_add_focuses_where_they_match() -> None:
    rules = [{"match": "batter(y|ies)", "focuses": ["recycling"]}, {"match": "whale", "focuses": ["song"]}]
    focuses = assess("Sodium Battery cost", options={"focus_rules": rules}).focuses
    assert focuses[0] == "recycling" and "song" not in focuses and len(focuses) >= 3


def test_question_templates_of_the_user_are_used_for_their_language() -> None:
    options: dict[str, object] = {"templates": {"scope": {"en": "Which part of {subject}, {please}?"}}}
    english, chinese = assess("health", options=options).question, assess("健康", options=options).question
    assert english is not None and english.question == "Which part of health, {please}?"
    assert chinese is not None and "健康" in chinese.question and "Which" not in chinese.question


@pytest.mark.parametrize(
    "options", [{"focus_rules": [{"match": "(", "focuses": []}]}, {"templates": {"colour": {}}}, {"max_rounds": 9}, {"focus": []}]
)
def test_wrong_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Adaptive.Options.model_validate(options)


# --- for any text

WORDS = "the that 那个 新药 癌症 XYZ123 基因 GLP-1 の について AI and 比较 그 회사 health 「 」 . 。 ? US"
ANSWERS = st.lists(st.text(max_size=20) | st.sampled_from(["", "那个", "AI", "KRAS G12C", "XYZ123", "skip"]), max_size=4)
TOPICS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS.split(" ")), max_size=6).map(" ".join),
)


@settings(max_examples=300, deadline=None)
@given(TOPICS, ANSWERS)
@example("", ["", "", "", ""])
def test_for_any_text_the_promises_hold(topic: str, answers: list[str]) -> None:
    word = assess(topic, *answers)
    assert word == assess(topic, *answers)
    assert (word.question is not None) == (word.action is NextAction.NEED_CLARIFICATION)
    if word.action is NextAction.NEED_CLARIFICATION:
        assert needs_clarification(word) and not should_start_research(word)
    if word.is_clear:
        assert not needs_clarification(word) and len(word.focuses) >= 3
        assert word.confidence >= 0.7 or word.assumptions
    assert (word.action is NextAction.VERIFY_TOPIC) <= bool(word.unknown_terms)


@pytest.mark.parametrize(
    ("question", "subject"),
    [("How do drugs work?", "drugs"), ("How does the economy function?", "economy"), ("Remote work", "Remote work")],
)
def test_the_last_word_of_how_a_thing_works_is_no_part_of_its_subject(question: str, subject: str) -> None:
    assert read(question).core == subject


@pytest.mark.parametrize(
    "topic", ["比较有轨电车和快速公交（BRT），哪个更适合中等城市？", "KTX（고속철도）、SRT의 요금을 비교해 줘"]
)
def test_brackets_of_a_cjk_question_keep_their_width_beside_latin_letters_too(topic: str) -> None:
    assert assess(topic).refined_query == topic
