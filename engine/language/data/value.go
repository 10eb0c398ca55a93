package data

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// Problem is what is wrong with a value, and how to fix it.
type Problem = problem.Problem

// forms says how a value of each type is written.
var forms = [...]string{
	table.Binary:   "base64 with its padding, such as dGVzdA==",
	table.Boolean:  "true or false",
	table.DateTime: "a date from 1601 on, such as 2026-01-05 or 2026-01-05T09:00:00Z",
	table.Double:   "a number such as 12.5, or NaN, Infinity or -Infinity",
	table.GUID:     "a Guid such as a455c695-df98-5678-aaaa-81d3367e5a34",
	table.Int32:    "a whole number from -2147483648 to 2147483647",
	table.Int64:    "a whole number from -9223372036854775808 to 9223372036854775807",
	table.String:   "any text",
}

// Read reads a value of a type as the service stores it, however long it is.
func Read(kind table.Kind, text string) (v table.Value, ok bool) {
	v, ok = odata.ParseText(text, kind)
	return v, ok && (kind != table.DateTime || v.Ticks() >= table.MinTicks)
}

// CheckValue reads a property's value, or says why the service would refuse it in an insert.
func CheckValue(name string, kind table.Kind, text string) (v table.Value, bad *Problem) {
	v, ok := Read(kind, text)
	if !ok {
		return v, problem.New(name+": "+Quote(text)+" isn't "+Article(kind)+".",
			"Write "+forms[kind]+".")
	}
	has, most := 0, ""
	switch kind {
	case table.String:
		if has = table.Length(text); has > table.MaxStringLength {
			most = "32,768 characters"
		}
	case table.Binary:
		if has = len(v.Text()); has > table.MaxBinarySize {
			most = "65,536 bytes"
		}
	}
	if most == "" {
		return v, nil
	}
	_, unit, _ := strings.Cut(most, " ")
	return v, problem.New(name+" has "+spelling.Number(has)+" "+unit+".", "A property can have "+most+".")
}

// CheckKey says why the service would refuse a PartitionKey or RowKey.
func CheckKey(name, text string) *Problem {
	if n := table.Length(text); n > table.MaxKeyLength {
		return problem.New("The "+name+" has "+spelling.Number(n)+" characters.", "A key can have 512.")
	}
	if table.ValidKey(text) {
		return nil
	}
	at := strings.IndexFunc(text, badInKey)
	bad := []rune(text[at:])[0]
	return problem.New("The "+name+" "+Quote(text)+" has "+shown(string(bad))+" in it.",
		`A key can't have / \ # ? or control characters.`)
}

// CleanKey writes - in place of each character that a key can't have.
func CleanKey(text string) string {
	if table.ValidKey(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if badInKey(r) {
			return '-'
		}
		return r
	}, text)
}

func badInKey(r rune) bool { return !table.ValidKey(string(r)) }

// MissingKey says that an entity has no PartitionKey or RowKey.
func MissingKey(name string) *Problem {
	return problem.New("The "+name+" is missing.",
		`Every entity has both keys. Write "" if the empty string is meant.`)
}

// Article returns the name of a type with a or an in front.
func Article(kind table.Kind) string {
	name := TypeName(kind)
	if kind == table.Int32 || kind == table.Int64 {
		return "an " + name
	}
	return "a " + name
}

// Quote puts a value in quotes, short enough for a message.
func Quote(text string) string {
	const most = 60
	n := 0
	for i := range text {
		if n++; n == most && table.Length(text[i:]) > 1 {
			text = text[:i] + "…"
			break
		}
	}
	return `"` + shown(text) + `"`
}

// shown writes a text in one line, with symbols for line breaks and other control characters.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return '↵'
		case r < ' ':
			return 0x2400 + r
		case r == 0x7F:
			return 0x2421
		case r >= 0x80 && r < 0xA0:
			return 0xFFFD
		}
		return r
	}, text)
}
