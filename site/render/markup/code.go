package markup

import (
	"slices"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Code splits code into tokens with the classes that HTTP uses. If the language is unknown, the
// code is one plain token.
func Code(language, text string) []Token {
	lexer := lexers.Get(language)
	if language == "" || lexer == nil {
		return plainTokens(text)
	}
	tokens := lexed(lexer, text)
	for range attempts {
		again := lexed(lexer, text)
		if slices.Equal(again, tokens) {
			break
		}
		tokens = again
	}
	return tokens
}

// IsLanguage reports whether Code knows the language.
func IsLanguage(name string) bool { return lexers.Get(name) != nil }

// attempts is how often code is divided again until two attempts agree. chroma gives up on a rule
// after a quarter of a second, so on a busy machine its tokens can differ from one time to the
// next.
const attempts = 5

func lexed(lexer chroma.Lexer, text string) []Token {
	iterator, err := chroma.Coalesce(lexer).Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return plainTokens(text)
	}
	h := &highlighter{}
	for _, t := range iterator.Tokens() {
		h.emit(classOf(t.Type), t.Value)
	}
	return h.tokens
}

func plainTokens(text string) []Token {
	h := &highlighter{}
	h.emit("", text)
	return h.tokens
}

// classOf maps the lexers' many kinds of token to ours.
func classOf(t chroma.TokenType) string {
	switch {
	case t == chroma.KeywordConstant, t.InSubCategory(chroma.LiteralNumber):
		return "tk-l"
	case t.InSubCategory(chroma.LiteralString):
		return "tk-s"
	case t.InCategory(chroma.Comment):
		return "tk-c"
	case t.InCategory(chroma.Keyword), t == chroma.OperatorWord:
		return "tk-k"
	case t.InSubCategory(chroma.NameVariable):
		return "tk-v"
	case t == chroma.NameTag, t == chroma.NameAttribute, t == chroma.NameFunction, t == chroma.NameClass,
		t == chroma.NameBuiltin, t == chroma.NameProperty:
		return "tk-n"
	}
	return ""
}
