"""`verify` asks the Responses API for what Codex sends, and names what of it is refused."""

from __future__ import annotations

import pytest

from tests.jobs.verify.test_verify_right_requests import blamed, refusing, right, tried_on
from toolwire.io.json_text import items_of
from toolwire.model.conversation import Conversation, JsonObject
from toolwire.model.observation import Verdict

NAME = "openai-responses"


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("Encrypted content is not supported with this model.", Verdict.UNSUPPORTED),
        ("Invalid value: 'reasoning.encrypted_content'.", Verdict.NON_STRICT),
    ],
)
def test_encrypted_reasoning_may_be_refused_in_words_that_say_so(
    words: str, verdict: Verdict
) -> None:
    """A model without thoughts has none; a server that does not know the word breaks Codex."""
    done = tried_on(NAME, refusing(_wants_encrypted, words=words))
    assert right(done)["right_latest_include"].verdict is verdict
    blames = {"/include of encrypted reasoning"} if verdict is Verdict.NON_STRICT else set()
    assert blamed(done) == blames


def _wants_encrypted(body: JsonObject, _: Conversation) -> bool:
    return "reasoning.encrypted_content" in items_of(body.get("include"))


def test_the_key_of_a_cache_is_named() -> None:
    """Codex sends it with every request."""
    done = tried_on(NAME, refusing(lambda body, _: "prompt_cache_key" in body))
    assert blamed(done) == {"/prompt_cache_key"}
