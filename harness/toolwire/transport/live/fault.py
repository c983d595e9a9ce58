"""What goes wrong on the way, in words that hold nothing from the wire and no key."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeAlias

import aiohttp

from toolwire.model.errors import CUT_OFF, HUNG_UP


class FaultError(Exception):
    """An attempt that brought no answer.

    Attributes:
        reason: one line, without the address.
        again: whether another attempt may help: the connection failed, not the answer.
    """

    def __init__(self, reason: str, *, again: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again


_Telling: TypeAlias = Callable[[BaseException], str]


def _system(error: BaseException) -> str:
    number = getattr(error, "os_error", error)
    code = number.errno if isinstance(number, OSError) else None
    return os.strerror(code).lower() if code is not None and code > 0 else "no connection"


def _untrusted(error: BaseException) -> str:
    inner = getattr(error, "certificate_error", error)
    why = getattr(inner, "verify_message", "") or type(inner).__name__
    return f"its certificate is not trusted: {why}; SSL_CERT_FILE names your own authority"


#: Class -> (what to tell, whether another attempt may help); the first that fits.
_FAULTS: tuple[tuple[type[BaseException], _Telling, bool], ...] = (
    (aiohttp.ClientConnectorCertificateError, _untrusted, False),
    (aiohttp.ClientConnectorDNSError, lambda _: "its name cannot be resolved", True),
    (aiohttp.ClientConnectorSSLError, lambda _: "the TLS handshake failed", True),
    (aiohttp.ClientProxyConnectionError, lambda e: f"the proxy: {_system(e)}", True),
    (aiohttp.ClientHttpProxyError, lambda e: f"the proxy answered {_status(e)}", False),
    (aiohttp.ConnectionTimeoutError, lambda _: "no connection in time", True),
    (aiohttp.ClientConnectorError, _system, True),
    (aiohttp.ServerDisconnectedError, lambda _: HUNG_UP, True),
    (aiohttp.ClientPayloadError, lambda _: CUT_OFF, True),
    # Bytes after the end of one answer may be met by the next request on the connection.
    (aiohttp.ClientResponseError, lambda _: "what it sent is not HTTP, or not in order", True),
    (aiohttp.ClientOSError, _system, True),
    (aiohttp.InvalidURL, lambda _: "that is no address", False),
    (ConnectionError, _system, True),
    (aiohttp.ClientError, lambda e: type(e).__name__, False),
    (OSError, _system, True),
    (ValueError, lambda _: "the request cannot be written", False),
)


def _status(error: BaseException) -> str:
    return str(getattr(error, "status", "with an error"))


def fault_of(error: BaseException) -> FaultError:
    """Return what an exception of the HTTP client means."""
    for kind, tell, again in _FAULTS:
        if isinstance(error, kind):
            return FaultError(tell(error), again=again)
    raise error
