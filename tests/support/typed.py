"""`toolwire` as it is typed in a shell, by the process of `tests.support.forked`: see there.

Started as `python -S -E typed.py SOCKET WORDS...`; signals reach the run, and its exit code the shell.
"""

import array
import json
import os
import signal
import socket
import sys


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return True
    return False


def main() -> None:
    """Order a run with what is open, set and typed here, and end as it does."""
    ending = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    ignored = [number for number in ending if signal.getsignal(number) is signal.SIG_IGN]
    closed = [number for number in (0, 1, 2) if _is_closed(number)]
    for _ in closed:  # nothing else takes their numbers, and all three are sent
        os.open(os.devnull, os.O_RDWR)
    told = socket.socket(socket.AF_UNIX)
    told.connect(sys.argv[1])
    order = {
        "words": sys.argv[2:],
        "cwd": os.getcwd(),  # noqa: PTH109 - without pathlib it starts in half the time
        "env": dict(os.environ),
        "ignoring": ignored,
        "closed": closed,
    }
    text = json.dumps(order).encode()
    streams = array.array("i", (0, 1, 2))
    told.sendmsg([len(text).to_bytes(8, "big")], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
    told.sendall(text)
    lines = told.makefile("r", encoding="ascii")
    run = int(lines.readline())
    for number in set(ending) - set(ignored):
        signal.signal(number, lambda number, _: os.kill(run, number))
    code = int(lines.readline())
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


main()
