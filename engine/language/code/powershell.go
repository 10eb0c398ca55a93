package code

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/wire"
)

// sendRequest is the function that a script has. A signature goes behind the address, as in curl's: the
// modules Az.Storage and AzTable manage tables, but neither has types, conditions, continuation tokens or
// transactions as they are sent.
const sendRequest = `
# Sends a request, and returns the status and the answer.
function Send-Request($Method, $Url, $Headers = @{}, $Body = '') {
  $request = @{
    CustomMethod = $Method; Headers = $Headers; SkipHeaderValidation = $true; SkipHttpErrorCheck = $true
  }
  if ($Url -notmatch '[?&]sig=') { $Url += $(if ($Url.Contains('?')) { '&' } else { '?' }) + $sas }
  if ($Body) { $request.Body = [Text.Encoding]::UTF8.GetBytes($Body) }
  $answer = Invoke-WebRequest -Uri $Url @request
  $text = $answer.Content
  if ($text -is [byte[]]) { $text = [Text.Encoding]::UTF8.GetString($text) }
  "$($answer.StatusCode) $text"
}
`

// powerShellWriter writes a script for PowerShell.
type powerShellWriter struct{ *reader }

// powerShell returns the requests of a run as a script for PowerShell 7.
func powerShell(ran *Ran) string {
	p := powerShellWriter{newReader(ran)}
	head := "#Requires -Version 7\n" + mint + "$sas = if ($env:TABLES_SAS) { $env:TABLES_SAS } else { '" +
		placeholder + "' }\n"
	text := p.script("", "$%n = if ($env:%u) { $env:%u } else { '%a' }\n", func(o round) string {
		begin := "for ($i = 0; $i -lt " + strconv.Itoa(o.rounds) + "; $i++) {\n"
		return o.lines(p.command(o.request), " `", begin, "}", "Start-Sleep ")
	})
	addresses, rounds, _ := strings.Cut(text, "\n\n")
	return head + addresses + "\n" + sendRequest + "\n" + rounds
}

// command returns the words of a command: the request line, the headers, the body.
func (p powerShellWriter) command(request wire.Request) []string {
	c := p.plain(request, "")
	all := []string{"Send-Request " + request.Method + " ($" + c.service.name + " + " + p.word(c.path) + ")"}
	var headers wire.Headers
	for _, h := range kept(request.Headers) {
		if value := headers.Get(h.Name); value != "" {
			h.Value = value + ", " + h.Value // a table of PowerShell has a name once
		}
		headers.Set(h.Name, h.Value)
	}
	if len(headers) > 0 || len(request.Body) > 0 {
		var pairs []string
		for _, h := range headers {
			pairs = append(pairs, p.word(h.Name)+" = "+p.word(h.Value))
		}
		all = append(all, "@{ "+strings.Join(pairs, "; ")+" }")
	}
	if len(request.Body) > 0 {
		body := p.word(string(c.request.Body))
		if strings.Contains(body, tablesURL) {
			body = "(" + body + ".Replace('" + tablesURL + "', $tables))"
		}
		all = append(all, body)
	}
	return all
}

// The characters that PowerShell takes for quotes, and those that mean something between double ones.
const (
	singleQuotes = "'‘’‚‛"
	special      = "`$\"“”„"
)

// word returns a string that is exactly this text, whatever is in it.
func (p powerShellWriter) word(text string) string {
	odd := strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && unseen(r) })
	if p.counts.plain(text) && !odd {
		var b strings.Builder
		for _, r := range text {
			if strings.ContainsRune(singleQuotes, r) {
				b.WriteRune(r)
			}
			b.WriteRune(r)
		}
		return "'" + b.String() + "'"
	}
	var b strings.Builder
	for _, piece := range p.counts.pieces(text) {
		if piece.count != nil {
			b.WriteString(formatted(piece.count))
			continue
		}
		for _, r := range piece.text {
			switch {
			case r == '\r':
				b.WriteString("`r")
			case r != '\n' && unseen(r):
				b.WriteString("`u{" + strconv.FormatInt(int64(r), 16) + "}")
			case strings.ContainsRune(special, r):
				b.WriteString("`" + string(r))
			default:
				b.WriteRune(r)
			}
		}
	}
	return `"` + b.String() + `"`
}

// divides are the operators of PowerShell whose results aren't whole.
var divides = syntax{"op-/": "[int][math]::Floor($a / $n)"}

// formatted returns a count as PowerShell writes it into a string.
func formatted(c *count) string {
	number := c.formula("$i", divides)
	if c.width > 0 {
		number = "'{0:d" + strconv.Itoa(c.width) + "}' -f (" + number + ")"
	}
	return "$(" + number + ")"
}
