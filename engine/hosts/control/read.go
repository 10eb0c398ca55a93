package control

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/spelling"
)

// field is a member of a JSON object, and what it sets.
type field struct {
	name string
	kind kind
	set  func(text string) error
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
		return v, errors.New(`the body isn't JSON: write an object, or "a line of words" in double quotes`)
	}
	return v, nil
}

// read sets what a JSON object says, or a string that says the same in one line.
func read(v jsontext.Value, fields []field) error {
	if v.Type == jsontext.String {
		return readLine(v.Str, fields)
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
		if err := f.set(at.Value.String()); err != nil {
			return errors.New(name + ": " + err.Error())
		}
	}
	return nil
}

// readLine reads words: NAME=VALUE, the name of what's true or false, or the value of the first field. A
// value with spaces has double quotes.
func readLine(line string, fields []field) error {
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
		if word := value; name == "" {
			if name, value = bare(fields, word); name == "" || seen[name] {
				return errors.New(strconv.Quote(word) + " has no name, as in NAME=VALUE" + meant(word, namesOf(fields)))
			}
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
		if err := f.set(value); err != nil {
			return errors.New(name + ": " + err.Error())
		}
	}
	return nil
}

// bare returns the field and the value that a word without a name stands for, or no field.
func bare(fields []field, word string) (name, value string) {
	for _, f := range fields {
		if f.kind == aTruth && f.name == word {
			return word, "true"
		}
	}
	if fields[0].kind == aTruth {
		return "", word
	}
	return fields[0].name, word
}

func find(fields []field, name string) (f field, err error) {
	for _, f := range fields {
		if f.name == name {
			return f, nil
		}
	}
	return f, errors.New("there is no " + strconv.Quote(name) + " here" + meant(name, namesOf(fields)))
}

func namesOf(fields []field) (all []string) {
	for _, f := range fields {
		all = append(all, f.name)
	}
	return all
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
	if len(names) == 1 {
		return ": there is " + names[0]
	}
	return ": there are " + strings.Join(names, ", ")
}

// whole returns what sets a whole number within bounds.
func whole(to *int, least, most int) func(string) error {
	return func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return errors.New(strconv.Quote(text) + " isn't a whole number from " + strconv.Itoa(least) + " to " +
				strconv.Itoa(most))
		}
		*to = n
		return nil
	}
}

// truth returns what sets a truth value.
func truth(to *bool) func(string) error {
	return func(text string) error {
		*to = text == "true"
		return nil
	}
}

// name returns what sets a name, which isn't empty.
func name(to *string) func(string) error {
	return func(text string) error {
		if text == "" {
			return errors.New("it's empty; leave it out for any")
		}
		*to = text
		return nil
	}
}

// oneOf returns what sets one of some names.
func oneOf(to *string, names ...string) func(string) error {
	return func(text string) error {
		if !slices.Contains(names, text) {
			return errors.New("there is no " + strconv.Quote(text) + meant(text, names))
		}
		*to = text
		return nil
	}
}
