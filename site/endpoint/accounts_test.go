package endpoint_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/site/endpoint"
)

// seedOf is an account that has a table with so many entities.
func seedOf(t *testing.T, entities int) *engine.Account {
	t.Helper()
	template, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	write := func(url, body string) {
		url = "http://127.0.0.1/" + engine.DevelopmentName + url
		r := engine.Request{Method: "POST", URL: url, Body: []byte(body)}
		r.Headers.Add("Content-Type", "application/json")
		r.Headers.Add("Accept", "application/json")
		if response, _ := template.Do(engine.Tables, r); response.Status != 201 {
			t.Fatalf("%d %s", response.Status, response.Body)
		}
	}
	write("/Tables", `{"TableName":"Orders"}`)
	for n := range entities {
		write("/Orders", fmt.Sprintf(`{"PartitionKey":"p","RowKey":"%d"}`, n))
	}
	return template
}

// openForking is an endpoint whose accounts begin with a table that has so many entities.
func openForking(t *testing.T, forks, entities int) *controlled {
	t.Helper()
	c := &controlled{T: t, control: endpoint.NewControl()}
	c.endpoint = open(t, "", endpoint.Options{Control: c.control, Forks: forks, Seed: seedOf(t, entities)})
	server := httptest.NewServer(c.control.Server().Handler)
	t.Cleanup(server.Close)
	c.address = server.URL
	return c
}

// in returns the official client of a table in an account.
func (c *controlled) in(account string) *aztables.Client {
	c.Helper()
	credential, err := aztables.NewSharedKeyCredential(account, auth.DevelopmentKey)
	if err != nil {
		c.Fatal(err)
	}
	url := c.endpoint.URL(engine.Tables, endpoint.Account{Name: account}) + "/Orders"
	client, err := aztables.NewClientWithSharedKey(url, credential, nil)
	if err != nil {
		c.Fatal(err)
	}
	return client
}

// count returns how many entities the client's table has, or the code of the service's error.
func (c *controlled) count(in *aztables.Client) string {
	n := 0
	for pages := in.NewListEntitiesPager(nil); pages.More(); {
		page, err := pages.NextPage(c.Context())
		if err != nil {
			return code(err)
		}
		n += len(page.Entities)
	}
	return fmt.Sprint(n)
}

func (c *controlled) has(account, want string) {
	c.Helper()
	if got := c.count(c.in(account)); got != want {
		c.Errorf("%s has %s entities, want %s", account, got, want)
	}
}

// TestForks: many tests at a time have an account each, which begins with the seed.
func TestForks(t *testing.T) {
	const tests, entities = 50, 100
	c := openForking(t, tests, entities)
	var all sync.WaitGroup
	for n := range tests {
		all.Go(func() {
			name := fmt.Sprintf("test-%02d", n)
			client := c.in(name)
			for own := range n % 5 {
				if _, err := client.AddEntity(t.Context(), entity(fmt.Sprintf("own%d", own)), nil); err != nil {
					t.Error(err)
				}
			}
			c.has(name, fmt.Sprint(entities+n%5))
		})
	}
	all.Wait()
	c.has(engine.DevelopmentName, fmt.Sprint(entities))
	c.has("one-too-many", "AuthenticationFailed")
	if names := c.set("GET", "/accounts", ""); strings.Count(names, "test-") != tests ||
		!strings.HasPrefix(names, `{"accounts":["devstoreaccount1","test-00",`) {
		t.Error(names)
	}
	c.set("DELETE", "/accounts/test-04", "")
	c.has("test-04", fmt.Sprint(entities)) // a new one
	c.has("one-too-many", "AuthenticationFailed")
}

// TestForksOff: a name makes no account unless that was asked for.
func TestForksOff(t *testing.T) {
	c := openForking(t, 0, 1)
	c.has("test-01", "AuthenticationFailed")
	c.has(engine.DevelopmentName, "1")
}

// TestReseed: the endpoint's own account begins again with another seed, a test's stays, and later ones begin
// with the new one.
func TestReseed(t *testing.T) {
	c := openForking(t, 2, 1)
	c.has("test-01", "1")
	if err := c.endpoint.Reseed(seedOf(t, 5)); err != nil {
		t.Fatal(err)
	}
	c.has(engine.DevelopmentName, "5")
	c.has("test-01", "1")
	c.has("test-02", "5")
	if _, err := c.in(engine.DevelopmentName).AddEntity(t.Context(), entity("a"), nil); err != nil {
		t.Fatal(err)
	}
	c.set("POST", "/accounts/"+engine.DevelopmentName+"/back", "")
	c.has(engine.DevelopmentName, "5")
	for n := range 3 { // what was replaced is closed by now
		if err := c.endpoint.Reseed(seedOf(t, n)); err != nil {
			t.Fatal(err)
		}
	}
	c.has(engine.DevelopmentName, "2")
	c.has("test-02", "5")
	c.has("nobody", "AuthenticationFailed")
}

// TestBack: an account gets back what it had when it began, or at its mark.
func TestBack(t *testing.T) {
	c := openForking(t, 1, 3)
	for _, name := range []string{engine.DevelopmentName, "test-01"} {
		client := c.in(name)
		add := func(key string) {
			if _, err := client.AddEntity(t.Context(), entity(key), nil); err != nil {
				t.Fatal(err)
			}
		}
		add("a")
		c.has(name, "4")
		c.set("POST", "/accounts/"+name+"/back", "")
		c.has(name, "3")
		add("b")
		c.set("POST", "/accounts/"+name+"/mark", "")
		add("c")
		if _, err := client.Delete(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		c.set("POST", "/accounts/"+name+"/back", "")
		c.has(name, "4")
	}
	for _, test := range []struct {
		method, path string
		status       int
		says         string
	}{
		{"DELETE", "/accounts/" + engine.DevelopmentName, 409, "was started with this account"},
		{"DELETE", "/accounts/Nobody", 404, "no account of that name"},
		{"DELETE", "/accounts/yet-to-come", 200, "{}"},
		{"POST", "/accounts/yet-to-come/mark", 409, "no account yet-to-come: there are 1 already"},
		{"POST", "/accounts/test-01/forth", 405, "there are GET /accounts, "},
		{"PUT", "/accounts/test-01", 405, "there are GET /accounts, "},
	} {
		status, says := c.ask(test.method, test.path, "")
		if status != test.status || !strings.Contains(says, test.says) {
			t.Errorf("%s %s: %d %s", test.method, test.path, status, says)
		}
	}
}

// TestCosts: what the requests of an account took is counted apart from other accounts, and goes with the
// account, as do the rules that are for it alone.
func TestCosts(t *testing.T) {
	c := openForking(t, 3, 20)
	says := func(path, want string) {
		t.Helper()
		if got := c.set("GET", "/accounts/"+path, ""); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	const nothing = `"requests":0,"entitiesRead":0,"entitiesReturned":0,"entitiesWritten":0,"scans":[]`
	for _, name := range []string{"test-01", "test-02", engine.DevelopmentName} {
		says(name+"/cost?most=20", "{"+nothing+`,"problem":"no request came to `+name+
			`: does what is tested use its connection string?"}`)
	}
	c.has("test-01", "20")
	const scan = `{"requests":1,"entitiesRead":20,"entitiesReturned":20,"entitiesWritten":0,"scans":[{` +
		`"request":"GET /Orders()","plan":"table-scan","requests":1,"entitiesRead":20,"entitiesReturned":20,` +
		`"advice":"The whole table is in range: add PartitionKey eq '…' to read one partition."}]`
	says("test-01/cost", scan+"}")
	if got := c.set("GET", "/accounts/test-01/cost?most=19", ""); !strings.Contains(got,
		`"problem":"requests read 20 entities, and may read 19\n  GET /Orders()\n    a table scan`) {
		t.Error(got)
	}
	says("test-02/cost", "{"+nothing+"}")
	if got := c.set("GET", "/accounts/test-02", ""); !strings.Contains(got, `"name":"test-02"`) ||
		!strings.Contains(got, "AccountName=test-02;AccountKey="+auth.DevelopmentKey+";TableEndpoint=") {
		t.Error(got)
	}
	c.set("DELETE", "/accounts/test-01/cost", "")
	says("test-01/cost", "{"+nothing+"}")
	if status, got := c.ask("GET", "/accounts/test-01/cost?most=few", ""); status != 409 {
		t.Errorf("%d %s", status, got)
	}
	c.set("POST", "/faults",
		`["busy account=test-01", "busy account=test-02 nth=9", "busy account=devstoreaccount1"]`)
	c.set("DELETE", "/accounts/test-01", "")
	c.ask("DELETE", "/accounts/"+engine.DevelopmentName, "") // is refused
	if got := c.set("GET", "/faults", ""); strings.Count(got, `"account"`) != 2 {
		t.Error(got)
	}
	c.has("test-01", "20")
}
