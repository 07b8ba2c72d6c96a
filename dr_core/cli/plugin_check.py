"""`dr plugins check`: import everything that is installed, build what is selected, and say what fails and why.

The work is done in a child process. A plugin that ends the whole process (``os._exit``, a crash in C) is then named like any
other, and the rest is checked in a new child.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from dr_core.cli.output import emit_json, table
from dr_core.cli.plugins import is_default, listed, selected, settings_or_warning
from dr_core.cli.terminal import put, say


@click.command("check")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Import every plugin and build the selected ones. Exit code 1 if a selected one fails."""
    loaded = settings_or_warning()
    chosen = selected(loaded) if loaded else {}
    jobs = [{"kind": row.kind, "name": row.name, "instance": ""} for row in listed(loaded) if (row.kind, row.name) not in chosen]
    jobs += [
        {"kind": kind, "name": name, "instance": instance} for (kind, name), instances in chosen.items() for instance in instances
    ]
    results = _checked(_unique(jobs))
    failing = [result for result in results if result["selected"] and result["error"]]
    if as_json:
        emit_json(results)
    else:
        rows = [_as_cells(result) for result in results]
        put(table(rows, ["KIND", "NAME", "PACKAGE", "VERSION", "SELECTED", "RESULT"]))
    broken = sum(bool(result["error"]) for result in results)
    say(f"{len(results)} plugins, {broken} broken, {len(failing)} of them selected")
    if loaded is None:
        ctx.exit(64)
    ctx.exit(1 if failing else 0)


def _unique(jobs: list[dict[str, str]]) -> list[dict[str, str]]:
    from dr_core.registry import GROUPS

    by_key = {(job["kind"], job["name"], job["instance"]): job for job in jobs}
    return [by_key[key] for key in sorted(by_key, key=lambda key: (GROUPS.index(key[0]), key[1], key[2]))]


def _checked(jobs: list[dict[str, str]]) -> list[dict[str, Any]]:
    """The results of all jobs, by as many child processes as it takes."""
    results: list[dict[str, Any]] = []
    while len(results) < len(jobs):
        waiting = jobs[len(results) :]
        code, done = _child(waiting)
        results += done
        if len(done) < len(waiting):
            from dr_core import registry

            culprit = waiting[len(done)]
            entry = registry.describe(culprit["kind"], culprit["name"])
            error = registry.broken(entry, f"importing it ended the process (exit code {code})")
            results.append(_result(culprit, error))
    return results


def _child(jobs: list[dict[str, str]]) -> tuple[int, list[dict[str, Any]]]:
    """Check jobs in a child process; returns its exit code and the results it got to."""
    with tempfile.TemporaryDirectory() as folder:
        answers = Path(folder) / "answers.jsonl"
        answers.touch()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.curdir for path in sys.path)}
        child = subprocess.run(  # noqa: S603  (this very program)
            [sys.executable, "-P", "-m", "dr_core.cli.plugin_check", str(answers)],
            input=json.dumps(jobs),
            stdout=subprocess.DEVNULL,  # whatever plugins print
            stderr=None,
            env=environment,
            text=True,
        )
        return child.returncode, [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]


def _result(job: dict[str, str], error: Any = None, lacks: str = "") -> dict[str, Any]:
    from dr_core import registry

    same = [entry for entry in registry.entries(job["kind"]) if entry.name == job["name"]]
    return {
        "kind": job["kind"],
        "name": job["name"],
        "instance": job["instance"],
        "package": " and ".join(entry.package for entry in same),
        "version": " and ".join(entry.version for entry in same),
        "selected": bool(job["instance"]),
        "ok": error is None,
        "lacks": lacks,
        "error": error.message if error else "",
        "remedy": error.remedy if error else "",
    }


def _as_cells(result: dict[str, Any]) -> list[str]:
    chosen = result["instance"] if result["instance"] not in ("", result["name"]) else "yes" if result["instance"] else ""
    if result["error"]:
        said = f"FAILS: {result['error']}. {result['remedy']}".rstrip(". ") + "."
    else:
        said = f"lacks: {result['lacks']}" if result["lacks"] else "ok"
    return [result["kind"], result["name"], result["package"], result["version"], chosen, said]


# --- the child ------------------------------------------------------------------------------------------------------------


def check_one(job: dict[str, str], loaded: Any) -> dict[str, Any]:
    """Import one plugin; where it is selected, also build it as a run would and ask what it lacks."""
    from dr_core import registry
    from dr_core.errors import DRError, PluginNotFound
    from dr_core.interfaces import KINDS
    from dr_core.kernel import Kernel
    from dr_core.machine import machine_class

    kind, name, instance = job["kind"], job["name"], job["instance"]
    try:
        found = registry.load(kind, name, search_path=loaded.folder, bundled=is_default(loaded, kind, instance))
        if not instance and (kind in KINDS or (kind == "hooks" and _wants_options(found, loaded.settings.hooks.options(name)))):
            return _result(job)
        # each is built beside no other hook plugin, so that a broken one is not held against the rest
        alone = loaded.settings.hooks.model_copy(update={"use": [instance or name] if kind == "hooks" else []})
        changed = {"hooks": alone, "machine": name if kind == "machine" else ""}
        kernel = Kernel(loaded.settings.model_copy(update=changed), folder=loaded.folder)
        if kind == "machine":
            machine_class(kernel)
        lacks = ""
        if kind in KINDS:
            provider: Any = kernel.provider(kind, instance)
            lacks = provider.lacks() if hasattr(provider, "lacks") else ""
        return _result(job, lacks=str(lacks))
    except PluginNotFound as error:
        return _result(job, None if instance and _is_made(kind, instance, loaded) else error)
    except DRError as error:
        return _result(job, error)
    except (Exception, SystemExit) as error:
        return _result(job, registry.broken(registry.describe(kind, name), f"{type(error).__name__}: {error}"))


def _is_made(kind: str, instance: str, loaded: Any) -> bool:
    """Whether a hook plugin makes what no package brings."""
    from dr_core.errors import DRError
    from dr_core.kernel import Kernel

    try:
        return Kernel(loaded.settings, folder=loaded.folder).made_by_hook(kind, instance)
    except DRError:
        return False  # one of the hook plugins is broken, and has a line of its own


def _wants_options(found: Any, given: dict[str, Any]) -> bool:
    """Whether a hook plugin has options without defaults that nobody gave: it is not selected, so that is no fault."""
    import inspect

    try:
        inspect.signature(found).bind(**given)
    except (TypeError, ValueError):
        return isinstance(found, type)
    return False


def main() -> None:
    """Check the jobs on standard input, one after the other; an answer is on disk before the next begins."""
    from dr_core.layers import Loaded, load_settings
    from dr_core.settings import Settings

    jobs = json.loads(sys.stdin.read())
    try:
        loaded = load_settings()
    except Exception:  # said by the parent; what is installed is checked with the defaults
        loaded = Loaded(Settings(), (), Path.cwd())
    with Path(sys.argv[1]).open("a", encoding="utf-8") as answers:
        for job in jobs:
            answers.write(json.dumps(check_one(job, loaded)) + "\n")
            answers.flush()
    os._exit(0)  # threads that plugins started must not keep the check from ending


if __name__ == "__main__":
    main()
