package script

import (
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/wire"
)

// services are the variables that a script need not define: the runner gives them the address of
// each of the account's services.
var services = [...]string{"host", "queue", "blob"}

// Key is the account's: requests are signed with it, and tokens are minted.
type Key interface {
	// Sign gives a request to a service its Authorization. The date stands in it already.
	Sign(grant.Service, *wire.Request)
	// Token returns a shared access signature as the query of a URL. The moments among the fields are
	// dates, or a sign, a number and a unit of time: +1h is an hour from now.
	Token(fields []wire.Param, now time.Time) (query string, err error)
}

// address is what the variable of a service stands for in a scope: what the runner gives, if the
// script does not set it.
func (r *run) address(s *scope, name string) (string, *problem) {
	if v := s.find(name); v != nil {
		return r.variable(v)
	}
	given := r.options.Queue
	switch name {
	case services[0]:
		return r.options.Host, nil
	case services[2]:
		given = r.options.Blob
	}
	if given == "" {
		return "", &problem{"Nobody has said where {{" + name + "}} leads.", "Give rowkey run its address: --" + name + " URL."}
	}
	return given, nil
}

// locate says to which service a URL leads, and shows it without the address of the tables, or with
// the name of that of another service.
func (r *run) locate(s *scope, url string) (to grant.Service, target string) {
	for i, letter := range [...]grant.Service{grant.Table, grant.Queue, grant.Blob} {
		address, bad := r.address(s, services[i])
		rest, ok := strings.CutPrefix(url, address)
		if bad != nil || !ok || rest != "" && rest[0] != '/' && rest[0] != '?' {
			continue
		}
		switch {
		case i > 0:
			return letter, "{{" + services[i] + "}}" + rest
		case rest != "":
			return letter, rest
		}
	}
	return grant.Table, url
}

// sign signs the step's request with the account's key, unless it is to come from somebody else.
func (r *run) sign(q *Request, s *Step) {
	h := &s.Request.Headers
	if r.options.Key == nil || q.anonymous || carriesToken(s.Request.URL) || h.Has("Authorization") ||
		q.Method == "OPTIONS" {
		return
	}
	if !h.Has("x-ms-date") {
		h.Add("x-ms-date", rfc1123(r.target.Now()))
	}
	r.options.Key.Sign(s.Service, &s.Request)
}

// carriesToken reports whether a URL has a shared access signature in its query.
func carriesToken(url string) bool {
	_, query, _ := strings.Cut(url, "?")
	return strings.HasPrefix(query, "sig=") || strings.Contains(query, "&sig=")
}

// total is what the run has cost in transactions up to a step; what only prepares is left out.
func (r *run) total(last *Step) (sum int) {
	for i := 0; i <= len(r.steps); i++ {
		s := last
		if i < len(r.steps) {
			s = &r.steps[i]
		}
		if !s.Hidden {
			sum += s.Cost.Transactions
		}
	}
	return sum
}

const tokenHelper = "$sas"

// tokenFields are what a token is made of, in the order of the reference. Those that name a queue, a
// container or a blob are signed and do not stand in the token.
const tokenFields = "tn queue container blob ss srt sp st se si spk srk epk erk sip spr sv"

// callToken mints a shared access signature.
func callToken(e *env, args []string) (string, *problem) {
	var fields []wire.Param
	for _, a := range args {
		name, value, _ := strings.Cut(a, "=")
		if name == "" || !strings.Contains(" "+tokenFields+" ", " "+name+" ") {
			return "", &problem{"A token has no such field" + found(name) + ".", "Fields: " + tokenFields + "."}
		}
		fields = append(fields, wire.Param{Name: name, Value: value})
	}
	switch {
	case e.run == nil: // nobody asks for more than whether it could be
		return "", nil
	case e.run.options.Key == nil:
		return "", &problem{"Nobody here looks at a token.", "Write # @authorize above the first request."}
	}
	query, err := e.run.options.Key.Token(fields, e.clock())
	if err != nil {
		return "", &problem{"There is no such token: " + err.Error() + ".", ""}
	}
	return query, nil
}
