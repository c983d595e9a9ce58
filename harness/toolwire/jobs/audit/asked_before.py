"""What `verify` asked of a target beside the suites, and whose answers a folder of cassettes keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from toolwire.jobs.audit.plan import Item
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.transport.cassette.file import cassette_path


def asked_before(
    targets: Sequence[Target],
    cassettes: Path,
    names: tuple[str, str],
    items: Callable[[Sequence[Target]], Iterator[Item]],
) -> Iterator[Item]:
    """Yield the items that were asked of some targets, and whose answers are kept.

    Args:
        targets: whom to look for.
        cassettes: the folder.
        names: the suite that the items belong to, and how the ids of its cases begin.
        items: makes those of targets; it is asked only for targets of which there is any.
    """
    suite, beginning = names
    asked = [
        one for one in targets if any(_folder(cassettes, one, suite).glob(f"{suite}.{beginning}*"))
    ]
    for item in items(asked):
        if (cassettes / item.cassette).is_file():
            yield item


def _folder(cassettes: Path, target: Target, suite: str) -> Path:
    name, model = target.provider.name, target.model.id
    return (cassettes / cassette_path(name, model, suite, Mode.BLOCKING)).parent
