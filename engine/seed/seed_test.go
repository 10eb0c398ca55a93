package seed_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/seed"
)

// files are some by their names, in an order that isn't the names'.
func files(texts map[string]string) (all []seed.File) {
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(texts))) {
		all = append(all, seed.File{Name: name, Text: texts[name]})
	}
	return all
}

func TestOpen(t *testing.T) {
	const message = "<QueueMessage><MessageText>aGk=</MessageText></QueueMessage>"
	a, err := seed.Open(files(map[string]string{
		"Orders.csv":      "PartitionKey,RowKey,Quantity\na,1,5\na,2,7\n",
		"people.json":     `[{"PartitionKey":"p","RowKey":"1","Age":30},{"PartitionKey":"p","RowKey":"2"}]`,
		"Events.jsonl":    "{\"PartitionKey\":\"e\",\"RowKey\":\"1\"}\n{\"PartitionKey\":\"e\",\"RowKey\":\"2\"}\n",
		"Parts.typed.csv": "PartitionKey,RowKey,Size,Size@type\nq,1,9,Edm.Int64\n",
		"z.http": "PUT {{queue}}/jobs\n\n###\nPOST {{queue}}/jobs/messages\n\n" + message +
			"\n\n###\nPUT {{blob}}/docs?restype=container\n",
		"again.http": "# @expect status == 409\nPOST {{host}}/Tables\nContent-Type: application/json\n\n" +
			"{\"TableName\":\"Orders\"}\n",
		"orders-query.http": "# @expect rows == 1\nGET {{host}}/Orders()?$filter=Quantity gt 6 and Timestamp lt " +
			"datetime'2020-01-06T00:00:00Z'\n",
	}), func() time.Time { return time.Date(2020, 1, 5, 0, 0, 0, 0, time.UTC) })
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.Contents(), (engine.Contents{Tables: 4, Entities: 7, Messages: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// TestRefused: whatever is wrong with a seed, there's no account, and the error says where.
func TestRefused(t *testing.T) {
	many := "" // more than go into a transaction
	for n := range 200 {
		many += fmt.Sprintf("b,%d\n", n)
	}
	texts := map[string]string{
		"refused.http": "POST {{host}}/Orders\nContent-Type: application/json\n\n" +
			"{\"PartitionKey\":\"a\",\"RowKey\":\"\"}\n",
		"missed.http": "# @expect rows == 1\nGET {{host}}/Tables\n",
		"broken.http": "GTE {{host}}/Tables\n",
		"Rows.json":   `[{"Name":"Jo"}]`,
		"Bad.csv":     "PartitionKey,RowKey\na\tb,1\n",
		"Twice.csv":   "PartitionKey,RowKey\na,1\n" + many + "a,1\n",
		"Half.jsonl":  `{"PartitionKey":"a","RowKey":"1"}` + "\n" + `{"PartitionKey":"a","RowKey":` + "\n",
		"Old.csv":     "\xff\xfeP\x00",
		"1bad.csv":    "PartitionKey,RowKey\na,1\n",
		"or-ders.csv": "PartitionKey,RowKey\na,1\n",
		"ab.json":     `{"PartitionKey":"a","RowKey":"1"}`,
	}
	for name, want := range map[string]string{
		"refused.http": "refused.http:1: POST /Orders got 404",
		"missed.http":  "missed.http:2: rows == 1  missed.http:1",
		"broken.http":  "broken.http:1: ",
		"Rows.json":    "Rows.json: it has no PartitionKey and RowKey, read as JSON, an array of objects",
		"Bad.csv":      "Bad.csv:2: ",
		"Twice.csv":    "Twice.csv:203: The table has an entity with these keys already: \"a\" and \"1\".",
		"Half.jsonl":   "Half.jsonl:2: This isn't JSON: ",
		"Old.csv":      "Old.csv: it isn't UTF-8",
		"1bad.csv":     "1bad.csv: no table can have this name: name the file after its table",
		"or-ders.csv":  "or-ders.csv: no table can have this name",
		"ab.json":      "ab.json: no table can have this name",
	} {
		a, err := seed.Open([]seed.File{{Name: name, Text: texts[name]}}, nil)
		if a != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if a, err := seed.Open(files(texts), nil); a != nil || err == nil {
		t.Errorf("all together: %v", err)
	}
}

func TestRead(t *testing.T) {
	open := func(name string) (string, error) {
		if name == "broken.csv" {
			return "", errors.New("it can't be read")
		}
		return "text of " + name, nil
	}
	got, err := seed.Read([]string{"Orders.csv", ".hidden.csv", "a.HTTP", "notes.txt", "csv", "b.jsonl"}, open)
	want := []seed.File{
		{Name: "Orders.csv", Text: "text of Orders.csv"}, {Name: "a.HTTP", Text: "text of a.HTTP"},
		{Name: "b.jsonl", Text: "text of b.jsonl"},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for _, names := range [][]string{nil, {"notes.txt"}, {"Orders.csv", "broken.csv"}} {
		if got, err := seed.Read(names, open); got != nil || err == nil {
			t.Errorf("%v: %v, %v", names, got, err)
		}
	}
}
