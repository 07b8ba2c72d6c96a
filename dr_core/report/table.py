"""Pipe tables: their cells, and a citation or "not found" in each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from dr_core.pattern import regex
from dr_core.report.mark import mark
from dr_core.text.caption import named_unit, with_unit
from dr_core.text.unit import unit

NOT_FOUND = {
    "en": "not found", "zh-Hant": "未找到", "zh-Hans": "未找到", "zh": "未找到", "ja": "記載なし", "ko": "찾지 못함",
    "de": "nicht gefunden", "fr": "non trouvé", "es": "no encontrado", "it": "non trovato", "pt": "não encontrado",
}  # fmt: skip
_SAYING_SO = (
    "n/?a", "none found", "unknown", "no (?:data|evidence|information)", "not (?:available|given|mentioned|stated)",
    "[暂暫]?(?:无|無)(?:数据|數據|资料|資料|信息|資訊)", "[暂暫][无無]", "未(?:提及|提供|说明|說明|知)", "不[详詳明]",
    "[没沒]有?找到", "未查到", "[无無]相[关關](?:数据|數據|资料|資料)", "該当なし", "(?:データ|情報|言及)なし",
    "見つから(?:ず|ない|なかった)", "見当たら(?:ず|ない)", "不明", "未記載",
    "(?:자료|정보|데이터|언급) ?없음", "알 수 없음", "확인되지 않음", "미상", "불명",
    "keine (?:Angaben?|Daten)", "k\\. ?A\\.", "nicht (?:angegeben|bekannt)", "unbekannt", "non (?:disponible|indiqué|précisé)",
    "inconnue?", "aucune donnée", "sin datos", "no (?:disponible|consta)", "desconocid[oa]", "non disponibile", "sconosciut[oa]",
    "sem dados", "não disponível", "desconhecid[oa]",
)  # fmt: skip
_EMPTY = regex(rf"(?:[-–—?.…*_\s]*|{'|'.join((*_SAYING_SO, *dict.fromkeys(NOT_FOUND.values())))})[.。]?", re.IGNORECASE)
_BAR = regex(r"(?<!\\)\|")
_BARE = regex(
    r"(?P<about>(?:[~≈約约약]|about|around|approx\.|ca\.)\s?)?(?P<figure>[-−+]?\d[\d,.]*(?:\s?(?:[-–—~～〜至到]|\bto\b)\s?\d[\d,.]*)?)"
    r"(?P<note>\s?[（(][^（）()]{1,60}[)）])?",
    re.IGNORECASE,
)
_A_YEAR = regex(r"(?:(?:financial|fiscal) year |FY ?)?(?:1[89]|20)\d\d(?:年度?|년)?", re.I)
_IN_BRACKETS = regex(r"[（(\[]([^（）()\[\]]{1,20})[)）\]]")
_LABEL = regex(r"^\s*\|?(?:\\.|[^|\\])*?(?=\s*\|)")
_RULE = regex(r"[\s:|-]+")


def cells(row: str) -> list[str]:
    """The cells of a row."""
    return [cell.strip() for cell in _BAR.split(row.strip().removeprefix("|").removesuffix("|"))]


def bars(row: str) -> int:
    """How many bars of a table stand in a line."""
    return len(_BAR.findall(row))


def is_rule(row: str) -> bool:
    """Whether a row is the line between head and body."""
    return bool(_RULE.fullmatch(row)) and "-" in row


def is_not_found(cell: str) -> bool:
    """Whether a cell says that there is nothing to say."""
    return bool(_EMPTY.fullmatch(cell.strip()))


def not_found(language: str) -> str:
    """What such a cell says in a report's language."""
    return NOT_FOUND.get(language) or NOT_FOUND.get(language.split("-")[0], NOT_FOUND["en"])


def stated(row: str, head: Sequence[str] = ()) -> str:
    """The words of a row that claim something, with the units of its label and ``head``; empty where nothing was found."""
    label, *values = cells(row)
    columns = [*head[1:], *[""] * len(values)]
    told = [measured(value, label, column) for value, column in zip(values, columns, strict=False) if not is_not_found(value)]
    years = [value for value in told if _A_YEAR.fullmatch(value)]
    if len(years) == 1 and len(told) > 1:  # the figures beside it are of that year
        told = [f"{value} ({years[0]})" for value in told if value != years[0]]
    gap = "; " if told and label[-1:].isdigit() else " "  # 350 139 would be one number
    return f"{label}{gap}{'; '.join(told)}".strip() if told or not values else ""


def cells_of(row: str, head: Sequence[str]) -> list[str]:
    """What each cell of a row claims by itself, of its column."""
    label, *values = cells(row)
    columns = zip(values, head[1:], strict=False)
    return [f"{label}, {column}: {measured(value, label, column)}" for value, column in columns if not is_not_found(value)]


def measured(value: str, label: str, column: str) -> str:
    """A bare number, or a range, with the unit that its row or its column names: 12 under "Weight (kg)" is 12 kg."""
    bare = _BARE.fullmatch(value)
    if not bare:
        return value
    units = [found[1] for name in (label, column) for found in _IN_BRACKETS.finditer(name) if unit(found[1])[0]]
    units = units or [name for name in map(named_unit, (label, column)) if name]
    return f"{bare['about'] or ''}{with_unit(bare['figure'], units[0])}{bare['note'] or ''}" if len(units) == 1 else value


def doubted(row: str, doubt: str) -> str:
    """A row with a doubt behind its label."""
    return _LABEL.sub(lambda found: f"{found[0]}{doubt}", row, count=1)


def cited_rows(table: str, cites: Callable[[str, str], Sequence[str]], language: str) -> str:
    """``table`` with a mark behind what each cell of its body says. ``cites`` gets a cell with what it is about, and alone."""
    rows = [line for line in table.strip().splitlines() if line.strip()]
    if len(rows) < 3 or not is_rule(rows[1]):
        return table
    head, shown = cells(rows[0]), rows[:2]
    for row in rows[2:]:
        label, *values = cells(row)[: len(head)]
        values += [""] * (len(head) - 1 - len(values))
        told = [
            not_found(language) if is_not_found(value) else value + mark(cites(f"{label} {column} {value}", value))
            for column, value in zip(head[1:], values, strict=True)
        ]
        shown.append("| " + " | ".join([label, *told]) + " |")
    return "\n".join(shown)
