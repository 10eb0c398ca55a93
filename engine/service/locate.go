package service

import (
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// Place is where a request's URL leads.
type Place struct {
	Base      string   // up to and with the account, if that stands in the path
	Path      []string // what follows the account, decoded and cut at its slashes
	Params    []wire.Param
	Secondary bool // it names the read-only copy of the account
}

// Locate reads a URL that leads to an account, whose name stands first in the path, as with
// emulators, or first in the host name, as in the cloud.
func Locate(account, raw string) (Place, error) {
	u := wire.SplitURL(raw)
	place := Place{Base: u.Base}
	host, _, _ := strings.Cut(u.Host, ".")
	path := strings.TrimPrefix(u.Path, "/")
	if host = strings.ToLower(host); !place.leads(account, host) {
		first, rest, _ := strings.Cut(path, "/")
		if !place.leads(account, first) {
			return Place{}, Hinted(InvalidURI, "The path must begin with the account: /"+account+"/…")
		}
		place.Base, path = u.Base+"/"+first, rest
	}
	var ok bool
	if place.Params, ok = wire.Params(u.Query); !ok {
		return Place{}, Hinted(InvalidURI, hintEscape)
	}
	for _, p := range place.Params {
		if !xmlbody.Valid(p.Value) {
			return Place{}, Hinted(InvalidQueryParameterValue, hintCharacter)
		}
	}
	if path == "" {
		return place, nil
	}
	for part := range strings.SplitSeq(path, "/") {
		text, ok := wire.Unescape(part)
		switch {
		case !ok || !utf8.ValidString(text):
			return Place{}, Hinted(InvalidURI, hintEscape)
		case !xmlbody.Valid(text):
			return Place{}, Hinted(InvalidURI, hintCharacter)
		}
		place.Path = append(place.Path, text)
	}
	return place, nil
}

const (
	hintEscape    = "An escape is % and two hexadecimal digits, and escapes together spell UTF-8."
	hintCharacter = "It holds a character that no XML document can, and so no list could tell it."
)

// leads reports whether a name is that of the account or of its secondary.
func (p *Place) leads(account, name string) bool {
	name, secondary := strings.CutSuffix(name, "-secondary")
	if name != account {
		return false
	}
	p.Secondary = secondary
	return true
}
