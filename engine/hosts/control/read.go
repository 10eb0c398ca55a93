package control

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/spelling"
)

// field is a member of a JSON object, which sets something of a T.
type field[T any] struct {
	name string
	kind kind
	set  func(to *T, text string) error
}

type kind string

// The kinds of members, as errors call them.
const (
	aString kind = "a string"
	aNumber kind = "a number"
	aTruth  kind = "true or false"
)

func kindOf(v jsontext.Value) kind {
	switch v.Type {
	case jsontext.String:
		return aString
	case jsontext.Number:
		return aNumber
	case jsontext.True, jsontext.False:
		return aTruth
	}
	return ""
}

// maxSeed is the largest seed: what JavaScript counts to.
const maxSeed = 1<<53 - 1

// parseJSON reads the body of a request.
func parseJSON(body string) (jsontext.Value, error) {
	v, ok := odata.ParseJSON([]byte(body))
	if !ok {
		return v, errors.New("the body isn't JSON")
	}
	return v, nil
}

// readInto sets what a JSON object says, or a string that says the same in one line.
func readInto[T any](to *T, fields []field[T], v jsontext.Value) error {
	if v.Type == jsontext.String {
		return readLine(to, fields, v.Str)
	}
	if !v.IsObject() {
		return errors.New("write an object, or a string with the same in one line")
	}
	seen := map[string]bool{}
	for at := v.Cursor(); at.Next(); {
		name := at.Name.Str
		f, err := find(fields, name)
		switch {
		case err != nil:
			return err
		case seen[name]:
			return errors.New(name + " is there twice")
		case kindOf(at.Value) != f.kind:
			return errors.New(name + " needs to be " + string(f.kind))
		}
		seen[name] = true
		if err := f.set(to, at.Value.String()); err != nil {
			return errors.New(name + ": " + err.Error())
		}
	}
	return nil
}

// readLine reads words: NAME=VALUE, the name of what's true or false, or the value of the first field. A
// value with spaces has double quotes.
func readLine[T any](to *T, fields []field[T], line string) error {
	seen := map[string]bool{}
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		var name, value string
		named := strings.IndexAny(line, `= "`)
		if named > 0 && line[named] == '=' {
			name, line = line[:named], line[named+1:]
		}
		if quoted, err := strconv.QuotedPrefix(line); err == nil && line[0] == '"' {
			value, _ = strconv.Unquote(quoted)
			line = line[len(quoted):]
		} else {
			value, line, _ = strings.Cut(line, " ")
		}
		if name == "" {
			name, value = bare(fields, value)
		}
		f, err := find(fields, name)
		switch {
		case err != nil:
			return err
		case seen[name]:
			return errors.New(name + " is there twice")
		case f.kind == aTruth && value != "true" && value != "false":
			return errors.New(name + " needs to be true or false")
		}
		seen[name] = true
		if err := f.set(to, value); err != nil {
			return errors.New(name + ": " + err.Error())
		}
	}
	return nil
}

// bare returns the field and the value that a word without a name stands for.
func bare[T any](fields []field[T], word string) (name, value string) {
	for _, f := range fields {
		if f.kind == aTruth && f.name == word {
			return word, "true"
		}
	}
	return fields[0].name, word
}

func find[T any](fields []field[T], name string) (f field[T], err error) {
	var names []string
	for _, f := range fields {
		if f.name == name {
			return f, nil
		}
		names = append(names, f.name)
	}
	return f, errors.New("there is no " + strconv.Quote(name) + " here" + meant(name, names))
}

// meant returns the end of an error about a name that isn't one: what was meant, or what there is.
func meant(name string, names []string) string {
	if nearest := spelling.Nearest(name, names); nearest != "" {
		return "; did you mean " + nearest + "?"
	}
	const shown = 20
	if len(names) > shown {
		names = append(slices.Clone(names[:6]), "…")
	}
	return ": there are " + strings.Join(names, ", ")
}

// whole reads a whole number within bounds.
func whole(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, errors.New(strconv.Quote(text) + " isn't a whole number from " + strconv.Itoa(least) + " to " +
			strconv.Itoa(most))
	}
	return n, nil
}
