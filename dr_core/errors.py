"""Everything that can go wrong, in one tree.

    DRError                      category     retried  exit
    ├── UsageError               BUSINESS     no       64    the command line or a call was wrong
    │   ├── SettingsError        BUSINESS     no       64    a value in configuration is wrong
    │   └── RunNotFound          BUSINESS     no       64    no run of that name
    ├── PluginError              BUSINESS     no       64    a selected plugin cannot be used
    │   ├── PluginNotFound                                   no plugin of that kind and name
    │   └── PluginBroken                                     it is there, and does not work
    ├── ClarificationFailed      BUSINESS     no       1     no or invalid answer, and still no subject
    ├── ClarificationNeeded      BUSINESS     no       2     a question is open and nobody can be asked
    ├── VerificationFailed       BUSINESS     no       3     the finished report did not pass
    ├── CannotDo                 BUSINESS     no       6     not a research task
    ├── RunError                 BUSINESS     no       4     the run itself cannot go on
    │   ├── NoEvidence                                       nothing found that a report could stand on
    │   ├── NoModel                                          none of the chosen models can work as settings have it
    │   ├── RunLocked                                        another process works on this run
    │   └── RunDamaged                                       the run folder cannot be trusted as it is
    ├── BudgetSpent              RESOURCE_LIMIT no     5     the ceiling was reached before any report
    ├── FetchRefused             BUSINESS     no       4     the guard refused an address or an answer
    │   ├── PageBlocked                                      the server does not show the page to programs
    │   └── PageEmpty                                        the page came without any text
    └── ProviderError            NETWORK      yes      4     a provider failed; next provider, then retry
        ├── RateLimited          NETWORK      yes      4     wait (``retry_after``) or go elsewhere
        ├── Blocked              NETWORK      no       4     a bot wall: cool down, go elsewhere
        ├── QuotaSpent           RESOURCE_LIMIT no     4     this provider is out for the run
        ├── AuthFailed           RESOURCE_LIMIT no     4     this provider is out for the run
        ├── NothingToSearch      BUSINESS     no       4     what it is to search cannot be read; out for the run
        ├── Unreachable          NETWORK      yes      4     no connection to the service
        ├── BadAnswer            NETWORK      no       4     it answered, but not in its own format
        └── ModelFailed          LLM          yes      4     a model failed or answered uselessly
            ├── NoSuchModel      LLM          no       4     the service has no model of that name, or is another one
            └── TooLong          LLM          no       4     the prompt is more than the model takes; a shorter one is asked

Every error says what happened and, where there is one, the remedy. A provider raises a ``ProviderError``, never the error of
the library it uses (``raise RateLimited(...) from exc``).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from dr_core.unicode import well_formed


class Category(StrEnum):
    """The four classes of S0-16 that decide whether a failure is worth another try."""

    NETWORK = "NETWORK"
    LLM = "LLM"
    BUSINESS = "BUSINESS"
    RESOURCE_LIMIT = "RESOURCE_LIMIT"


class DRError(Exception):
    """An expected failure: one line for people, a category for the retry boundary, an exit code for scripts."""

    category: Category = Category.BUSINESS
    retryable: bool = False
    exit_code: int = 4
    used: Any = None
    """What a call to a model cost although it failed: a ``Usage``; True: nobody knows how much; False: nothing."""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        message = well_formed(message)  # it may quote a service
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        stop = "" if self.message.endswith(tuple(".?!:。？！：")) else "."  # it may end with a question in any language
        return f"{self.message}{stop} {self.remedy}" if self.remedy else self.message


class UsageError(DRError):
    """The command line or a call was wrong."""

    exit_code = 64


class SettingsError(UsageError):
    """A value in configuration is wrong; the message names the value and where it stands."""


class RunNotFound(UsageError):
    """No run of that name or path."""


class PluginError(DRError):
    """A selected plugin cannot be used."""

    exit_code = 64


class PluginNotFound(PluginError):
    """No plugin of that kind and name is installed."""


class PluginBroken(PluginError):
    """An installed plugin does not work; the message names kind, name, package, version and cause."""


class ClarificationFailed(DRError):
    """After the last round there is still no subject at all."""

    exit_code = 1


class ClarificationNeeded(DRError):
    """A question is open and nobody can be asked."""

    exit_code = 2


class VerificationFailed(DRError):
    """The finished report did not pass its checks."""

    exit_code = 3


class CannotDo(DRError):
    """What was asked is not a research task."""

    exit_code = 6


class RunError(DRError):
    """The run itself cannot go on."""


class NoEvidence(RunError):
    """Nothing was found that a report could stand on: a failed run, not a report from memory."""

    def __init__(self, message: str, *, remedy: str = "", final: bool = False) -> None:
        super().__init__(message, remedy=remedy)
        self.final = final
        """Whether to go on with the run would change nothing: what was read is about something else."""


class NoModel(RunError):
    """None of the chosen models can work as settings have it: nobody gets a digest they did not ask for."""


class RunLocked(RunError):
    """Another process works on this run."""


class RunDamaged(RunError):
    """The run folder cannot be trusted as it is (damaged, of a newer version, or asked something else before)."""


class BudgetSpent(DRError):
    """A ceiling (tokens, money, seconds, searches) was reached."""

    category = Category.RESOURCE_LIMIT
    exit_code = 5


class FetchRefused(DRError):
    """The guarded client refused an address or an answer."""


class PageBlocked(FetchRefused):
    """The server does not show the page to programs (401, 403, 451); a reader fallback may be shown it."""


class PageEmpty(FetchRefused):
    """The page came without text: scripts may draw it, which a reader fallback may run."""


class ProviderError(DRError):
    """A provider failed in a passing way: the next provider is tried, then this one again."""

    category = Category.NETWORK
    retryable = True


class RateLimited(ProviderError):
    """Too many requests; ``retry_after`` is the number of seconds the service asked for."""

    def __init__(self, message: str, *, retry_after: float | None = None, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.retry_after = retry_after


class Blocked(ProviderError):
    """A bot wall or a captcha stands where the answer should be."""

    retryable = False


class QuotaSpent(ProviderError):
    """The account has nothing left; this provider is out for the run."""

    category = Category.RESOURCE_LIMIT
    retryable = False


class AuthFailed(ProviderError):
    """The key is missing or wrong; this provider is out for the run."""

    category = Category.RESOURCE_LIMIT
    retryable = False


class NothingToSearch(ProviderError):
    """What a provider was given to search is empty or cannot be read; this provider is out for the run."""

    category = Category.BUSINESS
    retryable = False


class Unreachable(ProviderError):
    """There is no connection to the service: no network, no such host, nobody who listens."""


class BadAnswer(ProviderError):
    """The provider answered, but not in the format it documents."""

    retryable = False


class ModelFailed(ProviderError):
    """A model failed, refused, or answered uselessly."""

    category = Category.LLM


class NoSuchModel(ModelFailed):
    """The service has no model of that name, or something else than a model answers at that address."""

    retryable = False


class TooLong(ModelFailed):
    """The prompt is more than the model takes; ``takes`` is the number of tokens that the service named, or 0."""

    retryable = False

    def __init__(self, message: str, *, takes: int = 0, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.takes = takes


NEAR = 0.65
"""How much alike two names are of which one is meant by the other."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``" Did you mean 'tavily'?"``, or nothing where nothing is near."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=NEAR)
    return f" Did you mean '{near[0]}'?" if near else ""
