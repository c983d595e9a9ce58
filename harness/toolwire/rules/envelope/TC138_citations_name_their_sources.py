"""TC138: citations-name-their-sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import JsonError, dump, items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.request_steps import has_history

#: The member of a citation that names its sources: objects with an id, or ids.
_SOURCES: Final = "sources"
_IDS: Final = "document_ids"


def _name_their_sources(reading: Reading) -> Iterator[Violation]:
    cited = tuple(_citations(reading))
    # Without results there is nothing in the request to hold a source against.
    if not cited or not has_history(reading):
        return
    documents = _documents(reading)
    for pointer, citation in cited:
        if "/message/" not in pointer:
            # Ids that are no list of strings are TC118's.
            yield from _of_documents(citation.get(_IDS), documents, f"{pointer}/{_IDS}")
        else:
            yield from _of_results(reading, citation.get(_SOURCES), f"{pointer}/{_SOURCES}")


def _citations(reading: Reading) -> Iterator[tuple[str, JsonObject]]:
    """Yield every citation with its place, in a body or in the events of a stream."""
    for root, value in _holders(reading):
        cited = value.get("citations")
        if isinstance(cited, dict):
            yield f"{root}/citations", cited
        for place, one in enumerate(items_of(cited)):
            yield f"{root}/citations/{place}", object_of(one)


def _holders(reading: Reading) -> Iterator[tuple[str, JsonObject]]:
    documents = [(f"event[{event.number}]", event.json) for event in reading.events]
    for root, value in documents or [("", reading.body)]:
        if isinstance(value, dict):
            yield root, value
            yield f"{root}/message", object_of(value.get("message"))
            yield f"{root}/delta/message", object_of(object_of(value.get("delta")).get("message"))
            yield f"{root}/response", object_of(value.get("response"))


def _documents(reading: Reading) -> frozenset[str]:
    """Return the ids of the documents that a reply says it has seen."""
    found = (object_of(one) for _, v in _holders(reading) for one in items_of(v.get("documents")))
    ids = (document.get("id") for document in found)
    return frozenset(one for one in ids if isinstance(one, str))


def _of_documents(ids: Json, documents: frozenset[str], pointer: str) -> Iterator[Violation]:
    if ids == []:
        yield Violation(pointer, "The citation names no source.", "at least one", 0)
    for place, one in enumerate(items_of(ids)):
        if documents and isinstance(one, str) and one not in documents:
            message = "The citation names a document that the reply does not have."
            yield Violation(f"{pointer}/{place}", message, "the id of a document", excerpt(one))
            return


def _of_results(reading: Reading, sources: Json, pointer: str) -> Iterator[Violation]:
    if not sources:
        yield Violation(pointer, "The citation names no source.", "at least one", sources)
    for place, source in enumerate(items_of(sources)):
        one = object_of(source)
        identity = one.get("id")
        if (
            one.get("type") == "tool"
            and isinstance(identity, str)
            and not _asked(reading, identity)
        ):
            message = "The citation names a result that the request does not have."
            at = f"{pointer}/{place}/id"
            yield Violation(at, message, "the id of a call, or of a document", excerpt(identity))
            return
        for name, value in object_of(one.get("tool_output")).items():
            if isinstance(value, str) and _plain(value) and not _asked(reading, f"{value}:"):
                message = "The citation shows a result that the request does not have."
                at = f"{pointer}/{place}/tool_output/{name}"
                yield Violation(at, message, "what the tool returned", excerpt(value))
                return


def _plain(text: str) -> bool:
    """Return whether a text reads alike however it is escaped, be it JSON inside of JSON.

    A list or an object of a result is written anew for a citation, with other blanks.
    """
    if text.startswith(("[", "{")):
        return False
    return text.isascii() and text.isprintable() and not {'"', "\\", "/"} & {*text}


def _asked(reading: Reading, identity: str) -> bool:
    """Return whether a request has an id, which may have the number of a result's part behind it."""
    call, _, _ = identity.rpartition(":")
    try:
        said = dump(reading.request)
        return any(dump(one)[1:-1] in said for one in (call, identity) if one)
    except JsonError:
        return True


_QUOTE: Final[JsonObject] = {"start": 0, "end": 2}


def _cited_body(citation: JsonObject) -> JsonObject:
    source: Json = {"type": "tool", "id": "nobody_0:0", "tool_output": {"content": "20"}}
    return {**citation, _SOURCES: [source]}


def _in_message(body: JsonObject) -> None:
    message = object_of(body["message"])
    text = str(object_of(items_of(message["content"])[-1])["text"])
    message["citations"] = [_cited_body({**_QUOTE, "text": text[:2]})]


def _of_another(body: JsonObject) -> None:
    _in_message(body)
    citation = object_of(items_of(object_of(body["message"])["citations"])[0])
    told: JsonObject = {
        "type": "document",
        "id": "doc:0",
        "tool_output": {"content": "Rain in Oslo"},
    }
    citation[_SOURCES] = [told]


def _in_events(stream: list[Frame]) -> None:
    end = next(n for n, (_, p) in enumerate(stream) if object_of(p).get("type") == "content-end")
    texts = [
        edit.at(p, ("delta", "message", "content", "text"))
        for n, p in stream[:end]
        if n == "content-delta"
    ]
    citation = _cited_body({**_QUOTE, "text": "".join(map(str, texts))[:2]})
    stream[end:end] = [
        (
            "citation-start",
            {"type": "citation-start", "index": 0, "delta": {"message": {"citations": citation}}},
        ),
        ("citation-end", {"type": "citation-end", "index": 0}),
    ]


def _flat(body: JsonObject) -> None:
    body["documents"] = [{"id": "get_weather:0:0", "output": "20"}]
    body["citations"] = [{**_QUOTE, "text": str(body["text"])[:2], _IDS: ["nobody:0:0"]}]


def _in_the_end(stream: list[Frame]) -> None:
    _flat(object_of(object_of(stream[-1][1])["response"]))


RULE = Rule(
    id="TC138",
    name="citations-name-their-sources",
    severity={"cohere-v1": Severity.WARNING, "cohere-v2": Severity.WARNING},
    statement=(
        "A citation names at least one source. A source that is a tool's is the id of a call of the "
        "request, the number of a part of its result behind it, or the id of a document in it; an "
        "id of a document is one of those that the reply lists, where it lists any. What a source "
        "shows of a tool's output stands in the request, lists and objects aside."
    ),
    why="A reader is told that the words come from somewhere, and nobody can say from where.",
    breaks="whoever shows the sources of an answer beside it, or checks it against them",
    workaround="Show such words without a source.",
    source=Source(
        "docs",
        "Cohere: Citations for tool use: a source's id is the call's and the number of its result; "
        "all 21 sources of the recorded citations are ids of the request",
        "https://docs.cohere.com/v2/docs/tool-use-citations",
        "2026-11-24",
    ),
    check=_name_their_sources,
    needs_request=True,
    needs_ids=True,
    mutations=(
        Mutation("cohere-v2", Mode.BLOCKING, "round_trip", edit.body(_in_message)),
        Mutation("cohere-v2", Mode.STREAMING, "round_trip", edit.frames(_in_events)),
        Mutation("cohere-v2", Mode.BLOCKING, "round_trip", edit.body(_of_another), "its output"),
        Mutation("cohere-v1", Mode.BLOCKING, "round_trip", edit.body(_flat)),
        Mutation("cohere-v1", Mode.STREAMING, "round_trip", edit.frames(_in_the_end)),
    ),
)
