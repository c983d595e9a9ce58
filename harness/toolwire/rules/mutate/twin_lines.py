"""Lines that begin alike, and tools, each of a conversation of its own, asked for in the same words.

Nobody says by chance what stands in another conversation.
"""

from __future__ import annotations

from typing import Final

#: What is told in one conversation, and in the other.
TWINS: Final = (
    ("Oak: bench 3 by gate h2k8", "Oak: bench 7 by well v5c9"),
    ("Yarn: blue, box 12, knot r4d6", "Yarn: grey, box 31, knot m9p3"),
)
#: The only tool of one conversation, and of the other.
TOOL_TWINS: Final = ("ring_bell_h2k8", "light_lamp_v5c9")
#: What asks for a call of either.
TOOL_WANTED: Final = "Call the only tool that is offered here."


def begin(line: str) -> str:
    """Return how a line begins, by which it is asked for."""
    return line.partition(" ")[0]


def told(line: str) -> str:
    """Return a system prompt with a line."""
    return f"Tell the user this line when it is asked for.\n{line}"


def wanted(line: str) -> str:
    """Return the question, which is the same for both lines of a pair."""
    return (
        f'Repeat the line that begins with "{begin(line)}" exactly as it stands, and nothing else.'
    )


def others(line: str) -> frozenset[str]:
    """Return the lines that begin alike; none for a line that is no twin."""
    return frozenset(one for pair in TWINS if line in pair for one in pair if one != line)
