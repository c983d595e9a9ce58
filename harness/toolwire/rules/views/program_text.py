"""Objects as the texts that programs make of them where nobody asks for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.io.json_text import dump
from toolwire.model.conversation import Json


def _in_go(value: Json) -> str:
    if isinstance(value, dict):
        return f"map[{' '.join(f'{name}:{_in_go(value[name])}' for name in sorted(value))}]"
    if isinstance(value, list):
        return f"[{' '.join(map(_in_go, value))}]"
    return "<nil>" if value is None else _plain(value)


def _in_java(value: Json) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}={_in_java(one)}' for name, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_in_java, value))}]"
    return _plain(value)


def _plain(value: Json) -> str:
    return value if isinstance(value, str) else dump(value).decode()


_WRITERS: Final[Mapping[str, Callable[[Json], str]]] = {
    "Python": repr,
    "Go": _in_go,
    "Java": _in_java,
}


def written_by(value: Json, text: str) -> str:
    """Return whose text of an object stands in a text, blanks aside; "" for nobody's."""
    packed = _packed(text)
    return next((who for who, made in _texts(value) if made in packed), "")


def _texts(value: Json) -> Iterator[tuple[str, str]]:
    yield from ((who, _packed(write(value))) for who, write in _WRITERS.items())


def _packed(text: str) -> str:
    return "".join(text.split())
