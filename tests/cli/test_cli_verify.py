"""`dr verify`: any report, ours or not."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from dr_core.cli import main
from dr_core.types import Evidence, Paragraph

GOOD = "# T\n\nThe river Ara is 1,500 km long [1].\n\n## References\n\n[1] One - {url}\n"
PAGE = (
    "<html><head><title>Ara</title></head><body><article><h1>The river</h1><p>The river Ara is 1,500 km long and flows through "
    "Port Selby, where many people live from fishing and from trade with the towns of the coast.</p></article></body></html>"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def site() -> Iterator[str]:
    """A web page on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = PAGE.encode()
            self.send_response(200 if self.path == "/ara" else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/ara"
        server.shutdown()
        thread.join()


def test_a_run_is_named_as_everywhere(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = folder / "logs/research_data/3f2a11aa_20260102T030405Z"
    run.mkdir(parents=True)
    (run / "run.json").write_text("{}")
    assert main(["verify", "3f2a"]) == 64
    assert f"run {run.name} has no report yet. Go on with it: dr resume {run.name}" in capsys.readouterr().err
    _run_folder(run, "The river Ara is 1,500 km long [e1].")
    (run / "report.md").write_text(GOOD.format(url="https://a.example"))
    for name in ("3f2a", "last", str(run), str(run / "report.md")):
        main(["verify", name, "--json"])
        assert Path(json.loads(capsys.readouterr().out)["report"]).resolve() == run / "report.md"


def _run_folder(folder: Path, sentence: str) -> None:
    source = "The river Ara is 1,500 km long."
    (folder / "sources").mkdir()
    (folder / "sources/s1.txt").write_text(source)
    (folder / "evidence.jsonl").write_text(
        Evidence(id="e1", source="s1", start=0, end=len(source), text=source).model_dump_json() + "\n"
    )
    (folder / "paragraphs.jsonl").write_text(
        Paragraph(id="p1", section="a", text=sentence, cite_ids=("e1",)).model_dump_json() + "\n"
    )
    (folder / "report.md").write_text(f"# T\n\n{sentence.removesuffix('.')} [1].\n\n## References\n\n[1] One - https://a.org\n")


def test_a_run_folder_is_checked_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _run_folder(folder, "The river Ara is 1,500 km long.")
    assert main(["verify", str(folder)]) == 0
    seen = capsys.readouterr()
    assert "citations" in seen.out and "grounding" in seen.out and "passed" in seen.out
    assert main(["verify", "report.md", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["passed"] is True
    assert {word["verifier"] for word in told["verifications"]} == {"citations", "grounding", "judge"}


def test_a_report_that_its_sources_do_not_carry_is_status_3(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _run_folder(folder, "The river Ara is 1,700 km long.")
    assert main(["verify", "report.md"]) == 3
    seen = capsys.readouterr()
    assert "1,700" in seen.out and "FAILED" in seen.out and "not passed" in seen.err


def test_a_foreign_report_is_checked_for_structure_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "theirs.md").write_text(GOOD.format(url="https://a.org"))
    assert main(["verify", "theirs.md"]) == 0
    assert "not applicable" in capsys.readouterr().out
    (folder / "theirs.md").write_text("# T\n\nThe river is long.\n")
    assert main(["verify", "theirs.md"]) == 3
    assert "has no citation" in capsys.readouterr().out


def test_a_foreign_report_can_be_held_against_its_own_links(folder: Path, site: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "dr.toml").write_text('[web]\nallow_hosts = ["127.0.0.1"]\n')
    (folder / "theirs.md").write_text(GOOD.format(url=site))
    assert main(["verify", "theirs.md", "--fetch", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)["verifications"][-1]["counts"]
    assert counts["supported_count"] == counts["page_count"] == 1
    (folder / "theirs.md").write_text(GOOD.format(url=site).replace("1,500", "1,700"))
    assert main(["verify", "theirs.md", "--fetch"]) == 3
    assert "1,700" in capsys.readouterr().out


def test_links_that_cannot_be_read_are_said_and_not_judged(folder: Path, site: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "theirs.md").write_text(GOOD.format(url=site))  # the guard refuses this machine unless it is allowed
    assert main(["verify", "theirs.md", "--fetch", "--json"]) == 0
    word = json.loads(capsys.readouterr().out)["verifications"][-1]
    assert word["passed"] is None and word["counts"]["page_unread_count"] == 1


def test_a_file_that_may_not_be_read_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_bytes

    def refused(path: Path) -> bytes:  # root may read everything
        if path.name == "theirs.md":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    (folder / "theirs.md").write_text(GOOD)
    monkeypatch.setattr(Path, "read_bytes", refused)
    assert main(["verify", "theirs.md"]) == 64
    assert capsys.readouterr().err == "error: theirs.md cannot be read: Permission denied. Check its permissions\n"


def test_no_such_file_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "nowhere.md"]) == 64
    assert "nowhere.md" in capsys.readouterr().err
