"""Prices: known ones to the cent, unknown ones as unknown, and the user's own before the bundled."""

from __future__ import annotations

import datetime
import tomllib
from pathlib import Path

import pytest

from dr_core.errors import SettingsError
from dr_core.run.price import BUNDLED, cost, load_prices, price
from dr_core.types import Usage

THEN = datetime.date(2026, 11, 15)


def test_every_bundled_price_is_dated_and_sourced() -> None:
    raw = tomllib.loads(BUNDLED.read_text(encoding="utf-8"))
    assert set(raw) == {"openai", "anthropic", "gemini", "deepseek"}
    for vendor in raw.values():
        assert vendor["source"].startswith("https://")
        assert isinstance(vendor["checked"], datetime.date)
    for known in load_prices(BUNDLED).values():
        assert 0 < known.input < known.output
        assert known.cached is not None and known.cached < known.input
        assert known.source and known.checked


def test_a_call_is_charged_by_kind_of_token() -> None:
    usage = Usage(prompt_tokens=10_000, cached_tokens=6_000, cache_write_tokens=1_000, completion_tokens=2_000)
    # claude-sonnet-5-5: 3,000 fresh at $2, 6,000 cached at $0.20, 1,000 written at $2.50, 2,000 out at $10
    assert cost("claude-sonnet-5-5", usage) == pytest.approx((3_000 * 2 + 6_000 * 0.2 + 1_000 * 2.5 + 2_000 * 10) / 1e6)


def test_a_long_prompt_is_charged_at_the_long_rate_all_of_it() -> None:
    known = price("claude-haiku-5-5")
    assert known is not None
    assert known.of(Usage(prompt_tokens=100_000, completion_tokens=1_000)) == pytest.approx(0.0105)
    assert known.of(Usage(prompt_tokens=100_001, completion_tokens=1_000)) == pytest.approx((100_001 * 0.5 + 2_500) / 1e6)


def test_a_long_prompt_whose_rate_is_not_known_is_unknown() -> None:
    assert cost("gpt-6-luna", Usage(prompt_tokens=272_000)) is not None
    assert cost("gpt-6-luna", Usage(prompt_tokens=272_001)) is None


@pytest.mark.parametrize("model", ["llama3.2", "qwen-max", "claude-sonnet-9", "gpt-6.1-sol-mini", "", "openrouter/auto"])
def test_an_unknown_price_is_none_and_not_nothing(model: str) -> None:
    assert price(model) is None
    assert cost(model, Usage(prompt_tokens=10, completion_tokens=10)) is None


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("claude-sonnet-4-5-20250929", "claude-sonnet-4-5"),
        ("gpt-6.1-sol-2026-09-29", "gpt-6.1-sol"),
        ("models/gemini-3.8-flash", "gemini-3.8-flash"),
        ("anthropic/claude-opus-5-5", "claude-opus-5-5"),
        ("DeepSeek-Flash", "deepseek-flash"),
    ],
)
def test_the_names_that_services_use_are_known(name: str, same: str) -> None:
    assert price(name, today=THEN) == price(same, today=THEN) is not None


def test_a_price_that_ended_is_unknown_again() -> None:
    assert price("gemini-3.8-flash", today=datetime.date(2026, 12, 31)) is not None
    assert price("gemini-3.8-flash", today=datetime.date(2027, 1, 1)) is None


def test_what_the_service_says_it_cost_is_what_it_cost() -> None:
    assert cost("whatever", Usage(prompt_tokens=5, usd=0.25)) == 0.25


def test_the_users_file_goes_before_the_bundled_one(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text(
        '[here.models]\n"llama3.2" = { input = 0, output = 0 }\n"claude-opus-5-5" = { input = 1, output = 2 }\n',
        encoding="utf-8-sig",
    )
    assert cost("llama3.2", Usage(prompt_tokens=10), prices=own) == 0  # the user says so
    assert cost("claude-opus-5-5", Usage(prompt_tokens=1_000_000), prices=own) == 1
    assert price("claude-haiku-5-5", prices=own) is not None


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[a.models]\n"m" = { input = -1, output = 2 }', r"a\.models\.m\.input"),
        ('[a.models]\n"m" = { input = 1 }', r"a\.models\.m\.output"),
        ('[a.models]\n"m" = { input = 1, output = 2, ouput = 3 }', r"a\.models\.m\.ouput"),
        ('[a.models]\n"m" = { input = inf, output = 2 }', r"a\.models\.m\.input"),
        ("[a.models]\nm.1 = { input = 1, output = 2 }", "stands in quotes"),
        ('[a.models]\n"m" = 3', r"a\.models\.m"),
        ("[a]\nsource = 'x'", r"\[a\.models\]"),
        ("not toml", "cannot be read"),
    ],
)
def test_a_wrong_file_is_said_to_be_wrong_and_where(tmp_path: Path, text: str, where: str) -> None:
    own = tmp_path / "prices.toml"
    own.write_text(text)
    with pytest.raises(SettingsError, match=where):
        price("m", prices=own)
    with pytest.raises(SettingsError, match="cannot be read"):
        price("m", prices=tmp_path / "missing.toml")
