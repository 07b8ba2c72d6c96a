"""What engines, readers and models behind HTTP have in common: a key, one client, and errors that name the service."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from dr_core import BadAnswer

if TYPE_CHECKING:
    import httpx


class HttpService:
    """Goes before a provider's base class; the options have ``base_url`` and ``timeout``, and ``api_key`` where one is used."""

    name: str
    options: Any
    _client: httpx.AsyncClient | None = None

    def key(self) -> str:
        """The API key, or an empty string."""
        secret = getattr(self.options, "api_key", None)
        return secret.get_secret_value().strip() if secret else ""

    def headers(self) -> dict[str, str]:
        """The headers of every request, the key among them."""
        return {}

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Around the mapping of an answer: what it trips over is the service's fault, and said so."""
        try:
            yield
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as exc:
            why = f"{type(exc).__name__}: {str(exc)[:80]}".splitlines()[0]
            remedy = "Check base_url: another service, or another version of it, may be there"
            raise BadAnswer(f"{self.name} did not answer in its documented format ({why})", remedy=remedy) from exc

    def client(self) -> httpx.AsyncClient:
        """The client of this instance, made when it is first needed."""
        if self._client is None:
            from dr_core.web import api_client  # imported here: brings httpx, 0.1 s

            options = self.options
            self._client = api_client(base_url=options.base_url, headers=self.headers(), timeout=options.timeout)
        return self._client

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.aclose()
