"""GitHub, by https://docs.github.com/en/rest/search/search: items[].{full_name,html_url,description,stargazers_count,pushed_at}
of repositories, items[].{title,html_url,body,created_at} of issues."""

from __future__ import annotations

import time

import pytest
from standin.server import Start, answer

from dr_core import RateLimited, SearchTask


async def test_repositories_and_issues_stand_side_by_side(start: Start) -> None:
    provider, _ = start("github")
    repository, issue = await provider.search(SearchTask(query="heat pumps", strategy="code"), 10)
    assert (repository.title, repository.kind, repository.published) == ("heat/pump", "code", "2025-02-03")
    assert repository.snippet == "A controller for heat pumps · 4,321 stars · Python"
    assert (issue.title, issue.kind, issue.published) == ("Freezes at -20", "forum", "2025-01-02")
    assert issue.content == "It stops.\n\nSteps to reproduce: winter."


async def test_only_words_that_carry_meaning_are_sent(start: Start) -> None:
    provider, server = start("github", search=["repositories"])
    await provider.search(SearchTask(query="what is the best library for controlling a heat pump", since="2025-01-02"), 5)
    assert server.requests[0].query["q"] == "best library controlling heat pump pushed:>=2025-01-02"


async def test_issues_are_asked_for_by_name(start: Start) -> None:
    provider, server = start("github", search=["issues"])
    await provider.search(SearchTask(query="heat pump", since="2025-01-02"), 5)
    assert server.requests[0].query["q"] == "heat pump created:>=2025-01-02 is:issue"
    assert server.requests[0].headers["x-github-api-version"] == "2022-11-28"


async def test_a_spent_window_says_when_it_opens_again_though_the_status_is_403(start: Start) -> None:
    provider, server = start("github")
    headers = {"x_ratelimit_remaining": "0", "x_ratelimit_reset": str(int(time.time()) + 600)}
    server.fault = answer({"message": "API rate limit exceeded for 127.0.0.1."}, 403, **headers)
    with pytest.raises(RateLimited) as caught:
        await provider.search(SearchTask(query="heat pump"), 5)
    assert caught.value.retry_after == pytest.approx(600, abs=60)


def test_without_a_token_it_asks_less_often() -> None:
    from dr_plugins.search.github import GitHub

    with_token = GitHub(GitHub.Options(api_key="t"))
    assert GitHub().pace()[0] < with_token.pace()[0]
    for provider, allowed in ((GitHub(), 10), (with_token, 30)):
        rate, burst = provider.pace()
        assert burst + 60 * rate <= allowed
