"""Tool calls by prompt, over Chat Completions without `tools`.

For models and servers that refuse `tools`: the system prompt describes the tools, the model
answers with a JSON object `{"tool_name", "arguments"}`, and results go back as the user's
text. The envelope, its framing, errors and counts are Chat Completions'.

It cannot carry call ids, so that results are matched by position; `strict`; the deprecated
`functions` API; an empty text beside a call. Several calls in one reply are an array of
objects. A tool choice is a sentence, which a model can disobey.
"""

from __future__ import annotations

from toolwire.dialects.dialect import Dialect
from toolwire.dialects.prompted.decode import NAME, decode
from toolwire.dialects.prompted.encode import encode
from toolwire.dialects.prompted.facets import FACETS
from toolwire.dialects.prompted.recognise import recognise
from toolwire.dialects.prompted.request import read_request
from toolwire.dialects.prompted.respond import respond
from toolwire.dialects.prompted.wire import WIRE

__all__ = ["DIALECT"]

DIALECT = Dialect(
    NAME,
    "Prompt-based tool calling",
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
