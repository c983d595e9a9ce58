"""ChatML with Hermes calls, as Qwen 2.5 is trained to, over a raw completions endpoint.

The whole conversation is one `prompt`; the answer is text in which `<tool_call>` tags hold the
calls. The envelope is OpenAI's Completions, the older sibling of Chat Completions, whose errors
and end marker it shares.

It cannot carry call ids, so that results are matched by position; `strict`; the deprecated
`functions` API; an empty text beside a call, or none without one; and any text with the two
turn tokens in it. A tool choice is a sentence in the system text, which a model can disobey.
"""

from __future__ import annotations

from toolwire.dialects.chatml.decode import NAME, decode
from toolwire.dialects.chatml.encode import encode
from toolwire.dialects.chatml.facets import FACETS
from toolwire.dialects.chatml.recognise import recognise
from toolwire.dialects.chatml.request import read_request
from toolwire.dialects.chatml.respond import respond
from toolwire.dialects.chatml.wire import WIRE
from toolwire.dialects.dialect import Dialect

__all__ = ["DIALECT"]

DIALECT = Dialect(
    NAME,
    "ChatML over Completions",
    encode,
    read_request,
    decode,
    respond,
    recognise,
    FACETS.read,
    # No word of its own tells a call.
    in_words=True,
    end_marker="[DONE]",
    # Together's word for an end is another (TC405).
    stops={"stop": "end", "eos": "end", "length": "length", "content_filter": "cut"},
    wire=WIRE,
)
