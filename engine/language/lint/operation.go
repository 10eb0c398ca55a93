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
	request       *script.Request
	index         int // of the iteration
	method        string
	odata.Address // the key is that of the body, too
	ifMatch       string
	size          int // of the body
	entity        table.Entity
	stored        bool // the body is an entity
}

// writes reports whether it writes an entity with this body.
func (o *operation) writes() bool { return o.stored && o.method != "GET" }

// enough is how many iterations of a loop are looked at: what is wrong shows by then.
const enough = 101

// operations returns what a request does to entities: nothing if it's about something else.
func operations(v *script.Values, r *script.Request) (all []operation) {
	for v.Index = range min(max(1, r.Loop), enough) {
		o := operation{request: r, index: v.Index, method: r.Method}
		url, ok := strings.CutPrefix(v.Sketch(r.URL), host+"."+script.Host+"/")
		if ok {
			o.Address, ok = odata.ParseAddress(url)
		}
		if !ok {
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

// read reads the body as the entity that is written.
func (o *operation) read(body []byte) {
	o.size = len(body)
	if len(body) == 0 {
		return
	}
	var err error
	if o.One {
		o.entity.Key = o.Key
		o.entity.Properties, err = odata.DecodeUpdate(body)
	} else {
		o.entity.Key, o.entity.Properties, err = odata.DecodeInsert(body)
		o.Key = o.entity.Key
	}
	o.stored = err == nil
}
