"""An error that is told in a body under a status of success."""

from __future__ import annotations

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading


def is_error_under_success(reading: Reading) -> bool:
    """Return whether a body is an error and its status one of success, which TC002 tells.

    After 200 a stream has no other way to tell of a failure than an event.
    """
    if reading.exchange.response.status >= 400 or reading.reply.error is None:
        return False
    return reading.mode is Mode.BLOCKING and not _is_failed_response(reading)


def _is_failed_response(reading: Reading) -> bool:
    """Return whether a body is a response object that failed, which is no error body."""
    value = reading.body
    known = load_dialect(reading.dialect).wire.stop_words
    may_fail = known is not None and "failed" in known.words
    return may_fail and isinstance(value, dict) and value.get("status") == "failed"
