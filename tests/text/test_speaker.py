"""What one says is not the word of another of whom the source speaks."""

from __future__ import annotations

import pytest

from dr_core.text.speaker import of_another_speaker
from dr_core.text.support import judge

AQUIFER = "Elena Ruiz, a hydrologist at the University of Murcia, said the aquifer was overused. Mayor Tomas Vega disagreed."
PAIRS = [
    (AQUIFER, "According to Elena Ruiz, the aquifer was overused.", "According to mayor Tomas Vega, the aquifer was overused."),
    (AQUIFER, "The aquifer was overused, Ruiz said.", "The aquifer was overused, Vega said."),
    (
        "In an interview with the Guardian, Priya Nair said the new vaccine was promising.",
        "Priya Nair told the Guardian that the new vaccine was promising.",
        "The Guardian said that the new vaccine was promising.",
    ),
    (
        "水文学家李静表示地下水超采严重，市长陈涛对此表示异议。",
        "据水文学家李静称，地下水超采严重。",
        "据市长陈涛称，地下水超采严重。",
    ),
    (
        "水文学者の田中氏は地下水が使われすぎていると述べた。市長の鈴木氏はこれに反対した。",
        "水文学者の田中氏によれば、地下水が使われすぎている。",
        "市長の鈴木氏によれば、地下水が使われすぎている。",
    ),
    (
        "김민수 교수는 지하수가 지나치게 쓰이고 있다고 말했다. 박지훈 시장은 이에 반대했다.",
        "김민수 교수에 따르면, 지하수가 지나치게 쓰이고 있다.",
        "박지훈 시장에 따르면, 지하수가 지나치게 쓰이고 있다.",
    ),
    (
        "Die Hydrologin Eva Brandt sagte, das Grundwasser werde übernutzt. Bürgermeister Karl Voss widersprach.",
        "Laut der Hydrologin Eva Brandt wird das Grundwasser übernutzt.",
        "Laut Bürgermeister Karl Voss wird das Grundwasser übernutzt.",
    ),
    (
        "Greenpeace estime que 40 % des forêts sont endommagées. Le ministère de Paris conteste ce chiffre.",
        "Selon Greenpeace, 40 % des forêts sont endommagées.",
        "Selon le ministère de Paris, 40 % des forêts sont endommagées.",
    ),
    (
        "The union says the Dalby mill will cut 90 jobs. The owner of the mill declined to comment.",
        "According to the union, the Dalby mill will cut 90 jobs.",
        "According to Dalby, the mill will cut 90 jobs.",
    ),
    (
        "Die Reederei Sturmfels schweigt. Anwohner behaupten, die Schiffe hätten Öl ins Meer gepumpt.",
        "Anwohnern zufolge haben die Schiffe Öl ins Meer gepumpt.",
        "Der Reederei Sturmfels zufolge haben die Schiffe Öl ins Meer gepumpt.",
    ),
    (
        "Secondo il sindacato, la Brandini taglierà 90 posti entro giugno.",
        "La Brandini taglierà 90 posti entro giugno, secondo il sindacato.",
        "Secondo la Brandini, saranno tagliati 90 posti entro giugno.",
    ),
    (
        "По словам профсоюза, завод «Луч» сократит 90 рабочих мест до лета.",
        "Профсоюз утверждает, что завод «Луч» сократит 90 рабочих мест до лета.",
        "По словам завода «Луч», до лета будет сокращено 90 рабочих мест.",
    ),
]


@pytest.mark.parametrize(("source", "right", "wrong"), PAIRS)
def test_the_word_of_one_is_not_that_of_another(source: str, right: str, wrong: str) -> None:
    assert of_another_speaker(right, [source]) is None
    assert of_another_speaker(wrong, [source])
    assert judge(right, [source]).verdict == "supported"
    assert judge(wrong, [source]).verdict == "unclear"


def test_who_is_only_pointed_at_may_be_anybody() -> None:
    assert of_another_speaker("李静表示，地下水超采严重。", ["李静在会上发言。她表示地下水超采严重。"]) is None


def test_one_is_named_and_pointed_at() -> None:
    source = "Dalby says it will cut 90 jobs at the mill. The company employs 400 people."
    assert of_another_speaker("According to the company, 90 jobs at the mill will be cut.", [source]) is None
    source = "Die Firma Dalby sagt, sie streiche 90 Stellen in der Mühle. Das Unternehmen beschäftigt 400 Menschen."
    assert of_another_speaker("Laut dem Unternehmen streicht Dalby 90 Stellen in der Mühle.", [source]) is None


def test_laut_says_what_nach_angaben_says() -> None:
    source = "Nach Angaben von Dalby sinkt der Verbrauch der Mühle um 12 Prozent."
    assert judge("Laut Dalby sinkt der Verbrauch der Mühle um 12 Prozent.", [source]).verdict == "supported"
