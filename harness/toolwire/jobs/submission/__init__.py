"""What a vendor or user hands in: cassettes, their statement, and what may be judged of them.

A submission is a folder (docs/submissions.md). It is looked at as files first, and nothing is opened that does
not belong there; then as evidence; then its bytes are judged anew, whatever results came along. What is judged is
`submitted` because of the folder it lies in: nothing inside of it can say otherwise.
"""

from __future__ import annotations

from toolwire.jobs.submission.compared import ResultDifference, differences
from toolwire.jobs.submission.evidence import refused_evidence
from toolwire.jobs.submission.files import SubmissionProblem, SubmittedFiles, files_of
from toolwire.jobs.submission.judged import judged, selected
from toolwire.jobs.submission.ownership import refused_provider
from toolwire.jobs.submission.statement import SubmissionStatement, read_statement

__all__ = [
    "ResultDifference",
    "SubmissionProblem",
    "SubmissionStatement",
    "SubmittedFiles",
    "differences",
    "files_of",
    "judged",
    "read_statement",
    "refused_evidence",
    "refused_provider",
    "selected",
]
