package frame

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/data"
)

// check says what is wrong with each cell of some data, and what would make it right.
func (h *Host) check(c *jsontext.Value) []byte {
	reply := []byte(`{"errors":[`)
	for i, f := range data.Parse("Table", textOf(c, "text"), data.Whole("")).Faults() {
		if i > 0 {
			reply = append(reply, ',')
		}
		reply = strconv.AppendInt(append(reply, `{"line":`...), int64(f.Line), 10)
		reply = strconv.AppendInt(append(reply, `,"column":`...), int64(f.Column), 10)
		reply = odata.AppendString(append(reply, `,"message":`...), f.Message)
		reply = odata.AppendString(append(reply, `,"hint":`...), f.Hint)
		if f.Write != "" {
			reply = odata.AppendString(append(reply, `,"write":`...), f.Write)
		}
		if f.Make != 0 {
			reply = odata.AppendString(append(reply, `,"make":`...), data.TypeName(f.Make))
		}
		reply = append(reply, '}')
	}
	return append(reply, "]}"...)
}
