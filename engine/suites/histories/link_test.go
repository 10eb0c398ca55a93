package histories_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// link returns the link that opens a story about a partition in the page for two clients, which runs its
// requests in every order and so shows that none ends with these answers. It returns "" if the page can't
// tell the story: without a start, with a condition in a transaction's delete, or if it takes more than two
// clients.
func (s story) link() string {
	start, ok := s.start.(partition)
	if !ok || len(s.events) > 8 {
		return ""
	}
	a, b, ok := s.pair()
	if !ok {
		return ""
	}
	var entities []string
	for row, e := range start {
		if e.writer != 0 {
			entities = append(entities, entityText(row, e, `"%s": %v`))
		}
	}
	var answers []string
	texts := [2]string{}
	for i, events := range [][]event{a, b} {
		name := string('A' + rune(i))
		text, saw, ok := program(name, events)
		if !ok {
			return ""
		}
		if texts[i] = text; saw != "" {
			answers = append(answers,
				fmt.Sprintf("entities.find((e) => e.rowKey === %q)?.saw === %q", name, saw))
		}
	}
	content, err := json.Marshal(map[string]any{
		"start": "[" + strings.Join(entities, ",\n ") + "]", "a": texts[0], "b": texts[1], "crashes": false,
		"holds": "// The clients don't see what they saw then\n!(" + strings.Join(answers, "\n  && ") + ")",
	})
	if err != nil {
		return ""
	}
	return "/two-clients/#t1." + pack(content)
}

// pair divides the events between two clients, each of which has them one after the other, so that no order
// of theirs has these answers either. An event without an answer is its client's last. As many as possible
// stay with the client that they are of.
func (s story) pair() (a, b []event, ok bool) {
	var own uint
	for i, e := range s.events {
		own |= uint(e.client&1) << i
	}
	ways := make([]uint, 1<<len(s.events))
	for i := range ways {
		ways[i] = uint(i)
	}
	slices.SortStableFunc(ways, func(v, w uint) int { return bits.OnesCount(v^own) - bits.OnesCount(w^own) })
	for _, way := range ways {
		of := [2][]event{}
		for i, e := range s.events {
			of[way>>i&1] = append(of[way>>i&1], e)
		}
		if oneByOne(of[0]) && oneByOne(of[1]) && !s.possible([]any{s.start}, of[0], of[1]) {
			return of[0], of[1], true
		}
	}
	return nil, nil, false
}

func oneByOne(events []event) bool {
	for i := 1; i < len(events); i++ {
		if events[i].call <= events[i-1].end || events[i-1].answer.none() {
			return false
		}
	}
	return true
}

// possible reports whether the events of two clients have these answers in some order.
func (s story) possible(states []any, a, b []event) bool {
	if len(states) == 0 || len(a) == 0 && len(b) == 0 {
		return len(states) > 0
	}
	after := func(e event) (all []any) {
		for _, state := range states {
			all = append(all, steps(s.object, state, e)...)
		}
		return all
	}
	return len(a) > 0 && s.possible(after(a[0]), a[1:], b) || len(b) > 0 && s.possible(after(b[0]), a, b[1:])
}

// entityText writes an entity, each property by a format.
func entityText(row int, e entity, property string) string {
	texts := []string{
		fmt.Sprintf(property, "partitionKey", `"p"`), fmt.Sprintf(property, "rowKey", fmt.Sprintf(`"%d"`, row)),
	}
	for i, id := range []int{e.writer, e.fields[0], e.fields[1]} {
		if id != 0 {
			texts = append(texts, fmt.Sprintf(property, []string{"W", "A", "B"}[i], id))
		}
	}
	return "{ " + strings.Join(texts, ", ") + " }"
}

const (
	doneHelper = `const done = (work) => work.then(() => saw.push("done"), (e) => saw.push(e.statusCode));
`
	etagHelper = `const etagOf = async (rowKey, W) => {
  const entity = await table.getEntity("p", rowKey).catch(() => ({}));
  return entity.W === W ? entity.etag : "W/\"datetime'2020-01-01T00%3A00%3A00Z'\"";
};
`
	lookHelper = `const look = async (...rowKeys) => {
  const there = {};
  for await (const { partitionKey, rowKey, W, A, B } of table.listEntities()) {
    if (partitionKey === "p") there[rowKey] = ` + "`W ${W}, A ${A}, B ${B}`" + `;
  }
  saw.push(rowKeys.map((rowKey) => there[rowKey] ?? "none").join("; "));
};
`
)

// program writes the requests of a client in JavaScript. saw is what it writes down of the answers at the
// end.
func program(name string, events []event) (text, saw string, ok bool) {
	var lines, seen []string
	for _, e := range events {
		line, answer, ok := statement(e)
		if !ok {
			return "", "", false
		}
		if e.answer.none() {
			line = strings.Replace(line, "await done(", "await (", 1)
		} else {
			seen = append(seen, answer)
		}
		lines = append(lines, line)
	}
	body := strings.Join(lines, "\n")
	for _, helper := range []struct{ name, text string }{
		{"look(", lookHelper}, {"etagOf(", etagHelper}, {"done(", doneHelper},
	} {
		if strings.Contains(body, helper.name) {
			body = helper.text + body
		}
	}
	if len(seen) == 0 {
		return body, "", true
	}
	saw = strings.Join(seen, " | ")
	return "const saw = [];\n" + body + "\nawait table.upsertEntity({ partitionKey: \"saw\", rowKey: \"" + name +
		"\", saw: saw.join(\" | \") });", saw, true
}

func statement(e event) (line, answer string, ok bool) {
	if e.reads() {
		seen, _ := e.answer.seen.(partition)
		var keys, sights []string
		for _, p := range e.parts {
			keys = append(keys, fmt.Sprintf("%q", fmt.Sprint(p.row)))
			sights = append(sights, seen[p.row].seenText())
		}
		return "await look(" + strings.Join(keys, ", ") + ");", strings.Join(sights, "; "), true
	}
	answer = "done"
	if e.answer.refused() {
		answer = fmt.Sprint(e.answer.status)
	}
	if len(e.parts) == 1 {
		return "await done(table." + call(e.parts[0]) + ");", answer, true
	}
	var actions []string
	for _, p := range e.parts {
		if p.verb == remove && p.match > 0 {
			return "", "", false
		}
		actions = append(actions, action(p))
	}
	return "await done(table.submitTransaction([\n  " + strings.Join(actions, ",\n  ") + ",\n]));", answer, true
}

func (e entity) seenText() string {
	if e.writer == 0 {
		return "none"
	}
	field := func(id int) string {
		if id == 0 {
			return "undefined"
		}
		return fmt.Sprint(id)
	}
	return fmt.Sprintf("W %d, A %s, B %s", e.writer, field(e.fields[0]), field(e.fields[1]))
}

// arguments returns what the client's methods take for a write: the entity and, for a condition, the ETag.
func arguments(p part) (written, condition string) {
	e := entity{writer: p.id}
	e.fields[p.field] = p.id
	condition = `{ etag: "*" }`
	if p.match > 0 {
		condition = fmt.Sprintf(`{ etag: await etagOf("%d", %d) }`, p.row, p.match)
	}
	return entityText(p.row, e, "%s: %v"), condition
}

var modes = map[verb]string{replace: `"Replace"`, merge: `"Merge"`}

func call(p part) string {
	written, condition := arguments(p)
	switch {
	case p.verb == insert:
		return "createEntity(" + written + ")"
	case p.verb == remove:
		return fmt.Sprintf(`deleteEntity("p", "%d", %s)`, p.row, condition)
	case p.match == 0:
		return "upsertEntity(" + written + ", " + modes[p.verb] + ")"
	}
	return "updateEntity(" + written + ", " + modes[p.verb] + ", " + condition + ")"
}

func action(p part) string {
	written, condition := arguments(p)
	switch {
	case p.verb == insert:
		return `["create", ` + written + `]`
	case p.verb == remove:
		return fmt.Sprintf(`["delete", { partitionKey: "p", rowKey: "%d" }]`, p.row)
	case p.match == 0:
		return `["upsert", ` + written + ", " + modes[p.verb] + "]"
	}
	return `["update", ` + written + ", " + modes[p.verb] + ", " + condition + "]"
}

// pack packs the text of a link as site/ui/share/pack-v1.ts does.
func pack(text []byte) string {
	hash := fnv.New32a()
	_, _ = hash.Write(text)
	sum := hash.Sum32()
	sum ^= sum >> 24
	var packed bytes.Buffer
	packed.Write([]byte{byte(sum), byte(sum >> 8), byte(sum >> 16)})
	w, err := flate.NewWriterDict(&packed, flate.BestCompression, dictionary())
	if err != nil {
		panic(err)
	}
	_, _ = w.Write(text)
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

var quoted = regexp.MustCompile("(?s)export const dictionary = `(.*)`;")

// dictionary reads the preset dictionary of links, a template literal in which backslashes only join lines.
func dictionary() []byte {
	source, err := os.ReadFile(filepath.Join("..", "..", "..", "site", "ui", "share", "dictionary-v1.ts"))
	if err != nil {
		panic(err)
	}
	return bytes.ReplaceAll(quoted.FindSubmatch(source)[1], []byte("\\\n"), nil)
}
