"""judge: a model's word on the sentences that wording alone does not settle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from dr_core import Evidence, Paragraph, Verdict, Verification, Verifier, option
from dr_core.text import estimate_tokens

LONGEST = 500
"""Characters of a piece of evidence that the judge is shown."""
MOST_TOKENS = 2_400
"""Of one call, about: small models take 4,096 in all, and what they cannot take they have not read."""
ASKED_TOKENS, TAG_TOKENS = 90, 16
"""Of what is asked, and of the tags around a sentence or a passage, about."""
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
    """Asks the run's model whether the cited passages carry an unclear sentence; several sentences in one call. Without a model
    it has no word, and files it does not read."""

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
        chosen = list(doubtful)[: self.options.most]
        words: list[Verdict] = []
        while chosen:
            asked = chosen[: self.options.batch]
            while len(asked) > 1 and _tokens(_data(asked, known, evidence)) > MOST_TOKENS:
                asked = asked[: len(asked) // 2]
            chosen = chosen[len(asked) :]
            answer = await self.context.ask("judge", _data(asked, known, evidence), Words, max_tokens=40 + 45 * len(asked))
            if answer is None:
                break  # no model, or no budget: neither will be there for the next batch
            words += [
                asked[word.number].model_copy(
                    update={
                        "verdict": word.verdict,
                        "score": SCORES[word.verdict],
                        "reason": f"the judge: {' '.join(word.reason.split()) or word.verdict}",
                    }
                )
                for word in answer.sentences
                if 0 <= word.number < len(asked) and word.verdict != "unclear"
            ]
        return words


def _data(asked: Sequence[Verdict], known: Mapping[str, Paragraph], evidence: Mapping[str, Evidence]) -> dict[str, Any]:
    """What ``judge.j2`` tells: each sentence with the beginnings of the passages it cites; a row under the head of its table."""
    told = []
    for one in asked:
        home = known.get(one.paragraph)
        head = home.text.lstrip().partition("\n")[0] if home and home.kind == "table" and one.sentence.startswith("|") else ""
        cited = [evidence[cite].text[:LONGEST] for cite in (home.cite_ids if home else ()) if cite in evidence]
        told.append({"sentence": _line(f"{head} {one.sentence}"), "passages": list(map(_line, cited))})
    return {"doubtful": told}


def _line(text: str) -> str:
    return " ".join(text.split())


def _tokens(data: Mapping[str, Any]) -> int:
    """About how many tokens a call takes: the words of all, the tags around each, and what is asked."""
    texts = [text for one in data["doubtful"] for text in (one["sentence"], *one["passages"])]
    return ASKED_TOKENS + sum(estimate_tokens(text) + TAG_TOKENS for text in texts)
