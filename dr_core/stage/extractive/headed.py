"""Sections under the headings of the sources, for what fits none of the planned ones: each then holds what its heading promises.

The sides that are planned (cost, safety) fit many subjects. What a source says under "How to take it" is none of them, and filed
under the nearest it would stand under a heading that says something else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from dr_core.stage.extractive.about import About
from dr_core.stage.extractive.aftermath import aftermath, asks_aftermath
from dr_core.stage.extractive.aftermath import title_of as aftermath_title
from dr_core.stage.extractive.balance import BAD, GOOD, advice, asks_whether, sided, title_of, weighs
from dr_core.stage.extractive.brief import Brief, brief
from dr_core.stage.extractive.cause import asks_why, gives_cause, hinders
from dr_core.stage.extractive.ending import closes
from dr_core.stage.extractive.facet import BY_ID, FACETS, Facet, names_in, of_title, speaks, title
from dr_core.stage.extractive.how import asks_how, steps, with_what_is_needed
from dr_core.stage.extractive.how import title_of as how_title
from dr_core.stage.extractive.past import HISTORY, PAST, happened
from dr_core.stage.extractive.piece import Item, is_wide, items_of, words_of
from dr_core.stage.extractive.run import LONGEST, Runs, width
from dr_core.stage.extractive.speak import distinct, plain, pointing
from dr_core.stage.extractive.want import only_reasons, told
from dr_core.stage.passage import passages
from dr_core.text import terms
from dr_core.text.junk import is_boilerplate
from dr_core.text.language import same_language
from dr_core.text.token import content_terms
from dr_core.types import Evidence, Page, Section

MOST_SECTIONS, MOST_ASKED = 5, 3
"""Sections of a report (S2-4); and those under headings of sources that come first because they say what is asked."""
SURE_CUES = 2
"""Different words for a side that was not asked for, with which a passage is surely about it."""
LEAST_WORDS, WIDE = 12, 2
"""Words of a section under a heading of a source (CJK: characters, times so many)."""
LONGEST_TITLE = 60
SAME_HEADING = 0.6
"""The share of the words of two headings that must be the same for what stands under them to be told together."""
SUBJECT = 0.3
"""A word that more than this share of all sentences have is the subject."""
SAYS_IT = 0.5
"""The share of the words that tell headings apart which one must have to say what is asked."""
NOWHERE = ""
"""The section of what is told in none."""


class Settled(NamedTuple):
    """An outline, and the section of each piece of evidence."""

    sections: tuple[Section, ...]
    homes: Mapping[str, str]


class _Group(NamedTuple):
    """Passages that stand under one heading, or under several that say the same."""

    heading: str
    items: list[Item]

    @property
    def worth(self) -> float:
        return max(item.score for item in self.items)


def settled(
    question: str, language: str, sections: Sequence[Section], evidence: Sequence[Evidence], sources: Mapping[str, Page]
) -> Settled | None:
    """The outline with the headings of sources for what fits no planned section; None where all of it fits."""
    ask = brief(question, language, sections, sources)
    every = _passages(items_of(evidence, sources, ask.forms))
    own = [group for group in every if sources[group[0].source].language == language]
    # the other script stands beside this one; where all is in it, its headings are as good
    own = own or [group for group in every if same_language(sources[group[0].source].language, language)]
    facets = {section.id: of_title(section.title) for section in sections}
    point = pointing(ask.query, [item for group in every for item in group])
    why = next((name for name, facet in facets.items() if facet is BY_ID["reasons"]), "")
    told_why = [group for group in own if why and _announced(ask, group)]
    rest = [group for group in own if group not in told_why]
    loose = [group for group in rest if (facet := facets.get(group[0].section)) and not _is_at_home(ask, group, facet, point)]
    under = [group for group in _grouped([group for group in loose if group[0].passage.heading]) if _is_enough(group.items)]
    headed = {group[0].source for group in every if group[0].passage.heading}
    # what a source says before its first heading tells what it is about
    leads = [item for group in loose if not group[0].passage.heading and group[0].source in headed for item in group]
    flat = [item for group in own for item in group]
    sides = {title_of(side, language): items for side, items in _balance(ask, flat).items()} or _aftermath(ask, flat, language)
    sides = sides or _how(ask, flat, language)
    if not (under or leads or sides or told_why):
        return None
    homes = {item.id: item.section for item in evidence}
    _move(homes, [item for group in told_why for item in group], why)
    moved = {item.id for group in under for item in group.items} | {item.id for item in leads}
    filled = {homes[group[0].id] for group in every if group[0].id not in moved}
    kept = [section for section in sections if section.id in filled]
    kept = [section for section in kept if not (sides and facets[section.id] is BY_ID["comparison"])]
    opening = BY_ID[HISTORY if ask.is_history else "background"]
    begins = [section for section in sections if facets[section.id] is opening]
    if leads and not begins:
        begins = [Section(id=_new_id(sections), title=title(opening, language))]
    if leads:
        _move(homes, leads, begins[0].id)
        kept = [*begins, *(section for section in kept if section not in begins)]
    made: list[Section] = []
    for group in _best(under, MOST_SECTIONS):
        named = _as_written(group, sources)
        made.append(Section(id=_new_id([*sections, *begins, *made]), title=named, description=named))
        _move(homes, group.items, made[-1].id)
    for group in under:
        _move(homes, [item for item in group.items if homes[item.id] == item.section], NOWHERE)
    first = says_it(ask, [item for group in every for item in group], made)
    both: list[Section] = []
    for named, items in sides.items():
        both.append(Section(id=_new_id([*sections, *begins, *made, *both]), title=named))
        _move(homes, items, both[-1].id)
    others = [one for one in _in_order(kept, made, ask, first) if one.id in homes.values()]
    asked = {section.id for section in others if section.id in first or facets.get(section.id) in ask.sides}
    told = _fewest([*both, *others], asked.union(one.id for one in both), homes, [item for group in every for item in group])
    names = {section.id for section in told}
    return Settled(tuple(told), {name: home if home in names else NOWHERE for name, home in homes.items()})


def _fewest(
    sections: Sequence[Section], asked: Collection[str], homes: Mapping[str, str], items: Sequence[Item]
) -> list[Section]:
    """The sections that a report has room for, in their order: those that are asked for, then those with most to tell."""
    worth: dict[str, float] = defaultdict(float)
    for item in items:
        worth[homes[item.id]] += item.score
    ranked = sorted(sections, key=lambda one: (one.id not in asked, -worth[one.id]))[:MOST_SECTIONS]
    return [one for one in sections if one in ranked]


def _as_written(group: _Group, sources: Mapping[str, Page]) -> str:
    """The heading of a group in its source's own words, without other forms of the names in it."""
    first = group.items[0]
    over = (one.heading for one in passages(sources[first.source]) if one.start == first.passage.start)
    return " ".join(next(over, group.heading).split()).rstrip(" :：.。")


def _balance(ask: Brief, items: Sequence[Item]) -> dict[int, list[Item]]:
    """What speaks for the subject and against it, where a question asks for that; what a source advises is on no side."""
    if not weighs(ask.question):
        return {}
    advised = advice(items) if asks_whether(ask.question) else []
    found = sided([item for item in items if item not in advised])
    both = {side: [item for item in items if found.get(item.id) == side] for side in (GOOD, BAD)}
    return both if all(both.values()) else {}


def _aftermath(ask: Brief, items: Sequence[Item], language: str) -> dict[str, list[Item]]:
    """What tells of what happens to who leaves undone what is due, where a question asks that."""
    told = [item for own in aftermath(ask.known, items) for item in own] if asks_aftermath(ask.question) else []
    return {aftermath_title(language): told} if told else {}


def _how(ask: Brief, items: Sequence[Item], language: str) -> dict[str, list[Item]]:
    """The steps of what a question asks how to do."""
    found = steps(ask.question, items) if asks_how(ask.question) else []
    told = [item for own in found for item in with_what_is_needed(own, items)]
    return {how_title(language): told} if told else {}


def says_it(asked: Brief, items: Sequence[Item], sections: Sequence[Section]) -> list[str]:
    """The sections under whose own title stands what a question asks of its subject, the one that says most first; of several
    things that are compared a heading tells of one."""
    if asked.compares or asked.rivals:
        return []
    own = {section.id: set(terms(section.title)) for section in sections if of_title(section.title) is None}
    pointed = _pointed(asked, items, {item.passage.heading for item in items if item.passage.heading})
    found = {name: len(pointed & words) for name, words in own.items()}
    if asked.contrasts:
        found = {name: much for name, much in found.items() if _is_of_several(asked, items, name)}
    least = SAYS_IT * len(pointed)
    return sorted((name for name, much in found.items() if much and much >= least), key=lambda name: -found[name])[:MOST_ASKED]


def _is_of_several(asked: Brief, items: Sequence[Item], section: str) -> bool:
    """Whether a section speaks of more than one of the things that are compared."""
    about = About(asked, [item for item in items if not item.is_table])
    return len(about.named(*(item for item in items if item.section == section and not item.is_table))) > 1


def under_heading(asked: Brief, prose: Sequence[Item], runs: Runs) -> tuple[Item, ...]:
    """How the passage begins that stands under a heading which says what is asked: it tells that, in whatever words."""
    begins = [item for item in prose if item.section in asked.headed[:1] and item.start == item.passage.start]
    if not (begins := [item for item in begins if runs.begins(item)]):
        return ()
    best = max(begins, key=lambda item: (item.score, -item.start))
    longest = LONGEST * width(best)
    return runs.with_rest(runs.at_best(best, longest), longest)


def _pointed(asked: Brief, items: Sequence[Item], headings: Collection[str]) -> set[str]:
    """The words of a question that tell one heading from another, are none of its subject, and not what a source is about."""
    said = [set(terms(item.said)) for item in items if not item.is_table]
    words = distinct(content_terms(plain(asked.query)), headings)
    about = set(terms(" ".join({item.title for item in items})))
    return {word for word in words - asked.names - about if sum(word in one for one in said) <= SUBJECT * len(said)}


def _passages(items: Sequence[Item]) -> list[list[Item]]:
    """The items of each passage; those of a table with what stands before it under the same heading."""
    found: dict[tuple[str, int], list[Item]] = {}
    for item in items:
        found.setdefault((item.source, item.passage.start), []).append(item)
    return list(found.values())


def _is_at_home(ask: Brief, own: Sequence[Item], facet: Facet, point: set[str]) -> bool:
    """Whether a passage is about the side of the subject under whose title it is to stand; ``point`` are the words that tell
    what of the subject is asked."""
    heading, text = own[0].passage.heading, " ".join(item.said for item in own)
    if names_in(heading, facet) or closes(heading):
        return True
    if facet not in ask.sides:
        return speaks(text, [facet]) >= SURE_CUES or (facet.id == "background" and not heading)
    if facet.id == "reasons":
        return (
            asks_why(heading)
            or hinders(own[0].over, ask.question)
            or (gives_cause(text) and (not point or not point.isdisjoint(terms(f"{heading} {text}"))))
        )
    figures = [want.measure for want in ask.wants if want.measure and want.sure]
    other = any(names_in(heading, one) for one in FACETS)
    past = facet.id == HISTORY and happened(text) > (PAST * len(own) if other else 0)
    return facet.id == "comparison" or past or speaks(text, [facet]) > 0 or bool(told(figures, text))


def _announced(ask: Brief, own: Sequence[Item]) -> bool:
    """Whether a heading announces the reasons that a question asks for, and nothing else is over them."""
    return only_reasons(ask.wants) and hinders(own[0].over, ask.question)


def _grouped(loose: Sequence[Sequence[Item]]) -> list[_Group]:
    """Passages by what stands over them; what stands under a heading that is none stays where it is."""
    groups: list[_Group] = []
    for own in loose:
        heading = _bare(own[0])
        like = next((group for group in groups if _is_same(group.heading, heading) and not _is_beside(group, own[0])), None)
        if like:
            like.items.extend(own)
        elif len(heading) <= LONGEST_TITLE and not is_boilerplate(heading):
            groups.append(_Group(heading, list(own)))
    return groups


def _is_beside(group: _Group, item: Item) -> bool:
    """Whether a group has something of the source of an item under another heading: its source tells the two apart."""
    return any(other.source == item.source and _bare(other) != _bare(item) for other in group.items)


def _bare(item: Item) -> str:
    return " ".join(item.passage.heading.split()).rstrip(" :：.。")


def _is_same(one: str, other: str) -> bool:
    """Whether two headings say the same; that of a table is followed by its caption."""
    mine, theirs = set(terms(one)), set(terms(other))
    return other.startswith(one) or len(mine & theirs) > SAME_HEADING * len(mine | theirs)


def _is_enough(items: Sequence[Item]) -> bool:
    prose = [item for item in items if not item.is_table]
    return bool(prose) and words_of(prose) >= LEAST_WORDS * (WIDE if is_wide(prose[0].text) else 1)


def _best(groups: Sequence[_Group], most: int) -> list[_Group]:
    """The groups that are worth most, as their sources have them."""
    ranked = sorted(groups, key=lambda group: -group.worth)[: max(0, most)]
    return [group for group in groups if group in ranked]


def _move(homes: dict[str, str], items: Sequence[Item], home: str) -> None:
    homes.update((name, home) for item in items for name in item.ids)


def _new_id(taken: Sequence[Section]) -> str:
    names = {section.id for section in taken}
    return next(name for name in (f"sec{number}" for number in range(1, len(names) + 2)) if name not in names)


def _in_order(kept: Sequence[Section], made: Sequence[Section], ask: Brief, pointed: Sequence[str]) -> list[Section]:
    """What is ``pointed`` at first, then background and what else is asked for, then what the sources have headings of their own
    for, and open questions last."""
    answering = [one for name in pointed for one in made if one.id == name]
    made = [one for one in made if one not in answering]
    facets = {section.id: of_title(section.title) for section in kept}
    first = [one for one in kept if (facet := facets[one.id]) in ask.sides or facet is BY_ID["background"]]
    last = [one for one in kept if one not in first and facets[one.id] is BY_ID["debate"]]
    return [*answering, *first, *(one for one in kept if one not in first and one not in last), *made, *last]
