"""The one door out: clients for provider APIs, and the guarded fetcher for pages.

Nothing else in the tree opens a connection to an address that came from the web; a test says so.
"""

from dr_core.unicode import is_high_half, well_formed
from dr_core.web.api import ELSEWHERE, UNREADABLE, api_client, get_json, get_lines, get_text, parse_json, raise_for_stream
from dr_core.web.fault import provider_errors, raise_for, raise_for_status, retry_after
from dr_core.web.fetch import Fetched, Fetcher
from dr_core.web.guard import Guard, check_url, resolve
from dr_core.web.media import PAGES
from dr_core.web.redact import secrets_of, tidy
from dr_core.web.wall import bot_wall, wall_notice

__all__ = [
    "ELSEWHERE",
    "PAGES",
    "UNREADABLE",
    "Fetched",
    "Fetcher",
    "Guard",
    "api_client",
    "bot_wall",
    "check_url",
    "get_json",
    "get_lines",
    "get_text",
    "is_high_half",
    "parse_json",
    "provider_errors",
    "raise_for",
    "raise_for_status",
    "raise_for_stream",
    "resolve",
    "retry_after",
    "secrets_of",
    "tidy",
    "wall_notice",
    "well_formed",
]
