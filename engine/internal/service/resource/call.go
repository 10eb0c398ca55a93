package resource

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// Call is a call whose path is a list of names with slashes between them.
type Call struct {
	*service.Call
	Names []string // decoded; empty for the service itself
}

// Parse reads a request and returns the work to do in the store.
type Parse func(*Call) (service.Apply, error)

// Reads returns an operation that reads and needs one permission.
func (c *Call) Reads(
	name string, level grant.Level, permission string, parse Parse,
) service.Operation {
	need := grant.Need{Level: level, Any: []string{permission}}
	return service.Operation{Name: name, Need: need, Task: c.Task(parse)}
}

// Writes returns an operation that writes and needs one of some permissions.
func (c *Call) Writes(
	name string, level grant.Level, permissions []string, parse Parse,
) service.Operation {
	need := grant.Need{Level: level, Any: permissions}
	return service.Operation{Name: name, Need: need, Writes: true, Task: c.Task(parse)}
}

// Task returns the work of an operation, whose parse sees the names of the path.
func (c *Call) Task(parse Parse) service.Task { return &task{call: c, parse: parse} }

// Route makes a service's Route from a function that sees the names of the path.
func Route(
	of grant.Service, route func(*Call) (service.Operation, error),
) func(*service.Call) (service.Operation, error) {
	return func(c *service.Call) (service.Operation, error) {
		if err := c.CheckVersion(); err != nil {
			return service.Operation{}, err
		}
		named, err := Named(c)
		if err != nil {
			return service.Operation{}, err
		}
		o, err := route(named)
		o.Need.Service = of
		return o, err
	}
}

// task is a service.Task: one call and what its operation does.
type task struct {
	call  *Call
	parse Parse
	apply service.Apply
}

// Parse reads the request and keeps what to do for Apply.
func (t *task) Parse() (err error) {
	t.apply, err = t.parse(t.call)
	return err
}

// Apply does the work.
func (t *task) Apply(tx *store.Tx) (service.Reply, error) { return t.apply(tx) }

// Named splits the path of a call, whose escapes are well-formed. Names and parameters with characters that
// XML doesn't allow are refused, because lists couldn't repeat them.
func Named(c *service.Call) (*Call, error) {
	named := &Call{Call: c}
	for _, p := range c.Params {
		if !xmlbody.Valid(p.Value) {
			return nil, fault.New(fault.InvalidQueryParameterValue).WithHint(hintCharacter)
		}
	}
	if c.Path == "" {
		return named, nil
	}
	for part := range strings.SplitSeq(c.Path, "/") {
		name, _ := wire.Unescape(part)
		if !xmlbody.Valid(name) {
			return nil, fault.New(fault.InvalidURI).WithHint(hintCharacter)
		}
		named.Names = append(named.Names, name)
	}
	return named, nil
}

const hintCharacter = "The URL has a character that XML doesn't allow."
