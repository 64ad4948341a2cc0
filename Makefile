# The main targets are `make play` and `make test`. Both install the packages missing on a fresh Debian or Ubuntu with Rust.
#
# Bevy is compiled as rarely as possible. `make test` compiles it for two feature sets in the dev profile (with optimised
# dependencies) and type-checks it for the same two. Only `make play`, `bench` and `soak` make release builds.

SHELL := /bin/bash
.NOTPARALLEL:
.PHONY: help play watch test format lint-headless test-headless lint-client test-client test-window-long \
        soak soak-matches fuzz same-in-both-builds bench

HEADLESS := --locked --no-default-features
CLIENT := --locked
STEP := scripts/step.sh
JOBS ?= $(shell nproc)
MATCHES ?= 2000
SECONDS_EACH ?= 600
SEED ?= 1

help:
	@echo "make play     install missing packages, build, start the game"
	@echo "make watch    the same, but watch an AI-only match"
	@echo "make test     install missing packages, run every check and test"
	@echo "make test-window-long   whole matches in the real window with keyboard and mouse; ten minutes of memory use"
	@echo "make soak     MATCHES=$(MATCHES) matches with shipped and randomised data, malformed files, debug and release builds compared"
	@echo "make fuzz     malformed files only, SECONDS_EACH=$(SECONDS_EACH) per loader"
	@echo "make bench    the benchmarks"

play watch: display
	@scripts/install-system.sh play
	cargo run --release $(CLIENT) $(if $(filter watch,$@),-- watch)

.PHONY: display
display:
	@if [ -z "$$DISPLAY" ]; then \
	  echo "No display (DISPLAY is not set), so no window can open. To simulate matches without one, run"; \
	  echo "    cargo run --release --no-default-features -- simulate --level manor --matches 20 --seed 1"; \
	  exit 1; \
	fi

test: system-for-tests format lint-headless test-headless lint-client test-client

.PHONY: system-for-tests
system-for-tests:
	@scripts/install-system.sh test

format:
	@$(STEP) "format" cargo fmt --check

lint-headless:
	@$(STEP) "lint, headless" cargo clippy $(HEADLESS) --all-targets --quiet -- -D warnings

# Unit tests first, which take seconds; then whole matches. One test runs `quarry check` on the shipped data.
test-headless:
	@$(STEP) "tests, headless" cargo test $(HEADLESS) --lib --test main

lint-client:
	@$(STEP) "lint, client" cargo clippy $(CLIENT) --all-targets --quiet -- -D warnings

# Only tests that need the client: its unit tests, and the real window on a virtual display.
test-client:
	@$(STEP) "tests, client" cargo test $(CLIENT) --lib --test main -- client window play:: --skip replay::

# Whole matches in the real window on a virtual display with real key and mouse events: a match to its result on each side, closing
# the window on every screen, sizes from 320x200 to 4K, ten minutes of memory use. Screenshots are written to target/tmp/window.
# With software rendering this takes most of an hour.
test-window-long: system-for-tests
	cargo test $(CLIENT) --test main -- --ignored window:: --nocapture --test-threads 1

# The long form of tests/soak: half of the matches with the shipped data, half with numbers randomised within their ranges; then a
# crowd; then malformed files; then the same matches in the debug and the release build.
soak: soak-matches fuzz same-in-both-builds

soak-matches:
	@scripts/install-system.sh build
	SOAK_MATCHES=$(MATCHES) SOAK_SEED=$(SEED) SOAK_JOBS=$(JOBS) \
	  cargo test --release $(HEADLESS) --test main soak::matches -- --nocapture --test-threads 1
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
