"""What the clarifiers say, in the language of the question. ``{subject}``, ``{term}`` and the like are filled in by ``say``."""

from __future__ import annotations

from dr_plugins.clarify import _european
from dr_plugins.clarify._language import LANGUAGES

_TEXTS: dict[str, tuple[str, str, str, str, str]] = {
    # --- questions, by what is missing
    "subject": (
        "What should the research be about? Name it, or choose the kind of thing.",
        "想研究什么？请写出名称，或先选一个类别。",
        "想研究什麼？請寫出名稱，或先選一個類別。",
        "何について調べますか。名前を書くか、種類を選んでください。",
        "무엇을 조사할까요? 이름을 적거나 종류를 고르세요.",
    ),
    "kind": (
        "Which one exactly ({kind})? Please name it.",
        "具体是哪一个（{kind}）？请写出名称。",
        "具體是哪一個（{kind}）？請寫出名稱。",
        "具体的にはどれですか（{kind}）。名前を書いてください。",
        "구체적으로 어느 것인가요({kind})? 이름을 적어 주세요.",
    ),
    "referent": (
        "Which one do you mean by “{subject}”? Please name it, or take the overview.",
        "“{subject}”指的是哪一个？请写出名称，或选择概览。",
        "「{subject}」指的是哪一個？請寫出名稱，或選擇概覽。",
        "「{subject}」とはどれのことですか。名前を書くか、概観を選んでください。",
        "“{subject}”은(는) 어느 것을 말하나요? 이름을 적거나 개요를 고르세요.",
    ),
    "scope": (
        "“{subject}” is a wide field. Which side of it matters most to you?",
        "“{subject}”范围很广，最想了解哪个方面？",
        "「{subject}」範圍很廣，最想了解哪個面向？",
        "「{subject}」は範囲が広いです。どの面を最も知りたいですか。",
        "“{subject}”은(는) 범위가 넓습니다. 어떤 면이 가장 중요한가요?",
    ),
    "term": (
        "A search found nothing about “{term}”. What is its right or full name?",
        "没有搜到“{term}”的资料。它的正确名称或全称是什么？",
        "沒有搜到「{term}」的資料。它的正確名稱或全名是什麼？",
        "「{term}」について何も見つかりませんでした。正しい名前または正式な名前は何ですか。",
        "“{term}”에 대해 찾은 것이 없습니다. 정확한 이름이나 전체 이름은 무엇인가요?",
    ),
    # --- options
    "kind.product": ("A technology or product", "技术或产品", "技術或產品", "技術または製品", "기술 또는 제품"),
    "kind.company": ("A company or market", "公司或市场", "公司或市場", "企業または市場", "기업 또는 시장"),
    "kind.medicine": ("A disease or medicine", "疾病或药物", "疾病或藥物", "病気または薬", "질병 또는 약물"),
    "kind.event": (
        "A policy, event or period",
        "政策、事件或时期",
        "政策、事件或時期",
        "政策・出来事・時代",
        "정책, 사건 또는 시대",
    ),
    "overview": ("A general overview", "总体概览", "總體概覽", "全体の概観", "전반적인 개요"),
    "no_one": (
        "None in particular: an overview of “{subject}”",
        "不特指：“{subject}”的概览",
        "不特指：「{subject}」的概覽",
        "特定のものではない：「{subject}」の概観",
        "특정한 것 없음: “{subject}” 개요",
    ),
    "as_written": (
        "Search for “{term}” as it is written",
        "就按“{term}”原样搜索",
        "就按「{term}」原樣搜尋",
        "「{term}」のまま検索する",
        "“{term}” 그대로 검색",
    ),
    # --- goals
    "goal.answer": ("Answer: {text}", "回答：{text}", "回答：{text}", "答える問い：{text}", "답할 질문: {text}"),
    "goal.compare": (
        "Compare, with sources: {text}",
        "有据比较：{text}",
        "有據比較：{text}",
        "出典付きの比較：{text}",
        "출처 있는 비교: {text}",
    ),
    "goal.overview": (
        "A sourced overview of: {text}",
        "有据概述：{text}",
        "有據概述：{text}",
        "出典付きの概説：{text}",
        "출처 있는 개요: {text}",
    ),
    # --- assumptions
    "assume.scope": (
        "No side of “{subject}” was chosen, so the report is a general overview",
        "未指定“{subject}”的具体方面，因此报告为总体概览",
        "未指定「{subject}」的具體面向，因此報告為總體概覽",
        "「{subject}」の特定の面は選ばれていないため、全体の概観とします",
        "“{subject}”의 특정한 면을 고르지 않았으므로 전반적인 개요로 작성합니다",
    ),
    "assume.referent": (
        "“{subject}” names none in particular, so the report covers the most prominent ones",
        "“{subject}”没有特指，因此报告涵盖最受关注的几个",
        "「{subject}」沒有特指，因此報告涵蓋最受關注的幾個",
        "「{subject}」は特定のものを指していないため、代表的なものを扱います",
        "“{subject}”이(가) 특정한 것을 가리키지 않으므로 대표적인 것을 다룹니다",
    ),
    "assume.term": (
        "“{term}” is searched for as it is written, although a first search found nothing about it",
        "初步搜索没有找到“{term}”，仍按原样搜索",
        "初步搜尋沒有找到「{term}」，仍按原樣搜尋",
        "最初の検索で「{term}」は見つかりませんでしたが、そのまま検索します",
        "첫 검색에서 “{term}”을(를) 찾지 못했지만 그대로 검색합니다",
    ),
    "assume.meaning": (
        "“{subject}” is taken in its most common meaning",
        "“{subject}”按最常见的含义理解",
        "「{subject}」按最常見的含義理解",
        "「{subject}」は最も一般的な意味で扱います",
        "“{subject}”은(는) 가장 일반적인 의미로 봅니다",
    ),
    "assume.guess": (
        "After {rounds} rounds of questions this is a best guess",
        "经过 {rounds} 轮提问后，这是最佳推测",
        "經過 {rounds} 輪提問後，這是最佳推測",
        "{rounds} 回の質問を経た最善の推測です",
        "{rounds}번의 질문 끝에 내린 최선의 추측입니다",
    ),
    # --- reasons
    "because.order": (
        "This asks for something to be done or made up, not for something to be found out",
        "这是要求执行或创作，而不是查明事实",
        "這是要求執行或創作，而不是查明事實",
        "これは実行や創作の依頼であり、調べものではありません",
        "이것은 실행이나 창작을 요청한 것이며 조사할 일이 아닙니다",
    ),
    "because.subject": (
        "There is no subject yet",
        "还没有研究对象",
        "還沒有研究對象",
        "対象がまだありません",
        "아직 대상이 없습니다",
    ),
    "because.referent": (
        "It points at something that the text does not name",
        "所指的对象没有写明",
        "所指的對象沒有寫明",
        "指しているものが書かれていません",
        "가리키는 대상이 적혀 있지 않습니다",
    ),
    "because.scope": (
        "It names a whole field",
        "只给出了一个很大的领域",
        "只給出了一個很大的領域",
        "分野全体しか示されていません",
        "분야 전체만 적혀 있습니다",
    ),
    "because.term": (
        "“{term}” stands alone and could not be taken for granted",
        "“{term}”没有其他佐证，需先核实",
        "「{term}」沒有其他佐證，需先核實",
        "「{term}」を裏づける語がなく、先に確認が必要です",
        "“{term}”을(를) 뒷받침하는 말이 없어 먼저 확인이 필요합니다",
    ),
    "because.fair": (
        "There is a subject; the rest is assumed",
        "有研究对象，其余为假定",
        "有研究對象，其餘為假定",
        "対象はあります。残りは仮定します",
        "대상은 있으며 나머지는 가정합니다",
    ),
    "because.clear": (
        "The question is specific",
        "问题足够具体",
        "問題足夠具體",
        "問いは十分に具体的です",
        "질문이 충분히 구체적입니다",
    ),
    # --- the literal gate
    "gate.short": (
        "The topic is short. What exactly should be researched?",
        "主题很短。具体要研究什么？",
        "主題很短。具體要研究什麼？",
        "テーマが短いです。具体的に何を調べますか。",
        "주제가 짧습니다. 구체적으로 무엇을 조사할까요?",
    ),
    "gate.vague": (
        "What does “{term}” stand for here?",
        "这里的“{term}”指什么？",
        "這裡的「{term}」指什麼？",
        "ここでの「{term}」は何を指しますか。",
        "여기서 “{term}”은(는) 무엇을 가리키나요?",
    ),
    "gate.acronym": (
        "What is meant by “{term}”, and which side of it matters?",
        "“{term}”指什么，想了解哪个方面？",
        "「{term}」指什麼，想了解哪個面向？",
        "「{term}」は何を指し、どの面を知りたいですか。",
        "“{term}”은(는) 무엇을 뜻하며 어떤 면이 중요한가요?",
    ),
    "gate.as_written": ("Take it as it is written", "按原文理解", "按原文理解", "書かれたとおりに扱う", "적힌 그대로 진행"),
    "gate.assume": (
        "The topic is taken as it is written",
        "主题按原文理解",
        "主題按原文理解",
        "テーマは書かれたとおりに扱います",
        "주제를 적힌 그대로 다룹니다",
    ),
}


def say(key: str, language: str, **values: str) -> str:
    """The text called ``key`` in ``language``."""
    return fill((*_TEXTS[key], *_european.TEXTS[key])[LANGUAGES.index(language)], **values)


def fill(template: str, **values: str) -> str:
    """``template`` with its names in braces filled in; other braces are text, so no template can fail."""
    for name, value in values.items():
        template = template.replace("{" + name + "}", value)
    return template
