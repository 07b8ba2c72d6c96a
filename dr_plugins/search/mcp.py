"""Any tool of an MCP server as a search engine, over stdio or HTTP."""

from __future__ import annotations

import asyncio
import importlib.util
from typing import Any
from urllib.parse import quote, urlencode

from pydantic import SecretStr

from dr_core import AuthFailed, BadAnswer, Hit, ProviderError, SearchProvider, SearchTask, option
from dr_core.pattern import regex
from dr_plugins.search._mcp import Session, by_address, by_command
from dr_plugins.search._mcp_hits import Found, found_in
from dr_plugins.search._text import first_day, iso_date, older, plain

_ABSOLUTE = regex(r"(?i)(?!javascript:|data:|vbscript:)[a-z][a-z0-9+.-]*:")


class MCP(SearchProvider):
    """Calls one tool of an MCP server with the query (https://modelcontextprotocol.io).

    The command that starts a server is read from the user's own configuration only; nothing of a task ever becomes part of it.
    """

    strategies = ("general", "academic", "news", "patents", "code")
    signal = "medium"
    keyless = False

    class Options(SearchProvider.Options):
        """Options of an MCP server."""

        command: str = option("", help="The program that is the server, such as npx; or give url")
        args: tuple[str, ...] = option((), help="Its arguments")
        env: dict[str, SecretStr] = option({}, help="Environment variables it gets, beyond PATH, HOME and the like")
        cwd: str = option("", help="The folder it runs in")
        url: str = option("", help="The address of a server that runs already (Streamable HTTP)")
        headers: dict[str, SecretStr] = option({}, help="Headers sent to it, such as Authorization")
        tool: str = option("", help="The tool to call")
        query_argument: str = option("query", help="The tool's argument that takes the query; empty: none does")
        limit_argument: str = option("", help="The tool's argument that takes the number of results; empty: none does")
        arguments: dict[str, Any] = option({}, help="Further arguments, always the same")
        kind: str = option("", help="The kind of its hits: paper, code, forum, encyclopedia, news, blog")
        timeout: float = option(30.0, gt=0, help="Seconds for one search, starting the server included")
        max_results: int = option(20, ge=1, le=100, help="Hits at most")

    _session: Session | None = None

    def lacks(self) -> str:
        where = f"under [search.{self.name}]"
        if bool(self.options.command) == bool(self.options.url):
            return f"Set either command (and args) or url {where}"
        if not self.options.tool:
            return f"Set tool {where}"
        return "" if importlib.util.find_spec("mcp") else 'Install it: pip install "dr-framework[mcp]"'

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        """At most ``limit`` hits, in the tool's order."""
        limit = min(limit, self.options.max_results)
        if limit < 1:
            return []
        if remedy := self.lacks():
            raise AuthFailed(f"{self.name} is not configured", remedy=remedy)
        since = first_day(task.since)
        hits = {hit.url: hit for found in await self._ask(task, limit) if (hit := self._hit(found, task))}
        return [hit for hit in hits.values() if not older(hit.published, since)][:limit]

    async def _ask(self, task: SearchTask, limit: int) -> list[Found]:
        from mcp import MCPError  # imported here: an extra, and 1.8 s

        arguments = dict(self.options.arguments)
        if self.options.query_argument:
            arguments[self.options.query_argument] = task.query
        if self.options.limit_argument:
            arguments[self.options.limit_argument] = limit
        session = self._session
        if session is None or not session.alive:
            session = self._session = Session(self._connection())
        try:
            async with asyncio.timeout(self.options.timeout):
                client = await session.client()
                result = await client.call_tool(self.options.tool, arguments)
                if result.is_error:
                    said = " ".join(block.text for block in result.content if block.type == "text")
                    raise ProviderError(f"{self.name}: the tool {self.options.tool} failed: {plain(said)[:200]}")
                return [await _with_text(client, found) for found in found_in(result)[: 2 * limit]]
        except ProviderError:
            raise
        except TimeoutError as exc:
            await self._drop(session)  # a server that hangs is not asked again
            raise ProviderError(f"{self.name} did not answer in time ({self.options.timeout:g} s)") from exc
        except MCPError as exc:
            if "closed" in str(exc).lower():
                await self._drop(session)
                raise ProviderError(f"{self.name}: the MCP server went away", remedy=self._by_hand()) from exc
            said = plain(str(exc))[:200]
            raise BadAnswer(f"{self.name}: the MCP server refused: {said}", remedy="Check tool and arguments") from exc
        except Exception as exc:  # a foreign library's: groups of errors, of its HTTP client, of its process
            await self._drop(session)
            raise ProviderError(f"{self.name}: no MCP server could be reached ({_cause(exc)})", remedy=self._by_hand()) from exc

    def _connection(self) -> Any:
        options = self.options
        if options.command:
            return by_command(options.command, options.args, _shown(options.env), options.cwd)
        return by_address(options.url, _shown(options.headers), options.timeout)

    def _by_hand(self) -> str:
        return "Run its command by hand to see why" if self.options.command else "Check its url and headers"

    def _hit(self, found: Found, task: SearchTask) -> Hit | None:
        address = found.url if _ABSOLUTE.match(found.url) else ""
        if not address and not found.content:
            return None
        # A text without an address is a source too: it gets one that says where it came from.
        own = f"mcp://{quote(self.name)}/{quote(self.options.tool)}?{urlencode({'query': task.query})}"
        return Hit(
            title=plain(found.title) or address or f"{self.options.tool}: {task.query}",
            url=address or own,
            snippet=plain(found.snippet or found.content[:2400])[:600],
            published=iso_date(found.published),
            content=found.content[:200_000],
            engine=self.name,
            kind=self.options.kind,
        )

    async def _drop(self, session: Session) -> None:
        if self._session is session:
            self._session = None
        await session.close()

    async def aclose(self) -> None:
        """Close the connection and stop the server."""
        if self._session is not None:
            await self._drop(self._session)


async def _with_text(client: Any, found: Found) -> Found:
    """What only the server can read (``demo://…``, ``file://…``), read from it now: nobody else could later."""
    from mcp import MCPError  # imported here: an extra, and 1.8 s

    if found.content or not _ABSOLUTE.match(found.url) or found.url.startswith(("http://", "https://")):
        return found
    try:
        resource = await client.read_resource(found.url)
    except MCPError:  # a link that the server itself does not follow is still a link
        return found
    return found._replace(content="\n\n".join(part.text for part in resource.contents if getattr(part, "text", "")))


def _shown(secrets: dict[str, SecretStr]) -> dict[str, str]:
    return {key: value.get_secret_value() for key, value in secrets.items()}


def _cause(exc: BaseException) -> str:
    """The innermost of a group of errors, in a few words."""
    while isinstance(exc, BaseExceptionGroup):
        exc = exc.exceptions[0]
    return f"{type(exc).__name__}: {exc.strerror}" if isinstance(exc, OSError) and exc.strerror else type(exc).__name__
