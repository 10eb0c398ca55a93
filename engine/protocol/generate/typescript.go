package main

import (
	"fmt"
	"go/ast"
	"strings"
)

// typeScript is the types of the contract for pages.
func (c *contract) typeScript() []byte {
	b := &strings.Builder{}
	b.WriteString(header[:len(header)-1])
	var calls []*declared
	for _, t := range c.order {
		c.tsDeclaration(b, t)
		if t.isCall() {
			calls = append(calls, t)
		}
	}
	b.WriteString("\n/** The calls of the engine and their replies. */\nexport interface Replies {\n")
	for _, t := range calls {
		reply := strings.TrimSuffix(t.name, "Call") + "Reply"
		if c.types[reply] == nil {
			reply = "Done"
		}
		fmt.Fprintf(b, "  readonly %s: %s;\n", t.op(), reply)
	}
	b.WriteString("}\n\nexport type Call =")
	for _, t := range calls {
		b.WriteString("\n  | " + t.name)
	}
	b.WriteString(";\n")
	return []byte(b.String())
}

func (c *contract) tsDeclaration(b *strings.Builder, t *declared) {
	b.WriteString("\n")
	tsComment(b, "", t.doc)
	switch {
	case t.directive == "ts":
		union(b, t.name, strings.Split(t.argument, " | "))
	case t.directive == "tuple":
		var items []string
		for _, f := range t.fields {
			items = append(items, f.json+": "+c.tsType(f.expr))
		}
		line := fmt.Sprintf("export type %s = readonly [%s];\n", t.name, strings.Join(items, ", "))
		if len(line) > 101 {
			list := strings.Join(items, ",\n  ")
			line = fmt.Sprintf("export type %s = readonly [\n  %s,\n];\n", t.name, list)
		}
		b.WriteString(line)
	case t.directive == "members":
		fmt.Fprintf(b, "export type %s = Readonly<Record<string, string>>;\n", t.name)
	case t.values != nil:
		union(b, t.name, t.values)
	case t.directive == "text":
		fmt.Fprintf(b, "export type %s = string | Data%[1]s;\n\nexport interface Data%[1]s {\n", t.name)
		c.tsFields(b, t)
	case t.fields != nil:
		if len(t.fields) == 0 && !t.isCall() {
			fmt.Fprintf(b, "export type %s = object;\n", t.name)
			return
		}
		var parents []string
		for _, f := range t.fields {
			if f.name == "" {
				parents = append(parents, f.expr.(*ast.Ident).Name)
			}
		}
		extends := ""
		if parents != nil {
			extends = " extends " + strings.Join(parents, ", ")
		}
		fmt.Fprintf(b, "export interface %s%s {\n", t.name, extends)
		c.tsFields(b, t)
	default:
		if in, ok := t.expr.(*ast.InterfaceType); ok {
			union(b, t.name, oneOf(in))
			return
		}
		fmt.Fprintf(b, "export type %s = %s;\n", t.name, c.tsType(t.expr))
	}
}

// oneOf returns the structs of which a value is one.
func oneOf(in *ast.InterfaceType) (names []string) {
	ast.Inspect(in, func(n ast.Node) bool {
		if of, ok := n.(*ast.Ident); ok {
			names = append(names, of.Name)
		}
		return true
	})
	return names
}

// union declares a type that is one of others, as the formatter would.
func union(b *strings.Builder, name string, of []string) {
	line := "export type " + name + " = " + strings.Join(of, " | ") + ";"
	if len(line) > 100 {
		line = "export type " + name + " =\n  | " + strings.Join(of, "\n  | ") + ";"
	}
	b.WriteString(line + "\n")
}

func (c *contract) tsFields(b *strings.Builder, t *declared) {
	if t.isCall() {
		fmt.Fprintf(b, "  readonly op: %q;\n", t.op())
	}
	for _, f := range t.fields {
		if f.name == "" {
			continue
		}
		tsComment(b, "  ", f.doc)
		of := c.tsType(f.expr)
		if star, ok := f.expr.(*ast.StarExpr); ok && f.optional && !t.isCall() {
			of = c.tsType(star.X)
		}
		if f.is != "" {
			of = f.is
		}
		optional := ""
		if f.optional {
			optional = "?"
		}
		fmt.Fprintf(b, "  readonly %s%s: %s;\n", f.json, optional, of)
	}
	b.WriteString("}\n")
}

func (c *contract) tsType(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return c.tsType(e.X) + " | null"
	case *ast.ArrayType:
		of := c.tsType(e.Elt)
		if strings.Contains(of, " ") {
			of = "(" + of + ")"
		}
		return "readonly " + of + "[]"
	case *ast.Ident:
		switch e.Name {
		case "string":
			return "string"
		case "int", "float64":
			return "number"
		case "bool":
			return "boolean"
		}
		if c.types[e.Name] != nil {
			return e.Name
		}
	}
	return c.fail("%v is a type that TypeScript doesn't have", e)
}

// tsComment writes a comment with its lines as they are.
func tsComment(b *strings.Builder, indent string, doc []string) {
	switch {
	case len(doc) == 0:
	case len(doc) == 1 && len(indent+doc[0]) <= 93:
		fmt.Fprintf(b, "%s/** %s */\n", indent, doc[0])
	default:
		fmt.Fprintf(b, "%s/**\n", indent)
		for _, line := range doc {
			fmt.Fprintf(b, "%s * %s\n", indent, line)
		}
		fmt.Fprintf(b, "%s */\n", indent)
	}
}
