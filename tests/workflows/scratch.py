"""Providers of a scratch repository, and who answers for them on this machine."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.forked import serving
from toolwire.suites import load_suites

__all__ = ["free_port", "provider_file", "served"]

_PROVIDER = """
provider: {name}
title: {title}
source: https://{name}.example/docs
read: 2026-11-21
mirrors: {mirrors}
base_url: {address}
key_env: {key}
hosts: [{name}.example]
models:
  - id: tiny
    tools: yes
    price: {{input: 0.10, output: 0.50}}
    source: https://{name}.example/models
    read: 2026-11-21
docs: {{url: "https://{name}.example/docs/tools", read: 2026-11-21}}
changelog: {{url: "https://{name}.example/changelog", read: 2026-11-21}}
documented:
"""
#: Two suites are enough here; of the others the files say that there is nothing to ask.
_KEPT = frozenset({"single_call", "tool_definition"})
_LACKING = """  {suite}: {{value: no, source: "https://{name}.example/docs", read: 2026-11-21}}
"""


def provider_file(name: str, mirrors: str, address: str) -> str:
    """Return the file of a provider with one model and few suites; its key is NAME_API_KEY."""
    key = f"{name.upper()}_API_KEY"
    head = _PROVIDER.format(
        name=name, title=name.title(), mirrors=mirrors, address=address, key=key
    )
    lacking = (one.id for one in load_suites() if one.id not in _KEPT and not one.pairs)
    return head + "".join(_LACKING.format(name=name, suite=suite) for suite in lacking)


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def served(dialect: str, port: int, *more: str) -> Iterator[None]:
    """Answer like a provider on a port of this machine.

    Args:
        dialect: what is spoken.
        port: where.
        more: options of `toolwire serve`.
    """
    words = ["-d", dialect, "--port", str(port), "--model", "tiny", "-q", *more]
    with serving(words, Path(os.devnull)) as url:
        assert url.startswith("http://127.0.0.1:")
        yield
