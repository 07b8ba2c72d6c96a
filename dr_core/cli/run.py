"""`dr run`: a question in, a cited report out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

# what is passed on to drive(); the rest becomes settings
DRIVING = ("assume", "no_input", "confirm", "quiet", "verbose", "as_json", "as_events")


@click.command(name="run")
@click.argument("question", required=False)
@click.option("-q", "query", help="The question, as an option.")
@click.option("--docs", multiple=True, type=click.Path(), help="A folder or file to search (repeatable); alone: nothing else.")
@click.option("--depth", type=click.Choice(["quick", "standard", "deep"]), help="1, 3 or 5 rounds (DR_RESEARCH__DEPTH).")
@click.option("--max-iterations", type=click.IntRange(1, 10), help="Rounds at most (DEEP_RESEARCH_MAX_ITERATIONS).")
@click.option("--search", help="Engines to use, with commas (DR_SEARCH__USE).")
@click.option("-p", "--llm", "llm", help="Models to use, with commas (DR_LLM__USE).")
@click.option("--lang", help="Language of the report, e.g. zh-Hant (DR_RESEARCH__LANGUAGE).")
@click.option(
    "--length", type=click.Choice(["brief", "standard", "full"]), help="600, 1,500 or 4,000 words (DR_RESEARCH__LENGTH)."
)
@click.option("--out", type=click.Path(), help="Folder for research_data/ and reports/ (DR_OUTPUT__ROOT).")
@click.option("--focus", multiple=True, help="A focus of the research, a section each (repeatable; DR_RESEARCH__FOCUSES).")
@click.option("--yes", "assume", is_flag=True, help="Never ask: go on with stated assumptions.")
@click.option("--answers", type=click.Path(), help="JSON file with prepared answers: {missing_info or question: answer}.")
@click.option("--no-input", is_flag=True, help="Never ask: end with exit code 2 if a question is open.")
@click.option(
    "--confirm", type=click.Choice(["always", "auto", "never"]), default="auto", help="Show the plan before the search."
)
@click.option("--max-tokens", type=click.IntRange(0), help="Ceiling for model tokens (DR_BUDGET__TOKENS).")
@click.option("--max-usd", type=click.FloatRange(0), help="Ceiling for money in US dollars (DR_BUDGET__USD).")
@click.option("--max-seconds", type=click.FloatRange(0, min_open=True), help="Ceiling for seconds (DR_BUDGET__SECONDS).")
@click.option("--max-searches", type=click.IntRange(0), help="Ceiling for search calls (DR_BUDGET__SEARCHES).")
@click.option("--no-images", is_flag=True, help="Leave out the images of sources (DR_OUTPUT__IMAGES).")
@click.option("--no-references", is_flag=True, help="No reference list; citations become links (DR_OUTPUT__REFERENCES).")
@click.option("--resources", is_flag=True, help="Also copy the sources beside the exported report (DR_OUTPUT__RESOURCES).")
@click.option("--no-cache", is_flag=True, help="Take nothing from earlier runs (DR_CACHE__ENABLED).")
@click.option("--events", "as_events", is_flag=True, help="Server-sent events on stdout.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object on stdout.")
@click.option("--quiet", is_flag=True, help="Say nothing but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Say more.")
def command(**options: Any) -> int:
    """Research QUESTION and write a cited report.

    The path of the report goes to stdout, everything else to stderr. Exit codes: 0 done, 1 no subject, 2 a question is open,
    3 the report did not pass verification, 4 failed, 5 budget spent, 6 not a research task, 64 usage, 130 interrupted.
    """
    from dr_core.cli.drive import drive
    from dr_core.errors import UsageError
    from dr_core.kernel import Kernel
    from dr_core.session import start
    from dr_core.settings import load_settings

    if options["question"] and options["query"]:
        raise UsageError("the question is given twice", remedy="Give it as an argument or with -q")
    if options["as_json"] and options["as_events"]:
        raise UsageError("--json and --events both want stdout", remedy="Choose one")
    question = options["question"] or options["query"] or ""
    answers = _answers(options["answers"])
    loaded = load_settings(overrides(options))
    kernel = Kernel(loaded.settings, folder=loaded.folder)
    return drive(
        kernel, lambda session: start(question, kernel, session), answers=answers, **{name: options[name] for name in DRIVING}
    )


def overrides(options: dict[str, Any]) -> dict[str, Any]:
    """What the command line says, as settings."""
    from dr_core.errors import UsageError

    values: dict[str, Any] = {}

    def put(value: Any, *path: str) -> None:
        if value is None:
            return
        table = values
        for part in path[:-1]:
            table = table.setdefault(part, {})
        table[path[-1]] = value

    put(options["depth"], "research", "depth")
    put(options["max_iterations"], "research", "max_iterations")
    put(options["lang"], "research", "language")
    put(options["length"], "research", "length")
    put(list(options["focus"]) or None, "research", "focuses")
    put(options["out"], "output", "root")
    put(options["llm"], "llm", "use")
    put(False if options["no_cache"] else None, "cache", "enabled")
    put(False if options["no_images"] else None, "output", "images")
    put(False if options["no_references"] else None, "output", "references")
    put(True if options["resources"] else None, "output", "resources")
    for name in ("tokens", "usd", "seconds", "searches"):
        put(options[f"max_{name}"], "budget", name)
    put(options["search"], "search", "use")
    if options["docs"]:
        for path in options["docs"]:
            if not Path(path).exists():
                raise UsageError(f"there is no folder or file {path}", remedy="Check --docs")
        put([str(Path(path).resolve()) for path in options["docs"]], "search", "files", "paths")
        named = [part.strip() for part in (options["search"] or "").split(",") if part.strip()]
        put(list(dict.fromkeys(["files", *named])), "search", "use")
    return values


def _answers(path: str | None) -> dict[str, str] | None:
    """The prepared answers; anything but an object of texts is refused."""
    import json

    from dr_core.errors import UsageError

    if path is None:
        return None
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"--answers {path} cannot be read: {error}", remedy='Write {"scope": "..."}') from error
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise UsageError(f"--answers {path} is not an object of texts", remedy='Write {"scope": "..."}')
    return found
