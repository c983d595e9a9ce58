"""What one answer of a model can explain: which rules, which breaches, and how they are counted."""

from __future__ import annotations

import pytest

from toolwire.jobs.audit.outcome import graded
from toolwire.model.exchange import Mode
from toolwire.model.observation import Chance, Finding, Severity
from toolwire.model.reply import Reading
from toolwire.rules import RULES, Mutation, Rule, Subject, chances, pair_chances
from toolwire.rules.proof import exchanges

#: Decided rule by rule; the reasons stand in docs/decisions.md.
EXPLAINED = {
    *("TC115", "TC120", "TC149", "TC307", "TC309", "TC311", "TC651", "TC705", "TC709", "TC916"),
    *("TX101", "TX102", "TX103", "TX104", "TX105", "TX106", "TX107", "TX108", "TX109"),
    *("TX111", "TX112"),
    # Where text is the protocol: what one text may have around its calls, and a run not always.
    *("TC139", "TX113", "TX114"),
    "TC141",
    # What a model was told outright and passes over once; over a run nothing of it comes through.
    *(
        "TC116",
        "TC148",
        "TC316",
        "TC317",
        "TC318",
        "TC319",
        "TC385",
        "TC509",
        "TC510",
        "TC512",
        "TC655",
        "TC656",
        "TC657",
    ),
    *(
        "TC151",
        "TC152",
        "TC417",
        "TC420",
        "TC650",
        "TC653",
        "TC654",
        "TC662",
        "TC731",
        "TC732",
        "TC733",
        "TC735",
        "TC736",
        "TC737",
        "TC739",
        "TC897",
    ),
    # A text, a number or a result that a model repeats otherwise once; over a run none comes as it was.
    *("TC325", "TC757", "TC759"),
    # What stands inside of a result, or the result of another call of the tool, a model may pass over once.
    *(
        "TC766",
        "TC767",
        "TC769",
        "TC772",
        "TC773",
        "TC774",
        "TC775",
        "TC776",
        "TC777",
        "TC778",
        "TC779",
        "TC780",
        "TC781",
        "TC785",
        "TC786",
        "TC788",
        "TC794",
        "TC796",
        "TC797",
    ),
    # An empty text before a call, as Gemini writes it now and then.
    "TC129",
    # One answer may pass over a part of a result, or all of it; over a run nothing of it is read.
    *("TC734", "TC763", "TC764", "TC765"),
    *("TC315", "TC511", "TC661", "TC664", "TC665"),
    *("TC418", "TC663", "TC754"),
    "TC410",
    # Small models empty an object, or put its members in its place, now and then.
    "TC314",
    # One answer may be broken off; a run in which every one ends so is the server's.
    *("TC412", "TC421", "TC423", "TC485"),
    # A model may leave words out beside its calls; where their tokens are counted, none in a run come through.
    "TC514",
    # A model may lose a piece of its words once; over a run, or in one mode, every reply with calls does not.
    "TC590",
    # A schema that stands in the prompt may be passed over once; over a run no text fits one.
    "TC520",
    # A model may leave out a line that the server keeps; over a run no reply has a word of it.
    "TC758",
    # A model may say nothing of a result, or call again; over a run no reply that goes on by an id has a word of one.
    "TC784",
    # A model may think in one turn and not in another; in all of a run it does not go by calls.
    "TC522",
    # One pair of answers shows nothing; a run without a call in one mode does.
    # A value that a tool's definition alone tells may be made up once; over a run it never is the one.
    *("TC383", "TC384", "TC387", "TC389", "TC394", "TC395", "TC396"),
    *("TC397", "TC398", "TC399", "TC521"),
    # A model may run two lines together once; over a run, or a mode, all are the server's.
    "TC594",
    *("TC145", "TC147", "TC939", "TC947", "TC948", "TC950", "TC951", "TC955", "TC957"),
    # A last call that is missing though as many tokens were counted, as servers count that count nothing.
    "TC908",
    # An answer that counts no token of one side may be a cache's; one alone whose calls cost nothing too.
    *("TC124", "TC153"),
    # One answer may have been kept as long as zones lie apart.
    "TC156",
    # A model may tell nothing of what it thought once; over a run no thought asked for is told.
    "TC155",
    # A model may leave it at the first call; over a run none comes behind a result.
    *("TC605", "TC670"),
    # A model may stop behind its thoughts once; over a run no call comes behind any.
    "TC660",
}
VARYING = [rule for rule in RULES.values() if rule.variance]
#: Rule, and dialect or fault -> the server's doing all the same.
SERVERS = {
    # How far an item is a model does not say.
    ("TC421", "the item is whole"),
    *((rule, "refused") for rule in ("TC705", "TC709", "TC734", "TC763", "TC765", "TC766")),
    ("TC764", "fails"),
    *(("TC758", fault) for fault in ("", "not there")),
    *(("TC129", fault) for fault in ("a text beside a call", "a call as a thought", "a result")),
    ("TC129", "a signature alone"),
    ("TC512", "null beside calls"),
    ("TC155", "unasked"),
    *(("TC124", fault) for fault in ("nothing counted", "a fraction", "counted late")),
    ("TC116", "run together"),
    ("TC147", "exchanged"),
    *(("TC314", fault) for fault in ("rounded", "in 32 bits")),
    ("TC315", "each other's"),
    ("TC115", "no tool"),
    *(("TC410", one.fault) for one in RULES["TC410"].mutations if one.fault != "no reason"),
    ("TC155", "switched off"),
    ("TC421", "passed over"),
    *(("TC520", fault) for fault in ("prose", "fenced", "another schema")),
    *(("TC520", name) for name in RULES["TC520"].severity if name != "ollama-chat"),
    # Without the same in another order it is information, of no rate.
    *(("TC897", name) for name in RULES["TC897"].severity),
    # Without the same written out likewise.
    *(("TC784", name) for name in RULES["TC784"].severity),
    ("TC509", "blanks dropped"),
    ("TC509", "blanks between pieces"),
    *(("TC511", fault) for fault in ("entities", "Latin-1", "a sign nobody sees", "escapes")),
    *(("TX112", name) for name in RULES["TX112"].severity if name not in {"chatml", "prompted"}),
    # Both answers come of one script there.
    *(("TC908", mutation.fault) for mutation in RULES["TC908"].mutations),
}


def explained(rule: Rule, mutation: Mutation) -> bool:
    """Return whether a model can explain a planted fault."""
    return not SERVERS & {(rule.id, mutation.fault), (rule.id, mutation.dialect)}


def broken(rule: Rule, mutation: Mutation) -> tuple[Reading, tuple[Finding, ...]]:
    """Plant a fault; return what is read and what the rule finds."""
    exchange = exchanges.mutated(rule, mutation)
    read = exchanges.reading(rule, mutation.dialect, mutation.scenario, exchange)
    return read, tuple(f for f in exchanges.findings(rule, read) if f.rule == rule.id)


def counted(rule: Rule, read: Reading, found: tuple[Finding, ...]) -> Chance:
    """Return how a reply counts for a rule."""
    probing = rule.id if rule.subject is Subject.PROBE else ""
    if rule.subject is Subject.AB:
        return pair_chances(read, found).get(rule.id, Chance())
    return chances(read, found, probing).get(rule.id, Chance())


def test_the_list_is_decided() -> None:
    """A rule is on it by decision, and nothing that a server promises is."""
    assert {rule.id for rule in RULES.values() if rule.variance is not None} == EXPLAINED
    assert not EXPLAINED & {"TC313", "TC601", "TC602", "TC603", "TC652"}


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_where_a_model_explains_it_the_rule_is_judged(rule: Rule) -> None:
    """A dialect that is named is one of the rule's own."""
    assert rule.variance is None or set(rule.variance.dialects) <= set(rule.severity)


@pytest.mark.parametrize("rule", VARYING, ids=lambda rule: rule.id)
def test_a_breach_stays_a_finding_and_counts_for_a_rate(rule: Rule) -> None:
    """It keeps its severity, is no outcome by itself, and is one hit of one reply."""
    for mutation in rule.mutations:
        _counts_for_a_rate(rule, mutation)


def _counts_for_a_rate(rule: Rule, mutation: Mutation) -> None:
    read, found = broken(rule, mutation)
    assert found, mutation
    model = explained(rule, mutation)
    assert {finding.variance for finding in found} == {model}, mutation
    assert {f.severity for f in found} <= set(Severity), mutation
    grave = any(f.severity is not Severity.INFO for f in found)
    assert bool(tuple(graded(found))) is (grave and not model), mutation
    once = counted(rule, read, found)
    assert (once.hits, once.replies >= once.hits) == (int(model), True), mutation
    assert not (once.hits and once.cleared), mutation


@pytest.mark.parametrize("rule", VARYING, ids=lambda rule: rule.id)
def test_without_the_fault_it_counts_as_done_right(rule: Rule) -> None:
    """The clean reply is no hit; where it could have shown, it clears the server."""
    for mutation in rule.mutations:
        _is_done_right(rule, mutation)


def _is_done_right(rule: Rule, mutation: Mutation) -> None:
    exchange = exchanges.baseline(rule.id, mutation.dialect, mutation.scenario, mutation.mode)
    read = exchanges.reading(rule, mutation.dialect, mutation.scenario, exchange)
    clean = counted(rule, read, ())
    assert clean.hits == 0, mutation
    assert clean.cleared >= clean.replies, mutation
    # Broken markup, and a call in one mode only, are planted where a clean reply has no calls; and
    # the responder's answers have no date, no scenario asks for thoughts, and where no limit is reached, none
    # is told; and its answers are too short for their tokens to show anything. Of TC423, TC514 and TC654 breaches alone are counted.
    untold = {
        "TC147",
        "TC423",
        "TC514",
        "TC522",
        "TC654",
        "TC948",
        "TC951",
        "TC155",
        "TC156",
        "TC421",
        "TC660",
        "TC773",
    }
    # Cohere counts the plan beside a call, so that its answer is long enough.
    long = (rule.id, mutation.dialect) == ("TC147", "cohere-v2")
    shows = (long or rule.id not in untold) and not rule.id.startswith("TX")
    assert clean.replies == int(shows) or not explained(rule, mutation), mutation


def test_two_of_three_calls_are_a_breach_and_proof_of_several() -> None:
    """The reply is a hit, and shows that the server lets more than one call through."""
    rule = RULES["TC651"]
    cuts = RULES["TC656"].mutations
    two = next(m for m in cuts if m.dialect == "openai-chat" and m.mode is Mode.BLOCKING)
    assert counted(rule, *broken(rule, two)) == Chance(1, 1, 1)


def test_requests_that_are_wrong_on_purpose_count_for_nothing() -> None:
    """What is made of them promises nothing, in either direction."""
    rule = RULES["TC115"]
    read, found = broken(rule, rule.mutations[0])
    assert chances(read, found, request_valid=False) == {}


def test_what_could_not_show_is_not_counted() -> None:
    """A call without a number says nothing of a server that makes strings of numbers."""
    rule = RULES["TC307"]
    exchange = exchanges.baseline(rule.id, "openai-chat", "no_arguments", Mode.BLOCKING)
    read = exchanges.reading(rule, "openai-chat", "no_arguments", exchange)
    assert counted(rule, read, ()) == Chance()
