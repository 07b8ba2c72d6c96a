"""dr: a plugin framework for deep research.

The names below are the public ones; everything else may change. They are imported when first used, so that ``import dr_core``
costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # checkers know this name, and importing typing would cost more than all the rest here
if TYPE_CHECKING:
    from dr_core.api import Research as Research
    from dr_core.api import Researcher as Researcher
    from dr_core.api import aresearch as aresearch
    from dr_core.api import research as research
    from dr_core.clarification import Clarification as Clarification
    from dr_core.clarification import ClarificationQuestion as ClarificationQuestion
    from dr_core.clarification import Exchange as Exchange
    from dr_core.clarification import NextAction as NextAction
    from dr_core.errors import AuthFailed as AuthFailed
    from dr_core.errors import BadAnswer as BadAnswer
    from dr_core.errors import Blocked as Blocked
    from dr_core.errors import BudgetSpent as BudgetSpent
    from dr_core.errors import CannotDo as CannotDo
    from dr_core.errors import ClarificationFailed as ClarificationFailed
    from dr_core.errors import ClarificationNeeded as ClarificationNeeded
    from dr_core.errors import DRError as DRError
    from dr_core.errors import FetchRefused as FetchRefused
    from dr_core.errors import ModelFailed as ModelFailed
    from dr_core.errors import NoEvidence as NoEvidence
    from dr_core.errors import NoModel as NoModel
    from dr_core.errors import NoSuchModel as NoSuchModel
    from dr_core.errors import NothingToSearch as NothingToSearch
    from dr_core.errors import PageBlocked as PageBlocked
    from dr_core.errors import PageEmpty as PageEmpty
    from dr_core.errors import ProviderError as ProviderError
    from dr_core.errors import QuotaSpent as QuotaSpent
    from dr_core.errors import RateLimited as RateLimited
    from dr_core.errors import TooLong as TooLong
    from dr_core.errors import Unreachable as Unreachable
    from dr_core.errors import VerificationFailed as VerificationFailed
    from dr_core.hookspecs import hookimpl as hookimpl
    from dr_core.interfaces import Clarifier as Clarifier
    from dr_core.interfaces import Context as Context
    from dr_core.interfaces import ModelProvider as ModelProvider
    from dr_core.interfaces import OnDelta as OnDelta
    from dr_core.interfaces import PageFetcher as PageFetcher
    from dr_core.interfaces import Reader as Reader
    from dr_core.interfaces import Renderer as Renderer
    from dr_core.interfaces import Sandbox as Sandbox
    from dr_core.interfaces import SearchProvider as SearchProvider
    from dr_core.interfaces import Verifier as Verifier
    from dr_core.kernel import Kernel as Kernel
    from dr_core.layers import Loaded as Loaded
    from dr_core.layers import load_settings as load_settings
    from dr_core.machine import Stage as Stage
    from dr_core.machine import StateMachine as StateMachine
    from dr_core.options import option as option
    from dr_core.past import PastRun as PastRun
    from dr_core.past import past_runs as past_runs
    from dr_core.report.mark import render_marks as render_marks
    from dr_core.result import Result as Result
    from dr_core.run.events import as_sse as as_sse
    from dr_core.run.worker import ParseWorker as ParseWorker
    from dr_core.settings import Settings as Settings
    from dr_core.state import RunState as RunState
    from dr_core.types import Delta as Delta
    from dr_core.types import Document as Document
    from dr_core.types import Event as Event
    from dr_core.types import Evidence as Evidence
    from dr_core.types import Execution as Execution
    from dr_core.types import Figure as Figure
    from dr_core.types import Hit as Hit
    from dr_core.types import Message as Message
    from dr_core.types import ModelAnswer as ModelAnswer
    from dr_core.types import ModelRequest as ModelRequest
    from dr_core.types import Page as Page
    from dr_core.types import Paragraph as Paragraph
    from dr_core.types import Plan as Plan
    from dr_core.types import Problem as Problem
    from dr_core.types import RawPage as RawPage
    from dr_core.types import Reference as Reference
    from dr_core.types import Report as Report
    from dr_core.types import ReportSection as ReportSection
    from dr_core.types import SearchTask as SearchTask
    from dr_core.types import Section as Section
    from dr_core.types import Usage as Usage
    from dr_core.types import Verdict as Verdict
    from dr_core.types import Verification as Verification

_HOME = {
    "api": ["Research", "Researcher", "aresearch", "research"],
    "clarification": ["Clarification", "ClarificationQuestion", "Exchange", "NextAction"],
    "errors": [
        "AuthFailed", "BadAnswer", "Blocked", "BudgetSpent", "CannotDo", "ClarificationFailed", "ClarificationNeeded",
        "DRError", "FetchRefused", "ModelFailed", "NoEvidence", "NoModel", "NoSuchModel", "NothingToSearch", "PageBlocked",
        "PageEmpty", "ProviderError", "QuotaSpent", "RateLimited", "TooLong", "Unreachable", "VerificationFailed",
    ],
    "hookspecs": ["hookimpl"],
    "interfaces": [
        "Clarifier", "Context", "ModelProvider", "OnDelta", "PageFetcher", "Reader", "Renderer", "Sandbox", "SearchProvider",
        "Verifier",
    ],
    "kernel": ["Kernel"],
    "layers": ["Loaded", "load_settings"],
    "machine": ["Stage", "StateMachine"],
    "options": ["option"],
    "past": ["PastRun", "past_runs"],
    "result": ["Result"],
    "report.mark": ["render_marks"],
    "run.events": ["as_sse"],
    "run.worker": ["ParseWorker"],
    "settings": ["Settings"],
    "state": ["RunState"],
    "types": [
        "Delta", "Document", "Event", "Evidence", "Execution", "Figure", "Hit", "Message", "ModelAnswer", "ModelRequest", "Page",
        "Paragraph", "Plan", "Problem", "RawPage", "Reference", "Report", "ReportSection", "SearchTask", "Section", "Usage",
        "Verdict", "Verification",
    ],
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name in _MODULE_OF:
        return getattr(import_module(f"dr_core.{_MODULE_OF[name]}"), name)
    raise AttributeError(f"module 'dr_core' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
