package main

import (
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// completionScripts are what shells read to complete the arguments of rowkey, each in a file named like its
// shell. It asks the program itself, which answers with a line for each word that fits, and after a tab what
// it's for. Where none fits, it completes files.
//
//go:embed completion
var completionScripts embed.FS

// asksForWords is the argument of rowkey completion with which its scripts ask for words.
const asksForWords = "words"

func completionCommand(c console, args []string) int {
	if len(args) > 0 && args[0] == asksForWords {
		for _, line := range complete(args[1:]) {
			fmt.Fprintln(c.out, line)
		}
		return exitOK
	}
	rest, code, ok := c.parse(newFlags("completion"), args)
	if !ok {
		return code
	}
	if len(rest) != 1 {
		return c.misused(errors.New("name the shell: " + strings.Join(shells(), ", ")))
	}
	script, err := completionScripts.ReadFile("completion/" + rest[0])
	if err != nil {
		return c.misused(fmt.Errorf("no completion can be written for %q%s", rest[0], oneOf(rest[0], shells())))
	}
	_, _ = c.out.Write(script)
	return exitOK
}

// complete returns the words that the last argument may become, each with what it's for after a tab. There
// are none where a file is expected, or a value that only the user knows.
func complete(args []string) []string {
	if len(args) == 0 {
		return nil
	}
	last := strings.Trim(args[len(args)-1], `"`) // older PowerShells pass an empty argument only with quotes
	args = args[:len(args)-1]
	if len(args) == 0 {
		return fitting(last, wordsOfVerbs())
	}
	v, err := findVerb(args[0])
	switch {
	case err != nil || slices.Contains(args, "--"):
		return nil
	case strings.HasPrefix(last, "-"):
		return fitting(last, wordsOfFlags(v, last))
	case len(args) > 1:
		return nil
	}
	switch v.name {
	case "help":
		return fitting(last, wordsOfVerbs())
	case "completion":
		return fitting(last, shells())
	case "sas":
		return fitting(last, []string{"table", "queue", "container", "blob", "account"})
	}
	return nil
}

func shells() (names []string) {
	files, _ := completionScripts.ReadDir("completion") // it's part of the program
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// fitting returns the words that begin with what has been written.
func fitting(begun string, words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, begun) })
}

// wordsOfVerbs returns the names of the commands, each with the first line that says what it does.
func wordsOfVerbs() (words []string) {
	for _, v := range verbs() {
		words = append(words, v.name+"\t"+use(v.usage()))
	}
	return words
}

// use returns the first line of a usage that has something in the column of what commands do.
func use(usage string) string {
	const column = 40
	for line := range strings.Lines(usage) {
		text := []rune(line)
		if len(text) > column && strings.TrimSpace(string(text[column-2:column])) == "" {
			return strings.TrimSpace(string(text[column:]))
		}
	}
	return ""
}

// wordsOfFlags returns the flags of a command, with one hyphen or two as they're begun.
func wordsOfFlags(v verb, begun string) (words []string) {
	hyphens := begun[:len(begun)-len(strings.TrimLeft(begun, "-"))]
	list := func(flags *flag.FlagSet) {
		flags.VisitAll(func(f *flag.Flag) {
			_, use := flag.UnquoteUsage(f)
			use, _, _ = strings.Cut(use, ";")
			words = append(words, hyphens+f.Name+"\t"+use)
		})
	}
	v.run(console{out: io.Discard, err: io.Discard, flags: list}, nil)
	return words
}
