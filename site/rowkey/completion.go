package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// completionScripts are what shells read to complete the arguments of rowkey. Each asks the program itself,
// which answers with a line for each word that fits, and after a tab what it's for. Where none fits, they
// complete files.
var completionScripts = map[string]string{
	"bash": `
_rowkey() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("${line%%$'\t'*}")
  done < <(rowkey completion words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _rowkey rowkey
`,
	"zsh": `
#compdef rowkey
_rowkey() {
  local -a found
  found=(${(f)"$(rowkey completion words "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then
    found=("${(@)found//:/\\:}")
    found=("${(@)found/$'\t'/:}")
    _describe rowkey found
  else
    _files
  fi
}
compdef _rowkey rowkey
`,
	"fish": `
function _rowkey
  set -l found (rowkey completion words (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if set -q found[1]
    printf '%s\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c rowkey -f -k -a '(_rowkey)'
`,
	"powershell": `
Register-ArgumentCompleter -Native -CommandName rowkey -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -eq '') { $words += '""' }
  rowkey completion words @words 2>$null | ForEach-Object {
    $name, $use = $_ -split [char]9, 2
    if (-not $use) { $use = $name }
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $use)
  }
}
`,
}

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
	script, known := completionScripts[rest[0]]
	if !known {
		return c.misused(fmt.Errorf("no completion can be written for %q%s", rest[0], oneOf(rest[0], shells())))
	}
	fmt.Fprint(c.out, strings.TrimPrefix(script, "\n"))
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

func shells() []string { return slices.Sorted(maps.Keys(completionScripts)) }

// fitting returns the words that begin with what has been written.
func fitting(begun string, words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, begun) })
}

// wordsOfVerbs returns the names of the commands, each with the first line that says what it does.
func wordsOfVerbs() (words []string) {
	for _, v := range verbs() {
		words = append(words, v.name+"\t"+use(v.usage))
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
