"""Recorded traffic beside the checkout, line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from toolwire.dialects import Dialect
from toolwire.model.exchange import Exchange
from toolwire.traffic import read

__all__ = ["Line", "cited", "recorded", "unseen_alone"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the corpus.

    Attributes:
        file: its file, below the corpus.
        number: where it stands in it, from 1.
        api: the format that the corpus says it speaks.
        exchange: what was recorded.
    """

    file: str
    number: int
    api: str
    exchange: Exchange

    @property
    def place(self) -> str:
        """Return file and number, for the message of an assertion."""
        return f"{self.file}:{self.number}"


def recorded(shared: Path, *folders: str, speaking: str = "") -> Iterator[Line]:
    """Yield every line of these folders, or of all; every one is readable.

    Args:
        shared: the folder that holds the corpus.
        folders: providers, as the corpus names their folders.
        speaking: leave out files in which no line speaks this format.
    """
    corpus = shared / "corpus"
    for path in sorted(p for folder in folders or ("*",) for p in corpus.glob(f"{folder}/*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            apis = [json.loads(line)["api"] for line in lines]
        if speaking and speaking not in apis:
            continue
        for number, (api, exchange) in enumerate(zip(apis, read([path]), strict=True), start=1):
            assert isinstance(exchange, Exchange), exchange
            yield Line(str(path.relative_to(corpus)), number, api, exchange)


def unseen_alone(shared: Path, dialect: Dialect, doubt: float) -> int:
    """Return how many responses of a dialect are not known by their bytes alone.

    With its request every line is known, and no line of another format is taken for one.

    Args:
        shared: the folder that holds the corpus.
        dialect: whose lines; the same providers serve other formats.
        doubt: how sure it is at the most of what is not its own.
    """
    missed = 0
    for line in recorded(shared, speaking=dialect.name):
        ours = line.api == dialect.name
        assert (dialect.recognise(line.exchange).confidence > 0.9) is ours, line.place
        alone = Exchange(None, line.exchange.response, line.exchange.evidence)
        sure = dialect.recognise(alone).confidence
        assert ours or sure <= doubt, line.place
        missed += ours and sure <= doubt
    return missed


def cited(url: str) -> str:
    """Return `repo path` of a file that is cited by its address, as corpora cite it."""
    repo, _, place = unquote(url).removeprefix("https://github.com/").partition("/blob/")
    return f"{repo} {place.partition('/')[2]}"
