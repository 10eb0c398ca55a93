package runner_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// key is an account's key whose signatures and tokens show what they were made from.
type key struct{}

func (key) Sign(of grant.Service, r *wire.Request) {
	r.Headers.Set("Authorization", string(of)+" "+r.Headers.Get("x-ms-date"))
}

func (key) Token(fields []wire.Param, now table.Ticks) (string, error) {
	var words []string
	for _, f := range fields {
		if f.Value == "wrong" {
			return "", errors.New("that is wrong")
		}
		words = append(words, f.Name+"="+f.Value)
	}
	return strings.Join(append(words, "at="+now.Time().Format("15:04:05"), "sig=s"), "&"), nil
}

func services() runner.Options {
	return runner.Options{
		Host: runnertest.Host, Queue: "http://127.0.0.1:10001/devstoreaccount1",
		Blob: "http://127.0.0.1:10000/devstoreaccount1", Key: key{},
	}
}

// sent writes a request in a line: service, URL and headers.
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
			"t /T?comp=acl :10002" + account + "/T?comp=acl" + json +
				" Content-Type:application/xml DataServiceVersion:3.0" + signed + "t " + monday,
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

// TestTransactionToken: a transaction has the token of its first operation. Without one, it is signed.
func TestTransactionToken(t *testing.T) {
	const insert = "# @transaction a\nPOST {{host}}/T"
	f := runnertest.Always(202, "")
	runner.Run(runnertest.Parse(t, "a.http", insert+"?{{$sas tn=T sp=a}}\n\n{}"), 0, f, services())
	runner.Run(runnertest.Parse(t, "a.http", insert+"\n\n{}"), 0, f, services())
	if got := f.Sent[0].URL; got != runnertest.Host+"/$batch?tn=T&sp=a&at=09:00:00&sig=s" ||
		f.Sent[0].Headers.Has("Authorization") {
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

// TestTotal: the total counts every request so far, except hidden ones.
func TestTotal(t *testing.T) {
	f := runnertest.Always(200, "")
	f.Answer = func(wire.Request) (wire.Response, *trace.Trace, error) {
		return wire.Response{Status: 200}, &trace.Trace{Cost: trace.Cost{Transactions: 1}}, nil
	}
	const get = "GET {{host}}/T\n\n###\n"
	steps := runnertest.Run(t, f, "# @hidden\n# @expect total.transactions == 0\n"+
		get+"# @loop for 3\n# @expect total.transactions == 3\n"+get+
		"# @expect total.transactions <= 4\n"+get+"# @hidden\n# @expect total.transactions == 4\n"+get)
	for _, s := range steps {
		if !s.OK() {
			t.Errorf("line %d: %+v", s.Line, s.Expectations)
		}
	}
}
