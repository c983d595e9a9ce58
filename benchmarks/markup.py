"""How the time of looking for calls in text grows: twice the text, side by side, for any marker.

Run: python benchmarks/markup.py [CHARACTERS]. CPU time of this process, best of five, each text
and its double in turn; searches that take less than a millisecond tell nothing and are left out.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

from toolwire.dialects.reference import answer
from toolwire.dialects.spelt import spelt_out
from toolwire.dialects.text_families import TEXT_FAMILIES
from toolwire.dialects.text_families.tagged import HERMES_STRICT
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.rules.views.argument_markup import arguments_markup
from toolwire.rules.views.leaks import control_in, markup_in
from toolwire.rules.views.quoting import Quotes

TURNS = 5
LEAST = 0.001
NAMES = ("get_weather", "f")
TOOLS = tuple(Tool(name, None, {"type": "object"}) for name in NAMES)
MARKERS = (
    *(marker for family in TEXT_FAMILIES.values() for marker in family.markers),
    *(family.encode([("f", {"a": "1"})]) for family in TEXT_FAMILIES.values()),
    *("</tool_call>", "</function>", "<|tool_call_begin|>", "<|im_start|>", "`<|a|>`", "```\n"),
    *("{", "}", "[", "]", "{}", '{"', '"', "\\", "f({", 'f({"', "f({})", 'f({"a":"}}}', 'f({\\"'),
    *('{"name":', '{"tool_name":"f","arguments":{}}', "[f(a=", " ", "\n", "a", "f<arg_key>", "[["),
)


def _never(_marker: str) -> bool:
    return False


def _quotes(text: str) -> None:
    quotes = Quotes(text)
    for at in range(0, len(text), 16):
        quotes.holds(at)


SEARCHES: dict[str, Callable[[str], object]] = {
    **{name: family.decode for name, family in TEXT_FAMILIES.items()},
    "hermes-strict": HERMES_STRICT.decode,
    "spelt out": lambda text: sum(1 for _ in spelt_out(text)),
    "reference answer": lambda text: answer(Conversation((UserTurn(text),), TOOLS)),
    "markup left in text": lambda text: markup_in(text, NAMES, _never),
    "control tokens": lambda text: control_in(text, lambda _marker: True),
    "markup in arguments": lambda text: arguments_markup(text, _never),
    "quoting": _quotes,
}


def _spent(search: Callable[[str], object], text: str) -> float:
    before = time.process_time()
    search(text)
    return time.process_time() - before


def _ratios(size: int) -> Iterator[tuple[float, float, str, str]]:
    """Yield (ratio, seconds of the longer text, search, marker)."""
    for marker in MARKERS:
        text = (marker * (size // len(marker) + 1))[:size]
        for name, search in SEARCHES.items():
            one, two = zip(
                *((_spent(search, text), _spent(search, text * 2)) for _ in range(TURNS)),
                strict=True,
            )
            if min(one) >= LEAST:
                yield min(two) / min(one), min(two), name, marker


def main() -> None:
    """Print the largest ratio and the longest time."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    found = list(_ratios(size))
    print(f"{len(SEARCHES)} searches, {len(MARKERS)} markers, {size} and {2 * size} characters")
    if not found:
        print("ratio: every search took less than a millisecond")
        return
    ratio, _, name, marker = max(found)
    print(f"largest ratio {ratio:.2f} ({name}, {marker[:30]!r}) of {len(found)} that took 1 ms")
    longest = max(found, key=lambda one: one[1])
    print(f"longest {longest[1]:.3f} s ({longest[2]}, {longest[3][:30]!r})")


if __name__ == "__main__":
    main()
