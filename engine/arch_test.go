package engine_test

import (
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

// imports is what each package may import of this module. A package that is not here may not exist:
// adding one means deciding where it stands.
var imports = map[string][]string{
	"engine/wire":  {},
	"engine/table": {},
	"engine/fault": {},

	"engine/keys":   {"engine/table"},
	"engine/filter": {"engine/table", "engine/keys", "engine/fault"},
	"engine/batch":  {"engine/wire", "engine/fault", "engine/table"},
	"engine/auth":   {"engine/wire", "engine/fault"},

	"engine/plan":  {"engine/table", "engine/keys", "engine/filter"},
	"engine/odata": {"engine/wire", "engine/table", "engine/fault"},
	"engine/store": {"engine/table", "engine/keys"},

	"engine/trace": {"engine/table", "engine/fault", "engine/plan"},

	"engine/script": {
		"engine/wire", "engine/table", "engine/fault", "engine/keys", "engine/batch", "engine/plan",
		"engine/odata", "engine/trace",
	},

	"engine": {
		"engine/wire", "engine/table", "engine/fault", "engine/keys", "engine/filter", "engine/batch",
		"engine/plan", "engine/odata", "engine/store", "engine/trace",
	},
	"engine/view": {
		"engine/wire", "engine/table", "engine/fault", "engine/keys", "engine/plan", "engine/odata",
		"engine/trace", "engine/script",
	},

	"engine/sandbox": {
		"engine", "engine/wire", "engine/table", "engine/trace", "engine/script", "engine/view",
	},

	"engine/enginetest": {"engine"},
	"engine/httphost":   {"engine/wire", "engine/table", "engine/trace"},
}

// outside is what nothing under engine/ may import of the world, with the packages that may after all.
var outside = map[string][]string{
	"net/http":                  {"engine/httphost"},
	"net/url":                   {},
	"os":                        {},
	"log":                       {},
	"log/slog":                  {},
	"encoding/json":             {},
	"encoding/xml":              {},
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

// TestImports reads every file that is not a test and holds its imports against the tables above.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		pkg := filepath.ToSlash(filepath.Join("engine", filepath.Dir(path)))
		seen[pkg] = true
		allowed, known := imports[pkg]
		if !known {
			t.Errorf("%s: package %s is not in the table of imports", path, pkg)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			if own, ok := strings.CutPrefix(name, module); ok && !slices.Contains(allowed, own) {
				t.Errorf("%s: %s may not import %s", path, pkg, own)
			}
			if except, banned := outside[name]; banned && !slices.Contains(except, pkg) {
				t.Errorf("%s: %s may not import %s", path, pkg, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range imports {
		if !seen[pkg] {
			t.Errorf("package %s is in the table of imports and does not exist", pkg)
		}
	}
}
