"""Papers, code, forums and encyclopedias as their documentation describes them."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from standin.server import Reply, Request, answer, demand, xml

_PAPERS = [
    (
        "2401.00001v2",
        "Heat Pumps\n  in Cold Climates",
        "We measure the efficiency of heat pumps in cold climates.",
        "2024-01-01T10:00:00Z",
    ),
    ("hep-th/9901001v1", "Strings and Things", "We study strings and other things.", "1999-01-04T00:00:00Z"),
]


def arxiv(request: Request) -> Reply:
    """https://info.arxiv.org/help/api/user-manual.html"""
    demand((request.method, request.path) == ("GET", "/api/query"), 404, {})
    asked = request.query
    demand(asked.get("search_query") or asked.get("id_list"), 400, {})
    demand(asked.get("sortBy", "relevance") in ("relevance", "lastUpdatedDate", "submittedDate"), 400, {})
    ids = [part for part in asked.get("id_list", "").split(",") if part]
    if ids == ["0000.00000"]:
        return xml(
            _atom(
                _entry(
                    "http://arxiv.org/api/errors#incorrect_id_format",
                    "Error",
                    "incorrect id format for 0000.00000",
                    "2024-01-01T00:00:00Z",
                )
            )
        )
    query = asked.get("search_query", "")
    found = [paper for paper in _PAPERS if not ids or any(paper[0].startswith(wanted) for wanted in ids)]
    # the service finds a paper where every word joined by AND stands in it; "submittedDate" narrows
    words = re.findall(r"all:(\S+?)\)?(?=\s|$)", query)
    test = all if " AND all:" in query or len(words) == 1 else any
    found = [paper for paper in found if not words or test(word.lower() in f"{paper[1]} {paper[2]}".lower() for word in words)]
    if span := re.search(r"submittedDate:\[(\d{12}) TO (\d{12})\]", query):
        found = [paper for paper in found if span[1] <= re.sub(r"\D", "", paper[3])[:12] <= span[2]]
    entries = [_entry(f"http://arxiv.org/abs/{id}", title, text, day) for id, title, text, day in found]
    return xml(_atom("".join(entries[: int(asked.get("max_results", "10"))]), len(found)))


def _atom(entries: str, total: int = 1) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        '<title type="html">ArXiv Query</title><id>http://arxiv.org/api/x</id><updated>2025-01-01T00:00:00-05:00</updated>'
        f'<opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">{total}</opensearch:totalResults>'
        '<opensearch:startIndex xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">0</opensearch:startIndex>'
        f'<opensearch:itemsPerPage xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">10</opensearch:itemsPerPage>{entries}</feed>'
    )


def _entry(id: str, title: str, text: str, day: str) -> str:
    return (
        f"<entry><id>{id}</id><updated>{day}</updated><published>{day}</published><title>{escape(title)}</title>"
        f"<summary>  {escape(text)}\n</summary><author><name>Ada Author</name></author><author><name>Ben Writer</name></author>"
        f'<link href="{id}" rel="alternate" type="text/html"/>'
        f'<link title="pdf" href="{id.replace("abs", "pdf")}" rel="related" type="application/pdf"/>'
        '<arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.CL"/><category term="cs.CL"/></entry>'
    )


def huggingface(request: Request) -> Reply:
    """https://huggingface.co/docs/hub/api (papers), https://huggingface.co/blog/feed.xml"""
    if request.path == "/blog/feed.xml":
        return xml(
            '<?xml version="1.0"?><rss version="2.0"><channel><title>Hugging Face - Blog</title>'
            "<item><title>Heat pumps with transformers</title><pubDate>Tue, 04 Mar 2025 00:00:00 GMT</pubDate>"
            "<link>https://huggingface.co/blog/heat-pumps</link><guid isPermaLink='false'>x</guid></item>"
            "<item><title>Something else</title><pubDate>Mon, 03 Mar 2025 00:00:00 GMT</pubDate>"
            "<link>https://huggingface.co/blog/else</link></item></channel></rss>"
        )
    demand(request.path in ("/api/papers/search", "/api/daily_papers"), 404, {"error": "Not Found"})
    if request.path == "/api/papers/search":
        demand(0 < len(request.query.get("q", "")) <= 250, 400, {"error": "Invalid query"})
    demand(int(request.query.get("limit", "10")) <= 100, 400, {"error": "limit is too high"})
    items = [
        {
            "paper": {
                "id": id,
                "title": title,
                "summary": text,
                "publishedAt": f"{day}T00:00:00.000Z",
                "upvotes": 7,
                "authors": [{"name": "Ada Author", "hidden": False}],
                "ai_summary": f"In short: {text}",
            },
            "title": title,
            "summary": text,
            "publishedAt": f"{day}T01:00:00.000Z",
            "numComments": 2,
            "thumbnail": f"https://cdn-thumbnails.example.co/{id}.png",
        }
        for id, title, text, day in (
            ("2503.00001", "Heat pumps as agents", "Heat pumps in cold climates, modelled.", "2025-03-01"),
            ("2503.00002", "Unrelated", "Nothing to do with it.", "2025-03-02"),
        )
    ]
    if request.path == "/api/papers/search":
        items = [] if "nothing" in request.query["q"] else items[:1]
    return answer(items[: int(request.query.get("limit", "50"))])


def openalex(request: Request) -> Reply:
    """https://developers.openalex.org/api-reference/works"""
    demand((request.method, request.path) == ("GET", "/works"), 404, {"error": "Not found"})
    asked = request.query
    demand(
        1 <= int(asked.get("per_page", "25")) <= 200,
        400,
        {"error": "Invalid query parameter", "message": "per-page must be between 1 and 200"},
    )
    demand(
        re.fullmatch(r"from_publication_date:\d{4}-\d\d-\d\d", asked.get("filter", "from_publication_date:2020-01-01")),
        400,
        {"error": "Invalid filter"},
    )
    place = {
        "landing_page_url": "https://doi.org/10.1234/heat",
        "pdf_url": None,
        "is_oa": False,
        "source": {"display_name": "Journal of Heat"},
    }
    work = {
        "id": "https://openalex.org/W2741809807",
        "doi": "https://doi.org/10.1234/heat",
        "display_name": "Heat pumps in <i>cold</i> climates",
        "publication_date": "2024-02-13",
        "relevance_score": 812.3,
        "cited_by_count": 1234,
        "primary_location": place,
        "best_oa_location": {**place, "landing_page_url": "https://repository.example.edu/heat", "is_oa": True},
        "abstract_inverted_index": {"Heat": [0], "pumps": [1, 4], "beat": [2], "other": [3]},
    }
    bare = {
        **work,
        "id": "https://openalex.org/W1",
        "doi": None,
        "primary_location": None,
        "best_oa_location": None,
        "abstract_inverted_index": None,
    }
    works = [] if "nothing" in asked.get("search", "") else [work, bare]
    fields = asked["select"].split(",") if "select" in asked else list(work)
    demand(set(fields) <= set(work), 400, {"error": "Invalid query parameter", "message": "select"})
    shown = [{key: value for key, value in found.items() if key in fields} for found in works]
    return answer(
        {
            "meta": {"count": len(works), "page": 1, "per_page": 25},
            "results": shown[: int(asked.get("per_page", "25"))],
            "group_by": [],
        }
    )


def github(request: Request) -> Reply:
    """https://docs.github.com/en/rest/search/search"""
    demand(request.path in ("/search/repositories", "/search/issues"), 404, {"message": "Not Found"})
    demand(request.headers.get("authorization") in (None, "Bearer key-0123456789abcdef"), 401, {"message": "Bad credentials"})
    query = request.query.get("q", "")
    invalid = {"message": "Validation Failed", "errors": [{"resource": "Search", "field": "q", "code": "missing"}]}
    demand(0 < len(query) <= 256 and 1 <= int(request.query.get("per_page", "30")) <= 100, 422, invalid)
    if request.path == "/search/issues":
        demand("is:issue" in query or "is:pull-request" in query, 422, invalid)
        items = [
            {
                "html_url": "https://github.com/heat/pump/issues/7",
                "title": "Freezes at -20",
                "body": "It stops.\n\nSteps to reproduce: winter.",
                "created_at": "2025-01-02T03:04:05Z",
                "updated_at": "2025-02-02T03:04:05Z",
                "score": 1.0,
                "state": "open",
                "user": {"login": "ada"},
            }
        ]
    else:
        items = [
            {
                "full_name": "heat/pump",
                "html_url": "https://github.com/heat/pump",
                "description": "A controller for heat pumps",
                "stargazers_count": 4321,
                "language": "Python",
                "pushed_at": "2025-02-03T04:05:06Z",
                "created_at": "2020-01-01T00:00:00Z",
                "score": 1.0,
            }
        ]
    items = [] if "nothing" in query else items
    return answer({"total_count": len(items), "incomplete_results": False, "items": items})


def hackernews(request: Request) -> Reply:
    """https://hn.algolia.com/api"""
    demand(request.path in ("/api/v1/search", "/api/v1/search_by_date"), 404, {"message": "Not found", "status": 404})
    filters = request.query.get("numericFilters", "created_at_i>=0")
    demand(
        re.fullmatch(r"(created_at_i|points|num_comments)(<|<=|=|>|>=)\d+", filters),
        400,
        {"message": "invalid numeric filter", "status": 400},
    )
    since = int(re.sub(r"\D", "", filters.replace("created_at_i", "")))
    hits = [
        {
            "objectID": "41000001",
            "title": "Heat pumps in the cold",
            "url": "https://energy.example.org/heat-pumps",
            "author": "ada",
            "points": 321,
            "num_comments": 45,
            "created_at": "2025-03-04T05:06:07Z",
            "created_at_i": 1741064767,
            "story_text": None,
            "_tags": ["story"],
        },
        {
            "objectID": "41000002",
            "title": "Ask HN: Which heat pump?",
            "url": None,
            "author": "ben",
            "points": 12,
            "num_comments": 3,
            "created_at": "2024-03-04T05:06:07Z",
            "created_at_i": 1709528767,
            "story_text": "<p>I live in &quot;the north&quot;.</p><p>Advice?",
            "_tags": ["story", "ask_hn"],
        },
    ]
    hits = [hit for hit in hits if int(str(hit["created_at_i"])) >= since and "nothing" not in request.query["query"]]
    return answer(
        {
            "hits": hits[: int(request.query.get("hitsPerPage", "20"))],
            "nbHits": len(hits),
            "page": 0,
            "nbPages": 1,
            "hitsPerPage": 20,
        }
    )


def wikipedia(request: Request) -> Reply:
    """https://www.mediawiki.org/wiki/API:Search (as a generator), prop extracts, info, pageimages, revisions"""
    demand(request.path in ("/en/w/api.php", "/zh/w/api.php"), 404, {})
    asked = request.query
    if asked.get("generator") != "search" or not asked.get("gsrsearch"):
        return answer({"error": {"code": "missingparam", "info": 'The "gsrsearch" parameter must be set.'}})
    if "nothing" in asked["gsrsearch"]:
        return answer({"batchcomplete": True})
    pages = [
        {
            "pageid": 2,
            "ns": 0,
            "title": "Refrigerator",
            "index": 2,
            "extract": "A refrigerator cools.",
            "fullurl": "https://en.wikipedia.org/wiki/Refrigerator",
            "revisions": [{"timestamp": "2025-01-01T00:00:00Z"}],
        },
        {
            "pageid": 1,
            "ns": 0,
            "title": "Heat pump",
            "index": 1,
            "extract": "A heat pump moves heat.",
            "fullurl": "https://en.wikipedia.org/wiki/Heat_pump",
            "thumbnail": {"source": "https://upload.example.org/heat.jpg", "width": 800, "height": 600},
            "revisions": [{"timestamp": "2025-03-04T05:06:07Z"}],
        },
    ]
    chosen = [page for page in pages if int(str(page["index"])) <= int(asked.get("gsrlimit", "10"))]
    return answer({"batchcomplete": True, "continue": {"gsroffset": 2, "continue": "gsroffset||"}, "query": {"pages": chosen}})


def feeds(request: Request) -> Reply:
    """RSS 2.0 (https://www.rssboard.org/rss-specification) and Atom (RFC 4287), and a blog's page that names its feed"""
    if request.path == "/":
        return Reply(
            b"<html><head><link rel='alternate' type='application/rss+xml' href='/rss.xml'></head><body>Blog</body></html>",
            media="text/html",
        )
    if request.path == "/big5.xml":
        text = (
            '<?xml version="1.0" encoding="Big5"?><rss version="2.0"><channel><title>部落格</title>'
            "<item><title>熱泵的效率</title><link>/post/heat</link></item></channel></rss>"
        )
        return Reply(text.encode("big5"), media="text/xml")
    if request.path == "/inward.xml":
        return Reply(b"", 302, {"Location": "http://169.254.169.254/latest/meta-data/"})
    if request.path == "/brackets.xml":
        entries = "".join(f"<item><title>Heat pumps</title><link>{link}</link></item>" for link in ("http://[x", "/post/heat"))
        return xml(f'<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>{entries}</channel></rss>')
    if request.path == "/atom.xml":
        return xml(
            '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><id>urn:x</id><updated>2025-03-04T00:00:00Z</updated>'
            '<entry><title>Heat pumps at home</title><id>urn:1</id><link href="https://blog.example.org/heat"/><updated>2025-03-04T00:00:00Z</updated>'
            "<summary>How heat pumps work in cold climates.</summary></entry></feed>"
        )
    demand(request.path == "/rss.xml", 404, {})
    long = (
        "&lt;p&gt;Heat pumps in cold climates.&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
        + "&lt;p&gt;More on the subject.&lt;/p&gt;" * 100
    )
    return xml(
        '<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Blog</title>'
        "<link>https://blog.example.org</link><description>d</description>"
        "<item><title>Old thoughts on heat pumps</title><link>https://blog.example.org/old</link>"
        "<pubDate>Wed, 04 Mar 2015 00:00:00 GMT</pubDate></item>"
        "<item><title>New thoughts on heat pumps</title><link>https://blog.example.org/new</link>"
        "<pubDate>Tue, 04 Mar 2025 00:00:00 GMT</pubDate>"
        f"<description>Short.</description><content:encoded>{long}</content:encoded></item>"
        "<item><title>My garden</title><link>https://blog.example.org/garden</link></item></channel></rss>"
    )
