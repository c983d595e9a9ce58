"""TX114: no-markup-left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.rules.markup.in_words import SEVERITY, SOURCE, at, first
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.rule import Reading, Rule, Variance, Violation
from toolwire.rules.views.chance import has_call
from toolwire.rules.views.markup import text_in

_TAGS: Final = ("<tool_call>", "</tool_call>")
_FENCES: Final = re.compile(r"```[a-z]{0,10}\s*```")

_HERMES = '<tool_call>\n{"name":"get_weather","arguments":{"location":"Paris"}}\n</tool_call>'
_JSON = '{"tool_name":"get_weather","arguments":{"location":"Paris"}}'


def _none_left(reading: Reading) -> Iterator[Violation]:
    rest = reading.reply.text
    if not reading.reply.tool_calls or not rest:
        return
    if (tag := first(rest, _TAGS)) >= 0:
        place = text_in(reading).rfind(rest[tag : tag + len(_TAGS[0])])
        yield at(reading, max(place, 0), "A tag is left beside the calls.", "tags in pairs")
    elif (fence := _FENCES.search(rest)) is not None:
        place = text_in(reading).find(fence[0][:3])
        yield at(reading, max(place, 0), "A fence is left around the calls.", "calls alone")


RULE = Rule(
    id="TX114",
    name="no-markup-left",
    severity=SEVERITY,
    statement=(
        "Where calls are text, nothing of their markup is left beside them: no tag without its "
        "other and no fence around tags. A model may leave some; that every reply with a call has "
        "it, in several cases, is told. Results behind a call are TC737's."
    ),
    why="Users are shown the rest of the markup, and it goes back with the history.",
    breaks="whoever shows the text beside the calls, or sends it back as what was said",
    workaround="Cut the text at the first call.",
    source=SOURCE,
    check=_none_left,
    needs_request=True,
    needs_calls=True,
    variance=Variance("replies with a call", has_call),
    mutations=(
        *mutations_for(
            "plain_text", written(f"{_HERMES}\n</tool_call>"), ("chatml",), fault="a tag too many"
        ),
        *mutations_for(
            "plain_text", written(f"```xml\n{_HERMES}\n```"), ("chatml",), fault="a fence"
        ),
        *mutations_for(
            "plain_text",
            written(f"<tool_call>\n{_JSON}\n</tool_call>"),
            ("prompted",),
            fault="tags",
        ),
    ),
)
