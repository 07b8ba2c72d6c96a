"""The phrases of the "How this report was made" box that a run words itself, in the languages of reports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

COLUMNS = ("zh-Hant", "zh-Hans", "ja", "ko", "de", "fr", "es", "it", "pt")
PHRASES = {
    "complete": ("完成", "完成", "完了", "완료", "vollständig", "complet", "completo", "completo", "completo"),
    "partial": ("部分完成", "部分完成", "一部のみ", "일부 완료", "teilweise", "partiel", "parcial", "parziale", "parcial"),
    "Stopped: the evidence is sufficient": (
        "停止原因：證據充足", "停止原因：证据充足", "終了：根拠は十分", "종료: 근거 충분",
        "Ende: Die Belege reichen", "Fin : les preuves suffisent", "Fin: las pruebas bastan", "Fine: le prove bastano",
        "Fim: as provas bastam",
    ),
    "Stopped: this was the last round": (
        "停止原因：已是最後一輪", "停止原因：已是最后一轮", "終了：最後のラウンド", "종료: 마지막 라운드",
        "Ende: Dies war die letzte Runde", "Fin : c’était le dernier tour", "Fin: era la última ronda",
        "Fine: era l’ultimo giro", "Fim: era a última rodada",
    ),
    "Stopped: the queries are spent": (
        "停止原因：查詢次數用盡", "停止原因：查询次数用尽", "終了：検索語を使い切った", "종료: 검색어 소진",
        "Ende: Die Suchanfragen sind verbraucht", "Fin : les requêtes sont épuisées", "Fin: se agotaron las consultas",
        "Fine: le interrogazioni sono esaurite", "Fim: as consultas esgotaram-se",
    ),
    "Stopped: the round brought nothing new": (
        "停止原因：本輪沒有新內容", "停止原因：本轮没有新内容", "終了：新しい内容なし", "종료: 새 내용 없음",
        "Ende: Die Runde brachte nichts Neues", "Fin : le tour n’a rien apporté de nouveau", "Fin: la ronda no aportó nada nuevo",
        "Fine: il giro non ha portato nulla di nuovo", "Fim: a rodada não trouxe nada de novo",
    ),
    "Stopped: there is nothing left to ask": (
        "停止原因：沒有可再查詢的內容", "停止原因：没有可再查询的内容", "終了：調べることがない", "종료: 더 물을 것 없음",
        "Ende: Es gibt nichts mehr zu fragen", "Fin : il n’y a plus rien à demander", "Fin: no queda nada por preguntar",
        "Fine: non resta nulla da chiedere", "Fim: não resta nada a perguntar",
    ),
    "coverage": ("涵蓋", "覆盖", "網羅性", "포괄성", "Abdeckung", "couverture", "cobertura", "copertura", "cobertura"),
    "depth": ("深度", "深度", "深さ", "깊이", "Tiefe", "profondeur", "profundidad", "profondità", "profundidade"),
    "diversity": ("多樣", "多样", "多様性", "다양성", "Vielfalt", "diversité", "diversidad", "varietà", "diversidade"),
    "consistency": ("一致", "一致", "整合性", "일관성", "Stimmigkeit", "cohérence", "coherencia", "coerenza", "coerência"),
    "timeliness": ("時效", "时效", "新しさ", "시의성", "Aktualität", "actualité", "actualidad", "attualità", "atualidade"),
    "score": ("評分", "评分", "評点", "점수", "Wertung", "note", "nota", "voto", "nota"),
    "not about the question": (
        "與問題無關", "与问题无关", "質問と無関係", "질문과 무관",
        "nicht zur Frage", "hors du sujet", "ajena a la pregunta", "non attinente alla domanda", "alheia à pergunta",
    ),
    "the same text as another source": (
        "與另一來源相同", "与另一来源相同", "他の出典と同文", "다른 출처와 동일",
        "gleicher Text wie eine andere Quelle", "même texte qu’une autre source", "mismo texto que otra fuente",
        "stesso testo di un’altra fonte", "mesmo texto de outra fonte",
    ),
    "the question does not ask for an analysis": (
        "問題未要求分析", "问题未要求分析", "質問は分析を求めていない", "분석을 요구하지 않는 질문",
        "die Frage verlangt keine Analyse", "la question ne demande pas d’analyse", "la pregunta no pide un análisis",
        "la domanda non chiede un’analisi", "a pergunta não pede uma análise",
    ),
    "no two sources were found to state one thing differently": (
        "未發現來源對同一事說法不同", "未发现来源对同一事说法不同", "同じ事柄で食い違う出典は見つからなかった",
        "같은 사안을 다르게 말하는 출처를 찾지 못함",
        "keine Quellen gefunden, die dasselbe verschieden angeben", "aucune divergence trouvée entre les sources",
        "no se hallaron fuentes que difieran", "non sono state trovate fonti discordanti", "não se acharam fontes que divirjam",
    ),
    "the numbers that compare are not what was asked for": (
        "可比較的數據並非問題所問", "可比较的数据并非问题所问", "比較できる数値は質問の対象ではない",
        "비교할 수 있는 수치는 질문한 것이 아님",
        "die vergleichbaren Zahlen sind nicht das Gefragte", "les chiffres comparables ne sont pas ceux demandés",
        "las cifras comparables no son lo que se preguntó", "le cifre confrontabili non sono ciò che è stato chiesto",
        "os números comparáveis não são o que foi perguntado",
    ),
    "what the model planned to draw was not asked for, or does not stand in its sources": (
        "模型規劃的圖表並非問題所問，或數據不在其來源中", "模型规划的图表并非问题所问，或数据不在其来源中",
        "モデルが計画した図は質問の対象でないか、数値が出典にない",
        "모델이 계획한 그림은 질문한 것이 아니거나 수치가 출처에 없음",
        "was das Modell zeichnen wollte, ist nicht gefragt oder steht nicht in seinen Quellen",
        "ce que le modèle voulait tracer n’est pas demandé ou ne figure pas dans ses sources",
        "lo que el modelo quería dibujar no se preguntó o no está en sus fuentes",
        "ciò che il modello voleva disegnare non è stato chiesto o non è nelle sue fonti",
        "o que o modelo quis desenhar não foi perguntado ou não está nas suas fontes",
    ),
    "the evidence holds no numbers that compare": (
        "沒有可比較的數字", "没有可比较的数字", "比較できる数値がない", "비교할 수치 없음",
        "die Belege enthalten keine vergleichbaren Zahlen", "les preuves ne contiennent aucun chiffre comparable",
        "las pruebas no contienen cifras comparables", "le prove non contengono cifre confrontabili",
        "as provas não contêm números comparáveis",
    ),
    "the model planned no chart from the evidence": (
        "模型未根據證據規劃圖表", "模型未根据证据规划图表", "モデルは根拠から図を計画しなかった",
        "모델이 근거에서 차트를 계획하지 않음",
        "das Modell hat aus den Belegen kein Diagramm geplant", "le modèle n’a prévu aucun graphique à partir des preuves",
        "el modelo no planeó ningún gráfico a partir de las pruebas", "il modello non ha previsto alcun grafico dalle prove",
        "o modelo não planeou nenhum gráfico a partir das provas",
    ),
    "is not a type that is read": (
        "不是可讀取的檔案類型", "不是可读取的文件类型", "は読めない種類", "은(는) 읽지 않는 형식",
        "ist kein lesbarer Dateityp", "n’est pas d’un type lu", "no es de un tipo que se lea", "non è di un tipo che si legge",
        "não é de um tipo que se lê",
    ),
    "is empty": ("是空的", "是空的", "は空", "은(는) 비어 있음", "ist leer", "est vide", "está vacío", "è vuoto", "está vazio"),
    "is damaged": (
        "已損壞", "已损坏", "は破損", "은(는) 손상됨", "ist beschädigt", "est endommagé", "está dañado", "è danneggiato",
        "está danificado",
    ),
    "has no text in it": (
        "沒有文字", "没有文字", "に文字がない", "에 텍스트가 없음",
        "enthält keinen Text", "ne contient pas de texte", "no contiene texto", "non contiene testo", "não contém texto",
    ),
    "could not be read": (
        "無法讀取", "无法读取", "を読めない", "을(를) 읽을 수 없음",
        "konnte nicht gelesen werden", "n’a pas pu être lu", "no se pudo leer", "non si è potuto leggere", "não pôde ser lido",
    ),
    "no answer": (
        "沒有回答", "没有回答", "応答なし", "응답 없음", "keine Antwort", "aucune réponse", "sin respuesta", "nessuna risposta",
        "sem resposta",
    ),
    "call": ("次呼叫", "次调用", "回", "회 호출", "Aufruf", "appel", "llamada", "chiamata", "chamada"),
    "calls": ("次呼叫", "次调用", "回", "회 호출", "Aufrufe", "appels", "llamadas", "chiamate", "chamadas"),
    "hit": ("筆結果", "条结果", "件", "건", "Treffer", "résultat", "resultado", "risultato", "resultado"),
    "hits": ("筆結果", "条结果", "件", "건", "Treffer", "résultats", "resultados", "risultati", "resultados"),
    "searched early and not needed": (
        "個提前搜尋而未用到", "个提前搜索而未用到", "件は早めに検索し、使わなかった", "건은 미리 검색했으나 쓰지 않음",
        "vorab gesucht und nicht gebraucht", "cherchées d’avance et inutiles", "buscadas por adelantado y no usadas",
        "cercate in anticipo e non usate", "pesquisadas com antecedência e não usadas",
    ),
    "planned, not searched": (
        "已規劃，未搜尋", "已规划，未搜索", "計画したが未検索", "계획했으나 검색하지 않음", "geplant, nicht gesucht",
        "prévu, non cherché", "previsto, no buscado", "previsto, non cercato", "previsto, não pesquisado",
    ),
    "run under 60 s": (
        "60 秒內完成", "60 秒内完成", "60 秒未満", "60초 미만",
        "Lauf unter 60 s", "exécution sous 60 s", "ejecución en menos de 60 s", "esecuzione sotto 60 s",
        "execução em menos de 60 s",
    ),
    "steps ok over 95 %": (
        "步驟成功率 95 % 以上", "步骤成功率 95 % 以上", "成功した段階 95 % 超", "단계 성공률 95 % 초과",
        "gelungene Schritte über 95 %", "étapes réussies à plus de 95 %", "pasos correctos por encima del 95 %",
        "passi riusciti oltre il 95 %", "passos corretos acima de 95 %",
    ),
    "tokens under 10,000": (
        "詞元 10,000 以下", "词元 10,000 以下", "トークン 10,000 未満", "토큰 10,000 미만",
        "Token unter 10.000", "moins de 10 000 jetons", "menos de 10.000 tokens", "meno di 10.000 token",
        "menos de 10.000 tokens",
    ),
    "searches under 20": (
        "搜尋 20 次以下", "搜索 20 次以下", "検索 20 回未満", "검색 20회 미만",
        "Suchen unter 20", "moins de 20 recherches", "menos de 20 búsquedas", "meno di 20 ricerche", "menos de 20 buscas",
    ),
    "tokens": ("詞元", "词元", "トークン", "토큰", "Token", "jetons", "tokens", "token", "tokens"),
    "price unknown": (
        "價格未知", "价格未知", "料金不明", "가격 미상", "Preis unbekannt", "prix inconnu", "precio desconocido",
        "prezzo ignoto", "preço desconhecido",
    ),
    "extractive": (
        "未使用（摘錄原文）", "未使用（摘录原文）", "なし（原文の抜粋）", "없음(원문 발췌)", "keines (Auszüge der Quellen)",
        "aucun (extraits des sources)", "ninguno (extractos de las fuentes)", "nessuno (estratti delle fonti)",
        "nenhum (extratos das fontes)",
    ),
    "failed": ("次失敗", "次失败", "回失敗", "회 실패", "fehlgeschlagen", "en échec", "con error", "non riuscite", "com erro"),
    "NETWORK": ("網路", "网络", "ネットワーク", "네트워크", "Netz", "réseau", "red", "rete", "rede"),
    "LLM": ("模型", "模型", "モデル", "모델", "Modell", "modèle", "modelo", "modello", "modelo"),
    "BUSINESS": ("內容", "内容", "内容", "내용", "Inhalt", "contenu", "contenido", "contenuto", "conteúdo"),
    "RESOURCE_LIMIT": (
        "資源上限", "资源上限", "リソース上限", "자원 한도", "Grenze der Mittel", "limite de ressources", "límite de recursos",
        "limite di risorse", "limite de recursos",
    ),
}  # fmt: skip
STEPS = {
    "intake": ("受理", "受理", "受付", "접수", "Annahme", "réception", "recepción", "ricezione", "recepção"),
    "clarify": ("釐清", "澄清", "確認", "확인", "Klärung", "clarification", "aclaración", "chiarimento", "esclarecimento"),
    "plan": ("規劃", "规划", "計画", "계획", "Planung", "plan", "plan", "piano", "plano"),
    "harvest": ("搜尋", "搜索", "検索", "검색", "Suche", "recherche", "búsqueda", "ricerca", "busca"),
    "fetch": ("讀取", "读取", "読み取り", "읽기", "Lesen", "lecture", "lectura", "lettura", "leitura"),
    "relevance": ("篩選", "筛选", "選別", "선별", "Auswahl", "sélection", "selección", "selezione", "seleção"),
    "extract": ("摘取", "提取", "抽出", "추출", "Auszug", "extraction", "extracción", "estrazione", "extração"),
    "findings": ("歸納", "归纳", "要点", "요점", "Befunde", "constats", "hallazgos", "risultati", "achados"),
    "reflect": ("反思", "反思", "評価", "검토", "Bewertung", "évaluation", "evaluación", "valutazione", "avaliação"),
    "analyse": ("分析", "分析", "分析", "분석", "Analyse", "analyse", "análisis", "analisi", "análise"),
    "chart": ("圖表", "图表", "図表", "도표", "Diagramm", "graphique", "gráfico", "grafico", "gráfico"),
    "charts": ("圖表", "图表", "図表", "도표", "Diagramme", "graphiques", "gráficos", "grafici", "gráficos"),
    "chart_fix": (
        "修正圖表", "修正图表", "図表の修正", "도표 수정", "Korrektur des Diagramms", "correction du graphique",
        "corrección del gráfico", "correzione del grafico", "correção do gráfico",
    ),
    "draft": ("撰寫", "撰写", "執筆", "작성", "Schreiben", "rédaction", "redacción", "stesura", "redação"),
    "summary": (
        "摘要與結論", "摘要与结论", "要約と結論", "요약과 결론", "Zusammenfassung und Schluss", "résumé et conclusions",
        "resumen y conclusiones", "sintesi e conclusioni", "resumo e conclusões",
    ),
    "verify": ("查核", "核查", "検証", "검증", "Prüfung", "vérification", "verificación", "verifica", "verificação"),
    "repair": ("改寫", "改写", "書き直し", "다시 쓰기", "Neufassung", "réécriture", "reescritura", "riscrittura", "reescrita"),
    "judge": (
        "覆核", "复核", "再確認", "재확인", "Nachprüfung", "contre-vérification", "segunda comprobación", "controverifica",
        "segunda verificação",
    ),
    "write": ("成文", "成文", "組版", "조판", "Niederschrift", "mise en forme", "composición", "composizione", "composição"),
    "audit": ("審核", "审核", "監査", "감사", "Abnahme", "audit", "auditoría", "revisione", "auditoria"),
    "cache": ("存檔", "存档", "保存", "보관", "Ablage", "archivage", "archivo", "archiviazione", "arquivo"),
    "quick": ("快速", "快速", "簡易", "빠름", "schnell", "rapide", "rápido", "rapido", "rápido"),
    "standard": ("標準", "标准", "標準", "표준", "Standard", "standard", "estándar", "standard", "padrão"),
    "deep": ("深入", "深入", "詳細", "심층", "gründlich", "approfondi", "profundo", "approfondito", "profundo"),
}  # fmt: skip
"""Stages, tasks and depths."""


def fared(told: Mapping[str, Any]) -> str:
    """What an engine did: ``1 call, 5 hits``."""
    calls, hits = int(told.get("calls", 0)), int(told.get("hits", 0))
    return f"{calls} call{'s' if calls != 1 else ''}, {hits} hit{'s' if hits != 1 else ''}"


def worded(text: str, language: str) -> str:
    """``text`` with the box's own phrases in a report's language; what is not ours (queries, addresses) stays as it is."""
    at = column(language)
    if at is None:
        return text
    return _pattern().sub(lambda found: PHRASES[found.group()][at], text)


def step_in(name: str, language: str) -> str:
    """A stage, a task of a model or a depth by its name in a report's language."""
    at = column(language)
    return STEPS[name][at] if at is not None and name in STEPS else name


def listed_in(parts: Iterable[str], language: str) -> str:
    """Parts in a row, with the mark that stands between them in a report's language."""
    return ("；" if full_stops(language) else "; ").join(part for part in parts if part)


def full_stops(language: str) -> bool:
    """Whether a language has marks as wide as its letters."""
    return column(language) in (0, 1, 2)


def column(language: str) -> int | None:
    """The place of a report's language in the tables of words; None where there are none for it."""
    known = next((name for name in (language, language.split("-")[0]) if name in COLUMNS), "")
    known = known or ("zh-Hans" if language.startswith("zh") else "")
    return COLUMNS.index(known) if known else None


def fitting(said: str, tail: str = "") -> re.Pattern[str]:
    """The texts that a template of ours (``paragraph {}``) is filled in for, with what may stand behind it."""
    return re.compile(re.escape(said).replace(r"\{\}", "(.+?)") + tail, re.DOTALL)


def filled(text: str, templates: Iterable[tuple[re.Pattern[str], Sequence[str]]], at: int) -> str | None:
    """What the first template that fits a text says in a column of its table; None where none does."""
    for pattern, told in templates:
        if found := pattern.fullmatch(text):
            return told[at].format(*found.groups())
    return None


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(PHRASES, key=len, reverse=True)
    return re.compile("|".join(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])" for phrase in longest_first))
