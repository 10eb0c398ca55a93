package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
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

// Sign gives r its Authorization, by SharedKeyLite. The date must stand in r already.
func Sign(c Credential, r *wire.Request) {
	signature := c.signature(stringToSign(sharedKeyLite, c.Account, *r))
	r.Headers.Set(authorization, sharedKeyLite+" "+c.Account+":"+signature)
}

// Verify returns nil when r carries a signature made with c, by either scheme, and a *fault.Error
// when it does not.
func Verify(c Credential, r wire.Request) error {
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
	}
	text := stringToSign(scheme, account, r)
	primary := stringToSign(scheme, account, onPrimary(account, r))
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
	r.URL = strings.Replace(r.URL, "/"+account+"-secondary/", "/"+account+"/", 1)
	return r
}

// made reports whether a signature of text was made with the credential's key.
func (c Credential) made(signature, text string) bool {
	return hmac.Equal([]byte(signature), []byte(c.signature(text)))
}

// refuse makes a fault of the stage before the service knows in what form to answer.
func refuse(code fault.Code, hint string) error {
	err := fault.Refused(code, "")
	err.Hint = hint
	return err
}

// stringToSign is what both sides sign. Unlike those of the other storage services it has no
// canonicalized headers, and its date is never left out.
func stringToSign(scheme, account string, r wire.Request) string {
	text := date(r) + "\n" + canonicalizedResource(account, r.URL)
	if scheme == sharedKeyLite {
		return text
	}
	return r.Method + "\n" + r.Headers.Get("Content-MD5") + "\n" +
		r.Headers.Get("Content-Type") + "\n" + text
}

func date(r wire.Request) string {
	if value := r.Headers.Get("x-ms-date"); value != "" {
		return value
	}
	return r.Headers.Get("Date")
}

// canonicalizedResource is the account and the path, escapes as sent: on an emulator, whose paths
// begin with the account, the account twice. Of the query only comp counts.
func canonicalizedResource(account, rawURL string) string {
	u := wire.SplitURL(rawURL)
	resource := "/" + account + u.Path
	params, _ := wire.Params(u.Query)
	for _, p := range params {
		if p.Name == "comp" {
			return resource + "?comp=" + p.Value
		}
	}
	return resource
}

func (c Credential) signature(text string) string {
	mac := hmac.New(sha256.New, c.Key)
	mac.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
