"""One call to a plugin: whose cancelling it was, what is kept secret, and who is left behind."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import SecretStr

from dr_core import Context, ProviderError, RateLimited, SearchProvider, Settings, option
from dr_core.errors import DRError, PluginBroken
from dr_core.run import plugin_call
from dr_core.run.plugin_call import ANY, Wanted, call_plugin, call_sync
from dr_core.run.plugin_secret import masked, secrets_of_options
from dr_core.run.stubborn import left_behind


class Plain(SearchProvider):
    """A provider with something to hide."""

    class Options(SearchProvider.Options):
        """Secrets of every sort."""

        api_key: SecretStr | None = option(SecretStr("s3cret/+ä"), help="Key")
        token: str = "t0ken-of-mine"
        headers: dict[str, str] = option({"X-Who": "hidden-header"}, help="Headers")
        short: SecretStr = SecretStr("abc")
        plain: str = "not a secret"

    async def search(self, task: Any, limit: int) -> Any:
        return []


PROVIDER = Plain(None, Context(instance="plain"))


async def ask(call: Callable[[], Any], *, seconds: float = 60.0, wanted: Wanted = ANY, **more: Any) -> Any:
    return await call_plugin(PROVIDER, Settings(), "search", call, seconds=seconds, wanted=wanted, **more)


async def test_whoever_cancels_us_cancels_the_plugin_and_hears_of_it() -> None:
    begun, ended = asyncio.Event(), []

    async def search() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    task = asyncio.create_task(ask(search))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == [True]


async def test_what_a_cancelled_call_had_cost_is_not_lost() -> None:
    begun = asyncio.Event()

    async def search() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError as error:
            error.used = 7  # type: ignore[attr-defined]
            raise

    task = asyncio.create_task(ask(search))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError) as caught:
        await task
    assert caught.value.used == 7  # type: ignore[attr-defined]


async def test_a_cancelling_that_the_plugin_made_up_is_its_fault() -> None:
    async def search() -> None:
        raise asyncio.CancelledError

    with pytest.raises(PluginBroken, match="its search raised CancelledError"):
        await ask(search)
    current = asyncio.current_task()
    assert current is not None
    assert not current.cancelling()


@pytest.mark.parametrize("end", [SystemExit(9), RuntimeError("again")])
async def test_an_error_that_cannot_say_what_it_is_is_named_all_the_same(end: BaseException) -> None:
    class Dumb(Exception):
        def __str__(self) -> str:
            raise end

    async def search() -> None:
        raise Dumb

    with pytest.raises(PluginBroken, match="its search raised Dumb"):
        await ask(search)


async def test_a_plugin_that_cancels_its_own_task_ends_no_run() -> None:
    async def search() -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()  # as a scope of anyio does that was left in another task
        await asyncio.sleep(60)

    with pytest.raises(PluginBroken, match="its search cancelled the task that it ran in") as caught:
        await ask(search)
    assert not caught.value.retryable


@pytest.mark.parametrize("cancel_us", [False, True])
async def test_a_call_that_cannot_be_cancelled_is_left_behind(
    cancel_us: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(plugin_call, "GRACE", 0.01)
    begun, released, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
    others = set(left_behind)

    async def search() -> None:
        begun.set()
        while not released.is_set():
            try:
                await released.wait()
            except asyncio.CancelledError:
                continue
        ended.set()

    task = asyncio.create_task(ask(search, seconds=60.0 if cancel_us else 0.01))
    await begun.wait()
    if cancel_us:
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert "search plugin 'plain'" in caplog.text
        assert "does not let itself be cancelled" in caplog.text
    else:
        with pytest.raises(PluginBroken, match="does not let itself be cancelled; it is left behind"):
            await task
    (left,) = left_behind - others
    released.set()
    await ended.wait()  # it may go on while there is a loop
    await left


async def test_a_call_that_was_left_behind_ends_as_soon_as_the_loop_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin_call, "GRACE", 0.01)
    others = set(left_behind)
    told = []

    async def search() -> None:
        while True:
            try:
                await asyncio.Event().wait()
            except BaseException as error:
                told.append(type(error))

    with pytest.raises(PluginBroken, match="it is left behind"):
        await ask(search, seconds=0.01)
    (left,) = left_behind - others
    left.cancel()  # as a loop does with its tasks at its end, before it waits for them
    await asyncio.wait({left}, timeout=30)
    assert left.cancelled()
    assert told == [asyncio.CancelledError]  # once, when it was asked to end


def test_ctrl_c_in_a_plugin_is_ctrl_c() -> None:
    async def search() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(ask(search))
    with pytest.raises(KeyboardInterrupt):
        call_sync(PROVIDER, Settings(), "lacks", _interrupted, wanted=ANY)


def _interrupted() -> None:
    raise KeyboardInterrupt


async def test_an_error_of_ours_keeps_its_kind_also_out_of_a_group() -> None:
    async def search() -> None:
        raise BaseExceptionGroup("several", [RateLimited("slow down, s3cret/+ä", retry_after=9), KeyError("x")])

    with pytest.raises(RateLimited) as caught:
        await ask(search)
    assert (str(caught.value), caught.value.retry_after) == ("slow down, [key]", 9)


@pytest.mark.parametrize(
    ("error", "again"), [(RuntimeError("busy"), True), (OSError("reset"), True), (KeyError("x"), False), (SystemExit(1), False)]
)
async def test_a_mistake_in_the_code_is_not_worth_another_try(error: BaseException, again: bool) -> None:
    async def search() -> None:
        raise error

    with pytest.raises(ProviderError) as caught:
        await ask(search, failure=ProviderError)
    assert caught.value.retryable is again


@pytest.mark.parametrize("given", [None, "text", [1], (1,), {}])
async def test_an_answer_of_the_wrong_type_is_not_worth_another_try(given: Any) -> None:
    async def search() -> Any:
        return given

    with pytest.raises(ProviderError, match=r"its search returned .* not a list of str") as caught:
        await ask(search, wanted=Wanted(str, many=True), failure=ProviderError)
    assert caught.value.retryable is False


def test_a_method_that_must_not_be_async_is_told_so() -> None:
    async def lacks() -> str:
        return ""

    with pytest.raises(DRError, match="its lacks is async, and must not be"):
        call_sync(PROVIDER, Settings(), "lacks", lacks, wanted=Wanted(str))


def test_secrets_are_found_by_type_and_by_name() -> None:
    assert set(secrets_of_options(PROVIDER.options)) == {"s3cret/+ä", "t0ken-of-mine", "hidden-header"}


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("key s3cret/+ä", "key [key]"),
        ("?x=s3cret%2F%2B%C3%A4&y", "?x=[key]&y"),
        ("s3cret/%2B%C3%A4", "[key]"),
        ("t0ken-of-mine and hidden-header", "[key] and [key]"),
        ("https://user:word@host/?api_key=other", "https://[key]@host/?api_key=[key]"),
        ("abc is no secret, not a secret either", "abc is no secret, not a secret either"),
    ],
)
def test_secrets_are_masked_as_they_are_and_as_they_stand_in_addresses(said: str, shown: str) -> None:
    assert masked(said, PROVIDER) == shown


def test_the_program_ends_although_a_call_never_does() -> None:
    script = """
import asyncio
from dr_core import Settings
from dr_core.run import plugin_call
from dr_core.testing import FakeSearch

plugin_call.GRACE = 0.01

async def search():
    while True:
        try:
            await asyncio.Event().wait()
        except:
            pass

async def main():
    try:
        await plugin_call.call_plugin(FakeSearch(), Settings(), "search", search, seconds=0.01, wanted=plugin_call.ANY)
    except Exception as error:
        print(error)

asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "it is left behind" in done.stdout
