# Everything a fresh machine needs: Python 3.11+, git, make and the package index.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# As pip does for what it installs: where Python may not write bytecode, every start would compile anew.
COMPILE := $(BIN)/python -m compileall -q src >&2
# So that nobody's first redaction waits for seconds.
DETECTORS := $(BIN)/python -m steno.detect.build >&2
PRETTIER := .bench/formatters/node_modules/.bin/prettier
TSC := .bench/typescript/node_modules/.bin/tsc
AXE := .bench/axe/node_modules/axe-core/axe.min.js
CCUSAGE := .bench/ccusage/node_modules/.bin/ccusage

.PHONY: demo install dev test test-full check lint docs bench bench-redact bench-floor bench-hostile bench-record bench-opentraces bench-git bench-derive bench-listing bench-jobs bench-show bench-catalog bench-cost bench-mcp soak bench-logs bench-dataset bench-teich bench-view shots browser formatters clean

demo: install  ## Show the example session and export it; into a pipe or a file, only the redacted Open-Token JSON
	@STENO=$(BIN)/steno sh examples/demo.sh

install: $(VENV)/.installed
dev: $(VENV)/.dev

test: dev formatters  ## Run the tests; properties are tried on a third of their examples, drawn anew each time
	$(BIN)/python -m pytest -n auto --dist worksteal

test-full: dev formatters  ## Run the tests with every example, every pairing of detectors and a thousand kills
	STENO_TEST_FULL=1 $(BIN)/python -m pytest -n auto --dist worksteal

check: lint test  ## What every commit passes

lint: dev  ## Style, types, layers, generated documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/generate.py --check

docs: dev  ## Write the generated parts of the documentation
	$(BIN)/python docs/generate.py

bench: dev  ## Measure against the bars; appends to bench/results.md
	$(BIN)/python -m bench.run

bench-redact: dev  ## Measure redaction beside a peer; writes the tables of docs/redaction.md
	$(BIN)/python -m bench.redact

bench-logs: dev  ## Measure redaction of real logs, by agent and level
	$(BIN)/python -m bench.logs

bench-floor: dev  ## Measure what no redaction of a log can do without; writes the table of docs/redaction.md
	$(BIN)/python -m bench.floor

bench-hostile: dev  ## Measure redaction on texts that are made to be slow
	$(BIN)/python -m bench.hostile --level secrets
	$(BIN)/python -m bench.hostile --level pii

bench-record: dev  ## Measure the recorder beside os.write and its peers; writes the table of docs/recording.md
	$(BIN)/python -m bench.record

bench-opentraces: dev  ## Measure OpenTraces records beside the program they come from; writes the tables of docs/formats/opentraces.md
	$(BIN)/python -m bench.opentraces

bench-git: dev  ## Measure linking and blame beside git; writes the table of docs/git.md
	$(BIN)/python -m bench.git

bench-derive: dev  ## Score derived steps against labelled sessions; writes the table of docs/derivation.md
	$(BIN)/python -m bench.derive

bench-listing: dev  ## Measure `steno ls` on a machine with 2,000 sessions, the first time and later
	$(BIN)/python -m bench.listing

bench-jobs: dev  ## Measure commands over 200 files with one job and with two
	$(BIN)/python -m bench.jobs

bench-show: dev  ## Measure `steno show` in a terminal: the first screen, and all of it
	$(BIN)/python -m bench.show

bench-catalog: dev  ## Measure sync and search beside another index and grep, on up to 10,000 sessions; writes the table of docs/catalog.md
	$(BIN)/python -m bench.catalog

bench-dataset: dev  ## Measure building datasets: processes, a Dask cluster, growth, and a peer; writes the tables of docs/scale.md
	$(BIN)/python -m bench.dataset

bench-teich: dev  ## Compare the rows of `chat` with what teich makes of the same sessions; writes the table of docs/dataset.md
	$(BIN)/python -m bench.teich

bench-cost: dev $(CCUSAGE)  ## Compare costs with those of ccusage, for each day and model
	$(BIN)/python -m bench.cost

bench-mcp: dev  ## Measure how soon `steno mcp` answers, and what a list of 2,000 sessions costs
	$(BIN)/python -m bench.mcp

bench-view: dev  ## Measure the viewer, its server and in a browser, beside other viewers; writes the table of docs/viewer.md
	$(BIN)/python -m bench.view
	$(BIN)/python -m bench.page --million --write

shots: dev  ## Take the pictures of the viewer under docs/images
	$(BIN)/python -m tools.shots

soak: dev  ## Record ten million events and look at the memory and the file; writes to docs/recording.md
	$(BIN)/python -m bench.record --soak 10000000

formatters: $(PRETTIER) $(TSC) $(AXE)  ## Fetch the formatter, the type checker and the accessibility checker that tests use and the package index has not; gofmt comes with golang-go

browser:  ## Install the browser that tests look with, where this system lets us
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } >&2 || echo "chromium cannot be installed here: install the package of your system" >&2

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .bench

# Quiet on stdout: `make demo > trace.json` is a trace and nothing else.
$(VENV)/bin/python:
	@$(PYTHON) -m venv $(VENV) >&2

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e . >&2
	@$(COMPILE)
	@$(DETECTORS)
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' >&2
	@$(COMPILE)
	@$(DETECTORS)
	@touch $@ $(VENV)/.installed

# Without npm or a registry, the tests that need it say so and are skipped.
$(PRETTIER):
	@npm install --silent --prefix .bench/formatters prettier@3 >&2 || echo "prettier cannot be fetched" >&2

$(TSC):
	@npm install --silent --prefix .bench/typescript typescript@5 >&2 || echo "typescript cannot be fetched" >&2

$(AXE):
	@npm install --silent --prefix .bench/axe axe-core@4 >&2 || echo "axe-core cannot be fetched" >&2

# Its program lies in a package for each machine, which a plain install may leave out.
$(CCUSAGE):
	@npm install --silent --include=optional --prefix .bench/ccusage ccusage@20.0.26 @ccusage/ccusage-$$(node -p 'process.platform + "-" + process.arch')@20.0.26 >&2
