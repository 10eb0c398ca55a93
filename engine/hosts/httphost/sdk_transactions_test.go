package httphost_test

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// filled returns a table with the entities "1", "2" and "3".
func filled(t *testing.T) *aztables.Client {
	t.Helper()
	c := ordersTable(t)
	for _, row := range []string{"1", "2", "3"} {
		must(c.AddEntity(t.Context(), entity(t, row, props{"A": 1, "B": 1}), nil))(t)
	}
	return c
}

// TestSDKTransaction: one operation of every kind.
func TestSDKTransaction(t *testing.T) {
	ctx, c := t.Context(), filled(t)
	etag := must(c.GetEntity(ctx, "p", "1", nil))(t).ETag
	action := func(kind aztables.TransactionType, row string, more props) aztables.TransactionAction {
		return aztables.TransactionAction{ActionType: kind, Entity: entity(t, row, more)}
	}
	conditional := action(aztables.TransactionTypeUpdateMerge, "1", props{"A": 2})
	conditional.IfMatch = &etag
	must(c.SubmitTransaction(ctx, []aztables.TransactionAction{
		action(aztables.TransactionTypeAdd, "0", props{"Text": "it's żółć"}),
		conditional,
		action(aztables.TransactionTypeUpdateReplace, "2", props{"A": 2}),
		action(aztables.TransactionTypeDelete, "3", nil),
		action(aztables.TransactionTypeInsertMerge, "4", props{"A": 2}),
		action(aztables.TransactionTypeInsertReplace, "5", props{"A": 2}),
	}, nil))(t)
	same(t, "keys", [][]string{{"0", "1", "2", "4", "5"}}, list(t, c, aztables.ListEntitiesOptions{}))
	for row, want := range map[string]props{
		"0": {"Text": "it's żółć"}, "1": {"A": 2.0, "B": 1.0}, "2": {"A": 2.0}, "4": {"A": 2.0}, "5": {"A": 2.0},
	} {
		same(t, row, want, get(t, c, row))
	}
}

// TestSDKTransactionFailures: one failing operation undoes the whole transaction. The client reports the
// status of the envelope and leaves the service's code in the body.
func TestSDKTransactionFailures(t *testing.T) {
	const add, remove = aztables.TransactionTypeAdd, aztables.TransactionTypeDelete
	action := func(kind aztables.TransactionType, row string, more props) aztables.TransactionAction {
		return aztables.TransactionAction{ActionType: kind, Entity: entity(t, row, more)}
	}
	both := func(first, second aztables.TransactionAction) []aztables.TransactionAction {
		return []aztables.TransactionAction{first, second}
	}
	write := action(aztables.TransactionTypeInsertMerge, "new", nil)
	stale := action(aztables.TransactionTypeUpdateMerge, "1", nil)
	stale.IfMatch = to.Ptr(azcore.ETag(`W/"datetime'2000-01-01T00%3A00%3A00Z'"`))
	missing := action(aztables.TransactionTypeUpdateReplace, "8", nil)
	missing.IfMatch = to.Ptr(azcore.ETagAny)
	elsewhere := aztables.TransactionAction{ActionType: add, Entity: []byte(`{"PartitionKey":"q","RowKey":"1"}`)}
	for name, test := range map[string]struct {
		actions []aztables.TransactionAction
		want    string
	}{
		"an insert of an existing entity":     {both(write, action(add, "2", nil)), "409 EntityAlreadyExists 1:"},
		"a lone insert of an existing entity": {both(write, action(add, "2", nil))[1:], "409 EntityAlreadyExists "},
		"an update of a missing entity":       {both(write, missing), "404 ResourceNotFound 1:"},
		"a deletion of a missing entity":      {both(action(remove, "8", nil), write), "404 ResourceNotFound 0:"},
		"a stale ETag":                        {both(write, stale), "412 UpdateConditionNotSatisfied 1:"},
		"one entity twice":                    {both(write, write), "400 InvalidDuplicateRow 1:"},
		"two partitions": {
			both(write, elsewhere), "400 CommandsInBatchActOnDifferentPartitions 1:",
		},
		"a key that is not allowed": {both(write, action(add, "a#b", nil)), "400 OutOfRangeInput 1:"},
		"a value that is too large": {
			both(write, action(add, "8", props{"A": strings.Repeat("x", 32769)})), "400 PropertyValueTooLarge 1:",
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := filled(t)
			_, err := c.SubmitTransaction(t.Context(), test.actions, nil)
			e, ok := errors.AsType[*azcore.ResponseError](err)
			if !ok || e.StatusCode != 202 {
				t.Fatalf("got %v", err)
			}
			same(t, "the answer", test.want, failure(t, e))
			same(t, "what is left", [][]string{{"1", "2", "3"}}, list(t, c, aztables.ListEntitiesOptions{}))
			for _, row := range []string{"1", "2", "3"} {
				same(t, row, props{"A": 1.0, "B": 1.0}, get(t, c, row))
			}
		})
	}
}

var part = regexp.MustCompile(`(?s)HTTP/1\.1 (\d+) .*"code":"(\w+)".*"value":"(\d*:)?`)

// failure returns the status, the code and the index in a failed transaction's body.
func failure(t *testing.T, e *azcore.ResponseError) string {
	t.Helper()
	found := part.FindStringSubmatch(string(must(io.ReadAll(e.RawResponse.Body))(t)))
	if found == nil {
		return e.Error()
	}
	return strings.Join(found[1:], " ")
}

// TestSDKTransactionSize: a transaction has at most a hundred operations and 4 MiB.
func TestSDKTransactionSize(t *testing.T) {
	ctx, c := t.Context(), ordersTable(t)
	adds := func(n int, more props) (actions []aztables.TransactionAction) {
		for i := range n {
			actions = append(actions, aztables.TransactionAction{
				ActionType: aztables.TransactionTypeAdd, Entity: entity(t, fmt.Sprintf("%d-%d", n, i), more),
			})
		}
		return actions
	}
	must(c.SubmitTransaction(ctx, adds(100, nil), nil))(t)
	_, err := c.SubmitTransaction(ctx, adds(101, nil), nil)
	e, ok := errors.AsType[*azcore.ResponseError](err)
	if !ok {
		t.Fatalf("got %v", err)
	}
	same(t, "101 operations", "400 InvalidInput", strings.TrimRight(failure(t, e), "0129: "))
	large := props{"A": strings.Repeat("x", 32000), "B": strings.Repeat("x", 32000)}
	must(c.SubmitTransaction(ctx, adds(64, large), nil))(t)
	_, err = c.SubmitTransaction(ctx, adds(66, large), nil)
	refused(t, err, "413 RequestBodyTooLarge")
	if pages := list(t, c, aztables.ListEntitiesOptions{Select: to.Ptr("RowKey")}); len(pages[0]) != 164 {
		t.Errorf("%d entities, want 164", len(pages[0]))
	}
}
