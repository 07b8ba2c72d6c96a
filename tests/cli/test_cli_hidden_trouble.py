"""Trouble on the side of the search is told: files left out, engines without a key, options that are misspelt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_kit import FINLAND, NORWAY, QUESTION, Inside, dr, prepare

pytestmark = pytest.mark.once


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "norway.md").write_text(f"# Heat pumps in Norway\n\n{NORWAY * 3}", encoding="utf-8")
    (folder / "finland.md").write_text(f"# Heat pumps in Finland\n\n{FINLAND * 3}", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nonsense")
    (folder / "data.log").write_text("a,b")
    return folder


SAID = "2 left out: broken.pdf is damaged: no readable PDF; data.log is not a type that is read"


def runs_of(folder: Path) -> list[Path]:
    return list((folder / "logs").rglob("run.json"))


def test_files_that_are_left_out_stand_on_stderr_in_the_report_in_the_json_and_in_the_events(
    place: Path, notes: Path, inside: Inside
) -> None:
    ended = inside(place, "run", QUESTION, "--docs", str(notes), "--depth", "quick", "--yes", "--json")
    assert ended.code == 0, ended.err
    assert ended.err.count(f"! files: {SAID}\n") == 1, ended.err
    told = json.loads(ended.out)
    first = {"broken.pdf": "is damaged: no readable PDF", "data.log": "is not a type that is read"}
    assert told["left_out"] == {"files": {"count": 2, "first": first}}
    report = (place / told["report_path"]).read_text(encoding="utf-8")
    (row,) = [line for line in report.splitlines() if line.startswith("| Not searched |")]
    assert "broken.pdf is damaged" in row and "data.log" in row and str(notes) not in row
    events = [json.loads(line) for line in (place / told["run_dir"] / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    (event,) = [event for event in events if event["status"] == "left_out"]
    assert event["data"] == {"engine": "files", "count": 2, "first": first}
    again = dr(place, "replay", told["run_id"])
    assert again.code == 0, again.err


@pytest.mark.parametrize(("question", "missing"), [("Best wines for saunas with heat pumps", "wines, saunas"), (QUESTION, "")])
def test_what_no_source_mentions_is_said_at_the_end(
    place: Path, notes: Path, question: str, missing: str, inside: Inside
) -> None:
    ended = inside(place, "run", question, "--docs", str(notes), "--depth", "quick", "--yes")
    told = [line for line in ended.err.splitlines() if "mentions" in line]
    assert ended.code == 0, ended.err
    assert told == ([f"! no source that was read mentions: {missing}; the report may not answer the question"] if missing else [])
    report = (place / ended.out.strip()).read_text(encoding="utf-8")
    assert bool(missing) == ("No source that was read mentions" in report)


def test_where_nothing_that_was_asked_for_is_mentioned_no_report_is_written(place: Path, notes: Path, inside: Inside) -> None:
    ended = inside(place, "run", "Best wines of Finland", "--docs", str(notes), "--depth", "quick", "--yes")
    last = ended.err.splitlines()[-1]
    assert (ended.code, ended.out) == (4, ""), ended.err
    assert "none of them mentions wines; they are about: " in last and last.endswith("Ask in other words, or give other sources")
    assert "dr resume" not in ended.err  # it would end the same


def test_a_search_by_itself_tells_it_too(place: Path, notes: Path, inside: Inside) -> None:
    (place / "dr.toml").write_text(f'[search]\nuse = ["files"]\n[search.files]\npaths = ["{notes}"]\n')
    ended = inside(place, "search", "heat pumps")
    assert ended.code == 0 and f"files: {SAID}\n" in ended.err
    told = json.loads(inside(place, "search", "heat pumps", "--json").out)
    assert told["engines"]["files"]["left_out"]["count"] == 2


@pytest.mark.parametrize(
    ("name", "reason"),
    [("broken.pdf", "broken.pdf is damaged: no readable PDF"), ("data.log", "data.log is not a type that is read")],
)
def test_a_single_file_that_cannot_be_read_is_the_reason(
    place: Path, notes: Path, name: str, reason: str, inside: Inside
) -> None:
    ended = inside(place, "run", QUESTION, "--docs", str(notes / name), "--yes")
    last = ended.err.splitlines()[-1]
    assert ended.code == 4 and last.startswith(f"error: {reason}. Give other files or folders"), ended.err
    assert "other words" not in last


def test_a_date_in_the_future_is_named_where_nothing_is_that_new(place: Path, notes: Path, inside: Inside) -> None:
    for name in ("norway.md", "finland.md"):
        (notes / name).write_text(f"---\ndate: 2024-05-01\n---\n{(notes / name).read_text(encoding='utf-8')}", encoding="utf-8")
    ended = inside(place, "run", QUESTION, "--docs", str(notes), "--since", "2027", "--yes")
    last = ended.err.splitlines()[-1]
    assert ended.code == 4 and "no engine found anything since 2027" in last and "Give an earlier --since" in last


def test_an_engine_without_its_key_is_told_before_the_run_begins(tmp_path: Path, inside: Inside) -> None:
    place = prepare(tmp_path)
    ended = inside(place, "run", QUESTION, "--search", "tavily", "--yes")
    assert ended.code == 64
    assert ended.line.startswith("error: Set TAVILY_API_KEY, or api_key under [search.tavily]: tavily cannot search without it.")
    assert runs_of(place) == []


def test_where_only_some_lack_a_key_the_run_goes_on_with_the_others_and_says_so(place: Path, inside: Inside) -> None:
    ended = inside(place, "run", QUESTION, "--search", "tavily,shelf", "--depth", "quick", "--yes")
    assert ended.code == 0, ended.err
    assert "  ! tavily is not asked. Set TAVILY_API_KEY, or api_key under [search.tavily]\n" in ended.err


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('[search.shelf]\nplugin = "dr_core.testing:FakeSearch"\nhitz = 1\n', "[search.shelf]: there is no option 'hitz'"),
        ('[search]\nuse = ["wikipedia"]\n[search.wikipedia]\nlanguge = "en"\n', "Did you mean 'language'?"),
        ("[render.markdown]\nmispelt = 1\n", "[render.markdown]: there is no option 'mispelt'"),
        ("[verify.citations]\nmispelt = 1\n", "[verify.citations]: there is no option 'mispelt'"),
        ('[llm]\nuse = ["ollama"]\n[llm.ollama]\nmodle = "x"\n', "Did you mean 'model'?"),
        ('[sandbox]\nuse = ["dockr"]\n', "no sandbox plugin named 'dockr'"),
    ],
)
def test_what_is_misspelt_is_found_before_a_run_has_a_folder(tmp_path: Path, more: str, told: str, inside: Inside) -> None:
    head = "" if "[search" in more else '[search]\nuse = ["wikipedia"]\n'
    if "[search.shelf]" in more:
        head = '[search]\nuse = ["shelf"]\n'
    (tmp_path / "dr.toml").write_text(head + more)
    ended = inside(tmp_path, "run", QUESTION, "--yes")
    assert ended.code == 64 and told in ended.line
    assert runs_of(tmp_path) == []
