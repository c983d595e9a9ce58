"""Try one client: `python -m clients tries NAME` or, jobs on standard input, `run NAME`.

One JSON object a line on standard output: `tries` prints one with versions and what can be tried,
`run` one for each job. What a client prints itself goes to standard error.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import warnings
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import version
from typing import Any, TextIO

from clients import toolbox
from clients.job import Job, NotTriedError, Readers


def _main(doing: str, name: str) -> None:
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    client = import_module(f"clients.{name}")
    if doing == "tries":
        _say(out, _tries(client.DISTRIBUTIONS, client.READERS))
        return
    for line in sys.stdin:
        _say(out, _tried(Job(**json.loads(line)), client.READERS))


def _tries(distributions: tuple[str, ...], readers: Readers) -> dict[str, Any]:
    return {
        "versions": {name: version(name) for name in distributions},
        "tries": [list(key) for key in readers],
    }


def _tried(job: Job, readers: Readers) -> dict[str, Any]:
    toolbox.clear()
    try:
        seen = asdict(readers[job.doing, job.dialect](job))
    except NotTriedError:
        return {"id": job.id, "not_tried": True}
    except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - that is what is looked at
        said = " ".join(str(error).split())[:300]
        seen = {"raises": type(error).__name__, "said": said, "calls": toolbox.ran()}
    return {"id": job.id, **seen}


def _say(out: TextIO, value: dict[str, Any]) -> None:
    out.write(json.dumps(value, default=str) + "\n")
    out.flush()


_main(*sys.argv[1:])
