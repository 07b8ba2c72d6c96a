"""What a server allows: rounds and ceilings of a run over HTTP, begun or gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from serve_kit import CHANGE, held_back, served
from standin.model_server import ModelServer

from dr_core.run.store import load_state, save_state

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("indexed")]


@pytest.mark.parametrize(
    ("own", "depth", "rounds"),
    [({"max_iterations": 2}, "deep", 2), ({"max_iterations": 4}, "quick", 1), ({"max_iterations": 7}, None, 7), ({}, "deep", 5)],
)
async def test_no_depth_goes_over_the_rounds_that_the_server_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: dict[str, int], depth: str | None, rounds: int
) -> None:
    monkeypatch.chdir(tmp_path)
    for given, written in ((own, {}), ({}, own)):  # on the command line, or in dr.toml
        Path("dr.toml").write_text("[research]\n" + "".join(f"{name} = {value}\n" for name, value in written.items()))
        async with served(tmp_path / "root", settings={"research": given}) as server:
            run_id = await server.begin(depth=depth, ask="always")
            assert (await server.run(run_id))["ceilings"]["rounds"] == rounds
            await server.until(run_id, "asking")
            await server.post(f"/api/runs/{run_id}/cancel")


@pytest.mark.parametrize(
    ("now", "what"),
    [
        ({"budget": {"usd": 0.5}}, "budget.usd"), ({"budget": {"tokens": 100}}, "budget.tokens"),
        ({"budget": {"seconds": 60.0}}, "budget.seconds"), ({"budget": {"searches": 3}}, "budget.searches"),
        ({"research": {"max_iterations": 2}}, "research.max_iterations"), ({"search": {"use": ["wikipedia"]}}, "search.use"),
    ],
)  # fmt: skip
async def test_a_run_that_was_begun_with_more_than_is_allowed_is_not_gone_on_with(
    tmp_path: Path, now: dict[str, Any], what: str
) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(depth="standard", ask="always")
        await server.until(run_id, "asking")
        await server.post(f"/api/runs/{run_id}/cancel")
    async with served(tmp_path, settings=now) as server:
        answer = await server.post(f"/api/runs/{run_id}/resume")
        assert answer.status_code == 409 and what in answer.json()["error"] and f"dr resume {run_id}" in answer.json()["remedy"]
        assert (await server.run(run_id))["status"] == "interrupted"


async def test_ceilings_that_were_raised_since_are_held_against_what_is_allowed(tmp_path: Path) -> None:
    allowed = {"budget": {"tokens": 60_000}}
    async with served(tmp_path, settings=allowed) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")
        await server.post(f"/api/runs/{run_id}/cancel")
        state = load_state(tmp_path / "research_data" / run_id)
        state.notes["raised"] = {"tokens": 60_001}
        save_state(tmp_path / "research_data" / run_id, state)
        assert (await server.run(run_id))["ceilings"]["tokens"] == 60_001
        answer = await server.post(f"/api/runs/{run_id}/resume")
        assert answer.status_code == 409 and "budget.tokens" in answer.json()["error"]


async def test_a_run_that_was_held_back_is_told_with_the_command_that_goes_on_with_it(tmp_path: Path) -> None:
    async with (
        ModelServer() as models,
        served(tmp_path, settings={"budget": {"tokens": 2_000}, "llm": models.table("only")}) as server,
    ):
        run_id = await server.begin()
        assert (await server.ended(run_id))["status"] == "partial"
        answer = await server.post(f"/api/runs/{run_id}/resume")
        assert answer.status_code == 409
        assert f"dr resume {run_id.partition('_')[0]} --max-tokens " in answer.json()["remedy"]


@pytest.mark.parametrize(("budget", "most"), [({}, 200_000), ({"tokens": 50_000}, 50_000), ({"tokens": 2_000}, 2_000)])
async def test_a_run_that_was_held_back_is_told_with_its_ceiling_what_is_enough_and_the_most_there_is(
    tmp_path: Path, budget: dict[str, int], most: int
) -> None:
    async with ModelServer() as models:
        run_id = await held_back(tmp_path, models)
        async with served(tmp_path, settings={"budget": budget, "llm": models.table("only")}) as server:
            held = (await server.run(run_id))["held"]
            assert held["tokens"].pop("enough") > 2_000
            assert held == {"tokens": {"ceiling": 2_000, "most": most}}


async def test_a_run_that_no_ceiling_held_back_or_that_goes_has_none_to_raise(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin(ask="always")
        assert (await server.until(run_id, "asking"))["held"] == {}
        await server.post(f"/api/runs/{run_id}/answer", {"number": (await server.run(run_id))["asking"]["number"]})
        assert (await server.ended(run_id))["status"] == "complete" and (await server.run(run_id))["held"] == {}


async def test_of_a_damaged_run_no_ceiling_is_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        run_id = await server.begin()
        await server.ended(run_id)
        (tmp_path / "research_data" / run_id / "sources" / "s1.txt").unlink()
        told = await server.run(run_id)
        assert (told["status"], told["held"]) == ("complete", {})


@pytest.mark.parametrize("budget", [{}, {"tokens": 50_000}])
async def test_a_run_that_was_held_back_goes_on_with_higher_ceilings_that_the_server_allows(
    tmp_path: Path, budget: dict[str, int]
) -> None:
    async with ModelServer() as models:
        run_id = await held_back(tmp_path, models)
        async with served(tmp_path, settings={"budget": budget, "llm": models.table("only")}) as server:
            answer = await server.post(f"/api/runs/{run_id}/resume")
            remedy = answer.json()["remedy"]
            given = {"max_tokens": (await server.run(run_id))["held"]["tokens"]["enough"]}
            assert answer.status_code == 409
            assert remedy == f"Resume it with higher ceilings: {given['max_tokens']:,} tokens (max_tokens)"
            assert (await server.post(f"/api/runs/{run_id}/resume", given)).status_code == 200
            told = await server.ended(run_id)
            assert told["status"] == "complete" and told["ceilings"]["tokens"] == given["max_tokens"]
            again = await server.post(f"/api/runs/{run_id}/resume", {"max_tokens": 49_000})
            assert again.status_code == 400 and "no ceiling held run" in again.json()["error"]


async def test_no_request_raises_a_ceiling_above_what_the_server_allows(tmp_path: Path) -> None:
    async with ModelServer() as models:
        run_id = await held_back(tmp_path, models)
        before, asked = load_state(tmp_path / "research_data" / run_id), len(models.requests)
        for budget, given, told in (
            ({"tokens": 50_000}, {"max_tokens": 50_001}, "max_tokens 50,001 is more than this server allows: 50,000"),
            ({}, {"max_tokens": 200_001}, "max_tokens 200,001 is more than this server allows: 200,000"),
            ({"usd": 0.5}, {"max_tokens": 30_000, "max_usd": 0.75}, "max_usd 0.75 is more than this server allows: 0.5"),
            ({"seconds": 60.0}, {"max_seconds": 61}, "max_seconds 61 is more than this server allows: 60"),
            ({"searches": 9}, {"max_searches": 10}, "max_searches 10 is more than this server allows: 9"),
        ):
            async with served(tmp_path, settings={"budget": budget}) as server:
                answer = await server.post(f"/api/runs/{run_id}/resume", given)
                assert (answer.status_code, answer.json()["error"]) == (409, told)
        assert load_state(tmp_path / "research_data" / run_id) == before and len(models.requests) == asked


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"max_tokens": 2_000}, "--max-tokens 2,000 is not above what run"), ({"max_tokens": 10.5}, "max_tokens: "),
        ({"max_tokens": True}, "max_tokens: "), ({"max_tokens": "9000"}, "max_tokens: "), ({"max_tokens": 0}, "max_tokens: "),
        ({"max_usd": -1}, "max_usd: "), ({"max_seconds": 0}, "max_seconds: "), ({"max_seconds": float("nan")}, "max_seconds: "),
        ({"max_seconds": 60}, "has no ceiling of seconds"), ({"tokens": 9_000}, "tokens: "), ({"max_seconds": 10**400}, ""),
    ],
)  # fmt: skip
async def test_a_ceiling_that_is_none_or_too_low_is_one_line(tmp_path: Path, given: dict[str, Any], told: str) -> None:
    async with ModelServer() as models:
        run_id = await held_back(tmp_path, models)
        async with served(tmp_path, settings={"llm": models.table("only")}) as server:
            head = {**CHANGE, "content-type": "application/json"}
            answer = await server.client.post(f"/api/runs/{run_id}/resume", content=json.dumps(given), headers=head)
            assert answer.status_code == 400 and told in answer.json()["error"] and "\n" not in answer.json()["error"]
            assert (await server.run(run_id))["status"] == "partial"


async def test_a_run_that_was_stopped_goes_on_with_higher_ceilings(tmp_path: Path) -> None:
    async with served(tmp_path, settings={"budget": {"tokens": 9_000, "seconds": 300.0}}) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")
        await server.post(f"/api/runs/{run_id}/cancel")
    async with served(tmp_path, settings={"budget": {"tokens": 60_000, "seconds": 600.0}}) as server:
        answer = await server.post(f"/api/runs/{run_id}/resume", {"max_tokens": 20_000, "max_seconds": 600})
        assert answer.status_code == 200
        await server.until(run_id, "asking")
        ceilings = (await server.run(run_id))["ceilings"]
        assert (ceilings["tokens"], ceilings["seconds"]) == (20_000, 600)


async def test_what_a_server_allows_is_gone_on_with(tmp_path: Path) -> None:
    allowed = {"budget": {"usd": 1.0, "tokens": 60_000, "seconds": 600.0, "searches": 50}, "research": {"max_iterations": 3}}
    async with served(tmp_path, settings=allowed) as server:
        run_id = await server.begin(ask="always")
        await server.until(run_id, "asking")
        await server.post(f"/api/runs/{run_id}/cancel")
        assert (await server.post(f"/api/runs/{run_id}/resume")).status_code == 200
