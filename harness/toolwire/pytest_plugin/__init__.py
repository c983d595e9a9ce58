"""pytest as a front door: the suites of a project as test items, and a server with one fault.

Suites are collected from the folder that the project names, and nothing is without one: other
YAML is not even opened. Until then nothing else of toolwire is imported, so that the plugin costs
the test runs of other projects nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import pytest

if TYPE_CHECKING:
    from toolwire.pytest_plugin.serving import ServerFactory

#: Option without its dashes -> kind of its value in an ini file, and what it says.
_EITHER: Final[dict[str, tuple[Literal["string", "args"], str]]] = {
    "toolwire-suites": ("string", "Folder whose YAML files are suites; none are collected without"),
    "toolwire-providers": ("string", "Folder of your provider files"),
    "toolwire-cassettes": ("string", "Folder of cassettes; the shipped ones if not given"),
    "toolwire-results": ("string", "Write a results.jsonl"),
    "toolwire-provider": (
        "args",
        "Audit these providers only; several times for several. Every target with a cassette if none",
    ),
    "toolwire-model": (
        "args",
        "Models of each of these providers, also ones that their files do not list",
    ),
}
_SUITES: Final = "toolwire-suites"
_ALLOW: Final = "toolwire-allow-not-run"
_RECORD: Final = "toolwire-record-mode"


class NonStrictWarning(pytest.PytestWarning):
    """A case passed with findings of severity warning."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this plugin, and those of an ini file."""
    group = parser.getgroup("toolwire", "conformance of tool-calling wire formats")
    for name, (kind, text) in _EITHER.items():
        ini = name.replace("-", "_")
        several = kind == "args"
        how = {"action": "append", "default": []} if several else {"type": Path}
        metavar = "NAME" if several else "FILE" if name.endswith("results") else "DIR"
        group.addoption(f"--{name}", metavar=metavar, help=f"{text} (ini: {ini}).", **how)
        parser.addini(ini, f"{text}.", type=kind, default=[] if several else "")
    not_run = "Skip what could not be looked at, or was inconclusive, instead of failing"
    group.addoption(f"--{_ALLOW}", action="store_true", help=f"{not_run}.")
    parser.addini(_ALLOW.replace("-", "_"), f"{not_run}.", type="bool", default=False)
    group.addoption(
        f"--{_RECORD}",
        choices=("none", "once", "all"),
        default="none",
        help="Ask the providers and keep cassettes: `once` where there is none, `all` anew. Costs"
        " money; needs a limit.",
    )
    group.addoption(
        "--toolwire-max-usd",
        type=float,
        metavar="USD",
        help="Recording: send nothing that could make the run dearer.",
    )
    group.addoption(
        "--toolwire-max-requests",
        type=int,
        metavar="N",
        help="Recording: send no more requests than this.",
    )
    group.addoption(
        "--toolwire-key-env",
        action="append",
        default=[],
        metavar="NAME",
        help="Recording: environment variable that your own provider files may read; several times"
        " for several.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Begin to collect suites, where the project or the command line names a folder of them."""
    if config.getoption(f"--{_SUITES}") or config.getini(_SUITES.replace("-", "_")):
        from toolwire.pytest_plugin.session import begin  # noqa: PLC0415 - lazy, see the module

        begin(config)
    elif config.getoption(f"--{_RECORD}") != "none" or config.getoption("--toolwire-results"):
        what = "nothing is collected without a folder of suites"
        raise pytest.UsageError(f"toolwire: {what}: name it with --{_SUITES} or toolwire_suites")


@pytest.fixture
def toolwire_server() -> Iterator[ServerFactory]:
    """Start servers that answer like a provider, or with one fault: `toolwire_server(fault="TC304")`.

    What it returns has the `url`; all end with the test. See `toolwire.pytest_plugin.serving`.
    """
    from toolwire.pytest_plugin.serving import ServerFactory  # noqa: PLC0415 - lazy, see the module

    with ExitStack() as running:
        yield ServerFactory(running)
