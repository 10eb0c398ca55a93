package recipe

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// File is the recipes in one language, which readers put beside their programs.
type File struct {
	Path     string // in the repository
	Language string // as tabs call it

	lexer   string
	begin   string                    // a pattern of a function's first line; NAME is its name
	end     string                    // the line after which it ends; "" for the next one that isn't indented
	comment string                    // what each line of the comment above it begins with; "" if it's within
	named   func(camel string) string // its name in this language
}

// Files are those of all languages, in the order of tabs. One that isn't there yet isn't shown.
var Files = []File{
	{
		Path: "patterns/recipes/recipes.js", Language: "JavaScript", lexer: "js",
		begin: `(export )?(async )?function\*? NAME\(`, end: "}", comment: `/\*\*| \*`, named: camel,
	},
	{
		Path: "patterns/recipes/recipes.go", Language: "Go", lexer: "go",
		begin: `func NAME[\[(]`, end: "}", comment: "//", named: pascal,
	},
	{
		Path: "patterns/recipes/recipes.cs", Language: "C#", lexer: "csharp",
		begin: `    public static .*\bNAME(Async)?[<(]`, end: "    }", comment: "    ///", named: pascal,
	},
	{
		Path: "patterns/recipes/recipes.py", Language: "Python", lexer: "python",
		begin: `def NAME\(`, named: snake,
	},
}

// URL is where the site has the file.
func (f File) URL() string { return "/" + path.Base(f.Path) }

func camel(name string) string { return name }

func pascal(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// source is a function in one language.
type source struct {
	File
	text string
}

// sourcesOf returns the source of a function in each language, with the comment above it.
func sourcesOf(repository fs.FS, name string) (all []source, err error) {
	for _, f := range Files {
		text, err := fs.ReadFile(repository, f.Path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if own := f.function(string(text), name); own != "" {
			all = append(all, source{f, own})
		}
	}
	if name == "" || len(all) == 0 {
		return nil, fmt.Errorf("there is no function %s in patterns/recipes", name)
	}
	return all, nil
}

// function returns the source of a function, or "".
func (f File) function(text, name string) string {
	if name == "" {
		return ""
	}
	lines := strings.SplitAfter(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	begin := regexp.MustCompile("^" + strings.ReplaceAll(f.begin, "NAME", regexp.QuoteMeta(f.named(name))))
	from := slices.IndexFunc(lines, begin.MatchString)
	if from < 0 {
		return ""
	}
	to := from + 1
	for to < len(lines) && !f.ends(lines[from:to], lines[to]) {
		to++
	}
	above := regexp.MustCompile("^(" + f.comment + ")")
	for f.comment != "" && from > 0 && above.MatchString(lines[from-1]) {
		from--
	}
	return unindented(strings.TrimRight(strings.Join(lines[from:to], ""), "\n")+"\n", f.end)
}

// ends reports whether a function has ended before a line.
func (f File) ends(before []string, line string) bool {
	last := strings.TrimRight(before[len(before)-1], "\n")
	switch {
	case f.end == "":
		return strings.Trim(line, "\n") != "" && strings.Trim(line[:1], " )") != ""
	case len(before) == 1 && !strings.HasSuffix(last, "}") && !strings.HasSuffix(last, ";"):
		return false
	case len(before) == 1:
		return strings.Count(last, "{") == strings.Count(last, "}")
	}
	return last == f.end
}

// unindented returns text without the indentation of its last line.
func unindented(text, end string) string {
	indent := end[:len(end)-len(strings.TrimLeft(end, " "))]
	return strings.ReplaceAll("\n"+text, "\n"+indent, "\n")[1:]
}
