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

// imports is what each package imports of this module, no more and no less. A package that is not
// here may not exist: adding one means deciding where it stands.
var imports = map[string][]string{
	"engine/wire":  {},
	"engine/table": {},
	"engine/fault": {},

	"engine/internal/format/xmlbody": {},

	"engine/keys":                   {"engine/table"},
	"engine/internal/format/filter": {"engine/table", "engine/fault"},
	"engine/internal/format/batch":  {"engine/wire", "engine/fault"},
	"engine/auth":                   {"engine/wire", "engine/table", "engine/fault", "engine/grant"},
	"engine/grant":                  {"engine/table", "engine/fault"},

	"engine/plan":  {"engine/table", "engine/keys", "engine/internal/format/filter"},
	"engine/odata": {"engine/wire", "engine/table", "engine/fault"},
	"engine/store": {"engine/table", "engine/keys"},

	"engine/trace": {"engine/table", "engine/fault", "engine/plan"},

	"engine/internal/storage/journal": {"engine/table", "engine/keys", "engine/store"},

	"engine/service": {
		"engine/wire", "engine/table", "engine/fault", "engine/keys", "engine/grant", "engine/store", "engine/trace", "engine/internal/format/xmlbody",
	},

	"engine/settings": {
		"engine/wire", "engine/table", "engine/fault", "engine/keys", "engine/grant", "engine/store",
		"engine/internal/format/xmlbody", "engine/service",
	},

	"engine/queue": {
		"engine/table", "engine/keys", "engine/grant", "engine/store", "engine/internal/format/xmlbody", "engine/service",
	},
	"engine/blob": {
		"engine/wire", "engine/table", "engine/keys", "engine/grant", "engine/store", "engine/internal/format/xmlbody", "engine/service",
	},

	"engine/language/lex":     {},
	"engine/language/problem": {},
	"engine/language/helper": {
		"engine/wire", "engine/table", "engine/language/lex", "engine/language/problem",
	},
	"engine/language/answer": {
		"engine/wire", "engine/internal/format/batch", "engine/odata", "engine/language/lex", "engine/language/problem",
	},
	"engine/language/expect": {
		"engine/table", "engine/plan", "engine/odata", "engine/trace", "engine/language/lex", "engine/language/problem",
		"engine/language/answer",
	},
	"engine/language/script": {
		"engine/wire", "engine/table", "engine/language/lex", "engine/language/problem", "engine/language/helper",
		"engine/language/answer", "engine/language/expect",
	},
	"engine/language/runner": {
		"engine/wire", "engine/fault", "engine/internal/format/batch", "engine/grant", "engine/odata", "engine/trace",
		"engine/language/problem", "engine/language/helper", "engine/language/answer", "engine/language/expect",
		"engine/language/script",
	},
	"engine/language/runner/runnertest": {
		"engine/wire", "engine/internal/format/batch", "engine/trace", "engine/language/script", "engine/language/runner",
	},
	"engine/language/report": {
		"engine/wire", "engine/odata", "engine/language/problem", "engine/language/answer", "engine/language/expect",
		"engine/language/script", "engine/language/runner",
	},

	"engine": {
		"engine/wire", "engine/table", "engine/fault", "engine/keys", "engine/internal/format/filter", "engine/internal/format/batch",
		"engine/plan", "engine/odata", "engine/store", "engine/trace", "engine/grant",
	},
	"engine/language/view": {
		"engine/wire", "engine/table", "engine/grant", "engine/plan", "engine/odata", "engine/trace",
		"engine/language/expect", "engine/language/runner",
	},

	"engine/account": {
		"engine", "engine/wire", "engine/table", "engine/fault", "engine/grant", "engine/store", "engine/trace",
		"engine/internal/format/xmlbody", "engine/service", "engine/settings", "engine/queue", "engine/blob", "engine/auth",
	},

	"engine/language/sandbox": {
		"engine", "engine/wire", "engine/table", "engine/grant", "engine/trace", "engine/language/answer",
		"engine/language/script", "engine/language/runner", "engine/language/report", "engine/language/view",
	},
	"engine/language/sandbox/full": {
		"engine/wire", "engine/table", "engine/internal/format/xmlbody", "engine/auth", "engine/grant", "engine/odata", "engine/store",
		"engine/trace", "engine/language/answer", "engine/language/script", "engine/language/report", "engine/account",
		"engine/language/sandbox",
	},

	"engine/suites/enginetest": {
		"engine", "engine/wire", "engine/grant", "engine/odata", "engine/store", "engine/internal/format/xmlbody", "engine/account",
	},
	"engine/suites/azurite": {"engine/auth"},
	"engine/suites/model":   {},
	"engine/suites/peer": {
		"engine/wire", "engine/table", "engine/internal/format/batch", "engine/odata", "engine/language/runner",
	},
	"engine/hosts/httphost": {"engine/wire", "engine/table", "engine/odata", "engine/trace"},
	"engine/hosts/remote":   {"engine/wire", "engine/auth", "engine/grant", "engine/trace"},
	"engine/hosts/datadir":  {"engine/internal/storage/journal", "engine/store"},
}

// outside is what packages under engine/ may not import from elsewhere, with the exceptions.
var outside = map[string][]string{
	"net/http":                  {"engine/hosts/httphost", "engine/hosts/remote"},
	"net/url":                   {},
	"os":                        {"engine/hosts/datadir", "engine/suites/azurite"},
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
	"github.com/tidwall/buntdb": {"engine/store"},
}

// hidden is what nothing under engine/ may use, since it would make the same requests give other
// bytes the next time: the time of day, waiting for it, and numbers that no seed gives. datadir may
// wait, for what it waits for decides no answer.
var hidden = map[string][]string{
	"time":         {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"},
	"math/rand/v2": {"Int", "IntN", "N", "Int32", "Int64", "Uint32", "Uint64", "Float64", "Perm", "Shuffle"},
}

// TestImports checks the imports of every file that isn't a test: exactly those in the tables above.
func TestImports(t *testing.T) {
	made, excepted := map[string]map[string]bool{}, map[string]bool{}
	eachFile(t, func(path, pkg string, file *ast.File) {
		allowed, known := imports[pkg]
		if !known {
			t.Errorf("%s: package %s is not in the table of imports", path, pkg)
		}
		if made[pkg] == nil {
			made[pkg] = map[string]bool{}
		}
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			if own, ok := strings.CutPrefix(name, module); ok {
				made[pkg][own] = true
				if !slices.Contains(allowed, own) {
					t.Errorf("%s: %s may not import %s", path, pkg, own)
				}
			}
			if except, banned := outside[name]; banned && !slices.Contains(except, pkg) {
				t.Errorf("%s: %s may not import %s", path, pkg, name)
			}
			excepted[name+" by "+pkg] = true
		}
	})
	for name, except := range outside {
		for _, pkg := range except {
			if !excepted[name+" by "+pkg] {
				t.Errorf("%s does not import %s: take it out of the exceptions", pkg, name)
			}
		}
	}
	for pkg, allowed := range imports {
		if made[pkg] == nil {
			t.Errorf("package %s is in the table of imports and does not exist", pkg)
		}
		for _, own := range allowed {
			if !made[pkg][own] {
				t.Errorf("%s does not import %s: take it out of the table", pkg, own)
			}
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
				if ok && pkg != "engine/hosts/datadir" && slices.Contains(hidden[importOf(file, x.Name)], n.Sel.Name) {
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
