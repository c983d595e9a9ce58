"""The text of a reply behind what the request had it go on with.

Some servers tell the last words of the history again, where the request has the model go on with
them (Mistral's `prefix`, vLLM's `echo`): these were not generated, and no token is counted of them.
"""

from __future__ import annotations

from toolwire.model.conversation import AssistantTurn
from toolwire.model.reply import Reading


def new_text(reading: Reading) -> str:
    """Return the text without the words of the assistant that the request ends with."""
    text = reading.reply.text or ""
    turns = () if reading.conversation is None else reading.conversation.turns
    if turns and isinstance(turns[-1], AssistantTurn) and turns[-1].text:
        return text.removeprefix(turns[-1].text)
    return text
