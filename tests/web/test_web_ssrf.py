"""The guard against URLs that lead inside: thousands of them, in a network of their own, with the guard as it is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def campaign(step: int, script: str = "ssrf_arena.py") -> dict[str, Any]:
    """What the arena prints when every ``step``th case is run."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("needs unshare (util-linux) and ip (iproute2)")
    trial = subprocess.run(["unshare", "-rnm", "ip", "link", "set", "lo", "up"], capture_output=True, text=True)
    if trial.returncode:
        pytest.skip(f"network namespaces are not permitted here: {trial.stderr.strip()}")
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{HERE}"}
    command = ["unshare", "-rnm", sys.executable, str(HERE / script), str(step)]
    ran = subprocess.run(command, capture_output=True, text=True, env=env, timeout=1200)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return json.loads(ran.stdout)  # type: ignore[no-any-return]


def judge(found: dict[str, Any]) -> None:
    assert found["canary_hits"] == []
    assert found["public_pages"] > 0
    for kind, counts in found["classes"].items():
        expected = {"refused", "public page"} if kind == "rebinding name" else {"refused"}
        assert set(counts["outcomes"]) <= expected, (kind, counts)
        assert counts["controls"] > 0, f"nothing of {kind!r} gets through without the guard, so it proves nothing"

    assert len(found["ways"]) == 8
    for way, (tried, hits) in found["ways"].items():
        assert hits >= 0.9 * tried, f"the way {way!r} does not lead inside even with the guard off, so it proves nothing"


@pytest.mark.once
def test_no_payload_of_any_class_reaches_a_canary() -> None:
    found = campaign(40)
    judge(found)
    assert found["cases"] >= 250
    assert len(found["classes"]) >= 55


@pytest.mark.slow
def test_no_payload_by_any_way_reaches_a_canary() -> None:
    found = campaign(1)
    judge(found)
    counted = sum(counts["cases"] for counts in found["classes"].values())
    controls = sum(counts["controls"] for counts in found["classes"].values())
    payloads = sum(counts["payloads"] for counts in found["classes"].values())
    assert counted >= 11_000
    assert controls >= 1300
    assert controls >= 0.98 * payloads
    for kind, counts in found["classes"].items():
        print(f"{kind:36} {counts['cases']:5} cases  {counts['controls']:3}/{counts['payloads']:3} controls hit  0 canary hits")
    for way, (tried, hits) in found["ways"].items():
        print(f"by way of {way:26} with the guard off {hits}/{tried} hit")
    print(f"{'all':36} {counted:5} cases  {controls:3}/{payloads:3} controls hit  0 canary hits")


def browser_campaign(step: int) -> dict[str, Any]:
    """What a real browser does with hostile pages, with our door around it and without."""
    from dr_plugins.fetch.playwright import Playwright

    if lacks := Playwright().lacks():
        pytest.skip(f"no browser: {lacks}")
    found = campaign(step, "ssrf_browser.py")
    assert found["canary_hits"] == []
    assert set(found["outcomes"]) == {"drawn"}, found["outcomes"]
    for way, hits in found["controls"].items():
        assert hits > 0, f"the way {way!r} does not lead inside even without our door, so it proves nothing"
    return found


@pytest.mark.browser
def test_no_page_in_the_browser_reaches_a_canary() -> None:
    found = browser_campaign(40)
    assert sum(found["requests"].values()) >= 600
    assert len(found["controls"]) >= 17


@pytest.mark.slow
@pytest.mark.browser
def test_no_page_with_any_payload_reaches_a_canary_from_the_browser() -> None:
    found = browser_campaign(1)
    assert sum(found["requests"].values()) >= 20_000
    for way, count in found["requests"].items():
        print(f"{way:20} {count:5} requests  0 canary hits  control: {found['controls'][way]} hits")
