package endpoint

import (
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/tally"
)

// accountCalls are what the control interface does for tests with one account, by the method and what follows
// the account's name. found is nil for an account that its first request is yet to make.
var accountCalls = map[string]func(c *Control, name string, found *served, query url.Values) (any, error){
	"GET ": connection, "DELETE ": removal, "GET cost": costs,
	"DELETE cost": func(_ *Control, _ string, found *served, _ url.Values) (any, error) {
		if found != nil {
			found.tally.Reset()
		}
		return struct{}{}, nil
	},
	"POST mark": made(func(s *served) error { return s.Mark() }),
	"POST back": made(func(s *served) error { return s.Back() }),
}

// handleAccounts answers a request about accounts: where one is, what it had at a mark, what its requests
// took.
func (c *Control) handleAccounts(method, path string, query url.Values) (status int, answer []byte) {
	refuse := func(status int, why string) (int, []byte) { return status, protocol.JSON(protocol.Refuse(why)) }
	name, what, _ := strings.Cut(path, "/")
	reply, err := any(map[string][]string{"accounts": c.endpoint.accounts.names()}), error(nil)
	if path != "" || method != "GET" {
		call, found := accountCalls[method+" "+what], c.endpoint.accounts.find(name)
		switch {
		case path == "" || call == nil:
			return refuse(405, "there are GET /accounts, GET and DELETE of /accounts/NAME and /accounts/NAME/cost, "+
				"POST /accounts/NAME/mark and /accounts/NAME/back")
		case found == nil && !c.endpoint.accounts.makes(name):
			return refuse(404, errNoAccount.Error())
		}
		reply, err = call(c, name, found, query)
	}
	if err == nil {
		answer, err = json.Marshal(reply)
	}
	if err != nil {
		return refuse(409, err.Error())
	}
	return 200, answer
}

func connection(c *Control, name string, found *served, _ url.Values) (any, error) {
	account := Account{name, c.endpoint.accounts.first().Keys}
	if found != nil {
		account = found.of
	}
	if !account.Known() {
		return nil, errors.New("the account has a key of its own, which isn't told here")
	}
	return map[string]string{"name": name, "connectionString": c.endpoint.Connection(account)}, nil
}

func removal(c *Control, name string, found *served, _ url.Values) (any, error) {
	if found == nil {
		return struct{}{}, nil
	}
	err := c.endpoint.accounts.remove(name)
	if err == nil {
		c.Forget(name)
	}
	return struct{}{}, err
}

// made returns a call for an account, which it makes if there's none yet.
func made(do func(*served) error) func(*Control, string, *served, url.Values) (any, error) {
	return func(c *Control, name string, found *served, _ url.Values) (_ any, err error) {
		if found == nil {
			if found, err = c.endpoint.accounts.make(name); err != nil {
				return nil, err
			}
		}
		return struct{}{}, do(found)
	}
}

// costed is what the requests of an account took, and what's wrong with that.
type costed struct {
	tally.Cost
	Problem string `json:"problem,omitempty"` // see tally.Problem; "" without a limit
}

// costs says what an account's requests took and, given the most that they may read, what's wrong with it.
func costs(_ *Control, name string, found *served, query url.Values) (any, error) {
	t := tally.New(name)
	if found != nil {
		t = found.tally
	}
	c := &costed{Cost: t.Cost()}
	if most := query.Get("most"); most != "" {
		limit, err := strconv.Atoi(most)
		if err != nil || limit < 0 {
			return nil, errors.New("most is a number of entities, such as 40")
		}
		c.Problem = t.Problem(limit)
	}
	return c, nil
}
