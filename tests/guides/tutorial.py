"""Run a tutorial as its reader does: one shell, every block in its order, what it prints beside it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.forked import program

#: The port that the pages print; a run takes a free one instead, so that runs do not meet.
PORT: Final = "8765"
FENCE: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NAMED: Final = re.compile(r"# ([\w./-]+\.(?:yaml|yml))\n(.*)", re.DOTALL)
#: Marks between blocks, on both streams, which no program of ours prints.
MARK: Final = "===== block ended with"
#: Seconds that no tutorial takes.
LONGEST: Final = 240
#: Waits until somebody listens at the port: a reader types slower than a server starts.
LISTENING: Final = """\
for _ in $(seq 300); do (exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null && break; sleep 0.1; done
"""


@dataclass(frozen=True, slots=True)
class Block:
    """A step of a tutorial: a file to write where `path` is one, else lines for the shell.

    `printed` is the text that stands below it, None where none does.
    """

    path: str
    text: str
    printed: str | None = None


@dataclass(frozen=True, slots=True)
class Ran:
    """What a block came to: its exit code, and what it printed on both streams."""

    code: int
    output: str


def blocks(page: str) -> list[Block]:
    """Return the steps of a page, in order.

    Raises:
        ValueError: a block is none of those that a tutorial has.
    """
    found: list[Block] = []
    for kind, text in FENCE.findall(page):
        if kind == "sh":
            found.append(Block("", text))
        elif kind == "yaml" and (named := NAMED.fullmatch(text)):
            found.append(Block(named[1], named[2]))
        elif kind == "text":
            # A text that stands below another, or below a file, is shown and no output.
            if found and not found[-1].path and found[-1].printed is None:
                found[-1] = Block("", found[-1].text, text)
        else:
            raise ValueError(f"a block that is neither sh, a named YAML file nor text:\n{text}")
    return found


def free_port() -> int:
    """Return a port of this machine that nobody listens at now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def script(steps: list[Block], port: int) -> str:
    """Return the steps as one script, a mark with the exit code after each."""
    return "".join(lines(steps, port))


def lines(steps: list[Block], port: int) -> Iterator[str]:
    """Yield the parts of the script."""
    # Any command of a block that fails is what the block ends with, not its last one only.
    yield "set -o pipefail\ntrap 'code=$?' ERR\n"
    for step in steps:
        yield "code=0\n"
        if step.path:
            folder = os.path.dirname(step.path) or "."  # noqa: PTH120 - of the shell's folder
            yield f"mkdir -p {folder} && cat > {step.path} <<'END OF FILE'\n{step.text}END OF FILE\n"
        else:
            yield step.text
        # On a line of its own, also after what ends without one.
        yield f'printf "\\n%s %s\\n" "{MARK}" "$code"\n'
        if step.text.rstrip().endswith(" &"):
            yield LISTENING.format(port=port)
    yield "kill $(jobs -p) 2>/dev/null; true\n"


def follow(page: str, folder: Path) -> list[tuple[Block, Ran]]:
    """Follow a page in an empty folder, and return what each block came to.

    Args:
        page: the Markdown.
        folder: an empty folder, in which `toolwire` is a command.
    """
    port = free_port()
    steps = blocks(page.replace(PORT, str(port)))
    programs = folder / "bin"
    programs.mkdir()
    command = programs / "toolwire"
    command.write_text(program(), encoding="utf-8")
    command.chmod(0o755)
    reader = folder / "reader"
    reader.mkdir()
    done = subprocess.run(
        ["bash", "-c", script(steps, port)],
        cwd=reader,
        env=environment(programs),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=LONGEST,
        check=False,
    )
    return list(zip(steps, parted(done.stdout), strict=True))


def environment(programs: Path) -> Mapping[str, str]:
    """Return the environment of a reader without any key, with our command first."""
    kept = {n: v for n, v in os.environ.items() if not n.startswith("PYTEST_") and "KEY" not in n}
    return {
        **kept,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "COLUMNS": "100",
    }


def parted(output: str) -> Iterator[Ran]:
    """Yield what each block printed, of what all of them did."""
    start = 0
    for mark in re.finditer(rf"\n{MARK} (\d+)\n", output):
        yield Ran(int(mark[1]), output[start : mark.start()])
        start = mark.end()


def missing(printed: str, output: str) -> str:
    """Return the first line of what a page prints that an output does not have in its place; "".

    Lines follow each other without others between them, unless the page has a line `...` there;
    within a line `...` stands for anything. Blanks at the ends of lines do not count.
    """
    left = [line.strip() for line in output.splitlines()]
    anywhere = False
    for line in (line.strip() for line in printed.splitlines()):
        if line == "...":
            anywhere = True
            continue
        wanted = re.compile(".*".join(map(re.escape, line.split("..."))))
        places = range(len(left)) if anywhere else range(min(1, len(left)))
        place = next((n for n in places if wanted.fullmatch(left[n])), None)
        if place is None:
            return line or "an empty line"
        left, anywhere = left[place + 1 :], False
    return "" if anywhere or not left else f"the end, where there is: {left[0]}"
