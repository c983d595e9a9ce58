"""LangChain: its chat models over six formats, its agent, and its structured output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import wrap_model_call
from langchain_anthropic import ChatAnthropic
from langchain_aws import ChatBedrockConverse
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI, OpenAI

from clients.boto3_client import client
from clients.job import Job, Readers, Seen
from clients.langchain_reply import read
from clients.toolbox import PROMPT, Weather, functions, get_time, get_weather, ran, written

DISTRIBUTIONS = (
    "langchain", "langchain-core", "langchain-openai", "langchain-anthropic", "langchain-aws",
    "langchain-ollama",
)  # fmt: skip


def _streaming(job: Job) -> dict[str, bool]:
    # An agent streams only a model that is told to; told not to, a model would not stream at all.
    return {"streaming": True} if job.streams and job.doing == "loop" else {}


def _openai(job: Job, **more: Any) -> Any:
    return ChatOpenAI(
        base_url=f"{job.url}/v1", api_key="k", model="m", max_retries=0, timeout=8,
        **_streaming(job), **more,
    )  # fmt: skip


def _anthropic(job: Job) -> Any:
    return ChatAnthropic(
        base_url=job.url, api_key="k", model="m", max_retries=0, timeout=8,
        **_streaming(job),
    )  # fmt: skip


_MODELS: dict[str, Callable[[Job], Any]] = {
    "openai-chat": lambda job: _openai(job, stream_usage=False),
    "openai-responses": lambda job: _openai(job, use_responses_api=True),
    "anthropic-messages": _anthropic,
    "bedrock-converse": lambda job: ChatBedrockConverse(
        client=client(job),
        model="m",
        provider="anthropic",
        region_name="us-east-1",
        disable_streaming=False,
    ),
    "ollama-chat": lambda job: ChatOllama(base_url=job.url, model="m"),
}


def _reply(job: Job) -> Seen:
    return read(_MODELS[job.dialect](job).bind_tools(functions()), job)


def _prompted(job: Job) -> Seen:
    return read(_openai(job, stream_usage=False), job)


def _completion(job: Job) -> Seen:
    model = OpenAI(base_url=f"{job.url}/v1", api_key="k", model="m", max_retries=0, timeout=8)
    text = "".join(model.stream(PROMPT)) if job.streams else model.invoke(PROMPT)
    return Seen(written(text), text)


def _loop(job: Job) -> Seen:
    @wrap_model_call
    def chosen(request: Any, handler: Any) -> Any:
        # The choice is for the first turn, as in openai-agents: the second has the result.
        first = job.choice and len(request.messages) == 1
        return handler(request.override(tool_choice=job.choice) if first else request)

    model = _MODELS[job.dialect](job)
    agent = create_agent(model, [get_weather, get_time], middleware=[chosen])
    said = agent.invoke({"messages": [("user", PROMPT)]}, config={"recursion_limit": 10})
    return Seen(ran(), said["messages"][-1].text)


def _typed(job: Job) -> Seen:
    how = {"method": "function_calling"} if job.dialect == "openai-chat" else {}
    answer = _MODELS[job.dialect](job).with_structured_output(Weather, **how).invoke(PROMPT)
    return Seen((("get_weather", vars(answer), True),) if answer is not None else ())


READERS: Readers = {
    **{("reply", dialect): _reply for dialect in _MODELS},
    **{("loop", dialect): _loop for dialect in _MODELS},
    ("reply", "prompted"): _prompted,
    ("reply", "chatml"): _completion,
    ("typed", "openai-chat"): _typed,
    ("typed", "anthropic-messages"): _typed,
}
