package assets

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// NoticesFile has the licences of what others wrote and the site passes on. They ask for that.
const NoticesFile = "notices.txt"

// Notices collects what others wrote while the site is bundled.
type Notices struct {
	mu      sync.Mutex
	works   map[string]string // where the licences of modules, packages and fonts are, by name and version
	written bool
}

// NewNotices returns notices for the type faces and for what is in the engines.
func NewNotices(root string, engines Engines) *Notices {
	works := map[string]string{"Atkinson Hyperlegible Next and Mono": filepath.Join(root, fontLicense)}
	maps.Copy(works, engines.Works)
	return &Notices{works: works}
}

// goWorks are the folders of what is in the engine's programs: Go's library, which also starts
// them, and modules.
func goWorks(root string) (map[string]string, error) {
	query := exec.Command("go", "env", "GOROOT", "GOVERSION")
	query.Dir = root
	found, err := output(query)
	if err != nil {
		return nil, fmt.Errorf("finding the Go toolchain: %w", err)
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(found), "\n")
	works := map[string]string{"Go's library, " + version: goroot}
	const each = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}`
	list := exec.Command("go", slices.Concat([]string{"list", "-deps", "-f", each}, programs)...)
	list.Dir = root
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if found, err = output(list); err != nil {
		return nil, fmt.Errorf("listing the engine's modules: %w", err)
	}
	for line := range strings.Lines(found) {
		if name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			works[name] = folder
		}
	}
	return works, nil
}

// fontLicense is the licence of the type faces.
const fontLicense = "site/assets/fonts/OFL.txt"

// packageFolder is the folder of an npm package in the path of one of its files.
var packageFolder = regexp.MustCompile(`^.*node_modules/(?:@[^/]+/)?[^/]+`)

// plugin notes the npm packages of which something is in what esbuild makes.
func (n *Notices) plugin(root string) api.Plugin {
	return api.Plugin{Name: "notices", Setup: func(build api.PluginBuild) {
		build.OnEnd(func(result *api.BuildResult) (api.OnEndResult, error) {
			var m struct {
				Outputs map[string]struct {
					Inputs map[string]struct {
						Bytes int `json:"bytesInOutput"`
					} `json:"inputs"`
				} `json:"outputs"`
			}
			if len(result.Errors) > 0 {
				return api.OnEndResult{}, nil
			}
			if err := json.Unmarshal([]byte(result.Metafile), &m); err != nil {
				return api.OnEndResult{}, err
			}
			for _, output := range m.Outputs {
				for name, input := range output.Inputs {
					folder := packageFolder.FindString(name)
					if folder == "" || input.Bytes == 0 {
						continue
					}
					if err := n.note(filepath.Join(root, filepath.FromSlash(folder))); err != nil {
						return api.OnEndResult{}, err
					}
				}
			}
			return api.OnEndResult{}, nil
		})
	}}
}

// note adds an npm package.
func (n *Notices) note(folder string) error {
	file, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return err
	}
	var about struct{ Name, Version string }
	if err := json.Unmarshal(file, &about); err != nil {
		return fmt.Errorf("%s: %w", folder, err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	name := about.Name + " " + about.Version
	if _, known := n.works[name]; known {
		return nil
	}
	if n.written {
		return fmt.Errorf("%s is bundled after %s was written", name, NoticesFile)
	}
	n.works[name] = folder
	return nil
}

// Text returns the file. A work without a licence is an error, because nobody may pass it on.
func (n *Notices) Text() ([]byte, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.written = true
	names := map[string][]string{} // by the text of the licence, which several may share
	var problems []error
	for name, place := range n.works {
		text, err := license(place)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
		names[text] = append(names[text], name)
	}
	if problems != nil {
		return nil, errors.Join(problems...)
	}
	for _, shared := range names {
		slices.Sort(shared)
	}
	var b strings.Builder
	b.WriteString("Rowkey is free under the Apache License 2.0. This site has work of others in it, " +
		"under these licences.\n")
	for _, text := range slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return strings.Compare(names[a][0], names[b][0])
	}) {
		b.WriteString("\n" + strings.Repeat("=", 72) + "\n" + strings.Join(names[text], "\n") + "\n" +
			strings.Repeat("=", 72) + "\n\n" + text + "\n")
	}
	return []byte(b.String()), nil
}

// licenseFile is how the file with a licence is called, or that with what else its readers must be
// told.
var licenseFile = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice)(\.(txt|md))?$`)

// license returns a licence, which is in a text file or in a folder.
func license(place string) (string, error) {
	if strings.HasSuffix(place, ".txt") {
		text, err := os.ReadFile(place)
		return strings.TrimSpace(string(text)), err
	}
	files, err := os.ReadDir(place)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, f := range files {
		if !licenseFile.MatchString(f.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(place, f.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	if texts == nil {
		return "", errors.New("it has no file with a licence, so the site can't pass it on")
	}
	return strings.Join(texts, "\n\n"), nil
}
