"""What is asked and a report without a model does not tell, though it looks so: a reason, which is the first of all."""

from __future__ import annotations

from dr_core.stage.checklist import is_foreign, titles_over
from dr_core.stage.extractive.brief import brief
from dr_core.stage.extractive.cause import ASKS_WHY, announces_reasons, effects, gives_cause, tells_lack
from dr_core.stage.extractive.duration import share_of
from dr_core.stage.extractive.event import events_asked, in_own_words, says_event
from dr_core.stage.extractive.piece import items_of
from dr_core.stage.extractive.run import Runs
from dr_core.stage.extractive.speak import spoken, weights
from dr_core.stage.extractive.superlative import first_of_all, may_tell_first, rank_asked
from dr_core.stage.extractive.tense import is_of_another_year
from dr_core.stage.extractive.want import Want, in_sentences, wants
from dr_core.stage.passage import passages
from dr_core.state import RunState
from dr_core.text import terms
from dr_core.text.dangling import dangles
from dr_core.types import Paragraph

NEAR = 0.3
"""The share of what is asked and the titles do not say of which a reason, and the sentence before it, must speak."""
SURE = 0.5
"""The share of what is asked that a heading which asks why must say to announce its reasons."""
_ENDS = "?？,;，；、 "


def without_reason(state: RunState) -> list[str]:
    """The questions of the question that ask why, and of which no sentence that the reader sees gives the reason."""
    if state.models or is_foreign(state):
        return []
    asked = [want for want in wants(state.clarified_query) if want.cause and ASKS_WHY.search(want.part)]
    return [want.part.strip(_ENDS) for want in asked if not _tells_why(want, state)]


def without_first(state: RunState) -> list[str]:
    """The question, where it asks which is the first of all and neither a sentence that the reader sees nor a row says so."""
    question = state.clarified_query
    if state.models or (rank := rank_asked(question)) is None or is_foreign(state):
        return []
    said = [(part, titles_over(one, state)) for one in state.paragraphs for part in in_sentences(one.text)]
    every = [part for part, _ in said]
    if any(may_tell_first(rank, question, part, over, every) for part, over in said):
        return []
    asked = brief(question, state.language, state.plan.sections if state.plan else (), state.sources)
    items = items_of(list(state.evidence.values()), state.sources, asked.forms)
    prose = [item for item in items if not item.is_table]
    found = first_of_all(asked.query, items, Runs(prose, asked.known), share_of(asked.query), state.language)
    return [] if found else [question.strip(_ENDS)]


def _tells_why(want: Want, state: RunState) -> bool:
    """Whether a sentence that the reader sees gives a reason of what is asked: in it that follows, or it is told before it in the
    paragraph, or over it in its source."""
    events = () if want.about else events_asked(want.part)
    cued = want.about.cues.sub(" ", want.part) if want.about else want.part
    texts = [part for one in state.paragraphs for part in in_sentences(one.text)]
    weight, every = weights(cued, texts), set(terms(" ".join(texts)))
    for paragraph in state.paragraphs:
        title, headings = titles_over(paragraph, state), _headings(paragraph, state)
        over = set(terms(title))
        under = f"{title} {' '.join(headings)} {paragraph.text}"
        promised = any(announces_reasons(one, want.part) for one in headings)
        if promised and len(weight.keys() & set(terms(under))) >= SURE * len(weight):
            return True
        own = {term: one for term, one in weight.items() if term not in over}
        # of what no sentence has a word, the title may tell in others
        own = own if not own.keys().isdisjoint(every) or len(own) > SURE * len(weight) else {}
        over_it = " ".join(headings)
        led = over_it
        for part in in_sentences(paragraph.text):
            follows, near = effects(part), f"{led} {part}"
            parted = follows != part  # where it is plain what follows from what, that is it
            said = f"{led} {follows}" if parted else f"{over_it} {paragraph.text}"
            said = follows if parted and want.about and not dangles(part) else said
            led = near
            if not (gives_cause(part) or (want.about and want.about.said.any(part) and tells_lack(part))):
                continue
            if is_of_another_year(want.part, near) or (want.about and not want.about.said.any(said)):
                continue
            told = says_event(events, said) > 0 if events else not own or want.about is not None
            if told or spoken(own, in_own_words(events, said)) >= NEAR * sum(own.values()):
                return True
    return False


def _headings(paragraph: Paragraph, state: RunState) -> list[str]:
    """The headings in their sources over what a paragraph cites."""
    cited = [state.evidence[cite] for cite in paragraph.cite_ids if cite in state.evidence]
    found = (
        passage.heading
        for one in cited
        if one.source in state.sources
        for passage in passages(state.sources[one.source])
        if passage.start <= one.start < passage.end
    )
    return list(dict.fromkeys(found))
