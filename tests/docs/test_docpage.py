"""The runner of pages must be able to fail: each kind of wrong example does."""

from __future__ import annotations

from pathlib import Path

import pytest
from docpage import blocks, run_page


def test_blocks_of_a_page_share_a_namespace_and_a_folder(tmp_path: Path) -> None:
    page = "```python\nvalue = 20\n```\n\n```toml file=sub/a.toml\nx = 1\n```\n\n```python\nassert value == 20\n```\n"
    assert run_page(page, "page.md", tmp_path) == 3
    assert (tmp_path / "sub/a.toml").read_text() == "x = 1\n"


def test_a_wrong_python_block_fails_with_the_line_of_the_page(tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as caught:
        run_page("# Title\n\n```python\nassert 1 == 2\n```\n", "page.md", tmp_path)
    assert caught.traceback[-1].lineno == 3


def test_a_command_that_ends_otherwise_than_shown_fails(tmp_path: Path) -> None:
    run_page("```console runnable\n$ dr nonsense  # exit 64\n```\n", "page.md", tmp_path)
    with pytest.raises(AssertionError, match="ended with 64, not 0"):
        run_page("```console runnable\n$ dr nonsense\n```\n", "page.md", tmp_path)


def test_output_that_is_not_as_shown_fails(tmp_path: Path) -> None:
    run_page("```console runnable\n$ dr --version\ndr 0...\n```\n", "page.md", tmp_path)
    with pytest.raises(AssertionError, match="does not print 'dr 99'"):
        run_page("```console runnable\n$ dr --version\ndr 99\n```\n", "page.md", tmp_path)


def test_shown_lines_must_come_in_order(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("one\ntwo\n")
    run_page("```console runnable\n$ cat text\none\ntwo\n```\n", "page.md", tmp_path)
    with pytest.raises(AssertionError, match="does not print 'one'"):
        run_page("```console runnable\n$ cat text\ntwo\none\n```\n", "page.md", tmp_path)


def test_blocks_that_are_not_marked_are_only_read(tmp_path: Path) -> None:
    page = "```console\n$ rm -rf everything\n```\n\n```text\nraise\n```\n"
    assert [block.language for block in blocks(page)] == ["console", "text"]
    assert run_page(page, "page.md", tmp_path) == 0
