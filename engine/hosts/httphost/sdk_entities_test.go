package httphost_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/google/go-cmp/cmp"
)

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// TestSDKEntities: every operation on one entity, in both update modes.
func TestSDKEntities(t *testing.T) {
	ctx, c := t.Context(), ordersTable(t)
	added := must(c.AddEntity(ctx, entity(t, "1", props{"A": 1, "B": "x"}), nil))(t)
	same(t, "the echo", props{"A": 1.0, "B": "x"}, own(t, added.Value))
	read := must(c.GetEntity(ctx, "p", "1", nil))(t)
	if read.ETag != added.ETag || !strings.HasPrefix(string(read.ETag), `W/"datetime'`) {
		t.Errorf("the ETag is %s, was %s", read.ETag, added.ETag)
	}
	_, err := c.AddEntity(ctx, entity(t, "1", nil), nil)
	refused(t, err, "409 EntityAlreadyExists")

	merge := &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeMerge}
	replace := &aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace}
	must(c.UpdateEntity(ctx, entity(t, "1", props{"A": 2}), merge))(t)
	same(t, "merged", props{"A": 2.0, "B": "x"}, get(t, c, "1"))
	must(c.UpdateEntity(ctx, entity(t, "1", props{"A": 3, "B": nil}), nil))(t)
	same(t, "merged with null", props{"A": 3.0, "B": "x"}, get(t, c, "1"))
	must(c.UpdateEntity(ctx, entity(t, "1", props{"C": true}), replace))(t)
	same(t, "replaced", props{"C": true}, get(t, c, "1"))
	for _, options := range []*aztables.UpdateEntityOptions{merge, replace} {
		_, err = c.UpdateEntity(ctx, entity(t, "2", nil), options)
		refused(t, err, "404 ResourceNotFound")
	}
	for _, mode := range aztables.PossibleUpdateModeValues() {
		options := &aztables.UpsertEntityOptions{UpdateMode: mode}
		must(c.UpsertEntity(ctx, entity(t, string(mode), props{"A": 1}), options))(t)
		must(c.UpsertEntity(ctx, entity(t, string(mode), props{"B": 2}), options))(t)
	}
	same(t, "upserted by merging", props{"A": 1.0, "B": 2.0}, get(t, c, "merge"))
	same(t, "upserted by replacing", props{"B": 2.0}, get(t, c, "replace"))

	must(c.DeleteEntity(ctx, "p", "1", nil))(t)
	_, err = c.DeleteEntity(ctx, "p", "1", nil)
	refused(t, err, "404 ResourceNotFound")
	_, err = c.GetEntity(ctx, "p", "1", nil)
	refused(t, err, "404 ResourceNotFound")
}

// TestSDKETags: each write makes a new ETag, and a write with an old one is refused.
func TestSDKETags(t *testing.T) {
	ctx, c := t.Context(), ordersTable(t)
	first := must(c.AddEntity(ctx, entity(t, "1", nil), nil))(t).ETag
	second := must(c.UpdateEntity(ctx, entity(t, "1", props{"A": 1}), &aztables.UpdateEntityOptions{
		IfMatch: &first, UpdateMode: aztables.UpdateModeReplace,
	}))(t).ETag
	third := must(c.UpsertEntity(ctx, entity(t, "1", props{"A": 1}), nil))(t).ETag
	if first == second || second == third || third != must(c.GetEntity(ctx, "p", "1", nil))(t).ETag {
		t.Errorf("ETags %s, %s, %s", first, second, third)
	}
	const stale = "412 UpdateConditionNotSatisfied"
	for _, mode := range aztables.PossibleUpdateModeValues() {
		_, err := c.UpdateEntity(ctx, entity(t, "1", props{"A": 2}), &aztables.UpdateEntityOptions{
			IfMatch: &second, UpdateMode: mode,
		})
		refused(t, err, stale)
	}
	_, err := c.DeleteEntity(ctx, "p", "1", &aztables.DeleteEntityOptions{IfMatch: &second})
	refused(t, err, stale)
	malformed := azcore.ETag("no etag")
	_, err = c.DeleteEntity(ctx, "p", "1", &aztables.DeleteEntityOptions{IfMatch: &malformed})
	refused(t, err, "400 InvalidInput")
	same(t, "after refusals", props{"A": 1.0}, get(t, c, "1"))
	must(c.DeleteEntity(ctx, "p", "1", &aztables.DeleteEntityOptions{IfMatch: &third}))(t)
}

// TestSDKTypes: the client's EDMEntity makes the round trip with all its types.
func TestSDKTypes(t *testing.T) {
	ctx, c := t.Context(), ordersTable(t)
	at := func(text string) aztables.EDMDateTime {
		return aztables.EDMDateTime(must(time.Parse(time.RFC3339Nano, text))(t))
	}
	sent := aztables.EDMEntity{
		Entity: aztables.Entity{PartitionKey: "p", RowKey: "1"},
		Properties: map[string]any{
			"Text":     "żółć 😀 \u0000 \" </script>",
			"Empty":    "",
			"Date":     "2026-01-05T09:00:00Z",
			"Yes":      true,
			"No":       false,
			"Largest":  int32(math.MaxInt32),
			"Smallest": int32(math.MinInt32),
			"Half":     0.5,
			"Tiny":     math.SmallestNonzeroFloat64,
			"Huge":     math.MaxFloat64,
			"Third":    1.0 / 3,
			"Long":     aztables.EDMInt64(math.MaxInt64),
			"Longest":  aztables.EDMInt64(math.MinInt64),
			"Guid":     aztables.EDMGUID("c9da6455-213d-42c9-9a79-3e9149a57833"),
			"Time":     at("2026-01-05T09:00:00.1234567Z"),
			"Whole":    at("2026-01-05T09:00:00Z"),
			"First":    at("1601-01-01T00:00:00Z"),
			"Last":     at("9999-12-31T23:59:59.9999999Z"),
			"Bytes":    aztables.EDMBinary{0, 1, 127, 128, 255},
			"NoBytes":  aztables.EDMBinary{},
			"Größe":    "name",
		},
	}
	added := must(c.AddEntity(ctx, must(json.Marshal(sent))(t), nil))(t)
	read := must(c.GetEntity(ctx, "p", "1", nil))(t)
	for what, data := range map[string][]byte{"the echo": added.Value, "what is read": read.Value} {
		var got aztables.EDMEntity
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		same(t, what, texts(sent.Properties), texts(got.Properties))
		if got.ETag != string(read.ETag) || time.Time(got.Timestamp).Year() != 2026 {
			t.Errorf("%s has ETag %s and Timestamp %v", what, got.ETag, time.Time(got.Timestamp))
		}
	}
}

// texts writes each value with its type, so that they can be compared.
func texts(properties map[string]any) map[string]string {
	all := map[string]string{}
	for name, value := range properties {
		if at, ok := value.(aztables.EDMDateTime); ok {
			value = time.Time(at).UTC()
		}
		all[name] = fmt.Sprintf("%T %v", value, value)
	}
	return all
}

// TestSDKTypesInJSON: values that the client's EDMEntity can't express, sent as JSON.
func TestSDKTypesInJSON(t *testing.T) {
	ctx, c := t.Context(), ordersTable(t)
	for name, test := range map[string]struct{ sent, want props }{
		"NaN": {props{"A": "NaN", "A@odata.type": "Edm.Double"}, nil},
		"infinity": {props{
			"A": "Infinity", "A@odata.type": "Edm.Double", "B": "-Infinity", "B@odata.type": "Edm.Double",
		}, nil},
		"a whole":   {props{"A": 5, "A@odata.type": "Edm.Double"}, props{"A": 5.0}},
		"an Int32":  {props{"A": "7", "A@odata.type": "Edm.Int32"}, props{"A": 7.0}},
		"a String":  {props{"A": "7", "A@odata.type": "Edm.String"}, props{"A": "7"}},
		"a Boolean": {props{"A": "false", "A@odata.type": "Edm.Boolean"}, props{"A": false}},
		"a Guid": {
			props{"A": "C9DA6455-213D-42C9-9A79-3E9149A57833", "A@odata.type": "Edm.Guid"},
			props{"A": "c9da6455-213d-42c9-9a79-3e9149a57833", "A@odata.type": "Edm.Guid"},
		},
		"a time with zeros": {
			props{"A": "2026-01-05T09:00:00.5000000Z", "A@odata.type": "Edm.DateTime"},
			props{"A": "2026-01-05T09:00:00.5Z", "A@odata.type": "Edm.DateTime"},
		},
		"null": {props{"A": nil, "B": nil, "B@odata.type": "Edm.Int64"}, props{}},
	} {
		t.Run(name, func(t *testing.T) {
			if test.want == nil {
				test.want = test.sent
			}
			must(c.UpsertEntity(ctx, entity(t, "1", test.sent), &aztables.UpsertEntityOptions{
				UpdateMode: aztables.UpdateModeReplace,
			}))(t)
			same(t, "read", test.want, get(t, c, "1"))
		})
	}
}

// TestSDKFormats: the client chooses how much metadata an answer carries.
func TestSDKFormats(t *testing.T) {
	ctx, c := t.Context(), ordersTable(t)
	must(c.AddEntity(ctx, entity(t, "1", props{"A": "7", "A@odata.type": "Edm.Int64"}), nil))(t)
	const base = "PartitionKey RowKey Timestamp A"
	for format, want := range map[aztables.MetadataFormat]string{
		aztables.MetadataFormatNone:    "",
		aztables.MetadataFormatMinimal: "odata.metadata odata.etag A@odata.type",
		aztables.MetadataFormatFull: "odata.metadata odata.etag odata.type odata.id odata.editLink " +
			"Timestamp@odata.type A@odata.type",
	} {
		_, name, _ := strings.Cut(string(format), "=")
		one := must(c.GetEntity(ctx, "p", "1", &aztables.GetEntityOptions{Format: &format}))(t)
		same(t, name, names(want+" "+base), namesIn(t, one.Value))
		added := must(c.AddEntity(ctx, entity(t, name, props{"A": "7", "A@odata.type": "Edm.Int64"}),
			&aztables.AddEntityOptions{Format: &format}))(t)
		same(t, "echo, "+name, names(want+" "+base), namesIn(t, added.Value))
		page := must(c.NewListEntitiesPager(&aztables.ListEntitiesOptions{Format: &format}).NextPage(ctx))(t)
		listed := strings.TrimPrefix(want, "odata.metadata ")
		same(t, "in a list, "+name, names(listed+" "+base), namesIn(t, page.Entities[0]))
	}
}

func names(list string) map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields(list) {
		all[name] = true
	}
	return all
}

func namesIn(t *testing.T, data []byte) map[string]bool {
	t.Helper()
	var all props
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for name := range all {
		found[name] = true
	}
	return found
}

// TestSDKKeys: keys with characters that need escaping, and empty ones. The entity is JSON written here,
// because the client's EDMEntity doubles the quotes in its keys.
func TestSDKKeys(t *testing.T) {
	ctx, c := t.Context(), ordersTable(t)
	keys := []string{
		" ", "it's", "''", "100%", "%41", "a+b", "a b", "a&b=c", "a,b;c:d", "(PartitionKey='x')", "$batch",
		`"`, "<&>", "[]{}|^`~!@*_-.", "..", "żółć", "日本語", "😀", "e\u0301", "\ufeff", "\ue000",
	}
	for _, key := range keys {
		body := func(more props) []byte {
			more["PartitionKey"], more["RowKey"] = key, key
			return must(json.Marshal(more))(t)
		}
		must(c.AddEntity(ctx, body(props{"A": 1}), nil))(t)
		must(c.UpdateEntity(ctx, body(props{"B": 2}), nil))(t)
		got := must(c.GetEntity(ctx, key, key, nil))(t)
		var e aztables.EDMEntity
		if err := json.Unmarshal(got.Value, &e); err != nil {
			t.Fatal(err)
		}
		if e.PartitionKey != key || e.RowKey != key || e.Properties["A"] != int32(1) {
			t.Errorf("%q came back as %+v", key, e)
		}
	}
	if pages := list(t, c, aztables.ListEntitiesOptions{Top: to.Ptr(int32(5))}); len(pages) != 5 {
		t.Errorf("%d pages: %v", len(pages), pages)
	}
	for _, key := range keys {
		must(c.DeleteEntity(ctx, key, key, nil))(t)
	}
	same(t, "after deletion", [][]string{nil}, list(t, c, aztables.ListEntitiesOptions{}))
	// The client refuses to get an entity with empty keys, so query for it.
	must(c.AddEntity(ctx, []byte(`{"PartitionKey":"","RowKey":""}`), nil))(t)
	empty := list(t, c, aztables.ListEntitiesOptions{Filter: to.Ptr("PartitionKey eq ''")})
	same(t, "empty keys", [][]string{{""}}, empty)
	for _, character := range []string{"/", `\`, "#", "?", "\t", "\u0085"} {
		_, err := c.AddEntity(ctx, entity(t, "a"+character+"b", nil), nil)
		refused(t, err, "400 OutOfRangeInput")
	}
}

// TestSDKLimits: an entity over a limit is refused and changes nothing.
func TestSDKLimits(t *testing.T) {
	ctx, c := t.Context(), ordersTable(t)
	many := func(n int, value any) props {
		all := props{}
		for i := range n {
			all[fmt.Sprintf("P%03d", i)] = value
		}
		return all
	}
	large := strings.Repeat("x", 32<<10)
	must(c.AddEntity(ctx, entity(t, "large", many(15, large)), nil))(t)
	same(t, "a large entity", many(15, large), get(t, c, "large"))
	must(c.AddEntity(ctx, entity(t, "wide", many(252, 1.0)), nil))(t)
	same(t, "a wide entity", many(252, 1.0), get(t, c, "wide"))
	for name, test := range map[string]struct {
		more props
		want string
	}{
		"entity":        {many(16, large), "400 EntityTooLarge"},
		"value":         {props{"A": large + "x"}, "400 PropertyValueTooLarge"},
		"properties":    {many(253, 1), "400 TooManyProperties"},
		"name":          {props{strings.Repeat("n", 256): 1}, "400 PropertyNameTooLong"},
		"a wrong name":  {props{"a-b": 1}, "400 PropertyNameInvalid"},
		"body":          {many(130, large), "413 RequestBodyTooLarge"},
		"a wrong Int64": {props{"A": "9223372036854775808", "A@odata.type": "Edm.Int64"}, "400 InvalidInput"},
		"a wrong Guid":  {props{"A": "guid", "A@odata.type": "Edm.Guid"}, "400 InvalidInput"},
		"an early time": {
			props{"A": "1600-12-31T00:00:00Z", "A@odata.type": "Edm.DateTime"}, "400 OutOfRangeInput",
		},
		"an object":       {props{"A": props{}}, "400 InvalidInput"},
		"no RowKey":       {props{"RowKey": nil}, "400 PropertiesNeedValue"},
		"a RowKey number": {props{"RowKey": 7}, "400 InvalidInput"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.AddEntity(ctx, entity(t, "1", test.more), nil)
			refused(t, err, test.want)
			_, err = c.GetEntity(ctx, "p", "1", nil)
			refused(t, err, "404 ResourceNotFound")
		})
	}
}
