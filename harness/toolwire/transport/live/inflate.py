"""Content encodings of a live answer, undone piece by piece and never beyond a bound.

The client's own decompression is off: it has no bound, and hands on what it unpacked without
saying when the packed bytes came.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolwire.io.coding import CodingError, Unpacking
from toolwire.transport.live.fault import FaultError

#: What is asked for, as official SDKs do. Never what an optional package reads: what a server
#: sends must not depend on what is installed here.
ACCEPTED = "gzip, deflate"


class Inflater:
    """Turns packed pieces of one answer into plain ones.

    Args:
        encodings: values of its headers `content-encoding`; none for a plain one.
        most: most bytes of the answer, packed as well as plain.

    Raises:
        FaultError: they are in an encoding that cannot be read.
    """

    def __init__(self, encodings: Sequence[str], most: int) -> None:
        try:
            self._unpacking = Unpacking(",".join(encodings), most)
        except CodingError as error:
            raise FaultError(str(error)) from None

    def feed(self, data: bytes) -> bytes:
        """Return what a piece unpacks to.

        Raises:
            FaultError: it is not of the encoding, or beyond a bound.
        """
        try:
            return self._unpacking.feed(data)
        except CodingError as error:
            raise FaultError(str(error)) from None

    def close(self) -> None:
        """End the body.

        Raises:
            FaultError: it ended in the middle.
        """
        try:
            self._unpacking.close()
        except CodingError as error:
            raise FaultError(str(error)) from None
