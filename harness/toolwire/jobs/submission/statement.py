"""What is said of a submission by who hands it in; nothing of it decides on a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from toolwire.io import declarative
from toolwire.io.json_text import items_of, object_of


@dataclass(frozen=True, slots=True)
class SubmissionStatement:
    """A statement (`schemas/statement.schema.json`).

    Attributes:
        submission: name, which is that of the folder.
        by, contact: who hands it in, and a page at which that is answered for.
        targets: what was asked, `provider/model`.
        recorded: ISO date.
        how: what a reader needs to believe it.
        line: what recorded it.
    """

    submission: str
    by: str
    contact: str
    targets: tuple[str, ...]
    recorded: str
    how: str
    line: str

    @property
    def providers(self) -> tuple[str, ...]:
        """Return the names of the providers that were asked, `id` or `id.route`."""
        return tuple(dict.fromkeys(one.partition("/")[0] for one in self.targets))


def read_statement(path: Path) -> SubmissionStatement:
    """Read the statement of a submission.

    Raises:
        ToolwireError: it cannot be read, breaks the form, or is of another folder; with its line.
    """
    document = declarative.load(path)
    declarative.check(document, "statement")
    value = object_of(document.value)
    if value["submission"] != path.resolve().parent.name:
        hint = f"write {path.resolve().parent.name}, or rename the folder"
        raise document.error("/submission", "the folder has another name", hint)
    words = {name: str(value[name]) for name in value if name != "targets"}
    return SubmissionStatement(**words, targets=tuple(map(str, items_of(value["targets"]))))
