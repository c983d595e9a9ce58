"""Lists of models, as the providers of each format answer them: where names and pages stand.

Read 2026-11-22: OpenAI (https://developers.openai.com/api/reference/cli/resources/models/methods/list/index.md),
Anthropic (https://platform.claude.com/docs/en/api/models-list), Gemini
(https://ai.google.dev/api/rest/v1beta/models/list?hl=en), Cohere
(https://docs.cohere.com/reference/list-models); Ollama is after its docs/openapi.yaml, read
2026-11-21. Together and Mistral show the array of OpenAI's list without the object around it
(https://docs.together.ai/reference/models, https://docs.mistral.ai/api/endpoint/models, read 2026-11-22).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from toolwire.io.json_text import JsonError, object_of, parse, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers

#: Names that are the user's own and nobody else's business: fine-tuned models, which name the
#: account, those of an account of one's own at Fireworks, and models by their place on a disk.
_OWN: Final = re.compile(r"ft:|tunedModels/|accounts/(?!fireworks/)|[/~\\]|[A-Za-z]:[/\\]")


class NoListError(ValueError):
    """An answer that is no list of models."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list: the names on it in their order, and the query of the next, "" for none."""

    names: tuple[str, ...]
    query: str = ""


@dataclass(frozen=True, slots=True)
class ListForm:
    """How a format lists its models.

    Attributes:
        items: member that holds the entries; name: member of an entry that requests name.
        prefix: what stands before each name and is not sent in requests.
        headers: that every request needs, names in lower case.
        query: of the first page: the largest pages there are.
        cursor: parameter of the next page, "" where there is one page only; mark: member that
            holds its value; more: member that has to be true, "" where the mark alone decides.
    """

    items: str
    name: str
    prefix: str = ""
    query: str = ""
    cursor: str = ""
    mark: str = ""
    more: str = ""
    headers: Headers = ()

    def page(self, body: bytes, *, own: bool = False) -> Page:
        """Read a page; entries without a name, and those of the user's own, are passed over.

        Args:
            body: of the answer.
            own: take the user's own too: who asks is the user, and keeps nothing.

        Raises:
            NoListError: it is none.
        """
        try:
            value = parse(body)
        except JsonError:
            raise NoListError("not a list of models") from None
        members = object_of(value)
        entries = value if isinstance(value, list) else members.get(self.items)
        if not isinstance(entries, list):
            raise NoListError("not a list of models")
        return Page(tuple(self._names(entries, own=own)), self._next(members))

    def _names(self, entries: list[Json], *, own: bool) -> Iterator[str]:
        for entry in map(object_of, entries):
            name = string_of(entry.get(self.name))
            if name and (own or (not _OWN.match(name) and not _tuned(entry))):
                yield name.removeprefix(self.prefix)

    def _next(self, members: JsonObject) -> str:
        mark = string_of(members.get(self.mark)) if self.cursor else None
        if not mark or (self.more and members.get(self.more) is not True):
            return ""
        return "&".join(filter(None, (self.query, f"{self.cursor}={quote(mark, safe='')}")))


def _tuned(entry: JsonObject) -> bool:
    # Cohere and Mistral say it of the entry; Mistral's page spells the member in capitals.
    return entry.get("finetuned") is True or "fine-tuned" in (entry.get("type"), entry.get("TYPE"))
