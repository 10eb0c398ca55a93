package rowkeytest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"github.com/rowkey/rowkey/engine/rowkeytest"
)

func orders(t *testing.T, a *rowkeytest.Account) *aztables.Client {
	t.Helper()
	service, err := aztables.NewServiceClientFromConnectionString(a.ConnectionString, nil)
	if err != nil {
		t.Fatal(err)
	}
	return service.NewClient("Orders")
}

// read counts what a query returns.
func read(t *testing.T, orders *aztables.Client, filter string) (n int) {
	t.Helper()
	for pages := orders.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: &filter}); pages.More(); {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n += len(page.Entities)
	}
	return n
}

func seedOf(t *testing.T, entities int) string {
	t.Helper()
	text := "PartitionKey,RowKey,Status\n"
	for n := range entities {
		text += fmt.Sprintf("p,%d,open\n", n)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "Orders.csv"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestOpen: tests beside each other have the seed and nothing of one another.
func TestOpen(t *testing.T) {
	folder := seedOf(t, 100)
	t.Run("beside each other", func(t *testing.T) {
		for n := range 20 {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				client := orders(t, rowkeytest.Open(t, folder))
				entity := fmt.Appendf(nil, `{"PartitionKey":"q","RowKey":"%d"}`, n)
				if _, err := client.AddEntity(t.Context(), entity, nil); err != nil {
					t.Fatal(err)
				}
				if got := read(t, client, "PartitionKey ge 'p'"); got != 101 {
					t.Errorf("it has %d entities", got)
				}
			})
		}
	})
}

func TestCost(t *testing.T) {
	a := rowkeytest.Open(t, seedOf(t, 10))
	client := orders(t, a)
	read(t, client, "PartitionKey eq 'p' and RowKey eq '1'")
	if got := a.Cost(); got.EntitiesRead != 1 || got.Requests != 1 || len(got.Scans) > 0 {
		t.Errorf("a point query: %+v", got)
	}
	a.Reset()
	read(t, client, "Status eq 'shut'")
	if got := a.Cost(); got.EntitiesRead != 10 || got.EntitiesReturned != 0 || len(got.Scans) != 1 {
		t.Errorf("a scan: %+v", got)
	}
}

// TestFault: the client repeats an insert whose answer was lost, and hears that the entity is there already.
func TestFault(t *testing.T) {
	a := rowkeytest.Open(t, seedOf(t, 1))
	a.Fault(t, "lose-answer operation=InsertEntity nth=1")
	_, err := orders(t, a).AddEntity(t.Context(), []byte(`{"PartitionKey":"q","RowKey":"1"}`), nil)
	if got := a.Cost(); err == nil || got.EntitiesWritten != 1 || got.Requests != 2 {
		t.Errorf("%v, %+v", err, got)
	}
}
