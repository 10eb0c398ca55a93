package engine_test

import (
	"context"
	"fmt"
	"log"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"github.com/rowkey/rowkey/engine"
)

// send sends one request to the tables of an account.
func send(a *engine.Account, method, path, body string) (engine.Response, engine.Trace) {
	return a.Do(engine.Tables, engine.Request{
		Method: method,
		URL:    "http://localhost/" + engine.DevelopmentName + path,
		Headers: engine.Headers{
			{Name: "Accept", Value: "application/json;odata=nometadata"},
			{Name: "Content-Type", Value: "application/json"},
		},
		Body: []byte(body),
	})
}

// An account is ready once it's open. Requests have the form that they have on the network.
func ExampleOpen() {
	a, err := engine.Open(engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	send(a, "POST", "/Tables", `{"TableName": "Orders"}`)
	response, _ := send(a, "POST", "/Orders", `{"PartitionKey": "customer-42", "RowKey": "0001", "Total": 12.5}`)
	fmt.Println(response.Status)
	response, _ = send(a, "POST", "/Orders", `{"PartitionKey": "customer-42", "RowKey": "0001"}`)
	fmt.Println(response.Status, strings.Contains(string(response.Body), "EntityAlreadyExists"))
	// Output:
	// 201
	// 409 true
}

// The trace says what a query read to return what it returned, and what would be cheaper.
func ExampleAccount_Do() {
	a, err := engine.Open(engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	send(a, "POST", "/Tables", `{"TableName": "Orders"}`)
	for i := range 500 {
		order := fmt.Sprintf(`{"PartitionKey": "customer-%03d", "RowKey": "%04d", "Open": %t}`, i/10, i, i%100 == 0)
		send(a, "POST", "/Orders", order)
	}
	for _, filter := range []string{"Open eq true", "PartitionKey eq 'customer-007' and RowKey ge '0075'"} {
		_, trace := send(a, "GET", "/Orders()?$filter="+strings.ReplaceAll(filter, " ", "%20"), "")
		fmt.Printf("%s: read %d, returned %d\n", trace.Plan.Kind, trace.Cost.EntitiesRead,
			trace.Cost.EntitiesReturned)
	}
	// Output:
	// table-scan: read 500, returned 5
	// range: read 5, returned 5
}

// A Go test points the official client at an account of its own.
func ExampleAccount_Handler() {
	a, err := engine.Open(engine.Options{Admission: engine.Signed})
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	server := httptest.NewServer(a.Handler(engine.Tables))
	defer server.Close()

	credential, err := aztables.NewSharedKeyCredential(engine.DevelopmentName, engine.DevelopmentKey)
	if err != nil {
		log.Fatal(err)
	}
	service, err := aztables.NewServiceClientWithSharedKey(server.URL+"/"+engine.DevelopmentName, credential,
		nil)
	if err != nil {
		log.Fatal(err)
	}
	orders := service.NewClient("Orders")
	if _, err := orders.CreateTable(context.Background(), nil); err != nil {
		log.Fatal(err)
	}
	entity := []byte(`{"PartitionKey": "customer-42", "RowKey": "0001", "Total": 12.5}`)
	if _, err := orders.AddEntity(context.Background(), entity, nil); err != nil {
		log.Fatal(err)
	}
	got, err := orders.GetEntity(context.Background(), "customer-42", "0001", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(string(got.Value), `"Total":12.5`))
	// Output: true
}

// A script states what it expects of each answer. In a test, its error goes to t.Error.
func ExampleRunScript() {
	err := engine.RunScript("orders.http", `### A table
# @expect status == 201
POST {{host}}/Tables

{"TableName": "Orders"}

### Its orders
# @expect rows == 1
GET {{host}}/Orders()
Accept: application/json;odata=nometadata
`)
	fmt.Println(err)
	// Output:
	// ✔ A table  201  1 transaction
	// ✘ Its orders  200  table-scan  read 0 → returned 0  1 transaction
	//     rows == 1  orders.http:8
	//         expected  1
	//         got       0
	//
	// 2 steps, 1 passed, 1 failed
}

// A token lets a client read one customer's orders until a moment.
func ExampleAccount_Token() {
	a, err := engine.Open(engine.Options{
		Admission: engine.Signed,
		Clock:     func() time.Time { return time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	token, err := a.Token("tn=Orders", "sp=r", "se=2026-01-05T10:00:00Z", "spk=customer-42", "epk=customer-42")
	if err != nil {
		log.Fatal(err)
	}
	response, _ := send(a, "GET", "/Orders()?"+token, "")
	fmt.Println("with the token:", response.Status) // let in; there is no such table
	response, _ = send(a, "GET", "/Orders()", "")
	fmt.Println("without:", response.Status)
	// Output:
	// with the token: 404
	// without: 403
}
