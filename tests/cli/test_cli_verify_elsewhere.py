"""`dr verify` of a report that lies elsewhere than its run: held against the run that its id leads to, else not praised."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli_kit import QUESTION, Inside, dr, prepare

pytestmark = pytest.mark.once

CHANGE = ("60 percent", "90 percent")


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished run."""
    place = prepare(tmp_path_factory.mktemp("verify") / "place")
    ended = dr(place, "run", QUESTION, "--quiet")
    assert ended.code == 0, ended.err
    return place


@pytest.fixture
def place(done: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(done, tmp_path / "place", ignore=shutil.ignore_patterns(".home"))


def run_of(place: Path) -> Path:
    (folder,) = (place / "logs/research_data").iterdir()
    return folder


def changed(report: Path) -> str:
    text = report.read_text()
    assert CHANGE[0] in text
    return text.replace(*CHANGE)


def test_an_export_is_held_against_its_run(place: Path, inside: Inside) -> None:
    folder = run_of(place)
    export = place / "logs/reports" / f"{folder.name}.md"
    ended = inside(place, "verify", str(export))
    assert ended.code == 0
    assert "grounding  passed" in ended.out
    assert ended.err.splitlines() == [f"held against run {folder.name}", "passed"]
    export.write_text(changed(export))
    ended = inside(place, "verify", str(export))
    assert (ended.code, ended.err.splitlines()[-1]) == (3, "not passed")
    assert "was not checked" in ended.out and "90 percent" in ended.out


def test_a_copy_far_from_its_run_is_found_through_the_history(done: Path, tmp_path: Path, inside: Inside) -> None:
    folder = run_of(done)
    copy = tmp_path / f"copy of {folder.name}, mended.md"
    copy.write_text(changed(folder / "report.md"))
    home = str(done / ".home" / "cache")
    ended = inside(tmp_path, "verify", str(copy), "--json", env={"XDG_CACHE_HOME": home})
    told = json.loads(ended.out)
    assert ended.code == 3
    assert (told["passed"], told["sentences_checked"], told["verdict"]) == (False, True, "not passed")
    assert told["run"] == str(folder)


def test_a_report_that_names_its_run_is_held_against_it(place: Path, inside: Inside) -> None:
    folder = run_of(place)
    named = place / "logs" / "renamed.md"
    named.write_text(f"{changed(folder / 'report.md')}\n[run]: research_data/{folder.name}\n")
    assert inside(place, "verify", str(named)).code == 3


def test_a_copy_whose_run_is_not_known_is_not_simply_passed(place: Path, tmp_path: Path, inside: Inside) -> None:
    folder = run_of(place)
    (tmp_path / "report.md").write_text(changed(folder / "report.md"))
    ended = inside(tmp_path, "verify", "report.md")
    assert ended.code == 0, "its structure is sound, and that is what the exit code says"
    last = "structure passed; sentences NOT checked: no saved sources beside the report. Give the folder of its run, or "
    assert ended.line.startswith(last)
    told = json.loads(inside(tmp_path, "verify", "report.md", "--json").out)
    assert told["passed"] is True and told["sentences_checked"] is False and told["run"] is None
    assert told["verdict"] == ended.line


def test_a_run_that_is_gone_is_named(place: Path, tmp_path: Path, inside: Inside) -> None:
    folder = run_of(place)
    shutil.copy(folder / "report.md", tmp_path / f"{folder.name}.md")
    ended = inside(tmp_path, "verify", f"{folder.name}.md")
    assert f"sentences NOT checked: its run {folder.name} is not found. " in ended.line


def test_what_was_taken_out_of_a_run_folder_is_named(place: Path, inside: Inside) -> None:
    folder = run_of(place)
    shutil.rmtree(folder / "sources")
    ended = inside(place, "verify", str(folder))
    assert ended.line.startswith("structure passed; sentences NOT checked: no sources beside the report. ")


def test_links_to_files_are_refused_and_that_is_the_last_word(place: Path, inside: Inside) -> None:
    (place / "theirs.md").write_text("# T\n\nHeat pumps work [1].\n\n## References\n\n[1] One - file:///etc/hostname\n")
    ended = inside(place, "verify", "theirs.md", "--fetch")
    assert ended.code == 0
    refused, last = ended.err.splitlines()
    assert refused.startswith("not read: file:///etc/hostname") and "only http:// and https://" in refused
    assert last == ("structure passed; sentences NOT checked: none of the cited pages could be read. Give the folder of its run")


def test_without_a_verifier_of_sentences_they_count_as_not_checked(place: Path, inside: Inside) -> None:
    ended = inside(place, "verify", str(run_of(place)), env={"DR_VERIFY__USE": "citations"})
    assert "sentences NOT checked: no verifier that reads them is selected" in ended.line


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("## How this report was made", "## Heat pumps are free\n\n## How this report was made", "put in after the run"),
        ("https://shelf.example/norway", "https://evil.example/norway", "says “https://evil.example/norway” where the run wrote"),
        ("2.3 units", "23 units", "says “23” where the run wrote “2.3”"),
        ("-15 °C", "15 °C", "says “15” where the run wrote “-15”"),
    ],
)
def test_whatever_a_copy_shows_is_held_against_what_its_run_wrote(
    place: Path, old: str, new: str, where: str, inside: Inside
) -> None:
    folder = run_of(place)
    export = place / "logs/reports" / f"{folder.name}.md"
    for report in (folder / "report.md", export):
        text = report.read_text(encoding="utf-8")
        assert old in text
        report.write_text(text.replace(old, new), encoding="utf-8")
        ended = inside(place, "verify", str(report))
        assert (ended.code, ended.err.splitlines()[-1]) == (3, "not passed")
        assert where in ended.out and "line " in ended.out


def test_a_copy_that_an_editor_saved_anew_passes(place: Path, inside: Inside) -> None:
    folder = run_of(place)
    export = place / "logs/reports" / f"{folder.name}.md"
    for report in (folder / "report.md", export):
        lines = report.read_text(encoding="utf-8").rstrip().replace("\n- ", "\n* ").split("\n")
        text = "\n".join(line if line.startswith("|") else line.replace(". ", ".\n") for line in lines)
        report.write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
        assert inside(place, "verify", str(report)).code == 0


def test_a_run_that_kept_no_state_is_held_to_its_paragraphs_and_says_so(place: Path, inside: Inside) -> None:
    folder = run_of(place)
    (folder / "state.json").unlink()
    ended = inside(place, "verify", str(folder))
    assert ended.code == 0 and "no state.json beside the report" in ended.out
    (folder / "report.md").write_text(changed(folder / "report.md"))
    assert inside(place, "verify", str(folder)).code == 3
