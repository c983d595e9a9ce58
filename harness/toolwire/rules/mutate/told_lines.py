"""A conversation that asks for a line of the system's words, of the user's earlier ones, and of the last."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import Answer
from toolwire.model.conversation import AssistantTurn, Conversation, UserTurn

_SYSTEM, _WORDS, _LATER, _HERE = (
    "Sluice: wall 5c2f",
    "Winch: deck 8b3d",
    "Beacon: isle 7a6e",
    "Hatch: hold 3f9c",
)
_ASKED: Final = " and ".join(
    f'the line that begins with "{one.partition(" ")[0]}"'
    for one in (_SYSTEM, _WORDS, _LATER, _HERE)
)
ASKS_LINES: Final = Conversation(
    (
        UserTurn(f"Keep this line.\n{_WORDS}"),
        AssistantTurn("Noted."),
        UserTurn(f"And this one.\n{_LATER}"),
        AssistantTurn("Noted."),
        UserTurn(f"{_HERE}\nRepeat {_ASKED}, all exactly as they stand."),
    ),
    system=f"Be brief.\n{_SYSTEM}",
)
TELLS_LINES: Final = Answer(text=f"{_SYSTEM}\n{_WORDS}\n{_LATER}\n{_HERE}")
