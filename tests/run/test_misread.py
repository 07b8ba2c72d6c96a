"""Failures that look like others: a limit per minute is no empty account, and a refused topic is no wrong key."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from standin.library import research
from standin.raw_service import Call, RawService, chat, refusal

from dr_core import BadAnswer, QuotaSpent, RateLimited
from dr_core.web import raise_for_status

pytestmark = pytest.mark.usefixtures("no_waiting")

MINUTE = {
    "qwen": "Allocated quota exceeded, please increase your quota limit.",
    "google": "Resource has been exhausted (e.g. check quota).",
    "vertex": "Quota exceeded for generate_content_requests_per_minute_per_project. Please submit a quota increase request.",
    "openai": "Rate limit reached for m on tokens per min (TPM): Limit 30000, Used 29000.",
    "daily rate": "Rate limit exceeded: free-models-per-min, daily quota 50.",
    "zh-Hans": "您的账户已达到速率限制，请您控制请求频率",
    "zh-Hant": "請求過於頻繁，請稍後再試",
    "ja": "リクエストの回数が上限に達しました。しばらくしてからお試しください。",
    "ko": "분당 요청 한도를 초과했습니다. 잠시 후 다시 시도하세요.",
}
SPENT = {
    "openai": "You exceeded your current quota, please check your plan and billing details.",
    "day": "Quota exceeded for quota metric 'Queries' and limit 'Queries per day'",
    "free": "Your free quota has been used.",
    "month": "monthly quota reached",
    "balance": "Sorry, your account balance is insufficient",
    "arrears": "Access denied, your account is in arrears",
    "zh-Hans": "余额不足或无可用资源包，请充值。",
    "zh-Hans debt": "您的账户已欠费，请充值后重试",
    "zh-Hant": "帳戶餘額不足，請儲值。",
    "ja": "アカウントの残高が不足しています。",
    "ko": "계정의 잔액이 부족합니다.",
}


def raised(status: int, message: str) -> None:
    body = json.dumps({"error": {"message": message}}).encode()  # letters beyond ASCII escaped, as many services do
    raise_for_status("one", httpx.Response(status, content=body, request=httpx.Request("POST", "http://x")))


@pytest.mark.parametrize("who", MINUTE)
def test_a_limit_per_minute_is_waited_for(who: str) -> None:
    with pytest.raises(RateLimited):
        raised(429, MINUTE[who])


@pytest.mark.parametrize("who", SPENT)
def test_an_empty_account_is_left_alone(who: str) -> None:
    with pytest.raises(QuotaSpent):
        raised(429, SPENT[who])


def test_a_flagged_input_is_no_wrong_key_to_any_provider() -> None:
    with pytest.raises(BadAnswer, match="refused what it was asked"):
        raised(403, "Your input was flagged")


@pytest.mark.parametrize("who", ["qwen", "google"])
async def test_one_limit_per_minute_does_not_put_a_model_out(tmp_path: Path, who: str) -> None:
    async with RawService(lambda call: refusal(429, MINUTE[who]) if call.number == 1 else chat(call.fitting)) as service:
        state, _ = await research(tmp_path, settings={"llm": service.table()})
    assert (state.status, state.notes.get("models_out"), state.notes.get("fallbacks")) == ("complete", None, None)


@pytest.mark.parametrize("at", [0, 1])
async def test_a_flagged_input_hands_over_to_the_next_model(tmp_path: Path, at: int) -> None:
    flagged = "Your chosen model requires moderation and your input was flagged"

    def says(call: Call) -> list[bytes]:
        first = call.json["model"] == "m-1"
        return refusal(403, flagged) if first and call.number == at else chat(call.fitting)

    async with RawService(says) as service:
        table = service.table()
        table |= {"use": ["one", "two"], "two": {**table["one"], "model": "m-2"}}
        state, _ = await research(tmp_path, settings={"llm": table})
    assert (state.status, state.notes.get("models_out"), state.notes.get("fallbacks")) == ("complete", None, None)
    assert [call.json["model"] for call in service.calls].count("m-2") == 1
