"""What a question asks of a digest, worked out once: its weighted words, the names in it, the sides and sections it asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dr_core.stage.extractive.criterion import Criterion, criteria, lists
from dr_core.stage.extractive.facet import ABOUT_ANYTHING, BY_ID, Facet, asked, of_title, without_sides
from dr_core.stage.extractive.query import asks, core, subject
from dr_core.stage.extractive.rival import contrasts, rivals
from dr_core.stage.extractive.tense import read_in
from dr_core.stage.extractive.want import Want, wants
from dr_core.stage.focus import also_called, focused, forms_of, specific
from dr_core.text import terms
from dr_core.text.form import ONE_FORM, Forms
from dr_core.text.token import content_terms
from dr_core.types import Page, Section


class Brief(NamedTuple):
    """``query`` is the question with its weights, ``known`` its terms, ``names`` the terms of the names in it, ``keys`` those or
    else the terms of its subject, ``sides`` the facets it asks for, ``order`` the sections and ``first`` those it asks for;
    ``asks`` is whether it asks something at all and does not merely name a subject, ``wants`` are the things it asks for."""

    query: str
    known: frozenset[str]
    names: frozenset[str]
    keys: frozenset[str]
    sides: tuple[Facet, ...]
    order: tuple[str, ...]
    first: tuple[str, ...]
    language: str
    asks: bool
    wants: tuple[Want, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    """The sides that it names, by its own words."""
    judges: bool = False
    """Whether it wants its subject looked at by these: it lists several, or compares things."""
    contrasts: bool = False
    """Whether it sets things against each other."""
    rivals: tuple[tuple[str, ...], ...] = ()
    """The things that it compares, each by its names."""
    forms: Forms = ONE_FORM
    """The names in it of which the sources have another form."""
    question: str = ""
    """The question itself, without its polite frame."""
    headed: tuple[str, ...] = ()
    """Those of the ``first`` sections that stand under a source's own heading, which says what is asked."""
    balance: tuple[str, ...] = ()
    """The sections on what speaks for its subject and against it, where it asks for these or whether something should be done."""
    apart: frozenset[str] = frozenset()
    """The sections under a source's own heading, and that of what is told in none."""
    today: int = 0
    """The year in which its sources were read; 0 where that is not known."""

    @property
    def compares(self) -> bool:
        """Whether it asks for a comparison."""
        return BY_ID["comparison"] in self.sides

    @property
    def is_history(self) -> bool:
        """Whether it asks for the history of its subject."""
        return BY_ID["history"] in self.sides

    @property
    def is_pointed(self) -> bool:
        """Whether something is asked, or a quantity named; words of a mere subject (a Panel on Climate Change) are no sides."""
        return self.asks or bool(self.wants)

    @property
    def wants_date(self) -> bool:
        """Whether it asks for a date."""
        return any(want.measure and "date" in want.measure.kinds for want in self.wants)

    @property
    def plain_sides(self) -> list[Facet]:
        """The sides that it asks for, but those of which any sentence may speak."""
        return [side for side in self.sides if side.id not in ABOUT_ANYTHING]


def brief(question: str, language: str, sections: Sequence[Section], sources: Mapping[str, Page]) -> Brief:
    """What is asked."""
    sides, against = tuple(asked(question)), contrasts(question)
    names = frozenset(terms(" ".join(specific(question))))
    return Brief(
        query=focused(question),
        question=core(question),
        known=frozenset(content_terms(question)),
        names=names,
        keys=names or frozenset(content_terms(without_sides(subject(question)))),
        sides=sides,
        order=tuple(section.id for section in sections),
        first=tuple(section.id for section in sections if of_title(section.title) in sides),
        language=language,
        asks=asks(question),
        wants=wants(question),
        criteria=criteria(question),
        judges=lists(question) or against,
        contrasts=against,
        rivals=tuple(also_called(thing, list(sources.values())) for thing in rivals(question)),
        forms=forms_of(question, list(sources.values())),
        today=read_in(sources.values()),
    )
