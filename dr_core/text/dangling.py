"""Sentences that lean on the one before them ("It also ...", "但是…", "また…") and cannot stand alone in a report."""

from __future__ import annotations

import re

_DANGLING = re.compile(
    r"^(?:[-–•*]\s*)?(?:it|its|they|their|them|this|these|those|that|he|she|his|her|such|here|there|both|however|but|and|or|so|thus"
    r"|also|then|therefore|moreover|furthermore|additionally|in addition|besides|instead|otherwise|as a result|for example"
    r"|for instance|similarly|likewise|by contrast|in contrast|on the other hand|meanwhile|nevertheless|nonetheless|still|yet|hence"
    r"|consequently|accordingly|finally|second(?:ly)?|third(?:ly)?|the (?:former|latter|same|other|second|third)|another|neither)\b"
    r"|^(?:[-–•*]\s*)?(?:它|他|她|其|此|該|该|這|这|那|但|而|且|因此|所以|然而|不過|不过|此外|另外|同時|同时|例如|其中|另一方面|相比之下|相較之下"
    r"|反之|隨後|随后|之後|之后|接著|接着|最後|最后|也就是|換言之|换言之|對此|对此|為此|为此|亦|並|并|兩者|两者|後者|后者|前者)"
    r"|^(?:これ|それ|あれ|この|その|あの|彼|しかし|ただし|また|一方|さらに|そして|なお|したがって|そのため|このため|例えば|たとえば|同様に|ところが|だが|つまり|すなわち"
    r"|両者|前者|後者|ここで|もっとも|加えて|同社|同年|同線|同区間)"
    r"|^(?:이는|이것|그것|그는|그녀|이러한|그러한|이런|그런|그러나|하지만|또한|그리고|따라서|반면|한편|예를 들|즉|이에|그 결과|이와|이후|같은|두 |전자|후자)",
    re.I,
)


def dangles(sentence: str) -> bool:
    """Whether a sentence begins with a word that points back at what was said before."""
    return bool(_DANGLING.match(sentence))
