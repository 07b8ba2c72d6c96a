"""`dr plugins try`: one provider, called once, as a run would call it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from dr_core.cli.board import count
from dr_core.cli.output import emit_json
from dr_core.cli.plugins import Kind
from dr_core.cli.terminal import clean, data_stream, is_terminal, put, say, stdout_for_data
from dr_core.cli.words import Whole
from dr_core.interrupt import run as run_loop


@click.command("try")
@click.argument("kind", type=Kind())
@click.argument("name")
@click.argument("input", metavar="INPUT")
@click.option("--limit", type=Whole(1, 100), default=5, show_default=True, help="Hits at most (search).")
@click.option("--timeout", type=click.FloatRange(0.1), default=60.0, show_default=True, help="Seconds to wait.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(kind: str, name: str, input: str, limit: int, timeout: float, as_json: bool) -> None:
    """Call one provider once and print what it gives.

    INPUT is a query (search), a message (llm), a topic (clarify), Python code (sandbox), words or a report as JSON (render), an
    address (fetch), or the path of a file (verify, read). "-" takes it from standard input. NAME is a plugin, an instance of your
    settings, or an import path.
    """
    from dr_core.interfaces import KINDS

    if kind not in KINDS:
        raise click.UsageError(f"{kind} plugins are not called by themselves; kinds to try: {', '.join(KINDS)}")
    text = sys.stdin.read() if input == "-" else input
    if not text.strip():
        raise click.UsageError("INPUT is empty", click.get_current_context())
    with stdout_for_data():
        given = run_loop(_once(kind, name, text, limit, timeout))
    if isinstance(given, bytes):
        _emit_bytes(given, as_json)
    elif as_json:
        emit_json([each.model_dump(mode="json") for each in given] if isinstance(given, list) else given.model_dump(mode="json"))
    else:
        _print(kind, given)


async def _once(kind: str, name: str, text: str, limit: int, timeout: float) -> Any:
    from dr_core.kernel import Kernel
    from dr_core.run.plugin_call import Wanted, call_plugin

    kernel = Kernel()
    provider = kernel.provider(kind, name)
    call, expected, method = _CALLS[kind]
    try:
        _check_ready(provider, kernel.settings)
        return await call_plugin(
            provider,
            kernel.settings,
            method,
            lambda: call(provider, text, limit, timeout),
            seconds=timeout,
            wanted=Wanted(expected, many=kind == "search"),
            late="Raise --timeout",
        )
    finally:
        await kernel.aclose()


def _check_ready(provider: Any, settings: Any) -> None:
    """Refuse a provider that says itself that it cannot work yet, as in a run."""
    from dr_core.errors import AuthFailed
    from dr_core.run.plugin_call import ANY, call_sync

    if not hasattr(provider, "lacks"):
        return
    remedy = call_sync(provider, settings, "lacks", provider.lacks, wanted=ANY)
    if remedy:
        raise AuthFailed(f"{provider.kind} '{provider.name}' is not configured", remedy=remedy)


def _search(provider: Any, text: str, limit: int, _timeout: float) -> Any:
    from dr_core.types import SearchTask

    return provider.search(SearchTask(query=text), limit)


def _complete(provider: Any, text: str, _limit: int, _timeout: float) -> Any:
    from dr_core.types import Message, ModelRequest

    return provider.complete(ModelRequest(task="try", messages=(Message(role="user", content=text),)))


def _execute(provider: Any, text: str, _limit: int, timeout: float) -> Any:
    return provider.execute_python(text, max(0.1, timeout - 0.5))


def _assess(provider: Any, text: str, _limit: int, _timeout: float) -> Any:
    return provider.assess(text)


def _verify(provider: Any, text: str, _limit: int, _timeout: float) -> Any:
    path = Path(text)
    return provider.verify_paragraphs_jsonl(path) if path.suffix == ".jsonl" else provider.verify_report(path)


def _render(provider: Any, text: str, _limit: int, _timeout: float) -> Any:
    from pydantic import ValidationError

    from dr_core.errors import UsageError
    from dr_core.types import Paragraph, Report, ReportSection

    path = Path(text)
    if path.suffix != ".json":
        paragraph = Paragraph(id="p1", section="s1", text=text)
        sections = (ReportSection(id="s1", title="Try", paragraphs=(paragraph,)),)
        return provider.render(Report(title="Try", question=text, language="", sections=sections), Path.cwd())
    try:
        report = Report.model_validate_json(_bytes(path))
    except ValidationError as error:
        raise UsageError(f"{path} is not a report: {error.errors()[0]['msg']}") from error
    return provider.render(report, path.parent)


async def _read(provider: Any, text: str, _limit: int, _timeout: float) -> Any:
    import mimetypes
    import threading
    from concurrent.futures import Future

    path = Path(text)
    media_type = mimetypes.guess_type(path.name)[0] or (provider.media_types[0] if provider.media_types else "")
    data, url = _bytes(path), (Path.cwd() / path).as_uri()
    document: Future[Any] = Future()

    def work() -> None:
        try:
            document.set_result(provider.read(data, url, media_type))
        except BaseException as error:  # SystemExit too: it must not end the thread in silence
            document.set_exception(error)

    # a daemon thread: a reader that hangs must not keep the program from ending (in a run it has a process of its own)
    threading.Thread(target=work, daemon=True).start()
    return await asyncio.wrap_future(document)


async def _fetch(provider: Any, text: str, _limit: int, _timeout: float) -> Any:
    from dr_core.web import Guard

    guard = Guard(provider.context.allow_hosts if provider.is_local() else ())
    await guard.resolve(guard.check_url(text.strip()))  # as in a run, nothing is handed on that the guard refuses
    return await provider.fetch_page(text.strip())


def _bytes(path: Path) -> bytes:
    from dr_core.errors import UsageError

    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error


def _calls() -> dict[str, tuple[Callable[..., Any], type[Any], str]]:
    from dr_core.clarification import Clarification
    from dr_core.types import Document, Execution, Hit, ModelAnswer, RawPage, Verification

    return {
        "search": (_search, Hit, "search"),
        "llm": (_complete, ModelAnswer, "complete"),
        "sandbox": (_execute, Execution, "execute_python"),
        "clarify": (_assess, Clarification, "assess"),
        "verify": (_verify, Verification, "verify_report"),
        "render": (_render, bytes, "render"),
        "read": (_read, Document, "read"),
        "fetch": (_fetch, RawPage, "fetch_page"),
    }


_CALLS = _calls()


def _emit_bytes(content: bytes, as_json: bool) -> None:
    from dr_core.errors import UsageError

    if as_json:
        from base64 import b64encode

        emit_json({"bytes": len(content), "base64": b64encode(content).decode()})
    else:
        if is_terminal(data_stream()) and b"\0" in content:
            raise UsageError(f"{len(content):,} bytes are not shown on a terminal", remedy="Add: > FILE")
        click.echo(content, nl=False)


def _print(kind: str, given: Any) -> None:
    if kind == "search":
        for number, hit in enumerate(given, 1):
            put(f"{number}. {clean(hit.title)}\n   {clean(hit.url)}" + (f"\n   {clean(hit.snippet)}" if hit.snippet else ""))
        say(count(len(given), "hit"))
    elif kind == "llm":
        put(given.text)
        usage = given.usage
        cost = "price unknown" if usage.usd is None else f"{usage.usd:.6f} USD"
        say(f"{given.model}: {usage.prompt_tokens} + {usage.completion_tokens} tokens, {cost}, {given.stop}")
    elif kind == "sandbox":
        put(given.stdout, nl=False)
        say(f"{count(len(given.figures), 'figure')}, {given.seconds:.2f} s" + (f"; {given.error}" if given.error else ""))
    elif kind == "fetch":
        put(given.content)
        say(f"{given.title or 'no title'}; {len(given.content)} characters; {given.media_type}")
    elif kind == "read":
        put(given.text)
        say(f"{given.title or 'no title'}; {len(given.text)} characters; {given.language or 'language unknown'}")
    else:
        for name, value in given.model_dump(mode="json", exclude_defaults=True).items():
            put(f"{name}: {value}")
