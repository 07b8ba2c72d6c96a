"""A report that is not in the language it was asked for in: without a model it has the words of its sources, and says so."""

from __future__ import annotations

from dr_core.report.box_words import listed_in
from dr_core.report.vain import in_vain
from dr_core.report.words import words
from dr_core.state import RunState

TOLD = {
    "en": ("Language", "that of the sources ({used}), not {wanted}: no model is configured to write it"),
    "zh": ("语言", "来源的语言（{used}），而非 {wanted}：未设置可撰写的模型"),
    "zh-Hant": ("語言", "來源的語言（{used}），而非 {wanted}：未設定可撰寫的模型"),
    "ja": ("言語", "出典の言語（{used}）、{wanted} ではない：執筆するモデルの設定がない"),
    "ko": ("언어", "출처의 언어({used}), {wanted} 아님: 작성할 모델이 설정되지 않음"),
    "de": ("Sprache", "die der Quellen ({used}), nicht {wanted}: Kein Modell ist eingerichtet, das sie schreibt"),
    "fr": ("Langue", "celle des sources ({used}), pas {wanted} : aucun modèle n’est configuré pour l’écrire"),
    "es": ("Idioma", "el de las fuentes ({used}), no {wanted}: no hay ningún modelo configurado que lo escriba"),
    "it": ("Lingua", "quella delle fonti ({used}), non {wanted}: nessun modello è configurato per scriverla"),
    "pt": ("Língua", "a das fontes ({used}), não {wanted}: não há nenhum modelo configurado que a escreva"),
}
"""Label and words of the row in the box."""
OWN_NAMES = {
    "en": "English",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
    "zh": "中文",
    "ja": "日本語",
    "ko": "한국어",
    "de": "Deutsch",
    "fr": "français",
    "es": "español",
    "it": "italiano",
    "pt": "português",
}
"""Languages as they call themselves, which readers of all of them know."""


def borrowed(state: RunState) -> list[str]:
    """The languages of a report without a model none of whose sources is in the report's own; empty where one is."""
    if state.models:
        return []
    found = {evidence.language for evidence in state.evidence.values()}
    own = state.language.split("-")[0]
    return [] if any(language.split("-")[0] in ("", own) for language in found) else sorted(found)


def foreign_notice(state: RunState) -> str:
    """What is said above a report, in its language, that quotes sources in others and that no model wrote; else nothing."""
    if state.models and not in_vain(state):
        return ""
    cited = [state.evidence[cite] for paragraph in state.paragraphs for cite in paragraph.cite_ids if cite in state.evidence]
    own = state.language.split("-")[0]
    found = dict.fromkeys(one.language for one in cited if one.language.split("-")[0] not in ("", own))
    named = listed_in((OWN_NAMES.get(one, one) for one in found), state.language)
    return words(state.language).foreign.format(languages=named) if found else ""


def borrowed_row(state: RunState) -> tuple[str, str]:
    """The row of the box; empty words where there is nothing to say."""
    label, told = TOLD.get(state.language) or TOLD.get(state.language.split("-")[0]) or TOLD["en"]
    languages = borrowed(state)
    return label, told.format(used=", ".join(languages), wanted=state.language) if languages else ""
