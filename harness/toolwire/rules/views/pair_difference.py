"""What two replies to one request differ in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolwire.model.conversation import Json
from toolwire.model.observation import Severity

__all__ = ["Difference", "DifferencePart", "ReplyComparison"]


class DifferencePart(StrEnum):
    """What a difference is about: the reply itself, the text beside its calls, or its cut."""

    REPLY = "reply"
    BESIDE = "beside"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Difference:
    """One path at which the stream is not what the blocking reply is.

    `sides` are the blocking and the streamed one. `severity` is set only where the difference
    is milder than its rule, `varies` where one answer of a model can explain it all the same.
    """

    part: DifferencePart
    pointer: str
    message: str
    sides: tuple[Json, Json]
    severity: Severity | None = None
    varies: bool = False


@dataclass(frozen=True, slots=True)
class ReplyComparison:
    """Two replies, compared.

    Attributes:
        differences: what no variance of a model explains.
        otherwise: why the two could not be compared, the model having called otherwise; ""
            where they could.
    """

    differences: tuple[Difference, ...] = ()
    otherwise: str = ""
