"""What a run is told to leave out or add (S3-2): references on, citation images on, resource files off."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from standin.library import research

from dr_core import Settings, aresearch
from dr_core.state import RunState
from dr_core.text import count_words


async def written(root: Path, **output: Any) -> tuple[RunState, Path]:
    return await research(root, settings={"output": {"root": str(root), **output}})


def test_references_and_images_are_on_and_resource_files_are_off() -> None:
    output = Settings().output
    assert (output.images, output.references, output.resources) == (True, True, False)


async def test_the_reference_list_has_the_form_of_the_documents(tmp_path: Path) -> None:
    state, folder = await written(tmp_path)
    report = (folder / "report.md").read_text(encoding="utf-8")
    cited = len(set(state.cited or []))
    share = round(100 * cited / len(state.sources))
    parts = ["## References", "### Cited Sources (Used in Report)", "### Additional Sources (Not Cited)"]
    statistics = f"Citation Statistics:\n- Cited: {share}%\n- Total: {len(state.sources)} sources\n"
    places = [report.index(f"\n{part}\n") for part in parts] + [report.index(f"\n{statistics}")]
    assert places == sorted(places)
    listed = re.findall(r"(?m)^\[(\d+)\] .+ - https://library\.example/\S+$", report)
    assert listed == [str(number) for number in range(1, cited + 1)]


async def test_without_references_the_list_is_gone_and_citations_are_links(tmp_path: Path) -> None:
    state, folder = await written(tmp_path, references=False)
    report = (folder / "report.md").read_text(encoding="utf-8")
    assert "## References" not in report and "Citation Statistics" not in report
    linked = set(re.findall(r"\[\[\d+\]\]\((\S+?)\)", report))
    assert linked == {state.sources[source].url for source in state.cited or []}
    assert not re.search(r"(?<!\[)\[\d+\](?!\])", report)
    assert state.passed, "a link is a citation"


@pytest.mark.parametrize("wanted", [True, False])
async def test_resource_files_lie_beside_the_exported_report_where_wanted(tmp_path: Path, wanted: bool) -> None:
    state, folder = await written(tmp_path, resources=wanted)
    beside = tmp_path / "reports" / f"{folder.name}_sources"
    assert (tmp_path / "reports" / f"{folder.name}.md").is_file()
    assert {path.stem for path in beside.glob("*.txt")} == (set(state.sources) if wanted else set())


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("钠离子电池的低温性能如何？", "钠离子电池在零下四十度仍能保持九成容量。钠离子电池的低温性能优于磷酸铁锂电池。"),
        ("How well do heat pumps work?", "Heat pumps deliver three kilowatt hours of heat. Heat pumps work well in Norway."),
    ],
)
async def test_the_length_of_a_report_is_told_as_its_language_counts(question: str, text: str, tmp_path: Path) -> None:
    hit = {"title": question, "url": "https://shelf.example/a", "content": text * 20}
    shelf = {"use": ["shelf"], "shelf": {"plugin": "dr_core.testing:FakeSearch", "hits": [hit]}}
    result = await aresearch(question, settings={"search": shelf, "output": {"root": str(tmp_path)}, "cache": {"enabled": False}})
    lines = Path(result.run_dir, "events.jsonl").read_text(encoding="utf-8").splitlines()
    (told,) = [event["data"]["words"] for event in map(json.loads, lines) if event["status"] == "written"]
    assert told == count_words(result.final_report)
