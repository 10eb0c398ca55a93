package report_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/report"
)

// TestShown: what controls a terminal is shown as text, and everything else is as it was.
func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb\nc é 名 😀":    "a\tb\nc é 名 😀",
		"\x1b]0;title\x07": "␛]0;title␇",
		"done\rfailed\x7f": "done␍failed␡",
		"\u009b31m":        "\uFFFD31m",
		"\x9b31m":          "\uFFFD31m",
		"a\u202Eb\u2066c":  "a\uFFFDb\uFFFDc",

		"::error::a\n \t::add-mask::b\nc ::d": "∶:error::a\n \t∶:add-mask::b\nc ::d",
		"a ##vso[task.x]b\n##[group]\n###[x":  "a ＃#vso[task.x]b\n＃#[group]\n#＃#[x",
		"## Title [link]\n### ##x":            "## Title [link]\n### ##x",
	} {
		if got := string(report.Shown([]byte(text))); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestTerminal: neither titles, nor requests, nor answers, nor excerpts of a script control the terminal.
func TestTerminal(t *testing.T) {
	const controls = "\x1b[2J\x07\u009b1m"
	for _, text := range []string{
		"### A title" + controls + "\nGET {{host}}/Tables\n",
		"# @name a" + controls + "\nGET {{host}}/Tables\n",
		"GET {{host}}/Tables('" + controls + "')\n",
		"GET /Tables\n\n?? body.a == " + controls + "\n",
		"### One\n# @unknown" + controls + "\nGET {{host}}/Tables\n",
	} {
		refuse := func() *runnertest.Target {
			return runnertest.Always(404, `{"odata.error":{"code":"No`+"\u009b"+`","message":{"value":"\u001b[2J"}}}`)
		}
		out, errs := run(refuse, "a.http", text).Output(report.Text)
		printed := string(out) + string(errs)
		if at := strings.IndexFunc(printed, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t'
		}); at >= 0 {
			t.Errorf("%q prints %q", text, printed)
		}
	}
}
