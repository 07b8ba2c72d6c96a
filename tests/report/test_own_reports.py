"""Reports of our own runs in four languages: they pass, and every cited span is read again from the saved file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dr_core import Evidence, Hit, Kernel, Paragraph, SearchProvider, SearchTask, Settings
from dr_core.report.citation import parse_report
from dr_core.session import start

PAGES = {
    "en": ("How heat pumps changed home heating in Norway", [
        "Heat pumps heat about 60 percent of the homes in Norway. "
        "The first ones were sold in 1978 by a firm in Bergen [1], at a price < 9,000 crowns.",
        "A heat pump in Norway uses about one third of the power of an electric heater. It does not burn fuel. "
        "Sales of heat pumps rose to 150,000 in 2022.",
        "Norway gave no grants for heat pumps before 2003. The grants of Enova then paid 20 percent of the price of a heat pump.",
    ]),
    "zh-Hant": ("熱泵如何改變挪威的住宅供暖", [
        "挪威約百分之六十的住宅使用熱泵供暖。最早的熱泵於1978年由卑爾根的一家公司出售。",
        "挪威的熱泵用電量約為電暖器的三分之一，而且不燃燒燃料。2022年熱泵銷量增至十五萬台。",
        "挪威在2003年以前沒有為熱泵提供補助。其後Enova的補助支付了熱泵價格的兩成。",
    ]),
    "zh-Hans": ("热泵如何改变挪威的住宅供暖", [
        "挪威约百分之六十的住宅使用热泵供暖。最早的热泵于1978年由卑尔根的一家公司出售。",
        "挪威的热泵用电量约为电暖器的三分之一，而且不燃烧燃料。2022年热泵销量增至十五万台。",
        "挪威在2003年以前没有为热泵提供补助。其后Enova的补助支付了热泵价格的两成。",
    ]),
    "ja": ("ヒートポンプはノルウェーの住宅暖房をどう変えたか", [
        "ノルウェーの住宅の約60パーセントはヒートポンプで暖房している。最初のヒートポンプは1978年にベルゲンの会社が販売した。",
        "ノルウェーのヒートポンプの消費電力は電気ヒーターの約3分の1であり、燃料を燃やさない。2022年の販売台数は15万台に増えた。",
        "ノルウェーは2003年以前にヒートポンプへの補助金を出していなかった。その後Enovaの補助金がヒートポンプの価格の2割を支払った。",
    ]),
}  # fmt: skip


class Shelf(SearchProvider):
    """Gives the pages of the query's language, whole."""

    async def search(self, task: SearchTask, limit: int) -> list[Hit]:
        language = _language(task.query)
        pages = enumerate(PAGES[language][1])
        return [Hit(title=f"{language} {at}", url=f"file:///shelf/{language}/{at}.txt", content=text) for at, text in pages][
            :limit
        ]


def _language(query: str) -> str:
    for language, (question, _) in PAGES.items():
        if query == question:
            return language
    if any("\u3041" <= char <= "\u30ff" for char in query):
        return "ja"
    if any("\u4e00" <= char <= "\u9fff" for char in query):
        return "zh-Hant" if any(char in "熱變與電" for char in query) else "zh-Hans"
    return "en"


@pytest.mark.parametrize("language", PAGES)
async def test_a_run_passes_its_own_checks_and_its_spans_stand_in_the_saved_sources(tmp_path: Path, language: str) -> None:
    settings = Settings(
        search={"use": ["shelf"], "shelf": {"plugin": f"{__name__}:Shelf"}},
        llm={"use": []},
        sandbox={"use": []},
        research={"max_iterations": 1},
        output={"root": str(tmp_path)},
    )
    kernel = Kernel(settings, folder=Path(__file__).parent)
    try:
        state, folder = await start(PAGES[language][0], kernel)
    finally:
        await kernel.aclose()
    assert state.passed is True, [problem for word in state.verifications for problem in word.problems]
    told = json.loads((folder / "verify.json").read_text(encoding="utf-8"))
    assert {word["verifier"]: word["passed"] for word in told["verifications"] if word["passed"] is not None} == {
        "citations": True,
        "grounding": True,
    }
    evidence = {
        one.id: one
        for one in map(Evidence.model_validate_json, (folder / "evidence.jsonl").read_text(encoding="utf-8").splitlines())
    }
    paragraphs = [
        Paragraph.model_validate_json(line) for line in (folder / "paragraphs.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert paragraphs
    for one in (evidence[cite] for paragraph in paragraphs for cite in paragraph.cite_ids):
        saved = (folder / "sources" / f"{one.source}.txt").read_bytes().decode()
        assert saved[one.start : one.end] == one.text
    report = parse_report((folder / "report.md").read_text(encoding="utf-8"))
    assert report.paragraphs and all(paragraph.ends for paragraph in report.paragraphs)
    assert report.unknown == ()
    assert {entry.url for entry in report.references.values()} <= {f"file:///shelf/{language}/{at}.txt" for at in range(3)}
    claims = json.loads((folder / "claims.json").read_text(encoding="utf-8"))
    assert {claim["verdict"] for claim in claims} <= {"supported", "unclear"}
    assert all(claim["evidence"] for claim in claims)
