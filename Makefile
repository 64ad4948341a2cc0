# The main targets are `make play` and `make test`. Both install missing system packages on Debian and Ubuntu.
#
# Bevy takes most of the build time: about 20 minutes on two cores for the first `make play`. `make test` builds and lints two
# feature sets in the dev profile, with optimised dependencies. Only `make play`, `bench`, `soak` and `dist` build releases.

SHELL := /bin/bash
.NOTPARALLEL:
.PHONY: help play watch test format lint-headless test-headless lint-client test-client test-packages test-window-long \
        soak soak-matches fuzz same-in-both-builds bench gallery dist test-dist test-dist-fresh audit

HEADLESS := --locked --no-default-features
CLIENT := --locked
# The games, with the engine and the lab under them.
PROGRAM := -p quarry -p quarry-engine -p quarry-lab
STEP := scripts/step.sh
JOBS ?= $(shell nproc)
MATCHES ?= 2000
SECONDS_EACH ?= 600
SEED ?= 1

help:
	@echo "make play     install missing packages, build, start the game (first build: about 20 minutes on two cores)"
	@echo "make watch    the same, and watch a match between AI agents"
	@echo "make test     install missing packages, then run all checks and tests"
	@echo "make test-window-long   play whole matches in a real window, and measure memory for ten minutes (takes an hour)"
	@echo "make soak     play MATCHES=$(MATCHES) matches with shipped and random data, fuzz the loaders, compare both builds"
	@echo "make fuzz     fuzz the loaders, SECONDS_EACH=$(SECONDS_EACH) each"
	@echo "make bench    run the benchmarks"
	@echo "make gallery  make the stale pictures of the docs again on a virtual display; all of them: make gallery ALL=1"
	@echo "make dist     build an archive and a Debian package; make test-dist tries the archive, make test-dist-fresh the package"
	@echo "make audit    look for licences, advisories and unused dependencies (needs cargo-deny and cargo-machete)"

play watch: display
	@scripts/install-system.sh play
	cargo run --release $(CLIENT) $(if $(filter watch,$@),-- watch)

.PHONY: display
display:
	@if [ -z "$$DISPLAY" ]; then \
	  echo "No display: DISPLAY is not set, so no window can open. To play matches without a window:"; \
	  echo "    cargo run --release --no-default-features -- simulate --level manor --matches 20 --seed 1"; \
	  exit 1; \
	fi

test: system-for-tests format test-packages lint-headless test-headless lint-client test-client

.PHONY: system-for-tests
system-for-tests:
	@scripts/install-system.sh test

format:
	@$(STEP) "format" cargo fmt --all --check

# The packages in crates/: the planner without features and with all of them, RON documents, minds, and the navigation mesh. The window of
# minds needs the client's Bevy and is checked there.
test-packages:
	@$(STEP) "lint, planner" cargo clippy --locked -p quarry-goap --all-targets --all-features --quiet -- -D warnings
	@$(STEP) "lint, planner without features" cargo clippy --locked -p quarry-goap --quiet -- -D warnings
	@$(STEP) "tests, planner" cargo test --locked -p quarry-goap --all-features
	@$(STEP) "lint, minds" cargo clippy --locked -p quarry-ron -p quarry-minds --all-targets --quiet -- -D warnings
	@$(STEP) "tests, minds" cargo test --locked -p quarry-ron -p quarry-minds
	@$(STEP) "lint, navigation mesh" cargo clippy --locked -p quarry-navmesh --all-targets --quiet -- -D warnings
	@$(STEP) "tests, navigation mesh" cargo test --locked -p quarry-navmesh

lint-headless:
	@$(STEP) "lint, headless" cargo clippy $(HEADLESS) $(PROGRAM) --all-targets --quiet -- -D warnings

# The unit tests take seconds, then come whole matches. One test runs `quarry check` on the shipped data.
test-headless:
	@$(STEP) "tests, headless" cargo test $(HEADLESS) $(PROGRAM) --lib --test main

lint-client:
	@$(STEP) "lint, client" cargo clippy $(CLIENT) -p quarry -p quarry-minds-inspector --all-targets --quiet -- -D warnings

# Only what the headless run does not cover: the tests of the client, of the games' views, and of the window on a virtual display.
test-client:
	@$(STEP) "tests, client" cargo test $(CLIENT) --lib --test main -- client view:: window play:: --skip replay::

# Whole matches in the window on a virtual display, driven by simulated keys and mouse: to a result as either side, closing the
# window on every screen, sizes from 320x200 to 4K, ten minutes of memory use. Screenshots are in target/tmp/window. With
# software rendering this takes most of an hour.
test-window-long: system-for-tests
	cargo test $(CLIENT) --test main -- --ignored window:: --nocapture --test-threads 1

# The long form of tests/soak: half of the matches with the shipped data, half with random numbers within their ranges; sixty days of the glade
# for every fifty of them; then a crowd; then malformed files; then the same matches in the debug and the release build.
soak: soak-matches fuzz same-in-both-builds

soak-matches:
	@scripts/install-system.sh build
	SOAK_MATCHES=$(MATCHES) SOAK_SEED=$(SEED) SOAK_JOBS=$(JOBS) \
	  cargo test --release $(HEADLESS) --test main -- soak::matches soak::wild --nocapture --test-threads 1
	cargo run --release $(HEADLESS) -- simulate --level crowd --hunters 100 --hunted 900 --seed $(SEED) --jobs 1

fuzz:
	@scripts/install-system.sh build
	FUZZ_SECONDS=$(SECONDS_EACH) SOAK_SEED=$(SEED) \
	  cargo test --release $(HEADLESS) --test main soak::fuzz -- --nocapture --test-threads 1

same-in-both-builds:
	@scripts/install-system.sh build
	scripts/same-in-both-builds.sh --level all --matches 5 --seed $(SEED)

bench:
	@scripts/install-system.sh build
	cargo bench $(HEADLESS)

# The pictures of the docs, and docs/gallery.md. Only those are made again whose sources have changed; ALL=1 makes all,
# PICTURES="title setup" only those whose names begin so.
gallery: system-for-tests
	cargo build --release $(CLIENT) -p quarry
	scripts/gallery.py --client "$${CARGO_TARGET_DIR:-target}/release/quarry" $(if $(ALL),--all) $(PICTURES)

# An archive that runs where it is unpacked, and a Debian package; docs/packages.md says how they are used.
dist:
	@scripts/install-system.sh dist
	scripts/dist.sh

# The archive as a stranger has it, with its window on a virtual display.
test-dist: system-for-tests dist
	scripts/test-dist.sh

# The Debian package in a fresh Debian without Rust. Needs a super-user, debootstrap and the network.
test-dist-fresh: system-for-tests dist
	$(if $(filter 0,$(shell id -u)),,sudo) scripts/test-dist-fresh.sh "$$(realpath "$${CARGO_TARGET_DIR:-target}"/dist/quarry_*.deb)"

# The licences and advisories of dependencies, and those that no code uses. Without the network: CHECKS="licenses bans sources".
CHECKS ?= advisories licenses bans sources
audit:
	@for tool in cargo-deny cargo-machete; do \
	  command -v $$tool >/dev/null || { echo "$$tool is missing: cargo install --locked $$tool"; exit 1; }; \
	done
	cargo-deny --locked check $(CHECKS)
	cargo-machete
