package wire

import "strings"

// WithoutSignature replaces the signature in a URL, and any value whose name can't be decoded, so that the
// URL can be shown and kept.
func WithoutSignature(url string) string {
	path, query, _ := strings.Cut(url, "?")
	if query == "" {
		return path
	}
	params := strings.Split(query, "&")
	for i, p := range params {
		name, _, _ := strings.Cut(p, "=")
		if plain, ok := Unescape(name); !ok || strings.EqualFold(strings.TrimSpace(plain), "sig") {
			params[i] = name + "=…"
		}
	}
	return path + "?" + strings.Join(params, "&")
}
