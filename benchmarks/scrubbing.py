"""What looking for secrets costs: the shipped cassettes, a small exchange, and hostile texts.

    python benchmarks/scrubbing.py [--megabytes 8] [--only WORD] [--folder PROVIDER]

CPU seconds of this process. Each hostile text is scrubbed in a process of its own, whose peak memory
is told too: as the body of an answer, with a key of the run to look for. The limits (2 s and 300 MB
for 8 MB) are in docs/benchmarks.md; this prints, and judges nothing.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from pathlib import PurePosixPath

from toolwire.io.secrets.known import known
from toolwire.model.exchange import Request, Response
from toolwire.transport.cassette.file import load, shipped_cassettes
from toolwire.transport.scrub.exchange import hits, scrub

KEY = "sk-" + "proj-" + "Ab1cdEF23" * 6
ASKED = Request("POST", "https://api.acme.test/v1", (), b"{}")
EVENT = b'data: {"choices":[{"index":0,"delta":{"content":"ab"}}]}\n\n'

#: Name -> the text that is repeated.
HOSTILE = {
    "percent signs": b"%",
    "percent escapes": b"%41",
    "percent escapes of percent signs": b"%25",
    "character references, broken": b"&#",
    "character references": b"&#65;",
    "ampersands": b"&amp;",
    "letters": b"a",
    "letters of base64 that unpack to themselves": b"V",
    "base64 of base64": b64encode(b64encode(b64encode(b"It is text, and again."))),
    "runs of base64": b"abcdefghijklmnopqr ",
    "hex": b"6a",
    "unicode escapes, broken": b"\\u",
    "unicode escapes": b"\\u0041",
    "escaped slashes": b"\\/",
    "backslashes": b"\\",
    "escaped quotes": b'\\"',
    "zero-width characters": b"\xe2\x80\x8b",
    "nested arrays": b"[",
    "strings in an array": b'"a",',
    "objects in an array": b'{"a":"b"},',
    "lines of data": b"data: x\n",
    "events": EVENT,
    "documents in lines": b'{"a":"b"}\n',
    "quotes": b'"',
    "a part of the key": KEY[7:13].encode(),
    "the key": KEY.encode() + b" ",
    "beginnings of keys": b"sk-",
    "line breaks": b"\n",
    "cookies": b"cookie: a",
}
#: What stands before and after: a secret makes for a second, closer look.
AROUND = {"alone": (b"", b""), "beside a secret": (b'{"a":"jane.doe@corp.io', b'"}')}


def _spent(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def _cassettes(below: str) -> None:
    folder = shipped_cassettes()
    files = (folder / below).rglob("*.yaml")
    paths = [PurePosixPath(file.relative_to(folder).as_posix()) for file in files]
    pairs = [pair for path in paths for pair in load(folder, path).exchanges]
    values = known([KEY])
    found = min(_spent(lambda: [list(hits(*pair)) for pair in pairs]) for _ in range(3))
    scrubbed = min(_spent(lambda: [scrub(*pair, values) for pair in pairs]) for _ in range(3))
    size = sum(len(asked.body) + len(answer.body) for asked, answer in pairs)
    print(f"{len(pairs)} shipped exchanges, {size / 1e6:.1f} MB, us an exchange:")
    print(f"  hits {found / len(pairs) * 1e6:.0f}, scrub {scrubbed / len(pairs) * 1e6:.0f}")


def _one(name: str, around: str, size: int) -> None:
    unit, (before, after) = HOSTILE[name], AROUND[around]
    body = before + unit * (size // len(unit)) + after
    response = Response(200, (), body)
    spent = _spent(lambda: scrub(ASKED, response, known([KEY])))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"  {spent:5.2f} s  {peak:4d} MB  {name}, {around}", flush=True)


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=8)
    parser.add_argument(
        "--only", default="", help="hostile texts of this name; no cassettes without --folder"
    )
    parser.add_argument("--folder", default="", help="of shipped cassettes; all if not given")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    size = int(chosen.megabytes * 1_000_000)
    if chosen.one:
        _one(chosen.one[0], chosen.one[1], size)
        return
    if chosen.folder or not chosen.only:
        _cassettes(chosen.folder)
    print(f"hostile bodies of {chosen.megabytes:g} MB:", flush=True)
    for name in HOSTILE:
        for around in AROUND if chosen.only in name else ():
            arguments = ["--one", name, around, "--megabytes", str(chosen.megabytes)]
            subprocess.run([sys.executable, __file__, *arguments], check=True)


if __name__ == "__main__":
    main()
