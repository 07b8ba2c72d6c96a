"""The "How this report was made" box: what was asked, read, left out, degraded, spent; and the targets of S3-14 beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote

from dr_core.pattern import regex
from dr_core.report.borrowed import borrowed_row
from dr_core.report.box_words import fared, full_stops, listed_in, step_in, worded
from dr_core.report.clean import plain
from dr_core.report.left_out import left_out, listed
from dr_core.report.reason_words import reason_in
from dr_core.report.table import cells, is_not_found, not_found
from dr_core.report.undrawn import undrawn_row
from dr_core.report.unverified import LABEL, leaning
from dr_core.report.vain import ANSWERED, fallen
from dr_core.report.words import words
from dr_core.state import RunState

UNASKED = "never_asked"
"""The note of the planned queries that were never asked, of whose part nothing was found."""
FILLED = "gaps_filled"
"""The note of the gaps that a round named and the report answers after all, by the word of the model that sums it up."""
LONGEST_SHOWN = 80
"""Characters of a sentence that was dropped, and of the question where it stands a second time."""
_REMEDY = regex(r"\. [A-Z][^;]*(?=;|$)")
"""What whoever runs dr can do about something: the run has said it, and a reader of its report cannot."""
_STOP = regex(r"(?<=/10)\. |\. (?=Stopped:)|\.$")
_UNREAD = regex(r"^\S+ (?:was not|could not be) read: ")
LABELS = {
    "en": {
        "question": "Question", "status": "Status", "rounds": "Rounds", "queries": "Queries", "engines": "Engines", "read": "Pages read",
        "unread": "Pages not read", "evidence": "Evidence", "dropped": "Sentences dropped", "unclear": "Sentences unclear",
        "skipped": "Stages skipped", "models": "Models", "fallbacks": "Done without the model", "errors": "Errors met", "cost": "Cost",
        "time": "Time", "targets": "Targets", "cut": "Calls cut in flight", "searches": "searches", "made": "made on",
        "foreign": "Sources in other languages", "unquoted": "read, not quoted: a report without a model quotes its own language only",
        "brought": "Pages read by fallbacks", "gaps": "Little was found on",
        "left_out": "Not searched",
    },
    "zh": {
        "question": "问题", "status": "状态", "rounds": "轮次", "queries": "查询", "engines": "搜索引擎", "read": "已读页面",
        "unread": "未读页面", "evidence": "证据", "dropped": "删除的句子", "unclear": "存疑的句子", "skipped": "跳过的阶段", "models": "模型",
        "fallbacks": "未用模型完成", "errors": "遇到的错误", "cost": "费用", "time": "用时", "targets": "目标", "cut": "中断的调用",
        "searches": "次搜索", "made": "生成于", "foreign": "其他语言的来源", "unquoted": "已读未引用：未用模型的报告只引用本语言的来源",
        "brought": "由备用阅读器读取", "gaps": "资料较少的方面",
        "left_out": "未能搜索",
    },
    "zh-Hant": {
        "question": "問題", "status": "狀態", "rounds": "輪次", "queries": "查詢", "engines": "搜尋引擎", "read": "已讀頁面",
        "unread": "未讀頁面", "evidence": "證據", "dropped": "刪除的句子", "unclear": "存疑的句子", "skipped": "略過的階段", "models": "模型",
        "fallbacks": "未用模型完成", "errors": "遇到的錯誤", "cost": "費用", "time": "用時", "targets": "目標", "cut": "中斷的呼叫",
        "searches": "次搜尋", "made": "產生於", "foreign": "其他語言的來源", "unquoted": "已讀未引用：未用模型的報告只引用本語言的來源",
        "brought": "由備用閱讀器讀取", "gaps": "資料較少的面向",
        "left_out": "未能搜尋",
    },
    "ja": {
        "question": "質問", "status": "状態", "rounds": "ラウンド", "queries": "検索語", "engines": "検索エンジン", "read": "読んだページ",
        "unread": "読めなかったページ", "evidence": "根拠", "dropped": "削除した文", "unclear": "確認できない文", "skipped": "省いた段階",
        "models": "モデル", "fallbacks": "モデルなしで行った作業", "errors": "発生したエラー", "cost": "費用", "time": "時間",
        "targets": "目標", "cut": "中断した呼び出し", "searches": "回の検索", "made": "作成日", "foreign": "他言語の出典",
        "unquoted": "読んだが引用せず：モデルなしの報告は同じ言語の出典だけを引用する", "brought": "代替リーダーで読んだページ", "gaps": "資料が少なかった点",
        "left_out": "検索できなかったもの",
    },
    "ko": {
        "question": "질문", "status": "상태", "rounds": "라운드", "queries": "검색어", "engines": "검색 엔진", "read": "읽은 페이지",
        "unread": "읽지 못한 페이지", "evidence": "근거", "dropped": "삭제된 문장", "unclear": "불확실한 문장", "skipped": "생략된 단계",
        "models": "모델", "fallbacks": "모델 없이 수행", "errors": "발생한 오류", "cost": "비용", "time": "시간", "targets": "목표",
        "cut": "중단된 호출", "searches": "회 검색", "made": "작성일", "foreign": "다른 언어의 출처",
        "unquoted": "읽었으나 인용하지 않음: 모델 없는 보고서는 같은 언어의 출처만 인용함", "brought": "대체 리더로 읽은 페이지", "gaps": "자료가 적은 부분",
        "left_out": "검색하지 못한 것",
    },
    "de": {
        "question": "Frage", "status": "Stand", "rounds": "Runden", "queries": "Suchanfragen", "engines": "Suchmaschinen",
        "read": "Gelesene Seiten", "unread": "Nicht gelesene Seiten", "evidence": "Belege", "dropped": "Gestrichene Sätze",
        "unclear": "Unklare Sätze", "skipped": "Übersprungene Schritte", "models": "Modelle", "fallbacks": "Ohne Modell erledigt",
        "errors": "Aufgetretene Fehler", "cost": "Kosten", "time": "Zeit", "targets": "Ziele", "cut": "Abgebrochene Aufrufe",
        "searches": "Suchen", "made": "erstellt am", "foreign": "Quellen in anderen Sprachen",
        "unquoted": "gelesen, nicht zitiert: ein Bericht ohne Modell zitiert nur die eigene Sprache",
        "brought": "Ersatzweise gelesene Seiten", "gaps": "Wenig gefunden zu", "left_out": "Nicht durchsucht",
    },
    "fr": {
        "question": "Question", "status": "État", "rounds": "Tours", "queries": "Requêtes", "engines": "Moteurs",
        "read": "Pages lues", "unread": "Pages non lues", "evidence": "Preuves", "dropped": "Phrases supprimées",
        "unclear": "Phrases incertaines", "skipped": "Étapes omises", "models": "Modèles", "fallbacks": "Fait sans le modèle",
        "errors": "Erreurs rencontrées", "cost": "Coût", "time": "Durée", "targets": "Objectifs", "cut": "Appels interrompus",
        "searches": "recherches", "made": "établi le", "foreign": "Sources en d’autres langues",
        "unquoted": "lues, non citées : un rapport sans modèle ne cite que sa propre langue",
        "brought": "Pages lues par un autre moyen", "gaps": "Peu trouvé sur", "left_out": "Non exploré",
    },
    "es": {
        "question": "Pregunta", "status": "Estado", "rounds": "Rondas", "queries": "Consultas", "engines": "Buscadores",
        "read": "Páginas leídas", "unread": "Páginas no leídas", "evidence": "Pruebas", "dropped": "Frases eliminadas",
        "unclear": "Frases dudosas", "skipped": "Pasos omitidos", "models": "Modelos", "fallbacks": "Hecho sin el modelo",
        "errors": "Errores encontrados", "cost": "Coste", "time": "Tiempo", "targets": "Objetivos", "cut": "Llamadas interrumpidas",
        "searches": "búsquedas", "made": "hecho el", "foreign": "Fuentes en otros idiomas",
        "unquoted": "leídas, no citadas: un informe sin modelo solo cita su propio idioma",
        "brought": "Páginas leídas por otro medio", "gaps": "Se encontró poco sobre", "left_out": "No explorado",
    },
    "it": {
        "question": "Domanda", "status": "Stato", "rounds": "Giri", "queries": "Interrogazioni", "engines": "Motori di ricerca",
        "read": "Pagine lette", "unread": "Pagine non lette", "evidence": "Prove", "dropped": "Frasi eliminate",
        "unclear": "Frasi incerte", "skipped": "Passi saltati", "models": "Modelli", "fallbacks": "Fatto senza il modello",
        "errors": "Errori incontrati", "cost": "Costo", "time": "Tempo", "targets": "Obiettivi", "cut": "Chiamate interrotte",
        "searches": "ricerche", "made": "fatta il", "foreign": "Fonti in altre lingue",
        "unquoted": "lette, non citate: una relazione senza modello cita solo la propria lingua",
        "brought": "Pagine lette con altri mezzi", "gaps": "Trovato poco su", "left_out": "Non esplorato",
    },
    "pt": {
        "question": "Pergunta", "status": "Estado", "rounds": "Rodadas", "queries": "Consultas", "engines": "Buscadores",
        "read": "Páginas lidas", "unread": "Páginas não lidas", "evidence": "Provas", "dropped": "Frases eliminadas",
        "unclear": "Frases duvidosas", "skipped": "Passos omitidos", "models": "Modelos", "fallbacks": "Feito sem o modelo",
        "errors": "Erros encontrados", "cost": "Custo", "time": "Tempo", "targets": "Metas", "cut": "Chamadas interrompidas",
        "searches": "buscas", "made": "feito em", "foreign": "Fontes em outras línguas",
        "unquoted": "lidas, não citadas: um relatório sem modelo cita apenas a própria língua",
        "brought": "Páginas lidas por outro meio", "gaps": "Pouco foi encontrado sobre", "left_out": "Não explorado",
    },
}  # fmt: skip


def labels(language: str) -> Mapping[str, str]:
    """The labels of the box in a language."""
    return LABELS.get(language) or LABELS.get(language.split("-")[0]) or LABELS["en"]


def box(state: RunState, *, seconds: float, ambiguous: int = 0, depth: str = "") -> list[tuple[str, str]]:
    """The rows of the box."""
    name = labels(state.language)
    rows = [
        (name["question"], state.original_query),
        (name["status"], _listed(state, [worded(_status(state), state.language), f"{name['made']} {state.today}"])),
        (name["rounds"], worded(_rounds(state, depth), state.language)),
        (name["gaps"], _listed(state, [*gaps(state), *_unasked(state)])),
        (name["queries"], _listed(state, [*_queries(state), *_not_needed(state)])),
        (name["engines"], _listed(state, (_engine(engine, told, state) for engine, told in state.engines.items())) or "-"),
        (name["read"], str(len(state.sources))),
        (name["brought"], _brought(state)),
        borrowed_row(state),
        (name["foreign"], _foreign(state)),
        (name["unread"], _unread(state)),
        (name["left_out"], worded(_left_out(state), state.language)),
        (name["evidence"], f"{len(state.evidence)}"),
        (LABEL, _memory(state)),
        (name["dropped"], _dropped(state)),
        (name["unclear"], str(sum(verdict.verdict == "unclear" for verdict in state.verdicts))),
        (name["skipped"], _skipped(state)),
        undrawn_row(state),
        (name["models"], _models(state)),
        (name["fallbacks"], _fallbacks(state)),
        (name["errors"], worded(_errors(state), state.language)),
        (name["cut"], str(ambiguous) if ambiguous else ""),
        (name["cost"], worded(_cost(state), state.language)),
        (name["time"], f"{seconds:.1f} s"),
        (name["targets"], worded(_targets(state, seconds), state.language)),
    ]
    return [(label, " ".join(value.split())) for label, value in rows if value]


def gaps(state: RunState) -> list[str]:
    """What the last round named as missing, without what the report answers after all."""
    named = state.iterations[-1].gaps if state.iterations else []
    return [gap for gap in named if gap not in state.notes.get(FILLED, ())]


def _unasked(state: RunState) -> list[str]:
    """The planned queries that were never asked, each with that said."""
    why = worded("planned, not searched", state.language)
    return [f"{query} ({why})" for query in state.notes.get(UNASKED, ()) if query not in gaps(state)]


def searches(state: RunState) -> int:
    """Calls to search engines."""
    return sum(int(told.get("calls", 0)) for told in state.engines.values())


def steps_ok(state: RunState) -> float:
    """The share of stages that did not fail."""
    return sum(step.status != "failed" for step in state.steps) / len(state.steps) if state.steps else 1.0


def _status(state: RunState) -> str:
    short = state.status == "partial" or fallen(state) or leaning(state.paragraphs, state.evidence)
    return "partial" if short else "complete"


def _memory(state: RunState) -> str:
    """How much of the report has no source, and what it says in place of one."""
    count = len(leaning(state.paragraphs, state.evidence))
    return f"{count}/{len(state.paragraphs)}: {words(state.language).memory}" if count else ""


def _rounds(state: RunState, depth: str) -> str:
    last = state.iterations[-1] if state.iterations else None
    told = f"{len(state.iterations)}/{state.max_iterations}" + (f" ({step_in(depth, state.language)})" if depth else "")
    said = f"{told}, score {last.overall_score:g}/10. {last.reasoning}" if last else told
    return _STOP.sub("。", said) if full_stops(state.language) else said


def _queries(state: RunState) -> list[str]:
    """What was asked for: the question, of which the row above has all; a model's queries without addresses, which nobody is to
    follow."""
    own = {state.clarified_query: state.clarified_query, state.original_query: _cut(state.original_query)}
    return [own.get(task.query) or plain(task.query) or "-" for task in state.asked_queries]


def _not_needed(state: RunState) -> list[str]:
    """How many queries were searched early for an answer that was not taken."""
    count = int(state.notes.get("dropped_queries", 0))
    return [worded(f"+{count} searched early and not needed", state.language)] if count else []


def _engine(name: str, told: Mapping[str, Any], state: RunState) -> str:
    parts = [worded(fared(told), state.language)]
    if told.get("failures"):
        parts.append(worded(f"{told['failures']} failed", state.language))
    if told.get("error"):
        parts.append(reason_in(str(told["error"]), state.language))
    return f"{name}: {', '.join(parts)}"


def _brought(state: RunState) -> str:
    """Which fallbacks were asked for pages that could not be read directly, which pages they read, and why they failed."""
    calls = [state.brought[position] for position in sorted(state.brought)]  # not in the order in which they happened to end
    told = []
    for name in sorted({call.by for call in calls}):
        own = [call for call in calls if call.by == name]
        errors = [reason_in(call.error, state.language) for call in own if call.error]
        pages = [page.url for page in state.sources.values() if page.via == name]
        parts = [worded(f"{len(own) - len(errors)}/{len(own)} calls", state.language), *pages[:5], *errors[-1:]]
        told.append(f"{name}: {', '.join(parts)}")
    return _listed(state, told)


def _unread(state: RunState) -> str:
    shown = [f"{_place(url)} ({_why_unread(url, reason, state)})" for url, reason in list(state.unread.items())[:5]]
    more = len(state.unread) - len(shown)
    return f"{len(state.unread)}" + (f": {_listed(state, [*shown, f'+{more}' * (more > 0)])}" if shown else "")


def _why_unread(url: str, reason: str, state: RunState) -> str:
    """Why a page was not read, without its address: that stands before it."""
    bare = _UNREAD.sub("", reason, count=1)
    return reason_in(bare.removeprefix(f"{url} "), state.language)


def _left_out(state: RunState) -> str:
    """What engines could not search: files that are damaged, or of a type that is not read."""
    told = left_out(state)
    return _listed(state, (f"{name}: {entry['count']:,} ({listed(entry)})" for name, entry in told.items()))


def _place(url: str) -> str:
    """Of a file its name: the folders above it are the reader's own affair."""
    return unquote(url.rsplit("/", 1)[-1]) if url.startswith("file:") else url


def _foreign(state: RunState) -> str:
    count = unquoted(state)
    return f"{count} ({labels(state.language)['unquoted']})" if count else ""


def unquoted(state: RunState) -> int:
    """How many sources were read and not quoted because of their language; a model could have used them."""
    if state.models:
        return 0
    quoted = {evidence.source for evidence in state.evidence.values()}
    own = state.language.split("-")[0]
    return sum(page.language.split("-")[0] not in (own, "") and page.id not in quoted for page in state.sources.values())


def _skipped(state: RunState) -> str:
    skipped = [(step.stage, _REMEDY.sub("", step.note)) for step in state.steps if step.status == "skipped"]
    return _listed(state, (f"{step_in(stage, state.language)}: {reason_in(why, state.language)}" for stage, why in skipped))


def _fallbacks(state: RunState) -> str:
    own, told = state.language, Counter((entry["task"], entry["reason"]) for entry in state.notes.get("fallbacks", []))
    return _listed(
        state,
        (
            f"{step_in(task, own)}{f' ×{times}' if times > 1 else ''} ({reason_in(why, own)})"
            for (task, why), times in told.items()
        ),
    )


def _dropped(state: RunState) -> str:
    own = state.language
    shown = [f"“{_cut(plain(_flat(one.text, own)))}” ({reason_in(plain(one.reason), own)})" for one in state.dropped[:5]]
    return f"{len(state.dropped)}" + (f": {_listed(state, shown)}" if shown else "")


def _flat(text: str, language: str) -> str:
    """A row of a table as words."""
    if not text.startswith("|"):
        return text
    return " / ".join(not_found(language) if is_not_found(cell) else cell for cell in cells(text))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def silent(state: RunState) -> dict[str, str]:
    """The models that were asked and never answered, and why."""
    told: dict[str, str] = state.notes.get("models_silent", {})
    return {instance: why for instance, why in told.items() if instance not in state.notes.get(ANSWERED, {})}


def _models(state: RunState) -> str:
    own = state.language
    answered = [_model(instance, told, own) for instance, told in state.models.items()] or [worded("extractive", own)]
    mute = [f"{instance}: {worded('no answer', own)} ({reason_in(why, own)})" for instance, why in silent(state).items()]
    return _listed(state, [*answered, *mute])


def _model(instance: str, told: Mapping[str, Any], language: str) -> str:
    used = f"{told['calls']} calls, {told['prompt_tokens']}+{told['completion_tokens']} tokens"
    return f"{instance} ({told['model']}): {worded(used, language)}"


def _listed(state: RunState, parts: Iterable[str]) -> str:
    return listed_in(parts, state.language)


def _errors(state: RunState) -> str:
    counted: dict[str, int] = {}
    for error in state.errors:
        counted[error.category] = counted.get(error.category, 0) + 1
    return ", ".join(f"{count} {category}" for category, count in sorted(counted.items()))


def _cost(state: RunState) -> str:
    usage = state.usage
    tokens = usage.prompt_tokens + usage.completion_tokens
    if not state.models:
        return "0 USD, 0 tokens"
    price = "price unknown" if usage.usd is None else f"{usage.usd:.4f} USD"
    by_stage = ", ".join(f"{step_in(stage, state.language)} {used.tokens:,}" for stage, used in state.used_by_stage.items())
    return f"{price}, {tokens:,} tokens" + (f" ({by_stage})" if by_stage else "")


def targets(state: RunState, seconds: float) -> list[tuple[str, str, bool]]:
    """S3-14: each target, what was reached, and whether that meets it; shown, not enforced."""
    tokens = state.usage.prompt_tokens + state.usage.completion_tokens
    return [
        ("run under 60 s", f"{seconds:.1f} s", seconds < 60),
        ("steps ok over 95 %", f"{steps_ok(state):.0%}", steps_ok(state) > 0.95),
        ("tokens under 10,000", f"{tokens:,}", tokens < 10_000),
        ("searches under 20", str(searches(state)), searches(state) < 20),
    ]


def _targets(state: RunState, seconds: float) -> str:
    return _listed(state, (f"{target}: {reached} {'✓' if met else '✗'}" for target, reached, met in targets(state, seconds)))
