"""Ways to spell a text, one for each that a server may use, and readers that know nothing of ours."""

from __future__ import annotations

import html
import re
from base64 import b64decode, b64encode, urlsafe_b64encode
from binascii import Error
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import quote, unquote_to_bytes

RUN = 12
WIDTHLESS = "\u200b\u200c\u200d\u2060\ufeff\u00ad"

#: What a key becomes before it is spelled; enough of it is left to go on with.
PARTS: dict[str, Callable[[str], str]] = {
    "whole": str,
    "less its last character": lambda key: key[:-1],
    "first half": lambda key: key[: len(key) // 2],
    "second half": lambda key: key[len(key) // 2 :],
    "capitals": str.upper,
    "small letters": str.lower,
    "other case": str.swapcase,
    "in a word": lambda key: f"prefix{key}suffix",
}

#: What undoes one layer each.
SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "percent": lambda text: quote(text, safe=""),
    "percent, every sign": lambda text: "".join(f"%{code:02x}" for code in text.encode()),
    "JSON": lambda text: "".join(f"\\u{ord(sign):04X}" for sign in text),
    "JSON, signs": lambda text: re.sub(r"[^A-Za-z0-9]", lambda m: f"\\u{ord(m[0]):04x}", text),
    "hex escapes": lambda text: "".join(f"\\x{code:02x}" for code in text.encode()),
    "decimal references": lambda text: "".join(f"&#{ord(sign)};" for sign in text),
    "hexadecimal references": lambda text: "".join(f"&#x{ord(sign):x};" for sign in text),
    "named references": lambda text: (
        text.replace("&", "&amp;")
        .replace("_", "&lowbar;")
        .replace("-", "&hyphen;")
        .replace("/", "&sol;")
        .replace("%", "&percnt;")
    ),
    "without width": "\u200b".join,
    "base64": lambda text: b64encode(text.encode()).decode(),
    "base64 of URLs": lambda text: urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "base64, further on": lambda text: b64encode(b"u:" + text.encode() + b" and more").decode(),
    "hex": lambda text: text.encode().hex(),
    "hex, capitals": lambda text: text.encode().hex().upper(),
}

_ESCAPE = re.compile(rb"\\+(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))", re.DOTALL)
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{11,}")
_HEX = re.compile(rb"[0-9A-Fa-f]{16,}")


def _unescaped(text: bytes) -> bytes:
    def sign(match: re.Match[bytes]) -> bytes:
        digits = match[1] or match[2]
        return chr(int(digits, 16)).encode("utf-8", "replace") if digits else match[3]

    return _ESCAPE.sub(sign, text)


def _unreferenced(text: bytes) -> bytes:
    plain = html.unescape(text.decode("utf-8", "surrogateescape")).replace("\u2010", "-")
    return plain.encode("utf-8", "replace")


def _visible(text: bytes) -> bytes:
    for sign in WIDTHLESS:
        text = text.replace(sign.encode(), b"")
    return text


def _unpacked(text: bytes) -> Iterator[bytes]:
    for match in _BASE64.finditer(text):
        signs = match[0].replace(b"-", b"+").replace(b"_", b"/")
        for offset in range(4):
            run = signs[offset:]
            yield b64decode(run[: len(run) // 4 * 4])
            try:
                yield b64decode(run + b"=" * (-len(run) % 4))
            except Error:
                continue
    for match in _HEX.finditer(text):
        run = match[0]
        yield bytes.fromhex(run[: len(run) // 2 * 2].decode())
        yield bytes.fromhex(run[1 : 1 + (len(run) - 1) // 2 * 2].decode())


def readings(text: bytes, layers: int) -> set[bytes]:
    """Return a text and all that it reads as, up to so many layers down."""
    seen, new = {text}, {text}
    for _ in range(layers):
        further: set[bytes] = set()
        for one in new:
            for read in (_unescaped, _unreferenced, unquote_to_bytes, _visible):
                further.add(read(one))
            further.update(_unpacked(one))
        new = further - seen
        seen |= new
    return seen


def shares(texts: Iterable[bytes], key: str) -> bool:
    """Say whether a text has 12 characters in a row of a key in it, whatever their case."""
    low = key.encode().lower()
    runs = [low[n : n + RUN] for n in range(max(len(low) - RUN, 0) + 1)]
    return any(run in text.lower() for text in texts for run in runs)
