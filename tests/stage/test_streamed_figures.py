"""Where a report is streamed or shown in a notebook its figures are inside of it; beside ``report.md`` they are files (S0-13)."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from dr_core import Result, aresearch
from dr_core.report.inline import with_pictures

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
LINK = "](figures/figure1.png)"


async def drawn(tmp_path: Path) -> tuple[Result, str]:
    settings = {
        "sandbox": {"use": ["fake"], "fake": {"plugin": "dr_core.testing.fake_sandbox:FakeSandbox"}},
        "output": {"root": str(tmp_path / "logs")},
    }
    question = "How have battery pack prices changed from 2018 to 2025?"
    result = await aresearch(question, docs=CORPUS, max_iterations=1, settings=settings)
    picture = base64.b64encode((Path(result.run_dir) / "figures" / "figure1.png").read_bytes()).decode()
    return result, f"](data:image/png;base64,{picture})"


async def test_the_stream_and_the_notebook_hold_the_picture_and_the_file_a_link_to_it(tmp_path: Path) -> None:
    result, picture = await drawn(tmp_path)
    report = (Path(result.run_dir) / "report.md").read_text(encoding="utf-8")
    assert LINK in report and "data:image" not in report
    events = [json.loads(line) for line in (Path(result.run_dir) / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    streamed = "".join(event["text"] for event in events if event["type"] == "message")
    assert picture in streamed and LINK not in streamed
    assert streamed.replace(picture, LINK).strip() == report.strip()
    assert result._repr_markdown_() == streamed
    assert picture.removeprefix("](").removesuffix(")") in result._repr_html_()


def test_a_picture_that_is_gone_or_is_not_the_runs_own_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    for text in ("![a](figures/figure9.png)", "![a](figures/../secret.png)", "![a](https://x.example/figures/a.png)"):
        assert with_pictures(text, tmp_path) == text
