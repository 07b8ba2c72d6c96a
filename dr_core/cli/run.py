"""`dr run`: a question in, a cited report out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.command(name="run")
@click.argument("question", required=False)
@click.option("-q", "query", help="The question, as an option.")
@click.option(
    "--docs",
    "docs",
    multiple=True,
    type=click.Path(),
    help="A folder or file to search (repeatable); alone: search nothing else.",
)
@click.option("--depth", type=click.Choice(["quick", "standard", "deep"]), help="1, 3 or 5 rounds (DR_RESEARCH__DEPTH).")
@click.option("--max-iterations", type=click.IntRange(1, 10), help="Rounds at most (DEEP_RESEARCH_MAX_ITERATIONS).")
@click.option("--search", help="Engines to use, with commas (DR_SEARCH__USE).")
@click.option("-p", "--llm", "llm", help="Models to use, with commas (DR_LLM__USE).")
@click.option("--lang", help="Language of the report, e.g. zh-Hant (DR_RESEARCH__LANGUAGE).")
@click.option("--out", type=click.Path(), help="Folder for research_data/ and reports/ (DR_OUTPUT__ROOT).")
@click.option("--yes", "assume", is_flag=True, help="Never ask: go on with stated assumptions.")
@click.option("--no-input", is_flag=True, help="Never ask: end with exit code 2 if a question is open.")
@click.option("--no-cache", is_flag=True, help="Take nothing from earlier runs (DR_CACHE__ENABLED).")
@click.option("--max-tokens", type=click.IntRange(0), help="Ceiling for model tokens (DR_BUDGET__TOKENS).")
@click.option("--max-usd", type=click.FloatRange(0), help="Ceiling for money (DR_BUDGET__USD).")
@click.option("--max-seconds", type=click.FloatRange(0, min_open=True), help="Ceiling for time (DR_BUDGET__SECONDS).")
@click.option("--max-searches", type=click.IntRange(0), help="Ceiling for search calls (DR_BUDGET__SEARCHES).")
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

    question = options["question"] or options["query"] or ""
    if options["question"] and options["query"]:
        raise UsageError("the question is given twice", remedy="Give it as an argument or with -q")
    loaded = load_settings(overrides(options))
    kernel = Kernel(loaded.settings, folder=loaded.folder)
    return drive(
        kernel,
        lambda session: start(question, kernel, session),
        **{key: options[key] for key in ("assume", "no_input", "quiet", "verbose")},
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
    put(options["out"], "output", "root")
    put(options["llm"], "llm", "use")
    put(False if options["no_cache"] else None, "cache", "enabled")
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
