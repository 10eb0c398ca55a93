#!/usr/bin/env bash
# Runs the command under rowkey watch. What is said goes below the review.
set -uo pipefail
table=$(mktemp)
flags=(--markdown)
[ -z "$SEED" ] || flags+=(-seed "$SEED")
[ -z "$BASELINE" ] || flags+=(--baseline "$BASELINE")
npx --yes "rowkey@$VERSION" watch "${flags[@]}" -- bash -c "$COMMAND" >"$table"
status=$?
[ ! -s "$table" ] || printf '### What the requests read\n\n%s\n' "$(<"$table")" >>"$RUNNER_TEMP/rowkey.md"
exit $status
