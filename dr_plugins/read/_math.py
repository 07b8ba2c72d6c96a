"""Formulas of a page (MathML) as a line of text: ``x^2``, ``a/b``, ``10⁶``; numbers that stand apart stay apart."""

from __future__ import annotations

import re
from typing import Any

from dr_core.pattern import regex

DEEPEST = 40
"""A formula nested deeper is taken as its words."""
RAISED = str.maketrans("0123456789+-−–=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾")
"""Figures and signs as raised characters."""
_APART = frozenset("=+−-±∓×·⋅*<>≤≥≈≃≅≠≡∼~∝→⇒⇔↔∈∉⊂⊆∪∩∧∨∣|:")
_UNSEEN = regex("[\u2061-\u2064\u200b\u00ad]")
_SIMPLE = regex(r"[^\W_]+(?:[.,]\d+)*|[^\w\s]")
_POWER = regex(r"[0-9+\-−–=()]{1,6}")
_SCRIPTS = {"msup": "^", "msub": "_", "mover": "^", "munder": "_", "msubsup": "_^", "munderover": "_^"}
_SIGN = regex(r"(^|[=<>≤≥≈≠×·⋅(,] ?)([−+±-]) (?=\w)")
"""A sign before its number, with nothing before it to be taken from."""
_FRACTION = regex(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")


def formula(math: Any) -> str:
    """A ``math`` element in one line; where its parts say nothing, what it says of itself (``alttext``)."""
    return _tidy(_written(math, 0)) or _of_tex(math.get("alttext") or "")


def _written(element: Any, depth: int) -> str:
    tag = element.tag if isinstance(element.tag, str) else ""
    if depth > DEEPEST:
        return " ".join(element.itertext())
    if not len(element):
        text = _tidy(element.text or "")
        return f" {text} " if (tag == "mo" and text in _APART) or tag == "mtext" else f"{text} " if text in (",", ";") else text
    if tag == "semantics":  # the others tell the same once more
        return _written(element[0], depth + 1)
    children = [child for child in element if child.tag not in ("annotation", "annotation-xml", "mphantom")]
    parts = [_written(child, depth + 1) for child in children]
    if tag == "mfrac" and len(parts) == 2:
        return f"{_whole(parts[0])}/{_whole(parts[1])}"
    if tag in _SCRIPTS and len(parts) == len(_SCRIPTS[tag]) + 1:
        return _with_scripts(_tidy(parts[0]), parts[1:], _SCRIPTS[tag])
    if tag == "msqrt":
        return f"√{_whole(_joined(parts))}"
    if tag == "mroot" and len(parts) == 2:
        return f"{_whole(parts[0])}^(1/{_tidy(parts[1])})"
    if tag == "mfenced":
        return f"({', '.join(map(_tidy, parts))})"
    return ("; " if tag == "mtable" else ", ").join(map(_tidy, parts)) if tag in ("mtable", "mtr") else _joined(parts)


def _with_scripts(base: str, scripts: list[str], signs: str) -> str:
    only = _tidy(scripts[0])
    if signs == "^" and base[-1:].isdigit() and _POWER.fullmatch(only):
        return base + only.translate(RAISED)  # as a raised figure of the page's own text
    whole = _whole(base) if " " in base else base
    return whole + "".join(f"{sign}{_whole(script)}" for sign, script in zip(signs, scripts, strict=True) if _tidy(script))


def _joined(parts: list[str]) -> str:
    """One part behind the other; a space where two would become one number or one word."""
    line = ""
    for part in filter(None, parts):
        before, after = line[-1:], part[:1]
        glued = before.isalnum() and after.isalnum() and not (before.isdigit() and after.isalpha() and len(part) == 1)
        single = before.isalpha() and after.isalpha() and len(part) == 1 and not line[-2:-1].isalpha()
        line += f" {part}" if (glued and not single) or (before == ")" and after.isdigit()) else part
    return line


def _whole(part: str) -> str:
    """A part as one thing, in brackets where it is several."""
    text = _tidy(part)
    return text if not text or _SIMPLE.fullmatch(text) or (text[0] == "(" and text.find(")") == len(text) - 1) else f"({text})"


def _tidy(text: str) -> str:
    return _SIGN.sub(r"\1\2", " ".join(_UNSEEN.sub("", text).split()))


def _of_tex(text: str) -> str:
    """The little of TeX that most formulas need; what is left of it stays as it is."""
    text = re.sub(r"^\{\\(?:displaystyle|textstyle) (.*)\}$", r"\1", _tidy(text))
    text = re.sub(r"([\^_])\{(\w+)\}", r"\1\2", _FRACTION.sub(r"(\1)/(\2)", text))
    return _tidy(re.sub(r"\((\w+)\)/\((\w+)\)", r"\1/\2", text))
