"""LangChain over Cohere, whose package wants an older cohere-python."""

from __future__ import annotations

from langchain_cohere import ChatCohere

from clients.job import Job, Readers, Seen
from clients.langchain_reply import read
from clients.toolbox import get_time, get_weather

__all__ = ["DISTRIBUTIONS", "READERS"]

DISTRIBUTIONS = ("langchain-cohere",)


def _reply(job: Job) -> Seen:
    model = ChatCohere(cohere_api_key="k", base_url=job.url, model="m", timeout_seconds=8)
    return read(model.bind_tools([get_weather, get_time]), job)


READERS: Readers = {("reply", "cohere-v2"): _reply}
