"""The contract every bundled sandbox keeps, and that they keep it alike."""

from __future__ import annotations

import asyncio
import base64
import io
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from sandbox_kit import EVERY

FIGURE = "import matplotlib.pyplot as plt\nplt.figure(figsize=(4, 3), dpi=100)\nplt.plot([1, 3, 2])\n"
every = pytest.mark.parametrize("name", EVERY)


@every
async def test_what_is_printed_comes_back(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python("print('größe', 1 + 1)\nprint('數據')")
    assert (done.stdout, done.error, done.figures) == ("größe 2\n數據\n", "", ())
    assert done.seconds > 0


@every
async def test_open_figures_come_back_as_png_in_order(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python(FIGURE + "plt.figure(figsize=(2, 2), dpi=100)\nplt.bar([1], [2])\nplt.show()")
    sizes = [Image.open(io.BytesIO(base64.b64decode(each))).size for each in done.figures]
    assert (done.error, sizes) == ("", [(400, 300), (200, 200)])


@every
async def test_labels_over_the_edge_are_not_cut(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python(FIGURE + "plt.yticks([1, 2], ['a long label', 'another'])\nplt.ylabel('kind')")
    drawn = Image.open(io.BytesIO(base64.b64decode(done.figures[0]))).convert("L")
    assert drawn.size == (400, 300)
    assert set(drawn.crop((0, 0, 4, 300)).tobytes()) == {255}


@every
async def test_what_lies_far_out_does_no_harm(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python(FIGURE + "plt.text(-3000, 1, 'far out')")
    assert (done.error, Image.open(io.BytesIO(base64.b64decode(done.figures[0]))).size) == ("", (400, 300))


@every
async def test_a_figure_that_was_saved_and_closed_comes_back(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python(FIGURE + "plt.savefig('chart.png')\nplt.close()")
    assert (done.error, len(done.figures)) == ("", 1)


@every
async def test_a_figure_that_was_saved_and_left_open_comes_back_once(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python(FIGURE + "plt.savefig('chart.png')")
    assert (done.error, len(done.figures)) == ("", 1)


@every
async def test_an_exception_is_in_error_with_its_line(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python("print('before')\n1 / 0")
    assert done.stdout == "before\n"
    assert "ZeroDivisionError" in done.error and "line 2" in done.error and "1 / 0" in done.error
    assert "_guest" not in done.error


@every
async def test_code_that_does_not_parse_says_so(name: str, sandboxes: Callable[[str], Any]) -> None:
    assert "SyntaxError" in (await sandboxes(name).execute_python("def (")).error
    assert "unindent" in (await sandboxes(name).execute_python("if 1:\n    x\n  y")).error


@every
@pytest.mark.parametrize(
    "code", ["", "\n", "\0", "x = '\ud800'", "#" * 1_100_000], ids=["empty", "line", "nul", "surrogate", "long"]
)
async def test_odd_code_is_answered(name: str, code: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python(code)
    assert bool(done.error) == (code.strip() != "") and not done.figures


@every
async def test_code_near_the_limit_of_length_runs(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python("#" * 900_000 + "\nprint('ran')")
    assert (done.stdout, done.error) == ("ran\n", "")


@every
async def test_code_past_its_time_is_stopped_and_the_next_call_works(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python("print('x', flush=True)\nwhile True: pass", timeout=1)
    assert "longer than 1 s" in done.error
    assert (await sandboxes(name).execute_python("print(1)")).stdout == "1\n"


@every
async def test_missing_glyphs_fail_the_figure_and_are_named(name: str, sandboxes: Callable[[str], Any]) -> None:
    code = (
        "import warnings\nwarnings.simplefilter('ignore')\n"
        + FIGURE
        + "plt.rcParams['font.sans-serif'] = ['DejaVu Sans']\nplt.title('中文')\n"
    )
    for end in ("", "plt.savefig('x.png')\nplt.close()"):
        done = await sandboxes(name).execute_python(code + end)
        assert done.figures == ()
        assert "missing glyphs" in done.error and "中 (U+4E2D)" in done.error and "文 (U+6587)" in done.error


@every
async def test_pandas_and_numpy_are_there(name: str, sandboxes: Callable[[str], Any]) -> None:
    code = "import numpy\nprint(numpy.arange(3).sum())\n"
    if name != "bubblewrap":  # which shows what this Python has
        code += "import pandas\nprint(pandas.DataFrame({'a': [1, 2]}).a.sum())\n"
    done = await sandboxes(name).execute_python(code)
    assert (done.stdout.split()[0], done.error) == ("3", "")


@every
async def test_calls_at_once_do_not_mix(name: str, sandboxes: Callable[[str], Any]) -> None:
    sandbox = sandboxes(name)
    done = await asyncio.gather(*(sandbox.execute_python(f"print({number})") for number in range(5)))
    assert [each.stdout for each in done] == [f"{number}\n" for number in range(5)]


@every
def test_calls_from_several_threads_and_loops_do_not_mix(name: str, sandboxes: Callable[[str], Any]) -> None:
    sandbox, found = sandboxes(name), {}

    def call(number: int) -> None:
        found[number] = asyncio.run(sandbox.execute_python(f"print({number})")).stdout

    threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: f"{number}\n" for number in range(4)}


@every
async def test_a_cancelled_call_ends_before_its_deadline_and_the_next_works(name: str, sandboxes: Callable[[str], Any]) -> None:
    sandbox = sandboxes(name)
    await sandbox.execute_python("print(1)")
    for wait in (0.0, 0.02, 0.3, 1.5):
        task = asyncio.create_task(sandbox.execute_python("while True: pass", timeout=120))
        await asyncio.sleep(wait)
        started = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - started < 100
    assert (await sandbox.execute_python("print(2)")).stdout == "2\n"


@every
async def test_a_call_cancelled_while_it_waits_its_turn_leaves_the_running_one_alone(
    name: str, sandboxes: Callable[[str], Any]
) -> None:
    sandbox = sandboxes(name)
    first = asyncio.create_task(sandbox.execute_python("import time\ntime.sleep(1)\nprint('first')"))
    await asyncio.sleep(0.2)
    second = asyncio.create_task(sandbox.execute_python("print('second')"))
    await asyncio.sleep(0.1)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    assert (await first).stdout == "first\n"


@every
async def test_a_closed_sandbox_says_so(name: str, fresh: Callable[..., Any]) -> None:
    from dr_core import ProviderError

    sandbox = fresh(name)
    await sandbox.aclose()
    with pytest.raises(ProviderError, match="closed"):
        await sandbox.execute_python("print(1)")


@pytest.mark.docker
async def test_the_two_docker_modes_draw_the_same_bytes_every_time(sandboxes: Callable[[str], Any]) -> None:
    code = FIGURE + "plt.rcParams['font.sans-serif'] = ['Noto Sans CJK TC', 'DejaVu Sans']\nplt.title('統計 データ 123 -5')\n"
    answers = [await sandboxes("docker-persistent").execute_python(code) for _ in range(10)]
    answers += [await sandboxes("docker-ephemeral").execute_python(code) for _ in range(2)]
    assert {each.error for each in answers} == {""}
    assert len({each.figures for each in answers}) == 1
