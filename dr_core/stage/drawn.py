"""What a chart's code draws: its words and its figures, read from the code without running it."""

from __future__ import annotations

import ast
import math
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise, zip_longest

from dr_core.pattern import regex
from dr_core.text.number import quantities

MOST_DIGITS = 6
FEWEST = 2
"""A list of fewer numbers is no data, unless it is drawn as such."""
SHORT = 2
"""Figures of so few digits stand in any text, in some power of ten: they must be told in the same one, or in another unit."""
FAR = 0.05
"""How far such a figure may be from what it rounds."""
MOST_STEPS = 100
"""Of a range that is drawn; a longer one is an axis."""
HUGE = 1e300
_WRITTEN = regex(r"\d+(?:[.,]\d+)*")
_WITH_COMMA = regex(r"(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?")
_AXES = regex(
    r"tick|lim$|axis|^set_|^set$|^rc$|figure|subplots|adjust|legend|margins|layout|add_axes|[Gg]rid_?[Ss]pec|^annotate$|^text$"
    r"|^zeros$|^ones$|shape$"
)
"""Calls whose numbers are about the paper, not about the subject."""
_STYLE = regex(
    r"^(?:explode|dashes|rc|rect|positions|kwargs|rcParams|loc|xy|xytext|extent|shape)$|colou?rs?$|palette|props$|ratios$|_kw$"
    r"|offsets?$|style$|size$|lim$|anchor$"
)
"""What is given or kept under such names is so, too."""
_DRAWS = regex(r"^(?:bar|barh|plot|scatter|step|stem|errorbar|fill_between|pie)$")
_VALUES = {"barh": "width", "bar": "height"}
_SCALES = frozenset((0, 3, 4, 6, 8, 9, 12))
"""Powers of ten between units, and between numbers in words (万, 億, million)."""
_FROM_HAN, _HAN = frozenset((1, 2, 5)), regex("[万萬億亿억만]")
"""Those between the units of such a text and others: 億kWh and TWh, 万kW and GW."""
_YEARS = range(1800, 2101)


def words_in(code: str) -> list[str]:
    """The texts of a chart: labels, names, titles."""
    return [node.value for node in _nodes(code) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def figures_in(code: str) -> list[float]:
    """The numbers that a chart draws: those of its lists and tables and those given one by one, without places."""
    nodes = _nodes(code)
    about_paper = {inner for node in nodes if _is_about_paper(node) for inner in ast.walk(node)}
    records = {one for node in nodes if isinstance(node, ast.List | ast.Tuple) for one in node.elts if isinstance(one, ast.Tuple)}
    drawn = [one for node in nodes if isinstance(node, ast.Call) for one in _values(node)]
    found: list[float] = []
    for node in nodes:
        if node in about_paper or node in records:
            continue
        if node in drawn:
            found += _all(node)
        elif isinstance(node, ast.List | ast.Dict | ast.Tuple):
            for held in (_held(node), *zip_longest(*map(_held, _rows(node)))):
                own = [one for one in held if one is not None]
                found += own if len(own) >= FEWEST and not _is_places(own) else []
    return found


def _values(call: ast.Call) -> list[ast.expr]:
    """What a call that draws gives as its values: the 5 of bar("a", 5)."""
    name = _name(call.func)
    if not _DRAWS.match(name):
        return []
    wanted = _VALUES.get(name, "y")
    return [*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == wanted)]


def _all(node: ast.AST) -> list[float]:
    """The numbers of what is drawn: one alone, those of a list, or those of range(5, 20, 5)."""
    if isinstance(node, ast.Call):
        return _steps(node)
    held = _held(node) if isinstance(node, ast.List | ast.Tuple) else [_number(node)] if isinstance(node, ast.expr) else []
    return [one for one in held if one is not None]


def _held(node: ast.expr) -> list[float | None]:
    """The numbers of a list, a row or a table, None for what is no number."""
    held = node.values if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.List | ast.Tuple) else []
    return list(map(_number, held))


def _rows(node: ast.expr) -> list[ast.expr]:
    """The records of a list, whose numbers stand one below the other: [("a", 5), ("b", 7)]; lists with data are told alone."""
    every = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    return [one for one in every if not isinstance(one, ast.List) or len(one.elts) - _held(one).count(None) < FEWEST]


def _steps(call: ast.Call) -> list[float]:
    """The numbers of range(5, 20, 5), arange or linspace, where they stand there."""
    name, given = _name(call.func), [_number(one) for one in call.args]
    if name in ("list", "array", "tuple") and call.args and isinstance(call.args[0], ast.Call):
        return _steps(call.args[0])
    told = [one for one in given if one is not None]
    if len(told) < len(given) or not 2 <= len(told) <= 3 or name not in ("range", "arange", "linspace"):
        return []
    start, stop, by = (*told, 1.0)[:3]
    count = int(by) if name == "linspace" else int((stop - start) // by) if by else 0
    if not 1 < count <= MOST_STEPS:
        return []
    step = (stop - start) / (count - 1) if name == "linspace" else by
    return [start + number * step for number in range(count)]


def unfounded(code: str, texts: Sequence[str]) -> list[float]:
    """The figures of a chart that stand in none of ``texts``, in any power of ten (15,763 MW: 15.8 GW), rounded at will."""
    told = {value for text in texts for value in _told(text) if value}
    scales = _SCALES | _FROM_HAN if any(map(_HAN.search, texts)) else _SCALES
    return [figure for figure in figures_in(code) if figure and not any(_same(figure, value, scales) for value in told)]


def _told(text: str) -> Iterator[float]:
    yield from (abs(one.bare or one.value) for one in quantities(text))
    for written in _WRITTEN.findall(text):  # also where it is no quantity: in a name, a year, a range
        if written.count(".") < 2:
            yield float(written.replace(",", ""))
        if _WITH_COMMA.fullmatch(written):
            yield float(written.replace(".", "").replace(",", "."))


def _same(figure: float, told: float, scales: Container[int]) -> bool:
    """Whether a figure is another one, rounded to the digits that it has; one of few digits only in the scale of some unit."""
    mine = _digits(figure, MOST_DIGITS)
    if _digits(told, len(mine)) != mine:
        return False
    if len(mine) > SHORT:
        return True
    power = round(math.log10(told / figure))
    share = abs(power) == 2 and min(told, figure) <= 1  # 0.23 for 23 %
    exact = _digits(told, MOST_DIGITS) == mine
    if not (power == 0 or (abs(power) in scales and (exact or len(mine) == SHORT)) or (share and exact)):
        return False
    return exact or abs(told / figure / 10.0**power - 1) <= FAR


def _digits(value: float, most: int) -> str:
    return f"{value:.{most - 1}e}".partition("e")[0].replace(".", "").rstrip("0")


def _is_about_paper(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg == "s" or bool(_STYLE.search(node.arg or ""))  # the size of points
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
    """Whether numbers say where something stands: 0, 1, 2, or the years of an axis; 10, 20, 30 may be data."""
    steps = {round(after - before, 9) for before, after in pairwise(numbers)}
    if len(steps) != 1:
        return False
    (step,) = steps
    if len(numbers) <= FEWEST:
        return step == 1 and numbers[0] in (0, 1)
    return 0 <= numbers[0] < step or (step == 1 and numbers[0] < 2) or all(one in _YEARS for one in numbers)


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
