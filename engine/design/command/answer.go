package command

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// Answer runs design files. {"files":[{"name":…,"text":…}],"json":false,"markdown":false,"explain":false,
// "at":0} becomes {"stdout":…,"stderr":…,"exit":0}.
func Answer(call []byte) []byte {
	c, _ := odata.ParseJSON(call)
	o := Options{
		JSON:     odata.Member(c, "json").Bool(),
		Markdown: odata.Member(c, "markdown").Bool(),
		Explain:  odata.Member(c, "explain").Bool(),
		At:       int(odata.Member(c, "at").Int()),
	}
	var files []File
	for _, f := range odata.Member(c, "files").Array() {
		files = append(files, file(f))
	}
	r := Run(files, o)
	reply := odata.AppendString([]byte(`{"stdout":`), string(r.Out))
	reply = odata.AppendString(append(reply, `,"stderr":`...), string(r.Err))
	return append(strconv.AppendInt(append(reply, `,"exit":`...), int64(r.Exit), 10), '}')
}

func file(f jsontext.Value) File {
	return File{Name: odata.Member(f, "name").String(), Text: odata.Member(f, "text").String()}
}
