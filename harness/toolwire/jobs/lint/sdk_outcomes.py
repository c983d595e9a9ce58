"""What official SDKs made of recorded answers, where somebody wrote it down beside them.

SDKs are no dependency: they change what they read, and one a format would be many. A corpus may
have `expected.jsonl`: a line for each exchange with `file` (from its folder on), `line` (from 1)
and `outcome`, `ok` where the vendor's own SDK read the answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from toolwire import traffic
from toolwire.io.json_text import JsonError, object_of, parse, string_of
from toolwire.io.opening import content
from toolwire.traffic import Unreadable

NAME: Final = "expected.jsonl"
_MOST_BYTES: Final = 256 * 1024 * 1024
#: How far above a given path it may stand: `corpus/vendor/repository.jsonl`.
_ABOVE: Final = 2
READ, NOT_READ = "read", "not read"


def sdk_outcomes(paths: Iterable[str]) -> Mapping[str, str]:
    """Return source of an exchange -> `read` or `not read`; {} where nobody wrote it down."""
    folders = {folder for path in paths for folder in _folders(path)}
    return {source: word for folder in sorted(folders) for source, word in _of(folder)}


def _folders(path: str) -> Iterator[Path]:
    """Yield the folder whose outcomes speak of a path."""
    here = Path(path)
    above = (here, *here.absolute().parents[:_ABOVE])
    yield from [folder for folder in above if (folder / NAME).is_file()][:1]


def _of(folder: Path) -> Iterator[tuple[str, str]]:
    words: dict[str, dict[int, str]] = defaultdict(dict)
    for text in content(folder / NAME, _MOST_BYTES).splitlines():
        try:
            row = object_of(parse(text))
        except JsonError:
            continue
        file, line = string_of(row.get("file")), row.get("line")
        if file and isinstance(line, int) and ".." not in Path(file).parts:
            words[file][line] = READ if row.get("outcome") == "ok" else NOT_READ
    for file, by_line in words.items():
        path = folder / file
        if path.is_file():
            for number, item in enumerate(traffic.read([path]), start=1):
                if not isinstance(item, Unreadable) and number in by_line:
                    yield item.evidence.source, by_line[number]
