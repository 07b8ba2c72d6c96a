"""The outline after the first round, revised from what was found: sections retitled, reordered, merged, split, added or dropped.

A section has a question, what is known of it, and its evidence; all three move along. What the user named stays: such a section
keeps its title and is never merged away, split or dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from dr_core.report.clean import plain
from dr_core.text import bm25
from dr_core.types import Evidence, Finding, Section

FEWEST, MOST = 3, 5
LEAST_FOR_NEW = 2
"""Pieces of evidence that a new section must have where no further round can bring it any."""
CLEARLY = 1.25
"""A piece moves to a new section that it fits this many times better than its own."""


class RevisedSection(BaseModel):
    """A section as it should be, now that the findings are known; it takes the matter of the sections in ``takes``."""

    title: str = Field("", max_length=120)
    description: str = Field("", max_length=400)
    takes: list[str] = Field(default_factory=list, max_length=5)


@dataclass(frozen=True)
class Revision:
    """A new outline, and which of its sections take over from each old one (several: it was split; none: it was dropped)."""

    sections: tuple[Section, ...]
    heirs: Mapping[str, tuple[str, ...]]
    added: frozenset[str]

    def heir(self, old: str) -> str:
        """The section that stands where ``old`` stood, for queries and the like; empty where there is none."""
        found = self.heirs.get(old, ())
        return found[0] if found else ""


def revision(
    sections: Sequence[Section], outline: Sequence[RevisedSection], drop: Collection[str] = (), pinned: Collection[str] = ()
) -> Revision | None:
    """The outline that results; None where nothing changes or what results is none (too few, too many, two of one name).

    Sections that ``outline`` does not speak of stay where they are. ``pinned`` are the ids of the user's own.
    """
    old = {section.id: section for section in sections}
    entries = _entries(outline, old, pinned)
    taken = {one for entry in entries for one in entry.takes}
    gone = {one for one in drop if one in old and one not in taken and one not in pinned}
    for at, section in enumerate(sections):  # from here on every entry takes something or is new
        if section.id not in taken and section.id not in gone:
            places = {one: place for place, entry in enumerate(entries) for one in entry.takes}
            # behind the one before it; where that is gone, behind the one before that
            before = next((places[one.id] for one in reversed(sections[:at]) if one.id in places), -1)
            entries.insert(before + 1, RevisedSection(takes=[section.id]))
    entries = _in_the_users_order(entries, [one for one in old if one in pinned])
    made, added, used = [], set(), set(old)
    numbers = iter(f"sec{number}" for number in range(1, len(old) + len(entries) + 1) if f"sec{number}" not in old)
    for entry in entries:
        own = next((one for one in entry.takes if one in used), "")
        used.discard(own)
        fresh = own or next(numbers)
        made.append(_section(fresh, entry, [old[one] for one in entry.takes], pinned))
        if not entry.takes:
            added.add(fresh)
    heirs = {one: tuple(new.id for new, entry in zip(made, entries, strict=True) if one in entry.takes) for one in old}
    names = {section.title.lower() for section in made}
    if not min(FEWEST, len(old)) <= len(made) <= MOST or len(names) < len(made) or tuple(made) == tuple(sections):
        return None
    return Revision(tuple(made), heirs, frozenset(added))


def _entries(outline: Sequence[RevisedSection], old: Mapping[str, Section], pinned: Collection[str]) -> list[RevisedSection]:
    """What a model asked for, as far as it can be done: known ids, each pinned section in one entry of its own."""
    entries: list[RevisedSection] = []
    kept: set[str] = set()
    for wish in outline:
        takes = [one for one in dict.fromkeys(wish.takes) if one in old and one not in kept]
        named = [one for one in takes if one in pinned]
        takes = [one for one in takes if one not in named[1:]]
        kept.update(named[:1])
        title = plain(wish.title)
        if takes or (title and not wish.takes and not old.keys() <= set(pinned)):
            entries.append(RevisedSection(title=title, description=plain(wish.description), takes=takes))
    return entries


def _in_the_users_order(entries: Sequence[RevisedSection], pinned: Sequence[str]) -> list[RevisedSection]:
    """The entries, with those that hold a pinned section in the order of ``pinned``, on the places that such entries have."""
    rank = {one: next((at for at, name in enumerate(pinned) if name in entries[one].takes), -1) for one in range(len(entries))}
    mine = iter(sorted((one for one in rank if rank[one] >= 0), key=lambda one: rank[one]))
    return [entries[next(mine)] if rank[one] >= 0 else entries[one] for one in range(len(entries))]


def _section(name: str, entry: RevisedSection, takes: Sequence[Section], pinned: Collection[str]) -> Section:
    own = next((section for section in takes if section.id in pinned), takes[0] if takes else None)
    title = own.title if own and (own.id in pinned or not entry.title) else entry.title
    queries = tuple(dict.fromkeys(query for section in takes for query in section.search_queries))
    return Section(
        id=name, title=title, description=entry.description or (own.description if own else ""), search_queries=queries
    )


def rehomed(evidence: Sequence[Evidence], change: Revision) -> dict[str, str]:
    """The section of each piece of evidence under the new outline: with its matter, where that is clear, else where it fits."""
    texts = [item.text for item in evidence]
    fits = {section.id: bm25(f"{section.title} {section.description}", texts) for section in change.sections}
    homes: dict[str, str] = {}
    for at, item in enumerate(evidence):
        found = change.heirs.get(item.section) or [section.id for section in change.sections]
        home = max(found, key=lambda one: fits[one][at])  # the first of equals
        better = max(change.added, key=lambda one: (fits[one][at], one), default=home)
        homes[item.id] = better if fits[better][at] > CLEARLY * fits[home][at] else home
    return homes


def carried(findings: Sequence[Finding], homes: Mapping[str, str], change: Revision) -> list[Finding]:
    """The findings, each in the section that most of its evidence is in now."""

    def home(finding: Finding) -> str:
        cited = [homes[cite] for cite in finding.cite_ids if cite in homes]
        return max(cited, key=cited.count) if cited else change.heir(finding.section) or change.sections[0].id

    return [finding.model_copy(update={"section": home(finding)}) for finding in findings]


def without_empty(change: Revision, homes: Mapping[str, str]) -> list[str]:
    """The new sections that have too little to be written from."""
    counts = list(homes.values())
    return sorted(one for one in change.added if counts.count(one) < LEAST_FOR_NEW)
