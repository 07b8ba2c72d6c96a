"""What a report is made of: words, marks, citations, figures, provenance."""

from dr_core.report.mark import last_mark, mark, render_marks, unmarked
from dr_core.report.words import words

__all__ = ["last_mark", "mark", "render_marks", "unmarked", "words"]
