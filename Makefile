# make run      sets up what is missing, and serves until Ctrl-C
# make test     sets up what is missing, and tests
# make lint     sets up what is missing, and checks style and types
# make clean    removes what these have made
#
# No target asks a question, and each can be repeated. Where Python can import the packages already,
# no target uses the network. Below, ours is the Python in .venv.

PYTHON ?= python3
VENV := .venv
OPTIONS :=
VERSIONS := 3.10 3.11 3.12 3.13 3.14

# Succeeds in a Python that is new enough and can import all modules named as its arguments.
CHECK := import sys, importlib.util as u; \
	sys.exit(sys.version_info < (3, 10) or not all(map(u.find_spec, sys.argv[1:])))

# The first Python, ours or that of the system, in which CHECK succeeds with the modules $(1).
find = $$(for p in $(VENV)/bin/python "$(PYTHON)"; do \
	"$$p" -c '$(CHECK)' $(1) 2>/dev/null && echo "$$p" && break; done)

# Makes ours, if there is none that works.
define venv
	$(VENV)/bin/python -c '$(CHECK)' pip 2>/dev/null || { \
		echo "setting up $(VENV): a virtual environment" >&2; \
		"$(PYTHON)" -m venv --clear $(VENV); }
endef

# Makes sure that find finds a Python with the modules $(1). $(2) are the extras of pyproject.toml
# that bring them. What is being done is said before it begins, since it takes a while.
define provide
	@if [ -z "$(call find,$(1))" ]; then \
		"$(PYTHON)" -c '$(CHECK)' || { echo "Python 3.10 or newer is needed" >&2; exit 1; }; \
		{ $(venv); } || exit 1; \
		echo "setting up $(VENV): $(1) (about half a minute, once)" >&2; \
		$(VENV)/bin/python -m pip install --quiet --editable '.$(if $(2),[$(2)])' || { \
			echo "pip could not install $(1): is there a network?" >&2; exit 1; }; \
	fi
endef

.PHONY: build run test test-long test-faults test-versions bench lint clean

# Compiles the sources, so that the first start is as fast as the later ones.
build:
	$(call provide,numpy,)
	@$(call find,numpy) -m compileall -q runtime.py actors protocol

run: build
	@exec $(call find,numpy) runtime.py --with $$PPID

test: build
	$(call provide,numpy pytest pytest_timeout,test)
	@exec $(call find,numpy pytest pytest_timeout) tests/side_by_side.py -m "not long" $(OPTIONS)

test-long: build
	$(call provide,numpy pytest pytest_timeout,test)
	@$(call find,numpy pytest pytest_timeout) -m pytest -m long --timeout 1800

# A long storm of faults: FAULTS=3000 SEED=7 make test-faults. A short one is part of make test.
test-faults: export FAULTS ?= 1000
test-faults: export ARM_KILLS ?= 100
test-faults: export GOALS ?= 100
test-faults: export DRAWINGS ?= 50
test-faults: build
	$(call provide,numpy pytest pytest_timeout,test)
	@$(call find,numpy pytest pytest_timeout) -m pytest tests/faults --timeout 3600

# Prints tables of what it measures, MuJoCo beside ours where Python can import that.
bench: build
	@$(call find,numpy) tests/bench/run.py

# The tests under every supported Python that is on the PATH or among those of pyenv. Each gets a
# virtual environment of its own.
test-versions:
	@set -e; for v in $(filter-out $(SKIP),$(VERSIONS)); do \
		for p in python$$v "$$HOME"/.pyenv/versions/$$v.*/bin/python; do \
			"$$p" -c 'import venv' 2>/dev/null || continue; \
			echo "== Python $$v"; $(MAKE) --no-print-directory test PYTHON="$$p" VENV=.venv-$$v; break; \
		done; \
	done

lint:
	$(call provide,ruff mypy numpy,test$(,)lint)
	@p=$(call find,ruff mypy numpy); \
	$$p -m ruff format --check --quiet . && $$p -m ruff check . && $$p -m mypy

clean:
	@rm -rf $(VENV) .venv-* .pytest_cache .mypy_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

, := ,
