"""Values: frozen, compared by their members, and known to `dataclasses`."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import MISSING, asdict, fields, is_dataclass, replace

import pytest

from toolwire.model import conversation, exchange, observation, reply
from toolwire.model.conversation import AssistantTurn, Conversation, Tool, ToolCall, UserTurn
from toolwire.model.exchange import Chunk, Response
from toolwire.model.value import Value

_CALL = ToolCall("look", "call_1", {"place": ["Graz"]})
_ASKED = Conversation((UserTurn("hello"), AssistantTurn(None, (_CALL,))), (Tool("look"),))


def _kinds() -> Iterator[type[Value]]:
    for module in (conversation, exchange, observation, reply):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Value) and kind is not Value:
                yield kind


@pytest.mark.parametrize("kind", sorted(set(_kinds()), key=str))
def test_dataclasses_knows_the_members_of_every_kind(kind: type[Value]) -> None:
    """`fields` names what a value of each kind is made with, in that order, and its defaults."""
    assert is_dataclass(kind)
    assert tuple(one.name for one in fields(kind)) == kind.__struct_fields__
    wanted = [one for one in fields(kind) if one.default is one.default_factory is MISSING]
    made = kind(*map(str, range(len(wanted))))
    for one in fields(kind)[len(wanted) :]:
        usual = one.default if one.default_factory is MISSING else one.default_factory()
        assert getattr(made, one.name) == usual, one.name


def test_a_value_cannot_be_changed() -> None:
    """Setting a member of a value raises, and so does a member it does not have."""
    for name in ("text", "other"):
        with pytest.raises(AttributeError):
            setattr(UserTurn("hello"), name, "changed")


def test_replace_gives_another_value() -> None:
    """`replace` changes the copy only, and refuses a member that is not there."""
    changed = replace(_ASKED, system="Be brief.")
    assert (changed.system, _ASKED.system, changed.turns) == ("Be brief.", None, _ASKED.turns)
    with pytest.raises(TypeError):
        replace(_ASKED, colour="red")  # type: ignore[call-arg]


def test_asdict_goes_down_into_values() -> None:
    """`asdict` gives plain data of a value and of the values in it."""
    data = asdict(_ASKED)
    assert data["turns"][0] == {"text": "hello"}
    assert data["turns"][1]["calls"][0]["arguments"] == {"place": ["Graz"]}
    assert data["tools"][0]["name"] == "look"


def test_values_are_equal_by_kind_and_members() -> None:
    """Copies are equal, by `deepcopy` and by `pickle`; a value of another kind never is."""
    assert deepcopy(_ASKED) == pickle.loads(pickle.dumps(_ASKED)) == _ASKED
    other: Value = AssistantTurn("hello")
    assert other != UserTurn("hello")
    assert hash(UserTurn("hello")) == hash(UserTurn("hello"))


def test_responses_are_equal_by_what_was_received() -> None:
    """How an answer was kept is not compared; its bytes, and when they came, are."""
    plain = Response(200, (("a", "b"),), b"body", (Chunk(b"body", 0.5),))
    kept = replace(plain, scrubbed=("authorization",), stand_ins=True)
    assert plain == kept
    assert hash(plain) == hash(kept)
    assert plain != replace(plain, chunks=())
    assert plain != "body"


def test_the_garbage_collector_passes_values_over() -> None:
    """A value is not tracked: hundreds in a stream are no work for the collector."""
    assert not gc.is_tracked(_ASKED)
