"""The fakes are ordinary providers: they pass the conformance classes, and do what their options say."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from dr_core import Context, DRError, Hit, Kernel, ModelFailed, ModelRequest, ProviderError, SearchTask, Settings
from dr_core.errors import PluginBroken
from dr_core.testing import (
    ClarifierConformance,
    FakeClarifier,
    FakeModel,
    FakePageFetcher,
    FakeReader,
    FakeRenderer,
    FakeSandbox,
    FakeSearch,
    FakeVerifier,
    ModelConformance,
    PageFetcherConformance,
    ReaderConformance,
    RendererConformance,
    SandboxConformance,
    SearchConformance,
    VerifierConformance,
)
from dr_core.types import Execution, Message


class TestFakeSearch(SearchConformance):
    nothing = " "

    @pytest.fixture
    def provider(self) -> FakeSearch:
        return FakeSearch()

    @pytest.fixture
    def failing_provider(self) -> FakeSearch:
        return FakeSearch(FakeSearch.Options(fail="the service is down"))


class TestFakeModel(ModelConformance):
    cut = True

    @pytest.fixture
    def provider(self) -> FakeModel:
        return FakeModel(FakeModel.Options(reasoning="I only pretend to think."))

    @pytest.fixture
    def failing_provider(self) -> FakeModel:
        return FakeModel(FakeModel.Options(fail="the service is down"))


class TestFakeSandbox(SandboxConformance):
    @pytest.fixture
    def provider(self) -> FakeSandbox:
        return FakeSandbox()


class TestFakeClarifier(ClarifierConformance):
    @pytest.fixture(params=["", "What exactly?"])
    def provider(self, request: pytest.FixtureRequest) -> FakeClarifier:
        return FakeClarifier(FakeClarifier.Options(question=request.param))


class TestFakeVerifier(VerifierConformance):
    @pytest.fixture(params=["", "it is too long"])
    def provider(self, request: pytest.FixtureRequest) -> FakeVerifier:
        return FakeVerifier(FakeVerifier.Options(problem=request.param))


class TestFakeRenderer(RendererConformance):
    @pytest.fixture
    def provider(self) -> FakeRenderer:
        return FakeRenderer()


class TestFakeReader(ReaderConformance):
    says = "move heat"

    @pytest.fixture
    def provider(self) -> FakeReader:
        return FakeReader()


class TestFakePageFetcher(PageFetcherConformance):
    @pytest.fixture(params=["", "# Heat pumps\n\nThey move heat."])
    def provider(self, request: pytest.FixtureRequest) -> FakePageFetcher:
        return FakePageFetcher(FakePageFetcher.Options(content=request.param))

    @pytest.fixture
    def failing_provider(self) -> FakePageFetcher:
        return FakePageFetcher(FakePageFetcher.Options(fail="the page is gone"))


def _request(text: str = "hello", **more: object) -> ModelRequest:
    return ModelRequest(task="test", messages=(Message(role="user", content=text),), **more)  # type: ignore[arg-type]


async def test_a_scripted_model_says_its_lines_and_counts() -> None:
    model = FakeModel(FakeModel.Options(script=("one", "two")))
    assert [(await model.complete(_request())).text for _ in range(2)] == ["one", "two"]
    assert len(model.calls) == 2
    with pytest.raises(ModelFailed, match="used up"):
        await model.complete(_request())


async def test_a_model_without_a_script_answers_in_the_shape_asked_for() -> None:
    class Inner(BaseModel):
        names: list[str]
        kind: str = "x"

    class Shape(BaseModel):
        title: str
        score: int
        inner: Inner
        fine: bool | None

    answer = await FakeModel().complete(_request(answer_schema=Shape.model_json_schema()))
    assert Shape.model_validate_json(answer.text).inner.names == []


async def test_a_search_gives_the_hits_it_was_given_and_remembers_the_tasks() -> None:
    hits = (Hit(title="a", url="https://example.org/a"), Hit(title="b", url="https://example.org/b"))
    search = FakeSearch(FakeSearch.Options(hits=hits))
    assert await search.search(SearchTask(query="x"), 1) == [hits[0]]
    assert [task.query for task in search.calls] == ["x"]
    with pytest.raises(ProviderError, match="down"):
        await FakeSearch(FakeSearch.Options(fail="down")).search(SearchTask(query="x"), 1)


async def test_a_scripted_sandbox_runs_nothing() -> None:
    sandbox = FakeSandbox(FakeSandbox.Options(script=(Execution(stdout="a"), Execution(error="b"))))
    assert [(await sandbox.execute_python("1/0")).error for _ in range(3)] == ["", "b", "b"]


def test_a_fake_can_be_selected_by_import_path() -> None:
    settings = Settings(search={"use": ["mine"], "mine": {"plugin": "dr_core.testing:FakeSearch", "count": 2}}, hooks={"use": []})
    (provider,) = Kernel(settings).providers("search")
    assert isinstance(provider, FakeSearch)
    assert provider.options.count == 2
    assert provider.name == "mine"


def test_a_fake_of_another_kind_is_refused() -> None:
    settings = Settings(search={"use": ["dr_core.testing:FakeModel"]}, hooks={"use": []})
    with pytest.raises(PluginBroken, match=r"not a subclass of dr_core\.SearchProvider"):
        Kernel(settings).providers("search")
    assert isinstance(FakeModel(None, Context(instance="m")), FakeModel)
    assert issubclass(PluginBroken, DRError)
