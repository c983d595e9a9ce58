"""Content codings: what packs bodies and files, undone within bounds."""

from toolwire.io.coding.kinds import MOST_MEMBERS, MOST_WINDOW, CodingError
from toolwire.io.coding.unpacking import MOST_CODINGS, Unpacking, unpacked, unpacked_file

__all__ = [
    "MOST_CODINGS",
    "MOST_MEMBERS",
    "MOST_WINDOW",
    "CodingError",
    "Unpacking",
    "unpacked",
    "unpacked_file",
]
