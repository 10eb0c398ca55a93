package wire

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// URL is a request URL split into parts. Path and Query are still percent-encoded.
type URL struct {
	Base  string // scheme and authority: http://127.0.0.1:10002
	Host  string // authority: 127.0.0.1:10002
	Path  string // begins with "/" if there is a Base
	Query string // without the "?"
}

// Mount returns the beginning of a path that stands for an account where all of its services are at one host,
// /s/NAME/queue, or for the secondary /s/NAME-secondary/queue. It's "" if the path begins otherwise.
func Mount(path, account string) (mount string, secondary bool) {
	rest, named := strings.CutPrefix(path, "/s/"+account)
	rest, secondary = strings.CutPrefix(rest, "-secondary")
	if !named || len(rest) < 2 || rest[0] != '/' || rest[1] == '/' {
		return "", false
	}
	end := strings.IndexByte(rest[1:], '/') + 1
	if end == 0 {
		end = len(rest)
	}
	return path[:len(path)-len(rest)+end], secondary
}

// AccountOf returns how the URLs of an account begin, given one of them: with the account in the host's name,
// as in the cloud, which names the service, too, or in the path, as on an emulator, and then service is "".
func AccountOf(url string) (base, service string) {
	u := SplitURL(url)
	labels := strings.Split(u.Host, ".")
	if len(labels) > 1 && (labels[1] == "table" || labels[1] == "queue" || labels[1] == "blob") {
		return u.Base, labels[1]
	}
	account, _, _ := strings.Cut(strings.TrimPrefix(u.Path, "/"), "/")
	return u.Base + "/" + account, ""
}

// SplitURL splits an absolute URL and drops its fragment. Without a scheme, Base and Host are empty.
func SplitURL(raw string) URL {
	raw, _, _ = strings.Cut(raw, "#")
	rest, query, _ := strings.Cut(raw, "?")
	u := URL{Path: rest, Query: query}
	if scheme := strings.Index(rest, "://"); scheme >= 0 {
		host := scheme + len("://")
		path := len(rest)
		if slash := strings.IndexByte(rest[host:], '/'); slash >= 0 {
			path = host + slash
		}
		u.Base, u.Host, u.Path = rest[:path], rest[host:path], cmp.Or(rest[path:], "/")
	}
	return u
}

// Param is one name=value pair of a query, both decoded.
type Param struct {
	Name  string
	Value string
}

// Params decodes a query string. ok is false when an escape is malformed or the result isn't UTF-8. A "+"
// is a space, as it is to the service.
func Params(query string) (params []Param, ok bool) {
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		n, okName := Unescape(strings.ReplaceAll(name, "+", " "))
		v, okValue := Unescape(strings.ReplaceAll(value, "+", " "))
		if !okName || !okValue || !utf8.ValidString(n) || !utf8.ValidString(v) {
			return nil, false
		}
		params = append(params, Param{Name: n, Value: v})
	}
	return params, true
}

// Unescape decodes percent-escapes. ok is false when one is malformed. A "+" stays a "+".
func Unescape(s string) (text string, ok bool) {
	if !strings.Contains(s, "%") {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", false
		}
		c, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
		if err != nil {
			return "", false
		}
		b.WriteByte(byte(c))
		i += 2
	}
	return b.String(), true
}

// Escape percent-encodes every byte except the unreserved ones of RFC 3986 and those in keep.
func Escape(s, keep string) string { return string(AppendEscaped(nil, s, keep)) }

// AppendEscaped appends the result of Escape.
func AppendEscaped(dst []byte, s, keep string) []byte {
	const digits = "0123456789ABCDEF"
	for i := range len(s) {
		c := s[i]
		if unreserved(c) || strings.IndexByte(keep, c) >= 0 {
			dst = append(dst, c)
			continue
		}
		dst = append(dst, '%', digits[c>>4], digits[c&15])
	}
	return dst
}

func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '-' || c == '_' || c == '.' || c == '~'
}
