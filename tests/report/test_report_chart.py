"""What is put before a chart's code."""

from __future__ import annotations

from dr_core.report.chart import font_preamble


def test_the_preamble_sets_the_chain_and_plain_minus_signs() -> None:
    import matplotlib

    with matplotlib.rc_context():
        exec(font_preamble(["Noto Sans CJK TC", "DejaVu Sans"]), {})
        assert matplotlib.rcParams["font.sans-serif"] == ["Noto Sans CJK TC", "DejaVu Sans"]
        assert matplotlib.rcParams["font.family"] == ["sans-serif"]
        assert matplotlib.rcParams["axes.unicode_minus"] is False


def test_an_empty_chain_falls_back_and_odd_names_stay_strings() -> None:
    assert "DejaVu Sans" in font_preamble([])
    space: dict[str, object] = {}
    odd = "x'\"\n]); import os  #"
    code = font_preamble([odd])
    compile(code, "preamble", "exec")
    exec(code.replace("import matplotlib\nmatplotlib.rcParams.update(", "found = dict("), space)
    assert space["found"]["font.sans-serif"] == [odd]  # type: ignore[index]
