"""What twice as many gzip members cost, and how fast packed bodies are unpacked beside gzip.

Run: python benchmarks/unpacking.py [MEMBERS]. CPU time of this process; best of five, the two
sizes in turn. The bound on members is lifted for it: with the bound there is nothing to measure.
"""

from __future__ import annotations

import gzip
import sys
import time
from collections.abc import Callable

from toolwire.io import coding
from toolwire.io.coding import kinds, unpacked

MEMBERS = 100_000
MOST = 64 * 1024 * 1024


def _once(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def _best(*works: Callable[[], object]) -> list[float]:
    spent = [[_once(work) for work in works] for _ in range(5)]
    return [min(times) for times in zip(*spent, strict=True)]


def _unbound() -> None:
    """Allow as many members as there are bytes."""
    kind = kinds.kind_of("gzip")
    kinds._made.cache_clear()  # noqa: SLF001 - it is what is measured
    free = kinds.Coding(kind.begin, kind.errors, MOST, kind.piece)
    kinds._KINDS = {**kinds._KINDS, "gzip": (lambda: free, "")}  # noqa: SLF001 - as above


def main() -> None:
    """Print both ratios."""
    members = int(sys.argv[1]) if len(sys.argv) > 1 else MEMBERS
    body = bytes(range(256)) * (members // 2)
    packed = gzip.compress(body)
    ours, theirs = _best(lambda: unpacked(packed, "gzip", MOST), lambda: gzip.decompress(packed))
    size = len(body) / 1e6
    print(
        f"{size:.1f} MB unpacked: ours {size / ours:.0f} MB/s, gzip {size / theirs:.0f} MB/s,"
        f" ratio {ours / theirs:.2f}"
    )
    _unbound()
    # The first byte is no text, so that what is packed is not taken for unpacked.
    one, two = (gzip.compress(b"") * count for count in (members, 2 * members))
    small, large = _best(
        lambda: coding.unpacked(one, "gzip", MOST), lambda: coding.unpacked(two, "gzip", MOST)
    )
    print(
        f"{members} empty members, {len(one) / 1e6:.1f} MB: {small:.2f} s of CPU,"
        f" {2 * members}: {large:.2f} s, ratio {large / small:.2f}"
    )


if __name__ == "__main__":
    main()
