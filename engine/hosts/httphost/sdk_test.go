package httphost_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/suites/deployed"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// serve serves a fresh account that requires signed requests, here or by the Worker, and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	if w := deployed.Find(t); w != nil {
		return w.URL
	}
	a, err := engine.Open(engine.Options{Admission: engine.Signed})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	server := httptest.NewServer(a.Handler(engine.Tables))
	t.Cleanup(server.Close)
	return server.URL + "/" + enginetest.Account
}

// client returns the official SDK's client for a fresh account served over HTTP.
func client(t *testing.T) *aztables.ServiceClient {
	t.Helper()
	return clientWith(t, serve(t), auth.DevelopmentKey)
}

func clientWith(t *testing.T, address, key string) *aztables.ServiceClient {
	t.Helper()
	credential, err := aztables.NewSharedKeyCredential(enginetest.Account, key)
	if err != nil {
		t.Fatal(err)
	}
	c, err := aztables.NewServiceClientWithSharedKey(address, credential, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ordersTable returns the client of a fresh, empty table in a fresh account.
func ordersTable(t *testing.T) *aztables.Client {
	t.Helper()
	service := client(t)
	must(service.CreateTable(t.Context(), "Orders", nil))(t)
	return service.NewClient("Orders")
}

// must ends the test if a call has failed, and returns its result.
func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// refused checks that a call failed with a status and a code of the service: "404 ResourceNotFound".
func refused(t *testing.T, err error, want string) {
	t.Helper()
	e, ok := errors.AsType[*azcore.ResponseError](err)
	if !ok {
		t.Errorf("got %v, want %s", err, want)
		return
	}
	if got := fmt.Sprint(e.StatusCode, " ", e.ErrorCode); got != want {
		t.Errorf("got %s, want %s: %v", got, want, err)
	}
}

// props is an entity as a JSON object.
type props map[string]any

// entity is the JSON of an entity in partition "p".
func entity(t *testing.T, row string, more props) []byte {
	t.Helper()
	all := props{"PartitionKey": "p", "RowKey": row}
	for name, value := range more {
		all[name] = value
	}
	return must(json.Marshal(all))(t)
}

// own returns the custom properties in an entity's JSON, without its keys and what the service adds.
func own(t *testing.T, data []byte) props {
	t.Helper()
	var all props
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"PartitionKey", "RowKey", "Timestamp", "odata.metadata", "odata.etag"} {
		delete(all, name)
	}
	return all
}

func get(t *testing.T, c *aztables.Client, row string) props {
	t.Helper()
	return own(t, must(c.GetEntity(t.Context(), "p", row, nil))(t).Value)
}

func TestSDKTables(t *testing.T) {
	ctx, service := t.Context(), client(t)
	created := must(service.CreateTable(ctx, "Orders", nil))(t)
	if created.TableName == nil || *created.TableName != "Orders" {
		t.Errorf("created %v", created.TableName)
	}
	_, err := service.CreateTable(ctx, "orders", nil)
	refused(t, err, "409 TableAlreadyExists")
	_, err = service.NewClient("Orders").CreateTable(ctx, nil)
	refused(t, err, "409 TableAlreadyExists")
	_, err = service.CreateTable(ctx, "a-b", nil)
	refused(t, err, "400 InvalidResourceName")
	_, err = service.CreateTable(ctx, "ab", nil)
	refused(t, err, "400 OutOfRangeInput")
	for _, name := range []string{"alpha", "Beta", "gamma", "Delta"} {
		must(service.NewClient(name).CreateTable(ctx, nil))(t)
	}
	for name, test := range map[string]struct {
		options aztables.ListTablesOptions
		want    [][]string
	}{
		"all": {aztables.ListTablesOptions{}, [][]string{{"alpha", "Beta", "Delta", "gamma", "Orders"}}},
		"paged": {
			aztables.ListTablesOptions{Top: to.Ptr(int32(2))},
			[][]string{{"alpha", "Beta"}, {"Delta", "gamma"}, {"Orders"}},
		},
		"filter": {
			aztables.ListTablesOptions{Filter: to.Ptr("TableName ge 'D' and TableName lt 'P'")},
			[][]string{{"Delta", "Orders"}},
		},
		"nothing": {aztables.ListTablesOptions{Filter: to.Ptr("TableName eq 'Omega'")}, [][]string{nil}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, tablePages(t, service, test.options)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	three := aztables.ListTablesOptions{Top: to.Ptr(int32(3))}
	first := must(service.NewListTablesPager(&three).NextPage(ctx))(t)
	resumed := tablePages(t, service, aztables.ListTablesOptions{NextTableName: first.NextTableName})
	if diff := cmp.Diff([][]string{{"gamma", "Orders"}}, resumed); diff != "" {
		t.Errorf("resumed (-want +got):\n%s", diff)
	}
	full := must(service.NewListTablesPager(&aztables.ListTablesOptions{
		Top: to.Ptr(int32(1)), Format: to.Ptr(aztables.MetadataFormatFull),
	}).NextPage(ctx))(t)
	if got := string(full.Tables[0].Value); !jsonHas(got, "odata.type", enginetest.Account+".Tables") ||
		!jsonHas(got, "odata.editLink", "Tables('alpha')") {
		t.Errorf("full metadata: %s", got)
	}
	must(service.DeleteTable(ctx, "orders", nil))(t)
	must(service.NewClient("alpha").Delete(ctx, nil))(t)
	_, err = service.DeleteTable(ctx, "Omega", nil)
	refused(t, err, "404 ResourceNotFound")
	_, err = service.CreateTable(ctx, "Orders", nil)
	refused(t, err, "409 TableBeingDeleted")
	left := tablePages(t, service, aztables.ListTablesOptions{})
	if diff := cmp.Diff([][]string{{"Beta", "Delta", "gamma"}}, left); diff != "" {
		t.Errorf("after deletion (-want +got):\n%s", diff)
	}
}

func tablePages(t *testing.T, c *aztables.ServiceClient, o aztables.ListTablesOptions) (pages [][]string) {
	t.Helper()
	for pager := c.NewListTablesPager(&o); pager.More(); {
		var names []string
		for _, table := range must(pager.NextPage(t.Context()))(t).Tables {
			names = append(names, *table.Name)
		}
		pages = append(pages, names)
	}
	return pages
}

// jsonHas reports whether a JSON object has a string under a name.
func jsonHas(data, name, text string) bool {
	var all props
	return json.Unmarshal([]byte(data), &all) == nil && all[name] == text
}

// TestSDKWithoutTable: nothing can be done in a table that does not exist.
func TestSDKWithoutTable(t *testing.T) {
	ctx, c := t.Context(), client(t).NewClient("Nowhere")
	const want = "404 TableNotFound"
	one := entity(t, "1", nil)
	_, err := c.AddEntity(ctx, one, nil)
	refused(t, err, want)
	_, err = c.GetEntity(ctx, "p", "1", nil)
	refused(t, err, want)
	_, err = c.UpdateEntity(ctx, one, nil)
	refused(t, err, want)
	_, err = c.UpsertEntity(ctx, one, nil)
	refused(t, err, want)
	_, err = c.DeleteEntity(ctx, "p", "1", nil)
	refused(t, err, want)
	_, err = c.NewListEntitiesPager(nil).NextPage(ctx)
	refused(t, err, want)
}

// TestSDKCredentials: a signature with another key is refused, and so is a request without one.
func TestSDKCredentials(t *testing.T) {
	ctx, address := t.Context(), serve(t)
	wrong := clientWith(t, address, base64.StdEncoding.EncodeToString([]byte("not the key")))
	_, err := wrong.CreateTable(ctx, "Orders", nil)
	refused(t, err, "403 AuthenticationFailed")
	none := must(aztables.NewServiceClientWithNoCredential(address, nil))(t)
	_, err = none.NewListTablesPager(nil).NextPage(ctx)
	refused(t, err, "403 AuthenticationFailed")

	text := "DefaultEndpointsProtocol=http;AccountName=" + enginetest.Account +
		";AccountKey=" + auth.DevelopmentKey + ";TableEndpoint=" + address
	connected := must(aztables.NewServiceClientFromConnectionString(text, nil))(t)
	must(connected.CreateTable(ctx, "Orders", nil))(t)
}
