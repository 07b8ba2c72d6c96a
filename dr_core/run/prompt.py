"""Prompts are template files, one per task; a folder in settings may replace any of them.

Whatever comes from outside enters a prompt as delimited data: ``{{ text | data }}`` makes it impossible for a page to close
the tag it stands in, ``{{ text | attribute }}`` to close the quotes.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from dr_core.errors import SettingsError
from dr_core.report.clean import unseen_removed
from dr_core.types import Message

BUNDLED = Path(__file__).parent.parent / "prompts"


def messages_for(task: str, inputs: Mapping[str, Any], *, folder: Path | None = None) -> tuple[Message, ...]:
    """The messages of a task: the common rules, what all prompts of a run begin with, then the task's own part with its data.

    The shape of the answer is not in them: a provider tells the model in the way its service has for it.
    """
    import jinja2

    if folder and not folder.is_dir():
        raise SettingsError(
            f"there is no folder {folder}", remedy="Give a folder of prompt files in the setting prompts, or drop it"
        )
    environment = _environment(folder)
    try:
        system = environment.get_template("system.j2").render(inputs)
        parts = [environment.get_template(f"{name}.j2").render(inputs).strip() for name in ("head", task, "tail")]
    except (jinja2.TemplateError, UnicodeDecodeError, OSError) as error:
        where = getattr(error, "filename", None) or getattr(error, "name", None) or task
        raise SettingsError(
            f"prompt {where} cannot be used: {error}", remedy="Mend the file in the folder of the setting prompts"
        ) from error
    return (Message(role="system", content=system.strip()), Message(role="user", content="\n\n".join(filter(None, parts))))


def read_ahead(*tasks: str, folder: Path | None = None) -> None:
    """Compile the prompts of tasks that will be asked later: it takes longer than to fill them in."""
    environment = _environment(folder)
    for name in (*tasks, "evidence"):
        with suppress(Exception):  # what is wrong with a file is told where it is used
            environment.get_template(f"{name}.j2")


@lru_cache(maxsize=8)
def _environment(folder: Path | None) -> Any:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([str(path) for path in (folder, BUNDLED) if path]),
        autoescape=False,  # noqa: S701  (the answer is read by a model, not by a browser; data goes through the filter below)
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["data"] = _data
    environment.filters["attribute"] = _attribute
    return environment


def _data(value: Any) -> str:
    """A value as data: no tag in it can end the tag around it, and nothing in it is there for the model only."""
    return unseen_removed(str(value)).replace("<", "‹").replace(">", "›")


def _attribute(value: Any) -> str:
    """Data in the quotes of an attribute, which it cannot end either."""
    return " ".join(_data(value).replace('"', "'").split())
