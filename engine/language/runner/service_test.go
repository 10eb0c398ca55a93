package runner_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/runner/runnertest"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// key is an account's key that shows what it is asked for.
type key struct{}

func (key) Sign(of grant.Service, r *wire.Request) {
	r.Headers.Set("Authorization", string(of)+" "+r.Headers.Get("x-ms-date"))
}

func (key) Token(fields []wire.Param, now time.Time) (string, error) {
	var words []string
	for _, f := range fields {
		if f.Value == "wrong" {
			return "", errors.New("that is wrong")
		}
		words = append(words, f.Name+"="+f.Value)
	}
	return strings.Join(append(words, "at="+now.Format("15:04:05"), "sig=s"), "&"), nil
}

func services() runner.Options {
	return runner.Options{
		Host: runnertest.Host, Queue: "http://127.0.0.1:10001/devstoreaccount1", Blob: "http://127.0.0.1:10000/devstoreaccount1", Key: key{},
	}
}

// sent is a request in a line: service, URL and headers.
func sent(s runner.Step) string {
	line := string(s.Service) + " " + s.Target + " " + s.Request.URL[strings.Index(s.Request.URL, ":100"):]
	for _, h := range s.Request.Headers {
		line += " " + h.Name + ":" + h.Value
	}
	return line
}

const monday = "Mon, 05 Jan 2026 09:00:00 GMT"

func TestServices(t *testing.T) {
	const (
		account = "/devstoreaccount1"
		signed  = " x-ms-version:2019-02-02 x-ms-date:" + monday + " Authorization:"
		json    = " Accept:application/json;odata=minimalmetadata"
	)
	for _, c := range []struct{ text, want string }{
		{
			"GET {{host}}/T",
			"t /T :10002" + account + "/T" + json + " DataServiceVersion:3.0" + signed + "t " + monday,
		},
		{
			"PUT {{host}}/T?comp=acl\n\n<SignedIdentifiers />",
			"t /T?comp=acl :10002" + account + "/T?comp=acl" + json + " Content-Type:application/xml DataServiceVersion:3.0" + signed + "t " + monday,
		},
		{"HEAD {{queue}}/q", "q {{queue}}/q :10001" + account + "/q" + signed + "q " + monday},
		{"PUT {{blob}}/c/b\n\n{}", "b {{blob}}/c/b :10000" + account + "/c/b" + signed + "b " + monday},
		{
			"GET http://127.0.0.1:10001/devstoreaccount1?comp=list",
			"q {{queue}}?comp=list :10001" + account + "?comp=list" + signed + "q " + monday,
		},
		{
			"@queue = http://127.0.0.1:10009/x\nGET {{queue}}/q",
			"q {{queue}}/q :10009/x/q" + signed + "q " + monday,
		},
		{"# @anonymous\nGET {{queue}}/q", "q {{queue}}/q :10001" + account + "/q x-ms-version:2019-02-02"},
		{"GET {{queue}}/q?sig=x", "q {{queue}}/q?sig=x :10001" + account + "/q?sig=x x-ms-version:2019-02-02"},
		{"OPTIONS {{blob}}/c", "b {{blob}}/c :10000" + account + "/c x-ms-version:2019-02-02"},
		{
			"GET {{blob}}/c\nAuthorization: mine",
			"b {{blob}}/c :10000" + account + "/c Authorization:mine x-ms-version:2019-02-02",
		},
		{
			"GET {{blob}}/c?{{$sas container=c sp=r se=+1h}}",
			"b {{blob}}/c?container=c&sp=r&se=+1h&at=09:00:00&sig=s :10000" + account +
				"/c?container=c&sp=r&se=+1h&at=09:00:00&sig=s x-ms-version:2019-02-02",
		},
		{
			"@c = logs\nGET {{blob}}/c?{{$sas container=c sp=$x}}",
			"b {{blob}}/c?container=logs&sp=$x&at=09:00:00&sig=s :10000" + account +
				"/c?container=logs&sp=$x&at=09:00:00&sig=s x-ms-version:2019-02-02",
		},
	} {
		steps := runner.Run(runnertest.Parse(t, "a.http", c.text), 0, runnertest.Always(200, ""), services())
		if diff := cmp.Diff(c.want, sent(steps[0])); diff != "" || steps[0].Err != nil {
			t.Errorf("%s: %v %s", c.text, steps[0].Err, diff)
		}
	}
}

// A transaction carries the token of its first operation, or is signed as a whole.
func TestTransactionToken(t *testing.T) {
	const insert = "# @transaction a\nPOST {{host}}/T"
	f := runnertest.Always(202, "")
	runner.Run(runnertest.Parse(t, "a.http", insert+"?{{$sas tn=T sp=a}}\n\n{}"), 0, f, services())
	runner.Run(runnertest.Parse(t, "a.http", insert+"\n\n{}"), 0, f, services())
	if got := f.Sent[0].URL; got != runnertest.Host+"/$batch?tn=T&sp=a&at=09:00:00&sig=s" || f.Sent[0].Headers.Has("Authorization") {
		t.Errorf("sent to %s, %v", got, f.Sent[0].Headers)
	}
	if got := f.Sent[1]; got.URL != runnertest.Host+"/$batch" || !got.Headers.Has("Authorization") {
		t.Errorf("sent to %s, %v", got.URL, got.Headers)
	}
}

func TestTokenProblems(t *testing.T) {
	for _, c := range []struct {
		text, want string
		key        runner.Key
	}{
		{"GET {{host}}/T?{{$sas tn=T}}", "1:16: Tokens aren't checked here.", nil},
		{"GET {{host}}/T?{{$sas tn=wrong}}", "1:16: The token can't be made: that is wrong.", key{}},
		{"GET {{blob}}/T", "1:5: The address of {{blob}} is unknown.", nil},
	} {
		o := services()
		o.Blob = ""
		o.Key = c.key
		err := runner.Run(runnertest.Parse(t, "a.http", c.text), 0, runnertest.Always(200, ""), o)[0].Err
		if err == nil || err.Error() != "a.http:"+c.want {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}

// Who wants signatures to be looked at says so once, in whatever the example refers to.
func TestAuthorizes(t *testing.T) {
	const asks, refers, other = "# @authorize\n# @name a\nGET {{host}}/T\n", "# @ref a\nGET {{host}}/T\n", "GET {{host}}/T\n"
	fence := func(text string) string { return "```http\n" + text + "```\n\ntext\n\n" }
	for _, c := range []struct{ file, text, want string }{
		{"a.http", other, "false"},
		{"a.http", "# @authorize\n\n###\n" + other, "true"},
		{"a.http", other + "\n###\n" + asks, "true"},
		{"a.md", fence(asks) + fence(refers) + fence(other), "true true false"},
		{"a.md", fence("# @authorize\n") + fence(other), "true true"},
	} {
		s := runnertest.Parse(t, c.file, c.text)
		var got []string
		for i := range s.Examples {
			got = append(got, map[bool]string{true: "true", false: "false"}[s.Authorizes(i)])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %v, want %s", c.text, got, c.want)
		}
	}
}

// The total is of all requests so far but those that prepare.
func TestTotal(t *testing.T) {
	f := runnertest.Always(200, "")
	f.Answer = func(wire.Request) (wire.Response, *trace.Trace, error) {
		return wire.Response{Status: 200}, &trace.Trace{Cost: trace.Cost{Transactions: 1}}, nil
	}
	const get = "GET {{host}}/T\n\n###\n"
	steps := runnertest.Run(t, f, "# @hidden\n# @expect total.transactions == 0\n"+get+"# @loop for 3\n# @expect total.transactions == 3\n"+get+
		"# @expect total.transactions <= 4\n"+get+"# @hidden\n# @expect total.transactions == 4\n"+get)
	for _, s := range steps {
		if !s.OK() {
			t.Errorf("line %d: %+v", s.Line, s.Expectations)
		}
	}
}
