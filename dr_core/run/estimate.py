"""What a run will use, told before it begins: calls, tokens, money, and seconds roughly.

Computed from what is decided before the first call: the share that each call has of the token ceiling, the rounds, the sections,
the model's own limits and its price. All rounds are counted, and a reader who finds that a run took less is not disappointed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from dr_core.run.allot import LEAST_PROMPT, Allotment, Share, has_room, prompt_room, to_think
from dr_core.run.call import provider_of
from dr_core.run.price import cost
from dr_core.types import ModelRequest, Usage

if TYPE_CHECKING:
    from dr_core.run.run import Run

PROMPT, ANSWER = 0.8, 0.55
"""What a call uses, of the room that its share has for the prompt and for the answer; measured, see docs/models.md."""
FIRST_WORD, WORDS_A_SECOND = 1.0, 60.0
"""Seconds until a hosted model begins to answer, and the tokens it then writes in a second."""
SEARCH_AND_READ, OWN = 4.0, 2.0
"""Seconds of a round outside the models, and of a run's own work."""
COSTLY_TOKENS, COSTLY_USD = 45_000, 0.5
"""From here on a run is costly: its estimate is shown, and its plan is confirmed where somebody can be asked."""


class Call(NamedTuple):
    """What one call is expected to use."""

    prompt: int
    answer: int
    usd: float | None

    @property
    def seconds(self) -> float:
        """From the question to the last word."""
        return FIRST_WORD + self.answer / WORDS_A_SECOND


class Estimate(NamedTuple):
    """What is expected of a whole run; ``most_tokens`` is the ceiling that nothing passes, ``whole_usd`` what all of it costs
    where no ceiling of money is in the way."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    most_tokens: int
    usd: float | None
    whole_usd: float | None
    seconds: int

    @property
    def tokens(self) -> int:
        """Both ways together."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def is_costly(self) -> bool:
        """Whether somebody should be told before."""
        return self.tokens >= COSTLY_TOKENS or (self.usd or 0.0) >= COSTLY_USD

    def told(self) -> dict[str, Any]:
        """As events and the state keep it."""
        return {**self._asdict(), "tokens": self.tokens, "costly": self.is_costly}


def estimate(run: Run, shares: Allotment, models: dict[str, str], *, rounds: int, sections: int) -> Estimate:
    """The estimate of a run with these ``shares``; ``models`` names the instance for each role."""

    def calls(task: str, role: str, times: int = 1) -> list[Call]:
        """The calls of a task, for which there may be no room."""
        share: Share = getattr(shares, task)
        return [expected(run, models[role], share)] * times if has_room(share, LEAST_PROMPT.get(task, 0)) else []

    turns = rounds - 1  # the last round is read without a model: nothing depends on its words any more
    plan, summary, drafts = calls("plan", "thinking"), calls("summary", "thinking"), calls("draft", "thinking", sections)
    beside = [*drafts, *calls("analyse", "thinking"), *calls("charts", "thinking")]
    findings, judging = calls("findings", "task", sections * turns), calls("reflect", "task", turns)
    made = [*plan, *summary, *beside, *findings, *judging]
    chain = [*plan, *summary, *judging, *findings[:turns], *sorted(beside, key=lambda one: one.seconds)[-1:]]
    seconds = sum(one.seconds for one in chain) + rounds * SEARCH_AND_READ + OWN
    prompt, answer = sum(one.prompt for one in made), sum(one.answer for one in made)
    ceiling = run.settings.token_ceiling
    prices = [one.usd for one in made if one.usd is not None]
    limits = run.settings.budget
    scale = min(1.0, ceiling / max(1, prompt + answer))  # a ceiling too small for all this is kept all the same
    usd = sum(prices) * scale if len(prices) == len(made) else None
    if usd and limits.usd is not None:
        scale *= min(1.0, limits.usd / usd)
    return Estimate(
        calls=len(made),
        prompt_tokens=round(prompt * scale),
        completion_tokens=round(answer * scale),
        most_tokens=ceiling,
        usd=usd if usd is None or limits.usd is None else min(usd, limits.usd),
        whole_usd=usd,
        seconds=round(min(seconds, limits.seconds or seconds)),
    )


def expected(run: Run, name: str, share: Share) -> Call:
    """What a call with this share is expected to use at an instance; a model that takes little is shown little."""
    provider = provider_of(run, name)
    room, most = float(prompt_room(share)), share.answer
    takes = getattr(provider.options, "context_tokens", None)
    if takes:
        most = min(most, takes // 3)
    own = to_think(run.shared_tokens)
    ceiling = provider.output_ceiling(ModelRequest(task="estimate", messages=(), max_tokens=max(1, most), thinking=own))
    if takes:
        room = min(room, max(0.0, takes * 0.9 - ceiling))
    prompt, answer = round(room * PROMPT), round(max(ceiling, most) * ANSWER)
    model = getattr(provider.options, "model", "") or name
    usage = Usage(prompt_tokens=prompt, completion_tokens=answer)
    return Call(prompt, answer, cost(model, usage, prices=run.settings.prices))
