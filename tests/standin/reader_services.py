"""Reader services as their documentation describes them: they refuse what it does not allow, and answer in its format."""

from __future__ import annotations

from typing import Any, NamedTuple

from standin.server import Reply, Request, Route, answer, demand
from standin.web_engines import KEY

from dr_core import Context, PageFetcher
from dr_plugins.fetch.firecrawl import Firecrawl
from dr_plugins.fetch.jina import Jina
from dr_plugins.fetch.tavily_extract import TavilyExtract

TITLE = "Heat pumps in Norway"
TEXT = (
    f"# {TITLE}\n\nIn Norway **about 60 percent** of households had a [heat pump](https://example.org/hp) in 2022.\n\n"
    "| year | share |\n|---|---|\n| 2021 | 57 % |\n| 2022 | 60 % |\n\n![a picture](https://example.org/p.png)\n"
)
URL = "https://example.org/heat-pumps?a=1&b=2"
WALLED = "/walled"
GONE = "/gone"


def _authorized(request: Request, refusal: Any) -> None:
    demand(request.headers.get("authorization") == f"Bearer {KEY}", 401, refusal)


def jina(request: Request) -> Reply:
    """https://jina.ai/reader and https://github.com/jina-ai/reader: JSON mode, the address in the body of a POST."""

    def no(status: int, name: str, message: str) -> dict[str, Any]:
        return {
            "data": None,
            "code": status,
            "name": name,
            "status": status * 100,
            "message": message,
            "readableMessage": message,
        }

    demand((request.method, request.path) == ("POST", "/"), 404, no(404, "NotFoundError", "Not Found"))
    _authorized(request, no(401, "AuthenticationRequiredError", "Invalid API key, please get a new one"))
    demand(request.headers.get("accept") == "application/json", 406, no(406, "NotAcceptable", "ask for JSON here"))
    demand(1 <= int(request.headers.get("x-timeout", "30")) <= 180, 400, no(400, "ParamValidationError", "Invalid X-Timeout"))
    demand(
        request.headers.get("x-return-format", "markdown") in ("markdown", "html", "text"),
        400,
        no(400, "ParamValidationError", "format"),
    )
    url = request.json.get("url")
    demand(isinstance(url, str) and url.startswith("http"), 400, no(400, "ParamValidationError", "Invalid URL"))
    warning = {}
    content = TEXT
    if url.endswith(WALLED):
        content, warning = "Just a moment...", {"warning": "Target URL returned error 403: Forbidden"}
    if url.endswith(GONE):
        content, warning = "Not here", {"warning": "Target URL returned error 404: Not Found"}
    data = {
        "title": TITLE, "description": "", "url": url, "content": content, "publishedTime": "Tue, 04 Mar 2025 08:00:00 GMT",
        **warning, "usage": {"tokens": 120},
    }  # fmt: skip
    return answer({"code": 200, "status": 20000, "data": data, "meta": {"usage": {"tokens": 120}}})


def firecrawl(request: Request) -> Reply:
    """https://docs.firecrawl.dev/api-reference/endpoint/scrape (v2)"""
    demand((request.method, request.path) == ("POST", "/v2/scrape"), 404, {"success": False, "error": "Not Found"})
    _authorized(request, {"success": False, "error": "Unauthorized: Invalid token"})
    asked = request.json
    url = asked.get("url")
    demand(isinstance(url, str) and url.startswith("http"), 400, {"success": False, "error": "Invalid URL"})
    formats = [one["type"] if isinstance(one, dict) else one for one in asked.get("formats", ["markdown"])]
    demand(
        set(formats) <= {"markdown", "html", "rawHtml", "links", "summary"}, 400, {"success": False, "error": "Invalid format"}
    )
    demand(1000 <= asked.get("timeout", 30_000) <= 300_000, 400, {"success": False, "error": "Invalid timeout"})
    status = 403 if url.endswith(WALLED) else 404 if url.endswith(GONE) else 200
    metadata = {
        "title": TITLE, "language": "en", "sourceURL": url, "url": url, "statusCode": status, "contentType": "text/html",
        "publishedTime": "2025-03-04T08:00:00Z", "author": "A. Writer", "ogImage": "https://energy.example.org/cop.png",
        "proxyUsed": "basic", "creditsUsed": 1,
    }  # fmt: skip
    markdown = TEXT if status == 200 else "Just a moment..."
    return answer({"success": True, "data": {"markdown": markdown, "metadata": metadata}})


def tavily_extract(request: Request) -> Reply:
    """https://docs.tavily.com/documentation/api-reference/endpoint/extract"""
    demand((request.method, request.path) == ("POST", "/extract"), 404, {"detail": {"error": "Not Found"}})
    _authorized(request, {"detail": {"error": "Unauthorized: missing or invalid API key."}})
    asked = request.json
    urls = [asked["urls"]] if isinstance(asked.get("urls"), str) else asked.get("urls")
    demand(isinstance(urls, list) and 1 <= len(urls) <= 20, 400, {"detail": {"error": "No URLs, or more than 20."}})
    demand(all(url.startswith("http") for url in urls), 400, {"detail": {"error": "Invalid URL."}})
    demand(asked.get("extract_depth", "basic") in ("basic", "advanced"), 400, {"detail": {"error": "Invalid depth."}})
    demand(asked.get("format", "markdown") in ("markdown", "text"), 400, {"detail": {"error": "Invalid format."}})
    demand(1 <= asked.get("timeout", 10) <= 60, 400, {"detail": {"error": "Timeout must be between 1.0 and 60.0 seconds"}})
    failed = [url for url in urls if url.endswith((WALLED, GONE))]
    results = [
        {"url": url, "title": TITLE, "raw_content": TEXT, "images": ["https://energy.example.org/cop.png"]}
        for url in urls
        if url not in failed
    ]
    errors = [{"url": url, "error": "Failed to fetch url"} for url in failed]
    return answer({"results": results, "failed_results": errors, "response_time": 0.4, "request_id": "r-1"})


class Service(NamedTuple):
    """A provider and the service that stands in for its own."""

    plugin: type[PageFetcher]
    route: Route

    def provider(self, url: str, **options: Any) -> Any:
        """An instance that talks to the stand-in at ``url``."""
        given = {"base_url": url, "api_key": KEY, "timeout": 5, **options}
        return self.plugin(self.plugin.Options(**given), Context(instance=self.plugin.__name__.lower()))


SERVICES = {
    "firecrawl": Service(Firecrawl, firecrawl),
    "jina": Service(Jina, jina),
    "tavily-extract": Service(TavilyExtract, tavily_extract),
}
