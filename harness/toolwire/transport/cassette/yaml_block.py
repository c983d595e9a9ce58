"""YAML of plain values, spelled as PyYAML's safe dumper spells it, at a third of its time.

The dumper builds a node of every value and then events of the nodes, in Python; here events are
made at once and given to the same emitter. Text of several lines becomes a block, so that a diff
of two streams can be read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import yaml

_WIDTH = 100
_SHORT = 80
_TEXT = "tag:yaml.org,2002:str"
_BINARY = "tag:yaml.org,2002:binary"
_IF_PLAIN = (True, False)
_RESOLVER: Any = yaml.resolver.Resolver()
_REPRESENTER: Any = yaml.representer.SafeRepresenter()
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

_MAPPING = yaml.MappingStartEvent(None, None, implicit=True, flow_style=False)
_SEQUENCE = yaml.SequenceStartEvent(None, None, implicit=True, flow_style=False)
_MAPPING_END, _SEQUENCE_END = yaml.MappingEndEvent(), yaml.SequenceEndEvent()


def written(document: object) -> str:
    """Return mappings, sequences, text, bytes, numbers, booleans and None as block YAML."""
    events = [yaml.StreamStartEvent(), yaml.DocumentStartEvent(explicit=False)]
    _add(document, events)
    events += [yaml.DocumentEndEvent(explicit=False), yaml.StreamEndEvent()]
    text: str = yaml.emit(events, Dumper=_DUMPER, width=_WIDTH)
    return text


def _add(value: Any, events: list[Any]) -> None:
    kind = type(value)
    if kind is str:
        events.append(_text(value))
    elif kind is dict:
        events.append(_MAPPING)
        for key, member in value.items():
            events.append(_text(key))
            if type(member) is str:
                events.append(_text(member))
            else:
                _add(member, events)
        events.append(_MAPPING_END)
    elif kind is list or kind is tuple:
        events.append(_SEQUENCE)
        for item in value:
            _add(item, events)
        events.append(_SEQUENCE_END)
    else:
        events.append(_other(value))


def _text(value: str) -> Any:
    return _short(value) if len(value) < _SHORT else _long(value)


def _long(value: str) -> Any:
    # Text that would read as a number, a date or a word of YAML is quoted.
    plain = _RESOLVER.resolve(yaml.ScalarNode, value, _IF_PLAIN) == _TEXT
    style = "|" if "\n" in value else None
    return yaml.ScalarEvent(None, _TEXT, (plain, True), value, style=style)


_short = lru_cache(4096)(_long)


def _other(value: object) -> Any:
    node = _REPRESENTER.represent_data(value)
    plain = node.tag != _BINARY
    return yaml.ScalarEvent(None, node.tag, (plain, False), node.value, style=node.style)
