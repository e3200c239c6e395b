"""The process that the kit's evaluator runs in: `python -m serve.kit_child KIT_DIR POLICY [evaluator's arguments]`.

Invariant: every room that the agent needs is imported before the kit's folder can be searched, so nothing in it can
stand in for one; of the kit's `starter` package only the module `agent` is replaced, and only in memory.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from types import ModuleType

from serve.kit import Agent

__all__ = ["main", "put_agent_in_place"]


_INTERRUPTED = 130


def put_agent_in_place(kit_dir: Path, policy: str) -> None:
    """Make `from starter.agent import Agent` mean our agent; the rest of the kit's `starter` stays importable."""

    class KitAgent(Agent):
        """The agent as the evaluator makes it: with the catalog's path alone."""

        def __init__(self, catalog_path: str) -> None:
            super().__init__(catalog_path, policy)

    package, module = ModuleType("starter"), ModuleType("starter.agent")
    package.__path__ = [str(kit_dir / "starter")]
    module.__dict__["Agent"] = KitAgent
    package.__dict__["agent"] = module
    sys.modules.update({"starter": package, "starter.agent": module})
    sys.path.insert(0, str(kit_dir))


def main(arguments: list[str]) -> None:
    """Run the evaluator of the kit as its own command line does; what it raises is told in one line."""
    kit_dir, policy, *passed_on = arguments
    put_agent_in_place(Path(kit_dir), policy)
    sys.argv = ["evaluator/local_evaluator.py", *passed_on]
    try:
        runpy.run_module("evaluator.local_evaluator", run_name="__main__", alter_sys=True)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except Exception as error:  # noqa: BLE001 - the kit's code may raise anything; it is told, and the exit code says so
        sys.exit(f"statecore: the kit's evaluator failed: {type(error).__name__}: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
