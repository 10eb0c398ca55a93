package blobs

import (
	"errors"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
)

// where is an expression over tags: comparisons joined by AND, in groups joined by OR.
//
// A search has only AND, and can name a container; a condition has <> and OR as well.
// https://learn.microsoft.com/azure/storage/blobs/storage-manage-find-blobs
type where [][]comparison

// comparison compares the tag with a key with a value. Values are strings.
type comparison struct{ key, operator, value string }

// purpose says what an expression is for.
type purpose uint8

const (
	searching purpose = iota
	conditional
)

const ofContainer = "@container"

var errQuote = errors.New("a quote isn't closed")

// parseWhere reads an expression. Its errors are for people.
func parseWhere(text string, p purpose) (w where, err error) {
	words, err := wordsOf(text)
	if err != nil {
		return nil, err
	}
	group := []comparison(nil)
	for {
		if len(words) < 3 {
			return nil, errors.New(`it needs to be made of comparisons such as "key" = 'value'`)
		}
		c := comparison{words[0].text, words[1].text, words[2].text}
		switch {
		case words[0].quote == '\'' || words[2].quote != '\'':
			return nil, errors.New(`a key is in double quotes and a value in single ones: "key" = 'value'`)
		case !isOperator(c.operator, p) || words[1].quote != 0:
			return nil, errors.New("it has no operator " + c.operator)
		case c.key == ofContainer && words[0].quote == 0 && (p != searching || c.operator != "="):
			return nil, errors.New("@container can only be compared with = in a search")
		case slices.ContainsFunc(group, c.sameSide):
			return nil, errors.New("it compares " + c.key + " twice on the same side")
		}
		group, words = append(group, c), words[3:]
		if len(words) == 0 {
			return append(w, group), nil
		}
		switch joined := words[0]; {
		case joined.quote == 0 && strings.EqualFold(joined.text, "AND"):
		case joined.quote == 0 && strings.EqualFold(joined.text, "OR") && p == conditional:
			w, group = append(w, group), nil
		default:
			return nil, errors.New("it can't have " + joined.text + " there")
		}
		words = words[1:]
	}
}

func isOperator(text string, p purpose) bool {
	return slices.Contains([]string{"=", "<", "<=", ">", ">="}, text) || text == "<>" && p == conditional
}

// sameSide reports whether two comparisons bound the same tag from the same side.
func (c comparison) sameSide(other comparison) bool {
	return c.key == other.key && c.operator[0] == other.operator[0] && c.operator[0] != '=' &&
		c.operator != "<>" && other.operator != "<>"
}

// word is a part of an expression, without its quotes.
type word struct {
	text  string
	quote byte // ' or ", or 0 for none
}

func wordsOf(text string) (words []word, err error) {
	for text = strings.TrimLeft(text, " "); text != ""; text = strings.TrimLeft(text, " ") {
		end := 0
		switch c := text[0]; c {
		case '\'', '"':
			end = strings.IndexByte(text[1:], c) + 1
			if end == 0 {
				return nil, errQuote
			}
			words = append(words, word{text[1:end], c})
			text = text[end+1:]
			continue
		case '<', '>', '=':
			for end = 1; end < len(text) && strings.IndexByte("<>=", text[end]) >= 0; end++ {
			}
		default:
			for end < len(text) && strings.IndexByte(` <>='"`, text[end]) < 0 {
				end++
			}
		}
		words = append(words, word{text: text[:end]})
		text = text[end:]
	}
	return words, nil
}

// matches reports whether the tags of a blob meet the expression. A tag that isn't there meets nothing.
func (w where) matches(container string, t tags) bool {
	return slices.ContainsFunc(w, func(group []comparison) bool {
		return !slices.ContainsFunc(group, func(c comparison) bool { return !c.meets(container, t) })
	})
}

func (c comparison) meets(container string, t tags) bool {
	value, found := t.value(c.key)
	if c.key == ofContainer {
		value, found = container, true
	}
	order := strings.Compare(value, c.value)
	switch c.operator {
	case "=":
		return found && order == 0
	case "<>":
		return found && order != 0
	case "<":
		return found && order < 0
	case "<=":
		return found && order <= 0
	case ">":
		return found && order > 0
	}
	return found && order >= 0
}

// asked returns the tags that the expression names, which a search returns.
func (w where) asked(t tags) (some tags) {
	for _, tag := range t {
		if slices.ContainsFunc(w[0], func(c comparison) bool { return c.key == tag.Name }) {
			some = append(some, tag)
		}
	}
	return some
}

// checkTags compares a blob's tags with the condition of a call.
func checkTags(c *resource.Call, t tags) error {
	text := c.Request.Headers.Get("x-ms-if-tags")
	if text == "" {
		return nil
	}
	w, err := parseWhere(text, conditional)
	switch {
	case err != nil:
		return fault.New(fault.InvalidHeaderValue).WithHint("x-ms-if-tags: " + err.Error())
	case !w.matches("", t):
		return fault.New(fault.ConditionNotMet)
	}
	return nil
}
