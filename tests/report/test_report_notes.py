"""Sources with notes of their own: what points to them is no citation of the report."""

from __future__ import annotations

from pathlib import Path

from dr_core import Researcher

SOURCE = """# Gravity on the Moon

Gravity on the Moon is 1.62 m/s², about a sixth of that on Earth.² The pull of Earth is 9.81 m/s² at the surface, and it falls
with height³ in the air.

| Body | Gravity (m/s²) | Radius |
|---|---|---|
| Moon² | 1.62 | 1,737 km |
| Earth | 9.81 | 6,371 km |

Energy is told in joules, kg·m²/s², and power in J·s⁻¹. The formula E = mc² says how much energy is in the mass of a moon.
"""


async def test_a_report_on_a_source_with_notes_and_powers_passes(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(SOURCE, encoding="utf-8")
    values = {
        "search": {"use": ["files"], "files": {"paths": [str(tmp_path / "docs")]}},
        "output": {"root": str(tmp_path)},
        "cache": {"folder": str(tmp_path / "cache")},
    }
    result = await Researcher(settings=values).run("How strong is gravity on the Moon and on Earth?")
    text = Path(result.report_path).read_text(encoding="utf-8")
    assert result.passed
    assert "1.62 m/s², about a sixth of that on Earth." in text
    assert "Earth.²" not in text and "Moon²" not in text and "height³" not in text
