"""`toolwire init`: a configuration file to begin with, a first suite and a provider of one's own."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from toolwire.cli.commands.init import MODEL, URL
from toolwire.cli.config import FILE, in_folder
from toolwire.cli.screen.table import say
from toolwire.dialects import MOST_SPOKEN
from toolwire.io.files import write_atomically
from toolwire.model.errors import ToolwireError
from toolwire.providers import load_providers

_SUITE: Final = "first_suite"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}", re.ASCII)
_ADDRESS: Final = re.compile(r"https?://[^\s?#]*[^\s?#/]")
#: Key -> value to begin with, and what it says.
_KEYS: Final = {
    "providers": ("providers", "Folder of your own provider files."),
    "suites": ("suites", "Folder of your own suites, which come before the shipped ones."),
    "cassettes": ("cassettes", "Folder that `audit --record` writes and `audit` replays."),
    "baselines": ("reports", "Folder of dated reports, with which `report` and `diff` compare."),
    "output": ("toolwire-report", "Folder that `audit` writes into."),
    "fail-on": ("error", "The mildest finding that ends with exit code 1: error, warning, never."),
}
_HEAD: Final = """\
# What toolwire takes where no option says otherwise: docs/configuration.md.
# Folders are relative to this file, and below it.
"""
_SUITE_TEXT: Final = f"""\
# A suite of your own: what is asked, and what every reply has to be (docs/adding-a-suite.md).
suite: {_SUITE}
title: First suite
why: A server that does not call the tool it is told to call runs no agent.
cases:
  - id: one_call
    title: One call
    tools: [get_weather]  # of the shipped tools; your own go into tools.yaml beside this file
    attempts: 3           # how often a model may be asked before its silence counts
    steps:
      - user: 'Call get_weather({{"location": "Paris"}}).'
        expect:
          calls: [{{tool: get_weather, arguments: {{location: {{contains: Paris}}}}}}]
          stop: tool_call
"""
_PROVIDER_TEXT: Final = """\
# A provider of your own: docs/provider-files.md has everything that such a file can say.
provider: {name}
title: {name}
dialect: {dialect}  # its wire format: `toolwire list dialects`
base_url: {url}
# key_env: {variable}  # the variable of its key; allow it with --key-env {variable}
models:
  - id: {model}
    confirmed: false  # no page was read that says so; else `source` and `read`
"""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be written.

    Attributes:
        folder: where.
        suite: a first suite too.
        provider: id of a provider, "" for none; url, model: of it.
    """

    folder: Path
    suite: bool = False
    provider: str = ""
    url: str = URL
    model: str = MODEL

    def files(self) -> Iterator[tuple[Path, str]]:
        """Yield each file with its text."""
        yield self.folder / FILE, self._config()
        if self.suite:
            yield self.folder / "suites" / f"{_SUITE}.yaml", _SUITE_TEXT
        if self.provider:
            variable = f"{self.provider.upper().replace('-', '_')}_API_KEY"
            text = _PROVIDER_TEXT.format(
                name=json.dumps(self.provider),
                dialect=MOST_SPOKEN,
                url=json.dumps(self.url),
                model=json.dumps(self.model),
                variable=variable if variable[0].isalpha() else f"KEY_{variable}",
            )
            yield self.folder / "providers" / f"{self.provider}.yaml", text

    def _config(self) -> str:
        said = {"suites": self.suite, "providers": self.provider, "cassettes": self.provider}
        lines = [_HEAD]
        for key, (value, text) in _KEYS.items():
            mark = "" if said.get(key) else "# "
            lines.append(f'\n# {text}\n{mark}{key} = "{value}"\n')
        return "".join(lines)

    def commands(self) -> Iterator[str]:
        """Yield what to type next."""
        if self.folder.resolve() != Path.cwd().resolve():
            yield f"cd {shlex.quote(str(self.folder))}"
        yield "toolwire doctor"
        name = _SUITE if self.suite else "single_call"
        if self.provider:
            asked = f"-p {self.provider} -s {name}"
            yield f"toolwire plan {asked}"
            yield f"toolwire audit {asked} --record --max-requests 100 -o recorded"
            yield f"toolwire audit {asked} -o replayed"
        elif self.suite:
            yield f"toolwire plan -p openai -s {name}"
        else:
            yield f"toolwire audit -s {name} -o {_KEYS['output'][0]}"


def run(*, output: Path, suite: bool, provider: str, url: str, model: str) -> int:
    """Do what `toolwire init` says; return the exit code."""
    if provider:
        _check_provider(provider, url)
    elif (url, model) != (URL, MODEL):
        raise ToolwireError("--url and --model are those of --provider", hint="name it")
    wanted = _Wanted(output, suite, provider, url.rstrip("/"), model)
    _refuse_others(wanted)
    for path, text in wanted.files():
        write_atomically(path, text.encode())
        say(f"written: {path}")
    say("next:")
    for line in wanted.commands():
        say(f"  {line}")
    return 0


def _check_provider(name: str, url: str) -> None:
    if _NAME.fullmatch(name) is None:
        hint = "lower-case letters, digits and -, at most 64"
        raise ToolwireError(f"{name!r} is no name of a provider", where="--provider", hint=hint)
    if any(name == one.id for one in load_providers()):
        hint = "choose a name of your own"
        raise ToolwireError(f"{name} ships with toolwire", where="--provider", hint=hint)
    if _ADDRESS.fullmatch(url.rstrip("/")) is None:
        raise ToolwireError("that is no base URL", where="--url", hint=f"for example {URL}")


def _refuse_others(wanted: _Wanted) -> None:
    there = in_folder(wanted.folder)
    if there is not None:
        raise ToolwireError("there is a configuration already", where=there.name, hint="edit it")
    for path, _ in wanted.files():
        if path.exists() or path.is_symlink():
            raise ToolwireError("exists already", where=str(path), hint="nothing was written")
