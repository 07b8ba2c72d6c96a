"""Makes ``docs/gallery/``: reports that this very tree writes from ``examples/corpus``, with no key, no model and no network.

    python docs/make_gallery.py            write them
    python docs/make_gallery.py --check    say whether they are what this tree writes (exit 1 where they are not)

What differs from run to run and from machine to machine (times, dates, where the folder lies) is left out or put in a fixed form.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from dr_core import Report, Researcher
from dr_core.report.provenance import labels
from dr_plugins.render.markdown import Markdown

HERE = Path(__file__).parent
CORPUS = HERE.parent / "examples" / "corpus"
GALLERY = HERE / "gallery"
QUESTIONS = {
    "en": "How do sodium-ion batteries compare with LFP for grid storage?",
    "zh-Hant": "分析海水淡化的成本與耗能，以及鹵水對環境的影響",
    "zh-Hans": "比较钠离子电池与磷酸铁锂电池在电网储能中的性能与成本",
    "ja": "新幹線の安全性と定時性、輸送人員はどうなっているか",
    "ko": "한국 ESS 화재의 원인과 시장 전망을 분석",
}
LINK = re.compile(r"- (?:\.\./){2}(examples/corpus/\S+)")
NAMES = {"en": "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文", "ja": "日本語", "ko": "한국어"}
CHANGING = ("status", "rounds", "time", "targets", "skipped")
"""Rows of the box that depend on the day, the clock or what is installed."""


async def report(question: str, work: Path) -> Report:
    """The report on a question, as data, in a form that is the same on every machine."""
    researcher = Researcher(
        docs=CORPUS,
        settings={"output": {"root": str(work / "logs")}, "cache": {"enabled": False}, "sandbox": {"use": []}},
    )
    result = await researcher.run(question)
    if not result.passed:
        raise SystemExit(f"the report on '{question}' did not pass: see {result.run_dir}/verification.md")
    written = Report.model_validate_json((Path(result.run_dir) / "report.json").read_text("utf-8"))
    name = labels(written.language)
    changing = {name[key] for key in CHANGING}
    return written.model_copy(
        update={
            "references": tuple(
                entry.model_copy(update={"url": f"../../examples/corpus/{entry.url.rsplit('/', 1)[-1]}"})
                for entry in written.references
            ),
            "provenance": tuple(row for row in written.provenance if row[0] not in changing),
        }
    )


async def pages() -> dict[str, str]:
    """The files of the gallery by name."""
    made = {"index.md": _index()}
    with tempfile.TemporaryDirectory() as work:
        for language, question in QUESTIONS.items():
            content = await Markdown().render(await report(question, Path(work)), Path(work))
            made[f"{language}.md"] = LINK.sub(r"- [\1](../../\1)", content.decode())
    return made


def _index() -> str:
    rows = "\n".join(f"| [{NAMES[language]}]({language}.md) | {question} |" for language, question in QUESTIONS.items())
    return f"""# Gallery

Reports that a fresh clone writes from `examples/corpus` with no key, no model and no network:

```console
dr run "{QUESTIONS["en"]}" --docs examples/corpus
```

| report | question |
|---|---|
{rows}

Every sentence is one of its source, word for word. `nox -s gallery` makes these pages again, and a test says whether they are
what this tree writes. Times, dates and figures drawn in a sandbox are left out here; a run of your own has them.
"""


def main(arguments: list[str]) -> int:
    """Write the gallery, or check it."""
    made = asyncio.run(pages())
    stale = [name for name, text in made.items() if not (GALLERY / name).exists() or (GALLERY / name).read_text("utf-8") != text]
    if "--check" in arguments:
        print(f"not what this tree writes: {', '.join(stale)}" if stale else "the gallery is up to date", file=sys.stderr)
        return 1 if stale else 0
    GALLERY.mkdir(exist_ok=True)
    for name in stale:
        (GALLERY / name).write_text(made[name], "utf-8")
        print(f"written: docs/gallery/{name}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
