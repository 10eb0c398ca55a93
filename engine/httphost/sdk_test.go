package httphost_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"github.com/rowkey/rowkey/engine/enginetest"
	"github.com/rowkey/rowkey/engine/httphost"
)

// client returns the official SDK's client for a fresh account served over HTTP.
func client(t *testing.T) *aztables.ServiceClient {
	t.Helper()
	server := httptest.NewServer(httphost.Handler(enginetest.New(t, nil)))
	t.Cleanup(server.Close)
	c, err := aztables.NewServiceClientWithNoCredential(server.URL+"/"+enginetest.Account, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// status returns the HTTP status an SDK call failed with, and the service's code.
func status(err error) (int, string) {
	if e, ok := errors.AsType[*azcore.ResponseError](err); ok {
		return e.StatusCode, e.ErrorCode
	}
	return 0, ""
}

func entity(t *testing.T, row string, total int) []byte {
	t.Helper()
	data, err := json.Marshal(aztables.EDMEntity{
		Entity: aztables.Entity{PartitionKey: "customer", RowKey: row},
		Properties: map[string]any{
			"Total": int32(total),
			"Big":   aztables.EDMInt64(1 << 40),
			"Raw":   aztables.EDMBinary([]byte{1, 2}),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSDKEntities(t *testing.T) {
	ctx := context.Background()
	service := client(t)
	if _, err := service.CreateTable(ctx, "Orders", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := service.CreateTable(ctx, "orders", nil); err == nil {
		t.Error("the table was created twice")
	} else if code, name := status(err); code != http.StatusConflict || name != "TableAlreadyExists" {
		t.Errorf("got %d %s", code, name)
	}
	orders := service.NewClient("Orders")
	added, err := orders.AddEntity(ctx, entity(t, "0001", 7), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := orders.GetEntity(ctx, "customer", "0001", nil)
	if err != nil {
		t.Fatal(err)
	}
	var e aztables.EDMEntity
	if err := json.Unmarshal(got.Value, &e); err != nil {
		t.Fatal(err)
	}
	if e.Properties["Total"] != int32(7) || e.Properties["Big"] != aztables.EDMInt64(1<<40) {
		t.Errorf("the entity came back as %v", e.Properties)
	}
	if _, err := orders.UpdateEntity(ctx, entity(t, "0001", 8), &aztables.UpdateEntityOptions{
		IfMatch: &added.ETag, UpdateMode: aztables.UpdateModeReplace,
	}); err != nil {
		t.Errorf("update with the current ETag: %v", err)
	}
	_, err = orders.UpdateEntity(ctx, entity(t, "0001", 9), &aztables.UpdateEntityOptions{
		IfMatch: &added.ETag, UpdateMode: aztables.UpdateModeMerge,
	})
	if code, name := status(err); code != http.StatusPreconditionFailed || name != "UpdateConditionNotSatisfied" {
		t.Errorf("update with a stale ETag: got %d %s", code, name)
	}
	if _, err := orders.DeleteEntity(ctx, "customer", "0001", nil); err != nil {
		t.Errorf("delete: %v", err)
	}
	_, err = orders.GetEntity(ctx, "customer", "0001", nil)
	if code, name := status(err); code != http.StatusNotFound || name != "ResourceNotFound" {
		t.Errorf("get after delete: got %d %s", code, name)
	}
}

func TestSDKPagesAndTransactions(t *testing.T) {
	ctx := context.Background()
	service := client(t)
	if _, err := service.CreateTable(ctx, "Orders", nil); err != nil {
		t.Fatal(err)
	}
	orders := service.NewClient("Orders")
	var actions []aztables.TransactionAction
	for i := range 25 {
		actions = append(actions, aztables.TransactionAction{
			ActionType: aztables.TransactionTypeAdd, Entity: entity(t, fmt.Sprintf("%04d", i), i),
		})
	}
	if _, err := orders.SubmitTransaction(ctx, actions, nil); err != nil {
		t.Fatalf("transaction: %v", err)
	}
	actions[0].Entity = entity(t, "9999", 1)
	if _, err := orders.SubmitTransaction(ctx, actions[:2], nil); err == nil {
		t.Error("a transaction with a conflict succeeded")
	}
	pages, found := 0, 0
	pager := orders.NewListEntitiesPager(&aztables.ListEntitiesOptions{
		Filter: to.Ptr("PartitionKey eq 'customer' and Total ge 5"), Top: to.Ptr(int32(8)),
	})
	for pager.More() {
		page, err := pager.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		pages++
		found += len(page.Entities)
	}
	if pages != 3 || found != 20 {
		t.Errorf("got %d entities in %d pages, want 20 in 3", found, pages)
	}
	if _, err := service.DeleteTable(ctx, "Orders", nil); err != nil {
		t.Error(err)
	}
}
