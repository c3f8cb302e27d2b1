# `make run` and `make test` need only python3 (3.11 or newer) with its venv, git and make.
# PYTHON=… names another Python; ARGS=… is handed to the program a target runs.

VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# Hundreds of Pythons are started: each would compile the whole program anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
POCKET ?= build/pocket

.PHONY: help run pocket test check bench lint format houses setup dev pango audit lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

run: $(VENV)/.run ## set up what is missing, then serve the Companion
	@scripts/setup-system run
	@scripts/with-pango $(BIN)/companion serve $(ARGS)

pocket: dev ## write the edition without a server into build/pocket; POCKET=… names another folder
	@scripts/setup-pocket $(VENV)
	@$(BIN)/companion pocket $(POCKET) $(ARGS)

# With CI set, what is marked slow runs too: browsers, every document, crashes.
test: dev ## set up what is missing, then run the tests
	@scripts/setup-system test
	@scripts/with-pango $(BIN)/python -m pytest -n auto --dist loadscope $(if $(CI),,-m "not slow") $(ARGS)

check: ## what must hold before a commit: format, style, types, imports, then every test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test

bench: dev ## compare speeds on a quiet machine; ARGS=--short takes less of everything
	@scripts/with-pango $(BIN)/python -m tools.bench $(ARGS)

lint: dev ## format, style, types and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: dev ## put the code into its form
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

houses: dev ## write anew what is generated in every room: typed house rules, today's rulings
	$(BIN)/python -m pytest companion/testing --write -k 'typed or word_by_word'

setup: $(VENV)/.run ## only set up what `make run` needs
	@scripts/setup-system run

dev: $(VENV)/.dev ## only set up the developer's environment

pango: ## get Pango, which PDFs need
	@scripts/pango

audit: ## ask whether a known weakness is in what the locks name
	@scripts/audit $(ARGS)

# Needs uv; the only target that does.
lock: ## resolve the pinned dependencies anew
	scripts/lock

clean: ## remove what the other targets made, but no scores
	rm -rf $(VENV) .pango build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find companion tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.run: requirements.lock pyproject.toml scripts/setup-venv
	@scripts/setup-venv $(VENV) requirements.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml scripts/setup-venv
	@scripts/setup-venv $(VENV) requirements-dev.lock
	@touch $(VENV)/.run $@
