package assets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// errNoPackages says how to get the npm packages that the site is made of.
var errNoPackages = errors.New("the npm packages that pages are made of are not installed: " +
	"run npm ci --omit=dev in site/ui, or build with ./build.sh, which does")

// hasPackages reports whether the JavaScript client, the playground's editor and the search are
// installed.
func (s Source) hasPackages() bool {
	for _, name := range []string{"@azure/data-tables", "@codemirror/view", "minisearch"} {
		installed := func(folder string) bool {
			_, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name), "package.json"))
			return err == nil
		}
		if !slices.ContainsFunc(s.packages(), installed) {
			return false
		}
	}
	return true
}

// packages are the folders of npm packages: those of the page's scripts, which are meant, and those
// of the engine's tests, which have the client in the same version.
func (s Source) packages() (folders []string) {
	for _, folder := range []string{"site/ui", "engine/suites"} {
		folders = append(folders, filepath.Join(s.root(), folder, "node_modules"))
	}
	return folders
}

// root is the repository's absolute path.
func (s Source) root() string {
	if root, err := filepath.Abs(s.Root); err == nil {
		return root
	}
	return s.Root
}

func (s Source) options(format api.Format, define map[string]string) api.BuildOptions {
	plugins := []api.Plugin{fenceStyles(s.root())}
	if s.Notices != nil {
		plugins = append(plugins, s.Notices.plugin(s.root()))
	}
	return api.BuildOptions{
		AbsWorkingDir:     s.root(),
		Outdir:            Folder,
		Bundle:            true,
		Metafile:          true,
		Format:            format,
		Define:            define,
		Target:            api.ES2022,
		Platform:          api.PlatformBrowser,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		EntryNames:        "[name]-[hash]",
		ChunkNames:        "[name]-[hash]",
		AssetNames:        "[name]-[hash]",
		Loader:            map[string]api.Loader{".woff2": api.LoaderFile},
		MinifyWhitespace:  s.Release,
		MinifyIdentifiers: s.Release,
		MinifySyntax:      s.Release,
		LogLevel:          api.LogLevelSilent,
		Plugins:           plugins,
	}
}

// fencesFolder has a folder for each kind of fence.
const fencesFolder = "site/render/fence"

// fenceStyles gives a style sheet that imports "fences" the files of its own name in the folders of
// fences.
func fenceStyles(root string) api.Plugin {
	const name = "fences"
	return api.Plugin{Name: name, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"},
			func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				return api.OnResolveResult{Path: filepath.Base(args.Importer), Namespace: name}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: name},
			func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				var all strings.Builder
				files, err := filepath.Glob(filepath.Join(root, fencesFolder, "*", args.Path))
				for _, file := range files {
					relative, _ := filepath.Rel(root, file)
					fmt.Fprintf(&all, "@import %q;\n", "./"+filepath.ToSlash(relative))
				}
				text := all.String()
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderCSS, ResolveDir: root}, err
			})
	}}
}

// meta is what esbuild tells about its output.
type meta struct {
	Outputs map[string]struct {
		EntryPoint string `json:"entryPoint"`
		Imports    []struct {
			Path string `json:"path"`
			Kind string `json:"kind"`
		} `json:"imports"`
	} `json:"outputs"`
}

// add runs esbuild and puts what it made among the files.
func (b *Bundle) add(options api.BuildOptions) (meta, error) {
	result := api.Build(options)
	var m meta
	if len(result.Errors) > 0 {
		return m, problems(result.Errors)
	}
	if err := json.Unmarshal([]byte(result.Metafile), &m); err != nil {
		return m, err
	}
	for _, f := range result.OutputFiles {
		b.Files[Folder+path.Base(filepath.ToSlash(f.Path))] = f.Contents
	}
	return m, nil
}

// single bundles one script in a file of its own.
func (s Source) single(
	entry string, format api.Format, define map[string]string, change ...func(*api.BuildOptions),
) ([]byte, error) {
	options := s.options(format, define)
	options.EntryPoints = []string{entry}
	for _, c := range change {
		c(&options)
	}
	built := &Bundle{Files: map[string][]byte{}}
	m, err := built.add(options)
	return built.Files[m.entry(entry)], err
}

// inline bundles one script that becomes part of a page. It refuses one that would end its element.
func (s Source) inline(
	entry string, define map[string]string, change ...func(*api.BuildOptions),
) ([]byte, error) {
	script, err := s.single(entry, api.FormatIIFE, define, change...)
	lower := bytes.ToLower(script)
	if bytes.Contains(lower, []byte("<script")) || bytes.Contains(lower, []byte("</script")) {
		err = fmt.Errorf("%s: an inline script has a tag in it that HTML would take for its own", entry)
	}
	return bytes.TrimSpace(script), err
}

// entry is the output made for an entry point.
func (m meta) entry(source string) string {
	for name, output := range m.Outputs {
		if output.EntryPoint == source {
			return name
		}
	}
	return ""
}

// imports are the outputs that an output loads in one way, and what those load at once.
func (m meta) imports(name, kind string) []string {
	found := map[string]bool{}
	for _, i := range m.Outputs[name].Imports {
		if i.Kind != kind || found[i.Path] {
			continue
		}
		found[i.Path] = true
		for _, further := range m.imports(i.Path, "import-statement") {
			found[further] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// reached are the outputs that an output loads at once or later, directly or by others, except for
// those that the browser had before and the rows of their own.
func (m meta) reached(from string, had, rows []string) []string {
	found := map[string]bool{}
	var follow func(name string)
	follow = func(name string) {
		for _, i := range m.Outputs[name].Imports {
			if !found[i.Path] && !slices.Contains(rows, i.Path) {
				found[i.Path] = true
				follow(i.Path)
			}
		}
	}
	follow(from)
	maps.DeleteFunc(found, func(name string, _ bool) bool { return slices.Contains(had, name) })
	return slices.Sorted(maps.Keys(found))
}

// problems turns esbuild's messages into errors of one line each.
func problems(messages []api.Message) error {
	var all []error
	for _, m := range messages {
		text := m.Text
		if at := m.Location; at != nil {
			text = fmt.Sprintf("%s:%d:%d: %s", at.File, at.Line, at.Column+1, strings.TrimSpace(text))
		}
		all = append(all, errors.New(text))
	}
	return errors.Join(all...)
}
