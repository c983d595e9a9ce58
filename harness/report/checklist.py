"""The monthly checklist of the format guide, ticked where evidence can tick it.

A box is ticked only by bytes from a provider. Documented evidence proves the harness and
ticks nothing; what a person has to judge stays open and says what to look at.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from harness.report.model import Change, Matrix, Proof, Row
from harness.report.words import link, proof_text

__all__ = ["Item", "checklist"]

#: A monthly review trusts evidence up to this old.
FRESH = timedelta(days=31)

_MAJOR = (
    ("OpenAI API changes reviewed", "OpenAI API 변경사항 확인", "openai"),
    ("Anthropic API changes reviewed", "Anthropic API 변경사항 확인", "anthropic"),
    ("Google Gemini API changes reviewed", "Google Gemini API 변경사항 확인", "gemini"),
)


@dataclass(frozen=True, slots=True)
class Item:
    """One box: section, English and original words, ticked or not, why, and the evidence."""

    section: str
    text: str
    original: str
    reason: str
    source: str = ""
    ticked: bool = False

    @property
    def url(self) -> str | None:
        """Return the address of the evidence; None when it is no citation."""
        return link(self.source)


def checklist(matrix: Matrix, changes: tuple[Change, ...], today: date) -> tuple[Item, ...]:
    """Fill seed 000's checklist (monthly check, major release) from the matrix."""
    others = {row.provider for row in matrix.rows} - {provider for *_, provider in _MAJOR}
    return (
        *(
            _reviewed(text, original, (provider,), matrix, today)
            for text, original, provider in _MAJOR
        ),
        _reviewed(
            "Other major providers' changes reviewed",
            "기타 주요 공급자 변경사항 확인",
            tuple(sorted(others)),
            matrix,
            today,
        ),
        _new_models(),
        _formats(changes),
        _compatibility(matrix, today),
    )


def _proofs(matrix: Matrix, providers: tuple[str, ...]) -> dict[Row, Proof]:
    """Return each row's newest proof that is not hollow."""
    found: dict[Row, Proof] = {}
    for (row, _), cell in matrix.suites.items():
        known = found.get(row)
        if row.provider not in providers or cell.proof.hollow:
            continue
        if known is None or (cell.proof.newest or "") > (known.newest or ""):
            found[row] = cell.proof
    return found


def _fresh(proof: Proof, today: date) -> bool:
    return bool(proof.newest) and today - date.fromisoformat(proof.newest or "") <= FRESH


def _reviewed(
    text: str, original: str, providers: tuple[str, ...], matrix: Matrix, today: date
) -> Item:
    section = "Monthly check"
    proofs = _proofs(matrix, providers)
    if not proofs or set(providers) - {row.provider for row in proofs}:
        missing = sorted(set(providers) - {row.provider for row in proofs}) or ["none observed"]
        return Item(section, text, original, reason=f"no traffic of {', '.join(missing)}")
    oldest = min(proofs.values(), key=lambda proof: proof.newest or "")
    ticked = all(_fresh(proof, today) for proof in proofs.values())
    reason = f"{len(proofs)} provider formats observed, the stalest {proof_text(oldest)} ({oldest.newest})"
    if not ticked:
        reason += f"; older than {FRESH.days} days: run a live audit or import newer traffic"
    return Item(section, text, original, reason, oldest.source, ticked)


def _new_models() -> Item:
    return Item(
        "On a major release",
        "Tool calling of new models checked",
        "새 모델의 tool calling 지원 확인",
        "a person decides which models are new; add them to the provider file and audit them",
    )


def _formats(changes: tuple[Change, ...]) -> Item:
    open_claims = [change for change in changes if change.state == "not observed"]
    changed = [change for change in changes if change.state in {"changed", "also others"}]
    looked = len(changes) - len(open_claims)
    reason = (
        f"{looked} of {len(changes)} claims of the guide's table observed, {len(changed)} differ"
    )
    if open_claims:
        reason += f"; not observed: {', '.join(dict.fromkeys(c.provider for c in open_claims))}"
    return Item(
        "On a major release",
        "Format changes tested",
        "형식 변경 여부 테스트",
        reason,
        next((change.proof.source for change in changed if change.proof), ""),
        not open_claims,
    )


def _compatibility(matrix: Matrix, today: date) -> Item:
    cells = [cell for (_, key), cell in matrix.suites.items() if key in matrix.suite_ids]
    real = [cell for cell in cells if not cell.proof.hollow]
    fresh = [cell for cell in real if _fresh(cell.proof, today)]
    reason = (
        f"{len(real)} of {len(cells)} cells rest on a provider's bytes, {len(fresh)} of them"
        f" not older than {FRESH.days} days"
    )
    return Item(
        "On a major release",
        "Compatibility tests run",
        "호환성 테스트 실행",
        reason,
        ticked=bool(cells) and len(fresh) == len(cells),
    )
