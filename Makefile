# make setup, serve, test, test-long, bench, packs, check, demo: each sets up first what it needs.
PYTHON ?= python3.11
BIN = .venv/bin
READY = .venv/ready

.PHONY: setup serve test test-long bench packs check demo lock clean

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m generators
	touch $(READY)

# Each file in one process, as much is set up once for all its tests.
test: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not long"

test-long: setup
	$(BIN)/python -m pytest -n 2 -m long

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
