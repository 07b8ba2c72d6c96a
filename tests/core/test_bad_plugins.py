"""An installed plugin that is broken is harmless until it is selected, and is then explained in one line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from bad_plugin import BAD, VERSION, Bad, hook, install, install_metadata, search

from dr_core import DRError, Kernel, RunState, registry
from dr_core.cli import main
from dr_core.layers import load_settings
from dr_core.machine import machine_class
from dr_core.types import Event

FAKE = "dr_core.testing:FakeSearch"
NOISY = Bad("prints", search(before="print('NOISE on standard output')"), "", "NOISE")
DEADLY = Bad("dies", "import os; os._exit(7)", "importing it ended the process", "EXIT 7")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder on the path with all of them installed, and some packages that are damaged as packages."""
    folder = tmp_path_factory.mktemp("site")
    for bad in [*BAD, NOISY, DEADLY]:
        install(bad, folder)
    for number in (1, 2):  # two packages, one name
        (folder / f"bad_twin{number}.py").write_text(search())
        install_metadata(folder, f"dr-bad-twin{number}", f"[dr.search]\ntwin = bad_twin{number}:Bad\n")
    install_metadata(folder, "dr-bad-metadata", "[dr.search]\nthis line is no entry point\n")
    install_metadata(folder, "dr-bad-group", "[dr.serach]\nlost = bad_twin1:Bad\n")
    return folder


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All of them installed in this process."""
    monkeypatch.syspath_prepend(str(site))
    registry.clear_cache()
    return site


def _dr(*arguments: str, site: Path | None, seconds: float | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """The real `dr`; ``seconds`` shortens the time a plugin has for its import."""
    code = f"import os, sys; from dr_core import cli; {_limit(seconds)} sys.exit(cli.main())"
    whole = {**os.environ, **({"PYTHONPATH": str(site)} if site else {}), **environment}
    whole.pop("PYDANTIC_DISABLE_PLUGINS", None)  # where another test called `main` in this process, it is set here
    return subprocess.run([sys.executable, "-c", code, *arguments], env=whole, capture_output=True, text=True, timeout=120)


def _limit(seconds: float | None) -> str:
    if not seconds:
        return ""
    # the registry brings pydantic with it, so what `main` does before it must come before it here too
    return (
        f"os.environ['PYDANTIC_DISABLE_PLUGINS'] = '__all__'; from dr_core import registry; registry.IMPORT_SECONDS = {seconds};"
    )


# --- installed, not selected ----------------------------------------------------------------------------------------------


def test_there_are_more_than_twenty_five_kinds_of_broken_plugins() -> None:
    assert len({bad.slug for bad in BAD}) == len(BAD) > 25


@pytest.mark.parametrize("command", ["--version", "config show --json", f"plugins try search {FAKE} x --json"])
def test_commands_are_untouched_by_what_is_not_selected(command: str, site: Path) -> None:
    clean, poisoned = _dr(*command.split(), site=None), _dr(*command.split(), site=site)
    assert poisoned.returncode == clean.returncode == 0
    assert poisoned.stdout == clean.stdout
    assert poisoned.stderr == clean.stderr


def test_the_list_has_them_all_beside_the_others(site: Path) -> None:
    clean, poisoned = _dr("plugins", "--json", site=None), _dr("plugins", "--json", site=site)
    assert poisoned.returncode == 0
    rows = {(row["kind"], row["name"]): row for row in json.loads(poisoned.stdout)}
    for row in json.loads(clean.stdout):
        assert rows[row["kind"], row["name"]] == row
    for bad in BAD:
        row = rows[bad.kind, bad.slug]
        assert (row["package"].replace("_", "-"), row["version"], row["selected"]) == (bad.package, VERSION, False)
    warnings = poisoned.stderr.splitlines()
    assert len(warnings) == 3
    assert any("'twin' is claimed by dr-bad-twin1 1.2.3 and dr-bad-twin2 1.2.3" in line for line in warnings)
    assert any("dr-bad-metadata: its entry_points.txt cannot be read" in line for line in warnings)
    assert any("there is no group 'dr.serach', so 'lost' is not seen. Did you mean 'dr.search'?" in line for line in warnings)


# --- the controls ---------------------------------------------------------------------------------------------------------

_CONTROL = """
import contextlib, io, json, os, signal, sys, traceback
cases = json.loads(sys.stdin.read())
for name, (code, seconds) in cases.items():
    pid = os.fork()
    if pid == 0:
        out = open(os.path.join(sys.argv[1], name), "w")
        os.dup2(out.fileno(), 1); os.dup2(out.fileno(), 2)
        signal.signal(signal.SIGALRM, lambda *_: (os.write(1, b"TIMEOUT"), os._exit(0)))
        signal.alarm(seconds)
        try:
            exec(code, {"__name__": "control"})
            sys.stdout.flush()
        except SystemExit as end:
            os.write(1, f"EXIT {end.code}".encode())
        except BaseException:
            os.write(1, traceback.format_exc().encode())
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code:
        with open(os.path.join(sys.argv[1], name), "a") as file:
            file.write(f"EXIT {code}")
"""


@pytest.fixture(scope="session")
def control(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What each plugin does to a program that uses it without the kernel, in a process of its own."""
    out = tmp_path_factory.mktemp("control")
    cases = {
        bad.slug: (bad.control.format(module=bad.module), 1 if bad.shows == "TIMEOUT" else 60) for bad in [*BAD, NOISY, DEADLY]
    }
    preload = "import asyncio, pydantic, dr_core, dr_core.interfaces, dr_core.types, dr_core.hookspecs\n"
    environment = {**os.environ, "PYTHONPATH": str(site), "PYDANTIC_DISABLE_PLUGINS": "__all__"}
    command = [sys.executable, "-c", preload + _CONTROL, str(out)]
    subprocess.run(command, input=json.dumps(cases), env=environment, text=True, check=True, timeout=300)
    return out


@pytest.mark.parametrize("bad", [*BAD, NOISY, DEADLY], ids=lambda bad: bad.slug)
def test_it_is_really_broken(bad: Bad, control: Path) -> None:
    assert re.search(bad.shows if "|" in bad.shows else re.escape(bad.shows), (control / bad.slug).read_text())


# --- selected -------------------------------------------------------------------------------------------------------------


async def _nothing(state: RunState) -> None:
    return None


def _select(bad: Bad, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Select a plugin; returns the exit code and what was said."""
    if bad.how == "try":
        code = main(["plugins", "try", bad.kind, bad.slug, bad.input, *(["--timeout", "0.5"] if "late" in bad.slug else [])])
    elif bad.how == "hook":
        monkeypatch.setenv("DR_HOOKS__USE", bad.slug)
        code = main(["plugins", "try", "search", FAKE, "x"])
    else:
        monkeypatch.setenv("DR_HOOKS__USE" if bad.how == "stage" else "DR_MACHINE", bad.slug)
        import asyncio

        try:
            kernel = Kernel(load_settings().settings)
            machine_class(kernel)
            asyncio.run(_stage(kernel))
            return 0, ""
        except DRError as error:
            return error.exit_code, f"error: {error}"
    captured = capsys.readouterr()
    assert captured.out == ""
    return code, captured.err


async def _stage(kernel: Kernel) -> None:
    await kernel.wrapped_stage("plan", _nothing)(RunState(original_query="x"))


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.slug)
def test_selected_it_is_explained_in_one_line(
    bad: Bad, installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    if bad.seconds:
        monkeypatch.setattr(registry, "IMPORT_SECONDS", bad.seconds)
    code, said = _select(bad, monkeypatch, capsys)
    assert code not in (0, 70), said
    (line,) = said.strip().splitlines()
    assert re.search(bad.cause, line)
    if bad.slug == "options-default":  # not broken, but not configured: the line names the table to write it in
        assert line.startswith(f"error: [search.{bad.slug}]: ")
        assert "dr plugins show" in line
        return
    name = bad.package.replace("-", "_") if not bad.metadata else bad.package
    assert line.startswith(f"error: {bad.kind} plugin '{bad.slug}' ({name} {VERSION}): ")
    assert re.search(r"Upgrade (?:or uninstall|dr-framework)|pip install|--timeout", line)


def test_a_name_that_two_packages_claim_names_both(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plugins", "try", "search", "twin", "x"]) == 64
    (line,) = capsys.readouterr().err.splitlines()
    assert "search plugin 'twin' is claimed by dr-bad-twin1 1.2.3 and dr-bad-twin2 1.2.3" in line
    assert 'name the class itself: "bad_twin1:Bad"' in line
    assert main(["plugins", "try", "search", "bad_twin1:Bad", "x"]) == 0


def test_what_a_plugin_prints_does_not_get_into_the_data(site: Path) -> None:
    done = _dr("plugins", "try", "search", "prints", "x", "--json", site=site)
    assert done.returncode == 0
    assert json.loads(done.stdout) == []
    assert "NOISE" in done.stderr


@pytest.mark.parametrize("slug", ["exits", "exits-late", "hangs", "interrupts", "raises"])
def test_the_real_command_survives_those_that_would_end_it(slug: str, site: Path) -> None:
    bad = next(bad for bad in BAD if bad.slug == slug)
    done = _dr("plugins", "try", bad.kind, bad.slug, "x", site=site, seconds=bad.seconds)
    assert done.returncode not in (0, 1, 70)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert f"{bad.kind} plugin '{slug}' ({bad.package} {VERSION})" in line


def test_the_check_names_every_one_of_them_also_what_ends_the_process(site: Path) -> None:
    code = "import time; time.sleep = lambda *_: (_ for _ in ()).throw(TimeoutError('shortened'))\n"
    (site / "sitecustomize.py").write_text(code)  # the one that hangs would take 20 s
    try:
        done = _dr("plugins", "check", "--json", site=site)
    finally:
        (site / "sitecustomize.py").unlink()
    assert done.returncode == 0, done.stderr  # none of them is selected
    results = {(row["kind"], row["name"]): row for row in json.loads(done.stdout)}
    assert "ended the process (exit code 7)" in results["search", "dies"]["error"]
    assert "claimed by" in results["search", "twin"]["error"]
    loads = {bad.slug for bad in BAD if bad.slug.startswith(("init", "returns", "options", "not-async", "raises-raw"))}
    loads |= {bad.slug for bad in BAD if bad.slug.endswith(("late", "text", "dict", "bool")) or bad.how == "stage"}
    loads |= {"hook-raises", "hook-exits", "hook-wrong-wrapper", "hook-wrong-create"}  # wrong only when they are called
    loads -= {"options-dict", "options-open"}
    for bad in BAD:
        assert results[bad.kind, bad.slug]["ok"] == (bad.slug in loads), bad.slug
    assert results["search", "duckduckgo"]["ok"]


def test_the_check_fails_when_a_selected_one_does(site: Path) -> None:
    good = {"DR_HOOKS__USE": "", "DR_SANDBOX__USE": "", "DR_SEARCH__USE": FAKE}
    rest = {f"DR_{kind}__USE": "" for kind in ("CLARIFY", "VERIFY", "RENDER", "READ")}
    folder = site.parent / "small"  # only one bad plugin, so that the check is quick
    if not folder.exists():
        folder.mkdir()
        install(Bad("exits", "import sys; sys.exit(0)", "", ""), folder)
    assert _dr("plugins", "check", "--json", site=folder, **good, **rest).returncode == 0
    done = _dr("plugins", "check", "--json", site=folder, **{**good, **rest, "DR_SEARCH__USE": "exits"})
    assert done.returncode == 1
    (row,) = [row for row in json.loads(done.stdout) if row["selected"]]
    assert row["name"] == "exits"
    assert "SystemExit" in row["error"]
    missing = _dr("plugins", "check", "--json", site=folder, **{**good, **rest, "DR_SEARCH__USE": "duckduckgoo"})
    assert missing.returncode == 1
    assert "Did you mean 'duckduckgo'?" in missing.stdout


@pytest.mark.parametrize("raised", ["ValueError('bad day')", "SystemExit(0)"])
def test_an_observer_that_raises_is_named_in_the_log_and_the_others_are_told(
    raised: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slug = "observer" + str(len(raised))
    install(Bad(slug, hook(f"raise {raised}", "on_event(self, state, event)"), "", "", kind="hooks"), tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.clear_cache()
    monkeypatch.setenv("DR_HOOKS__USE", slug)

    from dr_core import hookimpl

    class Other:
        seen = 0

        @hookimpl
        def on_event(self, state: RunState, event: Event) -> None:
            self.seen += 1

    other = Other()
    kernel = Kernel(load_settings().settings, plugins=[other])
    kernel.notify(RunState(original_query="x"), Event(seq=1, at="", type="progress"))
    assert other.seen == 1
    assert f"hooks plugin '{slug}' (dr-bad-{slug} 1.2.3): on_event raised {raised.partition('(')[0]}" in caplog.text
    assert "the run goes on" in caplog.text


def test_a_whole_run_is_untouched_by_what_it_does_not_select_and_by_an_observer_that_raises(site: Path, tmp_path: Path) -> None:
    observer = Bad("run-observer", hook("raise ValueError('bad day')", "on_event(self, state, event)"), "", "", kind="hooks")
    if not (site / f"{observer.module}.py").exists():
        install(observer, site)
    text = "In Norway about 60 percent of households had a heat pump in 2022. Heat pumps work well in cold climates. " * 6
    hit = {"title": "Heat pumps", "url": "https://shelf.example/norway", "content": text}
    (tmp_path / "dr.toml").write_text(
        f'[search]\nuse = ["shelf"]\n[search.shelf]\nplugin = "{FAKE}"\nhits = [{{ {_inline(hit)} }}]\n'
        '[hooks]\nuse = ["run-observer"]\n'
    )
    config = str(tmp_path / "dr.toml")
    question = "How well do heat pumps work in cold climates?"
    done = _dr("--config", config, "run", question, "--no-input", site=site, DR_OUTPUT__ROOT=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("research_data/*/report.md"))
    assert f"hooks plugin 'run-observer' (dr-bad-run-observer {VERSION}): on_event raised ValueError: bad day" in done.stderr


def _inline(table: dict[str, str]) -> str:
    return ", ".join(f"{key} = {json.dumps(value)}" for key, value in table.items())


@pytest.mark.parametrize("chosen", ["", "duckduckgo"])
def test_of_a_name_that_two_packages_claim_the_one_that_a_run_would_use_is_shown(
    chosen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nobody chose it, a run uses dr's own, and nothing is broken; whoever names it must say which."""
    (tmp_path / "rival_engine.py").write_text(search())
    install_metadata(tmp_path, "dr-rival", "[dr.search]\nduckduckgo = rival_engine:Bad\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    registry.clear_cache()
    if chosen:
        monkeypatch.setenv("DR_SEARCH__USE", chosen)
    main(["plugins", "--kind", "search", "--json"])
    rows = [row for row in json.loads(capsys.readouterr().out) if row["name"] == "duckduckgo"]
    assert {row["package"]: row["selected"] for row in rows} == {"dr-framework": True, "dr-rival": bool(chosen)}
    code = main(["plugins", "check", "--json"])
    checked = [row for row in json.loads(capsys.readouterr().out) if row["name"] == "duckduckgo"]
    assert [row["selected"] for row in checked] == [True]
    assert (code, checked[0]["ok"]) == ((1, False) if chosen else (0, True))
    main(["config", "show", "search"])
    assert ("Uninstall one of them" in capsys.readouterr().err) == bool(chosen)
