"""What a verifier checks, counts and points at, in plain words of the languages of reports.

Files for machines (``verify.json``) keep the names. What other verifiers count is shown by its name, without underscores.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dr_core.report.box_words import column, filled, fitting

CHECKS = {
    "citations": (
        "Every paragraph is cited", "每段皆有引用", "每段均有引用", "各段落に引用がある", "모든 문단에 인용이 있음",
        "Jeder Absatz ist belegt", "Chaque paragraphe est sourcé", "Cada párrafo lleva citas", "Ogni paragrafo ha citazioni",
        "Cada parágrafo tem citações",
    ),
    "grounding": (
        "Every sentence is held by its sources", "每句皆有原文依據", "每句均有原文依据", "各文に原文の裏付けがある",
        "모든 문장이 원문에 근거함", "Jeder Satz steht auf seinen Quellen", "Chaque phrase tient à ses sources",
        "Cada frase se apoya en sus fuentes", "Ogni frase si regge sulle sue fonti", "Cada frase apoia-se nas suas fontes",
    ),
    "unverified": (
        "What stands on a model's memory", "僅憑模型記憶的內容", "仅凭模型记忆的内容", "モデルの記憶だけによる内容",
        "모델의 기억에만 의존한 내용", "Was auf dem Gedächtnis eines Modells beruht", "Ce qui repose sur la mémoire d’un modèle",
        "Lo que se basa en la memoria de un modelo", "Ciò che si basa sulla memoria di un modello",
        "O que se baseia na memória de um modelo",
    ),
    "audit": (
        "Was anything checked at all", "是否經過查核", "是否经过核查", "検証が行われたか", "검증이 이루어졌는지",
        "Ob überhaupt geprüft wurde", "Y a-t-il eu un contrôle", "Si hubo alguna comprobación",
        "Se è stato verificato qualcosa", "Se houve alguma verificação",
    ),
}  # fmt: skip
COUNTS = {
    "paragraph_count": (
        "paragraphs", "段落", "段落", "段落", "문단", "Absätze", "paragraphes", "párrafos", "paragrafi", "parágrafos",
    ),
    "paragraph_without_citation_count": (
        "without a citation", "無引用", "无引用", "引用なし", "인용 없음", "ohne Beleg", "sans citation", "sin cita",
        "senza citazione", "sem citação",
    ),
    "paragraph_end_citation_missing_count": (
        "not ending in a citation", "結尾無引用", "结尾无引用", "末尾に引用なし", "끝에 인용 없음", "nicht mit Beleg am Ende",
        "sans citation à la fin", "sin cita al final", "senza citazione alla fine", "sem citação no fim",
    ),
    "citation_count": ("citations", "引用", "引用", "引用", "인용", "Belege", "citations", "citas", "citazioni", "citações"),
    "reference_count": (
        "references", "參考文獻", "参考文献", "参考文献", "참고문헌", "Quellenangaben", "références", "referencias",
        "riferimenti", "referências",
    ),
    "unknown_reference_count": (
        "citations without a reference", "引用缺參考文獻", "引用缺参考文献", "参考文献のない引用", "참고문헌 없는 인용",
        "Belege ohne Quellenangabe", "citations sans référence", "citas sin referencia", "citazioni senza riferimento",
        "citações sem referência",
    ),
    "invalid_cite_ids_count": (
        "paragraphs that cite no evidence of the run", "引用不存在的證據", "引用不存在的证据", "存在しない根拠の引用",
        "없는 근거를 인용한 문단", "Absätze mit unbekanntem Beleg", "paragraphes citant une preuve inconnue",
        "párrafos que citan una prueba inexistente", "paragrafi che citano una prova inesistente",
        "parágrafos que citam uma prova inexistente",
    ),
    "sentence_count": ("sentences", "句子", "句子", "文", "문장", "Sätze", "phrases", "frases", "frasi", "frases"),
    "supported_count": (
        "supported", "有依據", "有依据", "裏付けあり", "근거 있음", "belegt", "étayées", "respaldadas", "confermate",
        "confirmadas",
    ),
    "unclear_count": (
        "unclear", "不明確", "不明确", "不明", "불분명", "unklar", "incertaines", "dudosas", "incerte", "duvidosas",
    ),
    "contradicted_count": (
        "contradicted", "相矛盾", "相矛盾", "矛盾", "모순", "widersprochen", "contredites", "contradichas", "smentite",
        "contraditas",
    ),
    "span_count": (
        "cited passages", "引用的原文", "引用的原文", "引用した原文", "인용한 원문", "zitierte Stellen", "passages cités",
        "pasajes citados", "passi citati", "passagens citadas",
    ),
    "span_not_found_count": (
        "passages not found in their source", "來源中找不到的原文", "来源中找不到的原文", "出典に見つからない原文",
        "출처에서 찾지 못한 원문", "in der Quelle nicht gefunden", "introuvables dans leur source",
        "no encontrados en su fuente", "non trovati nella loro fonte", "não encontradas na sua fonte",
    ),
    "unchecked_paragraph_count": (
        "paragraphs never checked", "未經查核的段落", "未经核查的段落", "未検証の段落", "검증되지 않은 문단",
        "nie geprüfte Absätze", "paragraphes jamais vérifiés", "párrafos nunca comprobados", "paragrafi mai verificati",
        "parágrafos nunca verificados",
    ),
    "changed_count": (
        "changed after the run", "執行後遭更改", "运行后被更改", "実行後の変更", "실행 후 변경", "nach dem Lauf geändert",
        "modifiés après coup", "cambiados tras la ejecución", "modificati dopo l’esecuzione", "alterados após a execução",
    ),
    "unverified_paragraph_count": (
        "paragraphs on a model's memory", "僅憑模型記憶的段落", "仅凭模型记忆的段落", "モデルの記憶による段落",
        "모델의 기억에 의존한 문단", "Absätze aus dem Gedächtnis eines Modells", "paragraphes tirés de la mémoire d’un modèle",
        "párrafos de la memoria de un modelo", "paragrafi dalla memoria di un modello", "parágrafos da memória de um modelo",
    ),
}  # fmt: skip
PLACES = {
    "paragraph {}": (
        "段落 {0}", "段落 {0}", "段落 {0}", "문단 {0}", "Absatz {0}", "paragraphe {0}", "párrafo {0}", "paragrafo {0}",
        "parágrafo {0}",
    ),
    "evidence {}": (
        "證據 {0}", "证据 {0}", "根拠 {0}", "근거 {0}", "Beleg {0}", "preuve {0}", "prueba {0}", "prova {0}", "prova {0}",
    ),
    "line {}, {}": (
        "第 {0} 行，{1}", "第 {0} 行，{1}", "{0} 行目、{1}", "{0}행, {1}", "Zeile {0}, {1}", "ligne {0}, {1}", "línea {0}, {1}",
        "riga {0}, {1}", "linha {0}, {1}",
    ),
    "line {}": ("第 {0} 行", "第 {0} 行", "{0} 行目", "{0}행", "Zeile {0}", "ligne {0}", "línea {0}", "riga {0}", "linha {0}"),
    "references": (
        "參考文獻", "参考文献", "参考文献", "참고문헌", "Quellen", "références", "referencias", "riferimenti", "referências",
    ),
}  # fmt: skip


def check_in(verifier: str, language: str) -> str:
    """What a verifier checks; the name of one that is none of ours."""
    return CHECKS[verifier][_at(language)] if verifier in CHECKS else verifier


def count_in(name: str, language: str) -> str:
    """What a verifier has counted."""
    return COUNTS[name][_at(language)] if name in COUNTS else name.removesuffix("_count").replace("_", " ")


def place_in(where: str, language: str) -> str:
    """Where a verifier has found something; a file is called by its name."""
    at = column(language)
    return where if at is None else filled(where, _places(), at) or where


def _at(language: str) -> int:
    at = column(language)
    return 0 if at is None else at + 1


@lru_cache(maxsize=1)
def _places() -> list[tuple[re.Pattern[str], tuple[str, ...]]]:
    return [(fitting(said), told) for said, told in PLACES.items()]
