"""Making sure, before anything is asked, that all that a run is to write can be written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from toolwire.io.files import probe
from toolwire.model.errors import ToolwireError

_HINT: Final = "nothing was asked; mend it, or name another place"


def check_writable(folders: Iterable[Path], files: Iterable[Path] = ()) -> None:
    """Try every place by writing a file into its folder and removing it again.

    Args:
        folders: that get files; made for the trial where they are missing.
        files: that are written or replaced; what is no regular file is not tried.

    Raises:
        ToolwireError: one cannot be written; of the first that is found.
    """
    tried: set[Path] = set()
    for file in files:
        if file.is_dir():
            what = "cannot write: there is a folder of this name"
            raise ToolwireError(what, where=str(file), hint=_HINT)
        if not file.exists() or file.is_file():
            tried.add(file.parent)
    for folder in sorted(tried.union(folders)):
        try:
            probe(folder)
        except ToolwireError as error:
            error.hint = _HINT
            raise
