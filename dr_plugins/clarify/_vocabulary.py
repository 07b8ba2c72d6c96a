"""How words of the languages with Latin letters are looked up in their tables.

A word is read in one language only: "die" is no verb in German, and "come" is a question in Italian. Words stand there in their
plainest form; endings are taken off, and accents may be left out.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from dr_plugins.clarify import _french, _german, _italian, _portuguese, _spanish
from dr_plugins.clarify._lexicon import LATIN, Role

PHRASES = """
    künstliche[rn]? intelligenz|maschinelle[snmr]? lernen|soziale[nr]? (?:medien|netzwerke)|erneuerbare[rn]? energien?
    |psychische[rn]? gesundheit|globale[rn]? erwärmung|menschenrechte[n]?|internationale[rn]? beziehungen
    |intelligence artificielle|apprentissage automatique|changements? climatiques?|réchauffement climatique|réseaux sociaux
    |énergies? renouvelables?|santé mentale|santé publique|droits de l['’]homme|relations internationales|bien-être
    |intelig[eê]ncia artificial|intelligenza artificiale|aprendizaje autom[aá]tico|cambio clim[aá]tico|calentamiento global
    |redes sociales|energ[ií]as? renovables?|salud (?:mental|p[uú]blica)|derechos humanos|relaciones internacionales
    |medio ambiente
    |apprendimento automatico|cambiament[oi] climatic[oi]|riscaldamento globale|reti sociali|energi[ae] rinnovabil[ei]
    |salute (?:mentale|pubblica)|diritti umani|relazioni internazionali
    |aprendizagem autom[aá]tica|aprendizado de máquina|(?:mudanças?|alterações|alteração) clim[aá]ticas?|aquecimento global
    |redes sociais|energias? renov[aá]ve(?:l|is)|sa[uú]de (?:mental|p[uú]blica)|direitos humanos|relações internacionais
    |meio ambiente
""".replace("\n", "").replace("    ", "")
"""Fields that are named by more than one word."""

_RELATING = """
    des im beim für fuer bei von vom durch zur zum auf zwischen de du d dans en pour sur par chez au aux entre del para por sobre
    con di dei della dello degli delle dell nel nella nello nei nelle nell per su sul sulla sull tra do da dos das em no na nos
    nas com
"""
RELATING = frozenset(_RELATING.split())
"""Words that bring two fields together ("l'IA dans l'éducation")."""
JOINING = frozenset(("und", "oder", "sowie", "et", "ou", "y", "e", "o", "ed"))
"""Words that set one field beside another."""

_ENDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "de": tuple((ending, "") for ending in ("en", "er", "es", "em", "e", "n", "s")),
    "fr": (("s", ""), ("x", ""), ("es", ""), ("e", ""), ("aux", "al")),
    "es": (("s", ""), ("es", ""), ("a", "o"), ("as", "o"), ("os", "o"), ("me", "")),
    "it": (
        ("i", "o"),
        ("i", "e"),
        ("e", "a"),
        ("a", "o"),
        ("e", "o"),
        ("he", "a"),
        ("hi", "o"),
        ("i", "io"),
        ("mi", ""),
        ("rmi", "re"),
    ),
    "pt": (("s", ""), ("es", ""), ("a", "o"), ("as", "o"), ("oes", "ao"), ("is", "l")),
}
_LEAST_STEM = 4
_INFLECTED = 0.9
"""How sure a word is that stands in a table only without an accent or an ending."""
_FIXED = (Role.FUNCTION, Role.DEICTIC)


def _bare(word: str) -> str:
    """A word without its accents."""
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))


_TABLES = {
    "de": _german.WORDS,
    "fr": _french.WORDS,
    "es": _spanish.WORDS,
    "it": _italian.WORDS,
    "pt": _portuguese.WORDS,
}
_EXACT = {
    language: {word: role for role, words in table.items() for word in words.split()} for language, table in _TABLES.items()
}
_BARE = {language: {_bare(word): role for word, role in reversed(table.items())} for language, table in _EXACT.items()}


def knows(word: str, language: str) -> float:
    """How sure it is that ``word`` (lower case) is one of ``language``: 0 where no table has it."""
    if role_of(word, language) is None:
        return 0.0
    return 1.0 if word in _EXACT.get(language, LATIN) else _INFLECTED


@lru_cache(maxsize=20_000)
def role_of(word: str, language: str) -> Role | None:
    """What ``word`` (lower case) does in a question in ``language``; None where it is content. Languages without a table of their
    own are read as English."""
    if language not in _EXACT:
        return LATIN.get(word)
    word = word.replace("’", "'")
    bare = _bare(word)
    if found := _EXACT[language].get(word) or _BARE[language].get(bare):
        return found
    for ending, instead in _ENDINGS[language]:
        stem = bare.removesuffix(ending) + instead
        role = _BARE[language].get(stem) if bare.endswith(ending) and len(stem) >= _LEAST_STEM else None
        if role and role not in _FIXED:
            return role
    return None


_LINKS = ("", "s", "es", "n", "en")
_IN_COMPOUNDS = (Role.BROAD, Role.HEAD, Role.FACET)


@lru_cache(maxsize=20_000)
def compound(word: str) -> tuple[int, Role, Role] | None:
    """Where a German compound of two known words (Krebs+behandlung) is parted, and what they are; None where it is none."""
    for cut in range(3, len(word) - 2):
        right = role_of(word[cut:], "de")
        if right not in _IN_COMPOUNDS:
            continue
        for link in _LINKS:
            left = role_of(word[:cut].removesuffix(link), "de") if word[:cut].endswith(link) else None
            if left in _IN_COMPOUNDS:
                return cut, left, right
    return None
