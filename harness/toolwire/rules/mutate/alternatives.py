"""The same request in its other documented forms, one place each.

A place and a form make an alternative where the dialect's request schema gives both forms (it
takes the changed request, names the place, and does not take just anything there), and the
dialect's own reader reads the same conversation in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from toolwire.dialects import Dialect
from toolwire.dialects.schemas import schema, validator
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    ToolChoice,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Request
from toolwire.rules.mutate.document_edit import put, respelled
from toolwire.rules.mutate.document_place import Path
from toolwire.rules.mutate.known_place import known_places
from toolwire.rules.mutate.other_form import (
    FORMS,
    LEFT_OUT,
    NULL,
    OTHER_CASE,
    RESPELLED,
    SAID,
    SEVERAL_PARTS,
)

#: Members that no conversation holds and that an answer depends on all the same: without them it
#: is of another model, has another end, is kept, or counts no tokens. And one that only some models
#: of a vendor know (OpenAI's o3 refuses it, be it true or false).
MEANT: Final = frozenset(
    {
        "include_usage",
        "max_tokens",
        "model",
        "parallel_tool_calls",
        "stop",
        "store",
        "stream_options",
    }
)
#: How a place in what the user says is told.
USER: Final = "[user]"
#: What a place of a system prompt has in its name, or in the role of its message.
_SYSTEM: Final = "system"
_OTHER_WORD: Final = "none-of-these"
#: A value of each type: where all of them fit, the schema says nothing of a place.
_ANY: Final[tuple[Json, ...]] = (7, _OTHER_WORD, True, [_OTHER_WORD], {_OTHER_WORD: 7})


@dataclass(frozen=True, slots=True)
class AlternativeRequest:
    """A request that says what another says, with one place in another documented form.

    Attributes:
        form: a key of `FORMS`.
        path: steps to the place; the other request need not have it.
        word: what stands there where the form is `said`; else None.
        place: a pointer in which an element of a list is `*` and its role and type:
            `/messages/*[user]/content`.
        key: what two have in common that ask the same of a server.
        request: what is sent.
    """

    form: str
    path: Path
    word: Json
    place: str
    key: tuple[str, str]
    request: Request


def alternatives(dialect: Dialect, request: Request) -> Iterator[AlternativeRequest]:
    """Yield the other documented forms of a request, one for each place and form.

    Args:
        dialect: that it is written in.
        request: which fits the dialect's request schema.
    """
    written = _WrittenRequest(dialect, request)
    own = dialect.wire.request
    alone = frozenset[str]() if own is None else own.one_form
    seen: set[tuple[str, str]] = set()
    for path in (place for place in written.known if place[-1] not in alone):
        place = sorted_place(written.document, path)
        for form, word in written.forms(path):
            # A member can be null at many places alike: one of each name will do.
            key = FORMS[form].said, str(path[-1]) if form == NULL else place
            # Clients write the user's words and what the system says in parts; of others one part is asked.
            asked = form not in SEVERAL_PARTS or USER in place or _SYSTEM in place.lower()
            other = written.otherwise(form, path, word) if asked and key not in seen else None
            if other is not None:
                seen.add(key)
                yield AlternativeRequest(form, path, word, place, key, other)


def everywhere(dialect: Dialect, body: Json, one: AlternativeRequest) -> Json:
    """Return a request's body with all places of one sort in an alternative's form."""
    for path in _known(dialect.name, body):
        if sorted_place(body, path) == one.place:
            body = FORMS[one.form].applied(body, path, one.word) or body
    return body


def known_paths(dialect: Dialect, document: Json) -> Iterator[Path]:
    """Yield where a request's body has members that the dialect's schema names."""
    yield from _known(dialect.name, document)


def _known(name: str, document: Json) -> dict[Path, tuple[Json, ...]]:
    """Return the members that a schema names in the objects of a document, with the words for each."""
    found: dict[Path, tuple[Json, ...]] = {}
    for place in known_places(schema(name, "request"), document):
        if isinstance(value_at(document, place.path[:-1]), dict):
            words = (*found.get(place.path, ()), *_words(place.schema))
            found[place.path] = tuple(dict.fromkeys(words))
    return found


def _words(schema: JsonObject) -> Iterator[str | bool]:
    """Yield the values that a schema counts."""
    for word in (schema.get("const"), *items_of(schema.get("enum"))):
        if isinstance(word, str | bool):
            yield word
    if "boolean" in (schema.get("type"), *items_of(schema.get("type"))):
        yield from (False, True)


class _WrittenRequest:
    """A request, the members that are known of it, and what it may be changed to."""

    def __init__(self, dialect: Dialect, request: Request) -> None:
        self.document = parse(request.body)
        self.known = _known(dialect.name, self.document)
        self._fits = validator(dialect.name, "request").is_valid
        self._dialect = dialect
        self._request = request
        form = dialect.wire.request
        self._numbered = form is None or not form.named_or_numbered
        self._meant = meaning(dialect.read_request(request), numbered=self._numbered)

    def forms(self, path: Path) -> Iterator[tuple[str, Json]]:
        """Yield the forms that a place may have another of, with the word of `said`."""
        name, anything = str(path[-1]), self._takes(path, *_ANY)
        if name not in object_of(value_at(self.document, path[:-1])):
            # Of several that say the same none is what is meant by saying nothing.
            same = [one for one in self.known[path] if self.otherwise(SAID, path, one) is not None]
            yield from ((SAID, one) for one in same if len(same) == 1 and name not in MEANT)
            yield from () if anything else ((NULL, None),)
            return
        only: Mapping[str, bool] = {
            LEFT_OUT: name not in MEANT,
            NULL: not anything and name not in MEANT,
            RESPELLED: (*path[:-1], respelled(name)) in self.known,
            OTHER_CASE: not self._takes(path, _OTHER_WORD),
        }
        yield from ((form, None) for form in FORMS if only.get(form, not anything))

    def otherwise(self, form: str, path: Path, word: Json) -> Request | None:
        """Return the request with a place in a form; None where it does not fit or say the same."""
        other = FORMS[form].applied(self.document, path, word)
        if other is None or not self._fits(other):
            return None
        changed = replace(self._request, body=dump(other))
        read = meaning(self._dialect.read_request(changed), numbered=self._numbered)
        return changed if read == self._meant else None

    def _takes(self, path: Path, *values: Json) -> bool:
        return all(self._fits(put(self.document, path, value)) for value in values)


def value_at(document: Json, path: Path) -> Json:
    """Return what stands at a path; None where nothing does."""
    value = document
    for step in path:
        if isinstance(value, list) and isinstance(step, int):
            value = value[step] if step < len(value) else None
        else:
            value = object_of(value).get(str(step))
    return value


def sorted_place(document: Json, path: Path) -> str:
    """Return a path as a place, list elements with what tells one sort of them from another."""
    place = ""
    for depth, step in enumerate(path, start=1):
        sort = element_sort(value_at(document, path[:depth]))
        place += f"/*{sort}" if isinstance(step, int) else f"/{step}"
    return place


def element_sort(item: Json) -> str:
    """Return what sort of element this is: a message's role, a part's type, in brackets."""
    members = object_of(item)
    words = (members.get(key) for key in ("role", "type"))
    return "".join(f"[{word}]" for word in words if isinstance(word, str))


def meaning(conversation: Conversation | None, *, numbered: bool = True) -> Conversation | None:
    """Return what a request says, in the one way that stands for all that say it.

    A request that says nothing of its choice leaves it to the model, and allows several calls in
    a reply. What is between the words of the user, and of the system, is a blank. Descriptions of tools are
    words for the model: what the prompt spells out does not depend on them. Where results are not
    `numbered`, one that names its tool says no more by the id of its call.
    """
    if conversation is None:
        return None
    free = conversation.choice in (None, ToolChoice(ChoiceMode.AUTO))
    return replace(
        conversation,
        system=None if conversation.system is None else _blanks(conversation.system),
        turns=tuple(_plain(turn, numbered=numbered) for turn in conversation.turns),
        tools=tuple(replace(tool, description=None) for tool in conversation.tools),
        choice=None if free else conversation.choice,
        parallel=False if conversation.parallel is False else None,
    )


def _plain(turn: Turn, *, numbered: bool) -> Turn:
    """Return a turn with one blank between the words of the user: some formats read parts as lines.

    An empty text beside calls is none.
    """
    if isinstance(turn, UserTurn):
        return replace(turn, text=_blanks(turn.text))
    if isinstance(turn, AssistantTurn) and turn.calls:
        return replace(turn, text=turn.text or None)
    if isinstance(turn, ResultsTurn) and not numbered:
        named = (replace(one, call_id=None if one.name else one.call_id) for one in turn.results)
        return replace(turn, results=tuple(named))
    return turn


def _blanks(text: str) -> str:
    return " ".join(text.split())
