package code

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/wire"
)

// expectation returns an expectation as httpyac has it in one line, or as a script of JetBrains,
// which httpyac reads, too. Both are empty for one that these tools can't check.
func (e *editor) expectation(text string, inXML bool) (line, script string) {
	words := strings.SplitN(text, " ", 4)
	subject, of := words[0], ""
	inBody := subject == "body" && len(words) > 2 && slices.Contains(expect.Operators, words[2])
	if subject == "header" || inBody {
		of, words = words[1], words[1:]
	}
	words = strings.SplitN(strings.Join(words[1:], " "), " ", 2)
	operator, value := words[0], strings.Join(words[1:], "")
	xml := inXML && subject != "status" && subject != "header"
	whole := subject == "body" && of == "" && strings.ContainsAny(operator, "=<>")
	switch {
	case !slices.Contains([]string{"status", "rows", "error", "header", "body"}, subject) ||
		!slices.Contains(expect.Operators, operator) || operator == "matches" || xml || whole ||
		strings.Contains(of, "[*]") ||
		strings.Contains(value, "{{") || value == `""` || strings.HasPrefix(value, "[") ||
		strings.HasPrefix(value, "{"):
		return "", ""
	case e.dialect == "httpyac" && operator != "!exists" && (subject == "status" || subject == "header"):
		named := strings.TrimRight(subject+" "+strings.ToLower(of), " ")
		return strings.TrimRight("?? "+named+" "+operator+" "+value, " "), ""
	}
	actual := map[string]string{
		"status": "response.status", "header": "response.headers.valueOf(" + quoted(of) + ")",
		"rows":  "(response.body.value || [response.body]).length",
		"error": `response.body["odata.error"].code`, "body": "response.body" + member(of),
	}[subject]
	condition := actual + " " + operator + " " + literal(value)
	switch operator {
	case "exists":
		condition = actual + " != null"
	case "!exists":
		condition = actual + " == null"
	case "contains":
		condition = "String(" + actual + ").includes(" + quoted(value) + ")"
	}
	return "", "client.test(" + quoted(text) + ", () => client.assert(" + condition + "));"
}

// literal returns a value as JavaScript reads it.
func literal(value string) string {
	_, bad := strconv.ParseFloat(value, 64)
	number := bad == nil && strings.Trim(value, "0123456789.-") == "" && wholePart(value)
	if number || slices.Contains([]string{"true", "false", "null"}, value) ||
		len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
		return value
	}
	return quoted(value)
}

// wholePart reports whether a number has no zeros in front, and digits on both sides of its point.
func wholePart(number string) bool {
	before, after, point := strings.Cut(strings.TrimPrefix(number, "-"), ".")
	return before != "" && (before == "0" || before[0] != '0') && point == (after != "")
}

// valuesIn returns the values between the pieces of a template, which the text must fit; none if it
// doesn't.
func valuesIn(pieces []string, text string) (values []string) {
	rest, ok := strings.CutPrefix(text, decoded(pieces[0]))
	for i := 2; i < len(pieces) && ok; i += 2 {
		next := decoded(pieces[i])
		at := strings.Index(rest, next)
		if i == len(pieces)-1 {
			at = len(rest) - len(next)
			ok = strings.HasSuffix(rest, next)
		}
		if ok = ok && at >= 0; ok {
			values, rest = append(values, rest[:at]), rest[at+len(next):]
		}
	}
	if !ok {
		return nil
	}
	return values
}

// decoded decodes the escapes of a text that are UTF-8.
func decoded(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i
		for end+2 < len(text) && text[end] == '%' {
			if _, ok := wire.Unescape(text[end : end+3]); !ok {
				break
			}
			end += 3
		}
		part, _ := wire.Unescape(text[i:end])
		switch {
		case end == i:
			b.WriteByte(text[i])
			end++
		case utf8.ValidString(part):
			b.WriteString(part)
		default:
			b.WriteString(text[i:end])
		}
		i = end
	}
	return b.String()
}

// member returns a path such as $.value[0].RowKey as members of JavaScript.
func member(path string) string {
	var b strings.Builder
	for path = strings.TrimPrefix(path, "$"); path != ""; {
		end := strings.IndexAny(path[1:], ".[") + 1
		if path[0] == '[' {
			end = strings.IndexByte(path, ']') + 1
		}
		if end < 1 {
			end = len(path)
		}
		name := strings.TrimPrefix(path[:end], ".")
		if len(name) < end && name != "" &&
			(strings.ContainsFunc(name, func(r rune) bool { return !isWord(r) }) || lex.IsDigit(name[0])) {
			b.WriteString("[" + quoted(name) + "]")
		} else {
			b.WriteString(path[:end])
		}
		path = path[end:]
	}
	return b.String()
}

// global returns the name of the variable for a reference.
func global(expression string) string {
	var b strings.Builder
	for _, r := range strings.Replace(expression, ".response.", "_", 1) {
		if isWord(r) {
			b.WriteRune(r)
		} else if !strings.HasSuffix(b.String(), "_") {
			b.WriteByte('_')
		}
	}
	return b.String()
}
