package content_test

import (
	"os"
	"strings"
	"testing"
)

// TestLimits: the table of limits says what the code has.
func TestLimits(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(text)), " ")
	}
	document := read("docs/local-endpoint.md")
	for _, c := range []struct{ file, code, says string }{
		{"site/endpoint/endpoint.go", "maxHeaders = 64 << 10", "| request | head | 64 KiB in 10 seconds |"},
		{"site/endpoint/endpoint.go", "HeaderTimeout = 10 * time.Second", "64 KiB in 10 seconds"},
		{"site/endpoint/endpoint.go", "IdleTimeout = 2 * time.Minute", "| connection | idle | 2 minutes |"},
		{"site/endpoint/endpoint.go", "bodyPatience = 30 * time.Second", "30 seconds, and one for each KiB"},
		{"site/endpoint/endpoint.go", "bodyRoom = 2 << 30",
			"| bodies over 64 KiB under way | 2 GiB for all | – | 16 MiB |"},
		{"site/endpoint/crowd.go", "mostConnections = 4096", "at most 4,096"},
		{"engine/hosts/httphost/body.go", "firstRead = 64 << 10", "before its signature is checked | 64 KiB"},
		{"engine/hosts/httphost/body.go", "slowest = 1 << 10", "one for each KiB"},
		{"engine/hosts/httphost/body.go", "unannounced = 64 << 20", "unannounced 64 MiB"},
		{"engine/internal/format/batch/multipart.go", "mostLine = 64 << 10",
			"one in a batch | 64 KiB | 64 KiB | 64 KiB"},
		{"engine/table/limits.go", "MaxBodySize = 4 << 20", "| body | 4 MiB;"},
		{"engine/internal/service/blobs/write.go", "MaxSize = 1 << 30", "to blobs 1 GiB"},
		{"engine/internal/service/blobs/block.go", "maxWaiting = 100_000", "wait for a list | 100,000 |"},
		{"engine/table/limits.go", "MaxExamined = 100_000", "100,000 entities, fewer"},
		{"engine/internal/service/tables/query.go", "maxBytes = 16 << 20", "16 MiB of entities"},
		{"site/rowkey/serveflags.go", `"max-data", 0`, "| account | data | `-max-data`,"},
		{"engine/language/sandbox/account.go", "maxBytes = 64 << 20", "a blob of 5 | 64 MiB |"},
		{"wasm/worker/account_js.go", "room = 16 << 20", "| 16 MiB: 38,000 entities"},
		{"wasm/worker/intake.mjs", "small = 64 * 1024", "– | 64 KiB | 401, 403"},
		{"wasm/worker/intake.mjs", "room = 16 * 2 ** 20", "– | 16 MiB | 503"},
		{"wasm/worker/intake.mjs", "engineLimit = 4 * 2 ** 20", "| 4 MiB; 10 MiB | 413 |"},
		{"wasm/worker/intake.mjs", "blobLimit = 10 * 2 ** 20", "| 4 MiB; 10 MiB | 413 |"},
		{"wasm/worker/patience.mjs", "patience = 30_000", "each in 30 seconds"},
		{"wasm/worker/bridge/outlet_js.go", "outletRoom = 24 << 20", "| 64, keeping 24 MiB |"},
		{"wasm/worker/bridge/outlet_js.go", "longAnswers = 64", "| 64, keeping 24 MiB |"},
		{"wasm/worker/pace.mjs", "rate = 50; const burst = 200", "50 a second, 200 at once"},
		{"wasm/worker/gate.mjs", "[ofAddress, ofSite, ofAll] = [10, 30, 300]",
			"10 for an address or /64 network, 30 for a /48, 300 for all"},
		{"engine/design/read/yaml.go", "maxFile = 1 << 20", "| file | design | 1 MiB"},
		{"engine/design/read/yaml.go", "maxParts = 1000", "1,000 names in a list"},
		{"engine/design/read/read.go", `{"entities", 50, r.entities}, {"patterns", 200, r.patterns}`,
			"50 types, 200 patterns"},
		{"engine/design/read/read.go", `{"designs", 20, r.designs}`, "20 designs"},
		{"site/rowkey/run.go", "maxFile = 64 << 20", "| script or data | 64 MiB |"},
	} {
		if !strings.Contains(read(c.file), c.code) {
			t.Errorf("%s has no %q: mend the table in docs/local-endpoint.md, too", c.file, c.code)
		}
		if !strings.Contains(document, c.says) {
			t.Errorf("the table doesn't say %q", c.says)
		}
	}
}
