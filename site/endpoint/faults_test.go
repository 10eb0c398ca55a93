package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue"
	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/site/endpoint"
)

// faults yields what the endpoint can do to a request: the status that it has then, and the rule.
func faults(t *testing.T) iter.Seq2[string, string] {
	list, err := os.ReadFile(filepath.Join(suites, "faults.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(string, string) bool) {
		for line := range strings.Lines(string(list)) {
			if status, rule, _ := strings.Cut(strings.TrimSpace(line), " "); !yield(status, rule) {
				return
			}
		}
	}
}

// TestEachFault: what was acknowledged is there, whatever happens to a request or to its answer.
func TestEachFault(t *testing.T) {
	c := openControlled(t)
	table := c.orders()
	n := 0
	for status, rule := range faults(t) {
		if rule == "busy" || strings.HasPrefix(rule, "hang") {
			continue // it has a test of its own
		}
		send := func(operation string, do func(entity func(key string) []byte) error, keys ...string) {
			n++
			c.set("DELETE", "/faults", "")
			c.set("DELETE", "/requests", "")
			c.set("POST", "/faults", fmt.Sprintf(`"%s nth=1 operation=%s"`, rule, operation))
			if err := do(func(key string) []byte {
				return fmt.Appendf(nil, `{"PartitionKey":"p","RowKey":"%s","N":%d}`, key, n)
			}); err != nil {
				t.Errorf("%s of %s: %v", rule, operation, err)
			}
			for _, key := range keys {
				found, err := table.GetEntity(t.Context(), "p", key, nil)
				if err != nil || gjson.GetBytes(found.Value, "N").Int() != int64(n) {
					t.Errorf("%s of %s: %s, %v", rule, operation, found.Value, err)
				}
			}
		}
		send("InsertOrMergeEntity", func(entity func(string) []byte) error {
			_, err := table.UpsertEntity(t.Context(), entity("one"), nil)
			want := strings.Replace("["+status+",204]", "[204,", "[", 1)
			if got := c.statuses(); got != want {
				t.Errorf("%s: %s, want %s", rule, got, want)
			}
			return err
		}, "one")
		send("EntityGroupTransaction", func(entity func(string) []byte) error {
			_, err := table.SubmitTransaction(t.Context(), []aztables.TransactionAction{
				{ActionType: aztables.TransactionTypeInsertMerge, Entity: entity("a")},
				{ActionType: aztables.TransactionTypeInsertMerge, Entity: entity("b")},
			}, nil)
			return err
		}, "a", "b")
		fresh := fmt.Sprint("new", n)
		send("InsertEntity", func(entity func(string) []byte) error {
			_, err := table.AddEntity(t.Context(), entity(fresh), nil)
			if code(err) == "EntityAlreadyExists" {
				return nil // it was sent again, and met itself
			}
			return err
		}, fresh)
	}
	if got := c.count(table); got != fmt.Sprint(3+n/3) {
		t.Errorf("there are %s entities", got)
	}
}

// TestEachFaultElsewhere: whatever happens to a request or to its answer, a blob is whole, and a message
// comes at least once.
func TestEachFaultElsewhere(t *testing.T) {
	c := openControlled(t)
	retry := policy.ClientOptions{Retry: policy.RetryOptions{RetryDelay: time.Millisecond}}
	accounts, err := endpoint.ParseAccounts("")
	if err != nil {
		t.Fatal(err)
	}
	own := c.endpoint.Connection(accounts[0])
	queue, err := azqueue.NewQueueClientFromConnectionString(own, "jobs",
		&azqueue.ClientOptions{ClientOptions: retry})
	if err != nil {
		t.Fatal(err)
	}
	blobs, err := azblob.NewClientFromConnectionString(own, &azblob.ClientOptions{ClientOptions: retry})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := queue.Create(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := blobs.CreateContainer(t.Context(), "docs", nil); err != nil {
		t.Fatal(err)
	}
	for status, rule := range faults(t) {
		ctx, giveUp := context.WithCancel(t.Context())
		defer giveUp()
		calls := []func() error{
			func() error { _, err := queue.EnqueueMessage(ctx, rule, nil); return err },
			func() error { _, err := blobs.UploadBuffer(ctx, "docs", "a", []byte(rule), nil); return err },
		}
		c.set("DELETE", "/requests", "")
		c.set("POST", "/faults", fmt.Sprintf(`["%[1]s nth=1 operation=PutMessage","%[1]s nth=1 operation=PutBlob"]`,
			rule))
		hangs := strings.HasPrefix(rule, "hang")
		if hangs {
			ended := make(chan error)
			for _, call := range calls {
				go func() { ended <- call() }()
			}
			for gjson.Get(c.set("GET", "/requests", ""), "total").Int() < 2 {
				time.Sleep(time.Millisecond)
			}
			giveUp()
			for range calls {
				if err := <-ended; !errors.Is(err, context.Canceled) {
					t.Errorf("%s: the client that gave up got %v", rule, err)
				}
			}
			ctx = t.Context()
		}
		for _, call := range calls {
			if err := call(); err != nil {
				t.Errorf("%s: %v", rule, err)
			}
		}
		want := map[bool]string{true: "[0,0,201,201]", false: "[" + status + ",201," + status + ",201]"}[hangs]
		if got := c.statuses(); got != strings.ReplaceAll(want, "204,", "") {
			t.Errorf("%s: %s, want %s", rule, got, want)
		}
		c.set("DELETE", "/faults", "")
		got, err := queue.DequeueMessages(t.Context(), &azqueue.DequeueMessagesOptions{
			NumberOfMessages: to.Ptr[int32](5),
		})
		times := 1
		if strings.Contains(rule, "after-write") || rule == "lose-answer" {
			times = 2 // it was put again
		}
		if err != nil || len(got.Messages) != times || *got.Messages[times-1].MessageText != rule {
			t.Errorf("%s: %d messages, %v", rule, len(got.Messages), err)
		}
		content := make([]byte, len(rule))
		if _, err := blobs.DownloadBuffer(t.Context(), "docs", "a", content, nil); err != nil ||
			string(content) != rule {
			t.Errorf("%s: the blob has %q, %v", rule, content, err)
		}
	}
}
