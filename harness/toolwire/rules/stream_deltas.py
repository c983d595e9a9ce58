"""Rules about id and name in the pieces of streamed openai-chat calls.

One fault is one finding: an id or name that never comes is TC201's or TC104's; one that
comes late is TC903's, one sent empty beside the real one TC905's, a name sent twice TC904's,
an id that changes TC906's, and a second call under a known index TC902's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import ABSENT, CallDelta, Reading
from toolwire.rules.edit import Frame, at, call_pieces, frames
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.streamed import filled, streamed
from toolwire.rules.wires import CHAT

__all__ = ["RULES"]

_READ = "2026-11-21"
_OBSERVED = Source("observed", "Public threads, see the cases", "", _READ)
_NAME = "function/name"


def _opening_complete(reading: Reading) -> Iterator[Flaw]:
    for call in streamed(reading):
        opening = call.pieces[0]
        for path, member in (("id", _id), (_NAME, _name)):
            late = member(opening) is ABSENT or member(opening) is None
            if late and any(filled(member(piece)) for piece in call.pieces):
                message = "The piece that opens the call lacks what a later piece brings."
                yield Flaw(f"{opening.pointer}/{path}", message, "non-empty string", None)


def _id(piece: CallDelta) -> object:
    return piece.id


def _name(piece: CallDelta) -> object:
    return piece.name


def _name_once(reading: Reading) -> Iterator[Flaw]:
    for call in streamed(reading):
        yield from _once(call.pieces, _NAME)
    yield from _once([piece for piece in reading.deltas if piece.legacy], "name")


def _once(pieces: list[CallDelta], member: str) -> Iterator[Flaw]:
    named = [piece for piece in pieces if filled(piece.name)]
    if len(named) > 1:
        names: list[Json] = [str(piece.name)[:200] for piece in named[:5]]
        pointer = f"{named[1].pointer}/{member}"
        yield Flaw(pointer, "The name is sent more than once or in pieces.", names[:1], names)


def _no_empty_members(reading: Reading) -> Iterator[Flaw]:
    for call in streamed(reading):
        pointer = _first_empty(call.pieces)
        if pointer is not None:
            message = "A piece sends an empty string where it has nothing to say."
            opens = pointer == f"{call.pieces[0].pointer}/{_NAME}"
            severity = None if opens else Severity.WARNING
            yield Flaw(pointer, message, "absent or null", "", severity)


def _first_empty(pieces: list[CallDelta]) -> str | None:
    for path, member in (("id", _id), (_NAME, _name)):
        empty = next((piece for piece in pieces if member(piece) == ""), None)
        if empty is not None and any(filled(member(piece)) for piece in pieces):
            return f"{empty.pointer}/{path}"
    untyped = next((piece for piece in pieces[1:] if piece.kind == ""), None)
    return None if untyped is None else f"{untyped.pointer}/type"


def _id_stable(reading: Reading) -> Iterator[Flaw]:
    for call in streamed(reading):
        ids = [piece for piece in call.pieces if filled(piece.id)]
        other = next((piece for piece in ids if piece.id != ids[0].id), None)
        if other is not None:
            message = "The id changes within the call."
            yield Flaw(f"{other.pointer}/id", message, str(ids[0].id)[:200], str(other.id)[:200])


def _late(member: str) -> Callable[[list[Frame]], None]:
    def change(stream: list[Frame]) -> None:
        first, second = call_pieces(stream)[:2]
        if member == "id":
            second["id"] = first.pop("id")
        else:
            name = object_of(first["function"]).pop("name")
            object_of(second["function"])["name"] = name

    return change


def _name_in_every_piece(stream: list[Frame]) -> None:
    pieces = call_pieces(stream)
    for piece in pieces[1:]:
        object_of(piece["function"])["name"] = object_of(pieces[0]["function"])["name"]


def _name_in_two_pieces(stream: list[Frame]) -> None:
    first, second = (object_of(piece["function"]) for piece in call_pieces(stream)[:2])
    name = first["name"]
    assert isinstance(name, str)
    first["name"], second["name"] = name[:5], name[5:]


def _legacy_name_again(stream: list[Frame]) -> None:
    calls = [
        object_of(at(payload, ("choices", 0, "delta", "function_call")))
        for _, payload in stream
        if b'function_call":{' in dump(payload)
    ]
    for call in calls[1:]:
        call["name"] = calls[0]["name"]


def _empty_later(stream: list[Frame]) -> None:
    for piece in call_pieces(stream)[1:]:
        piece["id"] = ""
        object_of(piece["function"])["name"] = ""


def _empty_first(stream: list[Frame]) -> None:
    _late("name")(stream)
    object_of(call_pieces(stream)[0]["function"])["name"] = ""


def _other_id(stream: list[Frame]) -> None:
    call_pieces(stream)[-1]["id"] = "call_another"


def _streaming(
    change: Callable[[list[Frame]], None], fault: str = "", scenario: str = "single_call"
) -> Mutation:
    return Mutation(CHAT, Mode.STREAMING, scenario, frames(change), fault)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC903",
        name="opening-delta-complete",
        severity={CHAT: Severity.ERROR},
        statement=(
            "The piece that opens a call brings its id and its name, and not a later one (its "
            "type is judged by TC103)."
        ),
        why="Clients open the call at its first piece and raise, or drop it, without a name.",
        breaks=(
            "The Vercel AI SDK's OpenAI provider (AI_InvalidResponseDataError) where the name "
            "comes late; Codex."
        ),
        workaround="Hold pieces back until the name has come.",
        source=_OBSERVED,
        check=_opening_complete,
        needs_calls=True,
        modes=(Mode.STREAMING,),
        mutations=(_streaming(_late("id"), "late id"), _streaming(_late("name"), "late name")),
    ),
    Rule(
        id="TC904",
        name="name-once-and-whole",
        severity={CHAT: Severity.ERROR},
        statement="The name of a call is sent once and whole.",
        why=(
            "Some clients append names, some overwrite and some take the first: a name sent "
            "twice becomes read_fileread_file, one in pieces is cut."
        ),
        breaks=(
            "LangChain, pydantic-ai, llama_index and openai-python join a repeated name to one "
            "that no tool has; the Vercel AI SDK, openai-node, openai-agents and LiteLLM break "
            "one that comes in pieces; continue, hermes-agent."
        ),
        workaround="Append a piece of a name unless it repeats the name so far.",
        source=_OBSERVED,
        check=_name_once,
        needs_calls=True,
        modes=(Mode.STREAMING,),
        mutations=(
            _streaming(_name_in_every_piece, "repeated"),
            _streaming(_name_in_two_pieces, "in pieces"),
            _streaming(_legacy_name_again, "repeated", "legacy_call"),
        ),
    ),
    Rule(
        id="TC905",
        name="no-empty-id-name",
        severity={CHAT: Severity.ERROR},
        statement=(
            "A piece that has no id, name or type to bring leaves the key out or sends null, "
            "never an empty string. An empty name in the piece that opens the call is grave, any "
            "other a warning."
        ),
        why="Clients that overwrite lose the name or id they had: tool not found. Those that open "
        "a call by the first piece make one without a name.",
        breaks=(
            "LiteLLM's Anthropic route makes two calls of one whose opening piece has an empty "
            "name. In later pieces the clients that were tried pass over empty strings; threads "
            "tell of older ones: the Vercel AI SDK (vercel/ai#16507), LangChain "
            "(langchain#39331), open-webui, PilotDeck, cc-switch-cli, aisdk, rig."
        ),
        workaround="Never overwrite with an empty string.",
        source=_OBSERVED,
        check=_no_empty_members,
        needs_calls=True,
        modes=(Mode.STREAMING,),
        mutations=(
            _streaming(_empty_later, "later pieces"),
            _streaming(_empty_first, "opening piece"),
        ),
    ),
    Rule(
        id="TC906",
        name="id-stable",
        severity={CHAT: Severity.ERROR},
        statement="An id that is sent again within a call equals the first one.",
        why="Clients that key on the id split the call in two.",
        breaks=(
            "LangChain makes two calls of one; clients that merge by id (vLLM with the hermes "
            "parser)."
        ),
        workaround="Assemble by index and keep the first id.",
        source=_OBSERVED,
        check=_id_stable,
        needs_calls=True,
        modes=(Mode.STREAMING,),
        needs_ids=True,
        mutations=(_streaming(_other_id),),
    ),
)
