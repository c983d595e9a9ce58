"""The terms of the pages, each explained once: `method.html#asked` and its like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.results.cells.age import AMBER_AFTER, GREY_AFTER, WINDOW
from toolwire.results.cells.model import THIN

#: Group -> id of a term -> its explanation. An id is the term with `-` for each blank.
GLOSSARY: Final[Mapping[str, Mapping[str, str]]] = {
    "Who and what": {
        "provider": "Who answers: a company's service, a gateway, or a server that anybody can run.",
        "format": "A wire format: the shapes of requests, answers, streams and errors. Several"
        " providers speak one format, and one provider may speak several. Also called dialect.",
        "dialect": "Another word for a wire format.",
        "target": "A provider, a format and a model together: what can be asked.",
        "tool": "A function that a request offers, with a name and a JSON Schema of its arguments.",
        "tool-call": "The part of an answer in which a model asks for a tool to be run.",
        "tool-result": "What a tool came to, sent back to the model in the next request.",
        "tool-choice": "What a request says of calls: the model may choose, must call, must not,"
        " or must call one that is named.",
    },
    "What is looked at": {
        "exchange": "One request and its answer, as bytes.",
        "reply": "What a format's reading of an answer comes to: text, tool calls, the reason why it"
        " ends, usage, and where in the bytes each of them stands.",
        "cassette": "A file that keeps exchanges, so that they can be judged again.",
        "mode": "How an answer was asked for: blocking (in one piece) or streaming (in events).",
        "suite": "A question that is put to every provider, such as two calls in one answer.",
        "case": "One conversation of a suite, with what is expected of each answer.",
        "step": "One exchange of a case.",
        "expectation": "What a case demands of a reply: which tool, which arguments, how many calls,"
        " why it ends.",
        "pointer": "Where in a body something stands: `/choices/0/finish_reason`; in a stream with"
        " the number of the event before it.",
        "facet": "One observed fact of a format, such as the member that holds a call's id.",
        "observation": "What one case in one mode, or one recorded exchange, came to.",
        "run": "One time that cases were asked.",
        "harness": "Toolwire itself: what asks, reads and judges.",
    },
    "How we know": {
        "evidence": "What a statement rests on. Its level is live, recorded, submitted,"
        " imported or documented, the strongest first; its day is that of the bytes.",
        "live": "The run of this report asked the provider.",
        "recorded": "Toolwire asked the provider's own address or server earlier, and kept the"
        " bytes.",
        "submitted": "Somebody, often the vendor, asked with toolwire and handed in the bytes. They were"
        " judged anew, which proves the verdict and not who answered. It stands below what was"
        " recorded, and never changes it.",
        "imported": "Others recorded it for tests of their own, and published it. It is cited by"
        " repository, file and commit.",
        "asked": "Toolwire put a case to the provider and held the answer to what the case expects"
        " and to the rules.",
        "seen": "Recorded traffic happens to show the feature. It was held to the rules; the cases"
        " and what they expect were not run.",
        "documented": "Composed from the vendor's documentation. It shows that toolwire works and"
        " says nothing of the provider: it is drawn hollow and colours nothing.",
        "thin": f"Seen in fewer than {THIN} exchanges of traffic.",
        "ageing": f"The newest bytes are more than {AMBER_AFTER.days} days older than the report.",
        "old": f"The newest bytes are more than {GREY_AFTER.days} days older than the report.",
        "undated": "Nobody knows when the bytes were sent.",
        "window": f"Of traffic the {WINDOW.days} days before the newest exchange of a cell count.",
    },
    "What it comes to": {
        "verdict": "What a case, or a cell, came to: one of the six words below.",
        "conformant": "Everything was as expected, and nothing above information was found.",
        "non-strict": "Only warnings: some clients break, most do not.",
        "failed": "At least one error: an official client or a major framework breaks, or the"
        " answer is not what the case expects of the wire.",
        "unsupported": "The vendor documents that it does not offer this, or refused it cleanly.",
        "inconclusive": "The model did not do what the case needs, so the bytes could not be"
        " looked at. It says nothing of the provider.",
        "not-run": "Nobody could look: no key, a refusal, a rate limit, a retired model, no"
        " cassette. It is never green.",
        "cell": "What one suite came to for one provider in one format: a field of the matrix.",
        "not-observed": "Nobody looked, or no bytes show it. It is neither good nor bad.",
    },
    "What is wrong": {
        "rule": "A numbered statement about bytes, with a page that says why, who breaks, and from"
        " which source it is.",
        "finding": "One breach of a rule: where it stands, what was expected, what came.",
        "deviation": "A rule that a provider's own answers break.",
        "known-deviation": "A deviation that the provider's file lists, with its source. It is"
        " shown, and does not make a run end red.",
        "severity": "How bad a breach is in a format: error, warning or info.",
        "error": "An official client or a major framework breaks on it.",
        "warning": "Some clients break on it, or lose something.",
        "info": "It differs from what is published, and harms nobody who was tried.",
        "drift": "Members of answers that the schema of the format does not know.",
        "variance": "What one answer of a model can explain. It is counted over a run, and is no"
        " verdict by itself.",
        "mended": "A deviation that newer evidence, which could have shown it, does not show.",
        "passport": "The deviations of a provider as a file for programs (`quirks/`).",
    },
}
