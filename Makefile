# make run      sets up what is missing, and serves until Ctrl-C
# make web      sets up what WebSocket clients need, where `make run` has found it missing
# make foxglove sets up what Foxglove and Lichtblick need besides
# make test     sets up what is missing, and tests
# make grade    sets up what is missing, and grades the contract from outside
# make lint     sets up what is missing, and checks style and types
# make clean    removes what these have made
#
# No target asks a question, and each can be repeated. Where Python can import the packages already,
# no target uses the network. PYTHON=... names a Python, as a path or as a command with arguments.

export PYTHON ?= python3
export VENV := .venv
OPTIONS :=
VERSIONS := 3.10 3.11 3.12 3.13 3.14

# Each runs Python with the packages for a purpose, and sets up $(VENV) where they are missing.
with_numpy := sh .python.sh run
with_websockets := sh .python.sh web
with_rosbags := sh .python.sh foxglove
with_pytest := sh .python.sh test
with_linters := sh .python.sh lint

.PHONY: build run web foxglove test test-long test-faults test-versions bench grade lint clean
.NOTPARALLEL:  # two targets must not set up the same $(VENV) at the same time

# Compiles the sources, so that the first start is as fast as the later ones. Where they cannot be
# written, the first start is slower, and that is all.
build:
	@$(with_numpy)
	@$(with_numpy) -m compileall -qq runtime.py actors protocol 2>/dev/null || true

run: build
	@exec $(with_numpy) runtime.py --with $$PPID

# Afterwards `make run` takes the Python that is set up here.
web:
	@$(with_websockets)

foxglove:
	@$(with_rosbags)

test: build
	@exec $(with_pytest) tests/side_by_side.py -m "not long" $(OPTIONS)

test-long: build
	@exec $(with_pytest) -m pytest -m long --timeout 1800

# A long storm of faults: FAULTS=3000 SEED=7 make test-faults. A short one is part of make test.
test-faults: export FAULTS ?= 1000
test-faults: export ARM_KILLS ?= 100
test-faults: export GOALS ?= 100
test-faults: export DRAWINGS ?= 50
test-faults: build
	@exec $(with_pytest) -m pytest tests/faults --timeout 3600

# Prints tables of what it measures, MuJoCo beside ours where Python can import that.
bench: build
	@exec $(with_numpy) tests/bench/run.py

# GRADE has further options: make grade GRADE="--links 2 --html report.html". See tests/grade.
grade: build
	@exec $(with_numpy) -m tests.grade --port 0 --launch "make --no-print-directory run" $(GRADE)

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
	@$(with_linters) -m ruff format --check --quiet .
	@$(with_linters) -m ruff check .
	@$(with_linters) -m mypy

clean:
	@rm -rf $(VENV) .venv-* .pytest_cache .mypy_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
