package read

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// Complete says what could be written at the end of a text, which is the part of a design file before a
// cursor. The lines above tell which types, properties and patterns there are.
func Complete(before string) *protocol.CompleteReply {
	at := sketch(before)
	reply := &protocol.CompleteReply{Typed: at.typed, Kind: protocol.CompleteKeyword}
	c := completer{where: at, reply: reply}
	c.file, _, _ = Begun("", at.above)
	if !strings.HasPrefix(strings.TrimSpace(at.line), "#") {
		c.answer()
	}
	return reply
}

type completer struct {
	where
	file  *design.File
	reply *protocol.CompleteReply
}

func (c *completer) offer(kind protocol.CompletionKind, detail string, all ...string) {
	c.reply.Kind = kind
	for _, each := range all {
		if strings.HasPrefix(strings.ToLower(each), strings.ToLower(c.typed)) {
			c.reply.Options = append(c.reply.Options, protocol.Completion{Write: each, Detail: detail})
		}
	}
}

// names offers what can be named here, with a colon behind it, if it isn't there yet.
func (c *completer) names(detail string, all ...string) {
	for _, each := range all {
		if !slices.Contains(c.beside, each) {
			c.offer(protocol.CompleteKeyword, detail, each+": ")
		}
	}
}

// answer goes by the section and by how deep the place is in it.
func (c *completer) answer() {
	path := c.path
	switch {
	case len(path) == 0:
		c.names("a section", "entities", "patterns", "designs", "chosen", "budgets", "prices", "seed")
	case path[0] == "chosen":
		for _, d := range c.file.Designs {
			c.offer(protocol.CompleteValue, "a design", plain(d.Name))
		}
	case path[0] == "entities":
		c.entities(path[1:])
	case path[0] == "patterns":
		c.patterns(path[1:])
	case path[0] == "designs" && len(path) > 1:
		c.designs(path[2:])
	case path[0] == "budgets" && len(path) == 1:
		for _, p := range c.file.Patterns {
			c.names("a pattern", plain(p.Name))
		}
	case path[0] == "budgets" && len(path) == 2:
		c.names("at most, as in \"<= 10\"", "read", "returned", "requests", "transactions", "bytes", "written",
			"designs")
	case path[0] == "prices" && len(path) == 1:
		c.names("", "currency", "transactions", "storage", "sent", "date")
	}
}

func (c *completer) entities(path []string) {
	switch n := len(path); {
	case n == 1:
		c.names("", "count", "properties", "unique", "fixed")
	case n == 2 && path[1] == "fixed":
		c.offer(protocol.CompleteValue, "it doesn't grow with the others", "true")
	case n == 3 && path[1] == "properties", n == 4 && path[3] == "type":
		for _, k := range kinds {
			c.offer(protocol.CompleteValue, "a type", kindName(k))
		}
		if n == 3 && c.braced {
			c.reply.Options = nil
			kind := table.String
			for _, k := range kinds {
				if strings.Contains(c.line, "type: "+kindName(k)) {
					kind = k
				}
			}
			c.names("", append(fieldsOf(kind), "of")...)
		}
	case n == 4 && path[3] == "of":
		for _, e := range c.file.Entities {
			for _, p := range e.Properties {
				if e.Name != path[0] && p.Values == 0 && (p.Kind == table.String || p.Kind == table.GUID) {
					c.offer(protocol.CompleteProperty, "of another type", e.Name+"."+p.Name)
				}
			}
		}
	}
}

func (c *completer) patterns(path []string) {
	if len(path) == 0 {
		return
	}
	var does *verb
	of := ""
	for i, v := range verbs {
		if _, rest, ok := strings.Cut(c.line, v.name+": "); ok {
			does = &verbs[i]
			of = strings.TrimLeft(rest, "[ ")
			of = of[:len(of)-len(strings.TrimLeft(of, letters))]
		}
	}
	switch {
	case len(path) == 1 && does == nil:
		for _, v := range verbs {
			c.names(v.says+" entities of a type", v.name)
		}
	case len(path) == 1:
		c.names("", append([]string{"rate"}, does.fields...)...)
	case slices.ContainsFunc(verbs, func(v verb) bool { return v.name == path[1] }), path[1] == "with":
		for _, e := range c.file.Entities {
			c.offer(protocol.CompleteTable, "a type", e.Name)
		}
	case path[1] == "rate":
		c.offer(protocol.CompleteValue, "how often", "1/s", "1/m", "1/h", "1/d")
	default:
		c.properties(path[1], of)
	}
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// properties offers what a clause says of a type's properties.
func (c *completer) properties(clause, of string) {
	for _, e := range c.file.Entities {
		if e.Name != of {
			continue
		}
		for _, p := range e.Properties {
			switch clause {
			case "where":
				for _, choice := range saidOf(p) {
					c.offer(protocol.CompleteProperty, "", choice.Value)
				}
			case "sort":
				for _, choice := range orders(p) {
					c.offer(protocol.CompleteProperty, choice.Says, choice.Value)
				}
			default:
				c.offer(protocol.CompleteProperty, kindName(p.Kind), p.Name)
			}
		}
	}
}

// designs offers the types of a design, what they have, and what a key is made of.
func (c *completer) designs(path []string) {
	isKey := len(path) > 0 && strings.HasSuffix(path[len(path)-1], "Key")
	switch n := len(path); {
	case n == 0:
		for _, e := range c.file.Entities {
			c.names("a type", e.Name)
		}
	case isKey:
		for _, e := range c.file.Entities {
			if e.Name == path[0] && strings.Contains(c.line, "{") {
				for _, p := range e.Properties {
					c.offer(protocol.CompleteProperty, "", formatsOf(p)...)
				}
			}
		}
	case n == 1:
		c.names("", table.PartitionKey, table.RowKey, "table", "copies")
	case n == 3 && path[1] == "copies":
		c.names("", "table", table.PartitionKey, table.RowKey, "only", "when")
	case n == 4 && path[3] == "only":
		c.properties("only", path[0])
	}
}

// formatsOf are the ways in which a key can have a property, without the first brace.
func formatsOf(p *design.Property) (all []string) {
	formats := []string{"}"}
	switch {
	case p.Kind == table.DateTime:
		formats = []string{":iso}", ":inverted}", ":yyyy-MM-dd}", ":yyyy-MM}"}
	case p.Kind == table.Int32, p.Kind == table.Int64:
		formats = []string{":8}", ":inverted 8}", ":hash 16}"}
	case p.Kind == table.String:
		formats = append(formats, ":hash 16}", ":lower}")
	}
	for _, format := range formats {
		all = append(all, p.Name+format)
	}
	return all
}
