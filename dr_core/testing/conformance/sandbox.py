"""The promises of a sandbox."""

from __future__ import annotations

import asyncio
import base64
from typing import Any, ClassVar

import pytest

from dr_core.testing.conformance.base import Conformance, cancelled, conforms
from dr_core.types import Execution

PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4])\nplt.title('圖')\n"


class SandboxConformance(Conformance):
    """Give a fixture ``provider``; ``timeout`` is what ordinary code gets, ``draws`` says whether it has matplotlib."""

    kind = "sandbox"
    timeout: ClassVar[float] = 60
    draws: ClassVar[bool] = True

    async def ran(self, provider: Any, code: str, timeout: float | None = None) -> Execution:
        """What one piece of code gave, checked."""
        execution = await provider.execute_python(code, timeout or self.timeout)
        assert isinstance(execution, Execution), f"execute_python returned {type(execution).__name__}, not an Execution"
        for figure in execution.figures:
            assert base64.b64decode(figure, validate=True).startswith(b"\x89PNG\r\n"), "a figure is not a base64 PNG"
        return execution

    @conforms
    async def test_what_is_printed_comes_back(self, provider: Any) -> None:
        execution = await self.ran(provider, "print(6 * 7)\nprint('熱泵 🔥')")
        assert execution.error == ""
        assert execution.stdout.split() == ["42", "熱泵", "🔥"]

    @pytest.mark.parametrize("code", ["1 / 0", "def (", "raise SystemExit(3)", "import there_is_no_such_module"])
    def test_an_exception_of_the_code_is_told_and_not_raised(self, provider: Any, code: str) -> None:
        @conforms
        async def check(self: SandboxConformance, provider: Any) -> None:
            execution = await self.ran(provider, code)
            assert execution.error.strip(), f"{code!r} failed, and error is empty"
            assert (await self.ran(provider, "print('next')")).stdout.strip() == "next"

        check(self, provider=provider)

    @conforms
    async def test_what_was_printed_before_a_failure_is_kept(self, provider: Any) -> None:
        execution = await self.ran(provider, "print('before')\nraise ValueError('late')")
        assert "before" in execution.stdout
        assert "late" in execution.error

    @conforms
    async def test_code_that_runs_too_long_is_stopped_and_the_next_call_works(self, provider: Any) -> None:
        async with asyncio.timeout(self.timeout + 30):
            execution = await self.ran(provider, "while True: pass", 1)
        assert execution.error.strip(), "stopped, and error is empty"
        assert (await self.ran(provider, "print('next')")).stdout.strip() == "next"

    @conforms
    async def test_open_figures_come_back_once(self, provider: Any) -> None:
        if not self.draws:
            pytest.skip("it has no matplotlib (draws = False)")
        first = await self.ran(provider, f"{PLOT}plt.figure()\n{PLOT}")
        assert first.error == ""
        assert len(first.figures) == 2
        assert (await self.ran(provider, "print('none')")).figures == (), "figures of an earlier call came back again"

    @conforms
    async def test_calls_may_be_made_at_once(self, provider: Any) -> None:
        async def one(number: int) -> None:
            assert (await self.ran(provider, f"print({number})")).stdout.strip() == str(number), "another call's output"

        await asyncio.gather(*(one(number) for number in range(3)))

    @conforms
    async def test_being_cancelled_leaves_it_usable(self, provider: Any) -> None:
        await self.ran(provider, "pass")
        await cancelled(provider.execute_python("import time; time.sleep(600)", self.timeout))
        assert (await self.ran(provider, "print('next')")).stdout.strip() == "next"
