"""The two ways to make the image say the same, and the recipe has what it copies; no engine is needed to see that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from dr_core import ProviderError
from dr_plugins.sandbox import _image

FOLDER = Path(str(files("dr_plugins.sandbox").joinpath("image")))
LINES = (FOLDER / "Dockerfile").read_text(encoding="utf-8").splitlines()


def of(word: str) -> list[str]:
    """What stands behind a word of the Dockerfile, line by line."""
    return [line.removeprefix(f"{word} ") for line in LINES if line.startswith(f"{word} ")]


def test_what_is_copied_is_there_and_all_of_it_is_the_recipe() -> None:
    (copied,) = (line.split()[:-1] for line in of("COPY") if not line.startswith("--from"))
    assert {"Dockerfile", *copied} == {path.name for path in FOLDER.iterdir() if path.is_file()}


def test_both_ways_begin_with_the_same_debian_and_end_in_the_same_image() -> None:
    assert of("FROM") == [f"debian:{_image.SUITE}-slim AS build", "scratch"]
    assert [line for line in LINES if line.split(" ")[0] in ("USER", "WORKDIR", "CMD")] == _image.RUN
    packages = {
        name for line in of("RUN") if "apt-get install" in line for name in line.split("--no-install-recommends ")[1].split()
    }
    assert packages == {"python3", "python3-pip", "fonts-noto-cjk"}  # the other way takes the pip of this Python
    source = Path(_image.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r"--include=([\w,-]+)", source)[0].split(",")) == packages - {"python3-pip"}


def test_a_build_that_fails_says_why_and_leaves_nothing_behind(tmp_path: Path) -> None:
    asked: dict[str, Any] = {}

    class Client:
        class api:
            @staticmethod
            def build(**told: Any) -> Iterator[dict[str, str]]:
                asked.update(told)
                yield {"stream": "Step 1/9\n"}
                yield {"error": "pull access denied\n"}

    said: list[str] = []
    with pytest.raises(ProviderError, match="pull access denied") as failed:
        _image.from_dockerfile(Client, "dr-sandbox", FOLDER, said.append)
    assert "--from-debian" in failed.value.remedy and said == ["Step 1/9"]
    assert asked["rm"] and asked["forcerm"] and asked["labels"] == {_image.RECIPE: _image.recipe()}
