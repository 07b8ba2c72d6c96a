"""The way to a server that is asked over HTTP: its key, its client, and errors that say where it was asked and what to change."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from dr_core import (
    AuthFailed,
    BadAnswer,
    ModelFailed,
    ModelProvider,
    NoSuchModel,
    ProviderError,
    QuotaSpent,
    RateLimited,
    Unreachable,
)
from dr_core.pattern import regex
from dr_plugins._service import HttpService
from dr_plugins.llm._adapt import Refused, is_loading, secrets_in
from dr_plugins.llm._address import remedy_for, shown
from dr_plugins.llm._collect import table
from dr_plugins.llm._options import HttpOptions

if TYPE_CHECKING:
    import httpx

_SENDABLE = regex(r"[!#-&(-~]*")
"""What can be sent in a header, without quotes: they come along when a key is copied."""
LOADS = 25.0
"""Seconds after which a server that is loading its model is asked again."""
THROTTLED = 20.0
"""Seconds after which a service is asked again that has had all the tokens of a minute."""


class Connected(HttpService, ModelProvider):
    """A model behind an address."""

    class Options(HttpOptions):
        """The options that all providers of this kind share."""

    throttles: ClassVar[bool] = False
    """Whether a 429 is a limit of time, even where it speaks of a quota that is spent."""
    starts: ClassVar[str] = ""
    """The command that starts the server, where it is one of this machine."""
    root: ClassVar[str] = ""
    """The path of ``base_url`` at most servers that speak this format."""
    lists: ClassVar[str] = ""
    """The command that lists the models of the server."""

    @abstractmethod
    def auth(self, key: str) -> dict[str, str]:
        """The headers of every request; ``key`` may be empty."""

    @property
    def is_vendors_own(self) -> bool:
        """Whether ``base_url`` is the vendor's own service, as this class knows it."""
        return bool(self.options.base_url == type(self.options).model_fields["base_url"].default)

    # --- the connection -------------------------------------------------------------------------------------------------------

    def headers(self) -> dict[str, str]:
        """The headers of every request, those of the settings among them."""
        return {**self.auth(self.key()), **self.options.headers}

    def client(self) -> httpx.AsyncClient:
        """The client of this instance, made when it is first needed."""
        if self._client is None:
            import httpx  # imported here: it costs 0.1 s

            from dr_core.web import api_client

            more = {"proxy": self.options.proxy} if self.options.proxy else {}
            self._client = api_client(
                base_url=self.options.base_url, headers=self.headers(), timeout=self.options.timeout, **more
            )
            # Connecting is quick or hopeless; an answer in one piece may be silent until the deadline.
            whole = self.options.timeout
            silence = min(whole, self.options.silence) if self.options.stream else whole
            self._client.timeout = httpx.Timeout(whole, connect=min(15.0, whole), read=silence)
        return self._client

    def lacks(self) -> str:
        """The key, where the vendor's own service is asked without one."""
        variable = table(type(self.options).model_fields["api_key"].json_schema_extra).get("env")
        if not _SENDABLE.fullmatch(self.key()):
            return f"Copy the key in {variable or 'api_key'} again: it holds a character that no key has (quotes, a space)"
        missing = variable and not self.key() and self.is_vendors_own
        return f"Set {variable}, or api_key in [llm.{self.name}]" if missing else ""

    def require_key(self) -> None:
        """Nothing where there is a key or none is needed; else the error that says which."""
        if remedy := self.lacks():
            raise AuthFailed(f"{self.name} has no key{' that can be sent' if self.key() else ''}", remedy=remedy)

    # --- what went wrong ------------------------------------------------------------------------------------------------------

    @contextmanager
    def reached(self) -> Iterator[None]:
        """Around a request: who cannot be reached is named with the address, which may have been mistyped."""
        try:
            yield
        except Unreachable as exc:
            base_url, place = self.options.base_url, f"[llm.{self.name}]"
            todo = remedy_for(base_url, exc.message, place, self.starts, proxied=bool(self.options.proxy))
            raise Unreachable(f"{exc.message} (at {shown(base_url)})", remedy=todo) from exc.__cause__
        except BadAnswer as exc:
            exc.remedy = exc.remedy or f"Check base_url in [llm.{self.name}]: its port, and whether it is http or https"
            raise
        except ProviderError as exc:
            if self.went_unanswered(exc) and self.options.silence < self.options.timeout and self.options.stream:
                exc.message = f"{self.name} did not answer in time (nothing came for {self.options.silence:g} s)"
                exc.remedy = f"Raise silence in [llm.{self.name}] for a model that takes longer to load, to begin or to go on"
            raise

    def went_unanswered(self, error: BaseException) -> bool:
        """Whether a request was sent and nothing came back in time: it may be answered, and paid, without us."""
        import httpx  # imported here: it costs 0.1 s, which whoever asked has paid

        return isinstance(error.__cause__, httpx.ReadTimeout)

    async def check(self, response: httpx.Response) -> None:
        """Nothing for a good answer; ``Refused`` where the request was at fault, else the error that fits."""
        from dr_core.web import raise_for_stream

        try:
            try:
                with self.throttled(response.status_code):
                    await raise_for_stream(self.name, response)
            except ProviderError as exc:
                for secret in secrets_in(self.options.extra):
                    exc.message = exc.message.replace(secret, "[key]")
                raise
        except BadAnswer as exc:
            if response.status_code >= 400:
                raise Refused(exc.message, response.status_code) from exc
            raise NoSuchModel(exc.message, remedy=exc.remedy) from exc  # a redirect: whatever it leads to is not what was set
        except ProviderError as exc:
            if type(exc) is not ProviderError:
                raise
            if is_loading(response.status_code, exc.message):
                raise RateLimited(exc.message, remedy=exc.remedy, retry_after=LOADS) from exc
            if response.status_code == 501:
                raise Refused(exc.message, 501) from exc
            raise ModelFailed(exc.message, remedy=exc.remedy) from exc  # a 5xx: the model, not the network, is what failed

    @contextmanager
    def throttled(self, status: int) -> Iterator[None]:
        """Around what reads an error: the word of a spent quota, where it is that service's word for a limit of time."""
        try:
            yield
        except QuotaSpent as exc:
            if status != 429 or not self.throttles:
                raise
            slow = exc.message.replace("has no quota left", "asks to slow down")
            raise RateLimited(slow, retry_after=THROTTLED) from exc

    def check_model(self) -> str:
        """What to look at where the server does not know what it is asked for."""
        listed = f"; '{self.lists}' shows what there is" if self.lists else ""
        bare = self.root and self.options.base_url.count("/") == 2
        path = f" (most servers are asked below {self.root}: {shown(self.options.base_url)}{self.root})" if bare else ""
        return f"Check model ('{self.options.model}') and base_url in [llm.{self.name}]{path}{listed}"
