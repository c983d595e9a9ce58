"""Cassettes: vcrpy's format, our header, nothing secret, nothing half-written."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import subprocess
import sys
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path, PurePosixPath

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vcr.request import Request as VcrRequest
from vcr.serialize import serialize

from tests.support.examples import examples
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Chunk, EvidenceLevel, Mode, Request, Response
from toolwire.transport.cassette import vcr_format
from toolwire.transport.cassette.file import (
    MissingCassetteError,
    Provenance,
    cassette_path,
    load,
    request_key,
    requests_digest,
    save,
)
from toolwire.transport.cassette.replay import Replay

URL = "https://api.example.invalid/v1/chat/completions"
JSON_TYPE = (("content-type", "application/json"),)
REQUEST = Request("POST", URL, JSON_TYPE, b'{"model":"m","messages":[{"content":"Hi \\u00e9"}]}')
STREAM = Response(
    200,
    (("content-type", "text/event-stream"),),
    b'data: {"text": "one"}\n\ndata: {"text": "two"}\n\ndata: [DONE]\n\n',
)
DOCUMENTED = Provenance(EvidenceLevel.DOCUMENTED, "2026-11-21", "api.example.invalid")
NAME = PurePosixPath("c.yaml")


@settings(
    max_examples=examples(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    sent=st.binary(max_size=60) | st.text(max_size=60).map(lambda t: t.encode(errors="replace")),
    body=st.binary(max_size=60)
    | st.text("a \n\r\t:#-|'\"é東😀\x85\u2028{}", max_size=60).map(str.encode),
    status=st.integers(100, 599),
)
def test_every_byte_survives(tmp_path: Path, sent: bytes, body: bytes, status: int) -> None:
    """Whatever the bodies are, text or not, they come back from the file as they were."""
    pair = (Request("POST", URL, JSON_TYPE, sent), Response(status, JSON_TYPE, body))
    save(tmp_path / NAME, [pair], DOCUMENTED)
    assert load(tmp_path, NAME).exchanges == (pair,)


def test_arrival_boundaries_survive(tmp_path: Path) -> None:
    """Chunks with their times are kept beside the body and joined to it again."""
    chunks = (Chunk(STREAM.body[:10], 0.25), Chunk(STREAM.body[10:], 1.5))
    response = Response(200, STREAM.headers, STREAM.body, chunks)
    save(tmp_path / NAME, [(REQUEST, response)], DOCUMENTED)
    assert load(tmp_path, NAME).exchanges == ((REQUEST, response),)


def test_streams_are_written_so_that_a_diff_can_be_read(tmp_path: Path) -> None:
    """Each line of a stream is a line of the file, and the file is plain ASCII."""
    save(tmp_path / NAME, [(REQUEST, STREAM)], DOCUMENTED)
    text = (tmp_path / NAME).read_bytes().decode("ascii")
    assert '        data: {"text": "two"}\n' in text


def test_the_header_says_how_we_know(tmp_path: Path) -> None:
    """Evidence, date, host, version, request digest and what was left out stand on top."""
    secret = Request("POST", f"{URL}?key=hidden", (("Authorization", "Bearer x"),), b"{}")
    save(tmp_path / NAME, [(secret, STREAM)], DOCUMENTED)
    cassette = load(tmp_path, NAME)
    head = cassette.provenance
    assert (head.evidence, head.recorded_at) == (EvidenceLevel.DOCUMENTED, "2026-11-21")
    assert head.endpoint == "api.example.invalid"
    assert head.scrubbed == ("header authorization", "query key")
    assert head.requests == requests_digest([secret])
    assert next(iter(yaml.safe_load((tmp_path / NAME).read_text()))) == "toolwire"
    assert cassette.evidence.source == "c.yaml"
    assert re.fullmatch(r"[0-9a-f]{64}", cassette.evidence.sha256 or "")


def test_no_key_enters_a_cassette(tmp_path: Path) -> None:
    """Keys in headers, in the URL's query or user info are not written."""
    request = Request(
        "POST",
        "https://user:hunter2@api.example.invalid/v1?key=hunter3&alt=sse",
        (("x-api-key", "hunter4"), ("Cookie", "hunter5"), ("Accept", "text/event-stream")),
        b"{}",
    )
    response = Response(200, (("Set-Cookie", "hunter6"), ("openai-organization", "hunter7")), b"")
    save(tmp_path / NAME, [(request, response)], DOCUMENTED)
    assert b"hunter" not in (tmp_path / NAME).read_bytes()
    kept = load(tmp_path, NAME).exchanges[0][0]
    assert kept.url == "https://api.example.invalid/v1?alt=sse"
    assert kept.headers == (("accept", "text/event-stream"),)


def test_a_key_in_a_body_gets_a_stand_in(tmp_path: Path) -> None:
    """A provider that echoes a key has it replaced in the file, and the header says so."""
    key = "sk-" + "a1" * 20
    response = Response(401, JSON_TYPE, f'{{"error": "bad key {key}"}}'.encode())
    save(tmp_path / NAME, [(REQUEST, response)], DOCUMENTED)
    assert b"a1a1" not in (tmp_path / NAME).read_bytes()
    cassette = load(tmp_path, NAME)
    assert cassette.exchanges[0][1].body == b'{"error": "bad key xx-%b"}' % (b"x0" * 20)
    assert cassette.provenance.scrubbed == ("key",)


def test_a_secret_that_scrubbing_does_not_reach_is_refused(tmp_path: Path) -> None:
    """What would stand in the header block is not written; the message does not repeat it."""
    key = "sk-" + "a1" * 20
    with pytest.raises(ToolwireError, match="not written: something secret") as caught:
        save(tmp_path / NAME, [(REQUEST, STREAM)], replace(DOCUMENTED, server=key))
    assert key not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_our_cassette_with_a_secret_is_refused_and_others_are_read(tmp_path: Path) -> None:
    """A secret that was put into one of our files by hand stops it; not in a plain vcrpy file."""
    key = "gsk_" + "a1" * 20
    save(tmp_path / NAME, [(REQUEST, STREAM)], DOCUMENTED)
    text = (tmp_path / NAME).read_text().replace('"one"', f'"{key}"')
    (tmp_path / NAME).write_text(text)
    with pytest.raises(TrafficError, match=r"secret: key in interactions\[0\]/response/body") as no:
        load(tmp_path, NAME)
    assert key not in str(no.value)
    (tmp_path / NAME).write_text(text[text.index("version: 1") :])
    assert key.encode() in load(tmp_path, NAME).exchanges[0][1].body


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    """No clock and no order of a set gets into the file."""
    save(tmp_path / "a.yaml", [(REQUEST, STREAM)], DOCUMENTED)
    save(tmp_path / "b.yaml", [(REQUEST, STREAM)], DOCUMENTED)
    assert (tmp_path / "a.yaml").read_bytes() == (tmp_path / "b.yaml").read_bytes()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"a: [\n", r"bad\.yaml:\d+: not a cassette: not YAML"),
        (b"[" * 100_000, "nested more than 100 levels"),
        (b"- " * 100_000, "nested more than 100 levels"),
        (b"\xff\xfe\xff", "not YAML"),
        (b"", "the document is not a mapping"),
        (b"interactions: []\n", "`version` is not 1"),
        (b"version: 1\n", "no member 'interactions'"),
        (b"version: 1\ninteractions: 3\n", "not iterable"),
        (b"version: 1\ninteractions: [{}]\n", "no member 'request'"),
        (b"version: 1\ninteractions: [x]\n", "not a cassette"),
        (b"a: &a [*a]\n", "`version` is not 1"),
        (b"{[]: 1}: 2\n", "not YAML"),
        (b"a: !!str [x]\n", "not YAML: expected a scalar node"),
        (b"a: !!python/object/apply:os.system [echo]\n", "could not determine a constructor"),
        (b"version: 1\ninteractions: []\ntoolwire: {evidence: live}\n", "cannot be `live`"),
        (b"version: 1\ninteractions: []\ntoolwire: {evidence: sure}\n", "'sure' is not a valid"),
    ],
)
def test_a_malformed_cassette_is_one_line(tmp_path: Path, content: bytes, why: str) -> None:
    """A broken file is told with its name, the reason and what to do; exit code 2."""
    (tmp_path / "bad.yaml").write_bytes(content)
    with pytest.raises(TrafficError, match=why) as caught:
        load(tmp_path, PurePosixPath("bad.yaml"))
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_aliases_do_not_multiply(tmp_path: Path) -> None:
    """The billion laughs, thirty levels of ten aliases each, cost nothing and are refused."""
    levels = [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 30)]
    (tmp_path / "bomb.yaml").write_text("\n".join(["l0: &l0 [x]", *levels]))
    with pytest.raises(TrafficError, match="`version` is not 1"):
        load(tmp_path, PurePosixPath("bomb.yaml"))


def test_a_missing_cassette_is_told_apart(tmp_path: Path) -> None:
    """No file is another thing than a broken one."""
    with pytest.raises(MissingCassetteError, match=r"no cassette at a/b\.yaml"):
        load(tmp_path, PurePosixPath("a/b.yaml"))


def test_a_plain_vcrpy_cassette_is_read(tmp_path: Path) -> None:
    """A file re-recorded with vcrpy (gzip body, no header of ours) loads as `imported`."""
    packed = gzip.compress(b'{"ok": true}', mtime=0)
    document = {
        "version": 1,
        "interactions": [
            {
                "request": {"method": "POST", "uri": URL, "body": "{}", "headers": {}},
                "response": {
                    "status": {"code": 200, "message": "OK"},
                    "headers": {"Content-Encoding": ["gzip"]},
                    "body": {"string": packed},
                },
            }
        ],
    }
    (tmp_path / NAME).write_text(yaml.safe_dump(document))
    cassette = load(tmp_path, NAME)
    assert cassette.provenance.evidence is EvidenceLevel.IMPORTED
    assert cassette.exchanges[0][1].body == b'{"ok": true}'
    assert cassette.exchanges[0][1].header("content-encoding") is None


@pytest.mark.parametrize(
    ("model", "part"),
    [("gpt-5-mini", "gpt-5-mini"), ("claude-haiku-4.5", "claude-haiku-4.5")],
)
def test_ordinary_names_stay_as_they_are(model: str, part: str) -> None:
    """A path is predictable: provider, model, suite, case and mode."""
    path = cassette_path("acme", model, "single_call.plain", Mode.STREAMING)
    assert str(path) == f"acme/{part}/single_call.plain.streaming.yaml"


@given(st.text(min_size=1, max_size=300), st.text(min_size=1, max_size=300))
def test_names_never_leave_the_folder_or_share_a_file(one: str, other: str) -> None:
    """Hostile model names give safe, distinct parts."""
    paths = [cassette_path("p", model, "s.c", Mode.BLOCKING) for model in (one, other)]
    for path in paths:
        assert len(path.parts) == 3
        assert re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]*", path.parts[1])
        assert len(path.parts[1]) < 255
    assert (paths[0] == paths[1]) == (one == other)


def test_replay_answers_from_the_file(tmp_path: Path) -> None:
    """Saved, loaded and replayed, an exchange is what it was."""
    save(tmp_path / NAME, [(REQUEST, STREAM)], DOCUMENTED)
    replay = Replay(load(tmp_path, NAME))
    assert asyncio.run(replay.send(REQUEST)) == STREAM


@given(
    bodies=st.lists(st.binary(max_size=40) | st.text(max_size=40).map(str.encode), max_size=3),
    value=st.text(st.characters(codec="latin-1"), max_size=30),
    status=st.integers(100, 599),
)
def test_we_write_what_vcrpy_writes(bodies: list[bytes], value: str, status: int) -> None:
    """Without our blocks, the document is that of vcrpy's own serialiser, whatever is in it."""
    pairs = [
        (
            Request("POST", URL, (("a", value), ("b", "2")), body),
            Response(status, (("c", value), ("d", "1"), ("d", value)), body[::-1]),
        )
        for body in bodies
    ]
    theirs: list[object] = []

    class Serializer:
        @staticmethod
        def serialize(document: object) -> str:
            theirs.append(document)
            return ""

    answers = [
        {
            "status": {"code": status, "message": next(iter(_phrases(status)))},
            "headers": {"c": [value], "d": ["1", value]},
            "body": {"string": body[::-1]},
        }
        for body in bodies
    ]
    asked = [VcrRequest("POST", URL, b or None, {"a": [value], "b": ["2"]}) for b in bodies]
    serialize({"requests": asked, "responses": answers}, Serializer)
    ours = yaml.safe_load(vcr_format.dump({"evidence": "documented"}, pairs))
    assert ours.pop("toolwire") == {"evidence": "documented"}
    assert [ours] == theirs


def _phrases(status: int) -> list[str]:
    return [known.phrase for known in HTTPStatus if known == status] or [""]


PLAIN_VCR = """
import json, sys, httpx, vcr
with vcr.use_cassette(sys.argv[1], record_mode="none", match_on=["method", "uri", "body"]) as c:
    with httpx.Client() as client:
        answer = client.post(sys.argv[2], content=sys.argv[3].encode(),
                             headers={"content-type": "application/json"})
    print(json.dumps([answer.status_code, answer.text, c.play_count]))
"""


def test_plain_vcrpy_replays_our_files(tmp_path: Path) -> None:
    """Plain vcrpy passes over our header and answers an ordinary httpx client."""
    save(tmp_path / NAME, [(REQUEST, STREAM)], DOCUMENTED)
    done = subprocess.run(
        [sys.executable, "-c", PLAIN_VCR, tmp_path / NAME, URL, REQUEST.body.decode()],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [200, STREAM.body.decode(), 1]


RECORDED_TEST = """
import httpx, pytest
@pytest.mark.vcr
def test_it():
    body = httpx.post({url!r}, content={body!r}).text
    assert body.endswith("data: [DONE]\\n\\n")
"""


def test_pytest_recording_replays_our_files(tmp_path: Path) -> None:
    """A test under pytest-recording with the network blocked runs from our file."""
    save(tmp_path / "cassettes" / "test_x" / "test_it.yaml", [(REQUEST, STREAM)], DOCUMENTED)
    (tmp_path / "test_x.py").write_text(RECORDED_TEST.format(url=URL, body=REQUEST.body))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--block-network", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_an_address_that_is_none_is_the_same_as_itself() -> None:
    """A cassette of somebody else may hold any text as an address; it is compared, not parsed."""
    odd, other = (Request("POST", f"http://[{n}]/x", (), b"{}") for n in ('"a"', '"b"'))
    assert request_key(odd) == request_key(odd)
    assert request_key(odd) != request_key(other)
