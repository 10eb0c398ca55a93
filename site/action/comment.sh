#!/usr/bin/env bash
# Puts what is said into the run's summary and below the pull request, there in place of what the last run said.
# Where it may not, as for a pull request from a fork, the run goes on.
set -euo pipefail
said=$RUNNER_TEMP/rowkey.md
[ -s "$said" ] || exit 0
cat "$said" >>"$GITHUB_STEP_SUMMARY"
[ -n "$NUMBER" ] || exit 0
mark='<!-- rowkey watch -->' # by which the comment is found again
printf '%s\n' "$mark" | cat - "$said" >"$RUNNER_TEMP/comment.md"
put() {
  local comments=repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments id
  id=$(gh api "$comments" --paginate --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1) || return
  if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F "body=@$RUNNER_TEMP/comment.md" >/dev/null
  else
    gh api "$comments" -F "body=@$RUNNER_TEMP/comment.md" >/dev/null
  fi
}
put || echo "::warning::Nothing is below the pull request: the job needs permissions: pull-requests: write"
