"""An MCP server of our own, over stdio: tools that answer in the forms that servers in the wild use.

Run as a program. ``die`` ends the process in the middle of a call, ``hang`` never answers.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("standin")
RESULTS = [
    {"title": "Heat pumps", "url": "https://energy.example.org/heat", "description": "They move heat.", "date": "2025-03-04"},
    {"title": "Old heat", "url": "https://energy.example.org/old", "description": "Stoves.", "date": "1999-01-01"},
]


@server.tool()
def structured(query: str, limit: int = 10) -> dict[str, list[dict[str, str]]]:
    """A list of results, structured."""
    return {"results": RESULTS[:limit] if "nothing" not in query else []}


@server.tool()
def as_json(query: str) -> str:
    """A list of results as JSON in text."""
    return json.dumps([] if "nothing" in query else RESULTS)


@server.tool()
def labelled(query: str) -> str:
    """Results the way many servers print them."""
    return "\n\n".join(f"Title: {item['title']}\nURL: {item['url']}\nDescription: {item['description']}" for item in RESULTS)


@server.tool()
def links(query: str) -> str:
    """Results as markdown links."""
    return "I found:\n" + "\n".join(f"1. [{item['title']}]({item['url']})" for item in RESULTS)


@server.tool()
def prose(query: str) -> str:
    """Text without any address."""
    return f"What is known about {query}: little."


@server.tool()
def odd_addresses(query: str) -> str:
    """Results among which one can be used."""
    return json.dumps([{"url": "javascript:alert(1)"}, {"url": "/relative"}, {"url": "DATA:text/html,x"}, RESULTS[0]])


@server.tool()
def failing(query: str) -> str:
    """Always fails."""
    raise ToolError("the index is closed")


@server.tool()
def secret(query: str) -> str:
    """Says whether the variable that was configured arrived, and whether one that was not did."""
    return f"configured={os.environ.get('CONFIGURED', '')} leaked={os.environ.get('LEAKED', '')}"


@server.tool()
def die(query: str) -> str:
    """Ends the process."""
    os._exit(3)


@server.tool()
def hang(query: str) -> str:
    """Never answers, and leaves a mark that it was asked."""
    Path(f"{sys.argv[1]}.hanging").touch()
    time.sleep(600)
    return ""


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(str(os.getpid()))
    server.run("stdio")
