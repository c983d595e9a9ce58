"""Tell at whom an audit looked, and loudly at whom it did not.

    python looked.py FOLDER PROVIDER... >> "$GITHUB_STEP_SUMMARY"

FOLDER holds PROVIDER/results.jsonl. A Markdown table goes to standard output; on standard error
there is an annotation for everybody of whom something was not run. With $GITHUB_OUTPUT
`unseen` becomes the names of those at whom nobody looked at all, `partly` of those of whom some
cases were not run.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

_LONGEST = 160


@dataclass(frozen=True)
class Look:
    """What came of one provider's job: cases in a mode, those not run, and the commonest reason.

    What the vendor documents not to have is asked of nobody, and counts for nothing here.
    """

    provider: str
    cases: int
    not_run: int
    reason: str

    @property
    def unseen(self) -> bool:
        """Whether nothing at all was looked at."""
        return self.not_run == self.cases

    @property
    def told(self) -> str:
        """Return the sentence for an annotation."""
        if not self.cases:
            return f"not looked at: {self.reason}"
        count = "all" if self.unseen else f"{self.not_run} of"
        return f"{count} {self.cases} cases not run: {self.reason}"


def look(folder: Path, provider: str) -> Look:
    """Read the results of one provider; what is not there was not looked at."""
    path = folder / provider / "results.jsonl"
    if not path.is_file():
        return Look(provider, 0, 0, "its job stopped before there were results; its log says why")
    cases, reasons = 0, Counter[str]()
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            seen = json.loads(line)
            if seen.get("kind") == "observation" and seen["verdict"] != "unsupported":
                cases += 1
                if seen["verdict"] == "not-run":
                    reasons[plain(seen["reason"])] += 1
    (common, _), *_rest = reasons.most_common(1) or [("nothing was selected" * (not cases), 0)]
    return Look(provider, cases, reasons.total(), common)


def plain(text: str) -> str:
    """Return text of others as one short line without control characters."""
    return "".join(c if c.isprintable() else " " for c in text)[:_LONGEST]


def row(found: Look) -> str:
    """Return a line of the table; the reason is code, so that nothing in it is Markdown."""
    mark = "**not looked at**" if found.unseen else "looked at"
    why = found.reason.replace("`", "'").replace("|", "\\|")
    return (
        f"| {found.provider} | {mark} | {found.cases - found.not_run} of {found.cases} "
        f"| {f'`{why}`' if why else ''} |"
    )


def main() -> None:
    """Print the table, annotate, and hand on who was not looked at."""
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    every = [look(folder, name) for name in names]
    unseen = [one for one in every if one.unseen]
    if unseen:
        print(f"> **Not looked at: {', '.join(one.provider for one in unseen)}.**\n")
    print("| provider | | cases looked at | not run, because |\n|---|---|---|---|")
    print("\n".join(map(row, every)))
    for one in every:
        if one.not_run or one.unseen:
            level = "error" if one.unseen else "warning"
            told = one.told.replace("%", "%25")
            print(f"::{level} title={one.provider}::{told}", file=sys.stderr)
    if output := os.environ.get("GITHUB_OUTPUT"):
        partly = [one.provider for one in every if one.not_run and not one.unseen]
        with Path(output).open("a", encoding="utf-8") as file:
            file.write(f"unseen={' '.join(one.provider for one in unseen)}\n")
            file.write(f"partly={' '.join(partly)}\n")


if __name__ == "__main__":
    main()
