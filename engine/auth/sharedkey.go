package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

// The account that every emulator has, with its key, both known to all.
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
}

// ParseKey reads an account key as it is handed out, in base64.
func ParseKey(text string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(key) == 0 {
		return nil, errors.New("the account key is not base64")
	}
	return key, nil
}

// Sign gives a request to a service its Authorization, to tables by SharedKeyLite and to the others by
// SharedKey. The date must stand in r already.
func (c Credential) Sign(of grant.Service, r *wire.Request) {
	scheme := sharedKeyLite
	if of != grant.Table {
		scheme = sharedKey // emulators take nothing else for blobs
	}
	signature := c.signature(stringToSign(of, scheme, c.Account, *r))
	r.Headers.Set(authorization, scheme+" "+c.Account+":"+signature)
}

// Verify returns nil when a request to a service carries a signature made with c, by either scheme,
// and a *fault.Error when it does not. How old it is Verify does not ask.
func (c Credential) Verify(of grant.Service, r wire.Request) error {
	if !r.Headers.Has(authorization) {
		return refuse(fault.AuthenticationFailed, "The request has no Authorization header.")
	}
	scheme, rest, _ := strings.Cut(r.Headers.Get(authorization), " ")
	account, signature, ok := strings.Cut(strings.TrimSpace(rest), ":")
	switch {
	case !ok || scheme != sharedKey && scheme != sharedKeyLite:
		return refuse(fault.InvalidAuthenticationInfo,
			"Authorization must read SharedKey or SharedKeyLite, a blank, ACCOUNT:SIGNATURE.")
	case account != c.Account:
		return refuse(fault.AuthenticationFailed, "The account here is "+c.Account+", not "+account+".")
	case date(r) == "":
		return refuse(fault.AuthenticationFailed, "The request has neither x-ms-date nor Date.")
	case of != grant.Table && ambiguous(r.URL):
		return refuse(fault.AuthenticationFailed,
			"No name of a query parameter holds a colon, and nothing in the query a control character.")
	}
	text := stringToSign(of, scheme, account, r)
	primary := stringToSign(of, scheme, account, onPrimary(account, r))
	if !c.made(signature, text) && !c.made(signature, primary) {
		return refuse(fault.AuthenticationFailed,
			"The signature does not fit the key and this string to sign:\n"+text)
	}
	return nil
}

// onPrimary is the request as it would be sent to the account itself, if it is sent to the secondary
// of an emulator. The service has it signed with the account's name alone, clients sign what they
// send, and emulators take both.
func onPrimary(account string, r wire.Request) wire.Request {
	base := wire.SplitURL(r.URL).Base
	if rest, ok := strings.CutPrefix(r.URL[len(base):], "/"+account+"-secondary/"); ok {
		r.URL = base + "/" + account + "/" + rest
	}
	return r
}

// made reports whether a signature of text was made with the credential's key.
func (c Credential) made(signature, text string) bool {
	return hmac.Equal([]byte(signature), []byte(c.signature(text)))
}

// refuse makes a fault of the stage before the service knows in what form to answer.
func refuse(code fault.Code, hint string) *fault.Error {
	err := fault.Refused(code, "")
	err.Hint = hint
	return err
}

// stringToSign is what both sides sign. That of tables has no canonicalized headers, and its date is
// never left out.
func stringToSign(of grant.Service, scheme, account string, r wire.Request) string {
	h := r.Headers
	switch {
	case of == grant.Table && scheme == sharedKeyLite:
		return date(r) + "\n" + shortResource(account, r.URL)
	case of == grant.Table:
		return r.Method + "\n" + h.Get("Content-MD5") + "\n" + h.Get("Content-Type") + "\n" + date(r) + "\n" +
			shortResource(account, r.URL)
	case scheme == sharedKeyLite:
		return r.Method + "\n" + h.Get("Content-MD5") + "\n" + h.Get("Content-Type") + "\n" + plainDate(r) + "\n" +
			canonicalizedHeaders(h) + shortResource(account, r.URL)
	}
	length := ""
	if len(r.Body) > 0 {
		length = strconv.Itoa(len(r.Body))
		if sent := h.Get("Content-Length"); sent != "" { // a body that is too long is not read to its end
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

// date is when a request was signed.
func date(r wire.Request) string {
	if value, sent := r.Headers.Lookup("x-ms-date"); sent {
		return value
	}
	return r.Headers.Get("Date")
}

// plainDate is the line of the date where x-ms-date stands among the canonicalized headers.
func plainDate(r wire.Request) string {
	if r.Headers.Has("x-ms-date") {
		return ""
	}
	return r.Headers.Get("Date")
}

// canonicalizedHeaders are the service's own headers by name, one in a line.
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

// shortResource is the account and the path, escapes as sent: on an emulator, whose paths begin with
// the account, the account twice. Of the query only comp counts.
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

// fullResource is the account and the path, and below them the whole query, decoded and by name.
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

// ambiguous reports whether a query could be signed like another one, which the canonicalized resource
// would tell in the same words: a line for each parameter, with a colon between name and value.
func ambiguous(rawURL string) bool {
	params, _ := wire.Params(wire.SplitURL(rawURL).Query)
	return slices.ContainsFunc(params, func(p wire.Param) bool {
		return strings.Contains(p.Name, ":") || strings.ContainsFunc(p.Name+p.Value, unicode.IsControl)
	})
}

func (c Credential) signature(text string) string {
	mac := hmac.New(sha256.New, c.Key)
	mac.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
