"""Whether an image adds to what is counted of a prompt: among the user's words, and in a tool
result.

No reply shows that an image was seen, but vendors count what one takes: Anthropic a token for each
patch of 28 by 28 pixels (https://platform.claude.com/docs/en/build-with-claude/vision), OpenAI 85
at least or one for each patch of 32 by 32 (https://platform.openai.com/docs/guides/images-vision),
as copies of the pages have it that were read 2026-11-30; all input of Gemini's is counted, images
too (https://ai.google.dev/gemini-api/docs/tokens, the same day), and one of 512 by 512 takes
Cohere's Command A Vision 1,610 tokens (docs.oracle.com, cohere.command-a-vision). A gateway that
knows texts alone drops it with 200, and counts none (musistudio/claude-code-router#1678,
envoyproxy/ai-gateway#2098); others drop it from results alone (caozhiyuan/copilot-api#372). A model
may take an image as a single token (Ollama's llama3.2-vision, ollama/ollama#7592), and Ollama
writes `[img-0]` for a model that sees none (stavsap/comfyui-ollama#57), so of the user's first only
that none is counted is told. A second one takes what the first does: a gateway that reads one part
of each kind drops it. Gemini 3 has images of results beside them (`functionResponse.parts`,
https://ai.google.dev/gemini-api/docs/function-calling, as litellm#29324 cites it, 2026-12-01), and counts
them: 1,089 tokens of one by 128 pixels (../shared/corpus, crmne/ruby_llm, gemini-3-flash-preview).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import RequestParts
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.controls.asked_since import Send, ask_besides
from toolwire.jobs.audit.controls.marked_calls import marked_for
from toolwire.jobs.audit.controls.meaning import Control, Controls
from toolwire.jobs.audit.mode_result import in_step
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import Conversation, JsonObject, UserTurn
from toolwire.model.exchange import Mode, Request
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.rules.mutate.addition import LONG
from toolwire.rules.mutate.history import with_history
from toolwire.rules.mutate.probe_edit import with_images
from toolwire.rules.views.token_counts import counts_at, prompt_tokens
from toolwire.suites.model import COUNTED, Step

#: Beside which of the long prompts it is asked: once for a target.
_BESIDE: Final = LONG[0]
_WORDS: Final = "Tell me in one word what the weather is in Paris now, by what the tool returned."
#: A black square of 400 by 400: 169 patches of 32 pixels, 225 of 28.
PICTURE: Final = (
    "iVBORw0KGgoAAAANSUhEUgAAAZAAAAGQCAAAAACl1GkQAAAAsklEQVR42u3BAQ0AAADCoPdPbQ43oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAeDRyrgABNGTwFgAAAABJRU5ErkJggg=="
)
#: Fewer are counted where a cache had all of the prompt and what it had is not told.
_LEAST: Final = 20
#: An image of the user's that takes fewer says little of one in a result: so many a placeholder may take.
_TAKEN: Final = 40
#: A part of what the same image takes elsewhere, below which it was not taken.
_SHARE: Final = 4
_FIRST: Final = (
    "No token is counted of an image among the user's words: it was not counted, or not read."
)
_SECOND: Final = (
    "Far fewer tokens are counted of a second image among the user's words than of the first: "
    "it was not counted, or not read."
)
_RETURNED: Final = (
    "Far fewer tokens are counted of an image in a tool result than of the same among the user's words: "
    "it was not counted, or not read."
)


async def images_counted(item: Item, step: Step, reading: Reading, send: Send) -> Controls:
    """Ask the same short request with an image and without; nothing where no prompt is counted, and
    no more behind a refusal.

    Args:
        item: what is run.
        step: the step that was asked.
        reading: what it was answered.
        send: see `Send`.

    Raises:
        StaleCassetteError, InternalError: as `ask_besides` does.
    """
    answers: dict[str, Reading] = {}
    if reading.mode is Mode.BLOCKING and _BESIDE in step.additions and prompt_tokens(reading):
        for control, request in _requests(item, reading.dialect):
            answers |= await ask_besides(control, request, step, send)
            if control not in answers or not answers[control].ok:
                break
    return answers


def _requests(item: Item, name: str) -> Iterator[tuple[Control, Request]]:
    """Yield the requests, each with a first word of its own: else a cache had what they have in common."""
    form = load_dialect(name).wire.request
    parts = None if form is None else form.parts
    if parts is None or not (parts.seen or parts.image or parts.seen_beside):
        return
    yield Control.NO_IMAGE, _request(item, name, 1)
    yield Control.IMAGE_SAID, _request(item, name, 2, said=(PICTURE,))
    if parts.returns_images(item.target.model.id):
        yield Control.IMAGE_RETURNED, _request(item, name, 3, returned=(PICTURE,))
    yield Control.IMAGES_SAID, _request(item, name, 4, said=(PICTURE, PICTURE))


def _request(
    item: Item,
    name: str,
    number: int,
    *,
    said: tuple[str, ...] = (),
    returned: tuple[str, ...] = (),
) -> Request:
    dialect = load_dialect(name)
    asked = Conversation(
        (UserTurn(_WORDS),), item.case.tools[:1], system=f"{number} is the number of this talk."
    )
    request = dialect.encode(with_history(asked), item.target.endpoint)
    form = dialect.wire.request
    assert form is not None
    assert form.parts is not None
    body = object_of(parse(request.body))
    turns = map(object_of, items_of(body[form.parts.history]))
    _show(next(turn for turn in turns if turn.get("role") == "user"), form.parts, said)
    if returned or form.parts.image is not None:
        with_images(*returned)(name)(body)
    return marked_for(item.target.model.id, replace(request, body=dump(body)), name)


def _show(message: JsonObject, parts: RequestParts, images: tuple[str, ...]) -> None:
    """Say what a message says in a part, with images behind it; or with images beside its text."""
    if parts.seen_beside:
        message.update({parts.seen_beside: [*images]} if images else {})
        return
    image = parts.seen or parts.image
    assert image is not None
    for member in ("content", "parts"):
        told = message.get(member)
        if isinstance(told, str):
            assert parts.part is not None
            message[member] = [parts.part(told)]
        items_of(message.get(member)).extend(map(image, images))


def image_faults(controls: Controls) -> Iterator[Finding]:
    """Yield that an image adds nothing to what is counted of a prompt.

    Args:
        controls: what was asked beside the step.
    """
    without, said, returned, two = (
        _count(controls, one)
        for one in (
            *(Control.NO_IMAGE, Control.IMAGE_SAID, Control.IMAGE_RETURNED),
            Control.IMAGES_SAID,
        )
    )
    if without is None or said is None or without < _LEAST:
        return
    taken = said - without
    if taken >= _TAKEN and two is not None and 0 <= two - said < taken // _SHARE:
        yield _finding(controls, Control.IMAGES_SAID, _SECOND, f"some {said + taken}", two)
    if not taken:
        yield _finding(controls, Control.IMAGE_SAID, _FIRST, f"more than {without}", said)
    elif taken >= _TAKEN and returned is not None and 0 <= returned - without < taken // _SHARE:
        yield _finding(controls, Control.IMAGE_RETURNED, _RETURNED, f"some {said}", returned)


def _finding(
    controls: Controls, control: Control, message: str, expected: str, counted: int
) -> Finding:
    severity = RULES[COUNTED].severity[controls[control].dialect]
    return Finding(COUNTED, severity, _place(controls, control), message, expected, counted)


def _place(controls: Controls, control: Control) -> str:
    """Return where a control's answer counts its prompt, among the exchanges of its case.

    They are those of its only step, and of the controls behind it in their order.
    """
    number = 2 + [*controls].index(control)
    return in_step(counts_at(controls[control]), number)


def _count(controls: Controls, control: Control) -> int | None:
    answer = controls.get(control)
    return prompt_tokens(answer) if answer is not None and answer.ok else None
