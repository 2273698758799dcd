# Two commands matter: `make run` plays, `make test` tests. Each target installs what it needs into .venv.

PYTHON_IN_VENV := .venv/bin/python
LOCK := $(PYTHON_IN_VENV) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header $(if $(UPGRADE),--upgrade) pyproject.toml

PARALLEL := -n auto --maxprocesses 8 --dist worksteal

# After each edit: no test that starts a process, a browser or a server, or simulates weeks.
QUICK := -m "not slow" $(addprefix tests/,rules games panels render usecases posting scheduler) \
	$(addprefix tests/ui/,framework play server)

# In addition to tests/project: these tests read CHANGELOG.md and docs/.
TESTS_OF_DOCUMENTS := tests/cli/test_updates.py::test_there_is_a_backup_of_every_version_before_this_one \
	tests/cli/test_updates.py::test_the_page_for_hosts_names_the_commit_to_update_through \
	tests/games/test_exchange.py::test_the_published_format_is_up_to_date

.PHONY: help run quick test test-full test-docs lint format bench lock clean
.NOTPARALLEL:

help:
	@echo 'make run      play: on Discord with DISCORD_TOKEN set, else on a local page'
	@echo 'make quick    run the fast tests, in about a minute: after each edit'
	@echo 'make test     run every test, with a sample of each sweep (SEED=… repeats the samples of another run)'
	@echo 'make test-full  run every test and every whole sweep: before a release, and every night'
	@echo '              (COVERAGE=1: and list the lines and branches that none of them runs)'
	@echo 'make lint     check style, types, spelling and imports, and look for dead code'
	@echo 'make format   format the code'
	@echo 'make bench    measure the figures of lab/docs/benchmarks.md'
	@echo 'make lock     write requirements/*.txt from pyproject.toml (UPGRADE=1: with the newest versions)'
	@echo 'make clean    remove .venv and every cache; games in var/ stay'

run:
	@tools/setup page
	@$(PYTHON_IN_VENV) -m bot

# The tests start many processes: they keep what Python has compiled, also where the environment says not to.
quick test test-full test-docs: export PYTHONDONTWRITEBYTECODE :=
quick:
	@tools/setup dev
	$(PYTHON_IN_VENV) -m pytest $(PARALLEL) $(QUICK)

test:
	@tools/setup dev
	$(PYTHON_IN_VENV) -m pytest $(PARALLEL)

test-full:
	@tools/setup dev
ifdef COVERAGE
	$(PYTHON_IN_VENV) -m coverage erase
	$(PYTHON_IN_VENV) -m coverage run -m pytest $(PARALLEL) --full
	$(PYTHON_IN_VENV) -m coverage combine --quiet
	$(PYTHON_IN_VENV) -m coverage report
else
	$(PYTHON_IN_VENV) -m pytest $(PARALLEL) --full
endif

test-docs:
	@tools/setup dev
	$(PYTHON_IN_VENV) -m pytest tests/project $(TESTS_OF_DOCUMENTS)

lint:
	@tools/setup dev
	$(PYTHON_IN_VENV) -m ruff check .
	$(PYTHON_IN_VENV) -m ruff format --check .
	$(PYTHON_IN_VENV) -m mypy
	$(PYTHON_IN_VENV) -m vulture
	$(PYTHON_IN_VENV) -m codespell_lib
	.venv/bin/lint-imports

format:
	@tools/setup dev
	$(PYTHON_IN_VENV) -m ruff check --fix .
	$(PYTHON_IN_VENV) -m ruff format .

bench:
	@tools/setup dev
	$(PYTHON_IN_VENV) -m lab.bench

lock:
	@tools/setup dev
	$(LOCK) --extra page --extra dev --output-file requirements/dev.txt
	$(LOCK) --extra page --constraint requirements/dev.txt --output-file requirements/page.txt
	$(LOCK) --constraint requirements/dev.txt --output-file requirements/bot.txt
	tools/check_wheels

clean:
	rm -rf .venv .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis .coverage*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
