"""`statecore log certify` and `statecore log check`: a decision's certificate, and whether a log bears it out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from serve.console import Json, out, progress_bar, write_json
from serve.places import Named, StoreOption, locate
from serve.shell import FOUND_SOMETHING
from serve.stores import STORE_URL, open_store
from statecore.errors import CertificateError, CorruptionError

if TYPE_CHECKING:
    from catalog.index import Catalog
    from replay.certificates import DecisionCertificate
    from replay.checking import CheckReport

__all__ = ["CERTIFY_EXAMPLE", "CHECK_EXAMPLE", "certify", "check"]

CERTIFY_EXAMPLE = "Example: statecore log certify log/ SESSION --turn 3 > c.json"
CHECK_EXAMPLE = "Example: statecore log check c.json log/ --catalog shop/"

_STYLES = {"passed": "green", "failed": "red", "not done": "yellow"}


def certify(
    turn: Annotated[int, typer.Option(metavar="N", help="The message whose reply is certified.")],
    named: Named = None,
    store: StoreOption = None,
    *,
    no_anchor: Annotated[
        bool, typer.Option("--no-anchor", help="Certify the conversation alone, not the state of the whole store.")
    ] = False,
) -> None:
    """Write a decision's certificate as JSON: with the log it can be checked by anyone, and with the catalog remade."""
    from replay.certificates import certificate_text, certify_turn

    place = locate(named, store)
    with place.open() as opened:
        made = certify_turn(opened, place.session_in(opened), turn, anchored=not no_anchor)
    sys.stdout.write(certificate_text(made))


def check(
    certificate: Annotated[Path, typer.Argument(metavar="CERTIFICATE", help="The certificate's file; - is stdin.")],
    store: Annotated[str, typer.Argument(metavar="STORE", help=STORE_URL)],
    catalog: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The catalog to make the decision again with.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Hold a certificate against a store, step by step; with --catalog, also make its decision again."""
    from serve.cache import open_catalog

    read = _read(certificate)
    opened: Catalog | None = None
    if catalog is not None:
        with progress_bar() as told:
            opened = open_catalog(catalog, progress=told)
            opened.verify()
    report = _checked(read, store, opened)
    if as_json:
        write_json(_plain(report))
    else:
        _tell(report)
    if not report.verified:
        raise typer.Exit(FOUND_SOMETHING)


def _read(path: Path) -> DecisionCertificate:
    from replay.certificates import read_certificate

    name = "stdin" if str(path) == "-" else str(path)
    data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    try:
        return read_certificate(data.decode(), path=name)
    except UnicodeDecodeError as error:
        raise CertificateError(f"not a certificate: no text at byte {error.start}", path=name) from None


def _checked(certificate: DecisionCertificate, store: str, catalog: Catalog | None) -> CheckReport:
    """The report; of a store that is too damaged to open, too."""
    from replay.checking import check_certificate
    from serve.verdicts import check_bytes

    stored = check_bytes(store, certificate.store_anchor())
    try:
        with open_store(store, readonly=True, must_exist=True) as opened:
            return check_certificate(certificate, opened, stored, catalog=catalog)
    except CorruptionError:
        return check_certificate(certificate, None, stored, catalog=catalog)


def _tell(report: CheckReport) -> None:
    console, certificate = out(), report.certificate
    about = f"{certificate.session_id}, turn {certificate.turn}, events 1 to {certificate.last_seq}"
    console.print(Text(f"{about}, policy {certificate.pins.policy}", style="bold"), soft_wrap=True)
    for step in report.checks:
        line = Text.assemble(f"  {step.step:12}", (f"{step.outcome:9}", _STYLES[step.outcome]), step.what)
        console.print(line, soft_wrap=True)
    console.print(Text(_verdict(report), style="bold green" if report.verified else "bold red"), soft_wrap=True)


def _verdict(report: CheckReport) -> str:
    if report.complete:
        return "verified: this is the log, and the decision was made again in every byte"
    if report.verified:
        return "verified: this is the log; the decision was not made again, which --catalog DIR does"
    return f"not verified: {', '.join(report.failed) or 'the log cannot be read'}"


def _plain(report: CheckReport) -> dict[str, Json]:
    certificate = report.certificate
    return {
        "verified": report.verified,
        "complete": report.complete,
        "session_id": certificate.session_id,
        "turn": certificate.turn,
        "last_seq": certificate.last_seq,
        "failed": list(report.failed),
        "checks": [{"step": step.step, "outcome": step.outcome, "what": step.what} for step in report.checks],
    }
