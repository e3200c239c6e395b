"""What only a new process can show: how long it takes to import and open, and the memory that it then has."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from lab.bench.model import Figures

__all__ = ["measured_elsewhere"]


def measured_elsewhere(program: str, path: Path) -> Figures:
    """Run a Python program in a new process with a path as its argument; the figures that it prints as JSON."""
    command = [sys.executable, "-c", program, str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    figures: dict[str, float] = json.loads(run.stdout)
    return figures
