"""What a question's subject is, titles say: the answer need not name it again, and what only does so is none."""

from __future__ import annotations

import pytest
from test_extractive_answer import digest_of, page_of, state_of

from dr_core.stage.extractive.quantity import HOW_MUCH_MONEY
from dr_core.stage.extractive.query import asks
from dr_core.stage.extractive.want import wants

FERRY = (
    "# The Karsund ferry\n\nThe Karsund ferry connects the islands of Tarn and Hale with the mainland. It was founded in 1928 by "
    "the shipowner Elias Brandt.\n\n## Ships\n\nThe Tarn carries 120 cars and 400 passengers. The Hale carries 60 cars and 250 "
    "passengers.\n\n## Tickets\n\nA single ticket costs 6 euros for adults and 3 euros for children. A car costs 18 euros. "
    "Residents of the islands travel free of charge.\n\n## Later\n\n"
    "A tunnel to Tarn is planned for 2034. If it is built, the ferry "
    "will only serve Hale.\n"
)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How much is a car on the Karsund ferry?", "A car costs 18 euros."),
        ("What is planned for the Karsund ferry?", "A tunnel to Tarn is planned for 2034."),
        ("Does the Karsund ferry cost anything for residents?", "Residents of the islands travel free"),
    ],
)
def test_an_abstract_opens_with_the_answer_and_not_with_the_subject_again(question: str, begins: str) -> None:
    arranged = digest_of(state_of(question, [page_of(FERRY)], ("Background", "Costs and economics", "Outlook")))
    assert arranged.abstract is not None and begins in arranged.abstract["text"][:120], arranged.abstract["text"]


@pytest.mark.parametrize(
    ("question", "wanted"), [("How much is a car?", True), ("¿Cuánto vale un coche?", True), ("How many cars are there?", False)]
)
def test_how_much_something_is_asks_for_money(question: str, wanted: bool) -> None:
    assert any(want.measure == HOW_MUCH_MONEY for want in wants(question)) is wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("Nenne fünf Arten von Minze", True), ("Name three kings of Ravel", True), ("Name der Rose", False), ("列举五种薄荷", True)],
)
def test_who_is_told_to_name_things_is_asked_for_them(text: str, wanted: bool) -> None:
    assert asks(text) is wanted
