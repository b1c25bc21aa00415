# make run      set up what is missing, and run until Ctrl-C
# make test     set up what is missing, and test
# All targets are non-interactive and can be repeated. No network is touched where the packages are importable.

PYTHON ?= python3
VENV := .venv
OPTIONS :=
VERSIONS := 3.10 3.11 3.12 3.13 3.14

# The first interpreter (ours, then the system's) that is new enough and can import all of $(1); else nothing.
CHECK := import sys, importlib.util as u; sys.exit(sys.version_info < (3, 10) or not all(map(u.find_spec, sys.argv[1:])))
find = $$(for p in $(VENV)/bin/python "$(PYTHON)"; do "$$p" -c '$(CHECK)' $(1) 2>/dev/null && echo "$$p" && break; done)

# Make sure that there is one; $(2) names the extras of pyproject.toml that bring the packages.
define provide
	@if [ -z "$(call find,$(1))" ]; then \
		"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed")' && \
		"$(PYTHON)" -m venv --clear $(VENV) && $(VENV)/bin/python -m pip install --quiet --editable '.$(if $(2),[$(2)])'; \
	fi
endef

.PHONY: build run test test-long test-faults test-versions bench lint clean

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

# A long storm of seeded faults: FAULTS=3000 SEED=7 make test-faults. A short one is part of `make test`.
test-faults: export FAULTS ?= 1000
test-faults: export ARM_KILLS ?= 100
test-faults: export GOALS ?= 100
test-faults: export DRAWINGS ?= 50
test-faults: build
	$(call provide,numpy pytest pytest_timeout,test)
	@$(call find,numpy pytest pytest_timeout) -m pytest tests/faults --timeout 3600

bench: build
	@$(call find,numpy) tests/bench/run.py

# Under every supported Python that is on the PATH or among pyenv's, each in a virtual environment of its own.
test-versions:
	@set -e; for v in $(filter-out $(SKIP),$(VERSIONS)); do \
		for p in python$$v "$$HOME"/.pyenv/versions/$$v.*/bin/python; do \
			"$$p" -c 'import venv' 2>/dev/null || continue; \
			echo "== Python $$v"; $(MAKE) --no-print-directory test PYTHON="$$p" VENV=.venv-$$v; break; \
		done; \
	done

lint:
	$(call provide,ruff mypy numpy,test$(,)lint)
	@p=$(call find,ruff mypy numpy); $$p -m ruff check . && $$p -m mypy

clean:
	@rm -rf $(VENV) .venv-* .pytest_cache .mypy_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

, := ,
