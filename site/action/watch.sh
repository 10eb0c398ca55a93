#!/usr/bin/env bash
# Runs the command under rowkey watch. The table goes to the run's summary, and to a file for the comment.
set -uo pipefail
table=$RUNNER_TEMP/rowkey.md
flags=(--markdown)
[ -z "$SEED" ] || flags+=(-seed "$SEED")
[ -z "$BASELINE" ] || flags+=(--baseline "$BASELINE")
npx --yes "rowkey@$VERSION" watch "${flags[@]}" -- bash -c "$COMMAND" >"$table"
status=$?
{
  echo '### What the requests read'
  echo
  cat "$table"
} >>"$GITHUB_STEP_SUMMARY"
exit $status
