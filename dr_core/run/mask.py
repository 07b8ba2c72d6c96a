"""Which tools a stage has (S0-17): always enforced here, at the one door through which a run reaches out.

A model only ever writes words; what it asks for in them, or what a page made it ask for, cannot happen in a stage without the
tool.
"""

from __future__ import annotations

from dr_core.errors import RunError

RESEARCH = frozenset({"respond", "web_search", "web_fetch", "code_execute"})
"""The tools of the research mode; there are no others."""

BY_STAGE = {
    "intake": frozenset({"respond", "web_search"}),
    "plan": frozenset({"respond", "web_search"}),
    "harvest": frozenset({"web_search", "respond"}),  # a model is asked only from memory, where no engine found anything
    "fetch": frozenset({"web_fetch"}),
    "extract": frozenset({"respond"}),
    "reflect": frozenset({"respond"}),
    "analyse": frozenset({"respond"}),
    "chart": frozenset({"respond", "code_execute"}),
    "draft": frozenset({"respond"}),
    "verify": frozenset({"respond"}),
    "write": frozenset[str](),
    "audit": frozenset({"respond"}),
    "cache": frozenset[str](),
}


def tools_of(stage: str) -> frozenset[str]:
    """The tools of a stage; one that somebody added has those of the whole mode."""
    return BY_STAGE.get(stage, RESEARCH)


def check_tool(stage: str, tool: str) -> None:
    """Raise where a stage reaches for a tool it does not have."""
    if tool not in tools_of(stage):
        allowed = ", ".join(sorted(tools_of(stage))) or "none"
        raise RunError(f"the stage {stage} may not use {tool} (its tools: {allowed})")
