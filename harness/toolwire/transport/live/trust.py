"""Whom to trust and which way to go: certificate authorities and proxies of an environment."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address, ip_network
from pathlib import Path

from yarl import URL

from toolwire.io.opening import opened
from toolwire.model.errors import ToolwireError
from toolwire.transport.loopback import loopback

#: The first that is set names the authorities; they then replace those of the system.
_FILES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_FOLDER = "SSL_CERT_DIR"


def tls_context(environ: Mapping[str, str]) -> ssl.SSLContext:
    """Return the TLS context of a run: TLS 1.2 at least, host names checked.

    Raises:
        ToolwireError: a variable names a file of authorities that cannot be read.
    """
    name = next((name for name in _FILES if environ.get(name)), None)
    path = environ[name] if name else None
    folder = environ.get(_FOLDER) or None
    if path is not None and Path(path).is_dir():
        path, folder = None, path
    try:
        if path is not None:
            opened(path).close()  # a pipe would keep OpenSSL waiting, a device busy
        return _context(path, folder)
    except (OSError, ssl.SSLError) as error:
        why = (error.strerror or "not a file of certificates").lower()
        hint = "it has to be a PEM file of certificate authorities"
        raise ToolwireError(f"{name or _FOLDER}: {why}", where=path or "", hint=hint) from None


@lru_cache(maxsize=8)
def _context(path: str | None, folder: str | None) -> ssl.SSLContext:
    """Return one context for all clients of a process: to read a system's authorities takes 0.1 s."""
    return ssl.create_default_context(cafile=path, capath=folder)


def proxy_for(url: URL, environ: Mapping[str, str]) -> URL | None:
    """Return the proxy a request has to take; None for the direct way.

    `HTTPS_PROXY`, `HTTP_PROXY` and `ALL_PROXY` in either case, small letters first. `NO_PROXY`
    lists hosts (and all below them), with or without a port, networks (10.0.0.0/8), or `*`.
    Loopback is never proxied, as in Go's net/http.

    Raises:
        ToolwireError: the proxy is of a kind that is not supported.
    """
    host = url.host or ""
    value = _setting(environ, f"{url.scheme}_proxy") or _setting(environ, "all_proxy")
    if not value or loopback(host) or host.endswith(".localhost"):
        return None
    if url.scheme == "http" and "REQUEST_METHOD" in environ and "http_proxy" not in environ:
        # In CGI, HTTP_PROXY is a header of the request (httpoxy, CVE-2016-5385).
        return None
    if any(_spared(url, rule) for rule in _setting(environ, "no_proxy").split(",")):
        return None
    proxy = URL(value if "://" in value else f"http://{value}")
    if proxy.scheme not in {"http", "https"}:
        hint = "use an HTTP proxy, or NO_PROXY for this host"
        raise ToolwireError(f"a proxy of kind {proxy.scheme} is not supported", hint=hint)
    return proxy


def _spared(url: URL, rule: str) -> bool:
    host = (url.host or "").lower()
    name = rule.strip().lower().removeprefix("*").lstrip(".")
    if not name:
        return rule.strip() == "*"
    if "/" in name:
        return _within(host, name)
    for known in (host, f"{host}:{url.port}"):
        if known == name or known.endswith(f".{name}"):
            return True
    return False


def _within(host: str, network: str) -> bool:
    try:
        return ip_address(host) in ip_network(network, strict=False)
    except ValueError:
        return False


def _setting(environ: Mapping[str, str], name: str) -> str:
    return environ.get(name) or environ.get(name.upper()) or ""
