package frame

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// meters says how near a request came to the documented limits. The engine refuses what exceeds them; these
// numbers say how much room is left.
// https://learn.microsoft.com/azure/storage/tables/scalability-targets
func meters(s *runner.Step) (all []protocol.Meter) {
	add := func(label string, value, limit int, unit protocol.MeterUnit, says string) {
		all = append(all, protocol.Meter{Label: label, Value: value, Limit: limit, Unit: unit, Says: says})
	}
	if size, properties := largest(s.Response.Body, s.Request.Body); size > 0 {
		add("Largest entity", size, table.MaxEntitySize, protocol.Bytes, "")
		add("Properties of an entity", properties, table.MaxProperties, protocol.Items, "")
	}
	if strings.HasSuffix(s.Request.URL, "/$batch") {
		operations := bytes.Count(s.Request.Body, []byte("Content-Type: application/http"))
		add("Operations in the transaction", operations, table.MaxTransaction, protocol.Items, "")
		add("Size of the transaction", len(s.Request.Body), table.MaxBodySize, protocol.Bytes, "")
	}
	if n := s.Cost.EntitiesReturned; n > 0 && s.Method == "GET" && s.Plan != "" && s.Plan != "point" {
		says := "A page also ends after 5 seconds of reading."
		if waste := s.Cost.EntitiesRead - n; waste > 0 {
			says = spelling.Count(waste, "entity", "entities") + " read and not wanted. " + says
		}
		add("Entities in the page", n, table.MaxPage, protocol.Items, says)
		add("Size of the page", len(s.Response.Body), table.MaxBodySize, protocol.Bytes, "")
	}
	if touched := s.Cost.EntitiesRead + s.Cost.EntitiesWritten; touched > 0 {
		times := float64(table.PartitionTarget) / float64(touched)
		says := "In one partition, one such request takes " + strconv.FormatFloat(1/times, 'f', 1, 64) +
			" seconds' worth of the target."
		if times >= 1 {
			says = "In one partition, about " + spelling.Number(int(times)) +
				" such requests a second reach the target."
		}
		add("A partition's target", touched, table.PartitionTarget, protocol.PerSecond, says)
	}
	return all
}

// largest returns the billed size of the largest entity in some bodies, and the most properties of one.
// Where an answer leaves types out, a property is of the type that its JSON has.
func largest(bodies ...[]byte) (size, properties int) {
	for _, body := range bodies {
		doc, _ := odata.ParseJSON(body)
		list := []jsontext.Value{doc}
		if all := odata.Member(doc, "value"); all.IsArray() {
			list = all.Array()
		}
		for _, each := range list {
			key, found, err := odata.DecodeInsert([]byte(each.Raw))
			if err == nil {
				size = max(size, table.Entity{Key: key, Properties: found}.Size())
				properties = max(properties, len(found))
			}
		}
	}
	return size, properties
}
