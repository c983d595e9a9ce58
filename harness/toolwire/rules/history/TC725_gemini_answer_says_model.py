"""TC725: gemini-answer-says-model."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.chat import chunks
from toolwire.rules.views.places import Place


def _says_model(reading: Reading) -> Iterator[Violation]:
    body = [("", reading.body)] if isinstance(reading.body, dict) else []
    events = [(f"event[{number}]", chunk) for number, chunk in chunks(reading)]
    silent: str | None = None
    for root, document in body or events:
        for place, candidate in enumerate(map(object_of, items_of(document.get("candidates")))):
            content = object_of(candidate.get("content"))
            if "role" in content:
                return
            if content.get("parts") and silent is None:
                silent = f"{root}/candidates/{place}/content/role"
    if silent is not None:
        message = "The answer does not say whose words it is, and goes back without."
        yield Violation(silent, message, "model", None)


def _nobody(_name: str, where: Place) -> None:
    for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
        for candidate in map(object_of, items_of(object_of(document).get("candidates"))):
            object_of(candidate.get("content")).pop("role", None)


RULE = Rule(
    id="TC725",
    name="gemini-answer-says-model",
    severity={"gemini-generate": Severity.INFO},
    statement=(
        "The content of an answer has the role `model`, in a stream that of one message at least: "
        "it goes back as it came, and content without a role is the user's."
    ),
    why="A client that sends the content on as it came has the model's calls in the user's mouth; the "
    "three that were tried write the role themselves.",
    workaround="Write the role where it is missing.",
    source=Source(
        "docs",
        "API reference, Content.role: user or model, to be set for multi-turn conversations, else left out. All "
        "1,018 recorded contents with parts of Google's have it, in every message of a stream",
        "https://ai.google.dev/api/caching#Content",
        "2026-11-24",
    ),
    check=_says_model,
    mutations=mutations_for("single_call", changed(_nobody)),
)
