"""Cited words as a writer is shown them, under the title of their source: "Each vehicle cost 1.02 million euros" of "In-motion
charging in Velmar" is said of Velmar, and "the outlook of 2019" is one that was published then.

Where several sources are cited, a clause that names what the title of one of them names is held to the figures of that one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dr_core.pattern import regex
from dr_core.text.country import countries
from dr_core.text.district import district_names, is_of_another_district
from dr_core.text.name import Mentions, names
from dr_core.text.number import read, states
from dr_core.text.support import DOUBTED, Judgement
from dr_core.text.whose import clauses

Judged = Callable[[str, tuple[str, ...]], Judgement]
_LACKS = ("the name ", "the date ", "the number ")
_PUBLISHER = regex(r"\s[|–—-]\s[^()]*")
"""What stands behind the matter of a title: who published it, which is nothing that its words are about."""


def under_titles(sentence: str, word: Judgement, titles: Sequence[str], spans: Sequence[str], judged: Judged) -> Judgement:
    """``word`` on a sentence, or a better one where all that it lacks stands in the titles of its sources (one for each span).

    A name may, save that of a country, in which a source may speak of the world; that a date or a number of a title is meant is
    not sure. By the words of one source it may be supported, of several only where no clause that names one has a figure of
    another. What is said of a city or a province is unclear where words and titles name others, and not this one.
    """
    if word.verdict == "supported" and is_of_another_district(" ".join((*titles, *spans)), sentence):
        return Judgement("unclear", min(word.score, DOUBTED), f"the name {district_names(sentence)[0]} stands in no cited span")
    if word.verdict != "contradicted" or not word.reason.startswith(_LACKS) or countries(word.reason):
        return word
    titles = [_PUBLISHER.sub("", title) for title in titles]
    read_together = tuple(f"{title}.\n{span}" if title else span for title, span in zip(titles, spans, strict=True))
    for title in dict.fromkeys(titles):
        better = judged(sentence, tuple(text for own, text in zip(titles, read_together, strict=True) if own == title))
        if better.verdict == "supported":
            break
    else:
        better = judged(sentence, read_together)
        if better.verdict == "contradicted" or _of_another_source(sentence, titles, spans):
            return word
    if word.reason.startswith("the name ") or better.verdict != "supported":
        return better
    return Judgement("unclear", min(better.score, DOUBTED), word.reason)


def _of_another_source(sentence: str, titles: Sequence[str], spans: Sequence[str]) -> bool:
    """Whether a clause that names what only some titles name has a figure that only the words of other sources state."""
    for clause in clauses(sentence):
        said = [name for name in names(sentence) if name.text in clause]
        named = {title for title in dict.fromkeys(titles) if any(Mentions((title,)).name(name) for name in said)}
        if not named:
            continue
        own = [one for title, span in zip(titles, spans, strict=True) if title in named for one in read(span)]
        rest = [one for title, span in zip(titles, spans, strict=True) if title not in named for one in read(span)]
        if any(states(rest, figure) and not states(own, figure) for figure in read(clause)):
            return True
    return False
