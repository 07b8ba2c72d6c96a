"""Words that are joined of others, as German joins them: Pfefferminzöl is the oil of peppermint (Öl der Pfefferminze)."""

from __future__ import annotations

from collections.abc import Collection

from dr_core.text.token import function_words, terms

JOINING = frozenset(("de", "nl", "sv", "da", "nb", "nn", "no"))
"""The languages of which words are taken apart; elsewhere "understand" would be standing under something."""
SHORTEST = 7
"""Letters of a joined word."""
FIRST, LAST = 3, 2
"""Letters of its parts: in Erdöl the first one has three, the last one two."""
_LINKS = ("", "s", "es", "n", "en", "ns", "e", "er")
"""What may stand between the parts: Verkehrsplan, Straßenbahn."""


def joined_of(word: str, known: Collection[str]) -> str:
    """The two terms among ``known`` that a word is joined of, the last one as long as can be; empty where there are none."""
    found = terms(word)
    if len(found) != 1 or len(found[0]) < SHORTEST or not found[0].isalpha():
        return ""
    (term,) = found
    for at in range(FIRST, len(term) - LAST + 1):
        last = term[at:]
        if last not in known or last in function_words():
            continue
        firsts = (term[: at - len(link)] for link in _LINKS if term[:at].endswith(link))
        first = next((one for one in firsts if len(one) >= FIRST and one in known and one not in function_words()), "")
        if first:
            return f"{first} {last}"
    return ""
