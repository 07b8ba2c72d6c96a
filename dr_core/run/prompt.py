"""Prompts are template files, one per task; a folder in settings may replace any of them.

Whatever comes from outside enters a prompt as delimited data: ``{{ text | data }}`` makes it impossible for a page to close
the tag it stands in, ``{{ text | attribute }}`` to close the quotes. What several entries stand on is shown once:
``{% set shown = entries | distinct("passages") %}``, and ``{{ entry.passages | places(shown) }}`` names it (``p1-p3 p7``).
Evidence is best read source by source: ``{% for item in evidence | by_source %}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from dr_core.errors import SettingsError, did_you_mean
from dr_core.report.clean import unseen_removed
from dr_core.state import RunState
from dr_core.types import Message

BUNDLED = Path(__file__).parent.parent / "prompts"
MAY_BE_EMPTY = ("system.j2", "head.j2", "tail.j2")
"""What stands around the words of every task."""


def messages_for(task: str, inputs: Mapping[str, Any], *, folder: Path | None = None) -> tuple[Message, ...]:
    """The messages of a task: the common rules, what all prompts of a run begin with, then the task's own part with its data.

    The shape of the answer is not in them: a provider tells the model in the way its service has for it.
    """
    if folder:
        _check_folder(folder)
    environment = _environment(folder)
    system, *parts = [_rendered(environment, name, inputs) for name in ("system", "head", task, "tail")]
    return (Message(role="system", content=system), Message(role="user", content="\n\n".join(filter(None, parts))))


def about(state: RunState) -> dict[str, Any]:
    """What every prompt of a run is told: the question, the language to answer in, and the day."""
    return {"question": state.clarified_query, "language": state.language, "today": state.today}


def check_prompts(folder: Path | None) -> None:
    """Refuse a folder of prompts that cannot be used, before anything is spent: files that are no templates, or that replace
    nothing because their names are none of ours."""
    if folder is None:
        return
    _check_folder(folder)
    import jinja2.meta

    environment = _environment(folder)
    own, named = {path.name for path in folder.glob("*.j2")}, set[str | None]()
    for name in sorted(own):
        with _told(name):
            source, _, _ = environment.loader.get_source(environment, name)
            if not source.strip() and name not in MAY_BE_EMPTY:
                raise ValueError("it is empty, so that nothing would be asked for")
            named |= set(jinja2.meta.find_referenced_templates(environment.parse(source, name, str(folder / name))))
    ours = {path.name for path in BUNDLED.glob("*.j2")}
    if not own:
        raise SettingsError(
            f"the folder {folder} of the setting prompts holds no prompt file",
            remedy=f"Their names are {', '.join(sorted(ours))}",
        )
    for name in sorted(own - ours - named):
        raise SettingsError(
            f"prompt {folder / name} replaces nothing.{did_you_mean(name, ours)} There are: {', '.join(sorted(ours))}",
            remedy="Rename the file, or take it out of the folder of the setting prompts",
        )


def own_words(folder: Path | None) -> dict[str, str]:
    """The user's own prompt files as they are now: to other words there are other answers."""
    return {path.name: path.read_text(encoding="utf-8", errors="replace") for path in folder.glob("*.j2")} if folder else {}


def read_ahead(*tasks: str, folder: Path | None = None) -> None:
    """Compile the prompts of tasks that will be asked later: it takes longer than to fill them in."""
    environment = _environment(folder)
    for name in (*tasks, "evidence"):
        with suppress(Exception):  # what is wrong with a file is told where it is used
            environment.get_template(f"{name}.j2")


def _check_folder(folder: Path) -> None:
    if not folder.is_dir():
        raise SettingsError(
            f"there is no folder {folder}", remedy="Give a folder of prompt files in the setting prompts, or drop it"
        )


def _rendered(environment: Any, name: str, inputs: Mapping[str, Any]) -> str:
    with _told(f"{name}.j2"):
        return str(environment.get_template(f"{name}.j2").render(inputs)).strip()


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Around the use of a prompt file: whatever goes wrong in it is the user's to mend."""
    import jinja2

    try:
        yield
    except Exception as error:  # a template is code: it may raise anything
        where = getattr(error, "filename", None) or getattr(error, "name", None) or name
        line = f", line {error.lineno}" if isinstance(error, jinja2.TemplateSyntaxError) else ""
        kind = "" if isinstance(error, jinja2.TemplateError) else f"{type(error).__name__}: "
        raise SettingsError(
            f"prompt {where}{line} cannot be used: {kind}{error}", remedy="Mend the file in the folder of the setting prompts"
        ) from error


@lru_cache(maxsize=8)
def _environment(folder: Path | None) -> Any:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([str(path) for path in (folder, BUNDLED) if path], encoding="utf-8-sig"),
        autoescape=False,  # noqa: S701  (the answer is read by a model, not by a browser; data goes through the filter below)
        undefined=jinja2.StrictUndefined,
        auto_reload=folder is not None,  # the bundled ones do not change
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["data"] = _data
    environment.filters["attribute"] = _attribute
    environment.filters["distinct"] = _distinct
    environment.filters["places"] = _places
    environment.filters["by_source"] = _by_source
    return environment


def _data(value: Any) -> str:
    """A value as data: no tag in it can end the tag around it, and nothing in it is there for the model only."""
    return unseen_removed(str(value)).replace("<", "‹").replace(">", "›")


def _attribute(value: Any) -> str:
    """Data in the quotes of an attribute, which it cannot end either."""
    return " ".join(_data(value).replace('"', "'").split())


def _distinct(entries: Iterable[Mapping[str, Sequence[str]]], name: str) -> list[str]:
    """The texts that entries have under ``name``, each once."""
    return list(dict.fromkeys(text for entry in entries for text in entry[name]))


def _places(texts: Iterable[str], shown: Sequence[str]) -> str:
    """Where texts stand among the shown ones, counted from 1: ``p1-p3 p7``."""
    runs: list[list[int]] = []
    for place in sorted({shown.index(text) + 1 for text in texts}):
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return " ".join(f"p{run[0]}" if len(run) == 1 else f"p{run[0]}-p{run[-1]}" for run in runs)


def _by_source(pieces: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Evidence as it is read best: first what several sources say together, then source after source, each in its own order, so
    that "at that price" stands behind the sentence with the price."""
    every = list(pieces)
    alone = [one for one in every if not one.get("together")]
    turn = {source: at for at, source in enumerate(dict.fromkeys(one["source"] for one in alone))}
    return [one for one in every if one.get("together")] + sorted(
        alone, key=lambda one: (turn[one["source"]], one.get("start", 0))
    )
