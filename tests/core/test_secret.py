"""Secrets in settings: none is written into a run folder, none is shown, and a resumed run has them all the same."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, SecretBytes, SecretStr
from standin.library import good as well
from standin.library import research, said

from dr_core import Kernel, hookimpl
from dr_core.manifest import settings_of
from dr_core.run.plugin_secret import masked
from dr_core.secret import holds_secret, is_secret, with_secrets, without_secrets
from dr_core.session import start
from dr_core.settings import Settings
from dr_core.testing import FakeSearch

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


# --- secrets that only their type gives away -------------------------------------------------------------------------------


class Door(BaseModel):
    """An option with a secret in it."""

    riddle: SecretStr = SecretStr("")
    next: Door | None = None


class Vault(FakeSearch):
    """An engine whose secrets have innocent names."""

    class Options(FakeSearch.Options):
        """Secrets by type."""

        passage: SecretStr = SecretStr("")
        doors: tuple[Door, ...] = ()
        floor: str = ""


class Choir:
    """A hook plugin with a secret."""

    def __init__(self, hymn: SecretStr, verse: str = "") -> None:
        self.hymn, self.verse = hymn, verse

    @hookimpl
    def on_event(self) -> None:
        """Nothing."""


@pytest.mark.parametrize("kind", [SecretStr, SecretBytes | None, list[SecretStr], dict[str, SecretStr], Door, list[Door] | None])
def test_a_type_with_a_secret_in_it_is_known(kind: Any) -> None:
    assert holds_secret(kind)


@pytest.mark.parametrize("kind", [str, list[str], None, "SecretStr", Any])
def test_other_types_hold_none(kind: Any) -> None:
    assert not holds_secret(kind)


async def test_what_is_a_secret_by_its_type_is_not_written_down_and_is_there_when_the_run_goes_on(tmp_path: Path) -> None:
    text = "Heat pumps work well in cold climates, as the agency found in 2022. " * 9
    vault = {
        "plugin": "test_secret:Vault",
        "hits": [{"title": "Heat pumps", "url": "https://shelf.example/a", "content": text}],
        "passage": "open SESAME",
        "doors": [{"riddle": "SESAME", "next": {"riddle": "SESAME"}}],
        "floor": "third",
    }
    values: dict[str, Any] = {
        "search": {"use": ["vault"], "vault": vault, "spare": {"plugin": "test_secret:Vault", "passage": "SESAME", "delay": 2}},
        "hooks": {"use": ["choir"], "choir": {"plugin": "test_secret:Choir", "hymn": "SESAME", "verse": "first"}},
        "sandbox": {"use": []},
        "cache": {"folder": str(tmp_path / "cache")},
        "output": {"root": str(tmp_path)},
    }
    kernel = Kernel(Settings(**values))
    _, folder = await start("How well do heat pumps work in cold climates?", kernel)
    await kernel.aclose()
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or b"SESAME" not in path.read_bytes(), path
    today = settings_of(folder, Settings(**values))
    assert today.model_dump(exclude_unset=True) == Settings(**values).model_dump(exclude_unset=True)
    elsewhere = settings_of(folder, Settings())
    assert elsewhere.search.options("vault") == {"hits": vault["hits"], "floor": "third"}
    assert elsewhere.search.options("spare") == {"delay": 2}
    assert elsewhere.hooks.options("choir") == {"verse": "first"}


def test_a_password_of_an_address_is_masked_also_as_it_is_sent() -> None:
    class Proxied(FakeSearch):
        class Options(FakeSearch.Options):
            """A proxy that is no secret by its name."""

            proxy: str = ""

    provider = Proxied(Proxied.Options(proxy="http://user:p%2Fword@127.0.0.1:1"))
    sent = b64encode(b"user:p/word").decode()
    assert masked(f"407 Basic {sent} p/word p%2Fword", provider) == "407 Basic [key] [key] [key]"
