"""What the project and the command line say: options first, then the ini file, then the configuration.

Folders of an ini file are relative to rootdir, those of the command line to where pytest was
started. The configuration (`toolwire.toml`, or its table in pyproject.toml) is that of rootdir and
names providers and cassettes only: a file that was written for the command line collects nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from toolwire.cli.config import in_folder
from toolwire.model.errors import ToolwireError
from toolwire.transport.cassette.file import shipped_cassettes

_NO_RECORDING: Final = "none"


@dataclass(frozen=True, slots=True)
class Settings:
    """What one run of pytest is told.

    Attributes:
        suites: folder whose files are suites.
        providers: folder of own provider files; None for the shipped ones.
        own_cassettes: folder of own cassettes; None for the shipped ones.
        names: words that name providers; models: of each of them.
        allow_not_run: what could not be looked at is skipped.
        results: file to write; None for none.
        record: `none`, `once` or `all`.
        most_usd, most_requests: the budget of recording; None for no limit.
        key_env: variables that own provider files may read.
    """

    suites: Path
    providers: Path | None
    own_cassettes: Path | None
    names: tuple[str, ...]
    models: tuple[str, ...]
    allow_not_run: bool
    results: Path | None
    record: str
    most_usd: float | None
    most_requests: int | None
    key_env: tuple[str, ...]

    @property
    def cassettes(self) -> Path:
        """Return the folder of cassettes that is replayed."""
        return self.own_cassettes or shipped_cassettes()

    @property
    def recording(self) -> bool:
        """Whether providers may be asked."""
        return self.record != _NO_RECORDING


def settings_of(config: pytest.Config) -> Settings:
    """Return what a run is told.

    Raises:
        UsageError: a folder is not there, or the configuration is not of the form.
    """
    option = config.getoption
    record: str = option("--toolwire-record-mode")
    suites = _existing(config, "suites")
    if suites is None:
        raise pytest.UsageError("toolwire: --toolwire-suites names no folder")
    return Settings(
        suites,
        _existing(config, "providers"),
        _folder(config, "cassettes") if record != _NO_RECORDING else _existing(config, "cassettes"),
        _words(config, "provider"),
        _words(config, "model"),
        bool(option("--toolwire-allow-not-run") or config.getini("toolwire_allow_not_run")),
        _place(config, "results"),
        record,
        option("--toolwire-max-usd"),
        option("--toolwire-max-requests"),
        tuple(option("--toolwire-key-env")),
    )


def _place(config: pytest.Config, name: str) -> Path | None:
    typed = config.getoption(f"--toolwire-{name}")
    if typed:
        return Path(config.invocation_params.dir, typed)
    written: str = config.getini(f"toolwire_{name}")
    return config.rootpath / written if written else None


def _folder(config: pytest.Config, name: str) -> Path | None:
    place = _place(config, name)
    if place is not None or name == "suites":
        return place
    try:
        found = in_folder(config.rootpath)
        place = None if found is None else found.folder(name)
    except ToolwireError as error:
        raise pytest.UsageError(f"toolwire: {error}") from None
    return None if place is None else place.absolute()


def _existing(config: pytest.Config, name: str) -> Path | None:
    place = _folder(config, name)
    if place is not None and not place.is_dir():
        hint = f"make it, or mend --toolwire-{name} or toolwire_{name}"
        raise pytest.UsageError(f"toolwire: no such folder of {name}: {place} ({hint})")
    return place


def _words(config: pytest.Config, name: str) -> tuple[str, ...]:
    return tuple(config.getoption(f"--toolwire-{name}") or config.getini(f"toolwire_{name}"))
