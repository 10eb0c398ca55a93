package assets

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/rowkey/rowkey/site/entry"
)

// Folder is where hashed files stand on the site.
const Folder = "a/"

// Bundle is all hashed files, and which of them each row of the table of entries is.
type Bundle struct {
	Files   map[string][]byte // by path on the site, without the first slash
	Entries map[string]Built  // by the name of the row
	Font    string            // the type face of all pages
	Host    []byte            // the script that other pages load, without a hash in its address
}

// Built is a row of the table of entries, bundled. What it names are paths on the site.
type Built struct {
	Script, Style string
	Loads         []string // modules that Script loads at once
	Parts         []string // all that a browser loads for it
}

// Source is what a bundle is made of.
type Source struct {
	Root     string // the repository
	Engines  Engines
	Transfer func(body []byte) (int, error) // how many bytes of a file a browser has to load
	Release  bool                           // without white space and with short names
	Notices  *Notices                       // which it fills; or nil
}

// scripts is the folder of entry points.
const scripts = "site/ui/"

// New bundles scripts and styles. Their entry points are in site/ui.
func New(s Source) (*Bundle, error) {
	if !s.hasPackages() {
		return nil, errNoPackages
	}
	b := &Bundle{Files: map[string][]byte{}, Entries: map[string]Built{}}
	for _, e := range entry.All {
		b.Entries[e.Name] = Built{Parts: e.Files}
	}
	// In this order, because each needs the addresses of what's before it.
	for _, add := range []func(Source) error{b.addClassic, b.addFrame, b.addModules} {
		if err := add(s); err != nil {
			return nil, err
		}
	}
	b.addWith()
	var err error
	b.Host, err = hostScript(s, EmbedFolder)
	return b, err
}

// rows are the rows of the table that a source bundles, with a script of one of the forms.
func (s Source) rows(forms ...entry.Form) (rows []entry.Entry) {
	for _, e := range entry.All {
		if slices.Contains(forms, e.Form) && !(e.Preview && s.Release) {
			rows = append(rows, e)
		}
	}
	return rows
}

// addClassic adds the engines, all style sheets, and the scripts that aren't modules.
func (b *Bundle) addClassic(s Source) error {
	start, err := loader(s.Root)
	if err != nil {
		return err
	}
	programs, err := b.addEngines(s)
	if err != nil {
		return err
	}
	options := s.options(api.FormatIIFE, programs)
	options.Plugins = append(options.Plugins, start)
	rows := s.rows(entry.Classic, entry.Shared, entry.Alone, entry.Boot, entry.Later, entry.Rest)
	for _, e := range rows {
		if e.Style != "" && !slices.Contains(options.EntryPoints, scripts+e.Style) {
			options.EntryPoints = append(options.EntryPoints, scripts+e.Style)
		}
		if e.Form == entry.Classic && e.Script != "" {
			options.EntryPoints = append(options.EntryPoints, scripts+e.Script)
		}
	}
	built, err := b.add(options)
	if err != nil {
		return err
	}
	for _, e := range rows {
		if e.Style != "" {
			b.edit(e.Name, func(to *Built) { to.Style = built.entry(scripts + e.Style) })
		}
		if e.Form == entry.Classic && e.Script != "" {
			b.edit(e.Name, func(to *Built) { to.Script = built.entry(scripts + e.Script) })
		}
	}
	b.Font = b.named("sans-", ".woff2")
	return nil
}

// edit changes an entry, and adds its script and style to its parts.
func (b *Bundle) edit(name string, change func(*Built)) {
	e := b.Entries[name]
	change(&e)
	for _, part := range []string{e.Style, e.Script} {
		if b.Files[part] != nil && !slices.Contains(e.Parts, part) {
			e.Parts = append(slices.Clone(e.Parts), part)
		}
	}
	b.Entries[name] = e
}

// defines are the addresses that scripts know by name.
func (b *Bundle) defines(s Source) map[string]string {
	define := map[string]string{"OFFLINE": strconv.FormatBool(s.Release)}
	for name, built := range b.Entries {
		name = strings.ToUpper(name)
		if built.Style != "" {
			define[name+"_STYLE"] = strconv.Quote("/" + built.Style)
		}
		if built.Script != "" {
			define[name+"_URL"] = strconv.Quote("/" + built.Script)
		}
	}
	return define
}

// addModules adds the modules: those that share pieces at once, and each of the others by itself.
func (b *Bundle) addModules(s Source) error {
	groups := [][]entry.Entry{s.rows(entry.Shared)}
	for _, e := range s.rows(entry.Alone, entry.Boot) {
		groups = append(groups, []entry.Entry{e})
	}
	for _, group := range groups {
		options := s.options(api.FormatESModule, b.defines(s))
		options.Splitting = true
		for _, e := range group {
			options.EntryPoints = append(options.EntryPoints, scripts+e.Script)
		}
		built, err := b.add(options)
		if err != nil {
			return err
		}
		for _, e := range group {
			b.addGraph(s, built, e)
		}
	}
	return nil
}

// addGraph adds a module and the pieces that it loads later.
func (b *Bundle) addGraph(s Source, m meta, root entry.Entry) {
	script := m.entry(scripts + root.Script)
	loads := m.imports(script, "import-statement")
	atOnce := loads
	if root.Form == entry.Boot {
		atOnce = m.imports(script, "dynamic-import")
	}
	b.edit(root.Name, func(e *Built) {
		e.Script, e.Loads = script, loads
		e.Parts = slices.Concat(e.Parts, atOnce)
	})
	var own []string
	rows := s.rows(entry.Later, entry.Rest)
	rows = slices.DeleteFunc(rows, func(e entry.Entry) bool { return e.Of != root.Name })
	for _, e := range rows {
		if e.Form == entry.Later {
			own = append(own, m.entry(scripts+e.Script))
		}
	}
	had := append(slices.Clone(atOnce), script)
	for _, e := range rows {
		b.edit(e.Name, func(to *Built) {
			from := script
			if e.Form == entry.Later {
				to.Script = m.entry(scripts + e.Script)
				from = to.Script
			}
			to.Parts = slices.Concat(to.Parts, m.reached(from, had, own))
		})
	}
}

// addWith adds to the parts of each row those of the rows that it can't do without.
func (b *Bundle) addWith() {
	for _, e := range entry.All {
		for _, name := range e.With {
			parts := b.Entries[name].Parts
			b.edit(e.Name, func(to *Built) { to.Parts = slices.Concat(to.Parts, parts) })
		}
	}
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

// addEngines adds the engine's programs, and returns what the worker must know of each.
func (b *Bundle) addEngines(s Source) (sources map[string]string, err error) {
	sources = map[string]string{}
	programs := []struct {
		entry, called, known string
		wasm                 []byte
	}{
		{"engine", "engine", "TABLES", s.Engines.Tables},
		{"full", "full", "FULL", s.Engines.Full},
		{"bench", "design", "DESIGN", s.Engines.Design},
	}
	var compressed sync.WaitGroup // all at once, because each takes a quarter of a minute
	for _, program := range programs {
		compressed.Go(func() { _, _ = s.Transfer(program.wasm) })
	}
	compressed.Wait()
	for _, program := range programs {
		hash := sha256.Sum256(program.wasm)
		name := Folder + fmt.Sprintf("%s-%x.wasm", program.called, hash[:6])
		b.Files[name] = program.wasm
		b.edit(program.entry, func(e *Built) { e.Script = name })
		transfer, err := s.Transfer(program.wasm)
		if err != nil {
			return nil, err
		}
		sources[program.known] = fmt.Sprintf(`{"url": %q, "bytes": %d, "transfer": %d}`,
			"/"+name, len(program.wasm), transfer)
	}
	return sources, nil
}
