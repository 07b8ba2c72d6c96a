"""Figures are numbered as they are read: in the text, in their captions, in their files and in the state."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from dr_core import Result, RunState, aresearch
from dr_core.stage.figure import number_figures, save_drawn
from dr_core.types import ChartSpec, Evidence, Paragraph, Verdict

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("indexed")]

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
PARAGRAPHS = [
    Paragraph(id="p1", section="sec1", text="Prices fell each year.", cite_ids=("e1",)),
    Paragraph(id="p2", section="sec1", text="Rail grew, as Figure 1 shows.", cite_ids=("e2",)),
    Paragraph(id="p3", section="sec1", text="Its Figure 2 is about ships.", cite_ids=("e3",)),
]


def drawn(folder: Path) -> RunState:
    """Two figures, of which the second to be drawn is the first to be read."""
    state = RunState(run_id="r", original_query="q", language="en", paragraphs=PARAGRAPHS)
    texts = {"e1": "Prices fell each year.", "e2": "Rail grew.", "e3": "Figure 2 is about ships."}
    state.evidence = {name: Evidence(id=name, source=f"s{name}", start=0, end=9, text=text) for name, text in texts.items()}
    state.verdicts = [Verdict(paragraph="p2", sentence="Rail grew, as Figure 1 shows.", verdict="unclear")]
    for title, cite in (("Rail", "e2"), ("Prices", "e1")):
        spec = ChartSpec(title=title, chart_type="bar", data_source="", python_code="", cite_ids=(cite,))
        state.figures.append(save_drawn(spec, f"# {title}", title.encode(), state, folder))
    return state


def check(state: RunState, folder: Path) -> None:
    assert [(figure.number, figure.title, figure.path) for figure in state.figures] == [
        (1, "Prices", "figures/figure1.png"),
        (2, "Rail", "figures/figure2.png"),
    ]
    assert [figure.alt for figure in state.figures] == ["Figure 1: Prices (bar)", "Figure 2: Rail (bar)"]
    names = sorted(path.name for path in (folder / "figures").iterdir())
    assert names == [f"figure{number}{suffix}" for number in (1, 2) for suffix in (".json", ".png", ".py")]
    for figure in state.figures:
        assert (folder / figure.path).read_text() == figure.title
        assert (folder / figure.path).with_suffix(".py").read_text() == f"# {figure.title}"
        assert json.loads((folder / figure.path).with_suffix(".json").read_text())["title"] == figure.title


def test_figures_take_their_numbers_in_the_order_in_which_they_stand(tmp_path: Path) -> None:
    state = drawn(tmp_path)
    assert number_figures(state, PARAGRAPHS, tmp_path)
    check(state, tmp_path)
    assert [item.text for item in state.paragraphs[1:]] == ["Rail grew, as Figure 2 shows.", "Its Figure 2 is about ships."]
    assert state.verdicts[0].sentence == state.paragraphs[1].text
    assert not number_figures(state, state.paragraphs, tmp_path)  # a stage may be done again
    check(state, tmp_path)


def test_a_run_that_was_stopped_while_files_were_renamed_comes_to_the_same(tmp_path: Path) -> None:
    state = drawn(tmp_path)
    saved = state.model_copy(deep=True)
    number_figures(state, PARAGRAPHS, tmp_path)  # the files have their names, and the state was never saved
    number_figures(saved, PARAGRAPHS, tmp_path)
    check(saved, tmp_path)


def test_two_figures_can_change_places(tmp_path: Path) -> None:
    state = drawn(tmp_path)
    number_figures(state, PARAGRAPHS, tmp_path)
    turned = [state.paragraphs[1], state.paragraphs[0]]
    number_figures(state, turned, tmp_path)
    assert [(figure.title, (tmp_path / figure.path).read_text()) for figure in state.figures] == [("Rail",) * 2, ("Prices",) * 2]


async def read(question: str, tmp_path: Path) -> tuple[Result, dict[str, object]]:
    settings = {
        "sandbox": {"use": ["fake"], "fake": {"plugin": "dr_core.testing.fake_sandbox:FakeSandbox"}},
        "output": {"root": str(tmp_path / "logs")},
    }
    result = await aresearch(question, docs=CORPUS, max_iterations=1, settings=settings)
    return result, json.loads((Path(result.run_dir) / "report.json").read_text(encoding="utf-8"))


async def test_in_a_whole_run_text_captions_files_and_data_agree(tmp_path: Path) -> None:
    result, report = await read("High-speed rail: lengths, speeds and passengers by country and year", tmp_path)
    pictures = re.findall(r"!\[Figure (\d+): (.*?) \((?:bar|line)\)\]\(figures/figure(\d+)\.png\)", result.final_report)
    assert len(pictures) >= 3
    assert [(number, file) for number, _, file in pictures] == [(str(at), str(at)) for at in range(1, len(pictures) + 1)]
    assert re.findall(r"\(Figure (\d+)\)", result.final_report) == [number for number, _, _ in pictures]
    assert [figure["number"] for figure in report["figures"]] == list(range(1, len(pictures) + 1))  # type: ignore[attr-defined]
    for number, title, _ in pictures:
        told = json.loads((Path(result.run_dir) / "figures" / f"figure{number}.json").read_text(encoding="utf-8"))
        assert told["title"] == title
        assert f"*Figure {number}. {title}*" in result.final_report


async def test_no_chart_of_a_run_has_years_for_values(tmp_path: Path) -> None:
    result, _ = await read("新幹線の路線と輸送人員は？", tmp_path)
    told = [json.loads(path.read_text(encoding="utf-8"))["data"] for path in Path(result.run_dir, "figures").glob("*.json")]
    assert told
    assert all(data["unit"] not in ("", "年") for data in told)
