"""LangChain over Cohere, whose package wants an older cohere-python."""

from __future__ import annotations

from typing import Any

from langchain.agents import create_agent
from langchain_cohere import ChatCohere

from clients.job import Job, NotTriedError, Readers, Seen
from clients.langchain_reply import read
from clients.toolbox import PROMPT, get_time, get_weather, ran

DISTRIBUTIONS = ("langchain-cohere",)


def _model(job: Job, **more: Any) -> ChatCohere:
    return ChatCohere(cohere_api_key="k", base_url=job.url, model="m", timeout_seconds=8, **more)


def _reply(job: Job) -> Seen:
    return read(_model(job).bind_tools([get_weather, get_time]), job)


def _loop(job: Job) -> Seen:
    if job.choice:
        raise NotTriedError
    agent = create_agent(_model(job, streaming=job.streams), [get_weather, get_time])
    said = agent.invoke({"messages": [("user", PROMPT)]}, config={"recursion_limit": 10})
    return Seen(ran(), said["messages"][-1].text)


READERS: Readers = {("reply", "cohere-v2"): _reply, ("loop", "cohere-v2"): _loop}
