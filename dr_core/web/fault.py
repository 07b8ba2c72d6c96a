"""What went wrong at a provider, in words of our own error tree.

``provider_errors(name)`` goes around the calls of a provider; ``raise_for_status(name, response)`` reads a finished answer. The
service's own message is kept where it helps, shortened to one line, and whatever secret the request carried is cut out of it:
services like to quote the key they refuse.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, NoReturn

from dr_core.errors import AuthFailed, BadAnswer, Blocked, DRError, ProviderError, QuotaSpent, RateLimited, Unreachable
from dr_core.pattern import regex
from dr_core.web.redact import looks_like_json, message, secrets_of, tidy
from dr_core.web.wall import bot_wall

if TYPE_CHECKING:
    import httpx

_DAY = 86_400.0

# Wording that says the account is empty; "quota" alone also stands in messages about requests per minute.
_SPENT = regex(
    r"insufficient[_ ](?:quota|balance|credit|fund)|(?:not (?:have )?enough|no more|out of)[_ ](?:credit|money|balance|search)"
    r"|credit balance is too low|quota_limited|plan(?:'s)?(?: set)? (?:usage )?limit|usage limit (?:for|of|exceeded)"
    r"|(?:monthly|billing)[^.]{0,30}(?:limit|quota)|payment required|exceeded_current_quota"
    r"|balance is (?:insufficient|not enough)|free tier[^.]{0,40}exhausted|\barrear(?:s\b|age)|account[_ ]?(?:is )?overdue"
    r"|(?:余额|餘額|额度|額度|点数|點數|残高|クレジット)[^。，、]{0,6}(?:不足|用完|用尽|用盡|耗尽|耗盡)|欠费|欠費"
    r"|(?:잔액|크레딧|잔고)[^.]{0,8}(?:부족|소진|없)",
    re.IGNORECASE,
)
# Wording that says so unless the service also names a time to wait: then the same words are about a window of time.
_SPENT_FOR_NOW = regex(
    r"quota[^.]{0,60}(?:plan and billing|used up|exhausted|depleted|per[_ ]?day|daily)|(?:daily|free)[^.]{0,30}quota"
    r"|(?:per[_ ]?day|daily)[^.]{0,60}quota|no quota|out of quota|quota (?:is|has) (?:been )?(?:spent|reached zero)",
    re.IGNORECASE,
)
_PER_MINUTE = regex(r"\brates?\b|rate[_ -]?limit|per[_ -]?(?:min|sec|hour)|\b[rt]p[ms]\b|throttl", re.IGNORECASE)
_FLAGGED = regex(
    r"flagged|moderation|content[_ -]?(?:policy|filter|management|safety)|inappropriate|usage polic"
    r"|safety (?:system|filter|reason)",
    re.IGNORECASE,
)
# A token is a key in the singular only: "invalid max_tokens" is about the length of an answer.
_KEY_WORDING = regex(
    r"(?:api[_ -]?keys?|(?:\b|access_|auth_)token\b|credentials?)[^.]{0,40}(?:invalid|not valid|incorrect|expired|missing)"
    r"|(?:invalid|incorrect|missing|expired)[^.]{0,20}(?:api[_ -]?key|(?:\b|access_|auth_)token\b|credential)",
    re.IGNORECASE,
)

_FORWARDS = regex(
    r"squid|zscaler|blue ?coat|proxysg|forcepoint|websense|mcafee|skyhigh|fortigate|fortinet|tinyproxy|privoxy", re.IGNORECASE
)
"""Servers that stand between a network and the world: no service has one of these before it."""
_BEFORE = regex(r"google|varnish|vegur|cloudfront|akamai|fastly|cloudflare|envoy|kong|nginx|caddy|haproxy", re.IGNORECASE)
"""Those that stand before a service, and belong to it."""
LATER = "Try again in a while, or use another service; where it is a server of your own, its log says why"
SLOWER = "Wait a while, use another service, or ask less at once (llm.max_concurrent, search.max_concurrent_per_engine)"
CUT = "Try again; where it goes on, check the network and the proxy, and whether a server of your own still runs"

_ELSEWHERE = regex(r"(?<=//)[^/@]*@|[?#].*")
"""What is not told of an address that a service sends us to."""


@contextmanager
def provider_errors(name: str) -> Iterator[None]:
    """Turn what httpx and JSON raise inside the block into ``ProviderError``s that name the provider."""
    # Imported here: httpx costs 0.1 s. Whoever enters this block is about to use it.
    from dr_core.web.lean import httpx

    try:
        yield
    except DRError:
        raise
    except httpx.HTTPStatusError as exc:
        raise_for_status(name, exc.response)
        raise ProviderError(f"{name} answered {exc.response.status_code}") from None  # its text holds the URL, keys and all
    except httpx.TimeoutException as exc:
        if isinstance(exc, httpx.ConnectTimeout):
            raise Unreachable(f"{name} could not be reached in time ({_kind(exc)})") from exc
        raise ProviderError(f"{name} did not answer in time ({_kind(exc)})") from exc
    except TimeoutError as exc:
        raise ProviderError(f"{name} did not answer in time") from exc
    except (httpx.RemoteProtocolError, httpx.DecodingError, httpx.TooManyRedirects) as exc:
        if "without sending a response" in str(exc):  # a kept connection that the service closed just as it was used again
            raise ProviderError(f"{name} closed the connection without an answer", remedy=CUT) from exc
        raise BadAnswer(f"{name} broke off or answered in broken HTTP ({_kind(exc)})") from exc
    except httpx.ConnectError as exc:
        raise Unreachable(f"{name} could not be reached: {tidy(str(exc))}", remedy="Check the network and base_url") from exc
    except httpx.ProxyError as exc:
        raise Unreachable(f"{name} could not be reached: the proxy says {tidy(str(exc))}", remedy="Check the proxy") from exc
    except httpx.TransportError as exc:
        raise ProviderError(f"{name}: the connection was cut ({_kind(exc)})", remedy=CUT) from exc
    except (httpx.InvalidURL, httpx.RequestError, httpx.StreamError) as exc:
        raise BadAnswer(f"{name} cannot be asked ({_kind(exc)})", remedy="Check base_url") from exc
    except (json.JSONDecodeError, UnicodeDecodeError) as exc:
        raise BadAnswer(f"{name} did not answer in JSON") from exc


def raise_for_status(name: str, response: httpx.Response, body: bytes | None = None) -> None:
    """Nothing for a 2xx answer; otherwise the error of our tree that fits. ``body`` is for streams, read apart."""
    status = response.status_code
    if 200 <= status < 300:
        return
    if body is None:
        body = response.content if response.is_stream_consumed or response.is_closed else b""
    headers = {key.lower(): value for key, value in response.headers.items()}
    raise_for(name, status, headers, body, secrets_of(response))


def raise_for(name: str, status: int, headers: Mapping[str, str], body: bytes, secrets: tuple[str, ...] = ()) -> NoReturn:
    """Raise the error that a failed answer (3xx to 5xx) stands for."""
    text = body[:65_536].decode("utf-8", "replace")
    said = tidy(message(text), secrets)
    because = f": {said}" if said else ""
    wait = retry_after(headers, text)
    wall = bot_wall(status, headers, body) if status in (403, 429, 503) and not looks_like_json(text) else ""
    if wall:
        raise Blocked(f"{name} answered {status} with a bot wall ({wall})")
    if status == 402 and wait and "retry-after" in headers:  # OpenRouter: too much under way at once for what is left
        raise RateLimited(f"{name} asks to wait ({status}){because}", retry_after=wait)
    if status in (402, 432, 433) or (400 <= status < 500 and _is_spent(status, f"{text}\n{said}", wait)):
        raise QuotaSpent(f"{name} has no quota left ({status}){because}", remedy="Top up the account or use another provider")
    if status == 429 or (status == 403 and (headers.get("x-ratelimit-remaining") == "0" or "rate limit" in text[:2000].lower())):
        raise RateLimited(f"{name} asks to slow down ({status}){because}", remedy="" if said else SLOWER, retry_after=wait)
    if status == 403 and _FLAGGED.search(text[:4000]):
        raise BadAnswer(f"{name} refused what it was asked ({status}){because}")
    if status == 407 or (status == 403 and not looks_like_json(text) and _is_of_proxy(headers)):
        raise Unreachable(f"{name} could not be reached: the proxy says {status}{because}", remedy="Check the proxy")
    if status in (401, 403) or (status in (400, 422) and _KEY_WORDING.search(said)):
        between = "" if status != 403 or looks_like_json(text) else _between(headers, secrets)
        # in the message: the remedy is where the key comes from, which whoever asked knows
        who = f"{name}, or the proxy on the way ({between})," if between else name
        raise AuthFailed(f"{who} refused the key ({status}){because}")
    if status >= 500 or status in (408, 425):
        remedy = "" if said else LATER
        if wait is not None and status in (503, 529):
            raise RateLimited(f"{name} is overloaded ({status}){because}", remedy=remedy, retry_after=wait)
        failed = "is overloaded" if status == 529 else "failed"  # Anthropic's word for it
        raise ProviderError(f"{name} {failed} ({status}){because}", remedy=remedy)
    if status < 400:
        there = tidy(_ELSEWHERE.sub("", headers.get("location", "")), secrets)
        to = f" to {there}" if there else ""
        raise BadAnswer(f"{name} answered with a redirect ({status}){to}", remedy="Check base_url: keys are not sent elsewhere")
    raise BadAnswer(f"{name} refused the request ({status}){because}")


def _is_of_proxy(headers: Mapping[str, str]) -> bool:
    """Whether a refusal comes from a proxy on the way, and not from the service: it says so in headers that only those send."""
    told = any(name in headers for name in ("x-squid-error", "proxy-authenticate", "proxy-connection"))
    denied = "error=" in headers.get("proxy-status", "")
    return told or denied or bool(_FORWARDS.search(f"{headers.get('server', '')} {headers.get('via', '')}"))


def _between(headers: Mapping[str, str], secrets: tuple[str, ...]) -> str:
    """Who has handed an answer on and may be no part of the service; empty where nobody says so."""
    via = headers.get("via", "")
    return "" if _BEFORE.search(f"{headers.get('server', '')} {via}") else tidy(via, secrets)


def _is_spent(status: int, text: str, wait: float | None) -> bool:
    """Whether the account is empty. "Quota" alone does not say so: services also call a limit per minute one."""
    if _SPENT.search(text):
        return True
    return status == 429 and wait is None and bool(_SPENT_FOR_NOW.search(text)) and not _PER_MINUTE.search(text)


def retry_after(headers: Mapping[str, str], text: str = "") -> float | None:
    """The seconds a service asks to wait (at most a day): ``Retry-After``, ``x-ratelimit-reset``, or Google's ``retryDelay``."""
    value = headers.get("retry-after", "").strip()
    if value:
        seconds = _number(value)
        if seconds is None:
            try:
                seconds = parsedate_to_datetime(value).timestamp() - _now(headers)
            except (ValueError, TypeError, OverflowError):
                seconds = None
        if seconds is not None:
            return min(max(seconds, 0.0), _DAY)
    if (ms := _number(headers.get("retry-after-ms", ""))) is not None:
        return min(max(ms / 1000, 0.0), _DAY)
    if (seconds := _reset(headers)) is not None:
        return seconds
    found = re.search(r'"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s"', text)
    return min(float(found[1]), _DAY) if found else None


def _reset(headers: Mapping[str, str]) -> float | None:
    """``x-ratelimit-reset``: seconds from now, or a moment in seconds or milliseconds; a list has one per window (Brave)."""
    resets = [_number(part) for part in headers.get("x-ratelimit-reset", "").split(",")]
    remaining = [_number(part) for part in headers.get("x-ratelimit-remaining", "").split(",")]
    if len(resets) > 1 and len(remaining) == len(resets):  # wait for the windows that are used up
        resets = [reset for reset, left in zip(resets, remaining, strict=True) if left == 0] or resets[:1]
    waits = [_from_now(reset, _now(headers)) for reset in resets if reset is not None]
    return min(max(waits), _DAY) if waits else None


def _from_now(value: float, now: float) -> float:
    if value > 1e12:
        value /= 1000
    return max(value - now, 0.0) if value > 1e9 else max(value, 0.0)


def _now(headers: Mapping[str, str]) -> float:
    """The moment of the answer by the service's own clock, from which it counts; by ours where it does not say."""
    try:
        return parsedate_to_datetime(headers.get("date", "")).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return time.time()


def _number(text: str) -> float | None:
    try:
        value = float(text.strip())
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _kind(exc: BaseException) -> str:
    return type(exc).__name__
