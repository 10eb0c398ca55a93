#!/usr/bin/env bash
# Puts the table below the pull request, in place of the one from the last run. Where it may not, as for a pull
# request from a fork, the run goes on.
set -euo pipefail
[ -s "$RUNNER_TEMP/rowkey.md" ] || exit 0
mark='<!-- rowkey watch -->' # by which the comment is found again
jq -n --rawfile table "$RUNNER_TEMP/rowkey.md" --arg mark "$mark" \
  '{body: ($mark + "\n### What the requests read\n\n" + $table)}' >"$RUNNER_TEMP/comment.json"
put() {
  local comments=repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments id
  id=$(gh api "$comments" --paginate --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1) || return
  if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --input "$RUNNER_TEMP/comment.json" >/dev/null
  else
    gh api "$comments" --input "$RUNNER_TEMP/comment.json" >/dev/null
  fi
}
put || echo "::warning::The table isn't below the pull request: the job needs permissions: pull-requests: write"
