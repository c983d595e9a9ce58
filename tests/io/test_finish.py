"""Work that waits, run to its end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator

import pytest

from toolwire.io.finish import finish


class _Result:
    """A result that counts how often it is spelt."""

    spelt = 0

    def __repr__(self) -> str:
        self.spelt += 1
        return "result"


async def _comes_to(result: object) -> object:
    await asyncio.sleep(0)
    return result


@pytest.fixture(autouse=True)
def _handler() -> Iterator[None]:
    """Let Ctrl-C raise, which shells switch off for what they start in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_the_result_is_not_spelt() -> None:
    """What work comes to is handed on as it is, though the handler of Ctrl-C is changed meanwhile."""
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    result = _Result()
    assert finish(_comes_to(result)) is result
    assert result.spelt == 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_work_raises_is_raised() -> None:
    """An error comes through as it is, and so does Ctrl-C."""

    async def fails() -> None:
        raise ValueError("no")

    async def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(60)

    with pytest.raises(ValueError, match="no"):
        finish(fails())
    with pytest.raises(KeyboardInterrupt):
        finish(interrupted())
