"""An analysis that only quotes what the sections tell is one too many."""

from __future__ import annotations

from dr_core.stage.verify import without_repeats
from dr_core.types import Evidence, Paragraph

SAID = {
    "e1": "The bank put the return of the network at 8 percent.",
    "e2": "Critics warn that lines in the west cannot carry their debts.",
    "e3": "Tickets are priced on 552.6 km.",
}
EVIDENCE = {name: Evidence(id=name, source="s1", start=0, end=len(text), text=text) for name, text in SAID.items()}
BODY = Paragraph(
    id="p1",
    section="sec1",
    text="Society may gain where the operator loses: the network returned 8 percent, by the bank's count, but the western lines, "
    "critics say, are too weak for their debts.",
    cite_ids=("e1", "e2"),
)


def analysed(*cites: str, text: str = "") -> tuple[list[str], list[str]]:
    quoted = Paragraph(id="p2", section="analysis", text=text or " ".join(SAID[cite] for cite in cites), cite_ids=cites)
    kept, actions = without_repeats([BODY, quoted], "en", EVIDENCE)
    return [paragraph.id for paragraph in kept], [action.paragraph for action in actions]


def test_what_the_sections_tell_in_their_own_words_is_not_quoted_again() -> None:
    assert analysed("e1", "e2") == (["p1"], ["p2"])


def test_what_has_more_or_weighs_it_stays() -> None:
    assert analysed("e1", "e2", "e3") == (["p1", "p2"], [])
    assert analysed("e1", "e2", text="The bank counts the whole network, its critics only a part of it.") == (["p1", "p2"], [])
