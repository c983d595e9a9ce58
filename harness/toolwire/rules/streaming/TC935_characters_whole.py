"""TC935: characters-whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import around

#: What a decoder writes for bytes that are no character.
_LOST: Final = "\ufffd"
_ESCAPED: Final = b"\\ufffd"
#: How it is asked for without being shown.
_NAMES: Final = (b"u+fffd", b"replacement character")


def _characters_whole(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    for text in (reply.text, reply.reasoning):
        if text is None or _LOST not in text:
            continue
        # Who shows the character, or is asked about it, may get it back.
        request = reading.exchange.request
        if request is not None and _shows(request.body):
            return
        message = "A character came apart: the text has U+FFFD in its place."
        shown = around(text, text.index(_LOST), 1)
        yield Violation(reply.text_pointer, message, "a whole character", shown)
        return


def _shows(body: bytes) -> bool:
    asked = body.lower()
    return _LOST.encode() in body or any(name in asked for name in (_ESCAPED, *_NAMES))


RULE = Rule(
    id="TC935",
    name="characters-whole",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The text and the reasoning of a stream have no U+FFFD, the sign for bytes that are no "
        "character, unless the request has it, or its name. (Arguments are held against what was "
        "asked for: TC308.)"
    ),
    why=(
        "A character of several bytes may be two tokens. Who decodes each token, or each piece of "
        "the network, by itself writes the sign for both halves, and what was meant cannot be got "
        "back."
    ),
    breaks="readers of every language but those of ASCII, and histories, into which it goes back",
    workaround="Do not stream, where whole replies are right.",
    source=Source(
        "spec",
        "The Unicode Standard, 3.9 and 5.22: U+FFFD replaces what is ill-formed",
        "https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/",
        "2026-11-24",
    ),
    check=_characters_whole,
    modes=(Mode.STREAMING,),
    mutations=mutations_for("plain_text", written("Hello. How c\ufffd\ufffdn I help?")),
    cases="""
MLC LLM | an emoji of several tokens is streamed as U+FFFD | https://github.com/mlc-ai/mlc-llm/issues/1142 | PR merged 2023-10
lucebox | each token was made UTF-8 by itself: two signs for an emoji | https://github.com/Luce-Org/lucebox/issues/641 | PR merged 2026-08
tensai | Japanese came as replacement characters, one token an event | https://github.com/mattn/tensai/issues/110 | PR merged 2026-08
cc-switch | a proxy decoded each piece of the network by itself | https://github.com/farion1231/cc-switch/issues/1923 | PR merged 2026-04
""",
)
