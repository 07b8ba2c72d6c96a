"""What a run without a model writes of pages of one's own: planned, read, settled under their headings, arranged."""

from __future__ import annotations

from test_extractive_answer import page_of

from dr_core.stage.choose import to_quote
from dr_core.stage.extractive.digest import Digest, digest
from dr_core.stage.extractive.headed import settled
from dr_core.stage.extractive.plan import outline
from dr_core.stage.passage import as_evidence
from dr_core.state import RunState
from dr_core.text import detect
from dr_core.types import Hit, Plan, Section
from dr_plugins.read.text import Text


def written(question: str, *texts: str, words: int = 700) -> tuple[RunState, Digest]:
    """The state of a run that read pages of these texts for a question, and the digest of it."""
    language = detect(question)
    state = RunState(original_query=question, clarified_query=question, language=language)
    for text in texts:
        read = Text().read(text.encode(), "file:///page.md", "text/markdown")
        page = page_of(read.text).model_copy(update={"id": f"s{len(state.sources) + 1}", "title": read.title})
        state.sources[page.id] = page
    hits = [Hit(title=page.title, url=page.url, content=page.text) for page in state.sources.values()]
    planned = outline({"question": question, "language": language, "hits": hits})["sections"]
    sections = tuple(Section(id=f"sec{number}", **section) for number, section in enumerate(planned, 1))
    state.plan = Plan(research_title=question, sections=sections)
    for page, span, section, score in to_quote(state):
        found = as_evidence(page, span.start, span.end, name=f"e{len(state.evidence) + 1}", section=section.id, score=score)
        state.evidence[found.id] = found
    if outlined := settled(question, language, sections, list(state.evidence.values()), state.sources):
        state.plan = state.plan.model_copy(update={"sections": outlined.sections})
        for name, home in outlined.homes.items():
            state.evidence[name] = state.evidence[name].model_copy(update={"section": home})
    evidence = list(state.evidence.values())
    return state, digest(question, language, state.plan.sections, evidence, state.sources, words=words, analysis=False)


def told_under(state: RunState, made: Digest) -> dict[str, str]:
    """What stands under each heading of a digest, in order."""
    assert state.plan is not None
    body = [(section.title, made.sections.get(section.id)) for section in state.plan.sections]
    return {title: " ".join(one["text"] for one in own) for title, own in body if own}
