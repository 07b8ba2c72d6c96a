"""What happens at the date that a question asks for: a line opens, a plant is completed, a fare is raised. The date of something
else that happened to the same thing is no answer, so one of the words for it must stand near."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from dr_core.pattern import regex

_EVENTS = (
    # it opens, begins or goes into service
    r"\bopen(?:s|ed|ing)?\b(?! (?:air|country|field|land|question|sea|source|space|water)\b)"
    r"|\bstart(?:s|ed|ing)?\b|\bbeg[aiu]n(?:s|ning)?\b|\blaunch\w*|\binaugurat\w*|\bcommissioned\b"
    r"|\b(?:into|in|of|entered|enters?) (?:service|operation)\b|\bfollowed in\b|\bgo(?:es)? live\b|\bintroduc(?:e[ds]?|tion)\b"
    r"|[开開]通(?!管)|[并並併][网網]|通[车車]|[开開][业業]|[启啟][用动動]|投[产產运運]|投入(?:运营|使用|營運|運營|商[业業])"
    r"|[运運營营][行營营轉转](?=[？?。]|$|[时時]|的)|[开開]始|推出|[问問]世|供用|運転開始|稼働|運用開始|開幕|[开開][馆館园園]|始ま|始め|導入され|개통|시작|개시|운행|가동|개장|개관|열렸|열었|열리|도입|출시"
    r"|\beröffne\w*|\bbeg[ai]nn\w*|\bin betrieb\b|\binbetriebnahme\b|\bbetrieb\b.{0,12}\baufn"
    r"|\bouv(?:re|ert)\w*|\bmis en service\b|\binaugur\w*"
    r"|\babri[óe]\w*|\bcomenz\w*|\bempez\w*",
    # it is completed
    r"\bcomplet(?:e[ds]?|ion)\b|\bfinish\w*|\bbe ready\b|完工|竣工|完成|建成|落成|完了|완공|준공|완성"
    r"|\bfertig\w*|\bachev\w*|\bterminad\w*",
    # building begins
    r"\bconstruction (?:start|beg[aiu]n)\w*|\bbroke ground\b|\bbuild(?:ing)?\b|\bbuilt\b"
    r"|[开開]工|[动動]工|[开開]始(?:建|兴建|興建)|着工|着手|착공"
    r"|\bbaubeginn\b|\bgebaut\b",
    # it ends
    r"\bclos(?:e[ds]?|ing|ure)\b|\bshut\w*|\bend(?:s|ed)?\b|\bwithdr[ae]w\w*|\bretire\w*|\bcease\w*|\bstopp\w*|\babandon\w*|停[止用][运運]?|[关關][闭閉]"
    r"|退出|退役|[终終]止|[结結]束|撤退|廃止|終了|停止|중단|폐지|철수|종료|멈[췄추]|\bgeschlossen\b|\bstillgelegt\b|\bendet\w*",
    # it is founded
    r"\bfound(?:ed|ing)?\b|\bestablish\w*|\bset up\b|\bincorporat\w*"
    r"|[创創建][立办辦建]|成立|[设設]立|創業|설립|창립|창설|\bgegründet\b|\bfond[ée]\w*|\bfundad\w*",
    # it is sold, or its shares are
    r"\bs(?:old|ell|ale)\b|\bacquir\w*|\bbought\b|\blist(?:ed|ing)\b|\bipo\b|上市|出售|收[购購]|[转轉][让讓]|売却|買収|上場|매각|인수|상장|\bverkauft\b",
    # it rises
    r"\brais(?:e[ds]?|ing)\b|\bincreas\w*|\brose\b|\bhike[ds]?\b|[涨漲][价價]?|上[调調]|[调調][涨漲]|提高|値上げ|引き上げ|인상|올[랐렸]|\berhöh\w*|\bgestiegen\b",
    # it is lengthened
    r"\bexten(?:d|ds|ded|sion)\b|延伸|延[长長]|연장|\bverlänger\w*",
)
_ALL = tuple(regex(one, re.I) for one in _EVENTS)

OTHERWISE = 0.7
"""How much another word for an event says of it, measured by the question's own."""


class Event(NamedTuple):
    """Something that happens: the question's own word for it, and all words for it."""

    own: str
    words: re.Pattern[str]


def events_asked(question: str) -> tuple[Event, ...]:
    """What a question asks the date of; nothing where that is not known here."""
    return tuple(Event(found[0].lower(), one) for one in _ALL if (found := one.search(question)))


def says_event(asked: Sequence[Event], text: str) -> float:
    """How much a text says that one of the events happens, 0 to 1; 1 where none is known."""
    return max((_says(one, text) for one in asked), default=1.0)


def in_own_words(asked: Sequence[Event], text: str) -> str:
    """A text, and behind it the question's own words for those of the events that it tells of, in whatever words."""
    return " ".join([text, *(one.own for one in asked if one.words.search(text))])


def _says(event: Event, text: str) -> float:
    said = [found[0].lower() for found in event.words.finditer(text)]
    return 1.0 if any(one.startswith(event.own) or event.own.startswith(one) for one in said) else OTHERWISE * bool(said)
