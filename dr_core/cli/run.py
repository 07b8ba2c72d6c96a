"""`dr run`: a question in, a cited report out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dr_core.cli.words import WORDS, Finite, Listed, Whole

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from dr_core.cli.drive import Manner

RETRIEVAL = ["auto", "general", "academic", "news", "patents", "code"]
"""What kind of source queries look for."""
MOST_ANSWERS = 1_000_000
"""Bytes of a file with prepared answers."""
DOCS = click.option(
    "--docs", multiple=True, type=click.Path(), help="A folder or file to search (repeatable); alone: nothing else."
)
MANNERS = ("assume", "no_input", "confirm", "quiet", "verbose", "as_json", "as_events")
"""Options that say how a run is accompanied; the rest becomes settings."""


def _installed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of plugins for the shell's completion; after a comma the next one."""
    from click.shell_completion import CompletionItem

    from dr_core.registry import names

    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{name}") for name in names(str(param.name)) if name.startswith(last)]


class Asking(click.Command):
    """A command whose one argument is a question, which people forget to put into quotes."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, or a usage error."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if "unexpected extra argument" in error.message:
                raise click.UsageError('put the question into quotes: dr run "...".', ctx) from error
            raise


@click.command(name="run", cls=Asking)
@click.argument("question", type=WORDS, required=False)
@click.option("-q", "query", type=WORDS, help="The question, as an option.")
@DOCS
@click.option("--depth", type=click.Choice(["quick", "standard", "deep"]), help="1, 3 or 5 rounds (DR_RESEARCH__DEPTH).")
@click.option("--max-iterations", type=Whole(1, 10), help="Rounds at most (DEEP_RESEARCH_MAX_ITERATIONS).")
@click.option("--search", cls=Listed, shell_complete=_installed, help="Engines to use, with commas (DR_SEARCH__USE).")
@click.option("--retrieval", type=click.Choice(RETRIEVAL), help="What kind of source to look for (DR_SEARCH__RETRIEVAL).")
@click.option("-p", "--llm", "llm", cls=Listed, shell_complete=_installed, help="Models to use, with commas (DR_LLM__USE).")
@click.option("-m", "--model", type=WORDS, help="Which model the first of --llm is asked for (DR_LLM__NAME__MODEL).")
@click.option("--lang", help="Language of the report, e.g. zh-Hant (DR_RESEARCH__LANGUAGE).")
@click.option("--since", help="Only what is not older: 2024, 2024-05 or 2024-05-31 (DR_RESEARCH__SINCE).")
@click.option(
    "--length", type=click.Choice(["brief", "standard", "full"]), help="600, 1,500 or 4,000 words (DR_RESEARCH__LENGTH)."
)
@click.option("--style", type=WORDS, help="How to write, in words for the model: plain, formal, ... (DR_RESEARCH__STYLE).")
@click.option("--audience", type=WORDS, help="Who it is for, in words for the model (DR_RESEARCH__AUDIENCE).")
@click.option(
    "--allow-unverified", is_flag=True, help="No engine finds anything: a model's memory (DR_RESEARCH__ALLOW_UNVERIFIED)."
)
@click.option("--out", type=click.Path(), help="Folder for research_data/ and reports/ (DR_OUTPUT__ROOT).")
@click.option(
    "--focus", multiple=True, type=WORDS, help="A focus of the research, a section each (repeatable; DR_RESEARCH__FOCUSES)."
)
@click.option("--yes", "assume", is_flag=True, help="Never ask: go on with stated assumptions.")
@click.option("--answers", type=click.Path(), help="JSON file with prepared answers: {missing_info or question: answer}.")
@click.option("--no-input", is_flag=True, help="Never ask: end with exit code 2 if a question is open.")
@click.option(
    "--confirm",
    type=click.Choice(["always", "auto", "never"]),
    default="auto",
    help="Show the plan on a terminal before the search; auto: where the run is costly or complex.",
)
@click.option("--max-tokens", type=Whole(0), help="Ceiling for model tokens (DR_BUDGET__TOKENS).")
@click.option("--max-usd", type=Finite(0), help="Ceiling for money in US dollars (DR_BUDGET__USD).")
@click.option("--max-seconds", type=Finite(0, min_open=True), help="Ceiling for seconds (DR_BUDGET__SECONDS).")
@click.option("--max-searches", type=Whole(0), help="Ceiling for search calls (DR_BUDGET__SEARCHES).")
@click.option(
    "--render", cls=Listed, shell_complete=_installed, help="Forms beside markdown, with commas: html, ... (DR_RENDER__USE)."
)
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
    from dr_core.cli.terminal import stdout_for_data
    from dr_core.errors import UsageError
    from dr_core.kernel import Kernel
    from dr_core.layers import load_settings
    from dr_core.session import start

    if options["question"] is not None and options["query"] is not None:
        raise UsageError("the question is given twice", remedy="Give it as an argument or with -q")
    question = options["question"] or options["query"] or ""
    manner = manner_of(options)
    loaded = load_settings(overrides(options))
    with stdout_for_data():
        kernel = Kernel(loaded.settings, folder=loaded.folder)
        return drive(kernel, lambda session: start(question, kernel, session), manner)


def manner_of(options: dict[str, Any]) -> Manner:
    """How the run is accompanied, as the command line says."""
    from dr_core.cli.drive import Manner

    return Manner(answers=read_answers(options.get("answers")), **{name: options[name] for name in MANNERS if name in options})


def overrides(options: dict[str, Any]) -> dict[str, Any]:
    """What the command line says, as settings."""
    from dr_core.errors import UsageError
    from dr_core.present import is_file

    values: dict[str, Any] = {}

    def put(value: Any, *path: str) -> None:
        if value is None:
            return
        table = values
        for part in path[:-1]:
            table = table.setdefault(part, {})
        table[path[-1]] = value

    if options["lang"] is not None:
        from dr_core.text.tag import language_tag

        try:
            if not language_tag(options["lang"]):
                raise ValueError("is empty. Write en, fr, zh-Hant, ...")
        except ValueError as error:
            raise UsageError(f"--lang {error}") from None
    check_focuses("--focus", options["focus"])
    remedies = {"model": "Name one, as its service calls it", "render": "Name forms: html, say", "out": "Name a folder"}
    for name, remedy in remedies.items():
        if options[name] is not None and not options[name].strip(", "):
            raise UsageError(f"--{name} is empty", remedy=remedy)
    if options["out"] is not None and is_file(options["out"]):
        raise UsageError(f"--out {options['out']} is a file", remedy="Name a folder")
    put(options["depth"], "research", "depth")
    put(options["max_iterations"], "research", "max_iterations")
    put(options["lang"], "research", "language")
    put(options["since"], "research", "since")
    put(options["length"], "research", "length")
    put(True if options["allow_unverified"] else None, "research", "allow_unverified")
    put(options["style"], "research", "style")
    put(options["audience"], "research", "audience")
    put(list(options["focus"]) or None, "research", "focuses")
    put(options.get("retrieval"), "search", "retrieval")
    put(options["out"], "output", "root")
    put(options["llm"], "llm", "use")
    if options["model"] is not None:
        first = (options["llm"] or "").split(",")[0].strip()
        if not first:
            raise UsageError("--model needs --llm", remedy="Say whose model it is: --llm openai --model NAME")
        put(options["model"], "llm", first, "model")
    put(f"markdown,{options['render']}" if options["render"] else None, "render", "use")
    put(False if options["no_cache"] else None, "cache", "enabled")
    put(False if options["no_images"] else None, "output", "images")
    put(False if options["no_references"] else None, "output", "references")
    put(True if options["resources"] else None, "output", "resources")
    for name in ("tokens", "usd", "seconds", "searches"):
        put(options[f"max_{name}"], "budget", name)
    for name, value in engines(options["docs"], options["search"]).items():
        put(value, "search", name)
    return values


def engines(docs: tuple[str, ...], search: str | None) -> dict[str, Any]:
    """What ``--docs`` and ``--search`` say of the table ``[search]``."""
    from dr_core.errors import UsageError
    from dr_core.present import is_file, is_folder

    if search is not None and not search.strip(", "):
        raise UsageError("--search is empty", remedy="Name engines, see: dr plugins")
    for path in docs:
        if not path or not (is_file(path) or is_folder(path)):
            raise UsageError(f"there is no folder or file {path}" if path else "--docs is empty", remedy="Check --docs")
    if not docs:
        return {} if search is None else {"use": search}
    named = [part.strip() for part in (search or "").split(",") if part.strip()]
    return {"use": list(dict.fromkeys(["files", *named])), "files": {"paths": [str(Path(path).resolve()) for path in docs]}}


def check_focuses(option: str, given: tuple[str, ...]) -> tuple[str, ...]:
    """The focuses that an option names; more than a report has sections, or empty ones, are refused."""
    from dr_core.cli.talk import MOST_FOCUSES
    from dr_core.errors import UsageError
    from dr_core.stage.intake import valid_focus

    if len(given) > MOST_FOCUSES:
        told = f"{option} is given {len(given)} times, and a report has at most {MOST_FOCUSES} sections"
        raise UsageError(told, remedy="Join some")
    return tuple(valid_focus(focus, option) for focus in given)


def read_answers(path: str | None) -> dict[str, str] | None:
    """The prepared answers: texts, or numbers of options; anything else is refused."""
    import json

    from dr_core.errors import UsageError

    if path is None:
        return None
    remedy = 'Write {"scope": "..."}, or the number of an option'
    try:
        with Path(path).open("rb") as file:  # a pipe will do, an endless one will not
            raw = file.read(MOST_ANSWERS + 1)
        if len(raw) > MOST_ANSWERS:
            raise UsageError(f"--answers {path} is larger than {MOST_ANSWERS // 1000:,} kB", remedy=remedy)
        found = json.loads(raw.decode("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"--answers {path} cannot be read: {error.strerror}", remedy="Check the path") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--answers {path} cannot be read: {error}", remedy=remedy) from error
    if not isinstance(found, dict):
        raise UsageError(f"--answers {path} is not an object", remedy=remedy)
    for key, value in found.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise UsageError(f"--answers {path}: the answer for '{key}' is not a text", remedy=remedy)
    return {key: str(value) for key, value in found.items()}
