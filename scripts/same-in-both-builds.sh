#!/usr/bin/env bash
# Plays the same matches with the debug and the release build and compares their digests.
#
#   scripts/same-in-both-builds.sh [ARGUMENTS OF simulate...]
#
# Exit status: 0 identical, 1 different. QUARRY_DEBUG and QUARRY_RELEASE may name existing builds.
set -euo pipefail
cd "$(dirname "$0")/.."

build() { cargo build --locked --no-default-features "$@" >&2; }
folder=$(cargo metadata --format-version 1 --no-deps --locked | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
if [ -z "${QUARRY_DEBUG:-}" ]; then build; QUARRY_DEBUG=$folder/debug/quarry; fi
if [ -z "${QUARRY_RELEASE:-}" ]; then build --release; QUARRY_RELEASE=$folder/release/quarry; fi

digests() { "$1" simulate --json "${@:2}" --data . | sed -n 's/^ *"\(level\|seed\|digest\)": *\(.*\),$/\2/p' | paste - - -; }
debug=$(digests "$QUARRY_DEBUG" "$@")
release=$(digests "$QUARRY_RELEASE" "$@")
if [ "$debug" != "$release" ]; then
  echo "the builds give different digests (debug <, release >):"
  diff <(echo "$debug") <(echo "$release") || true
  exit 1
fi
echo "$(echo "$debug" | wc -l) matches have the same digest in the debug and the release build"
