"""`toolwire submission`: what somebody hands in, looked at, judged anew and labelled."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from toolwire import __version__
from toolwire.cli.folder import (
    RESULTS,
    claim_folder,
    files_of_earlier_run,
    remove,
    written_in,
)
from toolwire.cli.imported_traffic import traffic_of
from toolwire.cli.screen.table import many, say
from toolwire.cli.writable import check_writable
from toolwire.io.files import write_atomically
from toolwire.io.opening import content
from toolwire.jobs.audit.selection import Selection
from toolwire.jobs.submission import (
    SubmissionStatement,
    SubmittedFiles,
    differences,
    files_of,
    judged,
    read_statement,
    refused_evidence,
    refused_provider,
    selected,
)
from toolwire.jobs.submission.files import CASSETTES, MOST_OF_CASSETTE, STATEMENT, SubmissionProblem
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.results import EXCHANGES, header, read, write
from toolwire.results.cells import exit_code
from toolwire.rules import RULES

if TYPE_CHECKING:
    from toolwire.jobs.report import BuiltReport

_MOST_LINES: Final = 20


def run(folder: Path, output: Path, *, overwrite: bool, fail_on: str, quiet: bool) -> int:
    """Look at a submission, judge and compare it; see `toolwire.cli.commands.submission`."""
    files, refused = files_of(folder)
    if files is None:
        return _refuse(folder, refused)
    statement = read_statement(folder / STATEMENT)
    refused = refused_provider(files.provider, statement)
    if refused:
        return _refuse(folder, refused)
    chosen = selected(files, statement)
    refused = tuple(islice(refused_evidence(files, chosen), 10 * _MOST_LINES))
    if refused:
        return _refuse(folder, refused)
    written = _judge(files, statement, chosen, output, overwrite=overwrite)
    differing = _compare(files, output)
    if not quiet:
        _tell(files, statement, output)
    code = exit_code(written.table, fail_on)
    return max(code, 1) if differing else code


def _refuse(folder: Path, refused: tuple[SubmissionProblem, ...]) -> int:
    for one in refused[:_MOST_LINES]:
        say(f"refused {one}", err=True)
    more = len(refused) - _MOST_LINES
    rest = f", {more} of them not shown" if more > 0 else ""
    what = f"cannot be taken: {many(len(refused), 'problem')}{rest}"
    raise ToolwireError(what, where=str(folder), hint="docs/submissions.md says what may be in it")


def _judge(
    files: SubmittedFiles,
    statement: SubmissionStatement,
    chosen: Selection,
    output: Path,
    *,
    overwrite: bool,
) -> BuiltReport:
    from toolwire.cli.facts import facts  # noqa: PLC0415 - lazy: the report brings jinja2
    from toolwire.jobs.report import ReportPlan, build  # noqa: PLC0415 - as above

    selection: JsonObject = {
        "providers": list(chosen.providers),
        "suites": list(chosen.suites),
        "submission": statement.submission,
    }
    claim_folder(output, selection, overwrite=overwrite)
    check_writable((output,), written_in(output))
    before, kept = files_of_earlier_run(output), set[Path]()
    for path in files.cassettes:
        copy = output / EXCHANGES / path
        write_atomically(copy, content(files.folder / CASSETTES / path, MOST_OF_CASSETTE))
        kept.add(copy)
    write(output / RESULTS, header(selection, RULES), judged(files, chosen))
    today = date.fromisoformat(read(output / RESULTS).finished_at[:10])
    plan = ReportPlan(
        output, today, facts(chosen.known, chosen.every_suite), imported=traffic_of, packed=False
    )
    written = build([output / RESULTS], plan)
    remove(before.difference(kept, written.files))
    return written


def _compare(files: SubmittedFiles, output: Path) -> bool:
    """Tell where the results that were handed in say something else; return whether they do."""
    if files.results is None:
        return False
    claimed = read(files.results)
    found = tuple(differences(claimed, read(output / RESULTS)))
    for one in found[:_MOST_LINES]:
        say(f"differs {one}", err=True)
    if found:
        made = claimed.header.toolwire
        version = "" if made == __version__ else f"; they are of toolwire {made}"
        say(f"{many(len(found), 'case')} of {files.results.name} differ{version}", err=True)
    return bool(found)


def _tell(files: SubmittedFiles, statement: SubmissionStatement, output: Path) -> None:
    counts = Counter(seen.verdict for seen in read(output / RESULTS))
    say(f"submission {statement.submission}, by {statement.by} ({statement.contact})")
    say(f"  of {', '.join(statement.targets)}, recorded {statement.recorded}")
    say(f"  {', '.join(f'{count} {verdict}' for verdict, count in counts.most_common())}")
    say(f"  report: {output / 'report.html'}")
    say(f"  sha256 {files.digest}, judged by toolwire {__version__} with {len(RULES)} rules")
    say(f"ask again:   {statement.line}")
    say(f"judge again: toolwire submission {files.folder} -o {output}")
