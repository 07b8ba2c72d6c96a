"""Which Latin alphabet a page of undeclared bytes is written in: the encodings share most bytes and mean other letters by some.

Read with the wrong one, Polish is "og³osi³" and Hungarian "erõs": letters all the same, but of no one language together. So each
encoding is asked how many of its letters one of its languages has, and the usual one stays unless another explains clearly more.
"""

from __future__ import annotations

from collections import Counter

from dr_core.pattern import regex

USUAL = "cp1252"
_ALPHABETS = {
    USUAL: (
        "äöüßé", "éèàêçùâîôûëïœæÿ", "áéíóúñü", "àèéìòù", "ãõáéíóúâêôàç", "åäöé", "æøåéòô", "ðþæáéíóúýö", "ëïéèêöü", "àçèéíïòóúü",
        "äöõüšž",
    ),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž", "ëç"),
    "iso8859_2": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "čćđšž"),
    "cp1254": ("çğıöşüâîû",),
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņšūž"),
}  # fmt: skip
"""German, French, Spanish, Italian, Portuguese, Swedish, Danish, Icelandic, Dutch, Catalan, Estonian; Polish, Czech, Slovak,
Hungarian, Romanian, Croatian, Albanian; Turkish; Lithuanian, Latvian. Where two have the same bytes, the first is meant."""
_SIGNS = frozenset("\xa0\xad‘’‚“”„«»‹›–—…•·€£¥¢§¶©®™°±×÷µ¿¡ªº¹²³¼½¾´¨¸¯ˇ˘˙˛˝¦¬¤†‡‰")
_WITHIN = regex(r"(?<=[a-z])[£¥¢§¶±¿¡ªº¹²³¼½¾´¨¸¯ˇ˘˙˛˝¦¬¤](?=[a-z])")
"""Signs that no word has in its middle: there, they are letters read wrongly."""
CLEARLY, NEARLY_ALL = 0.06, 0.9
"""How much more of the letters another encoding must explain, and how many at least: a page in Cyrillic is none of these."""
FEWEST = 3
"""Letters in which it must differ."""


def alphabet(sample: bytes) -> str:
    """The encoding whose letters go together best."""
    usual = _explained(sample, USUAL)
    shares = {name: _explained(sample, name) for name in _ALPHABETS if _differing(sample, name) >= FEWEST}
    best = max(shares, key=lambda name: shares[name], default=USUAL)
    return best if shares.get(best, 0.0) > max(usual + CLEARLY, NEARLY_ALL) else USUAL


def _explained(sample: bytes, name: str) -> float:
    """The share of the letters beyond ASCII that one language of this encoding has."""
    text = sample.decode(name, "replace").lower()
    letters = Counter(char for char in text if char > "\x7f" and char not in _SIGNS)
    total = letters.total() + len(_WITHIN.findall(text))
    return max(sum(letters[char] for char in known) for known in _ALPHABETS[name]) / total if total else 1.0


def _differing(sample: bytes, name: str) -> int:
    """How many letters are others than in the usual encoding."""
    pairs = zip(sample.decode(USUAL, "replace"), sample.decode(name, "replace"), strict=True)
    return sum(one != other and other.isalpha() for one, other in pairs)
