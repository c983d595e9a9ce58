"""Providers: loading, mirroring, targets, hosts, and what users get wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from toolwire.dialects import load_dialect
from toolwire.dialects.reference import answer
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange
from toolwire.providers import Link, Provider, load_providers, provider_of_host, targets
from toolwire.suites import load_suites

MADE_UP = """\
provider: made-up
title: Made Up
mirrors: openai
base_url: https://api.made-up.example/v1
key_env: MADE_UP_API_KEY
hosts: [api.made-up.example, "*.made-up.example"]
models:
  - id: tiny
    tools: yes
    price: {input: 0, output: 1.5}
    source: https://made-up.example/models
    read: 2026-11-21
  - {id: big, source: https://made-up.example/models, read: 2026-11-21}
documented:
  legacy_function_call: {value: no, source: https://made-up.example/docs, read: 2026-11-21}
deviations:
  - rule: TC106
    reason: writes index in blocking replies
    seen: 2026-08
    source: https://made-up.example/issues/1
    read: 2026-11-21
"""


def _folder(tmp_path: Path, *texts: str) -> Path:
    for number, text in enumerate(texts):
        (tmp_path / f"p{number}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def _provider(name: str, *directories: Path) -> Provider:
    return next(p for p in load_providers(directories) if p.id == name)


def _refusal(place: Path) -> str:
    with pytest.raises(ToolwireError) as caught:
        load_providers([place])
    assert caught.value.exit_code == 3
    return str(caught.value).replace(str(place), "DIR")


def test_the_word_no_stays_a_word() -> None:
    """`value: no` is the documented capability "no", not a boolean."""
    capability = _provider("anthropic").documented["legacy_function_call"]
    assert capability.value == "no"
    assert _provider("openai").documented["legacy_function_call"].value == "yes"


def test_a_case_can_be_documented_apart_from_its_suite() -> None:
    """What is documented of `suite.case` wins over its suite; nothing said is None."""
    gemini = _provider("gemini")
    off = gemini.capability("parallel_calls", "switched_off")
    twice = gemini.capability("parallel_calls", "same_tool_twice")
    assert off is not None
    assert twice is not None
    assert (off.value, twice.value) == ("no", "yes")
    assert gemini.capability("of_next_year", "x") is None


def test_a_made_up_provider_needs_one_file_and_nothing_else(tmp_path: Path) -> None:
    """From one YAML file come a target, its requests and a readable reply to them."""
    known = load_providers([_folder(tmp_path, MADE_UP)])
    (target,) = targets(known, ["made-up"])
    assert target.name == "made-up/tiny"
    price = target.model.price
    assert price is not None
    assert (price.input, price.output) == (0.0, 1.5)
    # A price that does not say whence it is has the source of its model.
    assert price.source == target.model.source
    assert target.provider.deviations[0].rule == "TC106"
    spoken = load_dialect(target.provider.dialect)
    case = next(s for s in load_suites() if s.id == "single_call").cases[0]
    asked = Conversation((UserTurn(case.steps[0].user or ""),), case.tools)
    request = spoken.encode(asked, target.endpoint)
    assert request.url == "https://api.made-up.example/v1/chat/completions"
    response = spoken.respond(request, answer(asked))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "reference")
    reply = spoken.decode(Exchange(request, response, evidence)).reply
    assert [call.name for call in reply.tool_calls] == ["get_weather"]


def test_mirroring_passes_on_the_wire_and_never_the_key(tmp_path: Path) -> None:
    """Form and documentation are inherited, suite by suite; key, hosts and models are not."""
    bare = (
        "provider: bare\ntitle: Bare\nmirrors: made-up\n"
        "base_url: http://localhost:8080/v1\nauth: {header: x-key}\n"
    )
    one = _provider("bare", _folder(tmp_path, MADE_UP, bare))
    openai = _provider("openai")
    assert one.dialect == "openai-chat"
    assert (one.key_env, one.hosts, one.models, one.deviations) == ("", (), (), ())
    assert (one.auth_header, one.auth_scheme) == ("x-key", "")
    assert one.endpoint.extra == {}
    assert one.documented["legacy_function_call"].value == "no"
    assert one.documented["legacy_function_call"].inherited == "made-up"
    inherited = replace(openai.documented["round_trip"], inherited="openai", own=False)
    assert one.documented["round_trip"] == inherited
    assert one.docs == openai.docs


FREE = """\
provider: free
title: Free
mirrors: openai
base_url: http://localhost:1/v1
price: {input: 0, output: 0, note: our own, source: "https://free.example", read: 2026-11-21}
models:
  - {id: one, source: https://free.example/models, read: 2026-11-21}
  - id: dear
    confirmed: false
    price: {input: 9, output: 9, source: "https://free.example/dear", read: 2026-11-22}
speaks:
  - {dialect: anthropic-messages, mirrors: anthropic}
"""


def test_a_providers_price_is_that_of_every_model_without_one(tmp_path: Path) -> None:
    """KnownDeviation, named on the command line and of a further route; it is not passed on by mirroring."""
    mirror = "provider: other\ntitle: Other\nmirrors: free\nbase_url: http://localhost:2/v1\n"
    known = load_providers([_folder(tmp_path, FREE, mirror)])
    words = ["free/one", "free/dear", "free/mine", "free.anthropic-messages/mine", "other/mine"]
    prices = {target.name: target.model.price for target in targets(known, words)}
    assert {name: price and price.input for name, price in prices.items()} == {
        "free/one": 0.0,
        "free/dear": 9.0,
        "free/mine": 0.0,
        "free.anthropic-messages/mine": 0.0,
        "other/mine": None,
    }
    mine, dear = prices["free/mine"], prices["free/dear"]
    assert mine is not None
    assert dear is not None
    assert mine.note == "our own"
    assert (mine.source, dear.source) == (
        Link("https://free.example", "2026-11-21"),
        Link("https://free.example/dear", "2026-11-22"),
    )


def test_pages_for_the_monthly_check_are_links(tmp_path: Path) -> None:
    """A page that nobody could open says when its address was found, in place of a reading."""
    pages = (
        "changelog: {url: https://made-up.example/changelog, read: 2026-11-21}\n"
        "sdk: {url: https://made-up.example/sdk, seen: 2026-11-22}\n"
        "deprecations: {url: https://made-up.example/ends, read: 2026-11-20}\n"
    )
    one = _provider("made-up", _folder(tmp_path, MADE_UP + pages))
    assert one.changelog == Link("https://made-up.example/changelog", "2026-11-21")
    assert one.sdk == Link("https://made-up.example/sdk", "", "2026-11-22")
    assert one.deprecations == Link("https://made-up.example/ends", "2026-11-20")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("price: {input: 0, output: 0}", "the key 'source' is missing"),
        ("price: {input: 0, output: 0, source: https://a.example}", "the key 'read' is missing"),
        ("sdk: {url: https://a.example}", "a link has `read`"),
        ("sdk: {url: https://a.example, read: 2026-11-21, seen: 2026-11-21}", "a link has `read`"),
        (
            "models: [{id: m, confirmed: false, price: {input: 0, output: 0}}]",
            "the key 'source' is missing",
        ),
    ],
)
def test_a_price_or_page_without_its_day_is_refused(tmp_path: Path, wrong: str, told: str) -> None:
    """What money is counted by says whence and when; so does a page, or that it is unread."""
    bare = f"provider: bare\ntitle: Bare\nmirrors: openai\nbase_url: http://localhost:1\n{wrong}\n"
    assert told in _refusal(_folder(tmp_path, bare))


FACT = 'source: "https://a.example", read: 2026-11-21'
FIRST = (
    "provider: first\ntitle: First\ndialect: openai-chat\nbase_url: https://first.example\n"
    f"wire:\n  call_field: {{value: calls, {FACT}}}\n  id_pattern: {{value: first_…, {FACT}}}\n"
    f"documented:\n  round_trip: {{value: yes, {FACT}}}\n"
)


def _mirror(name: str, mirrored: str, wire: str = "") -> str:
    """Return a provider file that mirrors another."""
    head = f"provider: {name}\ntitle: T\nmirrors: {mirrored}\nbase_url: https://{name}.example\n"
    return head + (f"wire:\n  {wire}\n" if wire else "")


def test_a_mirror_has_the_format_and_not_the_vendors_own_words(tmp_path: Path) -> None:
    """Where calls stand is passed on; how ids look is nobody's but the vendor's."""
    own = f"id_pattern: {{value: [b, c], {FACT}}}"
    texts = (FIRST, _mirror("bare", "first"), _mirror("own", "first", own))
    known = {p.id: p for p in load_providers([_folder(tmp_path, *texts)])}
    assert {k: f.inherited for k, f in known["bare"].wire.items()} == {"call_field": "first"}
    assert not known["bare"].documented["round_trip"].own
    words = {key: fact.words for key, fact in known["own"].wire.items()}
    assert words == {"call_field": ("calls",), "id_pattern": ("b", "c")}
    assert known["own"].wire["id_pattern"].inherited == ""
    assert known["first"].documented["round_trip"].own


def test_who_answers_as_the_mirrored_has_its_words_and_no_further(tmp_path: Path) -> None:
    """`as_mirrored` is a provider's own word for one step; the next needs that of the next."""
    alike = f"as_mirrored: {{{FACT}}}"
    texts = (FIRST, _mirror("alike", "first", alike), _mirror("after", "alike"))
    further = _mirror("deep", "alike", alike)
    known = {p.id: p for p in load_providers([_folder(tmp_path, *texts, further)])}
    assert {name: "id_pattern" in known[name].wire for name in ("alike", "after", "deep")} == {
        "alike": True,
        "after": False,
        "deep": True,
    }
    assert known["alike"].wire["id_pattern"].inherited == "first"
    assert known["alike"].documented["round_trip"].own
    assert not known["after"].documented["round_trip"].own


def test_a_further_route_has_words_of_its_own(tmp_path: Path) -> None:
    """Two formats of one provider share no facts of the wire."""
    route = "speaks:\n  - {dialect: openai-responses}\n  - as: old\n    dialect: openai-chat\n"
    wire = f"    wire: {{id_pattern: {{value: old_…, {FACT}}}}}\n"
    one = _provider("first", _folder(tmp_path, FIRST + route + wire))
    words = {r.name: {k: f.words[0] for k, f in r.wire.items()} for r in one.routes}
    assert words == {
        "first": {"call_field": "calls", "id_pattern": "first_…"},
        "first.openai-responses": {},
        "first.old": {"id_pattern": "old_…"},
    }


@pytest.mark.parametrize(
    ("wire", "why"),
    [
        (f"id_patern: {{value: x, {FACT}}}", "did you mean id_pattern"),
        ("id_pattern: {value: x}", "the key 'source' is missing"),
        (f"id_pattern: {{value: [], {FACT}}}", "a word of the comparison matrix"),
        (f"stop_on_call: {{value: x, status: 400, {FACT}}}", "unknown key 'status'"),
        (f"error_field: {{value: x, status: 200, {FACT}}}", "status"),
    ],
)
def test_a_mistake_in_the_wire_names_file_and_line(tmp_path: Path, wire: str, why: str) -> None:
    """One line says where it is and what would do."""
    with pytest.raises(ToolwireError, match=why) as caught:
        load_providers([_folder(tmp_path, _mirror("bare", "openai", wire))])
    assert "p0.yaml:" in str(caught.value)


def test_own_providers_replace_shipped_ones(tmp_path: Path) -> None:
    """A user's file of the same id takes the place of ours, also for those who mirror it."""
    own = "provider: gemini\ntitle: Own\ndialect: openai-chat\nbase_url: http://localhost:1\n"
    found = load_providers([_folder(tmp_path, own)])
    assert [p.title for p in found if p.id == "gemini"] == ["Own"]
    assert next(p for p in found if p.id == "vertex-ai").dialect == "openai-chat"
    assert load_providers([tmp_path / "p0.yaml"]) == found


def test_targets_follow_the_selection(tmp_path: Path) -> None:
    """A provider alone means its first model, `/*` all, a full name that one; each once."""
    known = load_providers([_folder(tmp_path, MADE_UP)])
    names = [target.name for target in targets(known, ["made-up/*", "openai", "made-up/tiny"])]
    assert names[:2] == ["made-up/tiny", "made-up/big"]
    assert [name.split("/")[0] for name in names] == ["made-up", "made-up", "openai"]
    (own,) = targets(known, ["vertex-ai/vendor/some-model"])
    assert (own.name, own.model.price) == ("vertex-ai/vendor/some-model", None)
    assert own.endpoint.model == "vendor/some-model"
    everything = targets(known)
    assert {target.provider.id for target in everything} == {p.id for p in known if p.models}


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("opnai", "no provider 'opnai'; did you mean openai?"),
        ("bare", "provider 'bare' lists no model (name one: bare/MODEL)"),
        ("zz*", "no provider 'zz*'"),
        ("openai.openai-respones", "no provider 'openai.openai-respones'; did you mean openai.op"),
        ("openai/zz*", "no model of 'openai' fits 'zz*' (known: gpt-6-luna)"),
        ("openai/", "no model of 'openai' fits ''"),
    ],
)
def test_selections_that_name_nothing_are_told(tmp_path: Path, word: str, told: str) -> None:
    """A selection never comes to nothing silently."""
    bare = "provider: bare\ntitle: Bare\nmirrors: openai\nbase_url: http://localhost:8080/v1\n"
    known = load_providers([_folder(tmp_path, bare)])
    with pytest.raises(ToolwireError) as caught:
        targets(known, [word])
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("host", "owner"),
    [
        ("api.openai.com", "openai"),
        ("API.OpenAI.com:443", "openai"),
        ("api.openai.com.", "openai"),
        ("api.anthropic.com", "anthropic"),
        ("generativelanguage.googleapis.com", "gemini"),
        ("aiplatform.googleapis.com", "vertex-ai"),
        ("europe-west4-aiplatform.googleapis.com", "vertex-ai"),
        ("bedrock-runtime.eu-west-1.amazonaws.com", "aws-bedrock"),
        ("bedrock-runtime.amazonaws.com", None),
        ("bedrock-runtime..amazonaws.com", None),
        ("s3.eu-west-1.amazonaws.com", None),
        ("any.openai.azure.com", "azure-openai"),
        ("openai.azure.com", None),
        ("api.openai.com.evil.example", None),
        ("evil-api.openai.com.example", None),
        ("", None),
        ("localhost", None),
    ],
)
def test_hosts_of_recorded_traffic(host: str, owner: str | None) -> None:
    """A host is known by its whole name or a listed ending, whatever its case and port."""
    assert provider_of_host(host) == owner


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("mirrors: openai", "mirrors: opnai", "3: unknown provider 'opnai' (did you mean openai"),
        ("mirrors: openai", "mirrors: made-up", "3: providers mirror each other"),
        ("mirrors: openai", "mirors: openai", "3: unknown key 'mirors' (did you mean mirrors?"),
        ("mirrors: openai", "dialect: openai", "3: 'dialect' cannot be 'openai' (did you mean op"),
        ("mirrors: openai\n", "", "1: a provider needs a `dialect`, or `mirrors` one"),
        ("/v1\n", "/v1/\n", "4: 'https://api.made-up.example/v1/' does not fit: a base URL"),
        ("value: no", "value: false", "15: 'value' cannot be False"),
        ("value: no", "value: never", "15: 'value' cannot be 'never'"),
        ("    read: 2026-11-21\n  - {", "  - {", "8: the key 'read' is missing"),
        ("    read: 2026-11-21\n  - {", "    read: 2026-13-01\n  - {", "12: '2026-13-01' does not"),
        ("seen: 2026-08", "seen: August", "19: 'August' does not fit: a month is written"),
        ("rule: TC106", "rule: no-index", "17: 'no-index' does not fit: a rule id"),
        ("input: 0", "input: cheap", "10: 'input' has to be a number, not 'cheap'"),
        ("key_env: MADE", "key_env: made", "5: 'made_UP_API_KEY' does not fit: an environment"),
        ("title: Made Up\n", "", "1: the key 'title' is missing"),
        ("title: Made Up\n", 'title: Up\nheaders: {x: "a\\nb"}\n', "3: 'a\\nb' does not fit: a he"),
    ],
)
def test_mistakes_are_told_with_line_and_remedy(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    """Every kind of mistake in a provider file is one line with the line of the part."""
    assert old in MADE_UP
    place = _folder(tmp_path, MADE_UP.replace(old, new, 1))
    assert _refusal(place).startswith(f"DIR/p0.yaml:{told}")


def test_circles_duplicates_and_missing_dialects_are_refused(tmp_path: Path) -> None:
    """Mirrors end somewhere, at a dialect, and an id stands once in a folder."""
    other = "provider: {0}\ntitle: T\nmirrors: {1}\nbase_url: http://localhost\n"
    circle = _folder(tmp_path, other.format("aa", "bb"), other.format("bb", "aa"))
    assert "aa mirrors bb mirrors aa" in _refusal(circle)
    twice = _folder(tmp_path, MADE_UP, MADE_UP)
    assert "another file of this folder is provider 'made-up'" in _refusal(twice)


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    """A folder that is not there is an error, not an empty selection."""
    with pytest.raises(ToolwireError, match="no such folder of providers"):
        load_providers([tmp_path / "nowhere"])
