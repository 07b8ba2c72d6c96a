"""A page that has the question for its title answers it with all that it says."""

from __future__ import annotations

from test_extractive_answer import page_of, state_of

BACKUP = """# Backing up a Quarry database

A database that is in use must not simply be copied: a copy made while somebody writes may be damaged. There are three safe ways.

In the shell, open the file and enter copy with the name of the new one. It begins again if another program writes.

Since version 3.27 a statement makes a compact copy. Settings are kept in the home folder.
"""
OTHER = """# Notes on programs

A Quarry database can be backed up. Programs should not write to it then. They wait in a line, one behind the other.
"""


def test_all_passages_of_a_page_whose_title_is_the_question_are_evidence() -> None:
    pages = [page_of(BACKUP), page_of(OTHER).model_copy(update={"id": "s2", "url": "file:///other.md"})]
    state = state_of("How do I back up a Quarry database?", pages, ("Background", "Safety"))
    told = " ".join(one.text for one in state.evidence.values())
    assert "open the file and enter copy" in told
