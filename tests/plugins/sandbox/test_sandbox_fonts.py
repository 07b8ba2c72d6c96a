"""Figures in Traditional and Simplified Chinese, Japanese and Korean: every character drawn, each language in its own face."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sandbox_kit import EVERY, KEEP, draws_cjk

from dr_core import Context
from dr_core.report.chart import font_preamble
from dr_plugins.hooks.cjk_fonts import CjkFonts
from dr_plugins.sandbox import bubblewrap
from dr_plugins.sandbox.bubblewrap import Bubblewrap, missing_part

WORDS = {
    "zh-Hant": ("各地區的年增長率", "年份", "百分比", ("臺北", "東京")),
    "zh-Hans": ("各地区的年增长率", "年份", "百分比", ("北京", "东京")),
    "ja": ("地域別の年間成長率", "年度", "割合（％）", ("東京", "大阪")),
    "ko": ("지역별 연간 성장률", "연도", "백분율", ("서울", "부산")),
}
FACES = {"zh-Hant": "Noto Sans CJK TC", "zh-Hans": "Noto Sans CJK SC", "ja": "Noto Sans CJK JP", "ko": "Noto Sans CJK KR"}
CHART = """
import matplotlib.pyplot as plt
from matplotlib import font_manager
figure, axes = plt.subplots(figsize=(7, 4), dpi=120)
for name, shift in zip({names!r}, (-3, 2)):
    axes.plot([2019, 2020, 2021, 2022], [shift, -shift, shift * 2, -1], marker="o", label=name + " -5%")
axes.set_title({title!r} + " -12% 直骨角")
axes.set_xlabel({x!r})
axes.set_ylabel({y!r})
axes.legend(title="-1")
axes.set_xticks([2019, 2020, 2021, 2022])
figure.canvas.draw()
for text in (axes.title, axes.xaxis.label, axes.legend_.get_texts()[0]):
    print(font_manager.get_font(font_manager.findfont(text.get_fontproperties())).family_name)
print([label.get_text() for label in axes.get_yticklabels() if "\\u2212" in label.get_text()])
print(any(label.get_text().startswith("-") for label in axes.get_yticklabels()))
"""


def code_for(language: str, fonts: list[str] | None = None) -> str:
    title, x, y, names = WORDS[language]
    return font_preamble(fonts or CjkFonts().chart_fonts(language)) + CHART.format(title=title, x=x, y=y, names=names)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("language", WORDS)
async def test_every_character_is_drawn_in_the_face_of_the_language(
    name: str, language: str, sandboxes: Callable[[str], Any]
) -> None:
    if not draws_cjk(name):
        pytest.skip("this machine has no Noto Sans CJK")
    done = await sandboxes(name).execute_python(code_for(language))
    assert done.error == "" and len(done.figures) == 1
    assert done.stdout.splitlines() == [FACES[language]] * 3 + ["[]", "True"]
    if KEEP:
        (Path(KEEP) / f"{name}-{language}.png").write_bytes(base64.b64decode(done.figures[0]))


@pytest.mark.docker
async def test_the_shapes_of_the_same_characters_differ_by_language(sandboxes: Callable[[str], Any]) -> None:
    code = "import matplotlib.pyplot as plt\nplt.figure(figsize=(3, 1))\nplt.axis('off')\nplt.text(0, 0, '直骨角', size=40)\n"
    drawn = set()
    for language in FACES:
        done = await sandboxes("docker-persistent").execute_python(font_preamble(CjkFonts().chart_fonts(language)) + code)
        assert done.error == ""
        drawn.add(done.figures[0])
    assert len(drawn) >= 3  # Japanese, Traditional, Simplified (Korean shares some shapes)


@pytest.mark.parametrize("name", EVERY)
async def test_the_same_figure_without_the_chain_is_refused(name: str, sandboxes: Callable[[str], Any]) -> None:
    done = await sandboxes(name).execute_python(code_for("ko", ["DejaVu Sans"]))
    assert done.figures == () and "missing glyphs" in done.error and "지" in done.error


@pytest.mark.bubblewrap
async def test_a_machine_without_cjk_fonts_draws_charts_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if reason := missing_part():
        pytest.skip(reason)
    (tmp_path / "fonts").mkdir()
    monkeypatch.setattr(bubblewrap, "FONT_FOLDERS", (str(tmp_path / "fonts"),))
    sandbox = Bubblewrap(context=Context(cache_dir=tmp_path / "cache"))
    english = await sandbox.execute_python("import matplotlib.pyplot as plt\nplt.bar(['LFP', 'lead'], [7, 9])", 60)
    japanese = await sandbox.execute_python("import matplotlib.pyplot as plt\nplt.title('東京')", 60)
    await sandbox.aclose()
    assert (english.error, len(english.figures)) == ("", 1)
    assert japanese.figures == () and "東 (U+6771)" in japanese.error


@pytest.mark.bubblewrap
async def test_fonts_are_listed_elsewhere_where_the_cache_folder_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sandbox = Bubblewrap(context=Context(cache_dir=tmp_path / "file" / "cache"))
    listed = sandbox._font_list()
    assert any(listed.glob("fontlist*.json"))
    assert missing_part() or (await sandbox.execute_python("print(1)", 60)).stdout == "1\n"
    await sandbox.aclose()
    assert not listed.exists()
