"""What an explicit prompt quotes: words to say, how a line begins that is to be repeated, what a
schema is to tell.

The reference responder and the rules that hold a reply to its prompt read them alike.
"""

from __future__ import annotations

import re
from typing import Final

#: Words to say.
SAY: Final = re.compile(r'\b[Ss]ay "([^"\n]{1,500})"')
#: How a line of the conversation begins that is to be repeated.
_LINE: Final = 'the line that begins with "'
LINE: Final = re.compile(rf'\b{_LINE}([^"\n]{{1,80}})"')
#: How a text of several lines begins and ends that is to be repeated with all its blanks.
_BLOCK: Final = 'the text from "'
BLOCK: Final = re.compile(rf'\b{_BLOCK}([^"\n]{{1,80}})" to "([^"\n]{{1,80}})"')
#: A parameter whose value the schema alone tells, its own description, or the tool's.
FILL: Final = re.compile(r"\bfill in the only ([a-z_]{1,64}) that its schema allows\b")
DESCRIBED: Final = re.compile(r"\bthe ([a-z_]{1,64}) that its own description names\b")
TOOL_DESCRIBED: Final = re.compile(r"\bthe ([a-z_]{1,64}) that the tool's description names\b")
#: A parameter that is an object, and a member of it, a list of texts, of which its schema tells the only one; or one
#: that lists objects, and a member of them, of which it tells the only text.
FILL_WITHIN: Final = re.compile(
    r"\bthe ([a-z_]{1,64}) with the only ([a-z_]{1,64}) that their schema allows\b"
)
#: A parameter that may be null, and else the only value that its schema allows.
FILL_EITHER: Final = re.compile(r"\bthe only ([a-z_]{1,64}) besides null that its schema allows\b")
#: A parameter that refers to a definition of its schema, which tells the only value, or that of a member.
FILL_DEFINED: Final = re.compile(
    r"\bthe (?:([a-z_]{1,64}) with the )?only ([a-z_]{1,64}) that (?:its|their) definition allows\b"
)
#: A parameter of which a `const` of its schema tells the only value.
FILL_CONSTANT: Final = re.compile(r"\bthe only ([a-z_]{1,64}) that its constant allows\b")
#: A parameter that is a number, of which the bounds of its schema leave one.
FILL_BOUND: Final = re.compile(r"\bthe only ([a-z_]{1,64}) that its bounds allow\b")
#: A tool that is to be called with what its schema requires, or with one parameter that is named, and with no more.
MUST_HAVE: Final = re.compile(
    r"\bCall ([A-Za-z_]{1,64}) with only the parameters that it must have\b"
)
ONE_ALONE: Final = re.compile(
    r"\bCall ([A-Za-z_]{1,64}) with only the parameter ([a-z_]{1,64})(?![a-z_])"
)
#: Two members of the parameter that is named, and no more.
MEMBERS_ALONE: Final = re.compile(
    r"\bwith only its members ([a-z_]{1,64}) and ([a-z_]{1,64})(?![a-z_])"
)
#: That it is to be said of each result whether its call failed, in words.
WHICH_FAILED: Final = 'one word each, "failed" or "worked"'
#: How a text begins that says so itself.
SAYS_IT_FAILED: Final = "Error:"
#: What a description names.
NAMED: Final = re.compile(r'"([^"\n]{1,200})"')


def may_ask_again(words: str) -> bool:
    """Return whether words may ask for a line or a text by how it begins, which is cheap to tell."""
    return _LINE in words or _BLOCK in words


def block_in(text: str, begins: str, ends: str) -> str:
    """Return the first text in another that begins and ends so, but for where a prompt names both; "" for none."""
    said = BLOCK.sub("", text)
    start = said.find(begins)
    end = said.find(ends, start) if start >= 0 else -1
    return said[start : end + len(ends)] if end >= 0 else ""
