package grant_test

import (
	"errors"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
)

func TestAllow(t *testing.T) {
	insert := grant.Need{Service: grant.Table, Level: grant.OfObject, Resource: "Orders", Any: []string{"a"}}
	upsert := grant.Need{Service: grant.Table, Level: grant.OfObject, Resource: "Orders", Any: []string{"au"}}
	create := grant.Need{Service: grant.Table, Level: grant.OfContainer, Resource: "Orders",
		Any: []string{"c", "w"}}
	policies := grant.Need{Service: grant.Table, Level: grant.OfContainer, Resource: "Orders"}
	remove := grant.Need{Service: grant.Blob, Level: grant.OfContainer, Resource: "docs", Itself: true,
		Any: []string{"d"}}
	all := grant.Grant{Services: "bqt", Levels: "sco", Permissions: "rwdlacup"}
	for _, c := range []struct {
		name string
		g    grant.Grant
		n    grant.Need
		want fault.Code
	}{
		{"nothing", grant.Grant{}, insert, fault.AuthorizationServiceMismatch},
		{"the owner", grant.Owner(), insert, fault.Code{}},
		{"the owner, what only owners may", grant.Owner(), policies, fault.Code{}},
		{"all but that", all, policies, fault.AuthorizationPermissionMismatch},
		{"all", all, insert, fault.Code{}},
		{"another service", grant.Grant{Services: "bq", Levels: "o", Permissions: "a"}, insert,
			fault.AuthorizationServiceMismatch},
		{"another level", grant.Grant{Services: "t", Levels: "sc", Permissions: "a"}, insert,
			fault.AuthorizationResourceTypeMismatch},
		{"its table in any case", grant.Grant{Services: "t", Levels: "o", Permissions: "a",
			Resource: "orders"}, insert, fault.Code{}},
		{"another table", grant.Grant{Services: "t", Levels: "o", Permissions: "a", Resource: "order"},
			insert, fault.AuthenticationFailed},
		{"half of what an upsert needs", grant.Grant{Services: "t", Levels: "o", Permissions: "a"}, upsert,
			fault.AuthorizationPermissionMismatch},
		{"both halves", grant.Grant{Services: "t", Levels: "o", Permissions: "ua"}, upsert, fault.Code{}},
		{"the resource itself", grant.Grant{Services: "b", Levels: "co", Permissions: "d",
			Resource: "docs"}, remove, fault.AuthorizationFailure},
		{"the resource itself, of all", grant.Grant{Services: "b", Levels: "co", Permissions: "d"}, remove,
			fault.Code{}},
		{"either of two", grant.Grant{Services: "t", Levels: "c", Permissions: "w"}, create, fault.Code{}},
		{"neither of two", grant.Grant{Services: "t", Levels: "c", Permissions: "r"}, create,
			fault.AuthorizationPermissionMismatch},
	} {
		err := c.g.Allow(c.n)
		if c.want == (fault.Code{}) && err != nil || c.want != (fault.Code{}) && !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
