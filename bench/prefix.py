"""How much of the prompts of a run repeats the beginning of an earlier one, which a service can reuse (S3-8), by flag.

    python bench/prefix.py

A run of three rounds over the example corpus, in this process, with a model that answers well. The share is of prompt tokens, as
we estimate them. Exit code 1 where the append-only context does not raise it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

FLAGS: dict[str, dict[str, Any]] = {
    "none": {"keep_errors": False},
    "append_only": {"append_only": True, "keep_errors": False},
    "recitation": {"recitation": True, "keep_errors": False},
    "keep_errors": {"keep_errors": True},
    "tell_mask": {"tell_mask": True, "keep_errors": False},
    "all": {"append_only": True, "recitation": True, "keep_errors": True, "tell_mask": True},
}


async def prompts(flags: dict[str, Any]) -> list[str]:
    """The prompts of a run, in the order they were sent."""
    from standin.library import good, research, said

    models = said(one=good)
    with tempfile.TemporaryDirectory() as folder:
        settings = {"research": {"depth": "standard", "length": "standard"}, "context": flags}
        await research(Path(folder), models, settings=settings)
    return ["\n".join(message.content for message in request.messages) for request in models["one"].requests]


def repeated(told: list[str]) -> tuple[int, int]:
    """Tokens of all prompts, and those that repeat the beginning of an earlier prompt."""
    from dr_core.text import estimate_tokens

    total = again = 0
    for at, prompt in enumerate(told):
        total += estimate_tokens(prompt)
        # characters, not parts of paths, are what is meant here
        longest = max((len(os.path.commonprefix([prompt, other])) for other in told[:at]), default=0)  # noqa: RUF071
        again += estimate_tokens(prompt[:longest])
    return total, again


def main() -> int:
    """Print the table."""
    print(f"{'flag':<12} {'calls':>5} {'tokens':>7} {'repeated':>8} {'share':>6}")
    shares = {}
    for name, flags in FLAGS.items():
        told = asyncio.run(prompts(flags))
        total, again = repeated(told)
        shares[name] = again / total
        print(f"{name:<12} {len(told):>5} {total:>7} {again:>8} {shares[name]:>6.1%}")
    return 0 if shares["append_only"] > shares["none"] else 1


if __name__ == "__main__":
    sys.exit(main())
