"""A user's project with suites, a provider and cassettes, and pytest run in it."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import NamedTuple

import pytest

from tests.support.tapes import tape
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.selection import select
from toolwire.model.exchange import EvidenceLevel
from toolwire.transport.cassette.file import load, save

__all__ = ["INSTALLED", "PROVIDER", "SUITE", "Outcome", "Project"]

INSTALLED = any(e.value == "toolwire.pytest_plugin" for e in entry_points(group="pytest11"))

PROVIDER = """
provider: acme
title: Acme
mirrors: openai
base_url: https://api.example.invalid/v1
key_env: ACME_KEY
hosts: [api.example.invalid]
models: [{id: m-1, source: "https://docs.example.invalid/", read: 2026-11-21}]
documented:
  absent: {value: no, note: not there, source: "https://docs.example.invalid/", read: 2026-11-21}
"""
SUITE = """
suite: greeting
title: Greeting
why: A suite of the tests.
cases:
  - id: one
    title: One call
    tools: [get_weather]
    steps:
      - user: 'Call get_weather({"location": "Paris"}) and nothing else.'
        expect: {calls: [{tool: get_weather, arguments: {location: Paris}}], stop: tool_call}
  - id: two
    title: Two words
    tools: [get_weather]
    steps:
      - user: Say "Good day" and call nothing.
        expect: {calls: none, text: {contains: Good day}}
"""


#: Plugins of others, which each process would import and no project here uses.
_WITHOUT = tuple(
    word for name in ("anyio", "hypothesispytest", "recording") for word in ("-p", f"no:{name}")
)


class Outcome(NamedTuple):
    """What a run of pytest came to."""

    returncode: int
    stdout: str
    stderr: str


class Project:
    """A user's project: suites, a provider and cassettes, and pytest run in it."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = path = pytester.path
        self.write("providers/acme.yaml", PROVIDER)
        self.write("suites/greeting.yaml", SUITE)
        self.items = self.planned()
        tape(self.items, path / "cassettes")

    def planned(self, *suites: str) -> tuple[Item, ...]:
        """Return what suites come to, of the provider in the project."""
        folders = {
            name: self.path / name.partition("_")[0] for name in ("suites_dir", "providers_dir")
        }
        return select(["acme"], suites or ["greeting"], **folders).items

    def record(self, *suites: str) -> None:
        """Tape some suites as if a server had sent what is on the tapes."""
        tape(self.planned(*suites), self.path / "cassettes", EvidenceLevel.RECORDED)

    def write(self, name: str, text: str) -> None:
        """Write a file of the project."""
        (self.path / name).parent.mkdir(parents=True, exist_ok=True)
        (self.path / name).write_text(text)

    def change(self, name: str, old: bytes, new: bytes) -> None:
        """Change the response in a cassette, keeping its requests."""
        item = next(item for item in self.items if item.id.endswith(name))
        cassette = load(self.path / "cassettes", item.cassette)
        ((request, response),) = cassette.exchanges
        assert old in response.body
        body = response.body.replace(old, new)
        pair = (request, type(response)(response.status, response.headers, body))
        save(self.path / "cassettes" / item.cassette, [pair], cassette.provenance)

    def run(self, *arguments: str) -> Outcome:
        """Run pytest in the project, which is told on the command line what is where."""
        folders = ("--toolwire-providers=providers", "--toolwire-cassettes=cassettes")
        own = ("--toolwire-provider=acme", "--toolwire-suites=suites", *folders)
        return self.bare(*own, *arguments)

    def bare(self, *arguments: str) -> Outcome:
        """Run pytest in the project: here, or in processes of its own when it has workers."""
        plugin = () if INSTALLED else ("-p", "toolwire.pytest_plugin")
        # Only true here, where the tests themselves have imported the package before.
        early = "-Wignore:Module already imported:pytest.PytestAssertRewriteWarning"
        apart = "-n" in arguments
        command = (*plugin, early, *(_WITHOUT if apart else ()), *arguments)
        done = (self.pytester.runpytest_subprocess if apart else self.pytester.runpytest_inprocess)(
            *command
        )
        return Outcome(int(done.ret), done.stdout.str() + "\n", done.stderr.str())
