"""`dr` with models of each vendor that fail, as a person meets them: told at the end, with an exit code, mended by `dr resume`.
Calls are counted at the service."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cli_kit import Ended, Inside, dr
from standin.corpus import CORPUS, put_index
from standin.library import evidence, good
from standin.llm_bench import VENDORS
from standin.llm_server import KEY, served_in_thread
from standin.llm_writer import Writer

pytestmark = pytest.mark.once

QUESTION = "How do sodium-ion and LFP batteries compare for grid storage?"
WHOLE = Counter(plan=1, draft=3, summary=1)
ENTRY = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "gemini": "GEMINI_API_KEY"}


class Desk:
    """A folder whose settings name models of these services."""

    def __init__(self, inside: Inside, folder: Path, llm: str = 'use = ["mine"]', more: str = "", **urls: str) -> None:
        folder.mkdir()
        put_index(folder / ".home" / "cache")
        self.inside, self.folder = inside, folder
        tables = "".join(
            f'[llm.{name}]\nplugin = "{url.split()[0]}"\nbase_url = "{url.split()[1]}"\nmodel = "m"\n'
            for name, url in urls.items()
        )
        (folder / "dr.toml").write_text(f"[sandbox]\nuse = []\n[llm]\n{llm}\n{tables}{more}", encoding="utf-8")

    def __call__(self, *arguments: str, key: str = KEY) -> Ended:
        return dr(self.folder, *arguments, env=dict.fromkeys(ENTRY.values(), key))

    def run(self, *arguments: str, question: str = QUESTION, assume: str = "--yes", key: str = KEY) -> Ended:
        asked = ("run", question, "--docs", str(CORPUS), assume, "--depth", "quick", "--length", "brief", *arguments)
        return self.inside(self.folder, *asked, env=dict.fromkeys(ENTRY.values(), key))

    @property
    def path(self) -> Path:
        return next((self.folder / "logs" / "research_data").iterdir())


@contextmanager
def served(writer: Writer) -> Iterator[str]:
    """The plugin and the address of a model."""
    with served_in_thread(writer) as server:
        yield f"{writer.vendor} {server.url}{VENDORS[writer.vendor][2]}"


def warned(ended: Ended) -> list[str]:
    return [line for line in ended.err.splitlines() if line.startswith("! ")]


@pytest.mark.parametrize(
    ("vendor", "fault", "told"),
    [
        ("openai", "422", "! mine never answered: mine refused the request (422)"),
        (
            "anthropic",
            "garbage",
            "the answer is not the JSON that was asked for: 'I would rather not.'. Choose another model in [llm.mine]",
        ),
        ("gemini", "cut", "the answer broke off before its end. If it always does"),
    ],
)
def test_a_model_that_does_nothing_is_said_loudly_and_done_again(
    tmp_path: Path, vendor: str, fault: str, told: str, inside: Inside
) -> None:
    writer = Writer(vendor, fault=fault)
    with served(writer) as mine:
        desk = Desk(inside, tmp_path / "desk", mine=mine)
        ended = desk.run("--quiet", "--json")
        result = json.loads(ended.out)
        assert (ended.code, result["exit_code"], result["status"], result["passed"]) == (4, 4, "partial", True)
        assert {"plan", "draft", "summary"} <= {entry["task"] for entry in result["fallbacks"]}
        lines = warned(ended)
        assert len(lines) <= 3 and any(told in line for line in lines), ended.err
        assert any("no model did any of this report (plan" in line for line in lines)
        assert lines[-1].endswith(f"have it done with the model: dr resume {desk.path.name}")
        report = (desk.path / "report.md").read_text(encoding="utf-8")
        assert "The model failed at every step" in report and "Done without the model" in report
        if fault == "cut":
            assert "set stream = false in [llm.mine]" in ended.err
        writer.fault = ""
        writer.calls.clear()
        again = desk("resume", "last")
        assert again.code == 0 and not warned(again), again.err
    assert Counter(writer.well()) == WHOLE


def test_the_remedy_for_streams_that_end_without_a_word_works(tmp_path: Path, inside: Inside) -> None:
    writer = Writer("openai", fault="cut")
    with served(writer) as mine:
        desk = Desk(inside, tmp_path / "desk", mine=mine)
        assert desk.run("--quiet").code == 4
        settings = desk.folder / "dr.toml"
        settings.write_text(settings.read_text(encoding="utf-8") + "stream = false\n", encoding="utf-8")
        again = desk("resume", "last")
        assert again.code == 0 and "complete in" in again.err
        assert "the same report" in desk("replay", "last").err
        asked = len(writer.calls)
        assert f"nothing to do: run {desk.path.name} is complete\n" in desk("resume", "last").err
    assert len(writer.calls) == asked


@pytest.mark.parametrize(("vendor", "fault"), [("anthropic", "auth"), ("gemini", "quota")])
def test_a_key_or_an_account_that_dies_on_the_way_is_mended_by_another(
    tmp_path: Path, vendor: str, fault: str, inside: Inside
) -> None:
    writer = Writer(vendor, fault=fault, after=2)
    with served(writer) as mine:
        desk = Desk(inside, tmp_path / "desk", mine=mine)
        ended = desk.run()
        assert ended.code == 0 and "partial in" in ended.err
        assert re.search(
            r"^! done without the model: \d steps? \(.*\): mine (refused the key|has no quota left)", ended.err, re.M
        )
        writer.fault = ""
        again = desk("resume", "last", "--json")
        result = json.loads(again.out)
        assert (again.code, result["status"], result["fallbacks"]) == (0, "complete", [])
        assert Counter(writer.well()) == WHOLE, "what was paid for was asked again"
        assert result["metrics"]["model_calls"] == sum(WHOLE.values())


@pytest.mark.parametrize("vendor", ["anthropic", "gemini"])
def test_a_wrong_key_is_one_line_and_the_run_goes_on_with_the_right_one(tmp_path: Path, vendor: str, inside: Inside) -> None:
    writer = Writer(vendor)
    with served(writer) as mine:
        desk = Desk(inside, tmp_path / "desk", mine=mine)
        ended = desk.run("--quiet", key="wrong-key-123456")
        assert ended.code == 4 and "refused the key" in ended.err and "wrong-key-123456" not in ended.err
        assert desk("resume", "last").code == 0
    assert writer.calls[0][0] == "plan" and Counter(writer.well()) == WHOLE + Counter(plan=1)


def test_where_the_model_of_one_role_dies_that_of_the_other_does_its_work(tmp_path: Path, inside: Inside) -> None:
    big, small = Writer("openai", fault="auth", after=1), Writer("anthropic")
    with served(big) as one, served(small) as other:
        desk = Desk(inside, tmp_path / "desk", 'thinking = "big"\ntask = "small"', big=one, small=other)
        ended = desk.run()
    assert ended.code == 0 and "complete in" in ended.err and not warned(ended)
    assert big.well() == ["plan"] and {"draft", "summary"} <= set(small.well())


DOUBTFUL = "Utilities regard such cells as a sensible choice for stationary projects of every kind."


@pytest.mark.parametrize("verdict", ["supported", "contradicted"])
def test_a_judge_that_failed_is_asked_when_the_run_is_done_again(tmp_path: Path, verdict: str, inside: Inside) -> None:
    word = {"sentences": [{"number": number, "verdict": verdict, "reason": "as read"} for number in range(5)]}

    def drafted(request: Any) -> dict[str, Any]:
        answer = good(request)
        answer["paragraphs"][0]["text"] += f" {DOUBTFUL}"
        answer["paragraphs"][0]["cite_ids"] = [cite for cite, _ in evidence(request)][:2]
        return answer

    writer = Writer("gemini", fault="garbage", tasks=("judge",), says={"judge": word, "draft": drafted})
    with served(writer) as mine:
        desk = Desk(inside, tmp_path / "desk", mine=mine)
        ended = desk.run("--max-tokens", "60000")
        assert ended.code == 0 and "(judge)" in ended.err, ended.err
        assert "(?)" in (desk.path / "report.md").read_text(encoding="utf-8")
        before, writer.fault = Counter(writer.well()), ""
        again = desk("resume", "last")
        assert again.code == 0 and "complete in" in again.err, again.err
        told_anew = Counter(repair=1) if verdict == "contradicted" else Counter()
        assert Counter(writer.well()) - before == Counter(judge=1) + told_anew, "only the judge was missing"
        report = (desk.path / "report.md").read_text(encoding="utf-8")
        assert (DOUBTFUL in report) == (verdict == "supported")


def test_a_clarifier_asks_with_options_takes_the_answer_and_leaves_it_to_adaptive_where_its_model_fails(
    tmp_path: Path, inside: Inside
) -> None:
    word = {
        "action": "NEED_CLARIFICATION", "confidence": 0.3, "question": "Which batteries?", "missing_info": "kind",
        "options": ["Sodium-ion and LFP batteries for grid storage", "Car batteries"],
    }  # fmt: skip
    writer = Writer("anthropic", says={"clarify": word})
    with served(writer) as mine:
        desk = Desk(inside, tmp_path / "desk", more='[clarify]\nuse = ["llm"]\n', mine=mine)
        ended = desk.run("--quiet", question="batteries", assume="--no-input")
        assert ended.code == 2 and "Which batteries? [1] Sodium-ion" in ended.err and "key 'kind'" in ended.err
        (desk.folder / "answers.json").write_text('{"kind": 1}', encoding="utf-8")
        ended = desk.run("--answers", "answers.json", question="batteries", assume="--no-input")
        assert ended.code == 0, ended.err
        told = [json.loads(file.read_text(encoding="utf-8")) for file in desk.folder.glob("logs/research_data/*/clarify.json")]
        assert "Sodium-ion and LFP batteries for grid storage" in told[0]["refined_query"]
        writer.says, writer.fault, writer.tasks = {}, "server", ("clarify",)
        ended = desk.run()
        assert ended.code == 0 and "clarify was done without the model" in ended.err and "complete in" in ended.err
