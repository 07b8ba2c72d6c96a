"""A run knows the packages whose plugins it was made with, and does not go on without them."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from bad_plugin import install_metadata

from dr_core import Researcher, past_runs, registry
from dr_core.errors import PluginNotFound

TEXT = "In Norway about 60 percent of households had a heat pump in 2022. Heat pumps work well in cold climates. " * 5
HIT = {"title": "Norway", "url": "https://a.example/1", "content": TEXT}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that packages are installed into."""
    folder = tmp_path / "site"
    install_metadata(folder, "dr-shelf", "[dr.search]\nshelf = dr_core.testing:FakeSearch\n")
    install_metadata(folder, "dr-idle", "[dr.search]\nidle = dr_core.testing:FakeSearch\n")
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    registry.clear_cache()
    return folder


async def test_a_package_that_is_gone_is_named_with_its_version(site: Path, tmp_path: Path) -> None:
    settings = {"search": {"use": ["shelf"], "shelf": {"hits": [HIT]}}, "output": {"root": str(tmp_path)}}
    researcher = Researcher(settings=settings | {"research": {"depth": "quick"}, "sandbox": {"use": []}})
    result = await researcher.run("How well do heat pumps work in cold climates?")
    manifest = json.loads(Path(result.run_dir, "run.json").read_text(encoding="utf-8"))
    assert manifest["packages"] == {"dr-shelf": "1.2.3"}

    shutil.rmtree(next(site.glob("dr_shelf-*")))
    registry.clear_cache()
    with pytest.raises(PluginNotFound, match=rf"^run {result.run_id} uses plugins of dr-shelf 1\.2\.3, which is not") as caught:
        await researcher.resume(result.run_id, add_focuses=["costs"])
    assert caught.value.remedy == "pip install dr-shelf==1.2.3"
    (run,) = past_runs(tmp_path)
    assert run.report().title == result.title  # what is there can be looked at all the same
