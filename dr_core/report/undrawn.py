"""The charts that were planned and could not be drawn: the row of the box that names them, in the languages of reports."""

from __future__ import annotations

import re
from functools import lru_cache

from dr_core.report.box_words import column, filled, fitting, listed_in
from dr_core.state import RunState

FAILED, UNTRIED = "charts_failed", "charts_untried"
"""The notes of the charts whose code failed (title, reason), and of those that were not tried for that (titles)."""
LONGEST_REASON = 160
LABEL = "Charts not drawn"
LABELS = (
    "未繪製的圖表", "未绘制的图表", "描けなかった図表", "그리지 못한 도표", "Nicht gezeichnete Diagramme",
    "Graphiques non dessinés", "Gráficos no dibujados", "Grafici non disegnati", "Gráficos não desenhados",
)  # fmt: skip
NOT_TRIED = "not tried, because those before it had failed"
REASONS = {
    NOT_TRIED: (
        "前面的圖表已失敗，故未嘗試", "前面的图表已失败，故未尝试", "前の図表が失敗したため試みていない",
        "앞의 도표가 실패하여 시도하지 않음",
        "nicht versucht, weil die davor scheiterten", "non essayé, car les précédents avaient échoué",
        "no intentado, porque los anteriores habían fallado", "non tentato, perché i precedenti erano falliti",
        "não tentado, porque os anteriores tinham falhado",
    ),
    "the code drew no figure": (
        "程式碼沒有畫出圖", "代码没有画出图", "コードが図を描かなかった", "코드가 그림을 그리지 않음",
        "der Code zeichnete keine Abbildung",
        "le code n’a dessiné aucune figure", "el código no dibujó ninguna figura", "il codice non ha disegnato alcuna figura",
        "o código não desenhou nenhuma figura",
    ),
    "the code ran longer than {} s and was stopped": (
        "程式碼執行超過 {0} 秒而中止", "代码运行超过 {0} 秒而中止", "コードの実行が {0} 秒を超え中止した",
        "코드 실행이 {0}초를 넘어 중단됨",
        "der Code lief länger als {0} s und wurde abgebrochen", "le code a tourné plus de {0} s et a été arrêté",
        "el código superó {0} s y se detuvo", "il codice ha superato {0} s ed è stato fermato",
        "o código passou de {0} s e foi interrompido",
    ),
    "the mended code draws figures that do not stand in its sources ({})": (
        "修正後的程式碼畫出了來源中沒有的數字（{0}）", "修正后的代码画出了来源中没有的数字（{0}）",
        "修正したコードが出典にない数値を描く（{0}）", "수정한 코드가 출처에 없는 수치를 그림({0})",
        "der korrigierte Code zeichnet Zahlen, die nicht in seinen Quellen stehen ({0})",
        "le code corrigé dessine des chiffres absents de ses sources ({0})",
        "el código corregido dibuja cifras que no están en sus fuentes ({0})",
        "il codice corretto disegna cifre che non sono nelle sue fonti ({0})",
        "o código corrigido desenha números que não estão nas suas fontes ({0})",
    ),
}  # fmt: skip


def undrawn_row(state: RunState) -> tuple[str, str]:
    """The row of the box; empty words where every chart was drawn."""
    own, at = state.language, column(state.language)
    failed = [(str(entry["title"]), in_short(str(entry["reason"]))) for entry in state.notes.get(FAILED, ())]
    told = [*failed, *((str(title), NOT_TRIED) for title in state.notes.get(UNTRIED, ()))]
    words = [f"“{title}” ({_worded(reason, at)})" for title, reason in told]
    return LABEL if at is None else LABELS[at], f"{len(told)}: {listed_in(words, own)}" if told else ""


def in_short(reason: str) -> str:
    """Of what Python says of an error the last line: a reader has no code to look up the others in."""
    last = reason.strip().rpartition("\n")[2]
    return last if len(last) <= LONGEST_REASON else last[: LONGEST_REASON - 1] + "…"


def _worded(reason: str, at: int | None) -> str:
    return reason if at is None else filled(reason, _patterns(), at) or reason


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], tuple[str, ...]]]:
    return [(fitting(said), told) for said, told in REASONS.items()]
