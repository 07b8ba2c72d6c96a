"""What a question explicitly asks for, point by point, and which points a report leaves unanswered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

from dr_core.pattern import regex
from dr_core.report.figure import SUMS_UP
from dr_core.stage.above import over_table
from dr_core.stage.dated import Told, tells_when
from dr_core.stage.extractive.facet import BY_ID, Facet, asked, names_in, of_title, speaks, title
from dr_core.stage.extractive.measure import measures
from dr_core.stage.extractive.quantity import SAME_SENTENCE, WHEN, Measure, states
from dr_core.stage.extractive.travel import travelled
from dr_core.stage.extractive.want import Want, in_sentences, only_reasons, wants
from dr_core.stage.passage import large_tables
from dr_core.stage.pays import compares
from dr_core.state import RunState
from dr_core.text import sentences
from dr_core.text.country import is_elsewhere, place_named, scope, without_places
from dr_core.text.date import dates
from dr_core.text.district import district_names, is_in_district, unnamed_districts
from dr_core.text.han import simplified
from dr_core.text.language import same_language
from dr_core.text.token import content_terms, function_words
from dr_core.types import Paragraph, Section

MOST = 8
LONGEST = 200
ANSWERED = 0.6
"""The share of a point's terms that one paragraph of the report must hold."""
OF_SECTION = 0.5
"""The share of it that the title and the question of a section must name."""
PLAIN_SIDES = frozenset(("cost", "safety", "environment", "energy", "measures", "passengers", "punctuality", "speed"))
"""Sides of which one seldom speaks without the words that name them; of a reason or a comparison one does."""
READ = frozenset(("en", "zh", "ja", "ko", "de", "fr", "es", "it", "pt"))
"""Languages whose units and words for quantities are known."""

SIZES = frozenset(("money", "people", "mass", "area", "volume"))
"""The kinds of figure that tell how large something is."""

_SIZE = regex(r"규모|规模|規模")
"""A size as such: what is counted or measured depends on the thing."""
_LIST = regex(
    r"(?:\bby\b|\bin terms of\b|\bincluding\b|\bcovering\b|\bregarding\b|\bconsider(?:ing)?\b|:|：|包括|涵蓋|涵盖|從|从)"
    r"\s*(.+?)[?？.。!！]*$",
    re.IGNORECASE,
)
_PARTS = regex(r"\s*(?:,\s*and\b|,\s*or\b|,|;|、|，|；|\band\b|以及|及|和|與|与|と|および)\s*", re.IGNORECASE)
_TABLE = regex(
    r"\b(?:comparison |comparative )?tables?\b|\b(?:vergleichs)?tabellen?\b|\btableaux?(?: comparatifs?)?\b"
    r"|\btablas?(?: comparativas?)?\b|\btabell[ae](?: comparativ[ae])?\b|\btabelas?(?: comparativas?)?\b"
    r"|(?:比较|比較|对比|對比|対比|対照|一覧)表|表格|表(?=\W*$)|비교표|(?:^|\s)표(?=\W*$)",
    re.IGNORECASE,
)
_FORM = regex(
    rf"{_TABLE.pattern}|\bcompar(?:e|ed|ing|ison|isons|ative)\b|\b(?:evaluation|assessment|overview)s?\b|\bvergleich\w{{0,3}}\b"
    r"|\bbewertung(?:en)?\b|\büberblick\b|\bcomparaisons?\b|\bévaluations?\b|\bcomparaci(?:ón|ones)\b|\bevaluaci(?:ón|ones)\b"
    r"|\bconfronto\b|\bcomparaç(?:ão|ões)\b|比较|比較|对比|對比|対比|评估|評估|评价|評價|評価|비교|평가",
    re.IGNORECASE,
)
"""Words that say how to tell of a matter, and are none themselves."""
_CHARACTER = regex(r"[\u30a1-\u30fa\u30fc\u3400-\u9fff\uac00-\ud7a3]")
_NUMBERED = regex(r"(?:^|\s)\(?\d{1,2}[.)、]\s+")


def checklist(question: str, language: str = "") -> list[str]:
    """The points by the question's own words: its several questions, its numbered points, the list at its end."""
    numbered = [part.strip() for part in _NUMBERED.split(question)[1:]]
    if len(numbered) > 1:
        return _tidy(numbered)
    told = [question[span.start : span.end].strip() for span in sentences(question, language)]
    asked = [one for one in told if one.endswith(("?", "？"))]
    if len(asked) > 1:
        return _tidy(asked)
    found = _LIST.search(told[-1] if told else question)
    parts = [part for part in _PARTS.split(found[1]) if part.strip()] if found else []
    return _tidy(parts) if 1 < len(parts) <= MOST and all(len(part) <= 60 for part in parts) else []


def unanswered(
    points: Sequence[str], paragraphs: Sequence[Paragraph], sections: Sequence[Section] = (), *, share: float = ANSWERED
) -> list[str]:
    """The points of which no paragraph, read under the title of its section, speaks: by ``share`` of their terms.

    Words that all points share say nothing about a single one, and those that ask for a comparison or a table are no matter of
    their own: a table is there or is not.
    """
    titles = {section.id: section.title for section in sections}
    texts = [set(content_terms(f"{titles.get(paragraph.section, '')} {paragraph.text}")) for paragraph in paragraphs]
    matters = [_FORM.sub(" ", point) for point in points]
    counted = [set(content_terms(matter)) - function_words() for matter in matters]
    common = set.intersection(*filter(None, counted)) if sum(map(bool, counted)) > 1 else set()
    tables = any(paragraph.kind == "table" for paragraph in paragraphs)
    left = []
    for point, matter, terms in zip(points, matters, counted, strict=True):
        wanted = set(content_terms(_without(matter, common))) - common - function_words() or terms
        answered = any(len(wanted & text) >= share * len(wanted) for text in texts) if wanted else tables
        if not answered and (wanted or _TABLE.search(point)):
            left.append(point)
    return left


def without_section(points: Sequence[str], paragraphs: Sequence[Paragraph], sections: Sequence[Section]) -> list[str]:
    """The points that no section is about which has paragraphs: a section answers in words of its own what its title or its
    question names, of the places that the point names."""
    told = {paragraph.section for paragraph in paragraphs}
    matters = [f"{section.title} {section.description}" for section in sections if section.id in told]
    left = []
    for point in points:
        own, places = _matter(_FORM.sub(" ", point)), scope(point)
        if not any(own and len(own & _matter(one)) >= OF_SECTION * len(own) and places <= scope(one) for one in matters):
            left.append(point)
    return left


def _matter(text: str) -> set[str]:
    """What a text is about, places aside: its words, and the characters of CJK, since pairs of them reach over the ends of words
    (装机规模差异, 装机规模比较). Hiragana are mostly endings."""
    bare = without_places(text)
    words = {term for term in content_terms(bare) if not _CHARACTER.search(term)} - function_words()
    return words | {char for char in _CHARACTER.findall(simplified(bare)) if char not in function_words()}


def _without(point: str, common: set[str]) -> str:
    """A point without what all of them say. Pairs of characters reach over the ends of words (速度比較: 度比), so that in CJK the
    characters themselves go."""
    pairs = [at for at in range(len(point) - 1) if not point[at].isascii() and not point[at + 1].isascii()]
    gone = {place for at in pairs if common.intersection(content_terms(point[at : at + 2])) for place in (at, at + 1)}
    return "".join(" " if at in gone else char for at, char in enumerate(point))


def left_bare(state: RunState) -> list[str]:
    """What was to be looked at and the report has nothing on: it is named, never dropped in silence (S4-7).

    These are the user's focuses; without any, the sides that a question names beside each other ("how safe, and at what cost"),
    those that it names of a country, where only other countries are spoken of, and the districts that it names and no paragraph.
    """
    told = {paragraph.section for paragraph in state.paragraphs}
    if state.focuses:
        own = {focus.lower() for focus in state.focuses}
        planned = state.plan.sections if state.plan else ()
        return [section.title for section in planned if section.id not in told and section.title.lower() in own]
    question = state.clarified_query
    if is_foreign(state):
        return []
    sides, place, bare = asked(question), place_named(question), _unnamed_places(state)
    if len(sides) < 2 and not place:
        return bare
    said = "\n".join(paragraph.text for paragraph in state.paragraphs)
    sections = state.plan.sections if state.plan else ()
    homes = {of_title(section.title): section.id for section in sections}
    fed = {state.evidence[cite].section for cite in _cited(state)}
    # what a section says whose title names one of the sides is said of that, whatever its words
    named = {section.id: [side for side in sides if names_in(section.title, side)] for section in sections}
    answered = "\n".join(paragraph.text for paragraph in state.paragraphs if paragraph.section == "abstract")
    # a section that nothing was found for is bare, also where another mentions its side; not so where the abstract tells of it
    spoken = {
        side.id: homes[side] in fed or speaks(answered, [side]) > 0
        if side in homes
        else speaks(said, [side]) > 0 or any(named.get(name) == [side] for name in told)
        for side in sides
    }
    # one side alone is the question itself, and so is that of which only the reasons are asked for
    several = len(sides) > 1 and not only_reasons(wants(question))
    for side in sides:
        if side.id not in PLAIN_SIDES:
            continue
        if not spoken[side.id]:
            bare += [_called(side, state)] if several else []
        elif place and _only_elsewhere(side, state):
            bare.append(f"{_called(side, state)} ({place})")
    return bare


def _unnamed_places(state: RunState) -> list[str]:
    """The districts that the question names and neither a paragraph nor the title of a source that is cited."""
    cited = dict.fromkeys(source for paragraph in state.paragraphs for source in _sources(paragraph, state))
    told = [*(paragraph.text for paragraph in state.paragraphs), *(state.sources[source].title for source in cited)]
    return unnamed_districts(state.clarified_query, told)


def _only_elsewhere(side: Facet, state: RunState) -> bool:
    """Whether all that the report says of a side is said of other countries than the question's."""
    own = [paragraph.text for paragraph in state.paragraphs if speaks(paragraph.text, [side])]
    return bool(own) and all(is_elsewhere(text, state.clarified_query) for text in own)


def _called(side: Facet, state: RunState) -> str:
    """The heading of a side as this report has it, or would have it."""
    own = (section.title for section in (state.plan.sections if state.plan else ()) if of_title(section.title) is side)
    return next(own, "") or title(side, state.language, plain=not travelled(state.clarified_query))


def without_figure(state: RunState, bare: Sequence[str]) -> list[str]:
    """What the question asks "how much" of, or compares things by, and the report states no figure for, by the question's own
    words; where it names a district, no figure in a paragraph on that. A large table of a source may have one.

    What ``left_bare`` names (``bare``) is not named again. Nothing is said of a report in a language whose
    figures are not read.
    """
    if state.language.split("-")[0] not in READ:
        return []
    there = [one for paragraph in state.paragraphs if _is_there(paragraph, state) for one in _statements(paragraph, state)]
    about = set(content_terms(state.clarified_query)) - function_words() if compares(state.clarified_query) else set()
    places = [place for place in district_names(state.clarified_query) if place not in bare]
    return [
        f"{want.words} ({', '.join(places)})" if places else want.words
        for want in wants(state.clarified_query)
        if (want.sure or about)
        and want.measure is not None
        and want.measure.is_named
        and not (want.measure.side and _called(BY_ID[want.measure.side], state) in bare)
        and not any(_gives(want.measure, text, set() if want.sure else about) or _gives_size(want, text) for text in there)
        and not any(_gives(want.measure, text) for text in _large_tables(state))
    ]


def _large_tables(state: RunState) -> Iterator[str]:
    """The tables that are too large to be quoted whole, of the sources that are cited: heading, head and first row of each."""
    for source in dict.fromkeys(name for paragraph in state.paragraphs for name in _sources(paragraph, state)):
        page = state.sources[source]
        for table in large_tables(page):
            yield f"{table.heading}\n{page.text[table.start : table.spans[1].end]}"


def _statements(paragraph: Paragraph, state: RunState) -> list[str]:
    """What a paragraph says: one of a section as it stands, of those that sum up each sentence for itself, as they come from
    everywhere, and a table with what stands over it in its source, which may alone say what its figures are of."""
    if not paragraph.text.startswith("|"):
        return in_sentences(paragraph.text) if paragraph.section in SUMS_UP else [paragraph.text]
    cited = [state.evidence[cite] for cite in paragraph.cite_ids if cite in state.evidence]
    over = {over_table(state.sources[one.source], one.start) for one in cited if one.source in state.sources}
    return ["\n".join([*sorted(over), paragraph.text])]


def _is_there(paragraph: Paragraph, state: RunState) -> bool:
    """Whether a paragraph, or the title of a source that it cites, names a district that the question names, if it
    names any."""
    texts = [paragraph.text, *(state.sources[source].title for source in _sources(paragraph, state))]
    return not district_names(state.clarified_query) or any(is_in_district(text, state.clarified_query) for text in texts)


def without_date(state: RunState) -> list[str]:
    """The questions of the question that ask when, and for which the report has no date that is surely theirs; nothing of a
    report that cites other languages, unless it has no date at all."""
    if state.language.split("-")[0] not in READ:
        return []
    told = [Told(paragraph.text, titles_over(paragraph, state)) for paragraph in state.paragraphs]
    if is_foreign(state) and any(dates(one.text) for one in told):
        return []
    return [
        want.words.rstrip("?？,;，；、 ")
        for want in wants(state.clarified_query)
        if want.measure == WHEN and not tells_when(want.part, told, state.language)
    ]


def _gives(measure: Measure, text: str, about: Set[str] = frozenset()) -> bool:
    """Whether a paragraph or a table names a quantity and has a figure of its kind, in the same sentence or in one beside it; in
    a table the unit may stand in the head. A figure whose unit alone tells it must be said of what is asked (``about``)."""
    if "|" in text and measure.said.any(text) and any(char.isdigit() for char in text):
        return True
    near = [one + other for one, other in pairwise(["", *in_sentences(text), ""])]
    found = ((states(measure, part), part) for part in near)
    return any(how == SAME_SENTENCE or (how and not (about and about.isdisjoint(content_terms(part)))) for how, part in found)


def _gives_size(want: Want, text: str) -> bool:
    """Whether a sentence gives a sum or a number of what a question asks the size of: of damage money, people."""
    about = set(content_terms(_SIZE.sub(" ", want.part))) - function_words()
    return bool(_SIZE.fullmatch(want.words)) and any(
        not measures(one).isdisjoint(SIZES) and not about.isdisjoint(content_terms(one)) for one in in_sentences(text)
    )


def titles_over(paragraph: Paragraph, state: RunState) -> str:
    """The titles of the sources that a paragraph cites."""
    return " ".join(state.sources[source].title for source in _sources(paragraph, state))


def is_foreign(state: RunState) -> bool:
    """Whether a report cites a source in another language than its own."""
    return any(not same_language(state.evidence[cite].language, state.language) for cite in _cited(state))


def _sources(paragraph: Paragraph, state: RunState) -> list[str]:
    """The sources that a paragraph cites."""
    found = (state.evidence[cite].source for cite in paragraph.cite_ids if cite in state.evidence)
    return [source for source in dict.fromkeys(found) if source in state.sources]


def _cited(state: RunState) -> list[str]:
    return [cite for paragraph in state.paragraphs for cite in paragraph.cite_ids if cite in state.evidence]


def _tidy(points: Sequence[str]) -> list[str]:
    kept = [" ".join(point.split()).strip(" ,;")[:LONGEST] for point in points]
    return list(dict.fromkeys(point for point in kept if any(char.isalnum() for char in point)))[:MOST]
