"""Porter's stemmer for English: "relational", "relations" and "related" meet in one term.

M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980; the steps below carry its numbers. A last step of our own
brings German and French plurals to their singular. It looks at finished stems, so that it parts no words that met before.
"""

from __future__ import annotations

from functools import lru_cache

LONG = 7
"""Letters from which on a word may lose such an ending: a kitten or a garden is no plural."""
_STEP2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "abli": "able", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
}  # fmt: skip
_STEP3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti", "ous",
    "ive", "ize",
)  # fmt: skip
_LONGEST_FIRST2 = sorted(_STEP2, key=len, reverse=True)
_LONGEST_FIRST3 = sorted(_STEP3, key=len, reverse=True)
_LONGEST_FIRST4 = sorted(_STEP4, key=len, reverse=True)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a lower-case English ``word``; very short, very long and foreign ones stay as they are."""
    if not 2 < len(word) < 40 or not (word.isascii() and word.isalpha()):
        return word
    word = _plural(word)
    word = _past(word)
    if word.endswith("y") and _has_vowel(word[:-1]):  # 1c
        word = word[:-1] + "i"
    for endings, table in ((_LONGEST_FIRST2, _STEP2), (_LONGEST_FIRST3, _STEP3)):
        ending = next((one for one in endings if word.endswith(one)), "")
        if ending and _measure(word[: -len(ending)]) > 0:
            word = word[: -len(ending)] + table[ending]
    word = _residue(word)
    return _other_plural(_tidy(word))


def _shape(word: str) -> str:
    """``word`` as c's and v's; y is a vowel after a consonant."""
    shape = ""
    for at, letter in enumerate(word):
        vowel = letter in "aeiou" or (letter == "y" and at > 0 and shape[-1] == "c")
        shape += "v" if vowel else "c"
    return shape


def _measure(word: str) -> int:
    return _shape(word).count("vc")


def _has_vowel(word: str) -> bool:
    return "v" in _shape(word)


def _ends_cvc(word: str) -> bool:
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"


def _plural(word: str) -> str:  # 1a
    if word.endswith("sses") or word.endswith("ies"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:  # 1b
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    if len(word) == 4 and word.endswith("ied"):  # died is of one form with dying
        return word[0] + "y"
    ending = next((one for one in ("ed", "ing") if word.endswith(one)), "")
    if not ending or not _has_vowel(word[: -len(ending)]):
        return word
    word = word[: -len(ending)]
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c" and word[-1] not in "lsz":
        return word[:-1]
    return word + "e" if _measure(word) == 1 and _ends_cvc(word) else word


def _residue(word: str) -> str:  # 4
    ending = next((one for one in _LONGEST_FIRST4 if word.endswith(one)), "")
    rest = word[: -len(ending)] if ending else word
    if not ending or _measure(rest) <= 1 or (ending == "ion" and not rest.endswith(("s", "t"))):
        return word
    return rest


def _tidy(word: str) -> str:  # 5
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _ends_cvc(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word


def _other_plural(word: str) -> str:
    """ "Batterien" and "Heizungen" as "Batterie" and "Heizung", "réseaux" and "journaux" as "réseau" and "journal"."""
    if word.endswith("en") and len(word) >= LONG:
        return word[:-2]
    if word.endswith("aux") and len(word) >= LONG:
        return word[:-1] if word.endswith("eaux") else word[:-2] + "l"
    return word
