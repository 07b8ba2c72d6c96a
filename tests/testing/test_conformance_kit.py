"""The conformance classes can fail: for every promise there is a provider that breaks it, and its test says so."""

from __future__ import annotations

import tomllib
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple

import pytest


class Broken(NamedTuple):
    """A provider that breaks one promise: the test that must fail, the fake it is made from, and what is changed."""

    test: str
    base: str
    body: str
    extra: str = ""


BROKEN = [
    # every kind
    Broken("test_it_is_a_provider_of_its_kind", "FakeSearch", "api_version = 7"),
    Broken("test_its_docstring_begins_with_a_line_for_the_list_of_plugins", "FakeSearch", "__doc__ = None"),
    Broken("test_its_options_are_a_closed_model", "FakeSearch", "class Options(FakeSearch.Options, extra='ignore'): pass"),
    Broken("test_every_option_has_a_line_of_help", "FakeSearch", "class Options(FakeSearch.Options):\n    size: int = 3"),
    Broken("test_secrets_are_secret", "FakeSearch", "class Options(FakeSearch.Options):\n    api_key: str = option('abc', help='Key')"),
    Broken("test_it_can_be_closed_without_having_been_used", "FakeSearch", "async def aclose(self): self.client.close()"),
    # search
    Broken("test_it_says_what_it_is_good_for", "FakeSearch", "strategies = ('everything',)"),
    Broken("test_it_says_what_it_is_good_for", "FakeSearch", "signal = 'loud'"),
    Broken("test_what_it_lacks_is_one_line", "FakeSearch", "def lacks(self): return 'one\\ntwo'"),
    Broken("test_it_finds_something", "FakeSearch", "async def search(self, task, limit): return []"),
    Broken("test_it_finds_something", "FakeSearch", "async def search(self, task, limit): return tuple(await super().search(task, limit))"),
    Broken("test_it_finds_something", "FakeSearch", "async def search(self, task, limit): return [Hit(title='x', url='/relative')]"),
    Broken("test_hits_have_titles_and_no_page_twice", "FakeSearch",
           "async def search(self, task, limit): return [Hit(title='x', url='https://example.org/')] * min(2, limit)"),
    Broken("test_it_never_gives_more_than_the_limit", "FakeSearch", "async def search(self, task, limit): return await super().search(task, 99)"),
    Broken("test_nothing_found_is_an_empty_list", "FakeSearch",
           "async def search(self, task, limit): return await super().search(task, limit) or [Hit(title='x', url='https://example.org/')]",
           "nothing = ' '"),
    Broken("test_any_text_gives_hits_or_a_provider_error", "FakeSearch", "async def search(self, task, limit): task.query[0]; return await super().search(task, limit)"),
    Broken("test_searches_may_run_at_once", "FakeSearch", """
        async def search(self, task, limit):
            if getattr(self, 'busy', False):
                return []
            self.busy = True
            await asyncio.sleep(0.01)
            self.busy = False
            return await super().search(task, limit)
        """),
    Broken("test_being_cancelled_leaves_nothing_behind", "FakeSearch", """
        async def search(self, task, limit):
            self.background = asyncio.create_task(asyncio.sleep(600))
            await asyncio.sleep(5)
            self.background.cancel()
            return await super().search(task, limit)
        """),
    Broken("test_a_failure_is_a_provider_error", "FakeSearch", "", "failing_provider = pytest.fixture(lambda self: Raises())"),
    # models
    Broken("test_it_answers", "FakeModel", "async def complete(self, request, on_delta=None): return 'hello'"),
    Broken("test_it_answers", "FakeModel", "async def complete(self, request, on_delta=None): return ModelAnswer(text='x', model='')"),
    Broken("test_pieces_add_up_to_the_answer", "FakeModel", """
        async def complete(self, request, on_delta=None):
            on_delta and on_delta(Delta(kind='text', text='something else'))
            return await super().complete(request)
        """),
    Broken("test_reasoning_is_kept_apart_from_the_text", "FakeModel",
           "async def complete(self, request, on_delta=None): return ModelAnswer(text='<think>hm</think> hello', model='x')"),
    Broken("test_it_takes_system_and_assistant_messages", "FakeModel", """
        async def complete(self, request, on_delta=None):
            assert request.messages[0].role == 'user'
            return await super().complete(request)
        """),
    Broken("test_an_answer_of_a_shape_can_be_asked_for", "FakeModel", """
        async def complete(self, request, on_delta=None):
            return None if request.answer_schema else await super().complete(request)
        """),
    Broken("test_a_cut_answer_says_so", "FakeModel",
           "async def complete(self, request, on_delta=None): return ModelAnswer(text='hello', model='x')", "cut = True"),
    Broken("test_the_ceiling_of_an_answer_is_a_number", "FakeModel", "def output_ceiling(self, request): return None"),
    Broken("test_calls_may_run_at_once", "FakeModel", """
        busy = 0
        async def complete(self, request, on_delta=None):
            self.busy += 1
            await asyncio.sleep(0.01)
            assert self.busy == 1
            self.busy -= 1
            return await super().complete(request)
        """),
    # sandboxes
    Broken("test_what_is_printed_comes_back", "FakeSandbox", "async def execute_python(self, code, timeout=60): return Execution()"),
    Broken("test_an_exception_of_the_code_is_told_and_not_raised", "FakeSandbox", "async def execute_python(self, code, timeout=60): exec(code); return Execution()"),
    Broken("test_what_was_printed_before_a_failure_is_kept", "FakeSandbox", """
        async def execute_python(self, code, timeout=60):
            done = await super().execute_python(code, timeout)
            return done if not done.error else Execution(error=done.error)
        """),
    Broken("test_code_that_runs_too_long_is_stopped_and_the_next_call_works", "FakeSandbox", """
        async def execute_python(self, code, timeout=60):
            return Execution() if 'while True' in code else await super().execute_python(code, timeout)
        """),
    Broken("test_open_figures_come_back_once", "FakeSandbox", """
        async def execute_python(self, code, timeout=60):
            return (await super().execute_python(code, timeout)).model_copy(update={'figures': ()})
        """),
    Broken("test_calls_may_be_made_at_once", "FakeSandbox", """
        async def execute_python(self, code, timeout=60):
            self.code = code
            await asyncio.sleep(0.01)
            return await super().execute_python(self.code, timeout)
        """),
    # clarifiers
    Broken("test_any_text_gets_a_word", "FakeClarifier", "async def assess(self, topic, history=()): return len(topic) > 20"),
    Broken("test_any_text_gets_a_word", "FakeClarifier",
           "async def assess(self, topic, history=()): return Clarification(action=NextAction.NEED_CLARIFICATION, confidence=0)"),
    Broken("test_the_same_topic_gets_the_same_word", "FakeClarifier", """
        count = 0
        async def assess(self, topic, history=()):
            self.count += 1
            return Clarification(action=NextAction.START_RESEARCH, confidence=1, goal=str(self.count))
        """),
    Broken("test_it_hears_the_answers_so_far", "FakeClarifier", "async def assess(self, topic, history=()): return history[5] if history else await super().assess(topic)"),
    Broken("test_its_questions_agree_with_its_word", "FakeClarifier", "async def needs_clarification(self, topic): return True"),
    # verifiers
    Broken("test_it_has_a_word_on_a_report", "FakeVerifier", "async def verify_report(self, path): return True"),
    Broken("test_it_has_a_word_on_a_report", "FakeVerifier", "async def verify_report(self, path): return Verification(verifier='x', passed=False)"),
    Broken("test_files_are_only_read", "FakeVerifier", "async def verify_report(self, path): path.write_text(''); return await super().verify_report(path)"),
    Broken("test_the_same_report_gets_the_same_word", "FakeVerifier", """
        async def verify_report(self, path):
            self.calls.append(path)
            return Verification(verifier='x', passed=True, note=str(len(self.calls)))
        """),
    Broken("test_an_odd_file_is_an_error_or_a_failure_never_a_crash", "FakeVerifier", "async def verify_report(self, path): path.read_text(); return await super().verify_report(path)"),
    Broken("test_verdicts_are_about_the_paragraphs_it_was_given", "FakeVerifier",
           "def check(self, paragraphs, evidence): return [Verdict(paragraph='mine', sentence='x', verdict='supported')]"),
    # renderers
    Broken("test_its_suffix_is_one", "FakeRenderer", "suffix = 'html'"),
    Broken("test_a_report_becomes_bytes_without_the_network", "FakeRenderer", "async def render(self, report, folder): return 'text'"),
    Broken("test_a_report_becomes_bytes_without_the_network", "FakeRenderer", """
        async def render(self, report, folder):
            import socket
            socket.create_connection(('192.0.2.1', 80), 0.01)
        """),
    Broken("test_a_report_becomes_bytes_without_the_network", "FakeRenderer", """
        async def render(self, report, folder): return "".join([report.title, *report.marked.values()]).encode()
    """),
    Broken("test_the_same_report_gives_the_same_bytes", "FakeRenderer", "async def render(self, report, folder): import os; return os.urandom(8)"),
    Broken("test_another_report_gives_other_bytes", "FakeRenderer", "async def render(self, report, folder): return b'always this'"),
    Broken("test_the_smallest_report_can_be_rendered", "FakeRenderer", "async def render(self, report, folder): return report.sections[0].title.encode()"),
    Broken("test_text_of_the_report_is_data", "FakeRenderer", "async def render(self, report, folder): return f'<h1>{report.title}</h1>'.encode()"),
    Broken("test_the_folder_is_only_read", "FakeRenderer", "async def render(self, report, folder): (folder / 'x').touch(); return await super().render(report, folder)"),
    # readers
    Broken("test_it_says_what_it_reads", "FakeReader", "media_types = suffixes = ()"),
    Broken("test_it_says_what_it_reads", "FakeReader", "suffixes = ('.odd')"),
    Broken("test_it_says_what_it_reads", "FakeReader", "suffixes = ('.ODD',)"),
    Broken("test_a_document_becomes_text", "FakeReader", "def read(self, data, url, media_type): return Document(text='')"),
    Broken("test_the_same_bytes_give_the_same_document", "FakeReader", "def read(self, data, url, media_type): import os; return Document(text=os.urandom(8).hex())"),
    Broken("test_odd_bytes_give_a_document_or_an_error", "FakeReader", "def read(self, data, url, media_type): return Document(text=data.decode())"),
    Broken("test_a_document_cut_short_gives_a_document_or_an_error", "FakeReader", "def read(self, data, url, media_type): return Document(text=str(data[30:][0]))"),
    Broken("test_a_damaged_document_gives_a_document_or_an_error", "FakeReader", "def read(self, data, url, media_type): return Document(text=data.decode('ascii'))"),
    # reader fallbacks
    Broken("test_it_says_whether_addresses_stay_at_home", "FakePageFetcher", "def is_local(self): return 'perhaps'"),
    Broken("test_it_brings_a_page", "FakePageFetcher", "async def fetch_page(self, url): return 'a page'"),
    Broken("test_it_brings_a_page", "FakePageFetcher", "async def fetch_page(self, url): return RawPage(content=' ')"),
    Broken("test_pages_may_be_fetched_at_once", "FakePageFetcher", """
        async def fetch_page(self, url):
            if getattr(self, 'busy', False):
                return RawPage(content='busy', media_type='text/plain')
            self.busy = True
            await asyncio.sleep(0.01)
            self.busy = False
            return await super().fetch_page(url)
        """),
    Broken("test_any_text_gives_a_page_or_an_error_of_dr", "FakePageFetcher",
           "async def fetch_page(self, url): url[0]; return await super().fetch_page(url)"),
]  # fmt: skip

HEAD = """
import asyncio, pytest
from dr_core import *
from dr_core import option
from dr_core.types import *
from dr_core.testing import *

class Raises(FakeSearch):
    async def search(self, task, limit):
        raise KeyError('raw')
"""
CLASS = """
class Bad{number}({base}):
    '''A provider that breaks a promise.'''
{body}

class Test{number}({kit}):
    {extra}
    @pytest.fixture
    def provider(self):
        return Bad{number}()
"""
KITS = {
    "FakeSearch": "SearchConformance", "FakeModel": "ModelConformance", "FakeSandbox": "SandboxConformance",
    "FakeClarifier": "ClarifierConformance", "FakeVerifier": "VerifierConformance", "FakeRenderer": "RendererConformance",
    "FakeReader": "ReaderConformance", "FakePageFetcher": "PageFetcherConformance",
}  # fmt: skip
INI = "[pytest]\nasyncio_default_fixture_loop_scope = function\n"


@pytest.fixture
def place(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder of a plugin author."""
    pytester.makeini(INI)
    return pytester


def _failed(place: pytest.Pytester, *arguments: str) -> set[str]:
    """The tests that failed, as ``Class::test``."""
    _, _, failed = place.inline_run("-p", "no:cacheprovider", *arguments).listoutcomes()
    return {"::".join(each.nodeid.split("::")[1:]) for each in failed}


@pytest.mark.once
def test_every_promise_has_a_provider_that_breaks_it(place: pytest.Pytester) -> None:
    text = HEAD
    for number, broken in enumerate(BROKEN):
        body = indent(dedent(broken.body) or "pass", "    ")
        text += CLASS.format(number=number, base=broken.base, body=body, kit=KITS[broken.base], extra=broken.extra or "pass")
    place.makepyfile(test_broken=text)
    wanted = " or ".join(f"(Test{number} and {broken.test})" for number, broken in enumerate(BROKEN))
    failed = _failed(place, "-k", wanted)
    survived = []
    for number, broken in enumerate(BROKEN):
        if not any(test.startswith(f"Test{number}::{broken.test}") for test in failed):
            survived.append(f"{broken.base}: {broken.test}: {broken.body.strip()[:60]}")
    assert not survived, "\n".join(survived)
    assert len(failed) >= len(BROKEN)


def test_every_test_of_the_kit_is_in_the_table() -> None:
    from dr_core import testing

    kits = [getattr(testing, name) for name in testing.__all__ if name.endswith("Conformance")]
    owed = {name for kit in kits for name in dir(kit) if name.startswith("test_")}
    # overriding has tests of its own below; cancellation of the others is the same helper as that of search providers
    apart = {"test_nothing_is_overridden_without_a_reason", "test_being_cancelled_leaves_it_usable"}
    assert owed - apart == {broken.test for broken in BROKEN}


# --- overriding -----------------------------------------------------------------------------------------------------------

OVERRIDES = """
import pytest
from dr_core.testing import FakeSearch, SearchConformance, deviates

class Own(SearchConformance):
    @pytest.fixture
    def provider(self):
        return FakeSearch()

class TestSilent(Own):
    def test_it_finds_something(self, provider):
        pass

class TestRemoved(Own):
    test_it_finds_something = None

class Mixin:
    def test_it_finds_something(self, provider):
        pass

class TestMixed(Mixin, Own):
    pass

class TestReasoned(Own):
    @deviates("it only finds on Sundays")
    def test_it_finds_something(self, provider):
        pass
"""


def test_an_overridden_conformance_test_needs_a_reason(place: pytest.Pytester) -> None:
    place.makepyfile(test_overrides=OVERRIDES)
    result = place.runpytest_inprocess("-p", "no:cacheprovider", "-k", "finds_something or overridden")
    result.assert_outcomes(passed=2, failed=5)
    result.stdout.fnmatch_lines([
        "*TestSilent overrides this conformance test without a reason*",
        "*overridden without a reason: test_it_finds_something*",
        "*conformance: deviations*",
        "*TestReasoned::test_it_finds_something: it only finds on Sundays",
    ])  # fmt: skip


@pytest.mark.parametrize("reason", ["", "  ", None])
def test_a_reason_must_say_something(reason: object) -> None:
    from dr_core.testing import deviates

    with pytest.raises(TypeError, match="say why"):
        deviates(reason)  # type: ignore[arg-type]


def test_a_class_without_a_provider_is_told_what_is_missing(place: pytest.Pytester) -> None:
    place.makepyfile(test_none="from dr_core.testing import SearchConformance\nclass TestNone(SearchConformance): pass")
    result = place.runpytest_inprocess("-p", "no:cacheprovider", "-k", "finds_something")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*needs a fixture named 'provider'*"])


def test_the_extra_for_tests_brings_pytest_and_no_plugin_that_speaks_up_in_others_tests() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [requirement.partition(">")[0] for requirement in project["optional-dependencies"]["test"]] == ["pytest"]
