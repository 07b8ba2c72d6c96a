"""Gathers an answer from its pieces, whatever the vendor's format, and passes them on as they come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeGuard

from dr_core import BadAnswer, Delta, ModelAnswer, ModelFailed, OnDelta, ProviderError, Usage
from dr_plugins.llm._think import ThinkSplitter, split_stray

Stop = Literal["end", "length", "refusal"]
CHARACTERS_PER_TOKEN = 40
"""More than any tokenizer packs into a token: an answer past this times the tokens it may have is one that does not stop."""
MOST_TOKENS = 10**9
"""More than any model reads or writes in one call; who tells of more does not count."""
MOST_USD = 1e6
"""More than any call costs."""

_OF_MODELS = {"choices", "candidates", "content", "model", "object", "usage", "usageMetadata"}
"""What stands in the answers of models, and beside their failures."""
_WELL = {"", "0", "200", "none", "ok", "success", "healthy", "up", "running", "alive", "true"}
"""Codes, in whatever form, by which a service says that nothing is wrong."""


@dataclass
class Collector:
    """One answer in the making. ``stop`` stays None until the vendor has said that the answer is over."""

    name: str
    on_delta: OnDelta | None
    ceiling: int
    tool: bool = False
    """Whether the answer is expected as the arguments of a tool call; words beside it are then kept only if no call comes."""

    shaped: bool = False
    """Whether JSON was asked for."""

    model: str = ""
    stop: Stop | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    usd: float | None = None
    failure: ModelFailed | None = None
    """Why the service gave the answer up, where it goes on to say what it cost."""
    reason: str = ""
    """The vendor's word for why it stopped, where that comes before the end itself."""
    began: bool = False
    """Whether the service has taken the request: from then on it may cost something."""
    secrets: tuple[str, ...] = ()
    """What the request carried that must not be quoted."""
    _text: list[str] = field(default_factory=list)
    _reasoning: list[str] = field(default_factory=list)
    _beside: list[str] = field(default_factory=list)
    _size: int = 0
    _counted: bool = False
    """Whether the service has counted what it wrote, and not only what it read."""
    _splitter: ThinkSplitter = field(default_factory=ThinkSplitter)
    _halves: dict[str, str] = field(default_factory=dict)
    """The first half of a character at the end of a piece, by where it came; the other half comes with the next one."""

    def add_text(self, text: str) -> None:
        """A piece of the answer as the model wrote it, ``<think>`` blocks and all."""
        self._feed(self._whole("text", text))

    def add_reasoning(self, text: str) -> None:
        """A piece of reasoning that the vendor already keeps apart."""
        if text := self._whole("reasoning", text):
            self._emit("reasoning", text)

    def add_arguments(self, text: str) -> None:
        """A piece of the arguments of the tool call: they are the answer."""
        if text := self._whole("arguments", text):
            self._emit("text", text)

    def refuse(self, text: str = "") -> None:
        """The vendor says that the model refused; its words, if any, are the text."""
        self.add_text(text)
        self.stop = "refusal"

    def quoted(self, error: Any, otherwise: str = "no reason given") -> str:
        """A service's words about an error, on one line and without the secrets of the request."""
        from dr_core.web.redact import message, tidy  # imported here: it brings the web client's modules

        said = words(error) or message(json.dumps(error)) or words(table(error).get("type")) or otherwise
        return tidy(said, self.secrets)

    def unlike(self, value: Mapping[str, Any], missing: str) -> ProviderError:
        """The error for a whole answer that is none; what it says is quoted: some have their errors in a form of their own. One
        that tells of no failure, and has nothing of what a model's answer has, is another service's."""
        self.began = bool({"usage", "usageMetadata"} & value.keys())  # else nobody has counted, or written, anything
        said = self.quoted(value, otherwise="")
        about = f": {said}" if said else ""
        if value and not (_OF_MODELS & value.keys() or _tells_failure(value)):
            from dr_core.web import ELSEWHERE  # imported here: it brings the web client's modules

            return BadAnswer(f"{self.name} answered with JSON of another service, without {missing}{about}", remedy=ELSEWHERE)
        return ModelFailed(f"{self.name} answered without {missing}{about}", remedy=f"Check base_url in [llm.{self.name}]")

    def count_usage(
        self, prompt: Any = None, completion: Any = None, cached: Any = None, written: Any = None, *, last: bool = False
    ) -> None:
        """Numbers from the wire; what is no number is left out. Vendors send them more than once, the last ones count.
        A prompt does not shrink: servers that count it at the beginning may say 0 at the end. ``last``: nothing was written
        after this count."""
        if is_count(prompt):
            self.prompt_tokens = max(prompt, self.prompt_tokens or 0)
        if is_count(completion):
            self.completion_tokens = completion
            self._counted = last or self._size > 0
        if is_count(cached):
            self.cached_tokens = cached
        if is_count(written):
            self.cache_write_tokens = written

    def used(self) -> Usage | bool:
        """What an answer that broke off cost: the service's count, True where there is none, False where nothing was begun."""
        if not self._counted or not self.prompt_tokens or self.completion_tokens is None:
            return self.began or self._size > 0 or self.prompt_tokens is not None
        return self._usage(self.prompt_tokens, self.completion_tokens, counted=True)

    def answer(self, model: str, prompt_text: str) -> ModelAnswer:
        """The whole answer. A stream that ended without saying so is a failure: half an answer looks like a whole one."""
        if self.failure is not None:
            raise self.failure
        self._end_halves()
        for piece in self._splitter.finish():
            self._put(piece.kind, piece.text)
        if self.stop is None:
            raise ModelFailed(f"{self.name}: the answer broke off before its end")
        if self.tool and not self._text and self._beside:
            self._emit("text", "".join(self._beside))
        text, reasoning = "".join(self._text), "".join(self._reasoning)
        if not reasoning:
            reasoning, text = split_stray(text, self.shaped)
        from dr_core.text import estimate_tokens  # imported here: most services count themselves

        # nothing is read or written for 0 tokens: who says so does not count
        prompt = self.prompt_tokens or estimate_tokens(prompt_text)
        completion = self.completion_tokens or estimate_tokens(text + reasoning)
        usage = self._usage(prompt, completion, counted=(self.prompt_tokens, self.completion_tokens) == (prompt, completion))
        from dr_core.web import well_formed  # imported here: it brings the web client's modules

        named = well_formed(self.model) or model
        return ModelAnswer(text=text, model=named, reasoning=reasoning, stop=self.stop, usage=usage)

    def _usage(self, prompt: int, completion: int, *, counted: bool) -> Usage:
        return Usage(
            prompt_tokens=prompt,
            completion_tokens=completion,
            cached_tokens=min(self.cached_tokens, prompt),
            cache_write_tokens=min(self.cache_write_tokens, prompt),
            estimated=not counted,
            usd=self.usd,
        )

    def _feed(self, text: str) -> None:
        for piece in self._splitter.feed(text):
            self._put(piece.kind, piece.text)

    def _whole(self, source: str, text: str) -> str:
        """A piece in whole characters: servers cut a stream anywhere, also between the two halves of an emoji."""
        self._count(text)
        text = self._halves.pop(source, "") + text
        if text.isascii():
            return text
        from dr_core.web import is_high_half, well_formed  # imported here: it brings the web client's modules

        if is_high_half(text[-1]):
            self._halves[source], text = text[-1], text[:-1]
        return well_formed(text)

    def _end_halves(self) -> None:
        """A half whose other one never came."""
        halves, self._halves = self._halves, {}
        if "reasoning" in halves:
            self._emit("reasoning", "\ufffd")
        if "arguments" in halves:
            self._emit("text", "\ufffd")
        if "text" in halves:
            self._feed("\ufffd")

    def _put(self, kind: Literal["text", "reasoning"], text: str) -> None:
        if self.tool and kind == "text":
            self._beside.append(text)
        else:
            self._emit(kind, text)

    def _emit(self, kind: Literal["text", "reasoning"], text: str) -> None:
        (self._text if kind == "text" else self._reasoning).append(text)
        if self.on_delta:
            self.on_delta(Delta(kind=kind, text=text))

    def _count(self, text: str) -> None:
        self._size += len(text)
        if self._size > self.ceiling * CHARACTERS_PER_TOKEN + 4096:
            raise ModelFailed(f"{self.name}: the answer does not stop ({self._size:,} characters for {self.ceiling:,} tokens)")


def _tells_failure(value: Mapping[str, Any]) -> bool:
    """Whether JSON of whatever form says that something went wrong."""
    if any(value.get(name) is False for name in ("success", "ok")) or any("err" in name.lower() for name in value):
        return True
    codes = (value[name] for name in ("code", "status", "status_code", "statusCode") if name in value)
    return any(str(code).lower() not in _WELL for code in codes)


def is_count(value: Any) -> TypeGuard[int]:
    """Whether ``value`` is a number of tokens that a call can have."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS


def table(value: Any, *keys: str) -> Mapping[str, Any]:
    """``value[key]…`` where that is an object all the way down, else an empty one: nothing on a wire is taken on trust."""
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def words(value: Any) -> str:
    """``value`` if it is text, else nothing."""
    return value if isinstance(value, str) else ""
