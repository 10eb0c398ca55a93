package render

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render/markup"
)

// errorsSource is the page of error codes: tables whose first column has the codes.
const errorsSource = "docs/errors.md"

// found is what a search can find: a page, a section, a term of the glossary or an error code. The
// names are those that site/ui/search/engine.ts expects.
type found struct {
	Title   string `json:"t"`
	Within  string `json:"p,omitempty"` // the title of the page, unless it's the page itself
	Kind    string `json:"k"`
	URL     string `json:"u"`
	Excerpt string `json:"x,omitempty"`

	keys string // words besides title and text
	text string
}

// SearchIndex makes the index of all pages, in the form in which MiniSearch stores one. Making it
// here saves readers the work.
func SearchIndex(l *content.Library) ([]byte, error) {
	var all []found
	for _, page := range l.Pages() {
		all = append(all, findable(page)...)
	}
	return json.Marshal(newIndex(all))
}

// findable takes a page apart.
func findable(page *content.Page) []found {
	source := []byte(page.Body)
	doc := goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithHeadingAttribute()),
	).Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(headingIDs{}))))
	whole := found{
		Title: withoutMarks(page.Title), Kind: page.Kind.One(), URL: page.URL(),
		Excerpt: withoutMarks(page.Summary), keys: page.Catalogue.Need,
	}
	all := []found{whole}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level <= 3 {
			all = append(all, found{
				Title: markup.Plain(h, source), Within: whole.Title, Kind: "Section",
				URL: page.URL() + "#" + attribute(h, "id"), keys: whole.Title,
			})
			continue
		}
		if table, ok := n.(*extast.Table); ok && (page.Source == glossarySource || page.Source == errorsSource) {
			all = append(all, rows(page, table, source)...)
			continue
		}
		all[len(all)-1].text += textOf(n, source)
	}
	if page.Kind == content.Internal || page.Kind == content.Decision {
		for i := range all {
			all[i].text = all[i].text[:min(len(all[i].text), beginning)]
		}
	}
	all = slices.DeleteFunc(all, func(f found) bool { return f.Within != "" && strings.TrimSpace(f.text) == "" })
	for i := range all {
		if all[i].Excerpt == "" {
			all[i].Excerpt = excerpt(all[i].text)
		}
	}
	return all
}

// rows makes a find of each row of a table.
func rows(page *content.Page, table *extast.Table, source []byte) (all []found) {
	kind := "Term"
	if page.Source == errorsSource {
		kind = "Error"
	}
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		if row.Kind() != extast.KindTableRow {
			continue
		}
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, strings.TrimSpace(textOf(cell, source)))
		}
		name := cells[0]
		all = append(all, found{
			Title: name, Within: page.Title, Kind: kind, URL: page.URL() + "#" + markup.ID(name),
			text: strings.Join(cells[1:], " "),
		})
	}
	return all
}

// textOf returns the prose of a block, and none of its code blocks.
func textOf(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(source))
				if n.SoftLineBreak() {
					b.WriteByte(' ')
				}
			}
		default:
			if !entering && n.Type() == ast.TypeBlock {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// beginning is how much text of a section about the project's own code is searched, in bytes.
const beginning = 400

// excerptLength is how long an excerpt may be, in bytes.
const excerptLength = 110

// excerpt is the beginning of a text, up to the end of a sentence or at least of a word.
func excerpt(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= excerptLength {
		return text
	}
	cut := text[:excerptLength]
	if at := strings.LastIndex(cut, ". "); at > excerptLength/3 {
		return cut[:at+1]
	}
	if at := strings.LastIndexByte(cut, ' '); at > 0 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, ",;:–- ") + "…"
}

// aliases are words that people search for, by those that the pages use.
var aliases = []struct{ phrase, also string }{
	{"partitionkey", "pk"},
	{"rowkey", "rk"},
	{"entity group transaction", "egt batch bulk atomic acid"},
	{"insert-or-replace", "upsert put"},
	{"insert-or-merge", "upsert patch"},
	{"shared access signature", "sas token"},
	{"continuation token", "cursor pagination nextpartitionkey"},
	{"optimistic concurrency", "locking lock cas version conflict"},
	{"materialized view", "aggregate sum count group by"},
	{"secondary index", "gsi lookup"},
	{"table scan", "full scan slow"},
	{"hash sharding", "salt salting hot partition"},
	{"log tail", "reverse order descending orderby latest"},
	{"sorting and keys", "orderby order by sort descending"},
	{"high-volume delete", "ttl expire purge truncate drop retention"},
	{"time bucketing", "ttl retention partition by day"},
	{"paging", "pagination skip offset limit take"},
	{"projection", "select columns fields"},
	{"merge or replace", "upsert update patch put null"},
	{"client-side join", "lookup foreign key"},
	{"one-to-many", "foreign key relation parent child"},
	{"access control", "sas permission security"},
	{"large entities", "blob attachment file"},
	{"cosmos db", "request units ru cosmosdb"},
	{"capacity and cost", "price pricing bill billing storage"},
	{"partitions and scale", "throughput throttling 503 hot limit"},
	{"local endpoint", "emulator azurite connection string"},
	{"running headless", "ci cli command line"},
	{"serverbusy", "throttling throttled 503"},
	{"choosing a partitionkey", "change partition key"},
}

// index is what MiniSearch 7 stores.
type index struct {
	DocumentCount        int                          `json:"documentCount"`
	NextID               int                          `json:"nextId"`
	DocumentIDs          map[string]int               `json:"documentIds"`
	FieldIDs             map[string]int               `json:"fieldIds"`
	FieldLength          map[string][]int             `json:"fieldLength"`
	AverageFieldLength   []float64                    `json:"averageFieldLength"`
	StoredFields         map[string]found             `json:"storedFields"`
	DirtCount            int                          `json:"dirtCount"`
	Index                [][2]any                     `json:"index"`
	SerializationVersion int                          `json:"serializationVersion"`
	terms                map[string][3]map[string]int // by term, field and document
}

// The fields of a find that are searched, in the order of their numbers.
var searched = []func(found) string{
	func(f found) string { return f.Title },
	func(f found) string { return f.keys },
	func(f found) string { return f.text + " " + f.Excerpt },
}

func newIndex(all []found) *index {
	x := &index{
		DocumentCount: len(all), NextID: len(all), SerializationVersion: 2,
		DocumentIDs: map[string]int{}, FieldLength: map[string][]int{}, StoredFields: map[string]found{},
		FieldIDs:           map[string]int{"title": 0, "keys": 1, "text": 2},
		AverageFieldLength: make([]float64, len(searched)),
		terms:              map[string][3]map[string]int{},
	}
	for i, f := range all {
		id := strconv.Itoa(i)
		x.DocumentIDs[id], x.StoredFields[id] = i, f
		lengths := make([]int, len(searched))
		for field, of := range searched {
			lengths[field] = x.add(id, field, of(f))
			x.AverageFieldLength[field] += float64(lengths[field]) / float64(len(all))
		}
		x.FieldLength[id] = lengths
	}
	for term, fields := range x.terms {
		byField := map[string]map[string]int{}
		for field, documents := range fields {
			if documents != nil {
				byField[strconv.Itoa(field)] = documents
			}
		}
		x.Index = append(x.Index, [2]any{term, byField})
	}
	slices.SortFunc(x.Index, func(a, b [2]any) int { return strings.Compare(a[0].(string), b[0].(string)) })
	return x
}

// add indexes a field and returns how many different words it has.
func (x *index) add(id string, field int, text string) int {
	lower := strings.ToLower(text)
	words := Words(lower)
	for _, a := range aliases {
		if strings.Contains(lower, a.phrase) {
			words = append(words, strings.Fields(a.also)...)
		}
	}
	different := 0
	for _, word := range words {
		fields := x.terms[word]
		if fields[field] == nil {
			fields[field] = map[string]int{}
		}
		if fields[field][id] == 0 {
			different++
		}
		fields[field][id]++
		x.terms[word] = fields
	}
	return different
}

// Words divides a text into the words of the index, in lower case. The same is done with what a
// reader types, in site/ui/search/engine.ts: change both together.
func Words(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return slices.DeleteFunc(words, func(word string) bool { return common.MatchString(word) })
}

// common are words that say nothing about what a page is on.
var common = regexp.MustCompile(`^(a|all|also|an|and|are|as|at|be|but|by|can|do|does|each|for|from|has|` +
	`have|if|in|is|it|its|more|no|not|of|on|only|or|so|than|that|the|their|them|then|there|they|this|to|was|` +
	`what|when|which|with|you|your)$`)
