"""Models that no provider file lists, which may be meant otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from toolwire.cli.screen.terminal import tell
from toolwire.io.nearest import meant
from toolwire.providers.model import Target


def note_unlisted(targets: Iterable[Target]) -> None:
    """Say on standard error of each model that its provider's file lacks which one may be meant.

    Such a model can be asked all the same: a file does not have to know what came out today.
    """
    for target in targets:
        listed = [model.id for model in target.provider.models]
        if target.model.id in listed:
            continue
        question = meant(target.model.id, listed)
        if question:
            tell(
                f"note: {target.name} is in no file of {target.provider.name}; {question}", err=True
            )
