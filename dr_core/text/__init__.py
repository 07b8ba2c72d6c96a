"""Text basics: language, sentences, terms, ranking, near-duplicates, junk. Pure functions, no network, no files.

What is heavy (the language model of ``detect``, the sentence splitter) is imported when first used, so importing this package
costs next to nothing.
"""

from dr_core.text.duplicate import signature, similarity, unique
from dr_core.text.junk import is_junk
from dr_core.text.language import detect, gap, is_cjk
from dr_core.text.rank import bm25, select
from dr_core.text.sentence import Span, paragraphs, sentences
from dr_core.text.token import count_words, estimate_tokens, terms

__all__ = [
    "Span",
    "bm25",
    "count_words",
    "detect",
    "estimate_tokens",
    "gap",
    "is_cjk",
    "is_junk",
    "paragraphs",
    "select",
    "sentences",
    "signature",
    "similarity",
    "terms",
    "unique",
]
