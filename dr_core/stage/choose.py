"""Which sentences and tables are worth citing: what a report without a model can quote, or what a model that writes is shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from dr_core.stage.english import in_english
from dr_core.stage.english_page import about_both
from dr_core.stage.excerpt import excerpts, rows_asked_for
from dr_core.stage.filler import telling
from dr_core.stage.focus import focused, forms_of, on_the_subject, pages_for
from dr_core.stage.listed import with_their_lists
from dr_core.stage.passage import Passage, shown_passages, whole_lists
from dr_core.stage.planned import as_asked, with_pages_asked_for
from dr_core.stage.relevance import told_about, with_words, words_told
from dr_core.stage.reread import asked_again
from dr_core.stage.script import Quotable, quotable
from dr_core.stage.unmentioned import with_the_subject
from dr_core.stage.weigh import Weighed, placed, scores, weigh, with_own_headings
from dr_core.state import RunState
from dr_core.text.caption import names_scale
from dr_core.text.duplicate import Seen
from dr_core.text.sentence import Span
from dr_core.text.token import content_terms
from dr_core.types import Page, Section

MOST_FOR_SECTION = 60
"""Sentences of evidence that a section takes from one round at most."""
MOST_ROWS_FOR_SECTION = 20
"""Of these, rows of large tables with their heads, where a model writes: it has room for prose and small tables beside them."""
WEAKEST, WEAKEST_OF_PAGE, FITS_WELL = 0.34, 0.5, 0.42
"""A passage must be worth this share of the best one to be evidence; or that share of its page's best, if the page fits well."""
SAME = 0.55
"""Sentences that share so much of their wording say the same."""
Chosen = tuple[Page, Span, Section, float]
"""A sentence or table worth citing, with its page, home section and score."""
Place = tuple[Page, Passage]


class _Taken(NamedTuple):
    """A sentence, a row or a table of a passage, with what that is worth and the number of its home section."""

    page: Page
    passage: Passage
    span: Span
    worth: float
    home: int

    @property
    def text(self) -> str:
        return self.page.text[self.span.start : self.span.end]

    @property
    def under_heading(self) -> str:
        """A table says what it is about in the heading over it; the rows of a large one have their head."""
        table = self.passage.kind == "table" and not self.passage.rows
        return f"{self.passage.heading}\n{self.text}" if table else self.text


def to_quote(state: RunState, most: int = MOST_FOR_SECTION) -> list[Chosen]:
    """What can stand in a report as it is, the ``most`` for each section, of the pages read since the last round."""
    assert state.plan is not None
    question, sections = state.clarified_query, state.plan.sections
    quoted = quotable(with_the_subject(list(state.sources.values()), state.language, question), state.language, question)
    pages = quoted.pages
    query = _query(state)
    about = told_about(state, pages_for(question, state.focuses, pages), pages)
    fresh = _unread(state, pages, about)
    places = [(page, passage) for page in fresh for passage in _quotable(page, quoted)]
    tables = excerpts(question, fresh)
    places = [*(on_the_subject(question, pages, places, about) if places else []), *tables]
    if not places:
        return []
    forms = forms_of(question, pages)
    weighed = weigh(question, query, sections, places, about, forms, planned=False)
    taken = _take(state, places, weighed, about, most, _with_caption)
    scored = scores(query, [(one.text, one.worth) for one in taken], weighed.texts, forms)
    return [(one.page, one.span, sections[one.home], own) for one, own in zip(taken, scored, strict=True)]


def _quotable(page: Page, quoted: Quotable) -> list[Passage]:
    """The passages of a page that can be quoted; a list whose points are no sentences is quoted whole."""
    lists = () if page.id in quoted.lent else whole_lists(page)
    own = [one for one in quoted.passages(page) if not any(whole.start <= one.start < whole.end for whole in lists)]
    return sorted([*own, *lists], key=lambda one: one.start)


def _with_caption(page: Page, passage: Passage) -> Sequence[Span]:
    """The spans of a passage, and before those of a table its caption, where that names the unit of its figures or their year."""
    over = passage.over if passage.kind == "table" else None
    caption = page.text[over.start : over.end] if over else ""
    return (over, *passage.spans) if over and names_scale(caption) else passage.spans


def to_show(state: RunState, most: int = MOST_FOR_SECTION) -> list[Chosen]:
    """What a model is shown to write from, the ``most`` for each section: of the pages read since the last round, and of those
    read before what it asks only now."""
    assert state.plan is not None
    question, sections = state.clarified_query, state.plan.sections
    pages = Quotable(list(state.sources.values())).pages
    english = in_english(state)
    query = _query(state, english)
    worded = with_words(as_asked(sections, state), state)
    about = pages_for(question, state.focuses, pages)
    about = about_both(state, about, pages) if english else about
    about = told_about(state, with_pages_asked_for(about, worded, pages), pages)
    places = [(page, passage) for page in _unread(state, pages, about) for passage in shown_passages(page)]
    places += asked_again(state, about)
    asked = [question, *(" ".join([one.title, one.description, *one.search_queries]) for one in worded)]
    tables = rows_asked_for(asked, [page for page in pages if page.id in about], state.evidence.values())
    places = with_own_headings(worded, [*places, *tables])
    if not places:
        return []
    words = frozenset(content_terms(" ".join([*asked, *state.focuses, english])))

    def told(page: Page, passage: Passage) -> Sequence[Span]:
        """Of prose what is no filler; with a table its caption and its notes, as a drafter may say what they say."""
        over = () if passage.rows else tuple(filter(None, (passage.over, passage.notes)))
        return (*over, *(telling(page, passage.spans, words) if passage.kind == "prose" else passage.spans))

    forms = forms_of(question, pages)
    weighed = weigh(question, query, worded, places, about, forms, planned=True)
    taken = _take(state, places, weighed, about, most, told, most_rows=MOST_ROWS_FOR_SECTION)
    homes = placed(query, worded, [(one.under_heading, one.worth, one.home, one.passage) for one in taken], weighed.texts, forms)
    return with_their_lists([(one.page, one.span, sections[home], own) for one, (home, own) in zip(taken, homes, strict=True)])


def _query(state: RunState, english: str = "") -> str:
    return " ".join(filter(None, [focused(" ".join([state.clarified_query, *state.focuses])), english, words_told(state)]))


def _unread(state: RunState, pages: Sequence[Page], about: Mapping[str, float]) -> list[Page]:
    """The pages about the question of which nothing is evidence yet."""
    read_before = {evidence.source for evidence in state.evidence.values()}
    return [page for page in pages if page.id in about and page.id not in read_before]


def _take(
    state: RunState,
    places: Sequence[Place],
    weighed: Weighed,
    about: Mapping[str, float],
    most: int,
    told: Callable[[Page, Passage], Sequence[Span]],
    *,
    most_rows: float = math.inf,
) -> list[_Taken]:
    """The best of the passages first, until each section has the ``most``; what was said before is not taken again."""
    assert state.plan is not None
    floors = _floors(places, weighed.worth, about)
    counts, rows = [0] * len(state.plan.sections), [0] * len(state.plan.sections)
    seen = Seen(SAME)
    for evidence in state.evidence.values():
        seen.know(evidence.text)
    taken: list[_Taken] = []
    held: set[tuple[str, int]] = set()
    for at in sorted(range(len(places)), key=weighed.worth.__getitem__, reverse=True):
        (page, passage), worth = places[at], weighed.worth[at]
        if min(counts) >= most:
            break
        if worth < floors[page.id]:
            continue
        home = weighed.home(at)
        # a passage that is taken is taken whole: sentences torn out of it say less than they did in it
        if passage.rows and rows[home] + len(passage.spans) > most_rows:
            continue
        for span in told(page, passage):
            one = _Taken(page, passage, span, worth, home)
            # the rows of a table are all alike, and two tables may stand under one heading
            if counts[home] < most and ((page.id, span.start) not in held if passage.rows else seen.add(one.text)):
                counts[home] += 1
                rows[home] += bool(passage.rows)
                held.add((page.id, span.start))
                taken.append(one)
    return taken


def _floors(places: Sequence[Place], worth: Sequence[float], about: Mapping[str, float]) -> dict[str, float]:
    """What a passage of each page must be worth: a share of the best of all; a page that fits well gives its own best, too."""
    best = max(worth)
    own: dict[str, float] = {}
    for (page, _), one in zip(places, worth, strict=True):
        own[page.id] = max(one, own.get(page.id, 0.0))
    return {
        page: min(WEAKEST * best, WEAKEST_OF_PAGE * top) if about[page] >= FITS_WELL else WEAKEST * best
        for page, top in own.items()
    }
