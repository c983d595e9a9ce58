"""What an exchange tells of itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Response


@pytest.mark.parametrize(
    ("level", "headers", "kept"),
    [
        (EvidenceLevel.IMPORTED, (), False),
        (EvidenceLevel.IMPORTED, (("content-length", "0"),), True),
        (EvidenceLevel.RECORDED, (), True),
        (EvidenceLevel.LIVE, (), True),
    ],
)
def test_only_a_recording_of_others_may_have_lost_the_body(
    level: EvidenceLevel, headers: tuple[tuple[str, str], ...], *, kept: bool
) -> None:
    """What this harness saw come empty came empty, and so did what says so itself."""
    seen = Exchange(None, Response(200, headers, b""), Evidence(level, "a"))
    assert seen.body_not_kept is not kept
    assert not replace(seen, response=Response(200, headers, b"x")).body_not_kept
