package grant

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Service is one of an account's services, as its letter in signatures.
type Service byte

// The services of an account.
const (
	Blob  Service = 'b'
	Queue Service = 'q'
	Table Service = 't'
)

// Level is the kind of resource that an operation is about, as its letter in signatures.
type Level byte

// The levels of operations.
const (
	OfService   Level = 's'
	OfContainer Level = 'c' // a table, a queue or a container
	OfObject    Level = 'o' // entities, messages, blobs
)

// Grant is what the sender of a request can do.
type Grant struct {
	Services    string       // letters of services; "" for none
	Levels      string       // letters of levels; "" for none
	Permissions string       // letters of permissions; "" for none
	Resource    string       // the only table, queue or container it's for, in lower case; "" for any
	Object      string       // the only blob it's for; "" for any
	Keys        Keys         // the entities it's for
	Public      bool         // of someone without a signature, for a container that everybody can read
	Overrides   wire.Headers // of a blob that's read, in place of its own
	Role        *Role        // of an identity, instead of Services, Levels and Permissions; nil for others
	owner       bool
}

// Identity is who a bearer token speaks for, as GUIDs.
type Identity struct {
	Object string // the user, group, application or managed identity
	Tenant string // its directory
}

// Role is what an identity can do with one service, as the permissions that a token would need.
type Role struct {
	Identity
	Names  string           // a letter for each role, the key of package auth
	Allows map[Level]string // letters of permissions
}

// Keys is the part of a table that a Grant reaches. The zero Keys is the whole table.
type Keys struct {
	From  *table.Key // the first entity; nil for no bound
	To    *table.Key // the last one; nil for no bound
	Whole bool       // To is the end of its partition: its RowKey doesn't count
}

// Owner returns the grant of the account's owner: everything.
func Owner() Grant { return Grant{owner: true} }

// IsOwner reports whether this is the grant of the account's owner.
func (g Grant) IsOwner() bool { return g.owner }

// Need is what an operation asks of a Grant.
type Need struct {
	Service  Service
	Level    Level
	Resource string   // the table, queue or container, in any case; "" for those that name none
	Object   string   // the blob
	Itself   bool     // it's about the resource, which a token for that resource doesn't reach
	Any      []string // sets of permissions, of which the sender needs one; none if only the owner can do it
}

// Allow returns nil if the grant covers what an operation needs, and otherwise the *fault.Error to answer
// with.
// https://learn.microsoft.com/rest/api/storageservices/create-account-sas
func (g Grant) Allow(n Need) error {
	switch {
	case g.owner:
		return nil
	case g.Public && (g.Resource != n.Resource || strings.IndexByte(g.Levels, byte(n.Level)) < 0 ||
		!slices.ContainsFunc(n.Any, g.Holds)):
		return fault.Refused(fault.ResourceNotFound, "").WithHint("Not everybody can read this.")
	case g.Public:
		return nil
	case g.Role != nil:
		return g.Role.allow(n)
	case strings.IndexByte(g.Services, byte(n.Service)) < 0:
		return fault.Refused(fault.AuthorizationServiceMismatch, "")
	case strings.IndexByte(g.Levels, byte(n.Level)) < 0:
		return fault.Refused(fault.AuthorizationResourceTypeMismatch, "")
	case g.Resource != "" && g.Resource != strings.ToLower(n.Resource):
		return fault.Refused(fault.AuthenticationFailed, "")
	case g.Object != "" && g.Object != n.Object:
		return fault.Refused(fault.AuthenticationFailed, "")
	case g.Resource != "" && n.Itself:
		return fault.Refused(fault.AuthorizationFailure, "")
	case !slices.ContainsFunc(n.Any, g.Holds):
		return fault.Refused(fault.AuthorizationPermissionMismatch, "")
	}
	return nil
}

// allow is Grant.Allow. Roles don't cover what only the owner's key can do.
// https://learn.microsoft.com/rest/api/storageservices/authorize-with-azure-active-directory
func (r *Role) allow(n Need) error {
	switch has := (Grant{Permissions: r.Allows[n.Level]}); {
	case len(n.Any) == 0:
		return fault.Refused(fault.AuthorizationFailure, "").WithHint(
			"This needs the account's key: no role allows it.")
	case !slices.ContainsFunc(n.Any, has.Holds):
		return fault.Refused(fault.AuthorizationPermissionMismatch, "").WithHint(
			"None of the identity's roles allows this.")
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
