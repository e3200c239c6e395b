# Every target makes what it needs: on a machine with Python 3.11 or newer, pip and make, `make demo` is enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ROOMS := statecore catalog reducers policies store replay lab serve
EXTRAS ?= cli,plots,postgres,jetstream,bench,test
PYTEST_ARGS ?= -n auto --dist loadfile

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

.DEFAULT_GOAL := help
.PHONY: help demo test bench lint format wheel clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*  ## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST)

# The stamp is written last, so an interrupted installation starts over. Build isolation is off because an
# isolated build would fetch an unlocked setuptools; the locked one is installed first instead.
$(VENV)/ready: pyproject.toml constraints.txt Makefile policies/house/_kernel.c
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Statecore needs Python 3.11 or newer; set PYTHON=/path/to/python3")'
	@echo "== making $(VENV) with $$($(PYTHON) --version)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt setuptools
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --no-build-isolation --editable '.[$(EXTRAS)]'
	@touch $@

demo: $(VENV)/ready  ## one conversation turn by turn, 200 scored sessions, and a replay that proves every decision
	$(BIN)/statecore demo

test: lint  ## linter, formatter check, type checker, tests and doctests
	@echo "== pytest"
	$(BIN)/pytest $(PYTEST_ARGS)

lint: $(VENV)/ready  ## linter, formatter check and type checker
	@echo "== ruff"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo "== mypy"
	$(BIN)/mypy

format: $(VENV)/ready  ## rewrite the sources in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/ready  ## measure; the numbers go to build/bench.json too
	@mkdir -p build
	$(BIN)/python -m lab.bench

wheel: $(VENV)/ready  ## build the wheel into dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

clean:  ## remove everything that the other targets made
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find $(ROOMS) -name '*.so' -delete
	find $(ROOMS) tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
