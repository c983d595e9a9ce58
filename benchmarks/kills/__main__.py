"""Kill -9 at random moments of `audit --record` and `verify --output`, and a table of what it cost.

`python -m benchmarks.kills --kills 50` from the top of the repository. Each run is killed at up to four
random moments and gone on with; then it is compared with a run in one go.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.kills import AUDIT, CONCURRENCY, VERIFY, Chain, Kind, Lab, chance, laboratory

_MOST_A_RUN = 4


@dataclass
class Tally:
    """What the kills of one command came to."""

    kills: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    needed: int = 0
    again: int = 0
    most: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def take(self, chain: Chain, whole: Chain) -> None:
        """Count one run that was killed, against one that was not."""
        again = chain.asked - whole.asked
        killed = chain.kills.total()
        self.kills += chain.kills
        self.runs += 1
        self.needed += whole.asked
        self.again += again
        self.most = max(self.most, again / killed if killed else 0.0)
        checks = {
            "a case with two results": chain.twice > 0,
            "other results than in one go": chain.cases != whole.cases,
            "other files than in one go": chain.files != whole.files,
            "another exit code than in one go": chain.code != whole.code,
            "more paid again than was in flight": not 0 <= again <= killed * CONCURRENCY,
        }
        self.wrong += [told for told, is_so in checks.items() if is_so]


def killed(kind: Kind, lab: Lab, folder: Path, kills: int, moments: random.Random) -> Tally:
    """Kill a command so many times, in as many runs as that takes."""
    tally, whole = Tally(), Chain(kind, lab, folder / "whole")
    whole.end()
    while tally.kills.total() < kills:
        chain = Chain(kind, lab, folder / f"run-{tally.runs}")
        for _ in range(min(_MOST_A_RUN, kills - tally.kills.total())):
            if not chain.kill(chance(moments, whole.seconds)):
                break
        chain.end()
        tally.take(chain, whole)
    return tally


def row(kind: Kind, tally: Tally) -> str:
    """Return the line of one command in the table."""
    stages = (str(tally.kills[stage]) for stage in ("before", "asking", "report", "after"))
    cells = (
        f"`{kind.name}`", str(tally.kills.total()), *stages, str(tally.runs), f"{tally.needed:,}",
        str(tally.again), f"{tally.most:.1f}", "; ".join(tally.wrong) or "nothing",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Print the table; the exit code is 1 where something is wrong."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--kills", type=int, default=50)
    words.add_argument("--random", type=int, default=20261122, help="Start of the random numbers.")
    kinds = {"audit": (AUDIT,), "verify": (VERIFY,), "both": (AUDIT, VERIFY)}
    words.add_argument("--command", choices=kinds, default="both")
    told = words.parse_args()
    moments = random.Random(told.random)
    print(
        "| command | kills | before anything was kept | while asking | between results and end of the"
        " report | after all | runs | requests in one go | paid again | most a kill,"
        f" mean of a run (in flight: {CONCURRENCY}) | wrong |\n|{'---|' * 11}"
    )
    wrong = 0
    with (
        tempfile.TemporaryDirectory(prefix="toolwire-kills-") as name,
        laboratory(Path(name) / "lab") as lab,
    ):
        for kind in kinds[told.command]:
            folder = Path(name) / kind.journal
            tally = killed(kind, lab, folder, told.kills, moments)
            print(row(kind, tally), flush=True)
            wrong += len(tally.wrong)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
