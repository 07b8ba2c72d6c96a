"""Getting along with servers that do not know every parameter: what to leave out when one refuses, and what never helps."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple, get_args

from dr_core import ModelAnswer, ModelFailed, ModelRequest, NoSuchModel, TooLong
from dr_core.pattern import regex
from dr_plugins.llm._schema import instruction

Mode = Literal["schema", "tool", "json", "plain"]
"""Ways to a structured answer: the vendor's schemas, a forced tool call, the vendor's JSON mode, or words alone."""
MODES = frozenset(get_args(Mode))

_OVERFLOW = regex(
    r"context (?:length|size|window|limit)|maximum context|too long|request too large|inputs`? tokens \+"
    r"|too many (?:input )?tokens|exceeds? .{0,40}context"
    r"|token count.{0,40}exceeds|exceeds? the maximum (?:number of )?(?:input )?tokens|range of input length"
    r"|reduce the length|exceeds? (?:the )?max(?:imum)?(?: input)? length|prompt.{0,40}exceed",
    re.IGNORECASE,
)
_TAKES = regex(
    r"(?:context (?:length|size|window)|maximum|limit|allowed|<=|>|input length should be \[\d+,)"
    r"\D{0,24}?(\d[\d,]{2,})(?![\d,]* \+)"
    r"|(\d[\d,]{2,}) (?:tokens? )?max(?:imum)?\b",
    re.IGNORECASE,
)
"""Where a service names what the model takes."""
_FLAGGED = regex(
    r"inappropriate|flagged|moderation|content[_ -]?(?:policy|filter|management|safety)|inspection|sensitive|safety",
    re.IGNORECASE,
)
_SHAPE = regex(
    r"format|schema|tool|function|json|structured|grammar|guided|constrain|sampler|output_config|mime|\bmode\b", re.IGNORECASE
)
_LOADING = regex(r"loading.{0,20}model|model.{0,80}(?:loading|being loaded|warming up)", re.IGNORECASE)
_VAGUE = regex(
    r"(?:bad|invalid|malformed|unprocessable)(?: \w+)?|(?:an? )?(?:unknown )?(?:error|failure)|request contains"
    r"|(?:input )?validation",
    re.IGNORECASE,
)
"""A refusal that names nothing begins like this; it is short."""
_NO_MODEL = regex(
    r"model.{0,80}(?:not (?:found|exist)|n.t exist|unknown)|(?:no such|unknown|not a valid) model"
    r"|invalid[ _]model(?::| id| name|$)|unexpected endpoint|HTTP request (?:was sent )?to (?:an )?HTTPS"
    r"|模型.{0,80}(?:不存在|找不到|未找到)|(?:找不到|没有找到|無此|无此|无效的?|無效的?)模型",
    re.IGNORECASE,
)
_NO_ROUTE = regex(r"no endpoints found that (?:support|can handle)", re.IGNORECASE)
"""A gateway's 404: it has the model, and nobody who serves it takes what was asked along with it."""
_UNKNOWN = regex(
    r"unknown|unsupported|unrecogni[sz]ed|unexpected|not (?:supported|permitted|allowed|recogni[sz]ed|known)"
    r"|does(?: not|n't) support|extra (?:inputs|fields)|extra_forbidden|additional propert|deprecated|no longer|instead",
    re.IGNORECASE,
)
_TOO_LARGE = regex(r"large|at most|less than|maximum|range|exceed|limit|greater|between|>|<=|up to|higher|above")
_LEAST_CAP = 16
_CAPS = frozenset({
    "max_tokens", "max_completion_tokens", "max_new_tokens", "max_output_tokens", "maxoutputtokens", "max_tokens_to_sample",
    "max_gen_len", "max_length", "num_predict", "n_predict",
})  # fmt: skip
"""What services call the limit of an answer's length."""
_NAMED = {
    "invalid_api_key": 401, "authentication_error": 401, "unauthorized": 401, "unauthenticated": 401, "billing_error": 402,
    "insufficient_credits": 402, "insufficient_balance": 402, "permission_error": 403, "permission_denied": 403,
    "insufficient_quota": 429, "rate_limit_error": 429, "rate_limit_exceeded": 429, "resource_exhausted": 429,
    "too_many_requests": 429, "not_found_error": 404, "model_not_found": 404,
}  # fmt: skip
"""What services call an error that has a status of HTTP, where it comes within an answer that began well."""
_SECRET = regex(r"key|token(?!s)|secret|passw|auth|credential|cookie|signature", re.IGNORECASE)


class Plan(NamedTuple):
    """How a request is put: the way to a structured answer, and the parameters that this server is known to refuse."""

    mode: Mode
    without: frozenset[str]
    most: int = 0
    """The longest answer that the server allows, where it has said so."""


class Refused(Exception):
    """The server took exception to the request itself; nothing was generated, so asking again pays nothing twice."""

    def __init__(self, said: str, status: int) -> None:
        super().__init__(said)
        self.said = said
        self.status = status

    def named_cap(self, names: Collection[str], asked: int) -> int:
        """The most tokens that the server says an answer may have, where it found ``asked`` too many; else 0."""
        said = self.said.lower()
        if self.status not in (400, 422) or _OVERFLOW.search(said) or not any(name in said for name in names):
            return 0
        if not _TOO_LARGE.search(said):
            return 0
        numbers = [int(number.replace(",", "")) for number in re.findall(r"(?<![\w.-])\d[\d,]*(?![\w-])", said)]
        fitting = [number for number in numbers if _LEAST_CAP <= number < asked]
        return max(fitting, default=0) - ("exclusive" in said and bool(fitting))

    def to_blame(
        self,
        plan: Plan,
        sent: Collection[str],
        droppable: Mapping[str, tuple[str, ...]],
        caps: Collection[str],
        may_step: bool,
    ) -> str:
        """The parameter or the mode to do without next time, or nothing where asking again would not help."""
        said = self.said.lower()
        no_route = self.status == 404 and bool(_NO_ROUTE.search(said))
        if not no_route and self.status not in (400, 422, 501):
            return ""
        if any(cause.search(said) for cause in (_OVERFLOW, _NO_MODEL, _FLAGGED)):
            return ""
        for parameter, names in droppable.items():
            if parameter in caps and not _UNKNOWN.search(said):
                continue  # a limit whose value it does not like is no reason to ask without any
            if parameter in sent and parameter not in plan.without and any(name in said for name in names):
                return parameter
        # A shape it cannot do is the likeliest cause where the server names none, or a parameter that is none of ours to drop.
        blamed = no_route or self.status == 501 or _SHAPE.search(said) or _UNKNOWN.search(said) or self._names_nothing()
        return plan.mode if blamed and may_step and plan.mode != "plain" else ""

    def _names_nothing(self) -> bool:
        words = self.said.partition("):")[2].split()  # behind our own "name refused the request (400):"
        return len(words) <= 2 or (len(words) <= 6 and bool(_VAGUE.match(" ".join(words))))

    def failure(self, name: str, missing: str) -> ModelFailed:
        """The error for a refusal that nothing helps against; ``missing`` is the remedy where there is no such model."""
        found = failure_of(name, self.status, self.said, missing)
        found.retryable = False  # the same request would be refused again
        return found


def code_in(error: Mapping[str, Any]) -> tuple[int | None, str]:
    """The status of HTTP that an error within an answer has, or goes by the name of, and that name."""
    told = [str(error.get(key) or "").lower() for key in ("code", "type", "status")]
    named = next((name for name in told if name in _NAMED), "")
    number = next((int(value) for value in told if re.fullmatch(r"[45]\d\d", value)), None)
    return number or _NAMED.get(named), named


def failure_of(name: str, status: Any, said: str, missing: str) -> ModelFailed:
    """What an error of a service stands for, by its code and its words."""
    if is_too_long(status, said):
        return too_long(name, said)
    return NoSuchModel(said, remedy=missing) if is_missing(status, said) else ModelFailed(said)


def is_too_long(status: Any, said: str) -> bool:
    """Whether an error says that the prompt is more than the model takes."""
    return status == 413 or bool(_OVERFLOW.search(said))


def too_long(name: str, said: str) -> TooLong:
    """The error for such a prompt, with the number that the service names, if any."""
    found = _TAKES.search(said)
    takes = int((found[1] or found[2]).replace(",", "")) if found else 0
    return TooLong(said, takes=takes, remedy=f"Set context_tokens of {name} to {takes or 'what the model takes'}")


def is_loading(status: int, said: str) -> bool:
    """Whether a server is there, and has its model not ready yet."""
    return status == 503 and bool(_LOADING.search(said))


def is_missing(status: Any, said: str) -> bool:
    """Whether an error says that there is no such model at the service, or no service at the address."""
    return status in (404, 405) or bool(_NO_MODEL.search(said))


def secrets_in(extra: Mapping[str, Any], named: bool = False) -> tuple[str, ...]:
    """The texts in a table of parameters that stand under a name for a secret, at any depth."""
    found: list[str] = []
    for key, value in extra.items():
        secret = named or bool(_SECRET.search(str(key)))
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, Mapping):
                found += secrets_in(each, secret)
            elif isinstance(each, str) and secret and len(each) >= 4:
                found.append(each)
    return tuple(sorted(found, key=len, reverse=True))


def cap_in(extra: Mapping[str, Any]) -> int:
    """The limit of an answer's length that the user has put into ``extra``; 0 where there is none."""
    found = [value for key, value in extra.items() if key.lower() in _CAPS and isinstance(value, int) and value > 0]
    return max([*found, *(cap_in(value) for value in extra.values() if isinstance(value, Mapping))], default=0)


def ignored_shape(plan: Plan, answer: ModelAnswer) -> bool:
    """Whether the server took a request for a shape and paid no attention to it, as some do."""
    if plan.mode == "plain" or answer.stop == "refusal":
        return False
    if not answer.text.strip():  # DeepSeek blanks out what is not quite JSON, and we could have mended
        return plan.mode == "json" and answer.stop == "end"
    if answer.stop == "length":
        return answer.text.lstrip()[0] not in "{["
    try:
        json.loads(answer.text)
    except ValueError:
        return True
    return False


def worded(request: ModelRequest, in_words: bool) -> list[tuple[str, str]]:
    """(role, content) of the messages. Words that ask for the shape stand at the end of the last message, so that the beginning
    stays the same from call to call and a service can reuse it; where the prompt has the schema already there are none."""
    messages = [(str(message.role), message.content) for message in request.messages]
    if request.answer_schema is not None and in_words and messages:
        role, content = messages[-1]
        if not any(json.dumps(request.answer_schema, ensure_ascii=False) in text for _, text in messages):
            messages[-1] = (role, f"{content}\n\n{instruction(request.answer_schema)}")
    return messages


def apart(messages: list[tuple[str, str]]) -> tuple[str, list[tuple[str, str]]]:
    """(system, the rest), for vendors that take them apart and refuse an empty rest: a lone system message is the question."""
    system = "\n\n".join(content for role, content in messages if role == "system")
    rest = [(role, content) for role, content in messages if role != "system"]
    return (system, rest) if rest else ("", [("user", system)])


def merged(body: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """``body`` with ``extra`` laid over it, tables into tables; None takes a parameter out."""
    result = dict(body)
    for key, value in extra.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(result.get(key), Mapping):
            result[key] = merged(result[key], value)
        else:
            result[key] = value
    return result
