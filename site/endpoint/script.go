package endpoint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	language "github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/logged"
)

// script returns a request in the example language. Where it runs, it's signed anew, so whatever signed it
// is left out. What a script can't hold is left out, too, and a comment says so.
func script(noun string, x httphost.Exchange, m *logged.Message) string {
	base, target := within(wire.WithoutSignature(x.Request.URL))
	host := map[string]string{"tables": "{{host}}", "queues": "{{queue}}", "blobs": "{{blob}}"}[noun]
	title := view.OperationWords(x.Trace.Operation)
	if title == "" {
		title = x.Request.Method
	}
	if x.Trace.Table != "" {
		title += " in " + x.Trace.Table
	}
	head := []string{x.Request.Method + " " + host + target}
	for _, h := range m.Headers {
		if name := strings.ToLower(h[0]); !slices.ContainsFunc(unsent, func(begin string) bool {
			return strings.HasPrefix(name, begin)
		}) && !strings.Contains(h[1], "{{") {
			head = append(head, h[0]+": "+h[1])
		}
	}
	size := strconv.FormatInt(m.Size, 10) + " bytes"
	with := func(note, body string) string {
		lines := append([]string{"### " + title}, head...)
		if note != "" {
			lines = slices.Insert(lines, 1, "# "+note)
		}
		if body != "" {
			lines = append(lines, "", body)
		}
		return strings.Join(lines, "\n") + "\n"
	}
	if m.Binary {
		return with("The body, "+size+", is left out, because it isn't text.", "")
	}
	note, body := "", strings.ReplaceAll(scriptBody(m.Body), base, host)
	if m.Cut {
		note = "Only the beginning of the body is here: " + strconv.Itoa(len(m.Body)) + " of " + size + "."
	}
	text := with(note, body)
	if comment.MatchString(body) || len(language.Parse("", text).Errors) > 0 {
		return with("The body, "+size+", is left out, because a script would read it differently.", "")
	}
	return text
}

// unsent are the beginnings of headers that a request gets anew each time, or that say nothing about it.
var unsent = []string{
	"accept-encoding", "accept-language", "connection", "content-length", "date", "expect", "host", "origin",
	"referer", "sec-", "traceparent", "transfer-encoding", "user-agent", "x-ms-client-request-id", "x-ms-date",
	"x-rowkey-",
}

// within splits a URL into the address of its account and what follows, without a shared access signature.
func within(url string) (base, target string) {
	u := wire.SplitURL(url)
	base, _ = wire.AccountOf(url)
	target = strings.TrimPrefix(u.Base+u.Path, base)
	if query := withoutToken(u.Query); query != "" {
		target += "?" + query
	}
	target = readable.Replace(target)
	if !strings.HasSuffix(target, "%20") && !strings.Contains(target, "HTTP/") {
		target = strings.ReplaceAll(target, "%20", " ")
	}
	return base, target
}

// readable writes what a script can hold as it is, but no braces that would begin a value.
var readable = strings.NewReplacer("%24", "$", "%27", "'", "{{", "%7B%7B")

// withoutToken removes the fields of a shared access signature from a query that has one.
func withoutToken(query string) string {
	params := strings.Split(query, "&")
	name := func(param string) string {
		name, _, _ := strings.Cut(param, "=")
		plain, _ := wire.Unescape(name)
		return strings.ToLower(plain)
	}
	if !slices.ContainsFunc(params, func(p string) bool { return name(p) == "sig" }) {
		return query
	}
	return strings.Join(slices.DeleteFunc(params, func(p string) bool {
		return auth.IsTokenField(name(p))
	}), "&")
}

// comment matches a line that a script takes for a comment or the next request.
var comment = regexp.MustCompile(`(?m)^\s*(?:#|//)`)

// scriptBody writes a body so that a script doesn't take braces for a value to be filled in.
func scriptBody(body string) string {
	body = strings.TrimRight(strings.ReplaceAll(body, "\r\n", "\n"), " \t\n")
	switch start := strings.TrimSpace(body); {
	case strings.HasPrefix(start, "{"):
		return strings.ReplaceAll(body, "{{", `\u007b\u007b`) // JSON has them only in strings
	case strings.HasPrefix(start, "<"):
		return strings.ReplaceAll(body, "{{", "&#123;&#123;")
	}
	return body
}
