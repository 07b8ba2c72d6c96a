"""Secrets in settings: none is written into a run folder, none is shown, and a resumed run has them all the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from standin.library import good as well
from standin.library import research, said

from dr_core.secret import is_secret, with_secrets, without_secrets
from dr_core.session import settings_of
from dr_core.settings import Settings

GATEWAY = {
    "plugin": "openai",
    "model": "m",
    "base_url": "http://user:BASESECRET@127.0.0.1:1/v1",
    "proxy": "http://user:PROXYSECRET@127.0.0.1:1",
    "api_key": "sk-KEYSECRET12345",
    "headers": {"api-key": "HEADSECRET", "Cookie": "session=COOKIESECRET", "X-Auth": "AUTHSECRET", "X-Odd": "ODDSECRET"},
    "extra": {"user_token": "EXTRASECRET", "top_p": 0.9},
    "reasoning_tokens": 512,
}
SETTINGS: dict[str, Any] = {
    "llm": {"gateway": GATEWAY},
    "search": {
        "duckduckgo": {"proxy": "http://user:DDGSECRET@127.0.0.1:1"},
        "feeds": {"urls": ["https://a.example/rss?token=FEEDSECRET&n=5", "https://b.example/rss"]},
        "model": {"reserve_tokens": 123},
        "mcp": {"env": {"ANY_NAME": "ENVSECRET"}},
    },
}


@pytest.mark.parametrize(
    "name", ["api_key", "apiKey", "x-api-key", "token", "access_token", "Cookie", "X-Auth", "passwd", "secret_id"]
)
def test_what_is_named_like_a_secret_is_one(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize(
    "name", ["tokens", "max_output_tokens", "reasoning_tokens", "reserve_tokens", "author", "keyless", "model"]
)
def test_what_is_not_is_none(name: str) -> None:
    assert not is_secret(name)


def test_nothing_secret_is_left_and_everything_else_is() -> None:
    written = without_secrets(SETTINGS)
    assert "SECRET" not in json.dumps(written)
    assert written["llm"]["gateway"] == {
        "plugin": "openai", "model": "m", "base_url": "http://127.0.0.1:1/v1", "proxy": "http://127.0.0.1:1",
        "extra": {"top_p": 0.9}, "reasoning_tokens": 512,
    }  # fmt: skip
    assert written["search"]["model"] == {"reserve_tokens": 123}
    assert written["search"]["feeds"]["urls"] == ["https://a.example/rss?token=&n=5", "https://b.example/rss"]


def test_the_secrets_of_today_are_put_back() -> None:
    assert with_secrets(without_secrets(SETTINGS), SETTINGS) == SETTINGS


def test_an_address_that_changed_since_is_not_taken_from_today() -> None:
    today = {"llm": {"gateway": {"base_url": "http://user:pass@elsewhere.example/v1", "reasoning_tokens": 9}}}
    found = with_secrets(without_secrets(SETTINGS), today)["llm"]["gateway"]
    assert (found["base_url"], found["reasoning_tokens"]) == ("http://127.0.0.1:1/v1", 512)


async def test_a_run_folder_holds_no_secret_and_can_be_resumed(tmp_path: Path) -> None:
    _, folder = await research(tmp_path, said(gateway=well), settings={"llm": {"use": ["gateway"], "gateway": GATEWAY}})
    for path in folder.rglob("*"):
        assert not path.is_file() or b"SECRET" not in path.read_bytes(), path
    today = Settings(llm={"use": ["gateway"], "gateway": {**GATEWAY, "reasoning_tokens": 9}})
    assert settings_of(folder, today).llm.options("gateway") == {key: GATEWAY[key] for key in GATEWAY if key != "plugin"}
