"""The page of a cell: what it says, the bytes it shows, and those that it never shows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.support.acting import PLANTED, acting_in
from tests.support.cell import CITED, SOURCE, finding, observation
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.model.observation import Observation, Severity, Verdict

Pages = Callable[..., dict[str, str]]
Keep = Callable[..., Evidence]
PAGE = "cells/made-up.openai-chat/single_call.html"
REQUEST = Request(
    "POST", "https://h.example/v1/chat", (("content-type", "application/json"),), b'{"q":1}'
)


class Read(HTMLParser):
    """A page as a browser reads it: ids, links within, headings, what is marked, all text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.tags: list[str] = []
        self.marked: list[str] = []
        self.text = ""
        self._marks = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of ids, links, headings and marks."""
        found = dict(attrs)
        self.tags.append(tag)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if found.get("href"):
            self.links.append(str(found["href"]))
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append(int(tag[1]))
        if tag == "mark":
            self._marks += 1
            self.marked.append("")

    def handle_endtag(self, tag: str) -> None:
        """Take note of the end of a mark."""
        self._marks -= tag == "mark"

    def handle_data(self, data: str) -> None:
        """Keep the text, that of marks by itself too."""
        self.text += data
        if self._marks:
            self.marked[-1] += data


def answer(body: bytes, status: int = 200) -> Response:
    """Return a response with a JSON body."""
    return Response(status, (("content-type", "application/json"),), body)


def test_the_bad_place_is_marked_and_the_rest_is_as_it_was(keep: Keep, pages: Pages) -> None:
    """Odd spacing and spelling stay, the value has its mark, and the rule stands beside it."""
    body = b'{ "calls" : [ {"arguments": "" ,"n":1.0e2} ] }'
    seen = observation(keep((REQUEST, answer(body))), finding("/calls/0/arguments"))
    page = Read(pages(seen)[PAGE])
    assert page.marked == ["marked", '"arguments": ""']
    assert '{ "calls" : [ {"arguments": ""TC304 ,"n":1.0e2} ] }' in page.text
    assert "../../rules/TC304.html" in page.links
    assert "POST /v1/chat" in page.text
    assert "single_call.one.blocking.yaml, line 11, recorded" in page.text
    assert '{"q":1}' in page.text


def test_what_is_missing_is_said_where_it_should_stand(keep: Keep, pages: Pages) -> None:
    """The object without the member says so in words."""
    seen = observation(keep((REQUEST, answer(b'{"a":{"b":1}}'))), finding("/a/id"))
    page = Read(pages(seen)[PAGE])
    assert page.marked[1:] == ["missing here: id"]
    assert '{"a":{missing here: idTC304"b":1}}' in page.text


def test_each_step_has_its_own_request_and_response(keep: Keep, pages: Pages) -> None:
    """A finding of the second step is marked there, and that step is open."""
    evidence = keep((REQUEST, answer(b'{"n":1}')), (REQUEST, answer(b'{"n":2}', 400)))
    status = replace(finding("step[2]/status"), actual=400)
    text = pages(observation(evidence, finding("step[2]/n"), status))[PAGE]
    page = Read(text)
    assert page.marked[1:] == ["400 Bad Request", '"n":2']
    assert "Request 1: POST /v1/chat → 200 OK" in page.text
    assert "Request 2 (step[2] of the case): POST /v1/chat → 400 Bad Request" in page.text
    assert text.count('<details class="step" open>') == 1


HOSTILE = [
    '{"x":"</mark></pre><script>alert(1)</script><img src=x onerror=alert(1)>"}',
    '{"x":"\u202e\u2066\u200b\u2028\x7f"}',
    f'{{"x":"{PLANTED}"}}',
    '{"x":"\\ud800\\u0000"}',
    '{"x":\r\n1}',
    '{"x":' + "[" * 5_000 + "]" * 5_000 + "}",
    '{"x":"' + "A<" * 500_000 + '","y":"' + "&" * 50_000 + '"}',
    'data: {"x":"<b>"}\r\n\r\ndata: \x01\r\n\r\n',
    "",
    "\ufeff{}",
]


@pytest.mark.parametrize(
    "body", [*(one.encode("utf-8") for one in HOSTILE), b'{"x":"\xff\xfe\x00"}', b"\x00" * 40]
)
def test_hostile_bytes_are_shown_escaped_and_bounded(body: bytes, keep: Keep, pages: Pages) -> None:
    """No tag of theirs, nothing that acts unseen, and no more than a page can hold."""
    evidence = keep((replace(REQUEST, body=body), answer(body)))
    findings = (finding("/x"), finding("request/x"), finding("event[0]/x"), finding(""))
    text = pages(observation(evidence, *findings))[PAGE]
    page = Read(text)
    assert "img" not in page.tags
    assert page.tags.count("script") == 1
    assert page.tags.count("pre") == text.count("<pre")
    assert acting_in(text) <= {"\n", "\t"}
    assert len(text) < 60_000


def test_hostile_words_of_results_are_escaped_and_bounded(keep: Keep, pages: Pages) -> None:
    """Names, reasons, pointers and rules come from a file that anybody may have written."""
    evil = f"</mark><script>alert(1)</script>{PLANTED}javascript:alert(1)" + "z" * 100_000
    bad = replace(finding("/x"), rule=evil, message=evil, pointer=evil, expected=evil, actual=evil)
    seen = replace(
        observation(keep((REQUEST, answer(b"{}"))), bad),
        provider=evil, dialect=evil, model=evil, case=evil, reason=evil, known=(evil,),
    )  # fmt: skip
    ((path, text), _) = pages(seen).items()
    page = Read(text)
    assert len(path) < 200
    assert page.tags.count("script") == 1
    assert not [one for one in page.links if one.startswith("javascript")]
    assert len(text) < 60_000
    assert acting_in(text) <= {"\n", "\t"}


def test_a_file_that_has_changed_is_not_marked(keep: Keep, pages: Pages) -> None:
    """Bytes that are not those that were judged prove nothing: the page says so."""
    evidence = replace(keep((REQUEST, answer(b'{"a":1}'))), sha256="0" * 64)
    page = Read(pages(observation(evidence, finding("/a")))[PAGE])
    assert "the file has changed since these results were written" in page.text
    assert page.marked == ["marked"]


def test_the_cassette_lies_beside_the_page(tmp_path: Path, keep: Keep, pages: Pages) -> None:
    """What a page shows can be had whole, once, as it was judged; a changed file is not given out."""
    evidence = keep((REQUEST, answer(b'{"a":1}')))
    seen = observation(evidence, finding("/a"))
    found = pages(seen, replace(seen, suite="round_trip"))
    assert f"../../cassettes/{SOURCE}" in Read(found[PAGE]).links
    kept = found[f"cassettes/{SOURCE}"].encode()
    assert hashlib.sha256(kept).hexdigest() == evidence.sha256
    changed = replace(seen, evidence=replace(evidence, sha256="0" * 64))
    assert not [path for path in pages(changed) if path.startswith("cassettes")]


def test_what_others_recorded_is_never_shown(tmp_path: Path, keep: Keep, pages: Pages) -> None:
    """Neither where results say whose it is, nor where they claim that it is ours."""
    evidence = keep((REQUEST, answer(b'{"a":"theirs"}')), level=EvidenceLevel.IMPORTED)
    claimed = pages(observation(replace(evidence, level=EvidenceLevel.RECORDED), finding("/a")))
    said = pages(observation(replace(evidence, level=EvidenceLevel.IMPORTED), finding("/a")))
    assert claimed.keys() == said.keys() == {PAGE}
    assert "theirs" not in claimed[PAGE]
    assert "theirs" not in said[PAGE]
    assert "somebody else recorded this traffic" in said[PAGE]


def test_of_imported_evidence_there_is_the_finding_and_the_citation(pages: Pages) -> None:
    """Pointer, what was expected and found in at most 80 characters, and a link."""
    long = replace(finding("/a/b"), actual="q" * 300)
    page = Read(
        pages(observation(Evidence(EvidenceLevel.IMPORTED, CITED, "2026-06-08"), long))[PAGE]
    )
    assert "q" * 79 + "…" in page.text
    assert "q" * 80 not in page.text
    assert (
        "https://github.com/octo/spoon/blob/0123456789abcdef/tests/cassettes/one.yaml" in page.links
    )


@pytest.mark.parametrize(
    "source",
    ["../secret.yaml", "/etc/passwd", "a/b/../../../x.yaml", "made-up/m/link.yaml", "x" * 9_000],
)
def test_a_source_leads_to_no_other_file(
    source: str, tmp_path: Path, keep: Keep, pages: Pages
) -> None:
    """A path out of the folder, or a link in it that leads out, is not followed."""
    evidence = keep((REQUEST, answer(b'{"a":"secret"}')))
    outside = tmp_path / "secret.yaml"
    (tmp_path / "cassettes" / SOURCE).rename(outside)
    (tmp_path / "cassettes" / "made-up" / "m" / "link.yaml").symlink_to(outside)
    text = pages(observation(replace(evidence, source=source), finding("/a")))[PAGE]
    assert "secret" not in text.replace("../secret.yaml", "")
    assert "no exchange of this cell lies in the folders" in text


def test_each_part_says_how_new_its_evidence_is(pages: Pages) -> None:
    """A model that was last seen long ago stands beside one that counts, with its own day."""
    old, new = (
        replace(observation(Evidence(EvidenceLevel.IMPORTED, source, day)), model=day)
        for source, day in ((f"{CITED}1", "2025-01-05"), (CITED, "2026-06-01"))
    )
    text = pages(old, new)[PAGE]
    assert "<td>2025-01-05</td>" in text
    assert "<td>2026-06-01</td>" in text


def test_what_is_documented_is_hollow(pages: Pages) -> None:
    """No colour, no bytes, and the words say that no server was looked at."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "https://docs.example/tools", "2026-11-01")
    text = pages(observation(evidence, verdict=Verdict.CONFORMANT))[PAGE]
    assert 'class="badge hollow">○ conformant' in text
    assert 'class="conformant"' not in text
    assert "no server of the provider was looked at" in text
    assert "https://docs.example/tools" in Read(text).links


def test_a_conformant_cell_shows_its_proof(keep: Keep, pages: Pages) -> None:
    """Green has bytes too: those of the newest exchange, with nothing marked."""
    seen = observation(keep((REQUEST, answer(b'{"fine":true}'))), verdict=Verdict.CONFORMANT)
    page = Read(pages(seen)[PAGE])
    assert '{"fine":true}' in page.text
    assert page.marked == ["marked"]
    assert "No error and no warning." in page.text


def test_every_page_can_be_walked(keep: Keep, pages: Pages) -> None:
    """Ids are there once, links within lead somewhere, and headings are in order."""
    evidence = keep((REQUEST, answer(b'{"a":1,"b":{"c":2}}')))
    first = observation(evidence, finding("/a"), finding("/b/c"), finding("/b"), finding("/zz"))
    other = replace(observation(evidence, finding("/a")), suite="round_trip", case="two")
    third = replace(other, suite="lint")
    every = pages(first, other, third, before=(first,))
    found = {path: text for path, text in every.items() if path.endswith(".html")}
    assert sorted(found) == [PAGE.replace("single_call", "round_trip"), PAGE]
    for text in found.values():
        page = Read(text)
        assert len(page.ids) == len({*page.ids})
        assert {one[1:] for one in page.links if one.startswith("#")} <= {*page.ids}
        assert page.headings[0] == 1
        assert page.headings.count(1) == 1
        steps = zip(page.headings, page.headings[1:], strict=False)
        assert all(after - before <= 1 for before, after in steps)
    page = Read(found[PAGE])
    assert "../../cells/made-up.openai-chat/round_trip.html" in page.links
    assert "../../index.html#made-up.openai-chat.single_call" in page.links
    assert "2026-10-21" in page.text


def test_a_cell_that_another_report_did_not_observe_says_so(keep: Keep, pages: Pages) -> None:
    """History tells apart what was fine and what nobody looked at."""
    evidence = keep((REQUEST, answer(b'{"a":1}')))
    other = replace(observation(evidence), suite="round_trip")
    assert "not observed" in pages(observation(evidence), before=(other,))[PAGE]


def test_three_exchanges_are_shown_and_the_others_listed(keep: Keep, pages: Pages) -> None:
    """One for each rule by severity; what is left of sixty is counted."""
    seen: list[Observation] = []
    for number in range(60):
        source = SOURCE.replace("one", f"n{number:02}")
        evidence = keep((REQUEST, answer(b'{"a":1}')), source=source)
        rule = finding("/a", f"TC{300 + number % 5}", list(Severity)[number % 2])
        seen.append(replace(observation(evidence, rule), case=f"n{number:02}"))
    text = pages(*seen)[PAGE]
    assert text.count('<section class="exchange"') == 3
    assert "30 more, all of them in" in text


def test_two_builds_give_the_same_bytes(keep: Keep, pages: Pages) -> None:
    """Whatever order the observations come in."""
    evidence = keep((REQUEST, answer(b'{"a":1}')))
    one = observation(evidence, finding("/a"), finding("/c"))
    two = replace(one, case="two", findings=one.findings[::-1])
    assert pages(one, two) == pages(two, one)
