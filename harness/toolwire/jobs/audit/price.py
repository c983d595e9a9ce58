"""Whether money can be kept to at all: a ceiling in USD needs the price of every model asked."""

from __future__ import annotations

from collections.abc import Iterable
from math import isnan

from toolwire.io.lists import listed
from toolwire.jobs.audit.plan import Item
from toolwire.model.errors import ToolwireError

#: What to do about a model without a price.
REMEDY = "add `price` to it in a file for --providers, or use --max-requests"
#: Names told before the rest is counted.
_NAMED = 5


def unpriced(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the names of the targets that are asked and whose price nobody knows, sorted.

    Targets of which every item is absent are asked nothing, and so cost nothing.
    """
    # The price first: whether an item is absent takes longer to find out.
    unknown = (i for i in items if i.target.model.price is None and i.absent is None)
    return tuple(sorted({item.target.name for item in unknown}))


def refuse_unpriced(items: Iterable[Item], most_usd: float | None) -> None:
    """Refuse a limit in USD that could not be kept to; called before anything is sent.

    Args:
        items: what would be asked.
        most_usd: the limit; None for none, which needs no prices.

    Raises:
        ToolwireError: the price of a model is not known; names provider and model. Or the limit is
            no number, which no sum is ever above.
    """
    if most_usd is not None and isnan(most_usd):
        raise ToolwireError("that is no limit", where="--max-usd", hint="give an amount in USD")
    names = () if most_usd is None else unpriced(items)
    if not names:
        return
    models = listed(names, _NAMED)
    raise ToolwireError(
        f"--max-usd {most_usd:g} cannot be kept to: the price of {models} is not known",
        hint=REMEDY,
    )
