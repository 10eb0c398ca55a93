package grant

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
)

// Service is a service of the account, by its letter in signatures.
type Service byte

// The services of an account.
const (
	Blob  Service = 'b'
	Queue Service = 'q'
	Table Service = 't'
)

// Level is how high an operation reaches, by its letter in signatures.
type Level byte

// The levels of operations.
const (
	OfService   Level = 's'
	OfContainer Level = 'c' // a table, a queue or a container
	OfObject    Level = 'o' // entities, messages, blobs
)

// Grant is what the sender of a request may do.
type Grant struct {
	Services    string // letters of services; "" for none
	Levels      string // letters of levels; "" for none
	Permissions string // letters of permissions; "" for none
	Resource    string // the one table, queue or container it is for, in lower case; "" for any
	Object      string // the one blob it is for; "" for any
	Keys        Keys   // of entities
	owner       bool
}

// Keys is the part of a table that a Grant reaches. Its zero value is all of it.
type Keys struct {
	From  *table.Key // the first entity; nil for no bound
	To    *table.Key // the last one; nil for no bound
	Whole bool       // To stands for the last entity of its partition, whatever its RowKey
}

// Owner returns the grant of who has the account's key: everything.
func Owner() Grant { return Grant{owner: true} }

// IsOwner reports whether the grant is that of the account's owner.
func (g Grant) IsOwner() bool { return g.owner }

// Need is what an operation asks of a Grant.
type Need struct {
	Service  Service
	Level    Level
	Resource string   // the table, queue or container, in any case; "" for those that name none
	Object   string   // the blob
	Itself   bool     // it is about the resource rather than what is in it: tokens of one reach what is in it
	Any      []string // letters of permissions of which one string must be held whole; none: owners only
}

// Allow returns nil when the grant covers what an operation needs, and the *fault.Error to answer
// when it does not.
// https://learn.microsoft.com/rest/api/storageservices/create-account-sas
func (g Grant) Allow(n Need) error {
	switch {
	case g.owner:
		return nil
	case strings.IndexByte(g.Services, byte(n.Service)) < 0:
		return fault.Refused(fault.AuthorizationServiceMismatch, "")
	case strings.IndexByte(g.Levels, byte(n.Level)) < 0:
		return fault.Refused(fault.AuthorizationResourceTypeMismatch, "")
	case g.Resource != "" && g.Resource != strings.ToLower(n.Resource):
		return fault.Refused(fault.AuthenticationFailed, "")
	case g.Object != "" && g.Object != n.Object:
		return fault.Refused(fault.AuthenticationFailed, "")
	case g.Resource != "" && n.Itself:
		return fault.Refused(fault.AuthorizationResourceTypeMismatch, "")
	case !slices.ContainsFunc(n.Any, g.Holds):
		return fault.Refused(fault.AuthorizationPermissionMismatch, "")
	}
	return nil
}

// Holds reports whether the grant has every one of the permissions.
func (g Grant) Holds(permissions string) bool {
	if g.owner {
		return true
	}
	for i := range len(permissions) {
		if strings.IndexByte(g.Permissions, permissions[i]) < 0 {
			return false
		}
	}
	return permissions != ""
}

// InOrder reports whether text is some of the letters, each once, in their order, as the services want
// permissions written.
func InOrder(text, letters string) bool {
	for i := range len(text) {
		at := strings.IndexByte(letters, text[i])
		if at < 0 {
			return false
		}
		letters = letters[at+1:]
	}
	return true
}
