"""The bytes of a submission, judged anew, and labelled as handed in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolwire.jobs.audit.compose import offline
from toolwire.jobs.audit.prompted import with_words
from toolwire.jobs.audit.selection import Selection, select
from toolwire.jobs.submission.files import CASSETTES, SubmittedFiles
from toolwire.jobs.submission.statement import SubmissionStatement
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Verdict
from toolwire.suites import load_suites


def selected(files: SubmittedFiles, statement: SubmissionStatement) -> Selection:
    """Return what can be judged of a submission: its targets, in the suites of which it has a cassette.

    Of those every case counts, so that who leaves one out leaves a gap that shows. The comparison of both
    modes is a suite without cassettes of its own.

    Raises:
        ToolwireError: a target is not known, or the provider file is not valid.
    """
    there = {path.name.partition(".")[0] for path in files.cassettes}
    suites = [suite.id for suite in load_suites() if suite.id in there or suite.pairs]
    return select(
        statement.targets,
        suites if there else (),
        providers_dir=files.provider,
        cassettes=files.folder / CASSETTES,
    )


def judged(files: SubmittedFiles, chosen: Selection) -> Iterator[Observation]:
    """Yield the observations of a submission: verdicts are ours, the level is `submitted`.

    A case that could not be judged is of the submission too: it says nothing of what we asked. What the
    vendor documents as absent stays documented.
    """
    folder = files.folder / CASSETTES
    seen = with_words(chosen.items, lambda items: offline(items, folder, (), chosen.listed))
    return (_labelled(one) for one in seen if one.suite in chosen.suites)


def _labelled(seen: Observation) -> Observation:
    documented = seen.evidence.level is EvidenceLevel.DOCUMENTED
    if documented and seen.verdict is not Verdict.NOT_RUN:
        return seen
    return replace(seen, evidence=replace(seen.evidence, level=EvidenceLevel.SUBMITTED))
