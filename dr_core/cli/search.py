"""`dr search`: the pool of engines by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dr_core.cli.output import emit_json
from dr_core.cli.run import DOCS, RETRIEVAL, _installed, engines
from dr_core.cli.terminal import clean, put, say, stdout_for_data
from dr_core.cli.words import WORDS, Listed, Whole
from dr_core.interrupt import run as run_loop

if TYPE_CHECKING:
    from dr_core.types import Hit, SearchTask


@click.command(name="search")
@click.argument("query", type=WORDS)
@DOCS
@click.option("--search", cls=Listed, shell_complete=_installed, help="Engines to use, with commas (DR_SEARCH__USE).")
@click.option(
    "--strategy",
    type=click.Choice(["batch", "race", "hybrid"]),
    help="All engines; the first good answer; the next when one is slow or thin (DR_SEARCH__PARALLEL_STRATEGY).",
)
@click.option("--retrieval", type=click.Choice(RETRIEVAL), help="What kind of source to look for (DR_SEARCH__RETRIEVAL).")
@click.option("--since", help="Only what is not older: 2024, 2024-05 or 2024-05-31 (DR_RESEARCH__SINCE).")
@click.option("--limit", type=Whole(1, 100), default=10, show_default=True, help="Hits at most.")
@click.option("--no-cache", is_flag=True, help="Take nothing from earlier searches (DR_CACHE__ENABLED).")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with what each engine did.")
def command(
    query: str,
    docs: tuple[str, ...],
    search: str | None,
    strategy: str | None,
    retrieval: str | None,
    since: str | None,
    limit: int,
    no_cache: bool,
    as_json: bool,
) -> int:
    """Search for QUERY as a run would, and print the hits.

    Hits go to stdout, best first; what engines failed, and why, goes to stderr. Nothing found is exit code 0 and no line; that no
    engine could be asked, or none answered, is 4.
    """
    wanted: dict[str, Any] = {"max_results": limit, **engines(docs, search)}
    if strategy is not None:
        wanted["parallel_strategy"] = strategy
    if retrieval is not None:
        wanted["retrieval"] = retrieval
    overrides: dict[str, Any] = {"search": wanted, "research": {} if since is None else {"since": since}}
    if no_cache:
        overrides["cache"] = {"enabled": False}
    with stdout_for_data():
        run_loop(_search(query, overrides, limit, as_json))
    return 0


async def _search(query: str, overrides: dict[str, Any], limit: int, as_json: bool) -> None:
    from dr_core.cli.bare import bare_run
    from dr_core.cli.lines import not_searched
    from dr_core.errors import UsageError
    from dr_core.run.nothing import nothing_found
    from dr_core.stage.intake import validated
    from dr_core.stage.strategy import strategy_for
    from dr_core.text import detect
    from dr_core.types import SearchTask

    query = validated(query, what="query", remedy='Give one: dr search "..."')
    async with bare_run(query, overrides, kinds=("search", "read")) as run:
        asked_from = run.settings.research.since
        kind = strategy_for(query, run.settings.search)
        task = SearchTask(query=query, language=detect(query) or "", strategy=kind, since=asked_from)
        if not run.pool.engines:
            raise UsageError("no engine is selected", remedy="Name some: --search duckduckgo,wikipedia")
        hits = (await run.pool.search([task], "search"))[0][:limit]
        if run.pool.refused is not None and not hits:
            raise run.pool.refused
        answered = [engine for engine in run.pool.engines if engine.calls > engine.failures]
        if not answered:
            raise nothing_found(run.pool.engines, 1, "")
        if as_json:
            did = {engine.name: engine.summary() for engine in run.pool.engines}
            emit_json(_told(task, hits) | {"engines": did})
            return
        for engine in run.pool.engines:
            if engine.out or engine.failures:
                say(f"{engine.name}: {clean(engine.out or engine.last_error)}")
            if engine.left_out:
                say(not_searched(engine.name, engine.left_out))
        _print(hits)


def _told(task: SearchTask, hits: list[Hit]) -> dict[str, Any]:
    found = [hit.model_dump(mode="json", exclude_defaults=True) for hit in hits]
    return {"query": task.query, "strategy": task.strategy, "hits": found}


def _print(hits: list[Hit]) -> None:
    for number, hit in enumerate(hits, 1):
        about = ", ".join(filter(None, (hit.published, hit.engine)))
        put(f"{number}. {clean(hit.title)}\n   {clean(hit.url)}  ({clean(about)})")
        if hit.snippet:
            put(f"   {clean(hit.snippet)[:300]}")
    say(f"{len(hits)} hits" if len(hits) != 1 else "1 hit")
