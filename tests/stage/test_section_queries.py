"""What a model says of its sections beyond their titles: the words it searches by, and what it found missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from standin.library import Library, good, research, said

from dr_core import Context, ModelRequest

PAGES = {
    "en": {
        "https://library.example/study": """# Field study of heat pumps

## Sound

The heat pumps emitted between 38 and 47 decibels at three metres. It rose by 4 decibels while the heat pumps defrosted.

## Carbon

The heat pumps cut carbon emissions by 68 percent in the first year. Refrigerant of heat pumps leaked in 12 homes.

## Bills

The heat pumps cost 1,180 pounds a year for heating. Homes with a cheap tariff paid 780 pounds a year for their heat pumps.
""",
    },
    "zh-Hans": {
        "https://library.example/study": """# 热泵实地研究

本研究由一所大学在两年间完成，走访了北部和南部的城镇与乡村，所有住户都在此前主动申请安装热泵。研究人员每十分钟记录一次数据，
并在冬夏两季各进行一次入户访谈，询问住户对热泵的看法。部分住户在研究期间搬家，他们的数据没有计入结果。报告的作者感谢所有住户、
安装公司与地方政府的协助，并说明这项研究没有接受任何热泵厂商的资助。原始数据将在两年后公开，供其他研究人员核对与再次分析。

## 声响

研究人员在七百四十二户家庭中测量，热泵在三米处发出38至47分贝，中位数为43分贝。除霜时热泵会再升高4分贝，持续几分钟后回落。

## 碳

与燃气锅炉相比，热泵第一年使这些家庭的碳排放减少68%。其中十二户的热泵制冷剂泄漏，研究没有计算这部分的影响。

## 账单

这些家庭的热泵每年取暖平均花费1180英镑，账单按季度寄出。使用低价时段的家庭每年只为热泵支付780英镑，账单因此少了三分之一。
""",
    },
}
PLANS = {
    "en": (
        "Are heat pumps a good choice for homes?",
        [
            ("Emissions", "How much do they emit?", "heat pumps carbon refrigerant"),
            ("How loud they are", "", "heat pumps sound decibels"),
            ("Money", "", "heat pumps bills tariff"),
        ],
    ),
    "zh-Hans": (
        "热泵适合家庭使用吗？",
        [("发出的气体", "热泵发出多少？", "热泵 碳 制冷剂"), ("吵不吵", "", "热泵 声响 分贝"), ("开销", "", "热泵 账单 英镑")],
    ),
}


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
async def test_evidence_goes_to_the_section_that_was_searched_for_it(tmp_path: Path, language: str) -> None:
    question, plan = PLANS[language]

    def plans(request: ModelRequest) -> Any:
        if request.task == "plan":
            sections = [{"title": title, "description": asks, "search_queries": [query]} for title, asks, query in plan]
            return {"research_title": question, "sections": sections}
        return good(request)

    library = Library(None, Context(instance="files"), PAGES[language])
    state, _ = await research(tmp_path, said(one=plans), question=question, library=library)
    loud = [one for one in state.evidence.values() if "decibels" in one.text or "分贝" in one.text]
    assert loud and {one.section for one in loud} == {"sec2"}


async def test_what_a_model_found_missing_is_told_though_the_next_round_brought_nothing(tmp_path: Path) -> None:
    def misses(request: ModelRequest) -> Any:
        if request.task == "reflect":
            query = {"query": "heat pumps in flats", "goal": "flats", "section": "sec1", "priority": "high"}
            return {"is_sufficient": False, "overall_score": 6, "gaps": ["no source covers flats"], "next_queries": [query]}
        return good(request)

    library = Library(None, Context(instance="files"), PAGES["en"])
    models = said(one=misses)
    state, folder = await research(
        tmp_path, models, question=PLANS["en"][0], library=library, settings={"research": {"depth": "standard"}}
    )
    assert state.notes["new_evidence"] == 0 and len(state.iterations) == 2
    assert "| Little was found on | no source covers flats |" in (folder / "report.md").read_text()
    summary = next(request for request in models["one"].requests if request.task == "summary")
    assert "no source covers flats" in summary.messages[1].content
