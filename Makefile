# Two commands for everybody: `make play` and `make test`. Both set up what they need on a fresh machine.
# `make soak` is for the night: tests marked `soak` try thousands of games, kills and messages, of which `make test`
# tries a few (tests/soak.py).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

TYPESCRIPT := 7.0.2

# Tests start hundreds of processes: compiled modules are kept even where the machine says otherwise.
export PYTHONDONTWRITEBYTECODE :=

# The rules compiled to C, as an option (docs/performance.md); tried in an environment of their own.
COMPILED := .venv-compiled

# What speed is measured beside wants older packages than the tests do: an environment of its own too.
BENCH := .venv-bench

.PHONY: play terminal test soak check types bench bench-server compiled test-compiled same-journals pictures clean

play: $(VENV)/ready
	$(BIN)/sandtable

terminal: $(VENV)/ready
	$(BIN)/sandtable play cats-in-the-mist

test: $(VENV)/ready-dev
	$(BIN)/pytest -n auto --dist worksteal --durations=20

soak: $(VENV)/ready-dev
	SANDTABLE_SOAK=1 $(BIN)/pytest -n auto --dist worksteal --durations=20 -m soak --timeout=7200

check: $(VENV)/ready-dev types
	$(BIN)/ruff check src tests bench compiling
	$(BIN)/ruff format --check src tests bench compiling
	$(BIN)/mypy

# The types of the page, checked by a compiler that is fetched for it and leaves nothing behind.
types:
	@if command -v npx >/dev/null 2>&1; then \
		echo "tsc -p src/sandtable/client/jsconfig.json"; \
		npx --yes --package typescript@$(TYPESCRIPT) tsc -p src/sandtable/client/jsconfig.json; \
	else \
		echo "There is no npx here: the types of the page are NOT checked (apt-get install npm)."; \
	fi

bench: $(BENCH)/ready
	@$(BENCH)/bin/python bench/everything.py

bench-server: $(VENV)/ready-dev
	$(BIN)/python bench/server.py

compiled: $(VENV)/ready-dev
	$(BIN)/python -m pip install --quiet --upgrade 'setuptools>=77' wheel
	rm -f dist/sandtable-*.whl
	$(BIN)/python compiling/build.py

test-compiled: compiled
	$(PYTHON) -m venv $(COMPILED)
	$(COMPILED)/bin/python -m pip install --quiet --upgrade pip
	$(COMPILED)/bin/python -m pip install --quiet --force-reinstall --no-deps dist/sandtable-*.whl
	$(COMPILED)/bin/python -m pip install --quiet "$$(ls dist/sandtable-*.whl)[dev]"
	$(COMPILED)/bin/sandtable --version | grep compiled
	$(COMPILED)/bin/pytest -n auto --dist worksteal tests/table tests/systems tests/test_kit.py

# 200 battles of every scenario, and a few of computer players that think, played in pure Python and played again by
# the compiled build of `make test-compiled`: the journals must be the same byte for byte, and the events too.
same-journals: $(VENV)/ready-dev
	$(BIN)/sandtable --version | grep 'pure Python'
	$(COMPILED)/bin/sandtable --version | grep compiled
	rm -rf build/journals
	$(BIN)/python bench/journals.py record build/journals --games 200
	$(BIN)/python bench/journals.py record build/journals --games 3 --players greedy,tactician
	$(BIN)/python bench/journals.py record build/journals --games 1 --players strategist
	$(COMPILED)/bin/python bench/journals.py check build/journals --compare-only

# The pictures of the page in docs/pictures; wants Chromium.
pictures: $(VENV)/ready-dev
	$(BIN)/python -m pip install --quiet pillow
	$(BIN)/python docs/make_pictures.py

clean:
	rm -rf $(VENV) $(COMPILED) $(BENCH) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis build

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/ready: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet -e .
	touch $@

$(VENV)/ready-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet -e '.[dev]'
	touch $@

$(BENCH)/ready: pyproject.toml bench/requirements.txt
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --upgrade pip
	$(BENCH)/bin/python -m pip install --quiet -e . -r bench/requirements.txt
	touch $@
