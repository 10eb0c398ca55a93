package service

import (
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/wire"
)

// Service is one service of an account, or the part of one that answers some of its requests.
type Service struct {
	Of      grant.Service
	Server  string       // the Server header of its answers
	Trailer wire.Headers // the last headers of each answer

	// Owns reports whether this Service answers a request to Of; nil owns every request. It sees the
	// request and its address.
	Owns func(*Call) bool

	// Route turns a request into an Operation. Its error is a *fault.Error.
	Route func(*Call) (Operation, error)

	// Refuse makes the reply for a fault, in the form that the service's clients expect.
	Refuse func(*Call, *fault.Error) Reply
}

// Operation is one operation of a service.
type Operation struct {
	Name   string // the title of its REST page as one word
	Need   grant.Need
	Writes bool // it writes to the store
	Group  bool // a transaction or batch, whose operations are permitted one by one
	Long   bool // it takes a body of any length, in segments

	Task Task
}

// Task is the work of an Operation, for one call.
type Task interface {
	// Parse reads the request. It sees the store only through Call.View. Its error is a *fault.Error, or one
	// that the account can turn into one.
	Parse() error

	// Apply does the work in a transaction of the store, which an error rolls back. It runs only after
	// Parse has succeeded.
	Apply(*store.Tx) (Reply, error)
}

// Apply is the method Apply of a Task, as a function.
type Apply func(*store.Tx) (Reply, error)

// Reply is what a service answers. The account adds the headers that every answer carries.
type Reply struct {
	Status  int
	Headers wire.Headers
	Body    []byte                  // nil for none
	Content func(dst []byte) []byte // if not nil, appends the body, in place of Body

	Segments []string // the body of a long answer, in place of Body
}

// Refusal is an error that makes the reply for its fault itself, in place of its service.
type Refusal interface {
	error
	Refuse(*fault.Error) Reply
}
