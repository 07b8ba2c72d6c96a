"""The fixed words of ``verification.md`` in the languages of reports; other languages get English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class VerificationWords(NamedTuple):
    """Headings and labels."""

    title: str
    checked: str
    check: str
    result: str
    counted: str
    passed: str
    failed: str
    not_applicable: str
    sentences: str
    supported: str
    unclear: str
    contradicted: str
    problems: str
    changed: str
    remains: str
    nothing: str
    more: str
    kinds: Mapping[str, str]
    unanswered: str
    judged: str


_WORDS = {
    "en": VerificationWords(
        "Verification", "What was checked", "Check", "Result", "Counted", "passed", "failed", "not applicable",
        "{count} sentences were held against the passages they cite:", "supported", "unclear", "contradicted", "What failed",
        "What was changed", "What remains unclear", "Nothing.", "And {count} more; all of them stand in the run folder.",
        {"recite": "Cited anew", "rewrite": "Rewritten", "drop": "Dropped"},
        "Asked for, and not answered",
        "{count} of them by the word of a model",
    ),
    "zh-Hant": VerificationWords(
        "查核結果", "查核了什麼", "項目", "結果", "計數", "通過", "未通過", "不適用",
        "共 {count} 句與其引用的原文逐句比對：", "有依據", "不明確",
        "相矛盾", "未通過之處", "更改了什麼", "仍不明確之處", "無。", "另有 {count} 項，全部存於執行資料夾。",
        {"recite": "改引來源", "rewrite": "改寫", "drop": "刪除"},
        "問到而未回答之處",
        "其中 {count} 句由模型判定",
    ),
    "zh-Hans": VerificationWords(
        "核查结果", "核查了什么", "项目", "结果", "计数", "通过", "未通过", "不适用",
        "共 {count} 句与其引用的原文逐句比对：", "有依据", "不明确",
        "相矛盾", "未通过之处", "更改了什么", "仍不明确之处", "无。", "另有 {count} 项，全部存于运行文件夹。",
        {"recite": "改引来源", "rewrite": "改写", "drop": "删除"},
        "问到而未回答之处",
        "其中 {count} 句由模型判定",
    ),
    "ja": VerificationWords(
        "検証結果", "何を確認したか", "検査", "結果", "件数", "合格", "不合格", "対象外",
        "{count} 文を引用元の文と照合した:", "裏付けあり", "不明",
        "矛盾", "不合格の箇所", "何を変更したか", "不明のままの箇所", "なし。",
        "ほかに {count} 件あり、すべて実行フォルダーにある。",
        {"recite": "引用の付け替え", "rewrite": "書き直し", "drop": "削除"},
        "問われて答えていない点",
        "うち {count} 文はモデルの判定による",
    ),
    "ko": VerificationWords(
        "검증 결과", "확인한 내용", "검사", "결과", "집계", "통과", "실패", "해당 없음",
        "{count}개 문장을 인용한 원문과 대조했다:", "근거 있음", "불분명",
        "모순", "실패한 부분", "변경한 내용", "불분명하게 남은 부분", "없음.",
        "그 밖에 {count}건이 있으며 모두 실행 폴더에 있다.",
        {"recite": "인용 변경", "rewrite": "다시 씀", "drop": "삭제"},
        "물었으나 답하지 않은 점",
        "그중 {count}개 문장은 모델이 판정함",
    ),
    "de": VerificationWords(
        "Prüfung", "Was geprüft wurde", "Prüfpunkt", "Ergebnis", "Gezählt", "bestanden", "nicht bestanden", "entfällt",
        "{count} Sätze wurden mit den zitierten Stellen verglichen:", "belegt", "unklar", "widersprochen", "Was nicht bestand",
        "Was geändert wurde", "Was unklar bleibt", "Nichts.", "Und {count} weitere; alle stehen im Ordner des Laufs.",
        {"recite": "Neu zitiert", "rewrite": "Umgeschrieben", "drop": "Gestrichen"},
        "Gefragt und nicht beantwortet",
        "davon {count} nach dem Urteil eines Modells",
    ),
    "fr": VerificationWords(
        "Vérification", "Ce qui a été vérifié", "Contrôle", "Résultat", "Compte", "réussi", "échoué", "sans objet",
        "{count} phrases ont été comparées aux passages qu’elles citent :", "étayées", "incertaines", "contredites",
        "Ce qui a échoué", "Ce qui a été modifié", "Ce qui reste incertain", "Rien.",
        "Et {count} de plus ; toutes se trouvent dans le dossier du rapport.",
        {"recite": "Citée autrement", "rewrite": "Réécrite", "drop": "Supprimée"},
        "Demandé et resté sans réponse",
        "dont {count} selon le jugement d’un modèle",
    ),
    "es": VerificationWords(
        "Verificación", "Qué se comprobó", "Comprobación", "Resultado", "Recuento", "superada", "no superada", "no procede",
        "Se compararon {count} frases con los pasajes que citan:", "respaldadas", "dudosas", "contradichas", "Qué falló",
        "Qué se cambió", "Qué sigue siendo dudoso", "Nada.", "Y {count} más; todas están en la carpeta de la ejecución.",
        {"recite": "Citada de nuevo", "rewrite": "Reescrita", "drop": "Eliminada"},
        "Preguntado y sin respuesta",
        "{count} de ellas según el juicio de un modelo",
    ),
    "it": VerificationWords(
        "Verifica", "Che cosa è stato verificato", "Controllo", "Esito", "Conteggio", "superato", "non superato",
        "non pertinente", "{count} frasi sono state confrontate con i passi che citano:", "confermate", "incerte", "smentite",
        "Che cosa non è riuscito", "Che cosa è stato cambiato", "Che cosa resta incerto", "Nulla.",
        "E altre {count}; stanno tutte nella cartella dell’esecuzione.",
        {"recite": "Citata di nuovo", "rewrite": "Riscritta", "drop": "Eliminata"},
        "Chiesto e rimasto senza risposta",
        "di cui {count} a giudizio di un modello",
    ),
    "pt": VerificationWords(
        "Verificação", "O que foi verificado", "Controle", "Resultado", "Contagem", "aprovado", "reprovado", "não se aplica",
        "{count} frases foram comparadas com as passagens que citam:", "confirmadas", "duvidosas", "contraditas", "O que falhou",
        "O que foi alterado", "O que continua duvidoso", "Nada.", "E mais {count}; estão todas na pasta da execução.",
        {"recite": "Citada de novo", "rewrite": "Reescrita", "drop": "Eliminada"},
        "Perguntado e sem resposta",
        "{count} delas segundo o juízo de um modelo",
    ),
}  # fmt: skip


def verification_words(language: str) -> VerificationWords:
    """The words for a language (BCP 47)."""
    base = language.split("-")[0]
    return _WORDS.get(language) or (_WORDS["zh-Hans"] if base == "zh" else _WORDS.get(base, _WORDS["en"]))
