"""How something is done: its steps, in their order, before what it is."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.how import asks_how, tells_steps

RECIPES = {
    "en": (
        "How do you make nettle ink?",
        "# Nettle ink\n\nNettle ink is a green ink that monks used until 1600. It fades in the sun.\n\n## Steps\n\n"
        "1. Boil a pound of young leaves in a litre of water.\n2. Press the leaves through a cloth.\n"
        "3. Stir in a spoon of alum and let it stand overnight.\n\n## Trade\n\nNettle ink was sold at the fairs of Ravel. "
        "A bottle cost two crowns.\n",
        ("Boil a pound", "Press the leaves", "alum"),
    ),
    "zh-Hans": (
        "荨麻墨水怎么做？",
        "# 荨麻墨水\n\n荨麻墨水是修士在1600年以前使用的一种绿色墨水。它在阳光下会褪色。\n\n## 做法\n\n"
        "1. 把一斤嫩叶放入两升清水中煮沸。\n2. 用布滤去煮烂的叶子和渣滓。\n3. 加入一勺明矾，静置一夜。\n\n"
        "## 贸易\n\n荨麻墨水曾在拉韦尔的集市上出售。每瓶售价两克朗，买主多是书记员。\n",
        ("把一斤嫩叶", "用布滤去", "明矾"),
    ),
    "zh-Hant": (
        "怎麼做蕁麻墨水？",
        "# 蕁麻墨水\n\n蕁麻墨水是修士在1600年以前使用的一種綠色墨水。它在陽光下會褪色。\n\n## 古法\n\n"
        "先把一斤嫩葉放入兩升清水中煮沸。接著用布濾去煮爛的葉子和渣滓。最後加入一勺明礬，靜置一夜即成。\n\n"
        "## 貿易\n\n蕁麻墨水曾在拉韋爾的市集上出售。每瓶售價兩克朗，買主多是書記員。\n",
        ("先把一斤嫩葉", "接著用布", "明礬"),
    ),
    "ja": (
        "イラクサインクの作り方",
        "# イラクサインク\n\nイラクサインクは、修道士が1600年まで使った緑色のインクである。日光に当たると色があせる。"
        "\n\n## 作り方\n\n"
        "1. 若葉500グラムを水1リットルで煮る。\n2. 煮た葉を布でこして、よくしぼる。\n3. みょうばんを一さじ加えて、一晩おく。\n\n"
        "## 取引\n\nイラクサインクはラヴェルの市で売られた。一瓶の値段は2クローネで、書記が買った。\n",
        ("若葉500グラム", "布でこして", "みょうばん"),
    ),
    "ko": (
        "쐐기풀 잉크는 어떻게 만드나요?",
        "# 쐐기풀 잉크\n\n쐐기풀 잉크는 수도사들이 1600년까지 쓴 녹색 잉크이다. 햇빛을 받으면 색이 바랜다.\n\n## 만드는 법\n\n"
        "1. 어린잎 500그램을 물 1리터에 넣고 끓인다.\n2. 끓인 잎을 천으로 걸러 꼭 짠다.\n"
        "3. 백반 한 숟가락을 넣고 하룻밤 둔다.\n\n"
        "## 거래\n\n쐐기풀 잉크는 라벨의 장에서 팔렸다. 한 병 값은 2크로네였다.\n",
        ("어린잎 500그램", "천으로 걸러", "백반"),
    ),
    "de": (
        "Wie macht man Nesseltinte?",
        "# Nesseltinte\n\nNesseltinte ist eine grüne Tinte, die Mönche bis 1600 benutzten. Sie verblasst in der Sonne.\n\n"
        "## Herstellung\n\n1. Ein Pfund junge Blätter in einem Liter Wasser kochen.\n2. Die Blätter durch ein Tuch pressen.\n"
        "3. Einen Löffel Alaun einrühren und die Tinte über Nacht stehen lassen.\n\n## Handel\n\n"
        "Nesseltinte wurde auf den Märkten von Ravel verkauft. Eine Flasche kostete zwei Kronen.\n",
        ("Ein Pfund", "durch ein Tuch", "Alaun"),
    ),
    "fr": (
        "Comment faire de l'encre d'ortie ?",
        "# L'encre d'ortie\n\n"
        "L'encre d'ortie est une encre verte que les moines employaient jusqu'en 1600. Elle pâlit au soleil.\n\n"
        "## Préparation\n\n1. Faire bouillir une livre de jeunes feuilles dans un litre d'eau.\n"
        "2. Presser les feuilles à travers un linge.\n3. Ajouter une cuillerée d'alun et laisser reposer toute la nuit.\n\n"
        "## Commerce\n\nL'encre d'ortie se vendait aux foires de Ravel. La bouteille coûtait deux couronnes.\n",
        ("Faire bouillir", "Presser", "alun"),
    ),
    "es": (
        "¿Cómo se hace la tinta de ortiga?",
        "# La tinta de ortiga\n\nLa tinta de ortiga es una tinta verde que los monjes usaban hasta 1600. Palidece al sol.\n\n"
        "## Elaboración\n\n1. Hervir medio kilo de hojas tiernas en un litro de agua.\n2. Prensar las hojas con un paño.\n"
        "3. Añadir una cucharada de alumbre y dejar reposar toda la noche.\n\n## Comercio\n\n"
        "La tinta de ortiga se vendía en las ferias de Ravel. La botella costaba dos coronas.\n",
        ("Hervir", "Prensar", "alumbre"),
    ),
}


@pytest.mark.parametrize("language", RECIPES)
def test_an_abstract_opens_with_the_steps_in_their_order(language: str) -> None:
    question, text, steps = RECIPES[language]
    arranged = digest_of(state_of(question, [page_of(text)], ("Background", "Costs and economics")))
    assert arranged.abstract is not None
    told = arranged.abstract["text"]
    places = [told.find(step) for step in steps]
    assert told.startswith(steps[0]) and places == sorted(places) and -1 not in places, told


STEPS = (
    "Pick the youngest leaves of the plant in May, before it flowers.",
    "Boil them in a copper kettle until the water turns dark.",
    "Press everything through a linen cloth while it is still hot.",
    "Grind the alum in a mortar to a fine powder.",
    "Stir the powder slowly into the warm liquid with a glass rod.",
    "Cover the bowl and leave it in a cool cellar overnight.",
    "Skim the foam from the surface in the morning.",
    "Pour the ink into small bottles and seal them with wax.",
)


def test_the_section_tells_all_steps_and_first_what_they_take() -> None:
    text = (
        "# Nettle ink\n\nNettle ink is a green ink that monks used until 1600.\n\n## What you need\n\n- a pound of leaves\n"
        "- a litre of water\n- a spoon of alum\n\n## Steps\n\n"
    ) + "\n".join(f"{number}. {step}" for number, step in enumerate(STEPS, 1))
    state = state_of("How do you make nettle ink?", [page_of(text)], ("How it is done", "Background"))
    for name, one in state.evidence.items():
        home = "p0" if one.text in STEPS or one.text.startswith("What you need") else "p1"
        state.evidence[name] = one.model_copy(update={"section": home})
    told = " ".join(one["text"] for one in digest_of(state).sections["p0"])
    assert told.startswith("What you need: a pound of leaves; a litre of water; a spoon of alum.")
    assert " ".join(STEPS) in told


def test_the_steps_of_something_else_are_not_told() -> None:
    fish = "# Cooking fish\n\n## Steps\n\n1. Heat a pan with oil.\n2. Fry the fish for ten minutes.\n3. Serve it with lemon.\n"
    ink = "# Nettle ink\n\nTo make nettle ink, monks boiled nettle leaves in water. The ink was green. It faded in the sun.\n"
    arranged = digest_of(
        state_of("How do you make nettle ink?", [page_of(ink), page_of(fish).model_copy(update={"id": "s2"})], ("Background",))
    )
    assert arranged.abstract is not None and arranged.abstract["text"].startswith("To make nettle ink")


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How to repair a bicycle tyre", True),
        ("How is paper made?", True),
        ("Recipe for nettle soup", True),
        ("How do sodium-ion batteries compare with LFP for grid storage?", False),
        ("How many people live in Ravel?", False),
        ("How does a heat pump work?", False),
        ("台灣高鐵的運量與財務狀況如何改變？", False),
        ("如何申请签证", True),
        ("この地震はどのように起きたか", False),
        ("漢字の書き方を教えて", True),
        ("기준금리는 어떻게 변했나", False),
        ("Wie viel kostet man das?", False),
        ("Wie wird Bier gebraut?", True),
        ("¿Cómo se llama el rey?", False),
        ("Come si fa il pane?", True),
    ],
)
def test_who_asks_for_steps_is_told_from_who_asks_for_something_else(question: str, wanted: bool) -> None:
    assert asks_how(question) is wanted


@pytest.mark.parametrize(
    ("heading", "sentences", "points", "wanted"),
    [
        ("Steps", ("Boil it.", "Press it."), "numbered", True),
        ("", ("Boil it.", "Press it.", "Dry it."), "numbered", True),
        ("Step 1: Boil the leaves", ("Take a pound of them.",), "", True),
        ("", ("First, boil the leaves.", "Then press them.", "Finally, add alum."), "", True),
        ("How to keep it", ("Keep it in the dark.", "It lasts a year."), "", False),
        ("Trade", ("It was sold at fairs.", "A bottle cost two crowns."), "marked", False),
    ],
)
def test_steps_are_known_by_their_numbers_their_heading_or_their_order(
    heading: str, sentences: tuple[str, ...], points: str, wanted: bool
) -> None:
    assert tells_steps(heading, sentences, points) is wanted
