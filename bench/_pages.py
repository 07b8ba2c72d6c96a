"""The encyclopedic pages for measuring: 24 in English and in Chinese, written into a folder, with the questions asked of them."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

CHINESE = {
    "Super Bowl 50": "第50届超级碗",
    "Normans": "诺曼人",
    "Computational complexity theory": "计算复杂性理论",
    "Martin Luther": "马丁·路德",
    "Sky (United Kingdom)": "英国天空广播公司BSkyB",
    "Huguenot": "胡格诺派",
    "Oxygen": "氧气",
    "Apollo program": "阿波罗计划",
    "Amazon rainforest": "亚马逊雨林",
    "Fresno, California": "加利福尼亚州弗雷斯诺",
    "Black Death": "黑死病",
    "Newcastle upon Tyne": "泰恩河畔纽卡斯尔",
    "American Broadcasting Company": "美国广播公司",
    "Pharmacy": "药房与药剂师",
    "Civil disobedience": "公民不服从",
    "Private school": "私立学校",
    "Jacksonville, Florida": "佛罗里达州杰克逊维尔",
    "Doctor Who": "神秘博士",
    "Yuan dynasty": "元朝",
    "Intergovernmental Panel on Climate Change": "政府间气候变化专门委员会",
    "Prime number": "素数",
    "Scottish Parliament": "苏格兰议会",
    "Imperialism": "帝国主义",
    "French and Indian War": "法国印第安人战争",
}
"""The data name the Chinese pages in English; these are the subjects as a Chinese reader asks for them."""


def read(data: Path, language: str, kind: str) -> list[dict[str, Any]]:
    """The ``pages`` or ``questions`` of a language."""
    return [json.loads(line) for line in (data / "corpus" / f"xquad-{language}.{kind}.jsonl").read_text("utf-8").splitlines()]


def write(pages: list[dict[str, Any]], language: str, folder: Path) -> Path:
    """Write the pages as files; returns the folder."""
    folder.mkdir(parents=True)
    for page in pages:
        text = "\n\n".join(paragraph.replace("\ufeff", "") for paragraph in page["paragraphs"])
        (folder / f"{page['id']}.md").write_text(f"# {subject_of(page, language)}\n\n{text}\n", "utf-8")
    return folder


def subject_of(page: dict[str, Any], language: str) -> str:
    """The page's subject in its own language."""
    return CHINESE[page["title"]] if language == "zh" else str(page["title"])


def plain(text: str) -> str:
    """Letters and digits alone, in one form: spaces and escapes differ between a page and a report."""
    return re.sub(r"[^\w]", "", unicodedata.normalize("NFKC", text)).replace("_", "").lower()


def holds(text: str, question: dict[str, Any]) -> bool:
    """Whether one of the answers to a question stands in a text."""
    own = plain(text)
    return any(plain(answer) in own for answer in question["answers"] if plain(answer))
