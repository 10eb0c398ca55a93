package assets

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Folder is where hashed files stand on the site.
const Folder = "a/"

// Bundle is all hashed files and the names of those that something else must load.
type Bundle struct {
	Files   map[string][]byte // by path on the site, without the first slash
	Style   string            // the style sheet of all pages
	Font    string            // the type face of all pages
	Front   string            // the style sheet of the pages that lead to others
	Home    string            // the style sheet of the first page
	Figures string            // the style sheet of pages with sequences, loads or alerts
	Live    string            // the style sheet of examples that a reader edits or runs
	Theme   string            // the script that runs before the first paint
	Main    string            // the module that every page loads
	Preload []string          // modules that Main loads at once
	Editor  []string          // modules that Main loads when a reader first turns to an example
	Grid    []string          // what it loads when a reader first edits data: modules and a style sheet
	Search  []string          // what it loads when a reader first searches: modules and a style sheet
	Offline string            // the module that Main loads to register the service worker
	Reading string            // the module that Main loads when the page is there
	Worker  string            // the script of the worker
	Engine  string            // the WebAssembly of the engine of tables alone
	Full    string            // that of the engine of full accounts
	Bench   string            // that of the design workbench
	Link    []string          // what makes a link to the playground
	Program string            // the module that runs JavaScript examples
	Frame   string            // the folder of the document in which they run
	Storage string            // the module with clients of queues and blobs, for examples that import them

	// What other pages load to show examples.
	Embed      string   // the module of the framed page
	EmbedLoads []string // modules that Embed loads at once
	EmbedStyle string   // the style sheet of the framed page
	Shared     string   // the script of the shared worker
	Host       []byte   // the script that other pages load, without a hash in its address

	Play      string   // the module of the playground
	PlayStyle string   // its style sheet
	PlayParts []string // what the playground loads at once: its modules and style sheet
	PlayLater []string // the modules that it loads when they're needed
	Sandbox   []string // what it loads to keep a workspace at an address: a module and a style sheet

	Design      string   // the module of the design workbench
	DesignStyle string   // its style sheet
	DesignParts []string // what the workbench loads at once: its modules and style sheet
	LoadParts   []string // what it loads when a reader plays a load: modules and a style sheet

	Clients      string   // the module of the page of two clients
	ClientsStyle string   // its style sheet
	Explorer     string   // the script that runs them in every order
	ClientsParts []string // what the page loads at once, and this script

	Requests      string // the module of the page of requests, which no release has
	RequestsStyle string
}

// Source is what a bundle is made of.
type Source struct {
	Root     string // the repository
	Engines  Engines
	Transfer func(body []byte) (int, error) // how many bytes of a file a browser has to load
	Release  bool                           // without white space and with short names
}

// The entry points of the page of requests.
const (
	requestsModule = "site/ui/requests.ts"
	requestsStyle  = "site/ui/styles/requests.css"
)

// What makes data editable, what runs programs, and the style of examples that a reader edits or runs.
const (
	liveStyle = "site/ui/styles/live.css"

	programModule = "site/ui/program/page.ts"
	linkModule    = "site/ui/share/link.ts"

	gridModule = "site/ui/lab/grid.ts"
	gridStyle  = "site/ui/styles/grid.css"
)

// The entry points of the first page, of pages with boxes to tick, and of the navigation beside a page.
const (
	ticksModule = "site/ui/ticks.ts"
	sideModule  = "site/ui/side.ts"
	readModule  = "site/ui/reading.ts"
	homeModule  = "site/ui/home.ts"
	homeStyle   = "site/ui/styles/home.css"
)

// The entry points of the search.
const (
	searchModule = "site/ui/search/search.ts"
	searchStyle  = "site/ui/styles/search.css"
)

// The entry points of the playground.
const (
	playModule = "site/ui/play/play.ts"
	playStyle  = "site/ui/styles/play.css"

	sandboxModule = "site/ui/play/sandbox-view.ts"
	sandboxStyle  = "site/ui/styles/sandbox.css"
)

// The entry points of the design workbench.
const (
	designModule = "site/ui/design/design.ts"
	designStyle  = "site/ui/styles/design.css"
	loadModule   = "site/ui/load/lab.ts"

	clientsModule  = "site/ui/clients/clients.ts"
	explorerScript = "site/ui/clients/inside.ts"
	clientsStyle   = "site/ui/styles/clients.css"

	loadStyle = "site/ui/styles/load.css"
)

// New bundles scripts and styles. Their entry points are in site/ui.
func New(s Source) (*Bundle, error) {
	if !s.hasPackages() {
		return nil, errNoPackages
	}
	start, err := loader(s.Root)
	if err != nil {
		return nil, err
	}
	b := &Bundle{Files: map[string][]byte{}}
	sources := map[string]string{}
	if b.Engine, sources["TABLES"], err = b.addEngine(s, "engine", s.Engines.Tables); err != nil {
		return nil, err
	}
	if b.Full, sources["FULL"], err = b.addEngine(s, "full", s.Engines.Full); err != nil {
		return nil, err
	}
	if b.Bench, sources["DESIGN"], err = b.addEngine(s, "design", s.Engines.Design); err != nil {
		return nil, err
	}
	classic := s.options(api.FormatIIFE, sources)
	classic.EntryPoints = []string{
		"site/ui/worker.ts", "site/ui/theme.ts", "site/ui/styles/site.css", "site/ui/styles/front.css", homeStyle,
		"site/ui/styles/figures.css", liveStyle, gridStyle, searchStyle, playStyle, sandboxStyle, designStyle,
		sharedScript, embedStyle, loadStyle, clientsStyle, explorerScript,
	}
	if !s.Release {
		classic.EntryPoints = append(classic.EntryPoints, requestsStyle)
	}
	classic.Plugins = []api.Plugin{start}
	built, err := b.add(classic)
	if err != nil {
		return nil, err
	}
	b.Worker = built.entry("site/ui/worker.ts")
	b.Theme = built.entry("site/ui/theme.ts")
	b.Style = built.entry("site/ui/styles/site.css")
	b.Front = built.entry("site/ui/styles/front.css")
	b.Home = built.entry(homeStyle)
	b.Font = b.named("sans-", ".woff2")
	b.Figures = built.entry("site/ui/styles/figures.css")
	b.Shared, b.EmbedStyle = built.entry(sharedScript), built.entry(embedStyle)
	b.PlayStyle, b.DesignStyle = built.entry(playStyle), built.entry(designStyle)
	b.LoadParts = []string{built.entry(loadStyle)}
	b.ClientsStyle, b.Explorer = built.entry(clientsStyle), built.entry(explorerScript)
	b.RequestsStyle = built.entry(requestsStyle)
	sandbox := built.entry(sandboxStyle)
	if err := b.addFrame(s); err != nil {
		return nil, err
	}
	module := s.options(api.FormatESModule, map[string]string{
		"WORKER_URL":   quote("/" + b.Worker),
		"FRAME_URL":    quote("/" + b.Frame),
		"STORAGE_URL":  quote("/" + b.Storage),
		"LIVE_STYLE":   quote("/" + built.entry(liveStyle)),
		"GRID_STYLE":   quote("/" + built.entry(gridStyle)),
		"SEARCH_STYLE": quote("/" + built.entry(searchStyle)),
		"OFFLINE":      strconv.FormatBool(s.Release),
		"SHARED_URL":   quote("/" + b.Shared),
	})
	module.EntryPoints = []string{"site/ui/main.ts", embedModule}
	if !s.Release {
		module.EntryPoints = append(module.EntryPoints, requestsModule)
	}
	module.Splitting = true
	grid, search, live := built.entry(gridStyle), built.entry(searchStyle), built.entry(liveStyle)
	built, err = b.add(module)
	if err != nil {
		return nil, err
	}
	b.Main = built.entry("site/ui/main.ts")
	b.Requests = built.entry(requestsModule)
	b.Preload = built.imports(b.Main, "import-statement")
	own := built.entry(gridModule)
	b.Grid = append([]string{grid, own}, append(built.imports(own, "import-statement"), built.later(own)...)...)
	slices.Sort(b.Grid)
	b.Grid = slices.Compact(b.Grid)
	b.Search = append([]string{search, built.entry(searchModule)},
		built.imports(built.entry(searchModule), "import-statement")...)
	b.Program = built.entry(programModule)
	link := built.entry(linkModule)
	b.Link = append(built.imports(link, "import-statement"), link)
	b.Offline = built.entry("site/ui/offline/register.ts")
	b.Reading = built.entry(readModule)
	b.Editor = slices.DeleteFunc(built.later(b.Main), func(name string) bool {
		return name == b.Program || name == b.Offline ||
			slices.Contains([]string{
				built.entry(homeModule), built.entry(ticksModule), built.entry(sideModule), b.Reading,
			}, name) ||
			slices.Contains(b.Grid, name) || slices.Contains(b.Link, name) || slices.Contains(b.Search, name)
	})
	b.Live, b.Editor = live, append(b.Editor, live)
	b.Embed = built.entry(embedModule)
	b.EmbedLoads = built.imports(b.Embed, "import-statement")
	if b.Host, err = hostScript(s, EmbedFolder); err != nil {
		return nil, err
	}
	if err := b.addPlay(s, sandbox); err != nil {
		return nil, err
	}
	return b, errors.Join(b.addDesign(s), b.addClients(s))
}

// addClients adds the page of two clients.
func (b *Bundle) addClients(s Source) error {
	built, err := b.addAlone(s, clientsModule, map[string]string{
		"FRAME_URL": quote("/" + b.Frame), "STORAGE_URL": quote("/" + b.Storage),
		"EXPLORER_URL": quote("/" + b.Explorer),
	})
	if err != nil {
		return err
	}
	b.Clients = built.entry(clientsModule)
	b.ClientsParts = append(built.imports(b.Clients, "import-statement"), b.Clients, b.ClientsStyle, b.Explorer)
	return nil
}

// addAlone adds a page that shares no modules with others, so that what it needs can't make them load more.
func (b *Bundle) addAlone(s Source, entry string, define map[string]string) (meta, error) {
	define["WORKER_URL"] = quote("/" + b.Worker)
	module := s.options(api.FormatESModule, define)
	module.EntryPoints = []string{entry}
	module.Splitting = true
	return b.add(module)
}

// addDesign adds the design workbench.
func (b *Bundle) addDesign(s Source) error {
	built, err := b.addAlone(s, designModule, map[string]string{"LOAD_STYLE": quote("/" + b.LoadParts[0])})
	if err != nil {
		return err
	}
	b.Design = built.entry(designModule)
	b.DesignParts = append(built.imports(b.Design, "import-statement"), b.Design, b.DesignStyle)
	lab := built.entry(loadModule)
	for _, name := range append(built.imports(lab, "import-statement"), lab) {
		if !slices.Contains(b.DesignParts, name) {
			b.LoadParts = append(b.LoadParts, name)
		}
	}
	return nil
}

// addPlay adds the playground. Its module only loads the others once the page shows.
func (b *Bundle) addPlay(s Source, sandbox string) error {
	built, err := b.addAlone(s, playModule, map[string]string{"SANDBOX_STYLE": quote("/" + sandbox)})
	if err != nil {
		return err
	}
	b.Play = built.entry(playModule)
	b.PlayParts = append(built.imports(b.Play, "dynamic-import"), b.Play, b.PlayStyle)
	b.Sandbox = []string{sandbox, built.entry(sandboxModule)}
	for name := range built.Outputs {
		if !slices.Contains(b.PlayParts, name) && !slices.Contains(b.Sandbox, name) {
			b.PlayLater = append(b.PlayLater, name)
		}
	}
	slices.Sort(b.PlayLater)
	return nil
}

// named returns the file whose name begins and ends like this.
func (b *Bundle) named(begin, end string) string {
	for name := range b.Files {
		if strings.HasPrefix(name, Folder+begin) && strings.HasSuffix(name, end) {
			return name
		}
	}
	return ""
}

// addEngine adds one of the engine's programs. source says of it what the worker must know.
func (b *Bundle) addEngine(s Source, called string, wasm []byte) (name, source string, err error) {
	hash := sha256.Sum256(wasm)
	name = Folder + fmt.Sprintf("%s-%x.wasm", called, hash[:6])
	b.Files[name] = wasm
	transfer, err := s.Transfer(wasm)
	source = fmt.Sprintf(`{"url": %q, "bytes": %d, "transfer": %d}`, "/"+name, len(wasm), transfer)
	return name, source, err
}

// errNoPackages says how to get the npm packages that the site is made of.
var errNoPackages = errors.New("the npm packages that pages are made of are not installed: " +
	"run npm ci --omit=dev in site/ui, or build with ./build.sh, which does")

// hasPackages reports whether the JavaScript client, the playground's editor and the search are installed.
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

func quote(s string) string { return strconv.Quote(s) }

// root is the repository's absolute path.
func (s Source) root() string {
	if root, err := filepath.Abs(s.Root); err == nil {
		return root
	}
	return s.Root
}

func (s Source) options(format api.Format, define map[string]string) api.BuildOptions {
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
	}
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
	var names []string
	for name := range found {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// later are the outputs that an output loads late, and what those load late themselves.
func (m meta) later(name string) []string {
	names := m.imports(name, "dynamic-import")
	for _, found := range slices.Clone(names) {
		names = append(names, m.later(found)...)
	}
	return names
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
