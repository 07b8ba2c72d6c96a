"""One typed tree of settings with all their defaults; ``dr_core.layers`` fills it from files, environment and command line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from dr_core.options import listed


def _split(value: Any) -> Any:
    return listed(value) if isinstance(value, str) else value


def _written(value: object) -> object:
    """A date as text: TOML has dates and numbers of its own, and 2024-05-31 or 2024 without quotes are such."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value.isoformat() if type(value) is date else value


def _day(value: str) -> str:
    """A date, a month or a year that there is."""
    if not re.fullmatch(r"(\d{4}(-\d{2}(-\d{2})?)?)?", value, re.ASCII):
        raise ValueError(f"'{value}' is no date: write 2024, 2024-05 or 2024-05-31")
    try:
        date.fromisoformat(f"{value}-01-01"[:10] if value else "2000-01-01")
    except ValueError:
        raise ValueError(f"there is no day, month or year {value}: write 2024, 2024-05 or 2024-05-31") from None
    return value


def _language(value: str) -> str:
    """A language that there is, as it is usually written."""
    if not value:
        return value
    from dr_core.text.tag import language_tag  # imported here: most settings name none

    return language_tag(value)


Names = Annotated[list[str], NoDecode, BeforeValidator(_split)]
"""A list of names; in the environment and on the command line written with commas."""
Place = Annotated[Path, AfterValidator(Path.absolute)]
"""A place that is looked up while a run is under way, when a plugin may have gone to another folder."""


class Preset(NamedTuple):
    """What ``depth`` stands for: rounds, and the ceiling for tokens."""

    iterations: int
    tokens: int


PRESETS = {"quick": Preset(1, 10_000), "standard": Preset(3, 60_000), "deep": Preset(5, 200_000)}


class Table(BaseModel):
    """A table of settings; unknown names are an error."""

    model_config = ConfigDict(extra="forbid", validate_default=True)

    @field_validator("*", mode="before")
    @classmethod
    def _a_number_is_no_switch(cls, value: Any, info: ValidationInfo) -> Any:
        """Python takes true for 1, which would be a ceiling of one token."""
        if isinstance(value, bool) and cls.model_fields[str(info.field_name)].annotation is not bool:
            raise ValueError(f"{str(value).lower()} is for what is on or off: this wants a value")
        return value


class KindTable(Table):
    """The table of one plugin kind: which instances are used, and a sub-table of options for each instance.

    ``[llm.fast] plugin = "openai"`` names an instance ``fast`` of the plugin ``openai``; without ``plugin`` the name is the
    plugin's. ``"package.module:Class"`` in place of a name is an import path.
    """

    model_config = ConfigDict(extra="allow")
    use: Names = Field([], description="The selected instances, in order of preference")

    @model_validator(mode="before")
    @classmethod
    def _only_tables_are_instances(cls, data: Any) -> Any:
        for key, value in data.items() if isinstance(data, dict) else ():
            if key not in cls.model_fields and not isinstance(value, Mapping):
                # an error of a type of its own: the table may stand in several files, and only one of them has this key
                raise PydanticCustomError("unknown_setting", "there is no setting '{key}'", {"key": key})
        return data

    def instances(self) -> list[str]:
        """Every instance that has a table of its own."""
        return list(self.model_extra or {})

    def plugin(self, instance: str) -> str:
        """The plugin behind an instance."""
        return str(self._table(instance).get("plugin", instance))

    def options(self, instance: str) -> dict[str, Any]:
        """The options given for an instance."""
        return {key: value for key, value in self._table(instance).items() if key != "plugin"}

    def roles(self) -> list[str]:
        """Instances that are used beside the selected ones."""
        return []

    def spellings(self, instance: str) -> list[str]:
        """The tables of an instance: the environment cannot write '-', so 'docker_persistent' is 'docker-persistent' too."""
        return [
            name for name in self.instances() if name == instance or name.replace("_", "-") == instance.replace("_", "-").lower()
        ]

    def is_default(self, instance: str) -> bool:
        """Whether nobody but dr itself chose an instance: what is selected is what always is."""
        return bool(self.use == type(self).model_fields["use"].get_default()) and not self.spellings(instance)

    def _table(self, instance: str) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        for name in self.spellings(instance):
            merged |= (self.model_extra or {})[name]
        return merged


class Research(Table):
    """How far a run goes."""

    depth: Literal["quick", "standard", "deep"] = Field("standard", description="Preset: quick 1 round, standard 3, deep 5")
    max_iterations: int | None = Field(None, ge=1, le=10, description="Rounds at most (1 to 10); over the preset of depth")
    queries_first_iteration: int = Field(8, ge=1, le=50, description="Queries of the first round")
    queries_followup_iteration: int = Field(5, ge=1, le=50, description="Queries of each further round")
    max_total_queries: int = Field(20, ge=1, le=500, description="Queries of a whole run at most")
    urls_per_query: int = Field(3, ge=1, le=50, description="Pages read for each query at most")
    language: Annotated[str, AfterValidator(_language)] = Field(
        "", description="Language of the report (BCP 47); empty: the question's own"
    )
    since: Annotated[str, BeforeValidator(_written), AfterValidator(_day)] = Field(
        "", description="Only what is not older: 2024, 2024-05 or 2024-05-31"
    )
    length: Literal["brief", "standard", "full"] = Field("standard", description="Words of the report: 600, 1,500 or 4,000")
    focuses: Names = Field([], max_length=5, description="Research focuses given by the user; each becomes a section")
    style: str = Field("", max_length=300, description="How the report is written, in words for the model (plain, formal, ...)")
    audience: str = Field("", max_length=300, description="Who the report is for, in words for the model")
    allow_unverified: bool = Field(
        False, description="Where no engine finds anything, report what a model says from memory: labelled, and let it pass"
    )
    critical_analysis: Literal["auto", "always", "never"] = Field("auto", description="auto: where the question asks for it")

    @property
    def rounds(self) -> int:
        """The number of rounds at most."""
        return self.max_iterations or PRESETS[self.depth].iterations


class Budget(Table):
    """The ceilings of a run; nothing goes over them."""

    tokens: int | None = Field(None, ge=0, description="Model tokens; unset: 10,000, 60,000 or 200,000 by depth")
    usd: float | None = Field(None, ge=0, allow_inf_nan=False, description="Money in US dollars; unset: no ceiling")
    seconds: float | None = Field(
        None, gt=0, allow_inf_nan=False, description="Wall time in seconds, without that of your answers; unset: no ceiling"
    )
    searches: int | None = Field(None, ge=0, description="Calls to search engines; unset: no ceiling")
    reserve: float = Field(0.1, ge=0, le=0.5, description="Share kept for the final write")


class SearchTable(KindTable):
    """Search providers and how they are used together."""

    use: Names = Field(["tavily", "serper", "duckduckgo", "exa"], description="The chain of engines, in order")
    special: Names = Field(
        ["arxiv", "openalex", "github", "hackernews", "wikipedia", "huggingface"],
        description="Keyless sources that join the default chain where a query is of their kind (papers, code, what is ...)",
    )
    parallel_strategy: Literal["batch", "race", "hybrid"] = Field(
        "hybrid",
        description="batch: all engines at once; race: the first good answer wins; hybrid: the next joins when one is slow",
    )
    retrieval: Literal["auto", "general", "academic", "news", "patents", "code"] = Field(
        "auto", description="What kind of source all queries look for; auto: what their own words ask for"
    )
    batch_size: int = Field(5, ge=1, le=50, description="Queries in flight at once with the strategy batch")
    enable_race_mode: bool = Field(True, description="Off: no racing and no hedging")
    enable_batch_parallel: bool = Field(True, description="Off: one query at a time")
    max_concurrent_searches: int = Field(10, ge=1, le=100, description="Searches in flight at once")
    max_concurrent_per_engine: int = Field(
        4, ge=1, le=1000, description="Searches in flight at one engine, over all runs of the process"
    )
    ahead: bool = Field(True, description="Search and read what a model's plan names while the model is still writing it")
    max_results: int = Field(10, ge=1, le=100, description="Hits taken from each engine for a query")
    english_too: bool = Field(True, description="With a model: of a question that is not in English, some queries are")
    soft_deadline: float = Field(4.0, gt=0, description="Seconds after which hybrid lets the next engine join")
    deadline: float = Field(20.0, gt=0, description="Seconds after which a search is given up")


class LlmTable(KindTable):
    """Language models; with none selected the run is extractive."""

    use: Names = Field([], description="The chain of models, in order; empty: extractive, no model at all")
    thinking: str = Field("", description="Instance for planning and writing; empty: the first of use")
    task: str = Field("", description="Instance for reading and reflecting; empty: the first of use")
    max_concurrent: int = Field(200, ge=1, le=10_000, description="Calls to one instance at once, over all runs of the process")
    deadline: float = Field(
        600.0, gt=0, description="Seconds one call may take, unless the model's own timeout is longer; then the next one is asked"
    )

    def roles(self) -> list[str]:
        return [name for name in (self.thinking, self.task) if name]


class SandboxTable(KindTable):
    """Where chart code runs."""

    use: Names = Field(["docker-persistent", "docker-ephemeral", "bubblewrap"], description="The first that works is used")
    compute_timeout: float = Field(60.0, gt=0, description="Seconds one chart may take")
    max_chart_failures: int = Field(2, ge=1, description="Failed charts in a row after which the rest is skipped")


class ClarifyTable(KindTable):
    """Who decides whether a question is clear."""

    use: Names = Field(["adaptive"], description="The first is used")
    max_rounds: int = Field(3, ge=0, le=3, description="Questions at most before research starts with stated assumptions")
    deadline: float = Field(120.0, gt=0, description="Seconds a clarifier may think before the next one is asked")


class VerifyTable(KindTable):
    """Who checks the report."""

    use: Names = Field(["citations", "grounding", "judge"], description="All of them are asked")
    deadline: float = Field(600.0, gt=0, description="Seconds a verifier may take for its word on the report")


class RenderTable(KindTable):
    """The forms the report is written in."""

    use: Names = Field(["markdown"], description="All of them are written; markdown is always among them")
    deadline: float = Field(120.0, gt=0, description="Seconds a renderer may take for its file")


class ReadTable(KindTable):
    """Who reads which content type."""

    use: Names = Field(["html", "pdf", "docx", "csv", "xlsx", "pptx", "text"], description="Asked in order")


class FetchTable(KindTable):
    """Reader fallbacks: who brings a page that was blocked or came without text."""

    use: Names = Field([], description="Asked in order, each only where those before it failed; empty: none is asked")
    max_pages: int = Field(10, ge=0, le=1000, description="Pages of a run that fallbacks are asked for at most")
    deadline: float = Field(40.0, gt=0, description="Seconds one fallback may take for a page, parsing included")


class HooksTable(KindTable):
    """Plugins that change what happens."""

    use: Names = Field(["cjk-fonts"], description="Registered in order; the first is innermost")


class Cache(Table):
    """Lifetimes in seconds of what may be used again by another run; 0 is never. Runs that need the same at once ask once."""

    enabled: bool = Field(True, description="Off: nothing is taken from other runs")
    folder: Path | None = Field(None, description="Where it is kept; unset: the user's cache folder")
    search: float = Field(3600, ge=0, description="Search results")
    model: float = Field(0, ge=0, description="Model answers")
    plan: float = Field(1800, ge=0, description="Report plans")
    page: float = Field(86400, ge=0, description="Pages")


class Output(Table):
    """What is written, and where."""

    root: Path = Field(Path("logs"), description="Folder of research_data/ and reports/")
    images: bool = Field(True, description="Show the images of cited sources as links")
    references: bool = Field(True, description="Write the reference list; off: citations become links")
    resources: bool = Field(False, description="Also copy the text of the sources beside the exported report")


class Context(Table):
    """What prompts carry beside their own data (S3-8)."""

    append_only: bool = Field(False, description="What was learned so far opens every prompt, and only grows at its end")
    recitation: bool = Field(False, description="The stages done and to do end every prompt")
    keep_errors: bool = Field(True, description="What failed before stays visible to later steps")
    tell_mask: bool = Field(False, description="Tell the model which tools the stage has; they are enforced in any case")


class Web(Table):
    """How pages are read."""

    robots: bool = Field(True, description="Respect robots.txt")
    allow_hosts: Names = Field([], description="Private hosts that may be read all the same (metadata addresses never)")
    page_deadline: float = Field(20.0, gt=0, description="Seconds one page may take, from name lookup to last byte")
    max_page_bytes: int = Field(8_388_608, ge=1024, description="Bytes taken from one page at most")
    round_deadline: float = Field(30.0, gt=0, description="Seconds after which a round goes on without its stragglers")


class Settings(BaseSettings):
    """All settings of dr."""

    model_config = SettingsConfigDict(
        env_prefix="DR_",
        env_nested_delimiter="__",
        extra="forbid",
        nested_model_default_partial_update=True,
        validate_default=True,
    )
    machine: str = Field("", description='A StateMachine to use instead: a dr.machine plugin or "package.module:Class"')
    prompts: Place | None = Field(None, description="Folder whose prompt files replace the bundled ones of the same name")
    prices: Place | None = Field(None, description="File of model prices that go before the bundled ones")
    research: Research = Research()
    budget: Budget = Budget()
    search: SearchTable = SearchTable()
    llm: LlmTable = LlmTable()
    sandbox: SandboxTable = SandboxTable()
    clarify: ClarifyTable = ClarifyTable()
    verify: VerifyTable = VerifyTable()
    render: RenderTable = RenderTable()
    read: ReadTable = ReadTable()
    fetch: FetchTable = FetchTable()
    hooks: HooksTable = HooksTable()
    cache: Cache = Cache()
    output: Output = Output()
    web: Web = Web()
    context: Context = Context()

    if TYPE_CHECKING:  # a table may be given as a dictionary, and everything may be left out; no checker can see that by itself

        def __init__(
            self,
            *,
            machine: str = ...,
            prompts: Path | str | None = ...,
            prices: Path | str | None = ...,
            research: Research | dict[str, Any] = ...,
            budget: Budget | dict[str, Any] = ...,
            search: SearchTable | dict[str, Any] = ...,
            llm: LlmTable | dict[str, Any] = ...,
            sandbox: SandboxTable | dict[str, Any] = ...,
            clarify: ClarifyTable | dict[str, Any] = ...,
            verify: VerifyTable | dict[str, Any] = ...,
            render: RenderTable | dict[str, Any] = ...,
            read: ReadTable | dict[str, Any] = ...,
            fetch: FetchTable | dict[str, Any] = ...,
            hooks: HooksTable | dict[str, Any] = ...,
            cache: Cache | dict[str, Any] = ...,
            output: Output | dict[str, Any] = ...,
            web: Web | dict[str, Any] = ...,
            context: Context | dict[str, Any] = ...,
        ) -> None: ...

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: type[BaseSettings], init_settings: PydanticBaseSettingsSource, *_others: Any, **_more: Any
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings,)  # the layers are merged by dr_core.layers, which remembers them

    @property
    def token_ceiling(self) -> int:
        """The ceiling for tokens: the budget's, else the preset's."""
        return self.budget.tokens if self.budget.tokens is not None else PRESETS[self.research.depth].tokens

    def with_ceilings(self, ceilings: Mapping[str, float]) -> Settings:
        """The same with these ceilings in place of its own."""
        return self.model_copy(update={"budget": self.budget.model_copy(update=dict(ceilings))}) if ceilings else self

    def table(self, kind: str) -> KindTable:
        """The table of one plugin kind."""
        found: KindTable = getattr(self, kind)
        return found
