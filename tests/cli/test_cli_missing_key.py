"""The key of a model: where it is found, and that a missing one is said before anything is asked or begun."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_kit import QUESTION, dr, prepare

from dr_core import Kernel
from dr_core.settings import Settings

UNCLEAR = "it"


@pytest.mark.parametrize("question", [QUESTION, UNCLEAR])
def test_a_missing_key_is_said_before_a_question_is_asked_or_a_run_begun(question: str, tmp_path: Path) -> None:
    folder = prepare(tmp_path / "here")
    ended = dr(folder, "run", question, "--llm", "anthropic")
    assert ended.code == 4
    assert ended.line == "error: anthropic cannot be asked. Set ANTHROPIC_API_KEY, or api_key in [llm.anthropic]"
    assert not list(folder.glob("logs/**/run.json"))


def test_a_model_with_a_role_of_its_own_needs_its_key_too(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "here", more='[llm]\nuse = ["ollama"]\nthinking = "deepseek"\n')
    assert "error: deepseek cannot be asked. Set DEEPSEEK_API_KEY" in dr(folder, "run", QUESTION).err


def test_only_who_is_asked_first_needs_it(tmp_path: Path) -> None:
    fake = '[llm.fake]\nplugin = "dr_core.testing:FakeModel"\n'
    folder = prepare(tmp_path / "here", more=f'[llm]\nuse = ["fake", "anthropic"]\n{fake}')
    assert dr(folder, "run", UNCLEAR, "--no-input").code == 2


@pytest.mark.parametrize(
    ("variables", "key"),
    [
        ({"GEMINI_API_KEY": "gem"}, "gem"),
        ({"GOOGLE_API_KEY": "goo"}, "goo"),
        ({"GEMINI_API_KEY": "gem", "GOOGLE_API_KEY": "goo"}, "gem"),
        ({"GEMINI_API_KEY": "", "GOOGLE_API_KEY": "goo"}, "goo"),
    ],
    ids=["gemini", "google", "both", "empty"],
)
def test_googles_other_variable_is_read_where_geminis_is_not_set(
    variables: dict[str, str], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    kernel = Kernel(Settings())
    assert kernel.provider("llm", "gemini").options.api_key.get_secret_value() == key
    assert kernel.provider("search", "model").options.gemini_api_key.get_secret_value() == key
