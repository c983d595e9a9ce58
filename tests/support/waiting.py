"""What a run of users waits for and a test need not: busy servers, disks, certificates."""

from __future__ import annotations

import os
import ssl
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from unittest.mock import patch

from toolwire.transport.live import client
from toolwire.transport.live.retry import Retry
from toolwire.transport.live.trust import tls_context

__all__ = ["waiting_little"]

_AUTHORITIES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_DIR")


def waiting_little() -> ExitStack:
    """Return what is entered for tests in this process; programs that they start wait as ever.

    A server that fails is asked again as often as ever, at first after 10 ms, and the pause that
    it names is kept to. A file is not waited for until it is on the disk: who kills a process
    finds what it wrote, and no test cuts the power. Certificates of the same files are read once.
    """
    stack = ExitStack()
    stack.enter_context(patch.object(client, "Retry", partial(Retry, base=0.01)))
    stack.enter_context(patch.object(os, "fsync", _looked_at))
    stack.enter_context(patch.object(client, "tls_context", _Contexts()))
    return stack


def _looked_at(handle: int) -> None:
    """Fail where `os.fsync` fails for what it is given."""
    os.fstat(handle)


class _Contexts:
    """TLS contexts by what an environment says of authorities."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str | None, ...], ssl.SSLContext] = {}

    def __call__(self, environ: Mapping[str, str]) -> ssl.SSLContext:
        key = tuple(environ.get(name) for name in _AUTHORITIES)
        if key not in self._kept:
            self._kept[key] = tls_context(environ)
        return self._kept[key]
