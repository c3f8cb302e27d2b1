# `make run` and `make test` need only python3 (3.11 or newer) with its venv, git and make.
# PYTHON=… names another Python; ARGS=… is passed to the program that a target runs.

VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# The tests start hundreds of Pythons: without bytecode files each would compile the whole program.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
POCKET ?= build/pocket
SITE ?= build/site
URL ?=

.PHONY: help run pocket site test check bench lint format houses setup dev pango audit lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

run: $(VENV)/.run ## set up what is missing, then serve the Companion
	@scripts/setup-system run
	@scripts/with-pango $(BIN)/companion serve $(ARGS)

pocket: dev ## write the offline version into build/pocket; POCKET=… names another folder
	@scripts/setup-pocket $(VENV)
	@$(BIN)/companion pocket $(POCKET) $(ARGS)

site: dev ## write the public site into build/site; URL=https://… is its address
	@scripts/setup-pocket $(VENV)
	@scripts/setup-system run
	@scripts/with-pango $(BIN)/companion site $(SITE) $(if $(URL),--url $(URL)) $(ARGS)

# With CI set, tests marked slow run too: browsers, every document, crashes.
test: dev ## set up what is missing, then run the tests
	@scripts/setup-system test
	@scripts/with-pango $(BIN)/python -m pytest -n auto --dist loadscope $(if $(CI),,-m "not slow") $(ARGS)

check: ## before a commit: check format, style, spelling, types and imports, then run every test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test

bench: dev ## compare speeds on a quiet machine; ARGS=--short takes less of everything
	@scripts/with-pango $(BIN)/python -m tools.bench $(ARGS)

lint: dev ## format, style, spelling, types and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/codespell
	$(BIN)/mypy
	$(BIN)/lint-imports

format: dev ## format the code
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

houses: dev ## regenerate files of every game package: typed house rules, today's rulings
	$(BIN)/python -m pytest companion/testing --write -k word_by_word

setup: $(VENV)/.run ## only set up what `make run` needs
	@scripts/setup-system run

dev: $(VENV)/.dev ## only set up the developer's environment

pango: ## get Pango, which PDFs need
	@scripts/pango

audit: ## check the packages of the lock files for known weaknesses
	@scripts/audit $(ARGS)

# Needs uv; the only target that does.
lock: ## resolve the pinned dependencies again
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
