"""Plugins that are broken in every way we could think of, installed as real packages in a folder of their own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent

VERSION = "1.2.3"


@dataclass(frozen=True)
class Bad:
    """One broken plugin.

    ``code`` is its module. ``cause`` is what the line about it must say. ``how`` it is selected: ``try`` (called once by
    `dr plugins try`), ``hook`` (named in [hooks] use), ``stage`` (a hook around a stage), ``machine``. ``shows`` is what meets
    whoever uses the module without the kernel: the control. ``control`` is the code of that use.
    """

    slug: str
    code: str
    cause: str
    shows: str
    kind: str = "search"
    how: str = "try"
    target: str = "Bad"
    control: str = "import {module}"
    input: str = "x"
    metadata: bool = True
    seconds: float = 0.0

    @property
    def module(self) -> str:
        return f"bad_{self.slug.replace('-', '_')}"

    @property
    def package(self) -> str:
        return f"dr-bad-{self.slug}"


def install(bad: Bad, site: Path) -> None:
    """Install a broken plugin as pip would: a module and a dist-info folder."""
    (site / f"{bad.module}.py").write_text(dedent(bad.code), encoding="utf-8")
    target = bad.target if ":" in bad.target or "!" in bad.target else f"{bad.module}:{bad.target}"
    install_metadata(site, bad.package, f"[dr.{bad.kind}]\n{bad.slug} = {target}\n", metadata=bad.metadata)


def install_metadata(site: Path, package: str, entry_points: str, *, metadata: bool = True) -> None:
    """A dist-info folder with these entry points."""
    folder = site / f"{package.replace('-', '_')}-{VERSION}.dist-info"
    folder.mkdir(parents=True)
    if metadata:
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {VERSION}\n")
    (folder / "entry_points.txt").write_text(entry_points)


def search(
    body: str = "return []", options: str = "", before: str = "", method: str = "async def search(self, task, limit)"
) -> str:
    """The module of a search provider with one thing changed."""
    return provider("SearchProvider", method, body, options, before)


def provider(base: str, method: str, body: str, options: str = "", before: str = "") -> str:
    """The module of a provider of any kind with one thing changed."""
    lines = [
        "from typing import Any", "import pydantic", "from dr_core import *", f"from dr_core import {base}, hookimpl, option",
        before, "", f"class Bad({base}):", '    """A plugin for tests."""', indent(dedent(options), "    "), f"    {method}:",
        indent(dedent(body), "        "), "",
    ]  # fmt: skip
    return "\n".join(lines)


def hook(body: str, name: str = "wrap_provider(self, kind, name, provider)", before: str = "", asynchronous: bool = False) -> str:
    """The module of a hook plugin with one thing changed."""
    word = "async def" if asynchronous else "def"
    lines = [
        "from dr_core import hookimpl", "", "class Bad:", '    """A hook plugin for tests."""', indent(dedent(before), "    "),
        "    @hookimpl", f"    {word} {name}:", indent(dedent(body), "        "), "",
    ]  # fmt: skip
    return "\n".join(lines)


_ASK = "import asyncio, {module} as m; from dr_core import SearchTask; "
_SEARCH = _ASK + "r = asyncio.run(m.Bad().search(SearchTask(query='x'), 5)); "
_BUILD = "import {module} as m; m.Bad()"
_HOOK = "import {module} as m; from dr_core.hookspecs import Hooks; "

BAD = [
    # --- at import ---
    Bad("raises", "raise RuntimeError('no luck')", r"RuntimeError: no luck", "RuntimeError: no luck"),
    Bad("exits", "import sys; sys.exit(0)", r"SystemExit", "EXIT 0"),
    Bad("interrupts", "raise KeyboardInterrupt", r"KeyboardInterrupt", "KeyboardInterrupt"),
    Bad("needs-more", "import no_such_library_of_ours", r"needs the module 'no_such_library_of_ours'", "ModuleNotFoundError"),
    Bad("no-syntax", "def (", r"SyntaxError", "SyntaxError"),
    Bad("no-class", "class Bead: pass", r"has no attribute 'Bad'.* Did you mean 'Bead'\?", "AttributeError",
        control="import {module} as m; m.Bad"),
    Bad("no-module", "", r"No module named 'bad_of_nowhere'", "ModuleNotFoundError", target="bad_of_nowhere:Bad",
        control="import bad_of_nowhere"),
    Bad("no-target", "", r"not of the form package\.module:Class", "AttributeError", target="what is this!",
        control="from importlib.metadata import EntryPoint; EntryPoint('x', 'what is this!', 'dr.search').load()"),
    Bad("recursion", "def f(): f()\nf()", r"RecursionError", "RecursionError"),
    Bad("asserts", "assert False, 'never true'", r"AssertionError: never true", "AssertionError: never true"),
    Bad("hangs", "import time; time.sleep(600)", r"did not end within 0\.5 s", "TIMEOUT", seconds=0.5),
    Bad("group-error", "raise BaseExceptionGroup('many', [SystemExit(1)])", r"BaseExceptionGroup: many", "many"),
    # --- the class ---
    Bad("no-subclass", "class Bad: pass", r"not a subclass of dr_core\.SearchProvider", "False",
        control="import {module} as m, dr_core; print(issubclass(m.Bad, dr_core.SearchProvider))"),
    Bad("no-type", "def Bad(): pass", r"not a subclass of dr_core\.SearchProvider", "function",
        control="import {module} as m; print(type(m.Bad))"),
    Bad("other-kind", provider("Clarifier", "async def assess(self, topic, history=())", "..."),
        r"not a subclass of dr_core\.SearchProvider", "clarify", control="import {module} as m; print(m.Bad.kind)"),
    Bad("abstract", provider("SearchProvider", "async def serach(self, task, limit)", "return []"),
        r"does not implement search", "TypeError", control=_BUILD),
    Bad("old-api", search(options="api_version = 99"), r"interface version 99, and this dr has 1", "99",
        control="import {module} as m; print(m.Bad.api_version)"),
    Bad("signature", search(method="async def search(self, query)"), r"search does not take \(self, task, limit\)", "TypeError",
        control=_SEARCH),
    Bad("yields", search("yield None"), r"search yields", "async_generator", control="import {module} as m; print(m.Bad().search(1, 2))"),
    Bad("suffix-string", provider("Reader", "def read(self, data, url, media_type)", "return Document(text='x')", "suffixes = ('.odd')"),
        r"its suffixes is a string, and must be a tuple: suffixes = \('\.odd',\)", "['.', 'o', 'd', 'd']", kind="read",
        control="import {module} as m; print(list(m.Bad.suffixes))"),
    # --- its options ---
    Bad("options-dict", search(options="Options = dict"), r"Options is not a pydantic model", "dict",
        control="import {module} as m; print(m.Bad.Options)"),
    Bad("options-open", search(options="class Options(pydantic.BaseModel): pass"), r"Options takes any name", "SILENT",
        control="import {module} as m; m.Bad.Options(tiemout=1); print('SILENT')"),
    Bad("options-undefined", search(options="class Options(SearchProvider.Options):\n    __annotations__ = {'a': 'NoSuchType'}"),
        r"cannot be built: PydanticUserError|its Options cannot be used", "not fully defined", control=_BUILD),
    Bad("options-crash", search(options="""
            class Options(SearchProvider.Options):
                a: int = 1
                @pydantic.model_validator(mode='before')
                @classmethod
                def look(cls, data: Any) -> Any:
                    return data['missing']
            """), r"cannot be built: KeyError", "KeyError", control=_BUILD),
    Bad("options-default", search(options="class Options(SearchProvider.Options):\n    a: int = option(..., help='needed')"),
        r"option 'a' must be given", "Field required", control=_BUILD),
    # --- building ---
    Bad("init-raises", search(options="def __init__(self, options, context):\n    raise ValueError('not today')"),
        r"cannot be built: ValueError: not today", "not today", control="import {module} as m; m.Bad(None, None)"),
    Bad("init-exits", search(options="def __init__(self, options, context):\n    raise SystemExit(0)"),
        r"cannot be built: SystemExit", "EXIT 0", control="import {module} as m; m.Bad(None, None)"),
    Bad("init-deaf", search(options="def __init__(self, options, context):\n    pass"),
        r"does not call super\(\)\.__init__", "AttributeError", control="import {module} as m; m.Bad(None, None).name"),
    Bad("init-arguments", search(options="def __init__(self):\n    pass"), r"cannot be built: TypeError", "TypeError",
        control="import {module} as m; m.Bad(None, None)"),
    # --- calling ---
    Bad("returns-text", search("return 'found it'"), r"search returned str, not a list of Hit", "str", control=_SEARCH + "print(type(r))"),
    Bad("returns-dicts", search("return [{'url': 'https://example.org'}]"), r"a list with dict, not a list of Hit", "dict",
        control=_SEARCH + "print(type(r[0]))"),
    Bad("returns-none", search("return None"), r"search returned NoneType, not a list of Hit", "None", control=_SEARCH + "print(r)"),
    Bad("not-async", search(method="def search(self, task, limit)"), r"search is not async: it returned list", "TypeError",
        control=_ASK + "\nasync def f(): await m.Bad().search(SearchTask(query='x'), 5)\nasyncio.run(f())"),
    Bad("raises-raw", search("return {}['x']"), r"search raised KeyError", "KeyError", control=_SEARCH),
    Bad("exits-late", search("raise SystemExit(0)"), r"search raised SystemExit", "EXIT 0", control=_SEARCH),
    Bad("hangs-late", search("import asyncio; await asyncio.sleep(600)"), r"no answer within 0\.5 s", "TIMEOUT", control=_SEARCH),
    Bad("model-text", provider("ModelProvider", "async def complete(self, request, on_delta=None)", "return 'hello'"),
        r"complete returned str, not a ModelAnswer", "str", kind="llm",
        control="import asyncio, {module} as m; print(type(asyncio.run(m.Bad().complete(None))))"),
    Bad("sandbox-dict", provider("Sandbox", "async def execute_python(self, code, timeout=60)", "return {'stdout': ''}"),
        r"execute_python returned dict, not an Execution", "dict", kind="sandbox",
        control="import asyncio, {module} as m; print(type(asyncio.run(m.Bad().execute_python(''))))"),
    Bad("clarify-bool", provider("Clarifier", "async def assess(self, topic, history=())", "return True"),
        r"assess returned bool, not a Clarification", "bool", kind="clarify",
        control="import asyncio, {module} as m; print(type(asyncio.run(m.Bad().assess(''))))"),
    Bad("verify-bool", provider("Verifier", "async def verify_report(self, path)", "return True"),
        r"verify_report returned bool, not a Verification", "bool", kind="verify",
        control="import asyncio, {module} as m; print(type(asyncio.run(m.Bad().verify_report(''))))"),
    Bad("render-text", provider("Renderer", "async def render(self, report, folder)", "return 'text'"),
        r"render returned str, not bytes", "str", kind="render",
        control="import asyncio, {module} as m; print(type(asyncio.run(m.Bad().render(1, 2))))"),
    Bad("read-text", provider("Reader", "def read(self, data, url, media_type)", "return 'text'"),
        r"read returned str, not a Document", "str", kind="read", input="pyproject.toml",
        control="import {module} as m; print(type(m.Bad().read(b'', '', '')))"),
    Bad("no-metadata", "raise RuntimeError('no luck')", r"RuntimeError: no luck", "PackageNotFoundError|TypeError|MetadataNotFound|None|KeyError",
        metadata=False,
        control="import importlib.metadata as im; d = [d for d in im.distributions() if 'bad_no_metadata' in str(d._path)][0]; print(d.metadata['Name'])"),
    # --- hooks ---
    Bad("hook-misspelled", hook("return None", "wrap_stge(self, stage, settings)"), r"no hook 'wrap_stge'\. Did you mean 'wrap_stage'\?",
        "False", kind="hooks", how="hook", control=_HOOK + "print(hasattr(Hooks, [n for n in dir(m.Bad) if n.startswith('wrap')][0]))"),
    Bad("hook-argument", hook("return None", "on_event(self, state, evnet)"), r"its hook on_event takes 'evnet'\. Did you mean 'event'\? It may take: state, event", "evnet",
        kind="hooks", how="hook", control=_HOOK + "import inspect; print(inspect.signature(m.Bad.on_event))"),
    Bad("hook-async", hook("return None", asynchronous=True), r"its hook wrap_provider is async", "coroutine", kind="hooks", how="hook",
        control="import {module} as m; import inspect; print(inspect.iscoroutinefunction(m.Bad.wrap_provider) and 'coroutine')"),
    Bad("hook-none", "class Bad: pass", r"implements no hook", "[]", kind="hooks", how="hook",
        control="import {module} as m; print([n for n in dir(m.Bad) if not n.startswith('__')])"),
    Bad("hook-init", hook("return None", before="def __init__(self): raise OSError('no disk')"), r"cannot be built: OSError: no disk",
        "no disk", kind="hooks", how="hook", control=_BUILD),
    Bad("hook-raises", hook("raise ValueError('bad day')"), r"its hook wrap_provider raised ValueError: bad day", "bad day", kind="hooks",
        how="hook", control="import {module} as m; m.Bad().wrap_provider('search', 'x', None)"),
    Bad("hook-exits", hook("raise SystemExit(0)"), r"its hook wrap_provider raised SystemExit", "EXIT 0", kind="hooks", how="hook",
        control="import {module} as m; m.Bad().wrap_provider('search', 'x', None)"),
    Bad("hook-wrong-wrapper", hook("return 'wrapped'"), r"its hook wrap_provider returned str .*not a SearchProvider", "str", kind="hooks",
        how="hook", control="import {module} as m; print(type(m.Bad().wrap_provider('search', 'x', None)))"),
    Bad("hook-wrong-create", hook("return 7", "create_search(self, name, options, context)"),
        r"its hook create_search returned int, not a SearchProvider", "int", kind="hooks", how="hook",
        control="import {module} as m; print(type(m.Bad().create_search('x', {{}}, None)))"),
    Bad("hook-property", hook("return None", before="@property\ndef trap(self): raise OSError('touched')"), r"touched", "touched",
        kind="hooks", how="hook", control="import {module} as m; m.Bad().trap"),
    Bad("stage-no-function", hook("return 7", "wrap_stage(self, stage, settings)"), r"wrap_stage returned int, not a function", "int",
        kind="hooks", how="stage", control="import {module} as m; print(type(m.Bad().wrap_stage('plan', None)))"),
    Bad("stage-not-async", hook("return lambda state, call_next: None", "wrap_stage(self, stage, settings)"), r"not an async function",
        "NoneType", kind="hooks", how="stage", control="import {module} as m; print(type(m.Bad().wrap_stage('plan', None)(1, 2)))"),
    Bad("stage-raises", hook("""
            async def around(state, call_next):
                raise LookupError('lost')
            return around
            """, "wrap_stage(self, stage, settings)"), r"its stage wrapper raised LookupError: lost", "lost", kind="hooks", how="stage",
        control="import asyncio, {module} as m; asyncio.run(m.Bad().wrap_stage('plan', None)(1, 2))"),
    # --- machines ---
    Bad("machine-other", "class Bad: pass", r"not a subclass of dr_core\.StateMachine", "False", kind="machine", how="machine",
        control="import {module} as m, dr_core; print(issubclass(m.Bad, dr_core.StateMachine))"),
    Bad("machine-sync", "from dr_core import StateMachine\nclass Bad(StateMachine):\n    def harvest(self, state): pass",
        r"its stage harvest is not an 'async def", "False", kind="machine", how="machine",
        control="import {module} as m, inspect; print(inspect.iscoroutinefunction(m.Bad.harvest))"),
    Bad("machine-raises", "raise RuntimeError('no luck')", r"RuntimeError: no luck", "no luck", kind="machine", how="machine"),
]  # fmt: skip
