"""Good and bad sides of pages without a word that names a side: each paragraph stands on the one to which it leans."""

from __future__ import annotations

import pytest
from headed_page import told_under, written

from dr_core.stage.extractive.balance import leaning, title_of

PAGES = {
    "de": (
        "Vor- und Nachteile einer Katze in der Wohnung",
        "# Eine Katze in der Wohnung\n\nRund 15 Millionen Katzen leben in deutschen Haushalten.\n\n"
        "Kinder lernen, Rücksicht zu nehmen. Eine Katze muss nicht ausgeführt werden und versorgt sich tagsüber selbst.\n\n"
        "Sofas werden zerkratzt, Haare liegen überall. Manche Menschen reagieren allergisch auf das Tier.\n",
        "Kinder lernen",
        "Sofas werden zerkratzt",
    ),
    "fr": (
        "Avantages et inconvénients du train de nuit",
        "# Le train de nuit\n\nLe train de nuit relie Paris à Vienne en quatorze heures.\n\n"
        "On s'endort à Paris et on se réveille en Autriche, sans perdre de journée. La nuit d'hôtel est économisée.\n\n"
        "Les couchettes sont étroites et l'on dort mal. Les retards dépassent souvent une heure.\n",
        "On s'endort à Paris",
        "Les couchettes sont étroites",
    ),
    "es": (
        "Ventajas y desventajas de vivir de alquiler",
        "# Vivir de alquiler\n\nEn España, el 24 % de los hogares vive de alquiler.\n\n"
        "Quien alquila puede mudarse en pocas semanas. El dinero queda libre para otras inversiones.\n\n"
        "La renta sube cada año y no queda nada al final. El dueño puede recuperar el piso cuando acaba el contrato.\n",
        "Quien alquila puede mudarse",
        "La renta sube cada año",
    ),
    "ko": (
        "재택근무의 장단점",
        "# 재택근무\n\n재택근무는 회사에 나가지 않고 집에서 일하는 방식이다.\n\n"
        "출퇴근에 쓰던 시간이 생긴다. 집중이 잘 되고 가족과 저녁을 먹을 수 있다.\n\n"
        "동료와 이야기할 기회가 사라진다. 일과 생활의 경계가 흐려진다.\n",
        "출퇴근에 쓰던",
        "동료와 이야기할",
    ),
    "ja": (
        "カーシェアリングのメリットとデメリット",
        "# カーシェアリング\n\nカーシェアリングは、登録した会員が車を共同で使うサービスである。\n\n"
        "車検や駐車場の費用を自分で払わずに済む。15分単位で借りられ、ガソリン代も料金に含まれる。\n\n"
        "週末は近くの車がすべて予約されていることがある。前の人の忘れ物やたばこの臭いが残っている場合もある。\n",
        "車検や駐車場",
        "週末は近くの車",
    ),
}


@pytest.mark.parametrize("language", PAGES)
def test_each_paragraph_stands_on_the_side_to_which_it_leans(language: str) -> None:
    question, text, good, bad = PAGES[language]
    told = told_under(*written(question, text))
    assert told[title_of(1, language)].startswith(good)
    assert told[title_of(-1, language)].startswith(bad)


@pytest.mark.parametrize(
    ("sentence", "side"),
    [
        ("The boat lies in the bay.", 0),
        ("Ohne lange zu warten, ist man am Ziel.", 1),
        ("Man muss lange warten.", -1),
        ("坏车很多，早晚高峰一车难求。", -1),
        ("扫码就能骑走，随处可停。", 1),
    ],
)
def test_a_paragraph_leans_to_a_side_or_to_none(sentence: str, side: int) -> None:
    assert leaning([sentence]) == side
