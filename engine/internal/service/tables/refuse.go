package tables

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/wire"
)

// refuse returns the reply for a fault. Faults of the stage Early leave out some headers.
func refuse(c *service.Call, f *fault.Error) service.Reply {
	r := &request{Call: c, format: formatOf(c)}
	r.Name = c.Trace.Operation
	reply := service.Reply{Status: f.Code.Status}
	if f.Stage != fault.Early {
		reply.Headers.Add("Cache-Control", "no-cache")
	}
	reply.Body = explain(&reply.Headers, r, f.Code, f.Text())
	if p := preferenceOf(r); p != "" && f.Stage != fault.Early {
		reply.Headers.Add("Preference-Applied", p)
	}
	return reply
}

// explain returns an error body and adds its Content-Type: JSON for clients that accept any kind of it, XML
// for others.
func explain(h *wire.Headers, r *request, code fault.Code, message string) []byte {
	message = r.Trailed(message)
	if accept, _ := accepted(r.Call); !r.json && !strings.Contains(accept, "json") {
		h.Add("Content-Type", odata.XMLType)
		return errorbody.XML(nil, code.Name, message)
	}
	h.Add("Content-Type", r.level.MediaType())
	return errorbody.JSON(nil, code.Name, message)
}
