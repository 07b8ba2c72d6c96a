"""Web search services as their documentation describes them: they refuse what it does not allow, and answer in its format."""

from __future__ import annotations

import re
from html import escape

from standin.server import Refused, Reply, Request, answer, demand

KEY = "key-0123456789abcdef"
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PAGES = [
    (
        "Heat pumps in cold climates",
        "https://energy.example.org/heat-pumps",
        "Heat pumps keep a COP above 2 at -15 °C.",
        "2025-03-04",
    ),
    ("Wärmepumpen im Winter", "https://example.de/waermepumpen?a=1&b=2", "Eine Wärmepumpe liefert auch bei Frost.", "2025-02-11"),
    ("熱泵與寒冷氣候", "https://example.tw/熱泵", "熱泵在低溫下的效率。", "2024-12-30"),
]


def _nothing(query: str) -> bool:
    return "nothing" in query


def tavily(request: Request) -> Reply:
    """https://docs.tavily.com/documentation/api-reference/endpoint/search"""
    demand((request.method, request.path) == ("POST", "/search"), 404, {"detail": {"error": "Not Found"}})
    demand(
        request.headers.get("authorization") == f"Bearer {KEY}",
        401,
        {"detail": {"error": "Unauthorized: missing or invalid API key."}},
    )
    asked = request.json
    demand(isinstance(asked.get("query"), str) and asked["query"], 400, {"detail": {"error": "Query is missing."}})
    demand(0 <= asked.get("max_results", 5) <= 20, 400, {"detail": {"error": "Max results must be between 0 and 20."}})
    demand(asked.get("topic", "general") in ("general", "news", "finance"), 400, {"detail": {"error": "Invalid topic."}})
    demand(
        asked.get("search_depth", "basic") in ("basic", "advanced", "fast", "ultra-fast"),
        400,
        {"detail": {"error": "Invalid depth."}},
    )
    demand(
        asked.get("include_raw_content", False) in (True, False, "markdown", "text"),
        400,
        {"detail": {"error": "Invalid raw content."}},
    )
    demand(_DAY.fullmatch(asked.get("start_date", "2020-01-01")), 400, {"detail": {"error": "Invalid start_date."}})
    results = [
        {
            "title": title,
            "url": url,
            "content": text,
            "score": 0.9 - place / 10,
            "raw_content": f"# {title}\n\n{text}" if asked.get("include_raw_content") else None,
            **({"published_date": f"{day}T08:00:00Z"} if asked.get("topic") == "news" else {}),
        }
        for place, (title, url, text, day) in enumerate(_PAGES)
    ]
    return answer(
        {
            "query": asked["query"],
            "answer": None,
            "follow_up_questions": None,
            "images": ["https://energy.example.org/cop.png", "https://elsewhere.example.org/x.png"]
            if asked.get("include_images")
            else [],
            "results": [] if _nothing(asked["query"]) else results[: asked.get("max_results", 5)],
            "response_time": 0.4,
            "request_id": "5f3f",
        }
    )


def serper(request: Request) -> Reply:
    """https://serper.dev/playground (search, news, scholar, patents)"""
    demand(
        request.method == "POST" and request.path in ("/search", "/news", "/scholar", "/patents"),
        404,
        {"message": "Not found", "statusCode": 404},
    )
    demand(request.headers.get("x-api-key") == KEY, 403, {"message": "Unauthorized.", "statusCode": 403})
    asked = request.json
    demand(asked.get("q"), 400, {"message": "Missing query parameter", "statusCode": 400})
    demand("no credits" not in asked["q"], 400, {"message": "Not enough credits", "statusCode": 400})
    kind = request.path[1:]
    items: list[dict[str, object]] = []
    for place, (title, url, text, _) in enumerate([] if _nothing(asked["q"]) else _PAGES, 1):
        item: dict[str, object] = {"title": title, "link": url, "snippet": text, "position": place}
        if kind == "search":
            item |= {"date": "Mar 4, 2025"}
        elif kind == "news":
            item |= {"date": "3 hours ago", "source": "Example", "imageUrl": "https://encrypted-tbn0.example.com/i.jpg"}
        elif kind == "scholar":
            item |= {"publicationInfo": "A Author - Journal of Heat, 2023", "year": 2023, "citedBy": 12, "pdfUrl": f"{url}.pdf"}
        else:
            item |= {
                "priorityDate": "2019-01-02",
                "filingDate": "2020-01-02",
                "grantDate": "2022-05-06",
                "publicationDate": "2022-05-06",
                "inventor": "I. Inventor",
                "assignee": "Example Corp",
                "publicationNumber": "US1234567B2",
                "language": "en",
                "thumbnailUrl": "https://patentimages.example.com/t.png",
            }
        items.append(item)
    where = "news" if kind == "news" else "organic"
    return answer(
        {"searchParameters": {**asked, "type": kind, "engine": "google"}, where: items[: asked.get("num", 10)], "credits": 1}
    )


def exa(request: Request) -> Reply:
    """https://docs.exa.ai/reference/search"""
    demand((request.method, request.path) == ("POST", "/search"), 404, {"error": "Not found", "tag": "NOT_FOUND"})
    demand(request.headers.get("x-api-key") == KEY, 401, {"requestId": "1", "error": "Invalid API key", "tag": "INVALID_API_KEY"})
    asked = request.json
    demand(asked.get("query"), 400, {"requestId": "1", "error": "query is required", "tag": "INVALID_REQUEST_BODY"})
    demand(
        asked.get("category") in (None, "company", "news", "publication", "personal site", "financial report", "people"),
        400,
        {"requestId": "1", "error": "Invalid category", "tag": "INVALID_REQUEST_BODY"},
    )
    text = asked.get("contents", {}).get("text")
    results = [
        {
            "id": url,
            "title": title,
            "url": url,
            "publishedDate": f"{day}T00:00:00.000Z",
            "author": "A. Author",
            "score": 0.4 - place / 100,
            "image": "https://energy.example.org/cover.png",
            **({"text": f"{title}. {body}"} if text else {}),
        }
        for place, (title, url, body, day) in enumerate(_PAGES)
    ]
    return answer(
        {
            "requestId": "b5947044c4b78efa9552a7c89b306d95",
            "resolvedSearchType": "neural",
            "results": [] if _nothing(asked["query"]) else results[: asked.get("numResults", 10)],
            "costDollars": {"total": 0.005},
        }
    )


def brave(request: Request) -> Reply:
    """https://api-dashboard.search.brave.com/app/documentation/web-search/query (and news-search)"""
    news = request.path == "/res/v1/news/search"
    demand(request.method == "GET" and (news or request.path == "/res/v1/web/search"), 404, {"type": "ErrorResponse"})
    invalid = {
        "type": "ErrorResponse",
        "error": {"status": 422, "code": "SUBSCRIPTION_TOKEN_INVALID", "detail": "The provided subscription token is invalid."},
    }
    demand(request.headers.get("x-subscription-token") == KEY, 422, invalid)
    asked = request.query
    refused = {
        "type": "ErrorResponse",
        "error": {"status": 422, "code": "VALIDATION", "detail": "Unable to validate request parameter(s)"},
    }
    demand(1 <= len(asked.get("q", "")) <= 400 and len(asked["q"].split()) <= 50, 422, refused)
    demand(1 <= int(asked.get("count", "20")) <= 20, 422, refused)
    demand(re.fullmatch(r"pd|pw|pm|py|\d{4}-\d\d-\d\dto\d{4}-\d\d-\d\d", asked.get("freshness", "pd")), 422, refused)
    demand(asked.get("search_lang", "en") in ("en", "de", "jp", "zh-hans", "zh-hant", "pt-br", "nb", "ko", "fr"), 422, refused)
    results = [
        {
            "title": title,
            "url": url,
            "description": escape(text) if asked.get("text_decorations") == "false" else f"<strong>{escape(text)}</strong>",
            "age": "March 4, 2025",
            "page_age": f"{day}T10:00:00",
            "language": "en",
            "extra_snippets": ["A second excerpt."],
            "thumbnail": {"src": "https://imgs.search.example.com/s.jpg", "original": "https://energy.example.org/o.jpg"},
        }
        for title, url, text, day in ([] if _nothing(asked["q"]) else _PAGES)
    ][: int(asked.get("count", "20"))]
    if news:
        return answer({"type": "news", "query": {"original": asked["q"]}, "results": results})
    found = {"web": {"type": "search", "results": results, "family_friendly": True}} if results else {}
    return answer({"type": "search", "query": {"original": asked["q"]}, **found})


def searxng(request: Request) -> Reply:
    """https://docs.searxng.org/dev/search_api.html"""
    demand(request.path in ("/", "/search"), 404, {})
    asked = request.query
    if asked.get("format") != "json":
        raise Refused(403, {"error": "Forbidden"})
    demand(asked.get("q"), 400, {"error": "No query"})
    demand(asked.get("time_range", "day") in ("day", "month", "year"), 400, {"error": "Invalid time range"})
    demand(asked.get("categories", "general") in ("general", "news", "science", "it"), 400, {"error": "Invalid category"})
    results = [
        {
            "url": url,
            "title": title,
            "content": text,
            "thumbnail": "",
            "engine": "duckduckgo",
            "template": "default.html",
            "parsed_url": ["https", "example.org", "/", "", "", ""],
            "img_src": "https://energy.example.org/i.png",
            "engines": ["duckduckgo", "brave"],
            "positions": [place],
            "score": 4.0 / place,
            "category": asked.get("categories", "general"),
            "publishedDate": f"{day}T00:00:00",
        }
        for place, (title, url, text, day) in enumerate([] if _nothing(asked["q"]) else _PAGES, 1)
    ]
    return answer(
        {
            "query": asked["q"],
            "number_of_results": len(results),
            "results": results,
            "answers": [],
            "corrections": [],
            "infoboxes": [],
            "suggestions": [],
            "unresponsive_engines": [],
        }
    )


def bocha(request: Request) -> Reply:
    """https://open.bocha.cn ("Web Search API")"""
    demand(
        (request.method, request.path) == ("POST", "/v1/web-search"), 404, {"code": "404", "message": "Not Found", "log_id": "1"}
    )
    demand(
        request.headers.get("authorization") == f"Bearer {KEY}", 401, {"code": "401", "message": "Invalid API KEY", "log_id": "1"}
    )
    asked = request.json
    demand(asked.get("query"), 400, {"code": "400", "message": "Missing parameter query", "log_id": "1"})
    demand("no money" not in asked["query"], 403, {"code": "403", "message": "You do not have enough money", "log_id": "1"})
    demand(1 <= asked.get("count", 10) <= 50, 400, {"code": "400", "message": "Invalid count", "log_id": "1"})
    allowed = r"noLimit|oneDay|oneWeek|oneMonth|oneYear|\d{4}-\d\d-\d\d(\.\.\d{4}-\d\d-\d\d)?"
    demand(
        re.fullmatch(allowed, asked.get("freshness", "noLimit")),
        400,
        {"code": "400", "message": "Invalid freshness", "log_id": "1"},
    )
    pages = [] if _nothing(asked["query"]) else _PAGES[: asked.get("count", 10)]
    value = [
        {
            "id": f"https://api.bocha.cn/v1/#WebPages.{place}",
            "name": title,
            "url": url,
            "displayUrl": url,
            "snippet": text[:12],
            "summary": text if asked.get("summary") else None,
            "siteName": "Example",
            "siteIcon": "https://th.example.com/favicon",
            "datePublished": f"{day}T11:58:00+08:00",
            "dateLastCrawled": f"{day}T11:58:00Z",
            "cachedPageUrl": None,
            "language": None,
        }
        for place, (title, url, text, day) in enumerate(pages)
    ]
    image = {
        "contentUrl": "https://energy.example.org/b.jpg",
        "hostPageUrl": _PAGES[0][1],
        "width": 10,
        "height": 10,
        "thumbnailUrl": None,
    }
    data = {
        "_type": "SearchResponse",
        "queryContext": {"originalQuery": asked["query"]},
        "webPages": {"webSearchUrl": "https://bocha.cn/search", "totalEstimatedMatches": len(value), "value": value},
        "images": {"id": None, "value": [image]},
        "videos": None,
    }
    return answer({"code": 200, "log_id": "e02ce8d18c71d14f", "msg": None, "data": data})


def duckduckgo(request: Request) -> Reply:
    """html.duckduckgo.com/html/ and duckduckgo.com/news.js, as the library ddgs reads them"""
    if request.path == "/":
        return Reply(b'<html><script>vqd="4-123456"</script></html>', media="text/html")
    if request.path == "/news.js":
        demand(request.query.get("vqd") == "4-123456", 403, {})
        items = [
            {
                "date": 1741075200,
                "title": title,
                "excerpt": text,
                "url": url,
                "image": "https://energy.example.org/n.png",
                "source": "Example",
            }
            for title, url, text, _ in ([] if _nothing(request.query["q"]) else _PAGES)
        ]
        return answer({"results": items})
    demand((request.method, request.path) == ("POST", "/html/"), 404, {})
    if _nothing(request.form["q"]):
        return Reply(b"<html><body><div class='no-results'>No results.</div></body></html>", media="text/html")
    rows = "".join(
        f'<div class="links_main links_deep result__body"><h2 class="result__title">'
        f'<a rel="nofollow" href="{escape(url)}">{escape(title)}</a></h2>'
        f'<a class="result__snippet" href="{escape(url)}">{escape(text)}</a></div>'
        for title, url, text, _ in _PAGES
    )
    return Reply(f"<html><body><div id='links'>{rows}</div></body></html>".encode(), media="text/html; charset=utf-8")
