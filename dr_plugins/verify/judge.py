"""judge: a model's word on the sentences that wording alone does not settle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, Field

from dr_core import Evidence, Paragraph, Verdict, Verification, Verifier, option
from dr_core.report.verification import JUDGED
from dr_core.text import bm25, detect, estimate_tokens, is_cjk

LONGEST, LONGEST_TITLE = 1_000, 80
"""Characters of a piece of evidence that the judge is shown, as much as whoever wrote of it, and of the title of its source."""
MOST_TOKENS = 2_400
"""Of one call, about: small models take 4,096 in all, and what they cannot take they have not read."""
ASKED_TOKENS, TAG_TOKENS = 90, 16
"""Of what is asked, and of the tags around a sentence or a passage, about."""
WORD_TOKENS, WIDE_WORD_TOKENS = 45, 65
"""Of the word on a sentence, with a reason of a few words; in Chinese, Japanese or Korean."""
SCORES = {"supported": 0.75, "unclear": 0.4, "contradicted": 0.1}


class Word(BaseModel):
    """The word on one sentence."""

    number: int
    verdict: Literal["supported", "unclear", "contradicted"]
    reason: str = Field("", max_length=300)


class Words(BaseModel):
    """The answer of the judge."""

    sentences: list[Word] = Field(max_length=40)


class Judge(Verifier):
    """Asks the run's model whether the cited passages carry an unclear sentence; several sentences in one call.

    Without a model it has no word, and files it does not read.
    """

    class Options(Verifier.Options):
        """How much is asked."""

        batch: int = option(10, help="Sentences put to the model in one call", ge=1, le=40)
        most: int = option(30, help="Sentences of a report that are put to it at most", ge=0)

    async def verify_report(self, path: Path) -> Verification:
        """No word on files: they are checked by the others."""
        return Verification(verifier=self.name, passed=None, note="judges single sentences while a report is made")

    async def judge(
        self, doubtful: Sequence[Verdict], paragraphs: Sequence[Paragraph], evidence: Mapping[str, Evidence]
    ) -> list[Verdict]:
        """The model's verdicts on ``doubtful``; those it is unsure of, or says nothing about, stay as they are."""
        known = {paragraph.id: paragraph for paragraph in paragraphs}
        words: list[Verdict] = []
        for asked in _even_batches([_shown(one, known, evidence) for one in doubtful[: self.options.most]], self.options.batch):
            told = {
                "doubtful": [{"sentence": one.sentence, "passages": one.passages} for one in asked],
                "titles": {text: title for one in asked for text, title in one.titles.items()},
            }
            each = WIDE_WORD_TOKENS if is_cjk(detect(asked[0].sentence)) else WORD_TOKENS
            answer = await self.context.ask("judge", told, Words, max_tokens=40 + each * len(asked))
            if answer is None:
                break  # no model, or no budget: neither will be there for the next batch
            words += [
                asked[word.number].verdict.model_copy(
                    update={
                        "verdict": word.verdict,
                        "score": SCORES[word.verdict],
                        "reason": f"{JUDGED}{' '.join(word.reason.split()) or word.verdict}",
                    }
                )
                for word in answer.sentences
                if 0 <= word.number < len(asked) and _counts(word, asked[word.number])
            ]
        return words


class _Shown(NamedTuple):
    """A doubtful sentence as the judge is shown it; ``whole`` where that is with all it cites: then a word against it counts."""

    verdict: Verdict
    sentence: str
    passages: list[str]
    whole: bool
    titles: dict[str, str]
    """What the sources of the passages are called, and when they were published: a passage need not say again whose it is."""


def _counts(word: Word, shown: _Shown) -> bool:
    return word.verdict == "supported" or (word.verdict == "contradicted" and shown.whole)


def _shown(one: Verdict, known: Mapping[str, Paragraph], evidence: Mapping[str, Evidence]) -> _Shown:
    """A sentence, a row under the head of its table, with the beginnings of the passages it cites: the nearest that there is room
    for."""
    home = known.get(one.paragraph)
    head = home.text.lstrip().partition("\n")[0] if home and home.kind == "table" and one.sentence.startswith("|") else ""
    sentence = _lines(f"{head}\n{one.sentence}")
    pieces = {_lines(item.text): item for cite in (home.cite_ids if home else ()) if (item := evidence.get(cite))}
    cited, begun = list(pieces), [text[:LONGEST] for text in pieces]
    titles = {text: _title(item) for text, item in zip(begun, pieces.values(), strict=True)}
    near, kept, room = bm25(sentence, begun), set[int](), MOST_TOKENS - ASKED_TOKENS - _tokens(sentence)
    for at in sorted(range(len(begun)), key=lambda at: -near[at]):
        room -= _tokens(begun[at]) + estimate_tokens(titles[begun[at]])
        if room < 0 and kept:
            break
        kept.add(at)
    passages = [text for at, text in enumerate(begun) if at in kept]
    return _Shown(one, sentence, passages, passages == cited, titles)


def _even_batches(shown: Sequence[_Shown], most: int) -> list[list[_Shown]]:
    """What is asked in each call, about as much in one as in another: no call is for the one sentence that is left."""
    full = list(_batches(shown, most))
    even = list(_batches(shown, -(-len(shown) // len(full)))) if full else []
    return even if len(even) == len(full) else full


def _batches(shown: Sequence[_Shown], most: int) -> Iterator[list[_Shown]]:
    """What is asked in one call: as much as a small model takes, where a passage that several sentences cite counts once."""
    asked: list[_Shown] = []
    for one in shown:
        texts = {
            text
            for other in (*asked, one)
            for text in (other.sentence, *(f"{other.titles[text]} {text}" for text in other.passages))
        }
        if asked and (len(asked) == most or ASKED_TOKENS + sum(map(_tokens, texts)) > MOST_TOKENS):
            yield asked
            asked = []
        asked.append(one)
    if asked:
        yield asked


def _lines(text: str) -> str:
    """A text without needless blanks; the rows of a table stay apart."""
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.splitlines())))


def _title(evidence: Evidence) -> str:
    return ", ".join(filter(None, (evidence.title[:LONGEST_TITLE], evidence.published)))


def _tokens(text: str) -> int:
    """About how many tokens a sentence or a passage takes, with the tags around it."""
    return estimate_tokens(text) + TAG_TOKENS
