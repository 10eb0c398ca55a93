package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// generate returns the TypeScript of the package in a folder.
func generate(folder string) ([]byte, error) {
	c := &contract{types: map[string]*declared{}}
	if err := c.parse(folder); err != nil {
		return nil, err
	}
	return c.typeScript(), c.err
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
	directive string // such as members
	argument  string // of the directive
	expr      ast.Expr
	fields    []field  // of a struct
	values    []string // of a string with constants
}

// field is a field of a struct.
type field struct {
	name     string // in Go; "" if it's embedded
	json     string
	optional bool
	alone    bool   // a string in place of the struct is this one
	item     bool   // of a tuple
	is       string // its only value
	doc      []string
	expr     ast.Expr
}

func (t *declared) isCall() bool { return t.fields != nil && strings.HasSuffix(t.name, "Call") }

// isTuple reports whether a struct is an array in JSON.
func (t *declared) isTuple() bool { return len(t.fields) > 0 && t.fields[0].item }

// op is the name of a call.
func (t *declared) op() string { return lower(strings.TrimSuffix(t.name, "Call")) }

// parse reads the files of the package. Exported types are the contract, except those of calls.go that only
// Go needs.
func (c *contract) parse(folder string) error {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
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
	case *ast.MapType:
		return nil
	}
	if !spec.Name.IsExported() || t.name == "Reply" {
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
		one := field{json: json, optional: option == "omitempty", alone: tag.Get("alone") != "", expr: f.Type}
		if member, value, found := strings.Cut(tag.Get("is"), "="); found {
			one.json, one.is = member, value
		}
		one.doc = append(lines(f.Doc), lines(f.Comment)...)
		if len(f.Names) == 0 {
			all = append(all, one)
		}
		for _, name := range f.Names {
			one.name = name.Name
			if json == "" && one.is == "" {
				one.json, one.item = lower(name.Name), true
			}
			all = append(all, one)
		}
	}
	return all
}

// fail keeps the first error.
func (c *contract) fail(why string, args ...any) string {
	if c.err == nil {
		c.err = fmt.Errorf(why, args...)
	}
	return ""
}

func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }

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
