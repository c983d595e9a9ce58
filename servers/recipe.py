"""What there is to know of one server, as data.

Texts of commands, environments and configuration may hold `{home}` (where the server is installed),
`{cache}` (where servers are started from), `{config}`, `{port}` and `{upstream}` (the port of the
server that it stands in front of).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from toolwire.model.observation import SCRIPTED

#: Name of the scripted model: in requests, and of its folder below the cache folder.
MODEL = SCRIPTED

#: Runs a command in a folder, its output going to the log; raises `MissingError`.
Shell: TypeAlias = Callable[..., None]
#: Installs into an empty folder.
Install: TypeAlias = Callable[[Path, Shell], None]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one server is had, started and asked.

    Attributes:
        name: on the command line, and of its folder.
        release: what is installed; another one is another folder.
        install: see `Install`.
        command: starts it.
        version: prints what is installed, which is not always what was asked for.
        ready: path that answers 200 as soon as it can be asked.
        routes: names of the provider files' routes that it answers.
        environment: variables that it is started with.
        config: text of a file that it reads; "" for none.
        keys: variables that hold one random key of the run, for the server and for toolwire.
        behind: name of the server that it stands in front of; "" for none.
        patience: seconds until it has to be ready.
        together: cases side by side.
    """

    name: str
    release: str
    install: Install
    command: tuple[str, ...]
    version: tuple[str, ...]
    ready: str
    routes: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    config: str = ""
    keys: tuple[str, ...] = ()
    behind: str = ""
    patience: float = 300.0
    together: int = 1
