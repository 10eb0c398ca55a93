package odata

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"
)

// EncodeToken writes a key as a continuation token: 1!n!text, where text is the base64 of the key
// in an alphabet that URLs leave alone, and n its length.
func EncodeToken(key string) string {
	text := tokenAlphabet.EncodeToString([]byte(key))
	return "1!" + strconv.Itoa(len(text)) + "!" + text
}

// DecodeToken reads a continuation token. ok is false for anything EncodeToken does not write.
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
