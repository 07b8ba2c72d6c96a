"""The kernel builds what settings select, lets hooks change it, and keeps plugins from harming each other."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from dr_core import Context, Hit, Kernel, RunState, SearchProvider, SearchTask, Settings, hookimpl, option
from dr_core.contain import CREATE_HOOK
from dr_core.errors import PluginBroken, PluginNotFound, SettingsError
from dr_core.interfaces import Provider
from dr_core.testing import FakeModel, FakeSearch

FAKE = "dr_core.testing:FakeSearch"


def _settings(**tables: Any) -> Settings:
    return Settings(**{"hooks": {"use": []}, **tables})


class Keyed(SearchProvider):
    """A provider with a key."""

    class Options(SearchProvider.Options):
        """Options."""

        key: str = option("", env="KEYED_KEY", help="The key")
        size: int = option(3, help="The size")

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        return []


KEYED = f"{__name__}:Keyed"


# --- building -------------------------------------------------------------------------------------------------------------


def test_selected_instances_are_built_once_in_order_with_their_options_and_names() -> None:
    tables = {"use": ["b", "a"], "a": {"plugin": FAKE, "count": 1}, "b": {"plugin": FAKE, "count": 2}}
    kernel = Kernel(_settings(search=tables))
    first, second = kernel.providers("search")
    assert [(provider.name, provider.options.count) for provider in (first, second)] == [("b", 2), ("a", 1)]
    assert kernel.provider("search", "b") is first


def test_a_provider_gets_a_folder_and_a_logger_of_its_own(tmp_path: Path) -> None:
    kernel = Kernel(_settings(search={"use": ["../x"], "../x": {"plugin": FAKE}}, cache={"folder": tmp_path}))
    context = kernel.provider("search", "../x").context
    assert context.cache_dir.parent == tmp_path / "search"
    assert context.log.name == "dr.search.../x"


def test_an_option_comes_from_settings_then_from_its_variable_then_from_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    def key(**given: Any) -> str:
        return str(Kernel(_settings(search={"k": {"plugin": KEYED, **given}})).provider("search", "k").options.key)

    assert key() == ""
    monkeypatch.setenv("KEYED_KEY", "from the environment")
    assert key() == "from the environment"
    assert key(key="from settings") == "from settings"


@pytest.mark.parametrize(
    ("chosen", "where"),
    [({"task": "smal"}, "task"), ({"thinking": "smal", "task": "smal"}, "thinking and task"), ({"use": ["smal"]}, "use")],
)
def test_a_misspelled_instance_is_named_with_where_it_stands_and_what_is_near(chosen: dict[str, object], where: str) -> None:
    kernel = Kernel(Settings(llm={"use": ["small"], "small": {"plugin": "ollama"}, **chosen}))
    with pytest.raises(PluginNotFound, match=rf"named 'smal' \(\[llm\] {where}\)\. Did you mean 'small'\?"):
        kernel.check()


def test_a_misspelled_option_gets_a_did_you_mean() -> None:
    kernel = Kernel(_settings(search={"k": {"plugin": KEYED, "sise": 4}}))
    with pytest.raises(SettingsError, match=r"\[search\.k\]: there is no option 'sise'\. Did you mean 'size'\? Known: key, size"):
        kernel.provider("search", "k")


def test_a_wrong_option_value_is_named_with_its_table() -> None:
    kernel = Kernel(_settings(search={"k": {"plugin": KEYED, "size": "big"}}))
    with pytest.raises(SettingsError, match=r"\[search\.k\]: option 'size': .*valid integer"):
        kernel.provider("search", "k")


def test_a_misspelled_plugin_in_settings_is_named_with_its_place() -> None:
    with pytest.raises(PluginNotFound, match=r"no search plugin named 'tavly' \(\[search\] use\)\. Did you mean 'tavily'\?"):
        Kernel(_settings(search={"use": ["tavly"]})).providers("search")
    with pytest.raises(PluginNotFound, match=r"named 'exaa' \(\[search\.exaa\]\)\. Did you mean 'exa'\?"):
        Kernel(_settings(search={"use": [], "exaa": {"type": "x"}})).providers("search")


def test_an_instance_that_does_not_say_whose_it_is_is_told_how() -> None:
    kernel = Kernel(Settings(llm={"use": ["fast"], "fast": {"model": "m"}}))
    with pytest.raises(PluginNotFound, match=r"no llm plugin named 'fast' .* put plugin = \"\.\.\.\" into \[llm\.fast\]$"):
        kernel.check()


def test_who_names_a_model_for_its_service_is_told_where_models_are_named() -> None:
    with pytest.raises(PluginNotFound, match=r"no llm plugin named 'gpt-6-luna' \(\[llm\] use\).* named by --model"):
        Kernel(Settings(llm={"use": ["gpt-6-luna"]})).check()


async def test_closing_closes_every_provider_though_one_fails(caplog: pytest.LogCaptureFixture) -> None:
    closed = []

    class Closing(FakeSearch):
        async def aclose(self) -> None:
            closed.append(self.name)
            if self.name == "a":
                raise RuntimeError("stuck")

    class Maker:
        @hookimpl
        def create_search(self, name: str, options: Any, context: Context) -> SearchProvider:
            return Closing(None, context)

    kernel = Kernel(_settings(search={"use": ["duckduckgo"]}), plugins=[Maker()])
    for name in ("a", "b"):
        kernel.provider("search", name)
    await kernel.aclose()
    assert closed == ["a", "b"]
    assert "search plugin 'a'" in caplog.text
    assert "its aclose raised RuntimeError: stuck" in caplog.text


# --- create and wrap ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "hook"), CREATE_HOOK.items())
def test_every_create_hook_can_answer_instead_of_the_registry(kind: str, hook: str) -> None:
    from dr_core import testing

    fakes = {
        "search": testing.FakeSearch, "llm": testing.FakeModel, "sandbox": testing.FakeSandbox,
        "clarify": testing.FakeClarifier, "verify": testing.FakeVerifier, "render": testing.FakeRenderer,
        "fetch": testing.FakePageFetcher,
    }  # fmt: skip
    asked = []

    def create(self: object, name: str, options: Any, context: Context) -> Provider | None:
        asked.append((name, dict(options)))
        made: Provider | None = fakes[kind](None, context) if name == "made-up" else None
        return made

    plugin = type("Maker", (), {hook: hookimpl(create)})()
    kernel = Kernel(_settings(**{kind: {"made-up": {"a": 1}}}), plugins=[plugin])
    assert isinstance(kernel.provider(kind, "made-up"), fakes[kind])
    assert asked == [("made-up", {"a": 1})]
    bundled = {
        "search": "exa", "llm": "openai", "sandbox": "bubblewrap", "clarify": "gate", "verify": "citations", "fetch": "jina",
    }  # fmt: skip
    from_registry = kernel.provider(kind, bundled.get(kind, "markdown"))
    assert type(from_registry).__module__.startswith("dr_plugins."), "None leaves it to the registry"


def test_wrappers_of_providers_nest_with_the_first_plugin_innermost() -> None:
    class Wrapped(FakeSearch):
        inner: Provider
        by: str

    class Wrapper:
        def __init__(self, by: str) -> None:
            self.by = by

        @hookimpl
        def wrap_provider(self, kind: str, name: str, provider: Provider) -> Provider | None:
            if kind != "search":
                return None
            wrapped = Wrapped(None, provider.context)
            wrapped.inner, wrapped.by = provider, self.by
            return wrapped

    kernel = Kernel(_settings(), plugins=[Wrapper("first"), Wrapper("second")])
    outer: Any = kernel.provider("search", FAKE)
    assert (outer.by, outer.inner.by, type(outer.inner.inner)) == ("second", "first", FakeSearch)
    assert isinstance(kernel.provider("llm", "dr_core.testing:FakeModel"), FakeModel)


# --- stages ---------------------------------------------------------------------------------------------------------------


class Around:
    """Writes down when it is passed."""

    def __init__(self, name: str, told: list[str], *, instead: bool = False) -> None:
        self.name, self.told, self.instead = name, told, instead

    @hookimpl
    def wrap_stage(self, stage: str, settings: Settings) -> Callable[..., Awaitable[None]] | None:
        if stage != "plan":
            return None

        async def around(state: RunState, call_next: Callable[[RunState], Awaitable[None]]) -> None:
            self.told.append(f"{self.name} in")
            if not self.instead:
                await call_next(state)
            self.told.append(f"{self.name} out")

        return around


async def _run(kernel: Kernel, told: list[str], stage: str = "plan") -> None:
    async def call(state: RunState) -> None:
        told.append("stage")

    await kernel.wrapped_stage(stage, call)(RunState(original_query="x"))


async def test_stage_wrappers_nest_with_the_first_plugin_innermost() -> None:
    told: list[str] = []
    kernel = Kernel(_settings(), plugins=[Around("first", told), Around("second", told)])
    await _run(kernel, told)
    assert told == ["second in", "first in", "stage", "first out", "second out"]
    told.clear()
    await _run(kernel, told, "write")
    assert told == ["stage"]


async def test_a_stage_wrapper_can_stand_in_for_the_stage() -> None:
    told: list[str] = []
    await _run(Kernel(_settings(), plugins=[Around("x", told, instead=True)]), told)
    assert told == ["x in", "x out"]


async def test_a_failure_of_the_stage_passes_through_its_wrappers_as_it_is() -> None:
    async def call(state: RunState) -> None:
        raise LookupError("the stage's own")

    told: list[str] = []
    kernel = Kernel(_settings(), plugins=[Around("x", told)])
    with pytest.raises(LookupError, match="the stage's own"):
        await kernel.wrapped_stage("plan", call)(RunState(original_query="x"))


# --- hook plugins ---------------------------------------------------------------------------------------------------------


def test_a_hook_plugin_by_import_path_takes_options_and_refuses_unknown_ones(tmp_path: Path) -> None:
    (tmp_path / "polite_hooks.py").write_text(
        "from dr_core import hookimpl\n"
        "class Polite:\n"
        "    def __init__(self, font='A'):\n"
        "        self.font = font\n"
        "    @hookimpl\n"
        "    def chart_fonts(self, language):\n"
        "        return [self.font]\n"
    )
    hooks = {"use": ["polite"], "polite": {"plugin": "polite_hooks:Polite", "font": "B"}}
    assert Kernel(Settings(hooks=hooks), folder=tmp_path).chart_fonts("en") == ["B"]
    hooks["polite"] = {"plugin": "polite_hooks:Polite", "fnot": "B"}
    with pytest.raises(SettingsError, match=r"\[hooks\.polite\]: there is no option 'fnot'\. Did you mean 'font'\?"):
        Kernel(Settings(hooks=hooks), folder=tmp_path)


def test_a_hook_plugin_that_is_not_there_is_told_with_its_place() -> None:
    with pytest.raises(PluginNotFound, match=r"no hooks plugin named 'cjk-font' \(\[hooks\] use\)\. Did you mean 'cjk-fonts'\?"):
        Kernel(Settings(hooks={"use": ["cjk-font"]}))


def test_fonts_fall_back_where_no_plugin_has_any() -> None:
    assert Kernel(_settings()).chart_fonts("en") == ["DejaVu Sans"]


def test_a_hook_that_declines_leaves_it_to_the_next() -> None:
    class Declines:
        @hookimpl
        def chart_fonts(self, language: str) -> None:
            return None

    class Answers:
        @hookimpl
        def chart_fonts(self, language: str) -> list[str]:
            return ["Mine"]

    assert Kernel(_settings(), plugins=[Answers(), Declines()]).chart_fonts("") == ["Mine"]


def test_two_kernels_share_no_plugins() -> None:
    told: list[str] = []
    one, other = Kernel(_settings(), plugins=[Around("x", told)]), Kernel(_settings())
    assert len(one.manager.get_plugins()) == len(other.manager.get_plugins()) + 1


def test_a_plugin_given_in_code_is_checked_like_any_other() -> None:
    class Wrong:
        @hookimpl
        def wrap_stages(self) -> None:
            """Misspelled."""

    with pytest.raises(PluginBroken, match=r"no hook 'wrap_stages'\. Did you mean 'wrap_stage'\?"):
        Kernel(_settings(), plugins=[Wrong()])


def test_an_observer_is_told_of_events_and_logged_when_it_raises(caplog: pytest.LogCaptureFixture) -> None:
    from dr_core import Event

    class Deaf:
        @hookimpl
        def on_event(self, state: RunState, event: Event) -> None:
            raise ValueError("not listening")

    kernel = Kernel(_settings(), plugins=[Deaf()])
    with caplog.at_level(logging.ERROR):
        for seq in range(1, 6):
            kernel.notify(RunState(original_query="x"), Event(seq=seq, at="", type="progress"))
    assert "hooks plugin 'Deaf'" in caplog.text
    assert caplog.text.count("on_event raised ValueError: not listening; the run goes on") == 1
