"""Detection asks few dialects where the path says enough, and finds what asking all would."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from toolwire.dialects import DIALECTS, dialects, load_dialect
from toolwire.jobs.lint import detect as detection
from toolwire.jobs.lint.detect import detect
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.scenarios import every_clean
from toolwire.traffic import read

ENDINGS = [(ending, spoken.name) for spoken in dialects() for ending in spoken.paths]


def asking_all(exchanges: list[Exchange], monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that what is found is what asking every dialect finds."""
    found = [detect(exchange) for exchange in exchanges]
    monkeypatch.setattr(detection, "_homes", lambda: ())
    assert [detect(exchange) for exchange in exchanges] == found


def test_a_path_is_one_dialects() -> None:
    """No path ends as those of two dialects do."""
    assert ENDINGS
    for (one, name), (other, another) in permutations(ENDINGS, 2):
        assert name == another or not one.endswith(other)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_clean_exchange_is_found_as_by_asking_all(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every exchange of the reference responder is its dialect's, and no other is as sure."""
    exchanges = [exchange for _, _, exchange in every_clean(load_dialect(name))]
    assert {detect(exchange).dialect for exchange in exchanges} == {name}
    asking_all(exchanges, monkeypatch)


def test_recorded_traffic_is_found_as_by_asking_all(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same holds for what was recorded, whatever its path."""
    folders = [str(path) for path in sorted((shared / "corpus").iterdir()) if path.is_dir()]
    exchanges = [item for item in read(folders) if isinstance(item, Exchange)]
    assert len(exchanges) > 3000
    asking_all(exchanges, monkeypatch)
