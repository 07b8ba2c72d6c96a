"""`dr verify`: is this report, ours or anybody's, carried by what it cites?"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import click

from dr_core.cli.output import emit_json, table
from dr_core.cli.runs import known_runs_for_shell, run_folder
from dr_core.cli.terminal import clean, put, say, stdout_for_data
from dr_core.interrupt import run as run_loop

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from dr_core.kernel import Kernel
    from dr_core.types import Verification

FAILED = 3
SHOWN = 30
MOST_PAGES = 100
AT_ONCE = 8
STRUCTURE = ("citations", "unverified")
"""Checks that do not hold sentences against what they cite."""


def _files_and_runs(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file"), *known_runs_for_shell(ctx, param, incomplete)]


@click.command(name="verify")
@click.argument("report", shell_complete=_files_and_runs)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option(
    "--fetch", is_flag=True, help="Read the pages that a report without saved sources links to, and check it against them."
)
def command(report: str, as_json: bool, fetch: bool) -> int:
    """Check a report: every paragraph cited, every citation known, every sentence carried by its sources.

    REPORT is a markdown file, or a run: its folder, its id, the beginning of one, or `last`. With the run's files beside it
    everything is checked, and so is a copy or an export that carries the run's id. A report from elsewhere is checked for its
    structure, and with --fetch against the pages it links to; what could not be checked is said. Exit code 3: it did not pass.
    """
    from dr_core.cli.verify_beside import evidence_of

    path = _path(report)
    text = _text(path)
    evidence = evidence_of(path, text)
    with stdout_for_data():
        words = run_loop(_verify(path, text, evidence.folder, fetch))
    passed = all(word.passed is not False for word in words)
    unchecked = _unchecked(words, evidence.lacking, fetch)
    verdict = _verdict(passed, unchecked)
    if as_json:
        told = {"report": str(path), "run": str(evidence.folder) if evidence.folder else None, "passed": passed}
        told |= {"sentences_checked": not unchecked, "verdict": verdict}
        emit_json({**told, "verifications": [word.model_dump() for word in words]})
    else:
        if evidence.folder not in (None, path.parent):
            say(f"held against run {evidence.folder.name}")
        _show(words)
        say(verdict)
    return 0 if passed else FAILED


def _path(report: str) -> Path:
    """The file that ``report`` names: itself, or that of a run."""
    from dr_core.errors import RunNotFound, UsageError
    from dr_core.past import no_report
    from dr_core.present import exists, is_file
    from dr_core.run.store import check_folder

    remedy = "Give a report in markdown, or a run, see: dr runs"
    if is_file(report):
        return Path(report)
    try:
        folder = Path(report) if report and exists(report) else run_folder(report)
    except RunNotFound as error:
        raise UsageError(f"there is no file '{report}', and no run", remedy=remedy) from error
    path = folder / "report.md"
    if is_file(folder / "run.json"):
        check_folder(folder)
    if is_file(path):
        return path
    if is_file(folder / "run.json"):
        raise no_report(folder)
    raise UsageError(f"there is no report.md in {folder}", remedy=remedy)


def _unchecked(words: list[Verification], lacking: str, fetch: bool) -> str:
    """Why sentences were not held against what they cite, and what can be done about it; empty where all of them were."""
    held = [word for word in words if word.passed is not None and word.verifier not in STRUCTURE]
    if not held:
        if fetch and lacking:
            pages = next((word.note for word in words if word.passed is None), lacking)
            return f"{clean(pages.removeprefix('not applicable: ').partition(';')[0])}. Give the folder of its run"
        if lacking:
            return f"{lacking}. Give the folder of its run, or read its links with --fetch"
        return "no verifier that reads them is selected. Add grounding to [verify] use"
    left = sum(word.counts.get("unchecked_count", 0) for word in held)
    of = sum(word.counts.get("sentence_count", 0) for word in held)
    return f"{left} of {of}, whose pages could not be read. Give the folder of its run" if left else ""


def _verdict(passed: bool, unchecked: str) -> str:
    """The last word."""
    if not unchecked:
        return "passed" if passed else "not passed"
    return f"{'structure passed' if passed else 'not passed'}; sentences NOT checked: {unchecked}"


def _text(path: Path) -> str:
    """What ``path`` holds; the verifiers say what is wrong where it is no file."""
    from dr_core.errors import UsageError

    try:
        return path.read_bytes().decode("utf-8-sig", "replace") if path.is_file() else ""
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", remedy="Check its permissions") from error


async def _verify(report: Path, text: str, folder: Path | None, fetch: bool) -> list[Verification]:
    from dr_core.cli.verify_beside import beside

    with beside(report, text, folder or report.parent) as path:
        return await _words(path, text, fetch)


async def _words(path: Path, text: str, fetch: bool) -> list[Verification]:
    from dr_core.interfaces import Verifier
    from dr_core.kernel import Kernel
    from dr_core.run.plugin_call import Wanted, call_plugin
    from dr_core.types import Verification

    kernel = Kernel()
    words: list[Verification] = []
    try:
        for verifier in kernel.providers("verify"):
            assert isinstance(verifier, Verifier)
            files = {"verify_report": path, "verify_paragraphs_jsonl": path.parent / "paragraphs.jsonl"}
            for method, file in files.items():
                if file is path or file.is_file():
                    call, limit = partial(getattr(verifier, method), file), kernel.settings.verify.deadline
                    wanted = Wanted(Verification)
                    words.append(await call_plugin(verifier, kernel.settings, method, call, seconds=limit, wanted=wanted))
        words += _from_memory(path.parent)
        if fetch and not (path.parent / "evidence.jsonl").is_file():
            words = [word for word in words if word.passed is not None]
            words.append(await _against_pages(text, kernel))
    finally:
        await kernel.aclose()
    return [word for word in words if word.passed is not None or word.note != "reads reports only"]


def _from_memory(folder: Path) -> list[Verification]:
    """The word on what a model said from memory: a run that did not allow it did not pass, whoever asks."""
    from dr_core.errors import DRError
    from dr_core.manifest import read_manifest
    from dr_core.report.unverified import word
    from dr_core.types import Evidence, Paragraph

    files = [folder / "evidence.jsonl", folder / "paragraphs.jsonl"]
    if not all(file.is_file() for file in files):
        return []
    try:
        lines = [[line for line in _text(file).split("\n") if line.strip()] for file in files]
        evidence = {one.id: one for one in map(Evidence.model_validate_json, lines[0])}
        paragraphs = list(map(Paragraph.model_validate_json, lines[1]))
        settings = read_manifest(folder).get("settings") or {}
    except (DRError, ValueError):
        return []  # the verifiers have said what is wrong with these files
    allowed = bool((settings.get("research") or {}).get("allow_unverified"))
    found = word(paragraphs, evidence, allowed=allowed)
    return [found] if found else []


async def _against_pages(text: str, kernel: Kernel) -> Verification:
    """The word on a report from elsewhere, from the pages it links to, read through the guard as a run reads them."""
    from dr_core.errors import DRError
    from dr_core.report.citation import parse_report
    from dr_core.report.foreign import cited_urls, ground
    from dr_core.run.reading import Reading

    # What reading needs of a run is its settings and its readers.
    reading = Reading(cast(Any, SimpleNamespace(settings=kernel.settings, provider=kernel.provider, rank=0)))
    report = parse_report(text)
    slots = asyncio.Semaphore(AT_ONCE)
    pages: dict[str, str] = {}
    unread: dict[str, str] = {}

    async def read(url: str) -> None:
        async with slots:
            try:
                pages[url] = str((await reading.fresh(url))["text"])
                say(f"read {clean(url)}")
            except DRError as error:
                unread[url] = str(error)
                say(f"not read: {clean(url)}: {clean(str(error))}")

    urls = cited_urls(report)
    unread.update(dict.fromkeys(urls[MOST_PAGES:], f"only the first {MOST_PAGES} pages are read"))
    try:
        await asyncio.gather(*(read(url) for url in urls[:MOST_PAGES]))
    finally:
        await reading.aclose()
    return ground(report, pages, unread)


def _show(words: list[Verification]) -> None:
    rows = []
    for word in words:
        result = "passed" if word.passed else "not applicable" if word.passed is None else "FAILED"
        counted = ", ".join(f"{name.removesuffix('_count').replace('_', ' ')} {count}" for name, count in word.counts.items())
        rows.append([clean(word.verifier), result, clean("; ".join(part for part in (counted, word.note) if part))])
    put(table(rows, ["CHECK", "RESULT", "COUNTED"]))
    problems = [problem for word in words for problem in word.problems]
    if problems:
        put("")
        put(
            table(
                [[clean(one.where), clean(one.reason), clean(one.text)] for one in problems[:SHOWN]], ["WHERE", "PROBLEM", "TEXT"]
            )
        )
    if len(problems) > SHOWN:
        say(f"and {len(problems) - SHOWN} more; --json lists them")
