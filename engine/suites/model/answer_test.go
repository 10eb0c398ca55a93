package model_test

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// answer is the model's answer: what a response must contain and a trace must count.
type answer struct {
	fault    *fault
	status   int
	wrote    bool // the store changed
	etag     string
	location string // below the account, decoded; "" for none
	context  string // odata.metadata after its #
	table    string // of the entities
	selected string
	single   bool // the body is one entity or table, not a list
	entities []*entity
	tables   []string
	next     []string // continuation tokens
	nextKey  key      // the key in the tokens
	cost     cost
	passed   []*entity // all entities up to the end of the page, whether they match or not
}

type cost struct{ read, returned, written, bytesRead, bytesWritten, pages int }

// fault is an error answer.
type fault struct {
	code      string
	text      string // "" for the code's usual message, "-" for any
	executing bool   // caused by the stored data
	prefixed  bool   // the message begins with prefix
	prefix    int    // the index of the operation in its transaction
}

func refused(f fault) answer { return answer{fault: &f, status: catalogue[f.code].status} }

// withoutContent is the answer to an insert with Prefer: return-no-content.
func (a answer) withoutContent() answer {
	a.status, a.entities, a.tables, a.context = 204, nil, nil, ""
	return a
}

// catalogue has the statuses and usual messages of the codes, from recordings of the service.
var catalogue = map[string]struct {
	status int
	text   string
}{
	"CommandsInBatchActOnDifferentPartitions": {400,
		"All commands in a batch must operate on same entity group."},
	"DuplicatePropertiesSpecified": {400, "A property is specified more than one time."},
	"EntityAlreadyExists":          {409, "The specified entity already exists."},
	"EntityTooLarge": {400,
		"The entity is larger than the maximum allowed size (1MB)."},
	"InvalidDuplicateRow": {400,
		"The batch request contains multiple changes with same row key. An entity can " +
			"appear only once in a batch request."},
	"InvalidInput":        {400, "One of the request inputs is not valid."},
	"InvalidResourceName": {400, "The specifed resource name contains invalid characters."},
	"NotImplemented":      {501, "The requested operation is not implemented on the specified resource."},
	"OutOfRangeInput":     {400, "One of the request inputs is out of range."},
	"PropertiesNeedValue": {400, "The values are not specified for all properties in the entity."},
	"PropertyNameInvalid": {400, "The property name is invalid."},
	"PropertyNameTooLong": {400, "The property name exceeds the maximum allowed length (255)."},
	"PropertyValueTooLarge": {400,
		"The property value exceeds the maximum allowed size (64KB). If the property " +
			"value is a string, it is UTF-16 encoded and the maximum number of characters should be 32K or less."},
	"ResourceNotFound":   {404, "The specified resource does not exist."},
	"TableAlreadyExists": {409, "The table specified already exists."},
	"TableBeingDeleted":  {409, "The specified table is being deleted. Try operation later."},
	"TableNotFound":      {404, "The table specified does not exist."},
	"TooManyProperties": {400,
		"The entity contains more properties than allowed. Each entity can include up to " +
			"252 properties to store data. Each entity also has 3 system properties."},
	"UpdateConditionNotSatisfied": {412, "The update condition specified in the request was not satisfied."},
}

// differs says how a response differs from the answer, or returns "".
func (a answer) differs(r wire.Response, level string, now time.Time) string {
	if r.Status != a.status {
		return fmt.Sprintf("status %d, want %d %s\n%.600s", r.Status, a.status, a.code(), r.Body)
	}
	if a.fault != nil {
		return a.fault.differs(r, now)
	}
	for _, h := range []struct{ name, want string }{
		{"ETag", a.etag},
		{"x-ms-continuation-NextPartitionKey", a.token(0, 2)},
		{"x-ms-continuation-NextRowKey", a.token(1, 2)},
		{"x-ms-continuation-NextTableName", a.token(0, 1)},
	} {
		if got := r.Headers.Get(h.name); got != h.want {
			return fmt.Sprintf("%s: %q, want %q", h.name, got, h.want)
		}
	}
	if got, want := r.Headers.Get("Location"), a.location; !leadsTo(got, want) {
		return fmt.Sprintf("Location: %q, want %q", got, want)
	}
	if a.context == "" {
		if len(r.Body) > 0 {
			return fmt.Sprintf("unexpected body: %.600s", r.Body)
		}
		return ""
	}
	return a.document(level).differs(gjson.ParseBytes(r.Body))
}

func (a answer) code() string {
	if a.fault == nil {
		return ""
	}
	return a.fault.code
}

// token is the continuation token at i if the answer has n of them, or "".
func (a answer) token(i, n int) string {
	if len(a.next) != n {
		return ""
	}
	return a.next[i]
}

// leadsTo reports whether a URL in an answer is want below the account when decoded.
func leadsTo(got, want string) bool {
	if want == "" || got == "" {
		return want == got
	}
	below, ok := strings.CutPrefix(got, enginetest.Base+"/")
	return ok && spells(below, want)
}

// spells reports whether an escaped path is want when decoded. It can have only printable ASCII characters,
// and no colon or quote.
func spells(got, want string) bool {
	text, err := url.PathUnescape(got)
	return err == nil && text == want && !strings.ContainsFunc(got, func(r rune) bool {
		return r <= ' ' || r > '~' || r == ':' || r == '"'
	})
}

func (f *fault) differs(r wire.Response, now time.Time) string {
	body := gjson.ParseBytes(r.Body).Get(`odata\.error`)
	if got := body.Get("code").Str; got != f.code {
		return fmt.Sprintf("code %s, want %s\n%.600s", got, f.code, r.Body)
	}
	text := f.text
	if text == "" {
		text = catalogue[f.code].text
	}
	if f.prefixed {
		text = fmt.Sprintf("%d:%s", f.prefix, text)
	}
	got, trailer, _ := strings.Cut(body.Get("message.value").Str, "\nRequestId:")
	if f.text != "-" && got != text {
		return fmt.Sprintf("message %q, want %q", got, text)
	}
	if want := "\nTime:" + now.Format("2006-01-02T15:04:05.0000000Z"); !strings.HasSuffix(trailer, want) {
		return fmt.Sprintf("the message ends %q, want %q", trailer, want)
	}
	return ""
}

// counts says how the counts of a trace, if there is one, differ from the model's, or returns "".
func (a answer) counts(tr *trace.Trace, returned int) string {
	if tr == nil {
		return ""
	}
	want := a.cost
	if a.context != "" && !a.single && a.table != "" {
		for _, e := range a.passed {
			if within(tr.Plan.Range, a.table, e.key) {
				want.read++
				want.bytesRead += e.size()
			}
		}
	}
	c := tr.Cost
	got := cost{c.EntitiesRead, c.EntitiesReturned, c.EntitiesWritten, c.BytesRead, c.BytesWritten, c.Pages}
	switch {
	case got != want:
		return fmt.Sprintf("the trace counts %+v, want %+v", got, want)
	case got.read < got.returned:
		return fmt.Sprintf("the trace counts %+v: fewer read than returned", got)
	case c.Transactions != 1 || c.BytesReturned != returned:
		return fmt.Sprintf("%d transactions, %d bytes returned; want 1, %d",
			c.Transactions, c.BytesReturned, returned)
	case (tr.Fault == nil) != (a.fault == nil) || tr.Fault != nil && tr.Fault.Code.Name != a.fault.code:
		return fmt.Sprintf("the trace has the fault %v, want %q", tr.Fault, a.code())
	}
	return ""
}

// within reports whether a plan's range includes an entity.
func within(r keys.Range, tableName string, k key) bool {
	at := keys.Entity(tableName, table.Key{PartitionKey: k.partition, RowKey: k.row})
	return r.From <= at && at < r.To
}

// replies splits the answer to a transaction into one response for each part, in a change set or not.
func replies(r wire.Response) (parts []wire.Response, ok bool) {
	_, boundary, ok := strings.Cut(r.Headers.Get("Content-Type"), "boundary=")
	body := string(r.Body)
	inner, inChangeSet := strings.CutPrefix(body, "--"+boundary+"\r\nContent-Type: multipart/mixed; boundary=")
	if inChangeSet {
		changeSet, rest, _ := strings.Cut(inner, "\r\n\r\n")
		body, ok = strings.CutSuffix(rest, "--"+boundary+"--\r\n")
		boundary = changeSet
	}
	body, ended := strings.CutSuffix(body, "--"+boundary+"--\r\n")
	pieces := strings.Split(body, "--"+boundary+"\r\n")
	for _, piece := range pieces[1:] {
		message, isHTTP := strings.CutPrefix(piece,
			"Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n")
		head, content, complete := strings.Cut(message, "\r\n\r\n")
		lines := strings.Split(head, "\r\n")
		var p wire.Response
		if _, err := fmt.Sscanf(lines[0], "HTTP/1.1 %d", &p.Status); err != nil || !isHTTP || !complete {
			return nil, false
		}
		for _, line := range lines[1:] {
			name, text, _ := strings.Cut(line, ": ")
			p.Headers.Add(name, text)
		}
		p.Body = []byte(strings.TrimSuffix(content, "\r\n"))
		parts = append(parts, p)
	}
	return parts, ok && ended && pieces[0] == ""
}
