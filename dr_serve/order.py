"""What a request may say. No path, command, key, address or setting is among it: those are the server's own."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError
from starlette.requests import ClientDisconnect, Request

from dr_core import Settings
from dr_serve.refusal import Refused

MOST_BYTES = 65_536

Line = Annotated[str, Field(max_length=300)]
Words = Annotated[str, Field(max_length=2000), Tag("words")]
Focuses = Annotated[list[Line], Field(max_length=5), Tag("focuses")]


def _kind(answer: Any) -> str:
    """Which of the two an answer is, so that what is wrong with it is told of that one alone."""
    return "focuses" if isinstance(answer, list) else "words"


class Body(BaseModel):
    """A body; what it does not know is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(Body):
    """A body that says nothing."""


class Order(Body):
    """A run to begin. ``ask``: whether its questions and its plan are put to the user."""

    question: str = Field(max_length=20_000)
    depth: Literal["quick", "standard", "deep"] | None = None
    length: Literal["brief", "standard", "full"] | None = None
    language: str = Field("", max_length=35)
    search: list[Line] | None = Field(None, max_length=50)
    ask: Literal["auto", "always", "never"] = "auto"

    def settings(self, allowed: Settings) -> dict[str, Any]:
        """What was ordered, to go over the server's settings, as far as they allow it."""
        engines, names = allowed.search.use, ("depth", "length", "language")
        research: dict[str, Any] = {name: given for name in names if (given := getattr(self, name))}
        values: dict[str, Any] = {"research": research}
        if self.depth and (most := allowed.research.max_iterations):
            wished = allowed.research.model_copy(update={"depth": self.depth, "max_iterations": None})
            research["max_iterations"] = min(wished.rounds, most)
        if self.search is not None:
            unknown = [name for name in self.search if name not in engines]
            if unknown or not self.search:
                what = f"there is no engine '{unknown[0]}' here" if unknown else "no engine is chosen"
                code = "engine_gone" if unknown else "no_engine"
                raise Refused(400, what, remedy=f"One or more of: {', '.join(engines)}", code=code)
            values["search"] = {"use": [name for name in engines if name in self.search]}
        return values


class Further(Body):
    """A run to go on with, and the higher ceilings that it is given; null leaves one as it is."""

    max_tokens: int | None = Field(None, ge=1)
    max_usd: float | None = Field(None, ge=0, allow_inf_nan=False)
    max_seconds: float | None = Field(None, gt=0, allow_inf_nan=False)
    max_searches: int | None = Field(None, ge=1)

    def ceilings(self) -> dict[str, float]:
        """Those that are given, by the names of the settings."""
        given = self.model_dump(exclude_none=True)
        return {name.removeprefix("max_"): value for name, value in given.items()}


class Answer(Body):
    """An answer to question ``number`` of a run: words, or (to a plan) the focuses; null takes it as it is."""

    number: int
    answer: Annotated[Words | Focuses, Discriminator(_kind)] | None = None


class Link(Body):
    """A file to be opened by the browser itself."""

    file: Line


B = TypeVar("B", bound=Body)


async def read_body(request: Request, kind: type[B]) -> B:
    """The body of a request; one that is too large or not of that kind is refused."""
    raw = bytearray()
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > MOST_BYTES:
                raise Refused(413, f"the body is larger than {MOST_BYTES // 1024} KiB", remedy="Ask in fewer words")
        return kind.model_validate(json.loads(raw))
    except ClientDisconnect:
        raise Refused(400, "the body did not come to its end", remedy="Send it again") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if not first["loc"]:
            raise Refused(400, "the body is not an object", remedy="Send a JSON object") from None
        where = ".".join(str(part) for part in first["loc"])[:80]
        raise Refused(400, f"{where}: {first['msg']}") from None
    except (ValueError, RecursionError):
        raise Refused(400, "the body is not JSON", remedy="Send a JSON object") from None
