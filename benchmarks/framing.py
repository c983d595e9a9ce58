"""How fast recorded traffic is read, and SSE decoded beside httpx-sse in one run.

Run: python benchmarks/framing.py [CORPUS]. CPU time of this process, best of three.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from httpx_sse._decoders import SSEDecoder, SSELineDecoder

from toolwire.io.framing import sse
from toolwire.model.exchange import Exchange
from toolwire.traffic import read

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"


def _best(work: Callable[[], object]) -> float:
    spent = []
    for _ in range(3):
        before = time.process_time()
        work()
        spent.append(time.process_time() - before)
    return min(spent)


def _theirs(bodies: list[bytes]) -> None:
    for body in bodies:
        lines, decoder = SSELineDecoder(), SSEDecoder()
        for line in [*lines.decode(body.decode("utf-8", "replace")), *lines.flush()]:
            decoder.decode(line)


def main() -> None:
    """Print both figures and the ratio."""
    corpus = Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS
    if not corpus.is_dir():
        sys.exit(f"LEFT OUT: no recorded traffic at {corpus}")
    folders = [str(folder) for folder in sorted(corpus.iterdir()) if folder.is_dir()]
    exchanges = [item for item in read(folders) if isinstance(item, Exchange)]
    spent = _best(lambda: sum(1 for _ in read(folders)))
    print(f"{len(exchanges)} exchanges read: {len(exchanges) / spent:.0f} a second")
    starts = (b"data:", b"event:", b":")
    bodies = [x.response.body for x in exchanges if x.response.body.lstrip().startswith(starts)]
    size = sum(map(len, bodies)) / 1e6
    ours = _best(lambda: [sse.decode(body) for body in bodies])
    theirs = _best(lambda: _theirs(bodies))
    print(
        f"{len(bodies)} SSE bodies, {size:.1f} MB: ours {size / ours:.0f} MB/s,"
        f" httpx-sse {size / theirs:.0f} MB/s, ratio {theirs / ours:.1f}"
    )


if __name__ == "__main__":
    main()
