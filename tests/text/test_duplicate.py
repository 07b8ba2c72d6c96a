"""Near-duplicates."""

from __future__ import annotations

import random

import pytest

from dr_core.text import signature, similarity, terms, unique
from dr_core.text.duplicate import KEPT, alike

WORDS = [f"word{n}" for n in range(2000)]


def made(chance: random.Random, words: int) -> list[str]:
    return chance.choices(WORDS, k=words)


def test_the_same_text_is_the_same_and_another_is_another() -> None:
    chance = random.Random(1)
    one, other = " ".join(made(chance, 100)), " ".join(made(chance, 100))
    assert similarity(signature(one), signature(one)) == 1.0
    assert similarity(signature(one), signature(other)) < 0.05


def test_the_estimate_is_near_the_true_share_of_shingles() -> None:
    chance = random.Random(2)
    errors = []
    for _ in range(60):
        words = made(chance, 120)
        changed = [chance.choice(WORDS) if chance.random() < 0.08 else word for word in words]
        a, b = terms(" ".join(words)), terms(" ".join(changed))
        one, other = ({tuple(x[i : i + 3]) for i in range(len(x) - 2)} for x in (a, b))
        true = len(one & other) / len(one | other)
        errors.append(similarity(signature(" ".join(words)), signature(" ".join(changed))) - true)
    assert abs(sum(errors) / len(errors)) < 0.02
    assert max(map(abs, errors)) < 0.2


def test_copies_go_and_the_first_stays() -> None:
    text = "Solar power became the cheapest source of electricity in many countries of the world last year."
    copy = text.replace("last year", "last year, it says")
    assert unique([text, "Cats sleep most of the day in the sun.", copy, text]) == [0, 1]


def test_sentences_that_differ_in_their_figures_are_kept() -> None:
    figures = ((2019, 4), (2020, 9))
    texts = [f"In {year} the country built {n} gigawatts of solar power and {n + 3} of wind." for year, n in figures]
    assert unique(texts) == [0, 1]


def test_chinese_copies_are_found() -> None:
    text = "太陽能發電在過去十年間變得非常便宜，成本下降了百分之九十，這個趨勢仍在持續。"
    assert unique([text, text.replace("非常", "十分"), "貓在睡覺，狗在看門，沒有人說話。"], 0.6) == [0, 2]


def test_texts_without_terms_are_kept() -> None:
    assert unique(["", "!!!", "a", "a"]) == [0, 1, 2]


def test_a_thousand_pairs_among_others_are_found() -> None:
    chance = random.Random(3)
    texts: list[str] = []
    for _ in range(500):
        words = made(chance, 80)
        texts += [" ".join(words), " ".join([*words[:-1], "other"])]
    kept = unique(texts)
    assert len(kept) <= 502 and all(0 <= at < 1000 for at in kept)


@pytest.mark.parametrize("text", [" ".join(WORDS), "one two three " * 2000, "一二三四五六七八九十" * 200])
def test_a_sketch_is_the_same_with_lines_and_without(text: str) -> None:
    assert signature(text.replace(" ", "\n")) == signature(text)


def test_a_sketch_holds_the_least_hashes_of_all() -> None:
    parts = [signature(" ".join(WORDS[at : at + 3])) for at in range(len(WORDS) - 2)]
    assert signature(" ".join(WORDS)) == frozenset(sorted(frozenset().union(*parts))[:KEPT])


def test_what_is_told_apart_soon_is_not_alike() -> None:
    chance = random.Random(7)
    text = made(chance, 400)
    for changed in range(0, 400, 10):
        other = text[:changed] + made(chance, 400 - changed)
        one, two = signature(" ".join(text)), signature(" ".join(other))
        for threshold in (0.3, 0.55, 0.8, 0.9):
            assert alike(one, two, threshold) == (similarity(one, two) >= threshold)
