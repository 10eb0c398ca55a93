package watched

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// analytics matches a line of the classic logs, which say their version first.
var analytics = regexp.MustCompile(`^[12]\.0;\d{4}-\d\d-\d\dT`)

// record is a line of StorageTableLogs: the fields by their names in lower case. Log Analytics and the logs
// in a storage account name them alike, but there some are within "properties":
// https://learn.microsoft.com/azure/storage/tables/monitor-table-storage-reference
type record map[string]string

// field returns the first of some fields that there is.
func (r record) field(names ...string) string {
	for _, name := range names {
		if value := r[name]; value != "" {
			return value
		}
	}
	return ""
}

// addRecord adds the request of a line.
func (c *capture) addRecord(r record, line int) error {
	x := captured{line: line, operation: r.field("operationname")}
	x.Request.URL = r.field("uri", "requesturl")
	switch status, err := strconv.Atoi(r.field("statuscode")); {
	case x.Request.URL == "" || x.operation == "":
		return c.wrong(line, "StorageTableLogs have OperationName and Uri in each line, and this one hasn't")
	case err != nil && r.field("statuscode") != "":
		return c.wrong(line, fmt.Sprintf("%q isn't a StatusCode", r.field("statuscode")))
	default:
		x.Response.Status = status
	}
	x.Request.Method = methodOf(x.operation)
	x.Request.Headers.Add("User-Agent", r.field("useragentheader"))
	x.Request.Headers.Add("x-ms-client-request-id", r.field("clientrequestid"))
	for i, name := range [...]string{"requestbodysize", "responsebodysize"} {
		x.sizes[i], _ = strconv.ParseInt(r.field(name), 10, 64) // or it isn't known
	}
	x.Request.Headers.Add("x-ms-version", r.field("operationversion"))
	return c.add(x)
}

// methodOf returns the method of an operation, by its name.
func methodOf(operation string) string {
	for _, m := range [...]struct{ begin, method string }{
		{"InsertOrReplace", "PUT"}, {"InsertOrMerge", "MERGE"}, {"Insert", "POST"}, {"Create", "POST"},
		{"EntityGroup", "POST"}, {"Update", "PUT"}, {"Merge", "MERGE"}, {"Delete", "DELETE"}, {"Set", "PUT"},
	} {
		if strings.HasPrefix(operation, m.begin) {
			return m.method
		}
	}
	return "GET"
}

// readJSON adds lines of JSON, or a list of them.
func (c *capture) readJSON(in io.Reader, text *lines) error {
	d := json.NewDecoder(in)
	d.UseNumber()
	for {
		line := text.at(d.InputOffset() + 1)
		var raw json.RawMessage
		if err := d.Decode(&raw); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return c.malformed(d, text, err)
		}
		all := []json.RawMessage{raw}
		if raw[0] == '[' {
			_ = json.Unmarshal(raw, &all) // it was read as JSON already
		}
		for _, one := range all {
			r := record{}
			if !r.fill(one) {
				return c.wrong(line, "each line of a log is an object")
			}
			if err := c.addRecord(r, line); err != nil {
				return err
			}
			line += bytes.Count(one, []byte("\n"))
		}
	}
}

// fill adds the fields of an object, and of those within it that describe the request. It reports whether
// it's an object.
func (r record) fill(raw json.RawMessage) bool {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return false
	}
	for name, value := range fields {
		name = strings.ToLower(name)
		var text string
		switch {
		case name == "properties":
			r.fill(value)
		case json.Unmarshal(value, &text) == nil:
			r[name] = text
		case value[0] >= '0' && value[0] <= '9':
			r[name] = string(value)
		}
	}
	return true
}

// readCSV adds the lines of a csv file as Log Analytics exports it. A name in its first line can have a unit
// after it: TimeGenerated [UTC].
func (c *capture) readCSV(in io.Reader) error {
	d := csv.NewReader(in)
	names, err := d.Read()
	for i := range names {
		name, _, _ := strings.Cut(names[i], " [")
		names[i] = strings.ToLower(name)
	}
	header := record{}
	for _, name := range names {
		header[name] = name
	}
	if err != nil || header.field("uri", "requesturl") == "" || header.field("operationname") == "" {
		return c.wrong(1, "it's no HAR file, no lines of JSON, and no csv file with "+
			"the columns OperationName and Uri")
	}
	for {
		fields, err := d.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
			return c.wrong(wrong.Line, wrong.Err.Error())
		}
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", c.name, err)
		}
		line, _ := d.FieldPos(0)
		r := record{}
		for i, value := range fields {
			r[names[i]] = value
		}
		if err := c.addRecord(r, line); err != nil {
			return err
		}
	}
}
