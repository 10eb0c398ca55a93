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
	Server  string       // how it names itself in answers
	Trailer wire.Headers // last in each answer

	// Owns reports whether a request to Of is this Service's; nil owns every one. Only the method, the
	// headers and the address are known by then.
	Owns func(*Call) bool

	// Route says what a request wants; its error is a *fault.Error.
	Route func(*Call) (Operation, error)

	// Refuse puts a fault into the form that clients of the service expect.
	Refuse func(*Call, *fault.Error) Reply
}

// Operation is one operation of a service.
type Operation struct {
	Name   string // after the title of its REST page, in one word
	Need   grant.Need
	Writes bool // it changes the store
	Group  bool // it's made of operations that are permitted one by one

	Task Task
}

// Task is the work of an Operation, for one call.
type Task interface {
	// Parse reads what the request says. It doesn't see the store, and its error is a *fault.Error, or
	// one that the account knows how to turn into one.
	Parse() error

	// Apply does the work within a transaction of the store, which its error undoes. Parse has succeeded
	// before.
	Apply(*store.Tx) (Reply, error)
}

// Apply is the Apply of a Task.
type Apply func(*store.Tx) (Reply, error)

// Reply is what a service answers. The account adds the headers that every answer carries.
type Reply struct {
	Status  int
	Headers wire.Headers
	Body    []byte                  // as it is; nil for none
	Content func(dst []byte) []byte // appends the body in place of Body; nil for none
}

// Refusal is an error that brings its own form of answer, in place of that of its service.
type Refusal interface {
	error
	Refuse(*fault.Error) Reply
}
