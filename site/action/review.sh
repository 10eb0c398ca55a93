#!/usr/bin/env bash
# Compares what a pull request changes with the branch that it's for. A change for the worse fails nothing here:
# what a program may read is the baseline's to say.
set -uo pipefail
[ -n "$PATHS" ] || exit 0
old=$(mktemp -d)
if ! git fetch --quiet --depth=1 origin "$GITHUB_BASE_REF"; then
  echo "::warning::There's no review: $GITHUB_BASE_REF can't be fetched"
  exit 0
fi
while IFS= read -r path; do
  [ -n "$path" ] || continue
  git archive FETCH_HEAD -- "$path" 2>"$old/.why" | tar -x -C "$old" 2>>"$old/.why"
  before=$old/$path
  if [ ! -e "$before" ]; then # it's new
    before=/dev/null
    if [ -d "$path" ]; then before=$(mktemp -d); fi
  fi
  if npx --yes "rowkey@$VERSION" review "$before" "$path" --markdown >"$old/.review" || [ $? = 1 ]; then
    printf "### What changes in \`%s\`\n\n%s\n\n" "$path" "$(<"$old/.review")" >>"$RUNNER_TEMP/rowkey.md"
  fi
done <<<"$PATHS"
