#!/usr/bin/env bash
# Puts the table below the pull request, in place of the one from the last run.
set -euo pipefail
[ -s "$RUNNER_TEMP/rowkey.md" ] || exit 0
{
  echo '### What the requests read'
  echo
  cat "$RUNNER_TEMP/rowkey.md"
} >"$RUNNER_TEMP/comment.md"
gh pr comment "$PULL_REQUEST" --edit-last --create-if-none --body-file "$RUNNER_TEMP/comment.md"
