// Reading the repository says the same everywhere, and is slow through JavaScript.

//go:build !js

package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/rowkey/rowkey/"

// rows are the packages under engine/, from the bottom up. A package imports only from rows above its own
// in this list, so no arrow runs upward and neighbours don't know each other. A package that isn't here
// may not exist: adding one means deciding where it belongs.
var rows = []string{
	"spelling",

	"wire table fault outcome internal/format/jsontext internal/format/xmlbody language/internal/lex " +
		"language/internal/problem suites/histories suites/model suites/ranges",

	"internal/access/grant internal/access/cors internal/format/batch internal/format/filter " +
		"internal/format/odata internal/storage/keys language/internal/helper",

	"protocol",

	"auth design plan partition internal/format/errorbody internal/storage/store language/data",

	"trace internal/storage/journal language/internal/answer language/data/convert design/keys design/read " +
		"design/generate design/report",

	"internal/service shape hosts/datadir hosts/httphost hosts/keeper hosts/remote language/internal/expect " +
		"design/compile design/lint design/load design/suggest suites/azurite suites/deployed suites/java",

	// An account doesn't know the services that register with it.
	"tally internal/account internal/service/tables internal/service/resource language/script",

	"internal/service/queues internal/service/blobs internal/service/settings language/runner language/lint",

	"internal/account/full language/code language/complete language/report language/view language/relay " +
		"language/internal/runnertest " +
		"suites/peer",

	"language/sandbox language/compare suites/enginetest suites/served hosts/control",

	"hosts/frame language/sandbox/full design/matrix design/infer",

	"design/export",

	"engine design/command hosts/frame/command hosts/frame/control hosts/frame/outside hosts/frame/playground " +
		"hosts/frame/workbench protocol/generate",

	"seed",

	"rowkeytest",
}

// rowOf returns the place of each package in rows, by its path in the module.
func rowOf() map[string]int {
	place := map[string]int{}
	for row, packages := range rows {
		for name := range strings.FieldsSeq(packages) {
			if name != "engine" {
				name = "engine/" + name
			}
			place[name] = row
		}
	}
	return place
}

// outside is what packages under engine/ may not import from elsewhere, with the exceptions.
var outside = map[string][]string{
	"net/http": {"engine", "engine/hosts/httphost", "engine/hosts/remote",
		"engine/suites/deployed", "engine/suites/served"},
	"net/url": {},
	"os": {"engine/hosts/datadir", "engine/protocol/generate", "engine/rowkeytest", "engine/suites/azurite",
		"engine/suites/deployed", "engine/suites/java", "engine/suites/served"},
	"log":                       {},
	"log/slog":                  {},
	"encoding/json":             {},
	"encoding/xml":              {"engine/internal/format/xmlbody"},
	"mime/multipart":            {},
	"regexp":                    {},
	"html/template":             {},
	"text/template":             {},
	"math/rand":                 {},
	"syscall/js":                {},
	"crypto/hmac":               {"engine/auth"},
	"crypto/sha256":             {"engine/auth"},
	"github.com/tidwall/buntdb": {"engine/internal/storage/store"},
	"github.com/tidwall/gjson":  {},
}

// hidden is what would make the same requests give other bytes the next time: the time of day, waiting
// for it, and numbers that no seed gives. Nothing under engine/ uses it but what asClock lists.
var hidden = map[string][]string{
	"time":         {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"},
	"math/rand/v2": {"Int", "IntN", "N", "Int32", "Int64", "Uint32", "Uint64", "Float64", "Perm", "Shuffle"},
}

// asClock is who may: the front door has time.Now as the default of a clock. What datadir waits for, and
// until when httphost waits for a client, decides no answer. A server that tests kill has the time of day,
// and so has a seed: it's a client of an account, whose scripts see the time that anyone's would.
var asClock = []string{"engine", "engine/hosts/datadir", "engine/hosts/httphost", "engine/seed",
	"engine/suites/served"}

// TestImports checks the imports of every file that isn't a test.
func TestImports(t *testing.T) {
	place, met, excepted := rowOf(), map[string]bool{}, map[string]bool{}
	eachFile(t, func(path, pkg string, file *ast.File) {
		row, known := place[pkg]
		if met[pkg] = true; !known {
			t.Errorf("%s: package %s is in none of the rows", path, pkg)
		}
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			if own, ok := strings.CutPrefix(name, module); ok && place[own] >= row {
				t.Errorf("%s: %s can't import %s, which isn't below it", path, pkg, own)
			}
			if except, banned := outside[name]; banned && !slices.Contains(except, pkg) {
				t.Errorf("%s: %s can't import %s", path, pkg, name)
			}
			excepted[name+" by "+pkg] = true
		}
	})
	for name, except := range outside {
		for _, pkg := range except {
			if !excepted[name+" by "+pkg] {
				t.Errorf("%s doesn't import %s: take it out of the exceptions", pkg, name)
			}
		}
	}
	for pkg := range place {
		if !met[pkg] {
			t.Errorf("package %s is in a row and doesn't exist", pkg)
		}
	}
}

// TestSameBytes looks for what would make an answer depend on anything but the requests before it.
func TestSameBytes(t *testing.T) {
	eachFile(t, func(path, pkg string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil && n.Name.Name == "init" {
					t.Errorf("%s has an init function", path)
				}
			case *ast.SelectorExpr:
				x, ok := n.X.(*ast.Ident)
				if ok && !slices.Contains(asClock, pkg) && slices.Contains(hidden[importOf(file, x.Name)], n.Sel.Name) {
					t.Errorf("%s uses %s.%s", path, x.Name, n.Sel.Name)
				}
			}
			return true
		})
	})
}

// importOf returns the path that a file imports under a name, or "".
func importOf(file *ast.File, name string) string {
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		base := strings.TrimSuffix(path, "/v2")
		if base[strings.LastIndexByte(base, '/')+1:] == name {
			return path
		}
	}
	return ""
}

// eachFile parses every file under engine/ that is not a test. pkg is its folder in the module.
func eachFile(t *testing.T, visit func(path, pkg string, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		visit(path, filepath.ToSlash(filepath.Join("engine", filepath.Dir(path))), file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
