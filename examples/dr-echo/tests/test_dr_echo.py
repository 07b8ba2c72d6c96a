"""What Echo promises as a search provider, and what it does on its own."""

from __future__ import annotations

import asyncio

import pytest
from dr_echo import Echo

from dr_core import Kernel, SearchTask, Settings
from dr_core.testing import SearchConformance


class TestEcho(SearchConformance):
    nothing = " "

    @pytest.fixture
    def provider(self) -> Echo:
        return Echo()


@pytest.mark.parametrize("name", ["echo", "dr_echo:Echo"])
def test_it_is_selected_by_name_or_by_import_path(name: str, dr_home: object) -> None:
    (provider,) = Kernel(Settings(search={"use": [name]}, hooks={"use": []})).providers("search")
    (hit,) = asyncio.run(provider.search(SearchTask(query="heat pumps"), 5))
    assert hit.url == "https://example.org/heat%20pumps"


def test_the_site_comes_from_settings_or_from_the_environment(dr_home: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECHO_SITE", "https://echo.example")
    assert Kernel(Settings(hooks={"use": []})).provider("search", "echo").options.site == "https://echo.example"
