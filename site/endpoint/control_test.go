package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/site/endpoint"
)

// controlled is an endpoint with its control interface.
type controlled struct {
	*testing.T
	endpoint *endpoint.Endpoint
	control  *endpoint.Control
	address  string
	tables   string
}

func openControlled(t *testing.T) *controlled {
	t.Helper()
	c := &controlled{T: t, control: endpoint.NewControl()}
	c.endpoint = open(t, "", endpoint.Options{Control: c.control})
	server := httptest.NewServer(c.control.Server().Handler)
	t.Cleanup(server.Close)
	c.address = server.URL
	c.tables = c.endpoint.URL(engine.Tables, endpoint.Account{Name: engine.DevelopmentName})
	return c
}

// ask sends a request to the interface, with headers in pairs, and returns the status and the answer.
func (c *controlled) ask(method, path, body string, headers ...string) (int, string) {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), method, c.address+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// set has to succeed.
func (c *controlled) set(method, path, body string) string {
	c.Helper()
	status, answer := c.ask(method, path, body)
	if status != http.StatusOK {
		c.Fatalf("%s %s %s: %d %s", method, path, body, status, answer)
	}
	return answer
}

// statuses returns those of the requests since the log was emptied, such as [0,204].
func (c *controlled) statuses() string {
	c.Helper()
	return gjson.Get(c.set("GET", "/requests", ""), "requests.#.status").Raw
}

// orders returns the official client of a table with some entities, which retries at once.
func (c *controlled) orders(keys ...string) *aztables.Client {
	c.Helper()
	credential, err := aztables.NewSharedKeyCredential(engine.DevelopmentName, auth.DevelopmentKey)
	if err != nil {
		c.Fatal(err)
	}
	options := &aztables.ClientOptions{ClientOptions: policy.ClientOptions{
		Retry: policy.RetryOptions{RetryDelay: time.Millisecond, MaxRetryDelay: 2 * time.Second},
	}}
	service, err := aztables.NewServiceClientWithSharedKey(c.tables, credential, options)
	if err != nil {
		c.Fatal(err)
	}
	if _, err := service.CreateTable(c.Context(), "Orders", nil); err != nil {
		c.Fatal(err)
	}
	table := service.NewClient("Orders")
	for _, key := range keys {
		if _, err := table.AddEntity(c.Context(), entity(key), nil); err != nil {
			c.Fatal(err)
		}
	}
	c.set("DELETE", "/requests", "")
	return table
}

func entity(key string) []byte { return []byte(`{"PartitionKey":"p","RowKey":"` + key + `"}`) }

// code returns the service's code in an error.
func code(err error) string {
	if refused, ok := errors.AsType[*azcore.ResponseError](err); ok {
		return refused.ErrorCode
	}
	return ""
}

// TestControlPages: no page can call the interface, and nobody under another name.
func TestControlPages(t *testing.T) {
	c := openControlled(t)
	for _, test := range []struct {
		status  int
		headers []string
	}{
		{200, nil},
		{200, []string{"Sec-Fetch-Site", "none"}},
		{200, []string{"Host", "localhost:10003"}},
		{403, []string{"Origin", "http://127.0.0.1:8080"}},
		{403, []string{"Origin", "null"}},
		{403, []string{"Sec-Fetch-Site", "cross-site"}},
		{403, []string{"Sec-Fetch-Site", "same-site"}},
		{403, []string{"Sec-Fetch-Site", "same-origin"}},
		{421, []string{"Host", "attacker.example"}},
		{421, []string{"Host", "attacker"}},
		{421, []string{"Host", "attacker.localhost.internal"}},
		{200, []string{"Host", "[::1]:10003"}},
		{421, []string{"Host", "devstoreaccount1.table.core.windows.net"}},
	} {
		if got, answer := c.ask("DELETE", "/faults", "", test.headers...); got != test.status {
			t.Errorf("%v: %d %s", test.headers, got, answer)
		}
	}
	if got, answer := c.ask("GET", "/", ""); got != 404 || !strings.Contains(answer, "there are /accounts, ") {
		t.Errorf("what there is: %d %s", got, answer)
	}
	if got, _ := c.ask("POST", "/faults", strings.Repeat(" ", 1<<20+1)); got != 413 {
		t.Errorf("a long body: %d", got)
	}
}

func TestCheckLoopback(t *testing.T) {
	for address, ok := range map[string]bool{
		"127.0.0.1:0": true, "localhost:10003": true, "[::1]:10003": true, "127.9.9.9:1": true,
		"0.0.0.0:10003": false, ":10003": false, "[::]:10003": false, "192.168.1.2:10003": false,
		"example.com:10003": false, "127.0.0.1": false, "": false,
	} {
		if err := endpoint.CheckLoopback(address); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestLostAnswer: the official client repeats an insert whose answer was lost, and gets 409 for its own
// entity.
func TestLostAnswer(t *testing.T) {
	c := openControlled(t)
	table := c.orders()
	c.set("POST", "/faults", `"lose-answer operation=InsertEntity each=once"`)
	_, err := table.AddEntity(t.Context(), entity("1"), nil)
	if got := code(err); got != "EntityAlreadyExists" {
		t.Errorf("got %v", err)
	}
	if seen := c.statuses(); seen != "[0,409]" {
		t.Errorf("requests: %s", seen)
	}
}

// TestThrottled: a partition with too much load is asked again, and has it all.
func TestThrottled(t *testing.T) {
	c := openControlled(t)
	table := c.orders()
	c.set("PUT", "/throttle", `"partition=1 burst=1"`)
	for n := range 4 {
		if _, err := table.AddEntity(t.Context(), entity(fmt.Sprint(n)), nil); err != nil {
			t.Error(err)
		}
	}
	c.set("DELETE", "/throttle", "")
	if seen := c.statuses(); !strings.Contains(seen, "503") {
		t.Errorf("requests: %s", seen)
	}
	if got := c.count(table); got != "4" {
		t.Errorf("there are %s entities", got)
	}
}

// TestBusy: the official client waits as long as a busy server says, and then succeeds.
func TestBusy(t *testing.T) {
	c := openControlled(t)
	table := c.orders()
	c.set("POST", "/faults", `"busy nth=1 retryAfter=1"`)
	began := time.Now()
	if _, err := table.AddEntity(t.Context(), entity("1"), nil); err != nil {
		t.Error(err)
	}
	if waited := time.Since(began); waited < time.Second {
		t.Errorf("it waited %s", waited)
	}
	if seen := c.statuses(); seen != "[503,201]" {
		t.Errorf("requests: %s", seen)
	}
}

// TestHang: a request gets no answer until its client gives up, or the endpoint ends.
func TestHang(t *testing.T) {
	c := openControlled(t)
	table := c.orders()
	c.set("POST", "/faults", `"hang operation=InsertEntity"`)
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	add := func() {
		_, err := table.AddEntity(ctx, entity("1"), nil)
		failed <- err
	}
	hanging := func(n int64) {
		for gjson.Get(c.set("GET", "/requests", ""), "total").Int() < n {
			time.Sleep(time.Millisecond)
		}
	}
	go add()
	hanging(1)
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("the client got %v", err)
	}
	ctx = t.Context()
	go add()
	hanging(2)
	if err := c.endpoint.Close(t.Context()); err != nil {
		t.Errorf("closing: %v", err)
	}
	if err := <-failed; err == nil {
		t.Error("a request that hung had an answer")
	}
}

// TestShortPages: the client's pager reads every entity once, and its first page isn't all.
func TestShortPages(t *testing.T) {
	c := openControlled(t)
	keys := strings.Split("abcdefghijklmnopqrst", "")
	table := c.orders(keys...)
	for _, top := range []int32{0, 7} {
		c.set("PUT", "/pages", `"short seed=2"`)
		options := &aztables.ListEntitiesOptions{}
		if top > 0 {
			options.Top = &top
		}
		got, sizes := "", []int{}
		for pager := table.NewListEntitiesPager(options); pager.More(); {
			page, err := pager.NextPage(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, len(page.Entities))
			for _, e := range page.Entities {
				got += gjson.GetBytes(e, "RowKey").String()
			}
		}
		if got != strings.Join(keys, "") || sizes[0] >= len(keys) || len(sizes) < 2 {
			t.Errorf("$top %d: got %s in pages of %v", top, got, sizes)
		}
	}
}

// TestClock: time that is set makes a token expire, and not the client's own signatures, by either clock.
func TestClock(t *testing.T) {
	c := openControlled(t)
	table := c.orders("1")
	c.set("PUT", "/clock", `{"now":"2031-03-01T12:00:00Z","frozen":true}`)
	fields := []string{"tn=Orders", "sp=r", "se=2031-03-01T13:00:00Z"}
	account, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer account.Close()
	token, err := account.Token(fields...)
	if err != nil {
		t.Fatal(err)
	}
	byToken, err := aztables.NewClientWithNoCredential(c.tables+"/Orders?"+token, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ clock, code string }{
		{`{"advance":"59m"}`, ""},
		{`{"advance":"59s"}`, ""},
		{`{"advance":"1s"}`, "AuthenticationFailed"},
		{`{"advance":"-1s"}`, ""},
	} {
		c.set("PUT", "/clock", step.clock)
		if _, err := byToken.GetEntity(t.Context(), "p", "1", nil); code(err) != step.code {
			t.Errorf("after %s: %v", step.clock, err)
		}
	}
	if _, err := table.AddEntity(t.Context(), entity("2"), nil); err != nil {
		t.Errorf("signed now: %v", err)
	}
	found, err := table.GetEntity(t.Context(), "p", "2", nil)
	const latest = "2031-03-01T13:00:00.0000" // Timestamps don't go back
	if err != nil || !strings.HasPrefix(gjson.GetBytes(found.Value, "Timestamp").String(), latest) {
		t.Errorf("its Timestamp: %s, %v", found.Value, err)
	}
	c.set("PUT", "/clock", `"2025-01-01T00:00:00Z"`)
	if got := c.set("GET", "/clock", ""); !strings.Contains(got, `"frozen":true`) {
		t.Errorf("the clock is %s", got)
	}
}

// TestHealth: it's healthy while every port answers.
func TestHealth(t *testing.T) {
	c := openControlled(t)
	c.set("POST", "/faults", `"hang"`)
	c.set("GET", "/health", "")
	if got := gjson.Get(c.set("GET", "/requests", ""), "total").Int(); got != 0 {
		t.Errorf("%d requests were logged", got)
	}
	if err := c.endpoint.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, answer := c.ask("GET", "/health", ""); status != 503 ||
		!strings.Contains(answer, "the tables don't answer at http://127.0.0.1:") {
		t.Errorf("got %d %s", status, answer)
	}
}
