#!/usr/bin/env bash
# Runs a step of a longer job, and prints its name, result and duration.
#
#   scripts/step.sh NAME COMMAND [ARG...]
set -u
name=$1; shift
printf '\n== %s\n' "$name"
started=$SECONDS
"$@"; status=$?
printf '== %s: %s after %d s\n' "$name" "$([ $status -eq 0 ] && echo done || echo "FAILED (status $status)")" $((SECONDS - started))
exit $status
