"""Where a dialect may be found, given what a user took for its base URL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from toolwire.dialects import load_dialect
from toolwire.jobs.verify.forms import form_of, ranked
from toolwire.model.errors import ToolwireError

_VERSION = re.compile(r"/(?:v\d+(?:alpha|beta)?\d*|api)", re.ASCII)
_PLAIN = re.compile(r"https?://[^\s?#{}\\]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Address:
    """A base URL as a user gave it.

    Attributes:
        base: scheme, host and path, without an endpoint's path and slashes at the end.
        names: the dialect whose endpoint path was given; "" when none was.
    """

    base: str
    names: str = ""

    @property
    def origin(self) -> str:
        """Return scheme, host and port."""
        parts = urlsplit(self.base)
        return f"{parts.scheme}://{parts.netloc}"

    def bases(self, name: str) -> tuple[str, ...]:
        """Return the base URLs at which a dialect is looked for: the given one, its neighbours.

        These are: with and without a version at the end, and with the one that the dialect's
        SDK expects there. A host without a path leaves that to us, so it comes first then.
        """
        return tuple(dict.fromkeys(self._bases(form_of(name).prefix)))

    def _bases(self, prefix: str) -> Iterator[str]:
        base = self.base
        head, slash, last = base.rpartition("/")
        bare = head if base != self.origin and _VERSION.fullmatch(f"{slash}{last}") else base
        if base != self.origin:
            yield base
        yield bare + prefix
        yield bare


def address_of(text: str) -> Address:
    """Read what a user gave as URL.

    Raises:
        ToolwireError: it is no plain http or https address.
    """
    where = "URL"
    text = text.strip()
    if not _PLAIN.fullmatch(text):
        hint = "write it as https://host/v1, without a query; a key goes with --key-env"
        raise ToolwireError("not a plain http or https address", where=where, hint=hint)
    try:
        parts = urlsplit(text)
        known = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        known = False
    if not known:
        raise ToolwireError("an address without a host", where=where)
    if "@" in parts.netloc:
        hint = "keep the key in an environment variable and name that with --key-env"
        raise ToolwireError("an address must not hold a key", where=where, hint=hint)
    origin = f"{parts.scheme}://{parts.netloc.lower()}"
    path = parts.path.rstrip("/")
    found = min(_endpoints(path), default=None, key=lambda found: found[0])
    if found is None:
        return Address(origin + path)
    start, name = found
    return Address(origin + path[:start].rstrip("/"), name)


def _endpoints(path: str) -> Iterator[tuple[int, str]]:
    """Yield where a dialect's own path begins at the end of a path, and the dialect's name."""
    for name in ranked():
        for pattern in load_dialect(name).wire.serving.endings:
            found = re.search(f"{pattern}$", path)
            if found:
                yield found.start(), name
