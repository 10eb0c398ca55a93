package httphost_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// list returns the RowKeys of every page of a query.
func list(t *testing.T, c *aztables.Client, options aztables.ListEntitiesOptions) (pages [][]string) {
	t.Helper()
	for pager := c.NewListEntitiesPager(&options); pager.More(); {
		pages = append(pages, rowKeys(t, must(pager.NextPage(t.Context()))(t)))
	}
	return pages
}

func rowKeys(t *testing.T, page aztables.ListEntitiesResponse) (keys []string) {
	t.Helper()
	for _, data := range page.Entities {
		var e aztables.Entity
		if err := json.Unmarshal(data, &e); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, e.RowKey)
	}
	return keys
}

// TestSDKFilters: every operator on every type, the other forms of a filter, and the ones refused.
func TestSDKFilters(t *testing.T) {
	c := ordersTable(t)
	for i, text := range []string{"Ann", "Bob's", "bob"} {
		must(c.AddEntity(t.Context(), entity(t, strconv.Itoa(i+1), props{
			"Text": text, "Flag": i > 0, "Int": 10 * (i - 1),
			"Long": strconv.Itoa(i * 1e10), "Long@odata.type": "Edm.Int64",
			"Double": 0.5 * float64(i-1), "Double@odata.type": "Edm.Double",
			"Time": fmt.Sprintf("2026-01-0%dT09:30:00.5Z", i+1), "Time@odata.type": "Edm.DateTime",
			"Guid": fmt.Sprintf("%da455c69-df98-5678-aaaa-81d3367e5a34", i), "Guid@odata.type": "Edm.Guid",
			"Bytes": []byte{byte(i), 255}, "Bytes@odata.type": "Edm.Binary",
		}), nil))(t)
	}
	must(c.AddEntity(t.Context(), entity(t, "4", nil), nil))(t)
	find := func(filter string) []string {
		t.Helper()
		return list(t, c, aztables.ListEntitiesOptions{Filter: &filter})[0]
	}
	for property, second := range map[string]string{
		"Text": "'Bob''s'", "Int": "0", "Long": "10000000000L", "Double": "0.0",
		"Time": "datetime'2026-01-02T09:30:00.5Z'", "Guid": "guid'1a455c69-df98-5678-aaaa-81d3367e5a34'",
		"Bytes": "X'01ff'", "RowKey": "'2'",
	} {
		for operator, want := range map[string][]string{
			"eq": {"2"}, "ne": {"1", "3"}, "lt": {"1"}, "le": {"1", "2"}, "gt": {"3"}, "ge": {"2", "3"},
		} {
			filter := property + " " + operator + " " + second
			if property == "RowKey" {
				filter += " and RowKey ne '4'"
			}
			same(t, filter, want, find(filter))
		}
	}
	for filter, want := range map[string][]string{
		"Flag": {"2", "3"}, "not Flag": {"1", "4"}, "Flag eq true": {"2", "3"}, "10 eq Int": {"3"},
		"RowKey eq '1' or RowKey eq '2' and Int gt 0":   {"1"},
		"(RowKey eq '1' or RowKey eq '2') and Int ge 0": {"2"},
		"not (Int ge 0)":                    {"1", "4"},
		"Nothing ne 'x'":                    nil,
		"not (Nothing eq 'x')":              {"1", "2", "3", "4"},
		"Int ne '0'":                        {"1", "2", "3"},
		"Int eq '0'":                        nil,
		"Long eq 0":                         {"1"},
		"Double eq 0":                       {"2"},
		"PartitionKey eq 'q'":               nil,
		"Timestamp gt datetime'2026-01-01'": {"1", "2", "3", "4"},
		"RowKey gt '3' and RowKey lt '1'":   nil,
		"":                                  {"1", "2", "3", "4"},
	} {
		same(t, filter, want, find(filter))
	}
	for filter, want := range map[string]string{
		"Text eq": "400 InvalidInput", "Text = 'x'": "400 InvalidInput", "Text eq 'x": "400 InvalidInput",
		"Text EQ 'x'": "400 InvalidInput", "Text eq null": "400 InvalidInput",
		"startswith(Text,'A')": "501 NotImplemented", "Int add 1 eq 2": "501 NotImplemented",
		"Text eq Guid": "501 NotImplemented", "1 eq 1": "501 NotImplemented",
	} {
		t.Run(filter, func(t *testing.T) {
			_, err := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: &filter}).NextPage(t.Context())
			refused(t, err, want)
		})
	}
}

// TestSDKPages: 1,150 entities come in pages of at most 1,000, and a page's token leads to the next.
func TestSDKPages(t *testing.T) {
	ctx, c := t.Context(), ordersTable(t)
	const count = 1150
	var all []string
	for from := 0; from < count; from += 100 {
		var actions []aztables.TransactionAction
		for i := from; i < min(from+100, count); i++ {
			all = append(all, fmt.Sprintf("%04d", i))
			actions = append(actions, aztables.TransactionAction{
				ActionType: aztables.TransactionTypeAdd,
				Entity:     entity(t, all[i], props{"Third": i%3 == 0, "Note": "x"}),
			})
		}
		must(c.SubmitTransaction(ctx, actions, nil))(t)
	}
	same(t, "without $top", [][]string{all[:1000], all[1000:]}, list(t, c, aztables.ListEntitiesOptions{}))
	fours := list(t, c, aztables.ListEntitiesOptions{Top: to.Ptr(int32(400))})
	same(t, "$top=400", [][]string{all[:400], all[400:800], all[800:]}, fours)

	filter := "Third eq true and RowKey lt '0030'"
	thirds := list(t, c, aztables.ListEntitiesOptions{Filter: &filter, Top: to.Ptr(int32(5))})
	same(t, "filtered", [][]string{
		{"0000", "0003", "0006", "0009", "0012"}, {"0015", "0018", "0021", "0024", "0027"},
	}, thirds)

	first := must(c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Top: to.Ptr(int32(3))}).NextPage(ctx))(t)
	same(t, "tokens", []string{"1!4!cA--", "1!8!MDAwMw--"}, []string{*first.NextPartitionKey, *first.NextRowKey})
	resumed := list(t, c, aztables.ListEntitiesOptions{
		NextPartitionKey: first.NextPartitionKey, NextRowKey: first.NextRowKey, Filter: to.Ptr("RowKey lt '0005'"),
	})
	same(t, "resumed", [][]string{{"0003", "0004"}}, resumed)

	_, err := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{
		NextPartitionKey: to.Ptr("p"), NextRowKey: to.Ptr("0003"),
	}).NextPage(ctx)
	refused(t, err, "400 InvalidInput")
	for _, top := range []int32{-1, 1001} {
		_, err := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Top: &top}).NextPage(ctx)
		refused(t, err, "400 InvalidInput")
	}

	selected := must(c.NewListEntitiesPager(&aztables.ListEntitiesOptions{
		Select: to.Ptr("Note,Nothing"), Top: to.Ptr(int32(1)),
	}).NextPage(ctx))(t)
	same(t, "selected", props{"Note": "x", "Nothing": nil}, own(t, selected.Entities[0]))
	same(t, "names of what is selected", names("odata.etag Note Nothing"), namesIn(t, selected.Entities[0]))
}
