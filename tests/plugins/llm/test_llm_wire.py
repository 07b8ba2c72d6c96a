"""What holds for every provider: the promises of ``ModelProvider``, on the three wire formats, whole and in pieces."""

from __future__ import annotations

import asyncio
import json

import pytest
from standin.llm_bench import SCHEMA, Bench, request
from standin.llm_server import KEY
from standin.loopback import Loopback, read_request

from dr_core import AuthFailed, BadAnswer, ModelFailed, NoSuchModel, ProviderError, QuotaSpent, RateLimited, TooLong, Unreachable
from dr_plugins.llm._adapt import Refused
from dr_plugins.llm._collect import Collector

ANSWER = '{"city": "Paris", "people": 2100000}'


class Elsewhere(Loopback):
    """A server that sends everybody on."""

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_request(reader)
        writer.write(b"HTTP/1.1 301 Moved\r\nLocation: https://elsewhere.example/\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()


both_ways = pytest.mark.parametrize("stream", [True, False], ids=["streamed", "whole"])


@both_ways
async def test_an_answer_comes_with_its_model_and_its_count(bench: Bench, stream: bool) -> None:
    bench.server.say(cached_tokens=100)
    answer, pieces = await bench.ask(stream=stream)
    assert answer.text == "Paris is the capital of France."
    assert (answer.stop, answer.reasoning) == ("end", "")
    assert "stand-in" in answer.model
    usage = answer.usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens, usage.estimated) == (120, 9, 100, False)
    assert usage.usd is None
    assert "".join(piece.text for piece in pieces) == answer.text
    assert (len(pieces) > 1) == stream


@both_ways
async def test_a_service_that_does_not_count_is_estimated_and_said_so(bench: Bench, stream: bool) -> None:
    bench.server.say(counts=False)
    answer, _ = await bench.ask(stream=stream)
    assert answer.usage.estimated
    assert answer.usage.prompt_tokens > 5
    assert answer.usage.completion_tokens > 3


@both_ways
async def test_reasoning_is_kept_apart(bench: Bench, stream: bool) -> None:
    bench.server.say(reasoning="The user asks about France.")
    answer, pieces = await bench.ask(stream=stream)
    assert answer.text == "Paris is the capital of France."
    assert answer.reasoning == "The user asks about France."
    assert "".join(piece.text for piece in pieces if piece.kind == "reasoning") == answer.reasoning
    assert "".join(piece.text for piece in pieces if piece.kind == "text") == answer.text


@both_ways
@pytest.mark.parametrize("piece", [1, 3, 100])
async def test_think_blocks_are_reasoning_however_the_pieces_are_cut(bench: Bench, stream: bool, piece: int) -> None:
    bench.server.say(text="<think>\nFrance, then.\n</think>\n\nParis <b>it</b> is.", piece=piece)
    answer, pieces = await bench.ask(stream=stream)
    assert (answer.text, answer.reasoning.strip()) == ("Paris <b>it</b> is.", "France, then.")
    assert "".join(piece.text for piece in pieces if piece.kind == "text") == answer.text


@both_ways
@pytest.mark.parametrize("stop", ["length", "refusal"])
async def test_an_answer_that_was_cut_or_refused_says_so(bench: Bench, stream: bool, stop: str) -> None:
    bench.server.say(stop=stop)
    answer, _ = await bench.ask(stream=stream)
    assert answer.stop == stop


@both_ways
@pytest.mark.parametrize("how", ["auto", "schema", "tool", "json", "plain"])
async def test_a_shaped_answer_comes_by_every_way(bench: Bench, stream: bool, how: str) -> None:
    bench.server.say(text=ANSWER)
    answer, pieces = await bench.ask(SCHEMA, stream=stream, structured=how)
    assert json.loads(answer.text) == {"city": "Paris", "people": 2100000}
    assert "".join(piece.text for piece in pieces) == answer.text
    asked = json.dumps(bench.server.asked[-1].json)
    assert "2100000" not in asked
    assert "people" in asked  # the shape was asked for, one way or another


@pytest.mark.parametrize(
    ("fault", "error", "retryable"),
    [
        ("auth", AuthFailed, False), ("quota", QuotaSpent, False), ("rate", RateLimited, True), ("overload", ModelFailed, True),
        ("server", ModelFailed, True), ("model", NoSuchModel, False), ("overflow", TooLong, False),
        ("html", BadAnswer, False), ("torn", ModelFailed, True),
    ],
)  # fmt: skip
@both_ways
async def test_a_failure_is_the_error_that_fits(
    bench: Bench, stream: bool, fault: str, error: type[ProviderError], retryable: bool
) -> None:
    bench.server.say(fault=fault)
    with pytest.raises(ProviderError) as caught:
        await bench.ask(SCHEMA, stream=stream)
    assert type(caught.value) is error
    assert caught.value.retryable is retryable
    assert str(caught.value).startswith("mine")
    assert KEY not in str(caught.value)
    if isinstance(caught.value, RateLimited):
        assert caught.value.retry_after == 7
    assert len(bench.server.asked) == 1  # nothing of this is helped by asking otherwise


@pytest.mark.parametrize("trouble", [{"error_after": 2}, {"cut_after": 2}, {"error_after": 0}, {"cut_after": 0}], ids=str)
async def test_a_stream_that_fails_midway_is_no_answer(bench: Bench, trouble: dict[str, int]) -> None:
    bench.server.say(**trouble)
    with pytest.raises(ModelFailed) as caught:
        await bench.ask()
    assert caught.value.retryable
    assert KEY not in str(caught.value)


async def test_a_body_that_is_cut_is_no_answer(bench: Bench) -> None:
    bench.server.say(fault="broken")
    with pytest.raises(ModelFailed):
        await bench.ask(stream=False)


@pytest.mark.parametrize("fault", ["hang", "drip"])
async def test_the_deadline_is_for_the_whole_call(bench: Bench, fault: str) -> None:
    bench.server.say(fault=fault, text="word " * 2000)
    with pytest.raises(ProviderError, match=r"no whole answer within 0\.3 s\. Raise timeout in \[llm\.") as caught:
        await bench.ask(timeout=0.3)
    assert caught.value.category == "NETWORK" and caught.value.retryable


async def test_a_service_that_sends_nothing_is_not_waited_for_until_the_deadline(bench: Bench) -> None:
    bench.server.say(fault="hang")
    with pytest.raises(
        ProviderError, match=r"did not answer in time \(nothing came for 0\.2 s\)\. Raise silence in \[llm"
    ) as caught:
        await bench.ask(timeout=120, silence=0.2)
    assert caught.value.category == "NETWORK" and caught.value.retryable
    assert caught.value.used is True  # it may be answered, and paid, without us
    bench.server.say(fault="drip", text="word " * 30)
    answer, _ = await bench.ask(timeout=120, silence=60)
    assert answer.text.startswith("word word")


async def test_an_answer_in_one_piece_may_be_silent_until_the_deadline(bench: Bench) -> None:
    bench.server.say(fault="hang")
    with pytest.raises(ProviderError, match=r"no whole answer within 0\.4 s"):
        await bench.ask(timeout=0.4, silence=0.01, stream=False)


async def test_an_answer_that_does_not_stop_is_stopped(bench: Bench) -> None:
    bench.server.say(text="again and " * 3000, piece=500)
    provider = bench.provider()
    with pytest.raises(ModelFailed, match="does not stop"):
        await provider.complete(request(max_tokens=20))


async def test_being_cancelled_leaves_the_provider_usable(bench: Bench) -> None:
    bench.server.say(fault="hang")
    provider = bench.provider()
    call = asyncio.create_task(provider.complete(request()))
    await bench.server.connected.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    bench.server.say(fault="")
    assert (await provider.complete(request())).text == "Paris is the capital of France."


async def test_calls_may_run_at_once(bench: Bench) -> None:
    provider = bench.provider()
    answers = await asyncio.gather(*(provider.complete(request()) for _ in range(12)))
    assert {answer.text for answer in answers} == {"Paris is the capital of France."}
    assert len(bench.server.asked) == 12


async def test_nobody_there_is_a_network_failure_that_names_the_address_and_no_password(bench: Bench) -> None:
    with pytest.raises(Unreachable, match="could not be reached") as caught:
        await bench.ask(base_url="http://me:hunter2@127.0.0.1:9/v1")
    assert caught.value.category == "NETWORK" and caught.value.retryable
    assert "(at http://127.0.0.1:9)" in caught.value.message and "base_url in [llm.mine]" in caught.value.remedy
    assert "hunter2" not in str(caught.value)


async def test_an_address_that_leads_elsewhere_has_no_such_model(bench: Bench) -> None:
    async with Elsewhere() as moved:
        with pytest.raises(NoSuchModel, match="redirect"):
            await bench.ask(base_url=moved.url)


@pytest.mark.parametrize("status", [400, 404, 422])
@pytest.mark.parametrize(
    "said",
    [
        "nope is not a valid model ID",
        "Model Not Exist",
        "Invalid model: nope",
        "The model `nope` does not exist.",
        "模型不存在，请检查模型代码",
        "模型 nope 未找到",
        "無效的模型",
    ],
)
def test_a_refusal_that_names_the_model_means_that_there_is_none(status: int, said: str) -> None:
    refused = Refused(f"mine refused the request ({status}): {said}", status)
    assert isinstance(refused.failure("mine", "Check model"), NoSuchModel)


@pytest.mark.parametrize(
    "said", ["model parameter top_k is out of range", "invalid model parameters", "messages must not be empty"]
)
def test_a_refusal_that_names_something_else_does_not(said: str) -> None:
    assert type(Refused(f"mine refused the request (400): {said}", 400).failure("mine", "Check model")) is ModelFailed


async def test_a_model_that_a_gateway_misses_in_a_good_answer_is_none_either(bench: Bench) -> None:
    with pytest.raises(NoSuchModel, match="No endpoints found") as caught:
        bench.provider().fail({"code": 404, "message": "No endpoints found for vendor/nope"}, Collector("mine", None, 100))
    assert "Check model ('stand-in')" in caught.value.remedy


async def test_the_vendors_own_service_wants_a_key_before_anything_is_sent(bench: Bench) -> None:
    built = bench.kind(bench.kind.Options(model="m"))
    with pytest.raises(AuthFailed, match=r"has no key\. Set \w+_API_KEY"):
        await built.complete(request())


async def test_parameters_of_ones_own_are_laid_over_the_body(bench: Bench) -> None:
    name = "generationConfig" if bench.name == "gemini" else "top_p"
    await bench.ask(extra={name: {"topP": 0.5} if bench.name == "gemini" else 0.5})
    sent = bench.server.asked[-1].json
    assert (sent[name]["topP"] if bench.name == "gemini" else sent[name]) == 0.5
    if bench.name == "gemini":
        assert sent[name]["maxOutputTokens"] == 2048  # what was there is still there


async def test_a_parameter_the_server_does_not_know_is_left_out_and_remembered(bench: Bench) -> None:
    bench.server.say(refuses=("temperature",))
    provider = bench.provider(temperature=0.3)
    for _ in range(2):
        assert (await provider.complete(request())).stop == "end"
    assert len(bench.server.asked) == 3  # one refusal, two answers


async def test_a_shape_the_server_does_not_know_is_asked_for_in_another_way(bench: Bench) -> None:
    refused = {"openai": ("json_schema", "tools"), "anthropic": ("format", "tools"), "gemini": ("responseJsonSchema",)}[
        bench.name
    ]
    bench.server.say(refuses=refused, text=ANSWER)
    provider = bench.provider()
    for _ in range(2):
        assert json.loads((await provider.complete(request(SCHEMA))).text)["city"] == "Paris"
    assert len(bench.server.asked) == len(refused) + 2


async def test_a_way_chosen_by_the_user_is_not_left(bench: Bench) -> None:
    bench.server.say(refuses=({"openai": "json_schema", "anthropic": "format", "gemini": "responseJsonSchema"}[bench.name],))
    with pytest.raises(ModelFailed) as caught:
        await bench.ask(SCHEMA, structured="schema")
    assert not caught.value.retryable
    assert len(bench.server.asked) == 1


async def test_a_server_that_overlooks_the_shape_is_asked_in_another_way_next_time(bench: Bench) -> None:
    bench.server.say(text="It is Paris.")
    provider = bench.provider(stream=True)
    await provider.complete(request(SCHEMA))
    first = bench.server.asked[-1].json
    bench.server.say(text=ANSWER)
    await provider.complete(request(SCHEMA))
    second = bench.server.asked[-1].json
    assert first.keys() != second.keys() or first["generationConfig"].keys() != second["generationConfig"].keys()


async def test_the_ceiling_is_what_is_sent(bench: Bench) -> None:
    provider = bench.provider(max_output_tokens=700, reasoning_tokens=50)
    asked = request(max_tokens=5000)
    await provider.complete(asked)
    sent = bench.server.asked[-1].json
    assert provider.output_ceiling(asked) == 750
    assert 750 in (sent.get("max_tokens"), sent.get("generationConfig", {}).get("maxOutputTokens"))
