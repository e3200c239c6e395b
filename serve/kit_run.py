"""Running the contest kit's own evaluator, in a process of its own, with our agent as its `starter.agent`.

Invariant: no file of the kit is read as anything but its own code, or changed. The evaluator imports `starter.agent`;
it finds a module that was put there before it started. Results go where the caller says.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from catalog.compiler import Progress
from policies.registry import bundle_named
from serve.cache import open_catalog, user_cache_dir
from statecore.errors import BadInputError, CatalogError

__all__ = ["EVALUATOR", "KitRun", "prepare", "run_evaluator"]

EVALUATOR = Path("evaluator") / "local_evaluator.py"
_GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class KitRun:
    """What to run: absolute paths, so that the evaluator may run in the kit's folder."""

    kit_dir: Path
    catalog: Path
    dataset: Path | None
    output: Path
    policy: str

    @property
    def evaluator(self) -> Path:
        """The kit's evaluator."""
        return self.kit_dir / EVALUATOR


def prepare(
    kit_dir: Path, catalog: Path, *, dataset: Path | None, output: Path, policy: str, progress: Progress | None = None
) -> KitRun:
    """Check what was handed in, and compile the catalog so that the evaluator starts at once.

    The evaluator reads plain rows only: a compressed catalog is unpacked into the user's cache first.

    Raises:
        BadInputError: the folder is no kit, a file is not there, or no policy has that name.
    """
    bundle_named(policy)
    if not (kit_dir / EVALUATOR).is_file():
        raise BadInputError(f"{kit_dir} is not the contest kit: it has no {EVALUATOR}")
    if dataset is not None and not dataset.is_file():
        raise BadInputError(f"{dataset}: no such file of sessions")
    if not catalog.is_file():
        raise CatalogError("no such file: the kit's evaluator needs the catalog's rows", path=str(catalog))
    if not output.resolve().parent.is_dir():
        raise BadInputError(f"{output}: there is no folder {output.resolve().parent}")
    rows = _plain_rows(catalog)
    open_catalog(rows, progress=progress)
    return KitRun(
        kit_dir.resolve(), rows.resolve(), None if dataset is None else dataset.resolve(), output.resolve(), policy
    )


def _plain_rows(catalog: Path) -> Path:
    """The rows as plain text: the file itself, or its unpacked copy in the user's cache, named by content."""
    with catalog.open("rb") as stream:
        if stream.read(len(_GZIP_MAGIC)) != _GZIP_MAGIC:
            return catalog
        stream.seek(0)
        content = hashlib.file_digest(stream, "sha256").hexdigest()[:16]
    folder = user_cache_dir()
    folder.mkdir(parents=True, exist_ok=True)
    unpacked = folder / f"rows-{content}.jsonl"
    if not unpacked.exists():
        try:
            with gzip.open(catalog) as packed, tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
                shutil.copyfileobj(packed, part)
        except (EOFError, OSError) as error:
            raise CatalogError(f"cannot be unpacked: {error}", path=str(catalog)) from error
        Path(part.name).replace(unpacked)
    return unpacked


def run_evaluator(run: KitRun) -> int:
    """Run the evaluator to its end, with our output and errors as its own; return its exit code."""
    arguments = ["--catalog", str(run.catalog), "--output", str(run.output)]
    if run.dataset is not None:
        arguments += ["--dataset", str(run.dataset)]
    # -P: the kit's folder must not shadow this package's rooms while they are imported.
    command = [sys.executable, "-P", "-m", "serve.kit_child", str(run.kit_dir), run.policy, *arguments]
    environment = {**os.environ, "PYTHONPATH": _import_path()}
    sys.stdout.flush()
    return subprocess.run(command, cwd=run.kit_dir, env=environment, check=False).returncode  # noqa: S603 - this Python


def _import_path() -> str:
    """PYTHONPATH with the folder that this package was imported from in front."""
    ours = str(Path(__file__).resolve().parent.parent)
    return os.pathsep.join([ours, *filter(None, [os.environ.get("PYTHONPATH")])])
