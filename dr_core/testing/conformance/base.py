"""What holds for providers of every kind, and how a conformance class is run."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, TypeVar

import pytest
from pydantic import BaseModel, SecretStr, ValidationError

from dr_core.errors import DRError, ProviderError
from dr_core.interfaces import API_VERSION, KINDS, Provider
from dr_core.pattern import regex

F = TypeVar("F", bound=Callable[..., Any])
PATIENCE = 120.0
"""Seconds after which a provider that does not come back has failed: a guard against hanging, not a measure of speed."""
_SECRET_NAME = regex(r"(^|_)(key|token|secret|password)$")


def deviates(reason: str) -> Callable[[F], F]:
    """Say why a conformance test is overridden; without a reason the overriding test fails."""
    if not isinstance(reason, str) or not reason.strip():
        raise TypeError('say why: @deviates("the service gives no ...")')

    def mark(function: F) -> F:
        function.__dr_deviates__ = reason.strip()  # type: ignore[attr-defined]
        return function

    return mark


def conforms(check: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """An async check as an ordinary test: one event loop, the provider closed in it, and nothing left running.

    Ordinary, so that an author needs no asyncio plugin for pytest and no particular mode of one.
    """

    @functools.wraps(check)
    def test(self: Any, **fixtures: Any) -> None:
        async def closed() -> None:
            async with asyncio.timeout(PATIENCE):
                try:
                    await check(self, **fixtures)
                finally:
                    for fixture in fixtures.values():
                        if isinstance(fixture, Provider):
                            await fixture.aclose()
            await asyncio.sleep(0)
            left = asyncio.all_tasks() - {asyncio.current_task()}
            assert not left, f"tasks are still running after aclose(): {sorted(task.get_name() for task in left)}"

        asyncio.run(closed())

    return test


def undeclared(cls: type[Any]) -> list[str]:
    """The conformance tests that a class overrides without ``@deviates``."""
    kit = [base for base in cls.__mro__ if base.__module__.startswith("dr_core.testing.conformance")]
    owed: dict[str, Any] = {}
    for base in reversed(kit):
        owed |= {name: value for name, value in vars(base).items() if name.startswith("test_")}
    return sorted(
        name
        for name, original in owed.items()
        if (now := inspect.getattr_static(cls, name)) is not original and not getattr(now, "__dr_deviates__", "")
    )


def provider_error(kind: str, error: BaseException) -> str:
    """What to say of an exception that a provider should not have let out."""
    return f"the {kind} provider raised {type(error).__name__} ({error}); a failure is a dr_core.ProviderError"


class Conformance:
    """The tests of all kinds. An author subclasses the class of the kind and gives a fixture ``provider``.

    ``failing_provider`` is optional: a provider whose service fails, to see that its failures are errors of dr.
    """

    kind: ClassVar[str] = ""

    @pytest.fixture
    def provider(self) -> Any:
        """The provider under test, new for each test."""
        pytest.fail("a conformance class needs a fixture named 'provider' that returns the provider under test", pytrace=False)

    @pytest.fixture
    def failing_provider(self) -> Any:
        """A provider whose service fails; None where there is no such thing."""
        return None

    def test_nothing_is_overridden_without_a_reason(self) -> None:
        names = undeclared(type(self))
        assert not names, f'overridden without a reason: {", ".join(names)}; decorate with @deviates("why")'

    def test_it_is_a_provider_of_its_kind(self, provider: Any) -> None:
        assert isinstance(provider, KINDS[self.kind]), f"not a dr_core.{KINDS[self.kind].__name__}"
        assert provider.api_version == API_VERSION
        assert provider.name, "its __init__ must call super().__init__(options, context)"

    def test_its_docstring_begins_with_a_line_for_the_list_of_plugins(self, provider: Any) -> None:
        lines = (type(provider).__doc__ or "").strip().splitlines()
        assert lines, "dr plugins shows the first line of the class's docstring"
        assert lines[0].strip()

    def test_its_options_are_a_closed_model(self, provider: Any) -> None:
        options = type(provider).Options
        assert issubclass(options, BaseModel)
        with pytest.raises(ValidationError) as caught:
            options(**{"there_is_no_such_option": 1})
        assert any(error["type"] == "extra_forbidden" for error in caught.value.errors()), "a misspelled option must be an error"

    def test_every_option_has_a_line_of_help(self, provider: Any) -> None:
        silent = [name for name, field in type(provider).Options.model_fields.items() if not field.description]
        assert not silent, f"no help for: {', '.join(silent)}; write option(..., help=...)"

    def test_secrets_are_secret(self, provider: Any) -> None:
        for name in type(provider).Options.model_fields:
            value = getattr(provider.options, name, None)
            if _SECRET_NAME.search(name) and value:
                assert isinstance(value, SecretStr), f"option '{name}' holds a secret and must be a pydantic SecretStr"

    @conforms
    async def test_it_can_be_closed_without_having_been_used(self, provider: Any) -> None:
        await provider.aclose()


async def cancelled(call: Coroutine[Any, Any, Any]) -> None:
    """Start a call and cancel it on its way; it must end, and with nothing but the cancellation or an error of ours."""
    task = asyncio.ensure_future(call)
    for _ in range(3):
        await asyncio.sleep(0)
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=30)
    assert done, "cancelled, and it still runs 30 s later"
    if not task.cancelled() and (error := task.exception()) is not None:
        assert isinstance(error, DRError), f"cancelling it raised {type(error).__name__}: {error}"


async def fails_properly(kind: str, call: Coroutine[Any, Any, Any]) -> None:
    """A call that must fail does so with a ``ProviderError`` of one line."""
    try:
        answer = await call
    except ProviderError as error:
        assert "\n" not in str(error), "an error is one line"
        assert str(error).strip(), "an error says what happened"
        return
    except Exception as error:
        pytest.fail(provider_error(kind, error))
    pytest.fail(f"the failing_provider did not fail: {answer!r}"[:300])
