PYTHON ?= python3
BIN := .venv/bin
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-header --no-emit-index-url --no-emit-find-links $(UPGRADE)

.PHONY: help run test lint format openapi examples sdk fuzz settings bench strength live tables lock clean

help: ## show these commands
	@sed -n 's/^\([a-z]*\):.*## /make \1 \t/p' Makefile

run: .venv/runtime ## start the service on http://127.0.0.1:8000 (settings: README.md)
	@$(BIN)/python -m service

test: lint $(if $(shell command -v npm),openapi/node_modules/.stamp) ## check style, types and directions, then run every test with coverage
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --durations 25 --cov --quiet

lint: .venv/tools ## check style, types and directions
	@$(BIN)/ruff check --quiet && $(BIN)/ruff format --check --quiet && $(BIN)/mypy && $(BIN)/lint-imports --no-logo

format: .venv/tools ## lay out the code, and mend what can be mended by machine
	@$(BIN)/ruff check --fix --quiet; $(BIN)/ruff format

openapi: .venv/runtime ## export the OpenAPI document from the code
	@$(BIN)/python -m service.api.document > openapi/openapi.new && mv openapi/openapi.new openapi/openapi.json

examples: .venv/runtime ## record the document's examples from real answers
	@$(BIN)/python -m openapi.record_examples

sdk: .venv/tools openapi/node_modules/.stamp ## generate the Python and TypeScript clients into build/sdk
	@$(BIN)/python -m openapi.sdk

fuzz: .venv/tools ## ask the service what schemathesis makes of its document, for minutes (FUZZ='--seed 7 --examples 500')
	@$(BIN)/python -m tests.openapi.fuzzing $(FUZZ)

settings: .venv/runtime ## write the table of settings into README.md
	@$(BIN)/python -m service.settings README.md

bench: .venv/bench ## measure the service against a bare one, the engine against others
	@$(BIN)/python -m bench

strength: .venv/bench ## measure how strong the bots are, level against level
	@$(BIN)/python -m bench.strength

live: .venv/bench ## measure streams that are held open, by the thousands
	@$(BIN)/python -m bench.live

tables: .venv/bench ## let three agents play 50 games at once through restarts
	@$(BIN)/python -m bench.tables

lock: .venv/tools ## pin what pyproject.toml asks for (UPGRADE=--upgrade: at its newest)
	@$(BIN)/python -m pip install --quiet 'uv~=0.13' && $(LOCK) pyproject.toml -o requirements.lock && $(LOCK) pyproject.toml --extra test --extra lint --constraint requirements.lock -o requirements-dev.lock && $(LOCK) pyproject.toml --extra bench --constraint requirements.lock -o requirements-bench.lock

clean: ## remove what make and the tools made; games in data/ stay
	@rm -rf .venv build openapi/node_modules .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache htmlcov && find . -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit("Python 3.11 or newer is needed, not " + sys.version.split()[0] + "; PYTHON=python3.13 make ... names another")' && $(PYTHON) -m venv --clear .venv

.venv/runtime: requirements.lock | .venv/bin/pip
	@echo "Installing what the service needs into .venv" && $(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock && touch $@

.venv/tools: requirements-dev.lock | .venv/runtime
	@echo "Installing test tools into .venv" && $(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.lock && touch $@

.venv/bench: requirements-bench.lock | .venv/runtime
	@echo "Installing what the benchmarks compare with into .venv" && $(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-bench.lock && touch $@

openapi/node_modules/.stamp: openapi/package-lock.json
	@command -v npm >/dev/null || { echo "Node is missing: install Node 20.19 or newer, with npm, from nodejs.org or your system's packages"; exit 1; } && echo "Installing what reads the document into openapi/node_modules" && npm ci --silent --prefix openapi && touch $@
