"""Documented answers: in the vendor's own words, or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.tapes import tape
from toolwire.dialects.described import OF_CALLS
from toolwire.io.json_text import parse
from toolwire.jobs.audit.compose import composed, documented, offline
from toolwire.jobs.audit.documented import own_words
from toolwire.jobs.audit.legacy import FACET
from toolwire.jobs.audit.plan import Item, plan
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Observation, Verdict
from toolwire.providers import Provider, load_providers, targets
from toolwire.providers.model import Capability, WireFact
from toolwire.suites import load_suites
from toolwire.suites.model import Expectation, Step

REFUSED = Step(Expectation(refused=True), user="Hello.", fault="bad_name")
PROVIDERS = load_providers()
ROUTES = [route for provider in PROVIDERS for route in provider.routes]


def said_of(item: Item, **changes: Any) -> Item:
    """Return an item whose provider says otherwise."""
    provider = replace(item.target.provider, **changes)
    return replace(item, target=replace(item.target, provider=provider))


def facts(lab: SimpleNamespace, **words: tuple[str, ...] | None) -> dict[str, WireFact]:
    """Return the wire facts of the tests with others in their place; None takes one out."""
    known = {key: fact for key, fact in lab.WIRE.items() if words.get(key, ()) is not None}
    return known | {key: WireFact(one, lab.READ) for key, one in words.items() if one}


def body(item: Item, step: int = 0) -> Any:
    """Return the JSON of a composed answer."""
    (one,) = composed([item])
    return parse(one.exchanges[step][1].body)


def test_an_answer_is_in_the_documented_words_and_cites_the_page(lab: SimpleNamespace) -> None:
    """Ids have the documented form, facets are those of the file, the page is the evidence."""
    (seen,) = documented([lab.item(lab.ASK, lab.TELL)])
    assert seen.verdict is Verdict.CONFORMANT
    assert seen.evidence.level is EvidenceLevel.DOCUMENTED
    assert (seen.evidence.source, seen.evidence.recorded_at) == (lab.READ.url, lab.READ.read)
    assert seen.facets == {
        "call_field": "choices[].message.tool_calls[]",
        "arguments": "JSON string",
        "id_pattern": "acme_[0-9a-f]{12}",
        "stop_on_call": "tool_calls",
    }


@pytest.mark.parametrize("choice", [None, ChoiceMode.REQUIRED, ChoiceMode.NAMED])
@pytest.mark.parametrize("missing", ["call_field", "arguments", "id_pattern", "stop_on_call"])
def test_without_a_word_for_a_call_there_is_no_call(
    lab: SimpleNamespace, missing: str, choice: ChoiceMode | None
) -> None:
    """What the file leaves out is nobody else's to say; an answer without calls still is.

    A call that is forced describes no format, and needs its words as much.
    """
    wire = facts(lab, **{missing: None})
    name = "get_weather" if choice is ChoiceMode.NAMED else None
    ask = replace(lab.ASK, choice=ToolChoice(choice, name)) if choice else lab.ASK
    (one,) = composed([said_of(lab.item(ask), wire=wire)])
    assert (one.observation, one.exchanges) == (None, ())
    assert one.reason == f"{missing} is not documented"
    plain = Step(Expectation(calls=()), user='Say "Hello there" and call nothing.')
    assert list(documented([said_of(lab.item(plain), wire=wire)]))


def test_an_undocumented_error_body_is_no_answer(lab: SimpleNamespace) -> None:
    """A refusal needs the documented body; other cases do not."""
    assert [o.verdict for o in documented([lab.item(REFUSED)])] == [Verdict.CONFORMANT]
    bare = facts(lab, error_field=None)
    assert list(documented([said_of(lab.item(REFUSED), wire=bare)])) == []
    assert list(documented([said_of(lab.item(lab.ASK), wire=bare)]))


def test_a_word_that_cannot_be_written_is_no_answer(lab: SimpleNamespace) -> None:
    """Bytes in another form than the documented one are never passed off for it."""
    item = said_of(lab.item(lab.ASK), wire=facts(lab, arguments=("object",)))
    (one,) = composed([item])
    assert one.observation is None
    assert one.reason == "arguments is documented as object, not JSON string"


@pytest.mark.parametrize(
    "capability",
    [
        None,
        Capability("yes", confirmed=False),
        Capability("no", confirmed=False),
        Capability("yes", inherited="openai", own=False),
        Capability("no", inherited="openai", own=False),
    ],
)
def test_what_the_provider_does_not_say_itself_is_no_answer(
    lab: SimpleNamespace, capability: Capability | None
) -> None:
    """Silence, hearsay and another vendor's pages make no observation, neither yes nor no."""
    known = {"round_trip": capability} if capability is not None else {}
    assert list(documented([said_of(lab.item(lab.ASK), documented=known)])) == []


def test_its_own_word_on_the_suite_comes_before_another_vendors_on_the_case(
    lab: SimpleNamespace,
) -> None:
    """What the mirrored provider's file adds of one case takes nothing from what the own one says."""
    item = lab.item(lab.ASK)
    case = f"round_trip.{item.case.id}"
    mirrored = Capability("yes", inherited="openai", own=False)
    for own, answers in ((Capability("yes"), 1), (Capability("no"), 0)):
        known = {"round_trip": own, case: mirrored}
        assert len(list(documented([said_of(item, documented=known)]))) == answers
    hearsay = {"round_trip": Capability("yes"), case: Capability("yes", confirmed=False)}
    assert list(documented([said_of(item, documented=hearsay)])) == []


def test_a_no_of_its_own_is_unsupported(lab: SimpleNamespace) -> None:
    """The file's own `no` is an observation with the page, and no exchange."""
    no = {"round_trip": Capability("no", "not there", lab.READ)}
    (one,) = composed([said_of(lab.item(lab.ASK), documented=no)])
    assert one.observation is not None
    assert one.observation.verdict is Verdict.UNSUPPORTED
    assert one.observation.evidence.source == lab.READ.url
    assert one.exchanges == ()


def test_a_vendor_of_one_call_a_reply_makes_one(lab: SimpleNamespace) -> None:
    """Where several calls are documented as absent no composed reply holds two."""
    both = 'Call get_weather({"location": "Paris"}) and get_weather({"location": "Rome"}).'
    item = lab.item(Step(Expectation(), user=both))
    assert len(body(item)["choices"][0]["message"]["tool_calls"]) == 2
    one = item.target.provider.documented | {"parallel_calls": Capability("no", "", lab.READ)}
    alone = body(said_of(item, documented=one))
    assert len(alone["choices"][0]["message"]["tool_calls"]) == 1


def test_an_error_body_of_its_own_is_written_out(lab: SimpleNamespace) -> None:
    """Body and status are the file's; the message is put in its place, the status as a number."""
    said = {"error": "{message}", "inner": [{"code": "{status}"}], "kind": "validation"}
    own = WireFact(("error: text",), lab.READ, body=said, status=422)
    (one,) = composed([said_of(lab.item(REFUSED), wire=facts(lab) | {"error_field": own})])
    # Behind the refusal stands its control, the same without the fault, which is answered.
    (_, response), (_, control) = one.exchanges
    assert control.status == 200
    written = parse(response.body)
    assert response.status == 422
    assert isinstance(written, dict)
    assert written["inner"] == [{"code": 422}]
    assert "letters" in str(written["error"])
    assert one.observation is not None
    assert one.observation.facets["error_field"] == "error: text"


@pytest.mark.parametrize(("word", "there"), [("null", None), ('""', ""), ("absent", "nothing")])
def test_content_beside_a_call_is_as_documented(
    lab: SimpleNamespace, word: str, there: str | None
) -> None:
    """Null, empty or left out, in both modes."""
    wire = facts(lab, text_beside_call=(word,))
    blocking = body(said_of(lab.item(lab.ASK), wire=wire))
    assert blocking["choices"][0]["message"].get("content", "nothing") == there
    streamed = said_of(lab.item(lab.ASK, mode=Mode.STREAMING), wire=wire)
    assert [o.facets["text_beside_call"] for o in documented([streamed])] == [word]


def test_a_beginning_is_all_that_is_said_of_an_id(lab: SimpleNamespace) -> None:
    """A word that ends in an ellipsis is shown as it stands in the file, not as it was drawn."""
    (seen,) = documented([said_of(lab.item(lab.ASK), wire=facts(lab, id_pattern=("acme_…",)))])
    assert seen.facets["id_pattern"] == "acme_…"


def test_composed_files_show_only_what_is_documented(lab: SimpleNamespace, tmp_path: Path) -> None:
    """A replay of documentation carries no facet that rests on our own responder.

    Recorded bytes keep theirs, whatever a file says.
    """
    item = lab.item(lab.ASK)
    for level, more in ((EvidenceLevel.DOCUMENTED, False), (EvidenceLevel.RECORDED, True)):
        tape([item], tmp_path / str(level), level)
        (seen,) = offline([item], tmp_path / str(level), ())
        assert ("definition_field" in seen.facets) is more
        assert seen.facets["call_field"] == "choices[].message.tool_calls[]"
        # The made-up server's ids are not of the documented form.
        assert ("id_pattern" in seen.facets) is more


def test_the_unasked_are_composed_and_the_others_replayed(
    lab: SimpleNamespace, tmp_path: Path
) -> None:
    """One run may hold both; what is missing of a target that was asked stays `not-run`."""
    other = said_of(lab.item(lab.ASK), id="other")
    verdicts = {
        one.provider: one.verdict
        for one in offline([lab.item(lab.ASK), other], tmp_path, {"other/m-1"})
    }
    assert verdicts == {"acme": Verdict.NOT_RUN, "other": Verdict.CONFORMANT}


def every_answer(route: Provider) -> list[tuple[Item, Observation]]:
    """Return the documented answers of a route's first model."""
    items = plan(targets(PROVIDERS, [route.name]), load_suites())
    made = ((one.item, one.observation) for one in composed(items))
    return [(item, seen) for item, seen in made if seen is not None]


SPOKEN = [route for route in ROUTES if route.models and route.wire]


@pytest.mark.parametrize("route", SPOKEN, ids=lambda route: route.name)
def test_every_shipped_answer_follows_its_own_file(route: Provider) -> None:
    """Facets are words of the file, pages are the provider's own, and the model did as asked."""
    for item, seen in every_answer(route):
        assert seen.verdict not in {Verdict.NOT_RUN, Verdict.INCONCLUSIVE}, item.id
        assert not seen.evidence.source.startswith(item.target.endpoint.base_url)
        for key, shown in seen.facets.items():
            # Whether `functions` are served is no form of the wire: it stands under `documented`.
            words = ("supported",) if key == FACET else route.wire[key].words
            assert set(shown.split("; ")) <= set(words), (item.id, key)


def route_of(name: str) -> Provider:
    """Return a shipped route."""
    (route,) = (one for one in ROUTES if one.name == name)
    return route


def answered(name: str, suite: str) -> list[Observation]:
    """Return the documented answers of a shipped provider to a suite."""
    return [seen for _, seen in every_answer(route_of(name)) if seen.suite == suite]


@pytest.mark.parametrize(
    ("name", "facet", "word"),
    [
        ("tgi", "id_pattern", "[0-9]"),
        ("tgi", "stop_on_call", "stop"),
        ("mistral", "id_pattern", "[A-Za-z0-9]{9}"),
        ("gpustack", "id_pattern", "chatcmpl-tool-[0-9a-f]{32}"),
        ("lm-studio", "id_pattern", "[0-9]{9}"),
        ("lm-studio", "text_beside_call", "absent"),
        ("localai", "text_beside_call", '""'),
        ("ollama.openai-chat", "id_pattern", "call_[a-z0-9]{8}"),
    ],
)
def test_no_compatible_server_answers_as_openai(name: str, facet: str, word: str) -> None:
    """Each of them documents a form of its own, and that is what is shown."""
    assert {
        seen.facets[facet] for seen in answered(name, "single_call") if facet in seen.facets
    } == {word}


@pytest.mark.parametrize(
    ("name", "word"),
    [("tgi", "error: text"), ("mistral", "{message,type,param,code,object}")],
)
def test_refusals_have_the_vendors_own_body(name: str, word: str) -> None:
    """TGI and Mistral document other error bodies than OpenAI's."""
    shown = {seen.facets.get("error_field") for seen in answered(name, "request_validation")}
    assert shown == {word}


@pytest.mark.parametrize("name", ["cerebras", "databricks", "deepseek", "lm-studio", "xai"])
def test_an_unconfirmed_no_to_functions_is_no_yes(name: str) -> None:
    """A file that says no, or nothing, never shows the older functions as conformant."""
    assert {seen.verdict for seen in answered(name, "legacy_function_call")} <= {
        Verdict.UNSUPPORTED
    }


@pytest.mark.parametrize(("name", "verdict"), [("openai", "conformant"), ("localai", "conformant")])
def test_the_older_functions_are_answered_where_they_are_documented(
    name: str, verdict: str
) -> None:
    """OpenAI and LocalAI say yes to them: every answer has a function_call, and the facet says so.

    Such a call is no tool call of the format: where those stand, and their ids, it does not show.
    """
    seen = answered(name, "legacy_function_call")
    assert {str(one.verdict) for one in seen} == {verdict}
    assert {one.facets.get(FACET) for one in seen} == {"supported"}
    assert not any(one.facets.keys() & OF_CALLS for one in seen)
    items = plan(targets(PROVIDERS, [name]), load_suites())
    made = composed(item for item in items if item.suite.id == "legacy_function_call")
    first = [one.exchanges[0][1].body for one in made]
    assert len(first) == len(seen) == 6
    assert all(b'"function_call":{' in body and b'"tool_calls":' not in body for body in first)


def test_who_does_not_document_the_older_functions_is_not_shown_to_serve_them() -> None:
    """The facet of composed bytes rests on a confirmed yes of the provider's own file."""
    known = route_of("openai")
    shown = {FACET: "supported"}
    assert own_words(known, shown) == shown
    yes = known.documented["legacy_function_call"]
    for other in (replace(yes, own=False), replace(yes, confirmed=False), replace(yes, value="no")):
        said = {**known.documented, "legacy_function_call": other}
        assert own_words(replace(known, documented=said), shown) == {}
    assert own_words(known, {FACET: "translated"}) == {}
