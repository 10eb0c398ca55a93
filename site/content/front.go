package content

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/rowkey/rowkey/engine/plan"
)

// front is the front matter of a page. A document has the first three fields, and maybe Kind and
// Order.
type front struct {
	Title   string `yaml:"title"`
	Slug    string `yaml:"slug"`
	Summary string `yaml:"summary"`

	Kind    Kind     `yaml:"kind"`
	Order   int      `yaml:"order"`
	Need    string   `yaml:"need"`
	Map     []string `yaml:"map"`
	Use     string   `yaml:"use"`
	Avoid   string   `yaml:"avoid"`
	Enables string   `yaml:"enables"`
	Writes  string   `yaml:"writes"`
	Atomic  string   `yaml:"atomic"`
	Cosmos  string   `yaml:"cosmos"`
	Related []Naming `yaml:"related"`
}

// UnmarshalYAML reads a slug alone, or "slug: why".
func (n *Naming) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		n.Slug = node.Value
		return nil
	}
	if node.Kind != yaml.MappingNode || len(node.Content) != 2 || node.Content[1].Kind != yaml.ScalarNode {
		return fmt.Errorf("line %d: a related guide is a slug, or a slug, a colon and the reason", node.Line)
	}
	n.Slug, n.Why = node.Content[0].Value, node.Content[1].Value
	return nil
}

// Problem is something wrong with a file of the repository.
type Problem struct {
	File    string
	Line    int // 0 for the whole file
	Message string
}

func (p *Problem) Error() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

func readGuide(file, text string) (*Page, error) {
	p, f, err := split(file, text)
	if err != nil {
		return nil, err
	}
	c := &checker{page: p}
	c.common(f, path.Base(path.Dir(file)))
	c.guide(f)
	if f.Kind.Title() == "" || !f.Kind.IsGuide() {
		c.bad("kind is %q; it must be foundation, modelling, pattern or anti-pattern", f.Kind)
	}
	p.Kind, p.Order, p.Cosmos, p.named = f.Kind, f.Order, f.Cosmos, f.Related
	p.Needs = f.Map
	p.Catalogue = Catalogue{
		Need: f.Need, Use: f.Use, Avoid: f.Avoid,
		Enables: plan.Named(f.Enables), Writes: f.Writes, Atomic: f.Atomic,
	}
	if p.Catalogue.Enables == plan.None {
		p.Catalogue.Gives = f.Enables
	}
	return p, errors.Join(c.problems...)
}

func readDocument(file, text string) (*Page, error) {
	p, f, err := split(file, text)
	if err != nil {
		return nil, err
	}
	c := &checker{page: p}
	c.common(f, nameOf(file))
	known := slices.Contains([]Kind{"", Learn, Reference, Internal}, f.Kind)
	if f.hasMore() || !known {
		c.bad("a document has title, slug and summary, and maybe order and kind, which is learn, reference or " +
			"internal; the other fields are for guides")
	}
	p.Kind, p.Order = cmp.Or(f.Kind, Document), f.Order
	return p, errors.Join(c.problems...)
}

// hasMore reports whether f has a field that only guides have.
func (f front) hasMore() bool {
	words := f.Need + f.Use + f.Avoid + f.Enables + f.Writes + f.Atomic + f.Cosmos
	return words != "" || f.Related != nil || f.Map != nil
}

// readDecision reads a decision, which has no front matter: its title is the first line, and the
// line below says when it was made and whether it still applies.
func readDecision(file, text string) (*Page, error) {
	title, rest, _ := strings.Cut(text, "\n")
	title, ok := strings.CutPrefix(strings.ReplaceAll(title, "`", ""), "# ")
	if !ok {
		return nil, &Problem{file, 1, "does not begin with the title, after a single #"}
	}
	rest = strings.TrimLeft(rest, "\n")
	summary, body, _ := strings.Cut(rest, "\n")
	return &Page{
		Kind: Decision, Slug: nameOf(file), Title: title, Summary: summary, Source: file, Text: text,
		Body: body, Line: lineOf(text, len(text)-len(body)),
	}, nil
}

func nameOf(file string) string { return strings.TrimSuffix(path.Base(file), ".md") }

const fence = "---\n"

// split cuts a file into front matter and body and notes the line where the body begins.
func split(file, text string) (*Page, front, error) {
	p := &Page{Source: file, Text: text}
	rest, found := strings.CutPrefix(text, fence)
	end := strings.Index(rest, "\n"+fence)
	if !found || end < 0 {
		return nil, front{}, &Problem{file, 1, "does not begin with front matter between two lines of ---"}
	}
	p.Body = rest[end+1+len(fence):]
	p.Line = lineOf(text, len(text)-len(p.Body))
	decoder := yaml.NewDecoder(strings.NewReader(rest[:end+1]))
	decoder.KnownFields(true)
	var f front
	if err := decoder.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return nil, front{}, &Problem{file, 1, "front matter: " + yamlMessage(err)}
	}
	return p, f, nil
}

// yamlMessage returns the parser's message, on one line.
func yamlMessage(err error) string {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	message = strings.TrimPrefix(message, "unmarshal errors:\n")
	return strings.Join(strings.Fields(message), " ")
}

// checker collects what is wrong with a page's front matter.
type checker struct {
	page     *Page
	problems []error
}

func (c *checker) bad(format string, args ...any) {
	message := "front matter: " + fmt.Sprintf(format, args...)
	c.problems = append(c.problems, &Problem{c.page.Source, 1, message})
}

func (c *checker) need(name, value string) {
	if strings.TrimSpace(value) == "" {
		c.bad("%s is missing", name)
	}
}

// guide checks the fields that every guide needs, and those that every pattern needs.
func (c *checker) guide(f front) {
	c.need("need", f.Need)
	c.need("cosmos", f.Cosmos)
	known := needWords()
	if len(f.Map) == 0 {
		c.bad("map is missing; it lists the needs that the guide meets: %s", strings.Join(known, ", "))
	}
	for _, word := range f.Map {
		if !slices.Contains(known, word) {
			c.bad("map has %q, which is none of the needs: %s", word, strings.Join(known, ", "))
		}
	}
	if f.Order <= 0 {
		c.bad("order is missing; it is a number that sorts the guide among those of its kind")
	}
	if f.Kind == Pattern {
		c.need("enables", f.Enables)
		c.need("writes", f.Writes)
		c.need("atomic", f.Atomic)
	}
}

// common checks the fields that every front matter has, and fills the page from them.
func (c *checker) common(f front, slug string) {
	c.need("title", f.Title)
	c.need("slug", f.Slug)
	c.need("summary", f.Summary)
	if f.Slug != "" && f.Slug != slug {
		c.bad("slug is %q, but the file's name says %q", f.Slug, slug)
	}
	c.page.Title, c.page.Slug, c.page.Summary = f.Title, f.Slug, f.Summary
}
