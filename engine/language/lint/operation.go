package lint

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// operation is a request on entities, or one iteration of its loop.
type operation struct {
	request *script.Request
	index   int // of the iteration
	method  string
	table   string
	one     bool // its URL has both keys
	key     table.Key
	params  []wire.Param
	ifMatch string
	size    int // of the body
	entity  table.Entity
	stored  bool // the body is an entity
}

// writes reports whether it writes an entity with this body.
func (o *operation) writes() bool { return o.stored && o.method != "GET" }

func (o *operation) param(name string) (value string, ok bool) {
	for _, p := range o.params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// enough is how many iterations of a loop are looked at: what is wrong shows by then.
const enough = 101

// operations returns what a request does to entities: nothing if it's about something else.
func operations(v *script.Values, r *script.Request) (all []operation) {
	for v.Index = range min(max(1, r.Loop), enough) {
		o := operation{request: r, index: v.Index, method: r.Method}
		url, ok := strings.CutPrefix(v.Sketch(r.URL), host+"."+script.Host+"/")
		if !ok || !o.address(url) {
			return nil
		}
		for _, h := range r.Headers {
			switch {
			case wire.EqualFold(h.Name, "If-Match"):
				o.ifMatch = v.Sketch(h.Value)
			case wire.EqualFold(h.Name, "X-HTTP-Method") && o.method == "POST":
				o.method = v.Sketch(h.Value)
			}
		}
		o.read([]byte(v.Sketch(r.Body)))
		all = append(all, o)
	}
	return all
}

// address reads what follows the account's address. ok is false for anything but entities.
func (o *operation) address(url string) (ok bool) {
	path, query, _ := strings.Cut(url, "?")
	if o.params, ok = wire.Params(query); !ok {
		return false
	}
	if path, ok = wire.Unescape(path); !ok {
		return false
	}
	name, keys, found := strings.Cut(path, "(")
	if !table.ValidName(name) || wire.EqualFold(name, "Tables") {
		return false
	}
	o.table = name
	keys = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(keys), ")"))
	if !found || keys == "" {
		return true
	}
	o.one = true
	o.key, ok = odata.PathKey(keys)
	return ok
}

// read reads the body as the entity that is written.
func (o *operation) read(body []byte) {
	o.size = len(body)
	if len(body) == 0 {
		return
	}
	var err error
	if o.one {
		o.entity.Key = o.key
		o.entity.Properties, err = odata.DecodeUpdate(body)
	} else {
		o.entity.Key, o.entity.Properties, err = odata.DecodeInsert(body)
		o.key = o.entity.Key
	}
	o.stored = err == nil
}
