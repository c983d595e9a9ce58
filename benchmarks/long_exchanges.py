"""How time and memory grow with the length of an exchange, dialect by dialect.

Run: python benchmarks/long_exchanges.py [--events N] [--at-most RATIO]. Every dialect's reference
responder answers with a long text, with long arguments and with many calls, once with some N events
and once with twice as many; CPU time of judging each (best of three, side by side), and the ratio.
Then `lint` reads files that hold two of the largest exchanges that are judged, and one of a million
deltas, which is not: seconds and peak memory of those processes. Ends with 1 above RATIO.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.lint.judging import judge
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.size import MOST_BYTES, MOST_CALLS, MOST_EVENTS, MOST_VALUES, too_large
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean

#: Twice as much may take at most this many times as long.
RATIO: Final = 2.6
#: Below this many seconds a ratio says more of the clock than of the harness.
LEAST: Final = 0.02
#: Largest events of a dialect that are judged at once, as a share of what may be judged.
SHARES: Final = (0.9, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1, 0.05)

_PEAK: Final = """
import sys, time
from pathlib import Path
from toolwire.cli.commands.lint import command
before = time.process_time()
code = command.main(["-q", sys.argv[1]], standalone_mode=False)
spent = time.process_time() - before
# Not ru_maxrss: a child begins with that of the process it was forked from.
told = Path("/proc/self/status").read_text().split("VmHWM:")[1].split()
peak = int(told[0]) // 1024
print("PEAK", code, round(spent, 2), peak)
"""


def _text(size: int) -> Answer:
    return Answer(text="I will " * size)


def _arguments(size: int) -> Answer:
    return Answer(calls=(PlannedCall("get_weather", {"location": "Paris, " * size}),))


def _calls(size: int) -> Answer:
    # A call is some six events.
    calls = (PlannedCall("get_weather", {"location": f"Paris {n}"}) for n in range(size // 6))
    return Answer(calls=tuple(calls))


SHAPES: Final[Mapping[str, Callable[[int], Answer]]] = {
    "text": _text,
    "arguments": _arguments,
    "calls": _calls,
}


def composed(name: str, shape: str, size: int) -> Exchange:
    """Return a streamed exchange of a dialect with some `size` events."""
    speaker = load_dialect(name)
    exchange = clean(speaker, "mixed_content", Mode.STREAMING)
    if name == "gemini-generate" and shape == "text":
        # The responder cuts a text in two, whatever its length.
        return edit.frames(lambda stream: [stream[0]] * size + stream[1:])(exchange)
    assert exchange.request is not None
    return replace(exchange, response=speaker.respond(exchange.request, SHAPES[shape](size)))


def _spent(exchange: Exchange) -> float:
    # When the collector runs depends on all that was made before, and takes as long as a tenth
    # of the whole: between two sizes it decides more than the sizes do.
    gc.collect()
    gc.disable()
    before = time.process_time()
    judged = judge(exchange)
    spent = time.process_time() - before
    gc.enable()
    if judged.missed:
        sys.exit(f"not judged: {judged.missed[0]}")
    return spent


def _growth(
    dialects: Sequence[str], shapes: Sequence[str], events: int, at_most: float
) -> Iterator[str]:
    """Print what twice as much costs; yield what costs too much."""
    for name in dialects:
        for shape in shapes:
            once, twice = composed(name, shape, events), composed(name, shape, 2 * events)
            pairs = [(_spent(once), _spent(twice)) for _ in range(3)]
            one, two = (min(side) for side in zip(*pairs, strict=True))
            ratio = two / one if one else 1.0
            print(
                f"{name} {shape}: {one * 1e3:.1f} ms, twice as much {two * 1e3:.1f} ms, ratio {ratio:.2f}"
            )
            if two > LEAST and ratio > at_most:
                yield f"{name} {shape}: ratio {ratio:.2f}"


def _line(exchange: Exchange) -> bytes:
    request, response = exchange.request, exchange.response
    assert request is not None
    return (
        dump(
            {
                "request": {
                    "method": request.method,
                    "url": request.url,
                    "headers": dict(request.headers),
                    "body_text": request.body.decode(),
                },
                "response": {
                    "status": 200,
                    "headers": dict(response.headers),
                    "body_base64": b64encode(response.body).decode(),
                },
            }
        )
        + b"\n"
    )


def _largest(name: str, shape: str, most: int) -> Exchange:
    """Return the largest exchange of a shape that is judged, but for a step."""
    for share in SHARES:
        size = min(int(share * most), MOST_CALLS * 5) if shape == "calls" else int(share * most)
        exchange = composed(name, shape, size)
        if not too_large(exchange) and not judge(exchange).missed:
            return exchange
    return composed(name, shape, 10)


def _values(share: float) -> bytes:
    """Return a body of nothing but the values that take most memory."""
    member = b'{"ab":{},"ac":[]},'
    count = int(MOST_VALUES * share) // 5
    return b'{"choices":[' + member * count + b"{}]}"


def _peak(what: str, lines: Callable[[Path], None]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        lines(path)
        size = path.stat().st_size / 1e6
        done = subprocess.run(
            [sys.executable, "-c", _PEAK, str(path)], capture_output=True, text=True, check=True
        )
    *_, last = (line for line in done.stdout.splitlines() if line.startswith("PEAK"))
    _, code, spent, peak = last.split()
    print(f"{what}: {size:.1f} MB, exit code {code}, {spent} s CPU, peak memory {peak} MB")


def _memory(dialects: Sequence[str], shapes: Sequence[str], most: int) -> None:
    for name in dialects:
        for shape in shapes:
            line = _line(_largest(name, shape, most))
            _peak(
                f"two of the largest, {name} {shape}",
                lambda path, line=line: path.write_bytes(line * 2),
            )
    blocking = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
    dear = replace(
        blocking,
        response=replace(blocking.response, body=_values(0.95 if most == MOST_EVENTS else 0.01)),
    )
    _peak("two of the dearest values", lambda path: path.write_bytes(_line(dear) * 2))


def _million(count: int) -> None:
    stream = clean(load_dialect("openai-chat"), "plain_text", Mode.STREAMING)
    delta = b'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'
    body = delta * count + b"data: [DONE]\n\n"
    long = replace(stream, response=replace(stream.response, body=body))
    _peak(f"{count:,} deltas", lambda path: path.write_bytes(_line(long)))


def main() -> None:
    """Print all figures; end with 1 where time grows faster than allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=5_000)
    parser.add_argument("--largest", type=int, default=MOST_EVENTS)
    parser.add_argument("--deltas", type=int, default=1_000_000)
    parser.add_argument("--dialects", nargs="*", choices=list(DIALECTS), default=list(DIALECTS))
    parser.add_argument("--shapes", nargs="*", choices=list(SHAPES), default=list(SHAPES))
    parser.add_argument("--at-most", type=float, default=RATIO)
    options = parser.parse_args()
    print(f"judged at most: {MOST_BYTES:,} bytes, {MOST_VALUES:,} values, {MOST_EVENTS:,} events")
    slow = list(_growth(options.dialects, options.shapes, options.events, options.at_most))
    _memory(options.dialects, options.shapes, options.largest)
    _million(options.deltas)
    if slow:
        sys.exit("; ".join(slow))


if __name__ == "__main__":
    main()
