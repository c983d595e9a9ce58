"""Whether what is told of a request follows from a form that a server does not read."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.saying import SaidTogether, every, in_its_modes, some

#: A schema of which nothing is read where it stands is not counted there, either.
schema_uncounted: Final = SaidTogether(
    some("does not reach the model under `parametersJsonSchema`"),
    every("not read: long descriptions of parameters, under `parametersJsonSchema`"),
    (in_its_modes,),
)
_NO_FUNCTION: Final = (
    "A tool does not reach the model in requests with `functions`",
    "The choice of a tool does not count in requests with `functions`",
)
#: What goes with a call, where a model makes one all the same.
_OF_ITS_CALL: Final = (
    "What an earlier call was made with does not reach the model in requests with `functions`",
    "What a tool returned does not reach the model in requests with `functions`",
)
_of_functions: Final = SaidTogether(
    some("The functions were dropped:"), every(*_NO_FUNCTION, *_OF_ITS_CALL), (in_its_modes,)
)


def functions_dropped(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether functions that are dropped are not called, whatever chooses one."""
    return _of_functions(best, other) and some(*_NO_FUNCTION).fits(other)


#: Where no tool is left, a choice that demands one is refused.
custom_demanded: Final = SaidTogether(
    some("A tool does not reach the model with `type: custom`"),
    every("A right request is refused: /tools/*/type."),
    (in_its_modes,),
)
snake_demanded: Final = SaidTogether(
    some("A tool does not reach the model in snake_case"),
    every("is refused: /tools/*/functionDeclarations in snake_case"),
    (in_its_modes,),
)
