"""The page as it is sent: the same words in every language, and nothing fetched from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from serve_kit import ROOT, served

from dr_serve.ceiling import BUDGET

pytestmark = pytest.mark.once


def test_the_page_says_the_same_in_every_language() -> None:
    text = (ROOT / "dr_serve" / "page" / "words.js").read_text(encoding="utf-8")
    tables = re.findall(r"^const (\w+) = \{\n(.*?)^\};", text, re.DOTALL | re.MULTILINE)
    assert [name for name, _ in tables] == ["en", "zhHans", "zhHant", "ja", "ko", "de", "fr", "es", "it", "pt"]
    said = [dict(re.findall(r'(\w+): "((?:[^"\\]|\\.)*)"', table)) for _, table in tables]
    assert len(said[0]) > 60 and all(set(other) == set(said[0]) for other in said)
    for key, words in said[0].items():
        for other in said[1:]:
            assert set(re.findall(r"\{\d\}", words)) == set(re.findall(r"\{\d\}", other[key])), key
    page = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "dr_serve" / "page").glob("*.[hj]*"))
    asked = {*re.findall(r'data-(?:t|label)="(\w+)"', page), *re.findall(r'\bt\("(\w+)"', page)}
    asked |= {f"{name}{more}" for name in BUDGET for more in ("", "Name")}
    server = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "dr_serve").glob("*.py"))
    asked |= {
        f"refused_{code}" for line in re.findall(r"\bcode = .*|\bcode=\".*", server) for code in re.findall(r'"(\w+)"', line)
    }
    assert asked <= set(said[0]), asked - set(said[0])
    assert {key for key in said[0] if key.startswith("refused_")} <= asked


async def test_the_page_is_whole_and_fetches_nothing_from_elsewhere(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        scripts = [f"/{name}.js" for name in ("main", "api", "board", "gone", "higher", "reply", "run", "words")]
        for name in ("/", "/gone.html", "/page.css", "/icon.svg", *scripts):
            answer = await server.client.get(name)
            assert answer.status_code == 200
            text = answer.text.replace("http://www.w3.org/2000/svg", "")
            assert "http:" not in text and "https:" not in text and "//cdn" not in text
            if name.endswith(".js"):
                assert not [word for word in ("innerHTML", "eval(", "document.write", "insertAdjacentHTML") if word in text]
