package runner

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// atOnce is a header that frees the name of what is deleted at once. Only our endpoint knows it; the
// service keeps the name of a table for a while.
const atOnce = "x-rowkey-at-once"

// empty deletes the tables, queues and containers that the requests of the script create, and the tables
// whose data it has, but only on this machine. The account keeps everything else.
func (r *run) empty() {
	for _, s := range append(r.created(), r.tables()...) {
		s.Request.Method, s.Request.Body = "DELETE", nil
		s.Request.Headers = nil
		s.Request.Headers.Add(atOnce, "1")
		k := tableRequest
		if s.Service != grant.Table {
			k = otherRequest
		}
		s.Request.Headers = withDefaults(s.Request.Headers, nil, k)
		r.send(&script.Request{}, &s) // whatever the answer: if something is wrong, the run finds out
	}
}

// tables are requests to the tables whose data the script has.
func (r *run) tables() (all []Step) {
	for _, t := range r.script.Tables {
		for _, e := range r.script.Examples {
			if len(e.Requests) == 0 {
				continue
			}
			host, bad := r.env.Values(e.Requests[0]).Address(script.Host)
			if url := host + "/Tables('" + t.Name + "')"; bad == nil && IsLoopback(url) {
				all = append(all, Step{Service: grant.Table, Request: wire.Request{URL: encodeURL(url)}})
				break
			}
		}
	}
	return all
}

// created are the requests that create something, each with the address of that.
func (r *run) created() (all []Step) {
	dry := newRun(r.script, r.target, r.options) // a run of its own, so no variable gets its value here
	for _, e := range r.script.Examples {
		for _, q := range e.Requests {
			values := dry.env.Values(q)
			for values.Index = range max(1, q.Loop) {
				var s Step
				if len(e.Errors) > 0 || dry.build(&s, q, values) != nil || !creates(q, &s, values) {
					break
				}
				known := func(other Step) bool { return other.Request.URL == s.Request.URL }
				if !IsLoopback(s.Request.URL) || slices.ContainsFunc(all, known) {
					break
				}
				all = append(all, s)
			}
		}
	}
	return all
}

// creates reports whether a request creates a table, a queue or a container, and makes the request's
// address that of what it creates.
func creates(q *script.Request, s *Step, v *script.Values) bool {
	switch path, query, _ := strings.Cut(s.Target, "?"); {
	case q.Method == "POST" && s.Service == grant.Table && (path == "/Tables" || path == "/Tables()"):
		doc, _ := odata.ParseJSON(s.Request.Body)
		name := odata.Member(doc, "TableName").String()
		host, bad := v.Address(script.Host)
		s.Request.URL = encodeURL(host + "/Tables('" + name + "')")
		return name != "" && bad == nil
	case q.Method == "PUT" && s.Service != grant.Table:
		_, name, _ := strings.Cut(path, "/") // path is {{queue}}/name
		alone := name != "" && !strings.Contains(name, "/")
		return alone && (query == "" || query == "restype=container")
	}
	return false
}

// IsLoopback reports whether an address is one of this machine.
func IsLoopback(url string) bool {
	for _, host := range [...]string{"http://127.", "http://localhost:", "http://localhost/", "http://[::1]"} {
		if strings.HasPrefix(url, host) {
			return true
		}
	}
	return false
}
