package odata

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"
)

// EncodeToken returns the continuation token of a key: 1!n!text, where text is the key in base64 with an
// alphabet that needs no escaping in URLs, and n is the length of text.
func EncodeToken(key string) string {
	text := tokenAlphabet.EncodeToString([]byte(key))
	return "1!" + strconv.Itoa(len(text)) + "!" + text
}

// DecodeToken reads a continuation token. ok is false for anything that EncodeToken doesn't return.
func DecodeToken(text string) (key string, ok bool) {
	encoded := text[strings.LastIndexByte(text, '!')+1:]
	b, err := tokenAlphabet.DecodeString(encoded)
	if err != nil || !utf8.Valid(b) || EncodeToken(string(b)) != text {
		return "", false
	}
	return string(b), true
}

// tokenAlphabet is base64 with * for +, _ for / and - for =.
var tokenAlphabet = base64.NewEncoding(
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*_").WithPadding('-')
