"""Plain questions, as people ask them: the first sentence of the abstract answers, and nothing beside the point fills it up."""

from __future__ import annotations

import pytest
from headed_page import told_under, written
from test_extractive_answer import asked_of

from dr_core.stage.extractive.direct import answer
from dr_core.stage.unmentioned import unmentioned

EFFECTS = """# Lack of sleep

Adults who sleep less than seven hours a night lack sleep. Doctors recommend at least seven hours of sleep for adults.

## Effects

Even one night without it slows reactions as much as alcohol does. In the long run it raises the risk of heart disease.

## Causes

Shift work, stress and screens late in the evening are the usual ones. Sleep apnoea is another one, and often goes unseen.
"""
PANDA = """# 大熊猫

大熊猫是中国特有的动物，属于熊科，分布在四川的山区。成年大熊猫体重在80至120公斤之间。

## 种群

根据2014年的第四次调查，全国野生大熊猫种群数量达到1864只。2021年，大熊猫的等级从“濒危”下调为“易危”。

## 习性

大熊猫每天要花12个小时进食，吃下12至38公斤竹子。大熊猫不冬眠，善于爬树。
"""
THREAT = """# 大熊猫面临的威胁

栖息地破碎是大熊猫面临的最大威胁。公路和农田把大熊猫的栖息地分割成33块，其中24块的大熊猫难以存活。

为此，中国在2021年正式设立大熊猫国家公园，总面积2.2万平方公里，保护了约72%的野生大熊猫。
"""
RED = "# 小熊猫\n\n小熊猫与大熊猫名字相近，却自成一科，体型只比家猫略大。\n\n小熊猫主要吃竹叶，也吃果实和昆虫。\n"
TENSION = """# Spannungskopfschmerzen

Spannungskopfschmerzen sind die häufigste Form von Kopfweh. Sie fühlen sich an wie ein zu enger Hut.

## Behandlung

Gegen gelegentliche Spannungskopfschmerzen helfen Ibuprofen oder Paracetamol. Auch Pfefferminzöl auf den Schläfen wirkt.
"""
BACK = "# Rückenschmerzen\n\nGegen Rückenschmerzen hilft vor allem Bewegung. Wärme entspannt die Muskeln.\n"
DRINK = "# Trinken\n\nErwachsene sollten 1,5 Liter trinken. Wer zu wenig trinkt, bekommt leicht Kopfschmerzen.\n"
MITES = """# Why honeybee colonies collapse

Beekeepers lost half of their colonies last winter. Scientists blame several stressors.

Mites weaken bees and spread viruses, and are the greatest threat of all. Most of the colonies that died had these viruses.
"""
GARDEN = """# Bees in the garden

Plant flowers that bloom from spring to autumn. Leave some dead stems, where solitary bees can nest.
"""
VALUE = """# The value of pollination

Three quarters of all crops need animals that pollinate them. The value of that is 300 billion dollars a year.

If bees disappeared, yields of almonds would fall. This would raise prices.
Wheat and rice, which the wind pollinates, would hardly be affected.
"""


@pytest.mark.parametrize(
    ("question", "texts", "begins"),
    [
        ("effects of lack of sleep", (EFFECTS,), "Even one night without it slows reactions"),
        ("大熊猫为什么濒危", (PANDA, THREAT), "栖息地破碎是大熊猫面临的最大威胁"),
        ("大熊猫吃什么", (PANDA, RED), "大熊猫每天要花12个小时进食，吃下12至38公斤竹子"),
        ("Was hilft gegen Kopfschmerzen?", (BACK, DRINK, TENSION), "Gegen gelegentliche Spannungskopfschmerzen helfen"),
        ("Why are bees dying?", (GARDEN, MITES), "Mites weaken bees and spread viruses"),
    ],
)
def test_the_first_sentence_answers(question: str, texts: tuple[str, ...], begins: str) -> None:
    _, made = written(question, *texts)
    assert made.abstract is not None and made.abstract["text"].startswith(begins)


def test_how_many_is_answered_by_a_number_of_what_is_counted() -> None:
    page = "# 报告\n\n国家公园保护了72%的野生大熊猫。\n\n调查发现，野生的大熊猫达到1864只。\n"
    asked, items = asked_of("还有多少只野生大熊猫？", page)
    assert answer(asked, items).items[0].text == "调查发现，野生的大熊猫达到1864只。"


def test_what_hardly_has_a_word_of_the_question_does_not_fill_up_an_abstract_that_answers() -> None:
    dance = "# The waggle dance\n\nA bee that has found food tells the others by dancing. Karl von Frisch decoded it in 1944.\n"
    _, made = written("What would happen if bees disappeared?", GARDEN, VALUE, dance, MITES)
    assert made.abstract is not None and made.abstract["text"].startswith("If bees disappeared")
    assert "dead stems" not in made.abstract["text"]


def test_a_fare_does_not_stand_in_for_a_building_cost() -> None:
    own = (
        "# 台灣高鐵\n\n台灣高鐵於2007年通車，長350公里。全線總建設成本約4,806億元新台幣，採BOT模式興建。2023年載客7,308萬人次。\n"
    )
    fares = "# 高鐵票價\n\n台灣高鐵台北到左營的票價為1,490元。日本東京到新大阪的票價為13,870日圓。早鳥優惠最高可享65折。\n"
    lines = "# 日本新幹線\n\n日本新幹線於1964年開通，第一條路線是東京至新大阪的東海道新幹線。最高時速320公里，由JR各公司經營。\n"
    _, made = written("台灣與日本的高鐵建設成本如何比較", own, lines, fares)
    assert made.abstract is not None and "4,806億元" in made.abstract["text"]
    assert "票價" not in made.abstract["text"]


def test_a_report_has_at_most_five_sections() -> None:
    headed = {
        "Roots": "It grips stony ground, and a storm seldom throws a lime tree over. After a fire the stump soon grows again.",
        "Leaves": "Each has the shape of a heart and a saw for its edge. In October the lime tree turns yellow within a week.",
        "Bark": "When young the lime tree is smooth and grey. Ropes were once twisted from the bast below, and even shoes.",
        "Blossom": "Bees come to the lime tree from far away in June. Tea made of it is drunk against colds and coughs.",
        "Fruit": "Small nuts hang below a pale wing, with which they sail. Mice eat most of those that the lime tree drops.",
        "Names": "Linden is what Germans call the lime tree, and many villages are called after it. Poets rhyme on it, too.",
        "Pests": "Aphids drop honeydew on cars that stand under a lime tree. Mites make red horns on it, which do no harm.",
        "Wood": "Carvers love the lime tree because its grain is even. Altars of the Middle Ages were made of little else.",
    }
    page = "# The lime tree\n\nThe lime tree is a tree of the north that grows old.\n" + "".join(
        f"\n## {heading}\n\n{text}\n" for heading, text in headed.items()
    )
    state, _ = written("lime tree", page)
    assert state.plan is not None and len(state.plan.sections) == 5


def test_a_section_is_headed_in_its_source_s_own_words_in_either_script() -> None:
    page = """# 光合作用

光合作用是綠色植物把二氧化碳和水轉化為有機物的過程。

## 影響因素

光照強度和溫度是影響光合作用的主要因素。在一定範圍內，光照越強，速率越快，超過後便不再增加。
"""
    state, made = written("光合作用", page)
    assert "影響因素" in told_under(state, made)


def test_a_heading_is_shown_without_the_other_forms_that_it_is_read_in() -> None:
    page = """# 降压药

降压药用于治疗高血压，需要每天服用，种类很多，常见的有利尿剂。

## 不良反应

最常见的不良反应是头晕和乏力，多发生在开始用药的阶段。少数患者会出现干咳，停药后消失，不必担心。
"""
    state, made = written("降压药有哪些副作用", page)
    assert made.abstract is not None and made.abstract["text"].startswith("最常见的不良反应是头晕和乏力")
    assert state.plan is not None and "不良反应" in [section.title for section in state.plan.sections]


@pytest.mark.parametrize("question", ["김치의 효능", "김치냉장고는 누가 처음 만들었나요?", "김치를 매일 먹어도 되나요?"])
def test_what_only_asks_or_is_told_in_another_word_is_not_missed(question: str) -> None:
    state, _ = written(
        question,
        "# 김치의 건강 효과\n\n김치를 하루 한 번 먹은 사람은 건강했다. 최초의 김치냉장고는 1984년에 나왔다.\n",
    )
    assert unmentioned(question, list(state.sources.values())) == []
