"""An error in one line."""

from __future__ import annotations

import pytest

from dr_core import DRError


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("no run 'x'", "no run 'x'. See: dr runs"),
        ("what do you mean?", "what do you mean? See: dr runs"),
        ("请写出名称，或先选一个类别。", "请写出名称，或先选一个类别。 See: dr runs"),
        ("何を調べますか？", "何を調べますか？ See: dr runs"),
    ],
)
def test_a_remedy_comes_behind_one_full_stop(message: str, line: str) -> None:
    assert str(DRError(message, remedy="See: dr runs")) == line
    assert str(DRError(message)) == message
