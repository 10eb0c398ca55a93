package main

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// generate returns the texts of all files that follow from the package in a folder, by their paths.
func generate(folder string) (map[string][]byte, error) {
	c := &contract{types: map[string]*declared{}}
	if err := c.parse(folder); err != nil {
		return nil, err
	}
	for _, t := range c.order {
		if t.isCall() {
			c.reach(ast.NewIdent(t.name), func(t *declared) *bool { return &t.read })
		}
	}
	for _, t := range c.order {
		if !t.read {
			c.reach(ast.NewIdent(t.name), func(t *declared) *bool { return &t.written })
		}
	}
	files := map[string][]byte{filepath.Join(folder, "../../site/ui/protocol.ts"): c.typeScript()}
	source, err := format.Source([]byte(c.shapes()))
	if err != nil {
		return nil, err
	}
	files[filepath.Join(folder, "shapes.gen.go")] = source
	return files, c.err
}

// contract is what package protocol declares.
type contract struct {
	order []*declared
	types map[string]*declared
	err   error
}

// declared is a type.
type declared struct {
	name      string
	doc       []string
	directive string // such as tuple
	argument  string // of the directive
	expr      ast.Expr
	fields    []field  // of a struct
	values    []string // of a string with constants

	read, written bool
}

// field is a field of a struct.
type field struct {
	name     string // in Go; "" if it's embedded
	json     string
	optional bool
	is       string // its only value
	doc      []string
	expr     ast.Expr
}

func (t *declared) isCall() bool { return t.fields != nil && strings.HasSuffix(t.name, "Call") }

// op is the name of a call.
func (t *declared) op() string { return lower(strings.TrimSuffix(t.name, "Call")) }

// parse reads the files of the package that aren't generated. A file with functions, and its types,
// is how the contract is kept: of calls.go only what is replied is part of it.
func (c *contract) parse(folder string) error {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".gen.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				c.declare(g)
			}
		}
	}
	return nil
}

// declare takes the exported types of a declaration, and the values of constants.
func (c *contract) declare(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if t := read(g, spec); t != nil {
				c.order = append(c.order, t)
				c.types[t.name] = t
			}
		case *ast.ValueSpec:
			if of, ok := spec.Type.(*ast.Ident); ok && g.Tok == token.CONST && of.IsExported() {
				t := c.types[of.Name]
				t.values = append(t.values, spec.Values[0].(*ast.BasicLit).Value)
			}
		}
	}
}

// read returns a type, or nil if it isn't part of the contract.
func read(g *ast.GenDecl, spec *ast.TypeSpec) *declared {
	t := &declared{name: spec.Name.Name, doc: lines(g.Doc), expr: spec.Type}
	for _, line := range comments(g.Doc) {
		if text, found := strings.CutPrefix(line, "//protocol:"); found {
			t.directive, t.argument, _ = strings.Cut(text, " ")
		}
	}
	switch of := spec.Type.(type) {
	case *ast.StructType:
		t.fields = fields(of)
	case *ast.InterfaceType:
		if t.directive != "ts" && (spec.Name.Name == "Call" || spec.Name.Name == "Reply") {
			return nil
		}
	case *ast.MapType, *ast.FuncType:
		return nil
	}
	if !spec.Name.IsExported() {
		return nil
	}
	return t
}

func fields(of *ast.StructType) []field {
	all := []field{}
	for _, f := range of.Fields.List {
		var tag reflect.StructTag
		if f.Tag != nil {
			text, _ := strconv.Unquote(f.Tag.Value)
			tag = reflect.StructTag(text)
		}
		json, option, _ := strings.Cut(tag.Get("json"), ",")
		one := field{json: json, optional: option == "omitempty", expr: f.Type}
		if member, value, found := strings.Cut(tag.Get("is"), "="); found {
			one.json, one.is = member, value
		}
		one.doc = append(lines(f.Doc), lines(f.Comment)...)
		if len(f.Names) == 0 {
			all = append(all, one)
		}
		for _, name := range f.Names {
			one.name = name.Name
			if json == "" && one.is == "" { // an item of a tuple
				one.json = lower(name.Name)
			}
			all = append(all, one)
		}
	}
	return all
}

// reach marks a type and all that it's made of.
func (c *contract) reach(e ast.Expr, mark func(*declared) *bool) {
	switch e := e.(type) {
	case *ast.StarExpr:
		c.reach(e.X, mark)
	case *ast.ArrayType:
		c.reach(e.Elt, mark)
	case *ast.Ident:
		t := c.types[e.Name]
		if t == nil || *mark(t) {
			return
		}
		*mark(t) = true
		c.reach(t.expr, mark)
		for _, f := range t.fields {
			c.reach(f.expr, mark)
		}
	}
}

// fail keeps the first error.
func (c *contract) fail(why string, args ...any) string {
	if c.err == nil {
		c.err = fmt.Errorf(why, args...)
	}
	return ""
}

func lower(name string) string {
	first := strings.IndexFunc(name, unicode.IsLower)
	switch {
	case first < 0:
		return strings.ToLower(name)
	case first > 1 && !unicode.IsDigit(rune(name[first-1])): // JSONText
		first--
	}
	return strings.ToLower(name[:first]) + name[first:]
}

func comments(g *ast.CommentGroup) (all []string) {
	if g != nil {
		for _, c := range g.List {
			all = append(all, c.Text)
		}
	}
	return all
}

// lines returns a comment without its slashes and directives.
func lines(g *ast.CommentGroup) []string {
	text := strings.TrimSpace(g.Text())
	if text == "" {
		return nil
	}
	return slices.Clip(strings.Split(text, "\n"))
}
