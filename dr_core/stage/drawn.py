"""What a chart's code draws: its words and its figures, read from the code without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from dr_core.pattern import regex
from dr_core.text.number import quantities

MOST_DIGITS = 6
FEWEST = 2
"""A list of fewer numbers is no data."""
HUGE = 1e300
_WRITTEN = regex(r"\d+(?:[.,]\d+)*")
_AXES = regex(r"tick|lim$|axis|^set_|^set$|^rc$|figure|subplots|adjust|legend|margins|layout|add_axes|[Gg]rid_?[Ss]pec")
"""Calls whose numbers are about the paper, not about the subject."""
_STYLE = regex(r"^(?:explode|dashes|rc|rect|positions|kwargs|rcParams)$|colou?rs?$|palette|props$|ratios$|_kw$|offsets?$|style$")
"""What is given or kept under such names is so, too."""


def words_in(code: str) -> list[str]:
    """The texts of a chart: labels, names, titles."""
    return [node.value for node in _nodes(code) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def figures_in(code: str) -> list[float]:
    """The numbers that a chart draws: those of its lists and tables, without places, which have all the same distance."""
    nodes = _nodes(code)
    about_paper = {inner for node in nodes if _is_about_paper(node) for inner in ast.walk(node)}
    found: list[float] = []
    for node in nodes:
        if isinstance(node, ast.List | ast.Dict) and node not in about_paper:
            for held in (_held(node), *zip_longest(*map(_held, _rows(node)))):
                own = [one for one in held if one is not None]
                found += own if len(own) >= FEWEST and not _is_places(own) else []
    return found


def _held(node: ast.expr) -> list[float | None]:
    """The numbers of a list, a row or a table, None for what is no number."""
    held = node.values if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.List | ast.Tuple) else []
    return list(map(_number, held))


def _rows(node: ast.expr) -> list[ast.expr]:
    """The records of a list, whose numbers stand one below the other: [("a", 5), ("b", 7)]; lists with data are told alone."""
    every = node.elts if isinstance(node, ast.List) else []
    return [one for one in every if not isinstance(one, ast.List) or len(one.elts) - _held(one).count(None) < FEWEST]


def unfounded(code: str, texts: Sequence[str]) -> list[float]:
    """The figures of a chart that stand in none of ``texts``, in any power of ten (15,763 MW: 15.8 GW), rounded at will."""
    told = {value for text in texts for value in _told(text) if value}
    return [figure for figure in figures_in(code) if figure and not any(_same(figure, value) for value in told)]


def _told(text: str) -> Iterator[float]:
    yield from (abs(one.value) for one in quantities(text))
    for written in _WRITTEN.findall(text):  # also where it is no quantity: in a name, a year, a range
        for plain in {written.replace(",", ""), written.replace(".", "").replace(",", ".")}:
            if plain.count(".") < 2:
                yield float(plain)


def _same(figure: float, told: float) -> bool:
    """Whether a figure is another one, rounded to the digits that it has."""
    mine = _digits(figure, MOST_DIGITS)
    return _digits(told, len(mine)) == mine


def _digits(value: float, most: int) -> str:
    return f"{value:.{most - 1}e}".partition("e")[0].replace(".", "").rstrip("0")


def _is_about_paper(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return bool(_STYLE.search(node.arg or ""))
    if isinstance(node, ast.Assign):
        return all(_STYLE.search(_name(target)) for target in node.targets)
    if not isinstance(node, ast.Call):
        return False
    of = _name(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    return bool(_AXES.search(_name(node.func)) or _STYLE.search(of))


def _name(node: ast.expr) -> str:
    """What stands last in a name: b in a.b, and a in a["c"]."""
    node = node.value if isinstance(node, ast.Subscript) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_places(numbers: Sequence[float]) -> bool:
    steps = {round(after - before, 9) for before, after in pairwise(numbers)}
    return len(steps) == 1 and (len(numbers) > FEWEST or (steps == {1} and numbers[0] in (0, 1)))


def _number(node: ast.expr) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _number(node.operand)
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return abs(float(node.value)) if abs(node.value) < HUGE else None
    return None


def _nodes(code: str) -> list[ast.AST]:
    try:
        return list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # nor will it be drawn
