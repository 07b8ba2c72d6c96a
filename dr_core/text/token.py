"""Terms for ranking, words for lengths, and an estimate of what a text costs a language model."""

from __future__ import annotations

import re
import string
import unicodedata
from functools import cache, lru_cache
from itertools import chain, pairwise

from dr_core.pattern import regex
from dr_core.text.han import simplified
from dr_core.text.stem import stem
from dr_core.text.stopword import OTHER_LANGUAGES, STOPWORDS

CJK = (
    "\u3005\u3007\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3"
    "\U00020000-\U0003134f"
)
"""The characters that are written without spaces, or of which one says as much as a word, as the inside of a ``[...]``."""

LONGEST = 64
"""No word is longer; a megabyte without a space is not a term."""

KNOWN = 50_000
"""Words whose terms are remembered; beyond that the memory begins anew."""

_TOKEN = regex(rf"[{CJK}]+|\d+(?:[.,]\d+)*|[^\W_{CJK}]+(?:['’][^\W_{CJK}]+)*")
_ASCII_TOKEN = regex(r"\d+(?:[.,]\d+)*|[a-z0-9]+(?:'[a-z0-9]+)*")
_CJK_CHAR = regex(rf"[{CJK}]")
_LETTER = regex(r"[^\W_]")
_PLAIN = string.ascii_letters.encode() + b" "
_ELIDED = regex(r"(?:[cdjlmnst]|qu|un|[dn]ell|d?all|sull)['’](?=[^\W\d_]{3})")
"""The article or the little word that French and Italian join to what begins with a vowel: l'avion, qu'elle, dell'energia."""
_LATIN_DIGIT = regex(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
_GROUPED = regex(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_WORD = regex(rf"[{CJK}]|[^\s{CJK}]*[^\W_{CJK}][^\s{CJK}]*")


def terms(text: str) -> list[str]:
    """``text`` as terms to match on, in order: English words as stems, numbers whole, CJK as pairs of characters.

    Chinese has the same terms in either script.
    """
    return list(chain.from_iterable(map(_KNOWN.__getitem__, _words(text))))


@lru_cache(maxsize=1)
def page_terms(text: str) -> list[str]:
    """``terms``, to be read only, of a text of many lines, remembered until another one is asked for."""
    return list(chain.from_iterable(map(line_terms, text.split("\n"))))


@lru_cache(maxsize=256)
def line_terms(line: str) -> list[str]:
    """``terms``, to be read only, remembered for a while: what is made of a page and of its paragraphs is made in one go."""
    return terms(line)


def _words(text: str) -> list[str]:
    """The parts of a text that have terms of their own: tokens, or in plain ASCII what stands between spaces (found sooner)."""
    return text.lower().split() if text.isascii() else _tokens(text)


def _tokens(text: str) -> list[str]:
    if text.isascii():  # most text there is, and nothing in it to normalise
        return _ASCII_TOKEN.findall(text.lower())
    return _TOKEN.findall(simplified(unicodedata.normalize("NFKC", text).lower()))


class _Known(dict[str, tuple[str, ...]]):
    """The terms of each word met so far, with the marks around it: a text has few words and says them often."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        tokens = _ASCII_TOKEN.findall(word) if word.isascii() else (word,)
        own = tuple(term for token in tokens for term in _of_token(token))
        if len(word) <= LONGEST:
            if len(self) >= KNOWN:
                self.clear()
            self[word] = own
        return own


_KNOWN = _Known()


def _of_token(token: str) -> tuple[str, ...]:
    if _CJK_CHAR.match(token):
        return tuple(map("".join, pairwise(token))) or (token,)
    if token[0].isdigit() and token[-1].isdigit():
        return (number(token)[:LONGEST],)
    return _latin(token)


def content_terms(text: str) -> list[str]:
    """``terms`` without stopwords; all of them where nothing else is left."""
    every, empty = terms(text), function_words()
    return [term for term in every if term not in empty] or every


@cache
def function_words() -> frozenset[str]:
    """The terms that say nothing about a subject in any of the languages whose words are known."""
    return STOPWORDS.union(chain.from_iterable(map(terms, OTHER_LANGUAGES)))


def number(token: str) -> str:
    """One form for one number: "1,000" and "1000" are the same term, "1,5" is not touched."""
    return token.replace(",", "") if _GROUPED.fullmatch(token) else token


def _latin(token: str) -> tuple[str, ...]:
    token = _ELIDED.sub("", token, count=1) if _ELIDED.match(token) else token
    word = re.split("['’]", token, maxsplit=1)[0] if token.endswith(("'s", "’s")) else token.replace("'", "").replace("’", "")
    if not word.isascii():
        word = fold(word)
    # "3d", "covid19", "5g" also answer to their parts, as "covid-19" does.
    return tuple(stem(part)[:LONGEST] for part in _LATIN_DIGIT.split(word) if part)


def fold(word: str) -> str:
    """``word`` without accents, so that "Cafe" finds "Café"; other scripts keep their marks, which are letters there."""
    if word.isascii():
        return word
    plain = "".join(char for char in unicodedata.normalize("NFKD", word.replace("ß", "ss")) if not unicodedata.combining(char))
    return plain if plain.isascii() else word


def count_words(text: str) -> int:
    """The length of ``text`` as an editor counts it: words, and each CJK character as one; punctuation alone is none."""
    if text.isascii():
        words = text.split()
        return len(words) - len([word for word in words if not word.isalnum() and not _LETTER.search(word)])
    return len(_WORD.findall(text))


def estimate_tokens(text: str) -> int:
    """About how many tokens ``text`` costs a language model; on the safe side, because budgets are reserved by it.

    Western prose has about 4 characters a token, CJK about one token a character (newer models need fewer), and what is neither
    (numbers, markup, other scripts) about 2 characters a token.
    """
    if not text:
        return 0
    cjk = 0 if text.isascii() else len(_CJK_CHAR.findall(text))
    ascii_part = text.encode("ascii", "ignore")
    plain = len(ascii_part) - len(ascii_part.translate(None, _PLAIN))
    return max(1, round(cjk * 1.05 + plain / 4.2 + (len(text) - cjk - plain) / 2))
