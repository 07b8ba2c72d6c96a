"""Keys in every place that takes one, and services that say them aloud in every way they fail: no byte that is written holds one.

Searched are the run folder, cache, history, logs, what the command prints (with tracebacks), and the arguments of what it starts;
for the key as it is and in the forms it takes in addresses, JSON and base64. ``nox -s campaigns`` runs every failure.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from standin.server import Reply, Request, Standin

pytestmark = pytest.mark.once

HERE = Path(__file__).parent
QUESTION = "How well do heat pumps work in cold climates?"
TEXT = "Heat pumps work well in cold climates, as the agency found in 2022. In Norway 60 percent of homes had one by 2022. "
LLMS = {"openai": "openai", "anthropic": "anthropic", "gemini": "gemini", "deepseek": "deepseek", "openrouter": "openrouter",
        "qwen": "qwen", "ollama": "ollama"}  # fmt: skip
KEYED = ("tavily", "serper", "exa", "brave", "bocha", "openalex", "huggingface", "github")
VARIABLES = ("OPENAI_API_KEY", "GEMINI_API_KEY", "TAVILY_API_KEY", "EXA_API_KEY", "HF_TOKEN", "DR_SOMETHING")
PLACES = (
    *(f"llm {name}" for name in LLMS), *(f"search {name}" for name in KEYED), "fetch firecrawl", "fetch jina",
    "user of base_url", "password of base_url", "header", "cookie", "extra", "address of a feed",
    "proxy of a model", "key of a proxied model", "proxy of duckduckgo", "variable of an MCP server", "header of an MCP server",
    "passage of a plugin", *VARIABLES,
)  # fmt: skip


def canary(place: str) -> str:
    """The secret that stands in a place: no word of it stands anywhere else."""
    return f"Kn{PLACES.index(place):02d}CanaryWx/q+z=7"


def forms(secret: str) -> set[bytes]:
    """A secret as it may stand in a file."""
    core = secret.partition("/")[0]
    found = {core, core[::-1], core.lower(), quote(secret, safe=""), quote(secret), quote_plus(secret), core.encode().hex()}
    found |= {json.dumps(secret)[1:-1], secret.replace("/", "\\/"), secret.encode("unicode_escape").decode()}
    for before in range(3):  # wherever in a longer text it stands
        packed = base64.b64encode(b"\0" * before + core.encode())
        found.add(packed[4 if before else 0 : len(packed) - 4].decode())
    return {form.encode() for form in found} | {"".join(f"%{byte:02X}" for byte in core.encode()).encode()}


def told(text: bytes, where: str) -> list[str]:
    """The places whose secret stands in ``text``."""
    return [f"{place} in {where}" for place in PLACES if any(form in text for form in forms(canary(place)))]


def settings(origin: str, llms: list[str], engines: list[str], extra: str = "") -> str:
    """A dr.toml with a secret in every place that takes one."""
    host = origin.removeprefix("http://")
    user, password = canary("user of base_url"), quote(canary("password of base_url"), safe="")
    lines = [f"[search]\nuse = {json.dumps([*engines, 'shelf'])}\nspecial = []\nsoft_deadline = 0.2\ndeadline = 2.0\n"]
    hits = [{"title": "Heat pumps", "url": "https://shelf.example/a", "content": TEXT * 4}]
    shelf = ", ".join(f"{key} = {json.dumps(value)}" for key, value in hits[0].items())
    lines.append(f'[search.shelf]\nplugin = "shelf:Shelf"\npassage = "{canary("passage of a plugin")}"\n')
    lines.append(f"hits = [{{{shelf}}}]\n")
    for name in KEYED:
        lines.append(f'[search.{name}]\nbase_url = "{origin}/{name}"\napi_key = "{canary(f"search {name}")}"\ntimeout = 1.0\n')
    lines.append(f'[search.searxng]\nbase_url = "http://{quote(user, safe="")}:{password}@{host}/x"\n')
    lines.append(f'[search.feeds]\nurls = ["{origin}/feed?token={quote(canary("address of a feed"), safe="")}"]\n')
    lines.append(
        f'[search.duckduckgo]\nbase_url = "{origin}"\nproxy = "http://u:{quote(canary("proxy of duckduckgo"), safe="")}@{host}"\n'
    )
    lines.append(
        f'[search.mcp]\nurl = "{origin}/mcp"\ntool = "search"\nheaders = {{X-Odd = "{canary("header of an MCP server")}"}}\n'
    )
    lines.append(f'[search.local]\nplugin = "mcp"\ncommand = "{sys.executable}"\n')
    lines.append("args = ['-c', 'import os, sys; sys.exit(str(os.environ))']\n")
    lines.append(f'tool = "search"\nenv = {{ODD = "{canary("variable of an MCP server")}"}}\n')
    lines.append(f"[llm]\nuse = {json.dumps(llms)}\n")
    for name in LLMS:
        key = canary(f"llm {name}")
        lines.append(f'[llm.{name}]\nbase_url = "{origin}/{name}"\napi_key = "{key}"\nmodel = "m-1"\ntimeout = 2.0\n')
    lines.append(f'[llm.gateway]\nplugin = "openai"\nbase_url = "{origin}/g"\nmodel = "m"\n')
    lines.append(f'headers = {{X-Odd = "{canary("header")}", Cookie = "session={canary("cookie")}"}}\ntimeout = 2.0\n')
    lines.append(f'extra = {{user_token = "{canary("extra")}"}}\napi_key = "{canary("llm openai")}"\n')
    lines.append('[llm.proxied]\nplugin = "openai"\nbase_url = "http://model.invalid/v1"\nmodel = "m"\n')
    lines.append(f'api_key = "{canary("key of a proxied model")}"\n')
    lines.append(f'proxy = "http://u:{quote(canary("proxy of a model"), safe="")}@{host}"\n')
    for name in ("firecrawl", "jina"):
        lines.append(f'[fetch.{name}]\nbase_url = "{origin}/{name}"\napi_key = "{canary(f"fetch {name}")}"\n')
    lines.append(
        '[sandbox]\nuse = []\n[research]\ndepth = "quick"\nlength = "brief"\n[web]\nallow_hosts = ["127.0.0.1"]\nrobots = false\n'
    )
    return "".join(lines) + extra


# --- what fails ---------------------------------------------------------------------------------------------------------------


def echo(request: Request, status: int = 500) -> Reply:
    """An error that says everything the client has sent, and where."""
    said = f"{request.method} {request.path} {request.query} {request.headers} {request.body.decode('utf-8', 'replace')}"
    return Reply(json.dumps({"error": {"message": said[:6000]}, "detail": said[:6000]}).encode(), status)


def page(request: Request) -> Reply:
    """The same as a page of HTML."""
    return Reply(b"<h1>Error</h1><pre>" + echo(request).body + b"</pre>", 500, media="text/html")


def heads(request: Request) -> Reply:
    """The same in a header."""
    said = " ".join(value for value in request.headers.values() if value.isprintable())
    return Reply(b"{}", 429, {"Retry-After": "0", "X-Said": said[:2000]})


FAULTS = {
    "401": lambda request: echo(request, 401),
    "402": lambda request: echo(request, 402),
    "403": lambda request: echo(request, 403),
    "404": lambda request: echo(request, 404),
    "429": lambda request: echo(request, 429),
    "500": echo,
    "a page": page,
    "a header": heads,
    "another answer": lambda request: echo(request, 200),
    "half an answer": lambda request: Reply(echo(request).body, 200, cut=True),
    "text": lambda request: Reply(b"oops " + echo(request).body, 200, media="text/plain"),
    "a redirect": lambda request: Reply(b"", 302, {"Location": "/x?" + quote(str(request.headers))[:3000]}),
    "hang": lambda request: Reply(hang=True),
}
ENGINES = [*KEYED, "searxng", "feeds", "mcp", "local"]
CHAINS = {"models": [*LLMS, "gateway", "proxied"], "engines": []}


class Bench:
    """A folder with settings full of secrets, and the command in it."""

    def __init__(self, folder: Path, text: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "dr.toml").write_text(text, encoding="utf-8")
        (folder / "shelf.py").write_text(RAISING.replace("{act}", "pass"), encoding="utf-8")
        home = folder / "home"
        home.mkdir(exist_ok=True)
        self.environment = {
            **os.environ, **{name: canary(name) for name in VARIABLES}, "HOME": str(home), "XDG_CACHE_HOME": str(home),
            "XDG_CONFIG_HOME": str(home), "PYTHONPATH": os.pathsep.join([str(HERE.parents[1]), str(HERE.parent), str(HERE)]),
        }  # fmt: skip

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(HERE / "watched.py"), str(self.folder / "started.log"), *arguments]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )

    def dr(self, *arguments: str) -> tuple[int, list[str]]:
        """How the command ended, and the secrets that it wrote or said."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=120)
        return process.returncode, told(out, "stdout") + told(err, "stderr") + self.written()

    def written(self) -> list[str]:
        """The secrets in files other than the settings themselves."""
        paths = [path for path in self.folder.rglob("*") if path.is_file() and path.name != "dr.toml"]
        return [one for path in paths for one in told(path.name.encode() + b" " + path.read_bytes(), str(path.name))]


@pytest.fixture
def service() -> Iterator[Standin]:
    with Standin(echo) as found:
        yield found


RUN = ("run", QUESTION, "--quiet", "--debug")
CASES = [(fault, chain) for fault in FAULTS for chain in CHAINS]
SAMPLE = [("401", "models"), ("500", "engines")]


def run_with(service: Standin, folder: Path, fault: str, llms: list[str], engines: list[str]) -> int:
    """A run in which every service fails in one way; how it ended."""
    service.route = FAULTS[fault]
    code, found = Bench(folder, settings(service.url, llms, engines)).dr(*RUN)
    assert not found, f"{fault}: {found}"
    assert service.requests, "nobody was asked"
    return code


@pytest.mark.parametrize(("fault", "chain"), SAMPLE)
def test_no_secret_is_written_when_services_say_it(service: Standin, tmp_path: Path, fault: str, chain: str) -> None:
    run_with(service, tmp_path, fault, CHAINS[chain], [] if CHAINS[chain] else ENGINES)


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "chain"), CASES)
def test_none_whatever_fails(service: Standin, tmp_path: Path, fault: str, chain: str) -> None:
    run_with(service, tmp_path, fault, CHAINS[chain], [] if CHAINS[chain] else ENGINES)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHAINS["models"])
def test_none_when_the_key_of_a_model_is_refused(service: Standin, tmp_path: Path, name: str) -> None:
    """Each alone: a wrong key ends a run at its first call."""
    assert run_with(service, tmp_path, "401", [name], []) != 0


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("config", "show"), ("config", "show", "--json"), ("plugins",), ("plugins", "check")])
def test_none_is_shown(service: Standin, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    bench = Bench(tmp_path, settings(service.url, CHAINS["models"], ENGINES))
    assert bench.dr(*arguments)[1] == []


RAISING = """
import os
from dr_core.testing import FakeSearch
from pydantic import SecretStr


class Shelf(FakeSearch):
    class Options(FakeSearch.Options):
        passage: SecretStr = SecretStr("")

    async def search(self, task, limit):
        secret = self.options.passage.get_secret_value()
        {act}
        return await super().search(task, limit)
"""
ACTS = {
    "raises": "raise RuntimeError(f'no entry with {secret}')",
    "raises in a chain": "raise ValueError(secret) from KeyError(secret)",
    "raises a group": "raise ExceptionGroup(secret, [OSError(secret), ValueError(secret)])",
    "gives it in quotes": "raise KeyError({secret: [secret]})",
    "in an address": "raise OSError('GET http://x/?k=' + __import__('urllib.parse').parse.quote(secret, safe=''))",
    "in JSON": "raise OSError(__import__('json').dumps({'k': secret}))",
    "exits": "raise SystemExit(secret)",
    "gives the wrong thing": "return secret",
    "gives it as an error": "from dr_core import ProviderError; raise ProviderError(f'refused: {secret}')",
}


@pytest.mark.parametrize("name", [name if name == "raises" else pytest.param(name, marks=pytest.mark.slow) for name in ACTS])
def test_none_is_written_when_a_plugin_says_it(service: Standin, tmp_path: Path, name: str) -> None:
    text = settings(service.url, [], []).replace("shelf:Shelf", "saying:Shelf")
    bench = Bench(tmp_path, text)
    (tmp_path / "saying.py").write_text(RAISING.replace("{act}", ACTS[name]), encoding="utf-8")
    code, found = bench.dr(*RUN)
    assert code != 0 and not found


BAD = {
    "a type": '[llm.openai2]\nplugin = "openai"\nmodel = 7\napi_key = ["{secret}"]\n',
    "a name": '[llm.openai2]\nplugin = "openai"\nmodel = "m"\napi_keys = "{secret}"\n',
    "a table": '[llm.openai2]\nplugin = "openai"\nmodel = "m"\napi_key = {{a = "{secret}"}}\n',
    "its grammar": 'api_key = "{secret}\n',
    "a header": '[llm.openai2]\nplugin = "openai"\nmodel = "m"\nheaders = "Bearer {secret}"\n',
    "an address": '[llm.openai2]\nplugin = "openai"\nmodel = "m"\nbase_url = "nonsense://u:{secret}@h"\n',
}


@pytest.mark.parametrize("name", [name if name == "a type" else pytest.param(name, marks=pytest.mark.slow) for name in BAD])
def test_none_is_shown_of_settings_that_are_wrong(service: Standin, tmp_path: Path, name: str) -> None:
    bad = BAD[name].format(secret=canary("llm openai"))
    bench = Bench(tmp_path, settings(service.url, ["openai2"], [], bad))
    code, found = bench.dr(*RUN)
    assert code != 0 and not found


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_none_is_left_by_a_run_that_is_stopped(service: Standin, tmp_path: Path, sign: signal.Signals) -> None:
    service.route = FAULTS["hang"]
    text = settings(service.url, ["openai", "anthropic"], ["tavily"]).replace("timeout = 2.0", "timeout = 100.0")
    bench = Bench(tmp_path, text)
    process = bench.start(*RUN)
    while not any("/openai" in request.path for request in service.requests):
        assert process.poll() is None, "it ended before its model was asked"
    process.send_signal(sign)
    out, err = process.communicate(timeout=60)
    assert told(out, "stdout") + told(err, "stderr") + bench.written() == []
    assert list((tmp_path / "logs").rglob("journal.jsonl")), "nothing was begun"


# --- that they would be found ------------------------------------------------------------------------------------------------


def test_there_are_at_least_twenty_secrets() -> None:
    assert len({canary(place) for place in PLACES}) >= 20


@pytest.mark.parametrize("place", PLACES)
def test_a_secret_that_is_written_is_found(tmp_path: Path, place: str) -> None:
    """The control: in every form, alone and within other text, in a file of any name."""
    secret = canary(place)
    core = secret.partition("/")[0].encode()
    for text in (
        secret.encode(), quote(secret, safe="").encode(), json.dumps({"k": secret}).encode(), base64.b64encode(core),
        base64.b64encode(b"user:" + secret.encode()), base64.b64encode(b"x" + secret.encode()), core[::-1], core.hex().encode(),
    ):  # fmt: skip
        assert told(b"before " + text + b" after", "x") == [f"{place} in x"], text
    bench = Bench(tmp_path, "")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "x.bin").write_bytes(b"\0\xff" + secret.encode())
    assert bench.written() == [f"{place} in x.bin"]


def test_without_the_mask_they_are_written(service: Standin, tmp_path: Path) -> None:
    """The control of the runs: the same run, with a mask that masks nothing."""
    bench = Bench(tmp_path, settings(service.url, [], ENGINES))
    (tmp_path / "sitecustomize.py").write_text(
        "import dr_core.run.plugin_secret as a, dr_core.web.redact as b\n"
        "a.without = lambda text, secrets: text\n"
        "b.secrets_of = lambda response: ()\n"
        "b._TOKEN = b._STARRED = __import__('re').compile('(?!)')\n",
        encoding="utf-8",
    )
    bench.environment["PYTHONPATH"] = f"{tmp_path}{os.pathsep}{bench.environment['PYTHONPATH']}"
    assert bench.dr(*RUN)[1]
