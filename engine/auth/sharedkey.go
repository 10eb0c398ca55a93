package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"hash"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

// The account that every emulator has, and its key, which is public.
// https://learn.microsoft.com/azure/storage/common/storage-use-azurite
const (
	DevelopmentAccount = "devstoreaccount1"
	DevelopmentKey     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZF" +
		"PTOtr/KBHBeksoGMGw=="
)

const (
	sharedKey     = "SharedKey"
	sharedKeyLite = "SharedKeyLite"
	authorization = "Authorization"
)

// Credential is an account and its key.
type Credential struct {
	Account string
	Key     []byte

	signers *sync.Pool // of *signer with the key; nil for a credential that signs now and then
}

// Credentials returns the credentials of an account's keys, prepared for signing often.
func Credentials(account string, keys ...[]byte) []Credential {
	all := make([]Credential, len(keys))
	for i, key := range keys {
		all[i] = Credential{account, key, &sync.Pool{New: func() any { return newSigner(key) }}}
	}
	return all
}

// ParseKey reads an account key in base64, the form in which the portal shows it.
func ParseKey(text string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(key) == 0 {
		return nil, errors.New("the account key is empty or isn't base64")
	}
	return key, nil
}

// Sign sets the Authorization header of a request: SharedKeyLite for tables, SharedKey for the other
// services. It signs the date in r, so r needs one.
func (c Credential) Sign(of grant.Service, r *wire.Request) {
	scheme := sharedKeyLite
	if of != grant.Table {
		scheme = sharedKey // the only one that emulators accept for blobs
	}
	signature := c.signature(stringToSign(of, scheme, c.Account, *r))
	r.Headers.Set(authorization, scheme+" "+c.Account+":"+signature)
}

// Verify returns nil if a request to a service was signed with c, by either scheme, and a *fault.Error
// if it wasn't. It doesn't look at how old the request is.
func (c Credential) Verify(of grant.Service, r wire.Request) error {
	if !r.Headers.Has(authorization) {
		return fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"The request has no Authorization header.")
	}
	scheme, rest, _ := strings.Cut(r.Headers.Get(authorization), " ")
	account, signature, ok := strings.Cut(strings.TrimSpace(rest), ":")
	switch {
	case !ok || scheme != sharedKey && scheme != sharedKeyLite:
		return fault.Refused(fault.InvalidAuthenticationInfo, "").WithHint(
			"Authorization needs to be SharedKey or SharedKeyLite, a space, and ACCOUNT:SIGNATURE.")
	case account != c.Account:
		return fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"This account is " + c.Account + ", not " + account + ".")
	case date(r) == "":
		return unauthentic(wrongDate, "The request has neither x-ms-date nor Date.")
	case of != grant.Table && ambiguous(r.URL):
		return fault.Refused(fault.AuthenticationFailed, "").WithHint(
			"The name of a query parameter can't have a colon, and the query can't have control characters.")
	}
	signed := stringToSign(of, scheme, account, r)
	if !c.signed(signature, signed) &&
		!c.signed(signature, stringToSign(of, scheme, account, onPrimary(account, r))) {
		return unauthentic("The MAC signature found in the HTTP request '"+signature+"' is not the same as any "+
			"computed signature. Server used following string to sign: '"+signed+"'.",
			"The signature doesn't match the account's key and this string to sign:\n"+signed)
	}
	return nil
}

const wrongDate = "The Date header in the request is incorrect."

// unauthentic returns AuthenticationFailed with the service's detail, which it sends in XML, and a hint.
func unauthentic(detail, hint string) error {
	f := fault.Refused(fault.AuthenticationFailed, "").WithHint(hint)
	f.Detail = detail
	return f
}

// onPrimary returns the same request to the account itself if r is one to the secondary of an emulator.
// The service expects the account's name without -secondary in what is signed, clients sign the path
// that they send, and emulators accept both.
func onPrimary(account string, r wire.Request) wire.Request {
	base, secondary := wire.SplitURL(r.URL).Base, "/"+account+"-secondary/"
	path := r.URL[len(base):]
	if at := strings.Index(path, secondary); at == 0 || at == len("/s") && path[:at] == "/s" {
		r.URL = base + path[:at] + "/" + account + "/" + path[at+len(secondary):]
	}
	return r
}

// signed reports whether signature is that of a string to sign with the credential's key.
func (c Credential) signed(signature, toSign string) bool {
	return hmac.Equal([]byte(signature), []byte(c.signature(toSign)))
}

// stringToSign is what the client and the service both sign. For tables it has no canonicalized headers,
// and always the date.
// https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
func stringToSign(of grant.Service, scheme, account string, r wire.Request) string {
	h := r.Headers
	switch {
	case of == grant.Table && scheme == sharedKeyLite:
		return date(r) + "\n" + shortResource(account, r.URL)
	case of == grant.Table:
		return r.Method + "\n" + h.Get("Content-MD5") + "\n" + h.Get("Content-Type") + "\n" + date(r) + "\n" +
			shortResource(account, r.URL)
	case scheme == sharedKeyLite:
		return r.Method + "\n" + h.Get("Content-MD5") + "\n" + h.Get("Content-Type") + "\n" +
			plainDate(r) + "\n" +
			canonicalizedHeaders(h) + shortResource(account, r.URL)
	}
	length := ""
	if n := r.Size() + r.Coming; n > 0 {
		length = strconv.FormatInt(n, 10)
		if sent := h.Get("Content-Length"); sent != "" { // the host stops reading a body that is too long
			length = sent
		}
	}
	lines := []string{
		r.Method, h.Get("Content-Encoding"), h.Get("Content-Language"), length, h.Get("Content-MD5"),
		h.Get("Content-Type"), plainDate(r), h.Get("If-Modified-Since"), h.Get("If-Match"),
		h.Get("If-None-Match"), h.Get("If-Unmodified-Since"), h.Get("Range"),
	}
	return strings.Join(lines, "\n") + "\n" + canonicalizedHeaders(h) + fullResource(account, r.URL)
}

// date returns the date of a request, as sent.
func date(r wire.Request) string {
	if value, sent := r.Headers.Lookup("x-ms-date"); sent {
		return value
	}
	return r.Headers.Get("Date")
}

// plainDate returns the Date header, or "" if there is an x-ms-date: then that one is signed, as one of the
// canonicalized headers.
func plainDate(r wire.Request) string {
	if r.Headers.Has("x-ms-date") {
		return ""
	}
	return r.Headers.Get("Date")
}

// canonicalizedHeaders are the headers that begin with x-ms-, sorted by name, one a line.
func canonicalizedHeaders(headers wire.Headers) string {
	var lines []string
	for _, h := range headers {
		if name := strings.ToLower(h.Name); strings.HasPrefix(name, "x-ms-") {
			lines = append(lines, name+":"+strings.TrimSpace(h.Value)+"\n")
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int {
		nameA, _, _ := strings.Cut(a, ":")
		nameB, _, _ := strings.Cut(b, ":")
		return strings.Compare(nameA, nameB)
	})
	return strings.Join(lines, "")
}

// shortResource is the account and the path, with escapes as sent. Paths of an emulator begin with the
// account, so it's there twice. Of the query only comp counts.
func shortResource(account, rawURL string) string {
	u := wire.SplitURL(rawURL)
	resource := "/" + account + u.Path
	params, _ := wire.Params(u.Query)
	for _, p := range params {
		if wire.EqualFold(p.Name, "comp") {
			return resource + "?comp=" + p.Value
		}
	}
	return resource
}

// fullResource is the account and the path, and then every query parameter, decoded and sorted by name.
func fullResource(account, rawURL string) string {
	u := wire.SplitURL(rawURL)
	params, _ := wire.Params(u.Query)
	values := map[string][]string{}
	var names []string
	for _, p := range params {
		name := strings.ToLower(p.Name)
		if values[name] == nil {
			names = append(names, name)
		}
		values[name] = append(values[name], p.Value)
	}
	slices.Sort(names)
	resource := "/" + account + u.Path
	for _, name := range names {
		slices.Sort(values[name])
		resource += "\n" + name + ":" + strings.Join(values[name], ",")
	}
	return resource
}

// ambiguous reports whether another query could have the same canonicalized resource: a line for each
// parameter, with a colon between name and value. A signature could then be replayed with that query.
func ambiguous(rawURL string) bool {
	params, _ := wire.Params(wire.SplitURL(rawURL).Query)
	return slices.ContainsFunc(params, func(p wire.Param) bool {
		return strings.Contains(p.Name, ":") || strings.ContainsFunc(p.Name+p.Value, unicode.IsControl)
	})
}

func (c Credential) signature(toSign string) string {
	if c.signers == nil {
		return newSigner(c.Key).sign(toSign)
	}
	s := c.signers.Get().(*signer)
	defer c.signers.Put(s)
	return s.sign(toSign)
}

// signer makes signatures with a key, of which it keeps the hash.
type signer struct {
	mac  hash.Hash
	text []byte // what it signs
}

func newSigner(key []byte) *signer { return &signer{mac: hmac.New(sha256.New, key)} }

func (s *signer) sign(text string) string {
	s.text = append(s.text[:0], text...)
	s.mac.Reset()
	s.mac.Write(s.text)
	return base64.StdEncoding.EncodeToString(s.mac.Sum(s.text[:0]))
}
