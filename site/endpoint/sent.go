package endpoint

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/wire"
	"github.com/rowkey/rowkey/site/logged"
)

// sent returns what the page of requests shows of an exchange.
func sent(noun string, x httphost.Exchange) *logged.Sent {
	hide := hider(x.Request)
	s := &logged.Sent{
		URL:     wire.WithoutSignature(x.Request.URL),
		Request: message(x.Request.Headers, x.Request.Body, x.Request.Size(), hide),
		Answer:  message(x.Response.Headers, x.Response.Body, x.Response.Size(), hide),
	}
	s.Script = script(noun, x, &s.Request)
	return s
}

// Script returns a request to a service, such as tables, in the example language, without what would let
// anybody in.
func Script(service string, x httphost.Exchange) string { return sent(service, x).Script }

func message(headers wire.Headers, body []byte, size int64, hide func(string) string) logged.Message {
	m := logged.Message{Headers: [][2]string{}, Size: size}
	for _, h := range headers {
		if !slices.Contains(secret, strings.ToLower(h.Name)) {
			m.Headers = append(m.Headers, [2]string{h.Name, hide(unsigned(h.Value))})
		}
	}
	slices.SortStableFunc(m.Headers, func(a, b [2]string) int {
		return strings.Compare(strings.ToLower(a[0]), strings.ToLower(b[0]))
	})
	const margin = 8 << 10 // so that nothing to be hidden is cut in two
	text := string(body[:min(len(body), logged.MostBody+margin)])
	for i := 1; i < utf8.UTFMax && len(text) < len(body) && !utf8.ValidString(text); i++ {
		text = text[:len(text)-1] // half a character
	}
	if m.Binary = !utf8.ValidString(text) || strings.ContainsRune(text, 0); m.Binary {
		return m
	}
	if text = hide(text); len(text) > logged.MostBody {
		cut := logged.MostBody
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text, m.Cut = strings.Clone(text[:cut]), true
	}
	m.Body = text
	return m
}

// secret are headers that aren't shown, because they let somebody in.
var secret = []string{
	"authorization", "proxy-authorization", "cookie", "set-cookie", "x-ms-copy-source-authorization",
	"x-ms-encryption-key",
}

// unsigned returns the value of a header without the signature of a URL in it, as of a blob to be copied.
func unsigned(value string) string {
	if strings.Contains(value, "://") {
		return wire.WithoutSignature(value)
	}
	return value
}

var (
	// signature matches one in a URL that is part of a text, which can be escaped.
	signature = regexp.MustCompile(`(?i)((?:^|[^a-z])(?:s|%53|%73)(?:i|%49|%69)(?:g|%47|%67)(?:=|%3d))` +
		`[^&\s"'<>\\]+`)
	// credential matches such headers of a batch's requests.
	credential = regexp.MustCompile(`(?im)^([a-z-]*authorization|cookie|x-ms-encryption-key):[^\r\n]*\r?\n`)
	// delegationKey matches the key in an answer that has one.
	delegationKey = regexp.MustCompile(`(?s)(<UserDelegationKey>.*<Value>).*?(</Value>)`)
)

// hider returns a function that takes out of a text what lets somebody in: all that can be recognized by
// its form, and what signs the request, which the answer to a wrong signature repeats.
func hider(r wire.Request) func(text string) string {
	var pairs []string
	add := func(value string) {
		if value != "" {
			pairs = append(pairs, value, "…")
		}
	}
	_, credentials, _ := strings.Cut(r.Headers.Get("Authorization"), " ")
	add(credentials[strings.LastIndexByte(credentials, ':')+1:])
	params, _ := wire.Params(wire.SplitURL(r.URL).Query)
	for _, p := range params {
		if strings.EqualFold(strings.TrimSpace(p.Name), "sig") {
			add(p.Value)
			add(strings.ReplaceAll(p.Value, " ", "+")) // a plus that wasn't escaped
		}
	}
	known := strings.NewReplacer(pairs...)
	return func(text string) string {
		text = credential.ReplaceAllString(known.Replace(text), "")
		return delegationKey.ReplaceAllString(signature.ReplaceAllString(text, "$1…"), "$1…$2")
	}
}
