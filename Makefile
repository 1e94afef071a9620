# Each target sets up first what it needs: quick, test, test-long, check, coverage, serve, demo, bench, packs.
PYTHON ?= python3.11
BIN = .venv/bin
READY = .venv/ready
PYTEST = $(BIN)/python -m pytest

.PHONY: setup serve quick test test-long durations coverage coverage-floor answers bench packs check demo lock clean

setup: $(READY)

# uv, which the lock pins as well, installs the rest many times faster than pip. Where only pip is configured with a
# package index, pip installs them all.
$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > .venv/uv.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r .venv/uv.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m generators
	touch $(READY)

# The fast tests, which start no process: run it on every save.
quick: setup
	$(PYTEST) -n 2 --dist loadgroup --no-loadscope-reorder --tier quick

test: setup
	$(PYTEST) -n 2 --dist loadgroup --no-loadscope-reorder

# The tests that are too slow for `test`, and more examples of the others.
test-long: setup
	$(PYTEST) -n 2 --dist loadgroup --no-loadscope-reorder --tier long

# Records how long each test takes, to distribute the tests evenly. Run it on an idle machine.
durations: setup
	CI=true $(PYTEST) -n 2 --dist loadgroup --no-loadscope-reorder --note-durations

# Lines that the quick tests run, held against the floor.
coverage: setup
	$(PYTEST) -n 2 --dist loadgroup --no-loadscope-reorder --tier quick --cov --cov-report=

coverage-floor: setup
	$(PYTEST) -n 2 --dist loadgroup --no-loadscope-reorder --tier quick --cov --cov-report= --raise-floor

# The answers of the brute force, computed anew.
answers: setup
	$(BIN)/python -m tests.oracle.answers

bench: setup
	$(BIN)/python -m tests.bench

packs: setup
	$(BIN)/python -m generators.packs make

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy .
	$(BIN)/lint-imports

serve: setup
	$(BIN)/lineworks serve

demo: setup
	$(BIN)/lineworks demo

# Pins every dependency anew, with hashes and without addresses.
lock: setup
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --all-extras \
		--no-annotate --no-header pyproject.toml -o requirements.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
