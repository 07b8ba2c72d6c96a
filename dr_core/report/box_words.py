"""The phrases of the "How this report was made" box that a run words itself, in the languages of reports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

COLUMNS = ("zh-Hant", "zh-Hans", "ja", "ko")
PHRASES = {
    "complete": ("完成", "完成", "完了", "완료"),
    "partial": ("部分完成", "部分完成", "一部のみ", "일부 완료"),
    "Stopped: the evidence is sufficient": ("停止原因：證據充足", "停止原因：证据充足", "終了：根拠は十分", "종료: 근거 충분"),
    "Stopped: this was the last round": (
        "停止原因：已是最後一輪", "停止原因：已是最后一轮", "終了：最後のラウンド", "종료: 마지막 라운드",
    ),
    "Stopped: the queries are spent": (
        "停止原因：查詢次數用盡", "停止原因：查询次数用尽", "終了：検索語を使い切った", "종료: 검색어 소진",
    ),
    "Stopped: the round brought nothing new": (
        "停止原因：本輪沒有新內容", "停止原因：本轮没有新内容", "終了：新しい内容なし", "종료: 새 내용 없음",
    ),
    "Stopped: there is nothing left to ask": (
        "停止原因：沒有可再查詢的內容", "停止原因：没有可再查询的内容", "終了：調べることがない", "종료: 더 물을 것 없음",
    ),
    "coverage": ("涵蓋", "覆盖", "網羅性", "포괄성"),
    "depth": ("深度", "深度", "深さ", "깊이"),
    "diversity": ("多樣", "多样", "多様性", "다양성"),
    "consistency": ("一致", "一致", "整合性", "일관성"),
    "timeliness": ("時效", "时效", "新しさ", "시의성"),
    "score": ("評分", "评分", "評点", "점수"),
    "not about the question": ("與問題無關", "与问题无关", "質問と無関係", "질문과 무관"),
    "the same text as another source": ("與另一來源相同", "与另一来源相同", "他の出典と同文", "다른 출처와 동일"),
    "the question does not ask for an analysis": (
        "問題未要求分析", "问题未要求分析", "質問は分析を求めていない", "분석을 요구하지 않는 질문",
    ),
    "the sources do not differ in what they state": (
        "來源說法一致", "来源说法一致", "出典の記述に違いがない", "출처 간 차이 없음",
    ),
    "the evidence holds no numbers that compare": (
        "沒有可比較的數字", "没有可比较的数字", "比較できる数値がない", "비교할 수치 없음",
    ),
    "is not a type that is read": ("不是可讀取的檔案類型", "不是可读取的文件类型", "は読めない種類", "은(는) 읽지 않는 형식"),
    "is empty": ("是空的", "是空的", "は空", "은(는) 비어 있음"),
    "is damaged": ("已損壞", "已损坏", "は破損", "은(는) 손상됨"),
    "has no text in it": ("沒有文字", "没有文字", "に文字がない", "에 텍스트가 없음"),
    "could not be read": ("無法讀取", "无法读取", "を読めない", "을(를) 읽을 수 없음"),
    "no answer": ("沒有回答", "没有回答", "応答なし", "응답 없음"),
    "call": ("次呼叫", "次调用", "回", "회 호출"),
    "calls": ("次呼叫", "次调用", "回", "회 호출"),
    "hit": ("筆結果", "条结果", "件", "건"),
    "hits": ("筆結果", "条结果", "件", "건"),
    "searched early and not needed": (
        "個提前搜尋而未用到", "个提前搜索而未用到", "件は早めに検索し、使わなかった", "건은 미리 검색했으나 쓰지 않음",
    ),
    "run under 60 s": ("60 秒內完成", "60 秒内完成", "60 秒未満", "60초 미만"),
    "steps ok over 95 %": ("步驟成功率 95 % 以上", "步骤成功率 95 % 以上", "成功した段階 95 % 超", "단계 성공률 95 % 초과"),
    "tokens under 10,000": ("詞元 10,000 以下", "词元 10,000 以下", "トークン 10,000 未満", "토큰 10,000 미만"),
    "searches under 20": ("搜尋 20 次以下", "搜索 20 次以下", "検索 20 回未満", "검색 20회 미만"),
    "tokens": ("詞元", "词元", "トークン", "토큰"),
    "price unknown": ("價格未知", "价格未知", "料金不明", "가격 미상"),
    "extractive": ("未使用（摘錄原文）", "未使用（摘录原文）", "なし（原文の抜粋）", "없음(원문 발췌)"),
    "failed": ("次失敗", "次失败", "回失敗", "회 실패"),
    "NETWORK": ("網路", "网络", "ネットワーク", "네트워크"),
    "LLM": ("模型", "模型", "モデル", "모델"),
    "BUSINESS": ("內容", "内容", "内容", "내용"),
    "RESOURCE_LIMIT": ("資源上限", "资源上限", "リソース上限", "자원 한도"),
}  # fmt: skip
STEPS = {
    "intake": ("受理", "受理", "受付", "접수"),
    "clarify": ("釐清", "澄清", "確認", "확인"),
    "plan": ("規劃", "规划", "計画", "계획"),
    "harvest": ("搜尋", "搜索", "検索", "검색"),
    "fetch": ("讀取", "读取", "読み取り", "읽기"),
    "relevance": ("篩選", "筛选", "選別", "선별"),
    "extract": ("摘取", "提取", "抽出", "추출"),
    "findings": ("歸納", "归纳", "要点", "요점"),
    "reflect": ("反思", "反思", "評価", "검토"),
    "analyse": ("分析", "分析", "分析", "분석"),
    "chart": ("圖表", "图表", "図表", "도표"),
    "charts": ("圖表", "图表", "図表", "도표"),
    "chart_fix": ("修正圖表", "修正图表", "図表の修正", "도표 수정"),
    "draft": ("撰寫", "撰写", "執筆", "작성"),
    "summary": ("摘要與結論", "摘要与结论", "要約と結論", "요약과 결론"),
    "verify": ("查核", "核查", "検証", "검증"),
    "repair": ("改寫", "改写", "書き直し", "다시 쓰기"),
    "judge": ("覆核", "复核", "再確認", "재확인"),
    "write": ("成文", "成文", "組版", "조판"),
    "audit": ("審核", "审核", "監査", "감사"),
    "cache": ("存檔", "存档", "保存", "보관"),
    "quick": ("快速", "快速", "簡易", "빠름"),
    "standard": ("標準", "标准", "標準", "표준"),
    "deep": ("深入", "深入", "詳細", "심층"),
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
    return ("；" if column(language) in (0, 1, 2) else "; ").join(part for part in parts if part)


def column(language: str) -> int | None:
    """The place of a report's language in the tables of words; None where there are none for it."""
    if language in COLUMNS:
        return COLUMNS.index(language)
    return {"zh": 1, "ja": 2, "ko": 3}.get(language.split("-")[0])


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(PHRASES, key=len, reverse=True)
    return re.compile("|".join(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])" for phrase in longest_first))
