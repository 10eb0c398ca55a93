package control

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/protocol"
)

// handler answers a method of a resource. It runs with the lock held. It returns the reply, or an error for a
// body that it refuses, and then nothing has changed.
type handler func(c *Control, body string) (protocol.Reply, error)

// resources are the paths of the interface, each with what answers a method. DELETE takes back what was set.
var resources = map[string]map[string]handler{
	"faults": {
		"GET": listRules, "POST": addRules,
		"DELETE": then(listRules, func(c *Control) { c.rules = nil }),
	},
	"requests": {
		"GET":    listSeen,
		"DELETE": then(listSeen, func(c *Control) { c.seen = seen{} }),
	},
	"clock": {
		"GET": tell, "PUT": setClock,
		"DELETE": then(tell, func(c *Control) { c.clock = clock{} }),
	},
	"pages": {
		"GET": pageMode, "PUT": setPages,
		"DELETE": then(pageMode, func(c *Control) { c.pages = pages{} }),
	},
	"throttle": {
		"GET": throttling, "PUT": setThrottle,
		"DELETE": then(throttling, func(c *Control) { c.throttle = nil }),
	},
}

// then returns a handler that changes something first.
func then(h handler, change func(*Control)) handler {
	return func(c *Control, body string) (protocol.Reply, error) {
		change(c)
		return h(c, body)
	}
}

// Handle answers a request to the interface: a method, a path such as /faults, and JSON. The answer is JSON,
// too. A request that is refused changes nothing.
func (c *Control) Handle(method, path, body string) (status int, answer []byte) {
	name, item, nested := strings.Cut(strings.Trim(path, "/"), "/")
	if name == "health" {
		return c.health(method)
	}
	methods, found := resources[name]
	if !found || nested && name != "faults" {
		return refuse(404, errors.New("there is no "+path+": there are /"+strings.Join(c.names(), ", /")))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if nested {
		return c.oneRule(method, item)
	}
	handler := methods[method]
	if handler == nil {
		return unknown(method, name, slices.Sorted(maps.Keys(methods))...)
	}
	reply, err := handler(c, body)
	if err != nil {
		return refuse(400, err)
	}
	return 200, protocol.JSON(reply)
}

// Set is Handle for a flag: it puts a line of words to a resource, as a JSON string.
func (c *Control) Set(resource, line string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	method := "PUT"
	if resource == "faults" {
		method = "POST"
	}
	_, err := resources[resource][method](c, quote(line))
	return err
}

func quote(line string) string { return string(odata.AppendString(nil, line)) }

func refuse(status int, err error) (int, []byte) {
	return status, protocol.JSON(protocol.Refuse(err.Error()))
}

func unknown(method, name string, methods ...string) (int, []byte) {
	return refuse(405, errors.New("/"+name+" has no "+method+", but "+strings.Join(methods, ", ")))
}

func (c *Control) names() []string {
	all := append([]string{"health"}, c.options.Others...)
	return slices.Sorted(slices.Values(slices.AppendSeq(all, maps.Keys(resources))))
}

func (c *Control) health(method string) (int, []byte) {
	if method != "GET" {
		return unknown(method, "health", "GET")
	}
	if c.options.Health != nil {
		if err := c.options.Health(); err != nil {
			return refuse(503, err)
		}
	}
	return 200, protocol.JSON(&protocol.Done{})
}

func listRules(c *Control, _ string) (protocol.Reply, error) {
	all := &protocol.FaultRules{Faults: []protocol.FaultRule{}}
	for _, r := range c.rules {
		all.Faults = append(all.Faults, r.FaultRule)
	}
	return all, nil
}

func listSeen(c *Control, _ string) (protocol.Reply, error) { return c.seen.list(), nil }

func pageMode(c *Control, _ string) (protocol.Reply, error) { return c.pages.state(), nil }

func tell(c *Control, _ string) (protocol.Reply, error) { return c.clock.state(c.options.Clock()), nil }

func throttling(c *Control, _ string) (protocol.Reply, error) {
	if c.throttle == nil {
		return &protocol.Throttling{}, nil
	}
	return &c.throttle.Throttling, nil
}

func addRules(c *Control, body string) (protocol.Reply, error) {
	v, err := parseJSON(body)
	if err != nil {
		return nil, err
	}
	rules, err := readRules(v)
	if err != nil {
		return nil, err
	}
	if len(c.rules)+len(rules) > maxRules {
		return nil, errors.New("there can be at most " + strconv.Itoa(maxRules) + " rules: DELETE /faults first")
	}
	for _, r := range rules {
		c.lastID++
		r.ID = strconv.Itoa(c.lastID)
	}
	c.rules = append(c.rules, rules...)
	return listRules(c, "")
}

// oneRule answers a request about one rule. DELETE, as of all, lists what's left.
func (c *Control) oneRule(method, id string) (int, []byte) {
	at := slices.IndexFunc(c.rules, func(r *rule) bool { return r.ID == id })
	switch {
	case at < 0:
		return refuse(404, errors.New("there is no rule "+strconv.Quote(id)))
	case method == "GET":
		return 200, protocol.JSON(&protocol.FaultRules{Faults: []protocol.FaultRule{c.rules[at].FaultRule}})
	case method != "DELETE":
		return unknown(method, "faults/"+id, "DELETE", "GET")
	}
	c.rules = slices.Delete(c.rules, at, at+1)
	rest, _ := listRules(c, "")
	return 200, protocol.JSON(rest)
}

// Forget removes the rules that are for the requests of one account, when that's gone.
func (c *Control) Forget(account string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rules = slices.DeleteFunc(c.rules, func(r *rule) bool { return r.Account == account })
}

func setClock(c *Control, body string) (protocol.Reply, error) {
	var s setting
	if err := readBody(body, s.fields()); err != nil {
		return nil, err
	}
	own := c.options.Clock()
	set, err := c.clock.set(s, own)
	if err != nil {
		return nil, err
	}
	c.clock = set
	return set.state(own), nil
}

func setPages(c *Control, body string) (protocol.Reply, error) {
	var p protocol.PageMode
	if err := readBody(body, pageFields(&p)); err != nil {
		return nil, err
	}
	if p.Seed != 0 && p.Mode != "short" {
		return nil, errors.New("seed is for the mode short")
	}
	c.pages = newPages(p)
	return c.pages.state(), nil
}

func setThrottle(c *Control, body string) (protocol.Reply, error) {
	t := targets()
	if err := readBody(body, throttleFields(&t)); err != nil {
		return nil, err
	}
	throttle, err := newThrottle(t)
	if err != nil {
		return nil, err
	}
	c.throttle = throttle
	return throttling(c, "")
}

// readBody reads a body into what its fields set.
func readBody(body string, fields []field) error {
	v, err := parseJSON(body)
	if err != nil {
		return err
	}
	return read(v, fields)
}
