"""The font chain: S0-12's order, the report's own language first, DejaVu Sans last."""

from __future__ import annotations

from pathlib import Path

import pytest

from dr_core import Report, aresearch
from dr_plugins.hooks.cjk_fonts import CjkFonts

JP, TC, SC, KR, LAST = (*(f"Noto Sans CJK {face}" for face in ("JP", "TC", "SC", "KR")), "DejaVu Sans")


@pytest.mark.parametrize(
    ("language", "chain"),
    [
        ("", [JP, TC, SC, LAST]),
        ("en", [JP, TC, SC, LAST]),
        ("de-AT", [JP, TC, SC, LAST]),
        ("ja", [JP, TC, SC, LAST]),
        ("ja-JP", [JP, TC, SC, LAST]),
        ("zh-Hant", [TC, JP, SC, LAST]),
        ("zh-TW", [TC, JP, SC, LAST]),
        ("zh_tw", [TC, JP, SC, LAST]),
        ("zh-HK", [TC, JP, SC, LAST]),
        ("zh-MO", [TC, JP, SC, LAST]),
        ("zh-Hant-HK", [TC, JP, SC, LAST]),
        ("yue", [TC, JP, SC, LAST]),
        ("zh", [SC, JP, TC, LAST]),
        ("zh-CN", [SC, JP, TC, LAST]),
        ("zh-Hans", [SC, JP, TC, LAST]),
        ("zh-Hans-HK", [SC, JP, TC, LAST]),
        ("ZH-HANS", [SC, JP, TC, LAST]),
        ("ko", [KR, JP, TC, SC, LAST]),
        ("ko-KR", [KR, JP, TC, SC, LAST]),
    ],
)
def test_the_reports_own_face_comes_first(language: str, chain: list[str]) -> None:
    assert CjkFonts().chart_fonts(language) == chain


def test_the_kernel_finds_the_chain_by_its_entry_point() -> None:
    from dr_core import Kernel, Settings

    settings = Settings()
    assert "cjk-fonts" in settings.hooks.use
    assert Kernel(settings).chart_fonts("ko")[0] == KR


def test_the_guests_are_warmed_with_the_same_chains() -> None:
    from dr_plugins.sandbox._base import CHAINS

    assert sorted(CHAINS) == sorted(CjkFonts().chart_fonts(language) for language in ("ja", "zh-Hant", "zh-Hans", "ko"))


async def test_a_renderer_is_given_the_fonts_of_the_reports_language(tmp_path: Path) -> None:
    text = "挪威在2022年約有百分之六十的家庭裝有熱泵。熱泵在寒冷氣候中的表現良好。地源熱泵在零下三十度仍能運作。"
    hits = [{"title": "挪威的熱泵", "url": "https://shelf.example/norway", "content": (text + "\n\n") * 9}]
    settings = {
        "search": {"use": ["shelf"], "shelf": {"plugin": "dr_core.testing:FakeSearch", "hits": hits}},
        "sandbox": {"use": []},
        "output": {"root": str(tmp_path)},
        "cache": {"enabled": False, "folder": str(tmp_path / "cache")},
    }
    result = await aresearch("熱泵在寒冷氣候中的表現如何？", max_iterations=1, settings=settings)
    report = Report.model_validate_json((Path(result.run_dir) / "report.json").read_text(encoding="utf-8"))
    assert report.language == "zh-Hant"
    assert report.fonts == tuple(CjkFonts().chart_fonts("zh-Hant"))
    assert report.fonts[0] == "Noto Sans CJK TC" and report.fonts[-1] == "DejaVu Sans"
