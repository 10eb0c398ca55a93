package wire

import "strconv"

// Request is one request as the client sent it.
type Request struct {
	Method  string
	URL     string // absolute, still percent-encoded: http://127.0.0.1:10002/account/Orders()?$top=1
	Headers Headers
	Body    []byte
	Address string // the sender's IP address; "" if unknown

	// Segments are the rest of a body that is longer than Body. A host that receives long bodies hands them
	// over so, because a blob keeps its content in such parts.
	Segments []string

	// Segmented says that the host takes a long answer in segments, too.
	Segmented bool

	Coming int64 // how many bytes of the body are announced but haven't arrived; negative if more arrived

	Sender Sender // nil if it can't be known whether it's still there
}

// Sender says with a channel when the sender of a request has hung up. A context.Context is one.
type Sender interface{ Done() <-chan struct{} }

// Gone returns a channel that is closed when the sender of the request has hung up.
func (r *Request) Gone() <-chan struct{} {
	if r.Sender == nil {
		return nil
	}
	return r.Sender.Done()
}

// Response is one response as the service would send it, without the headers that the transport adds
// (Date, Content-Length, Transfer-Encoding). Without a status there is no response: the connection is closed.
type Response struct {
	Status  int
	Headers Headers
	Body    []byte

	Segments []string // the rest of the body, after Body; none unless the request was Segmented
}

// Size returns the length of the body.
func (r *Request) Size() int64 { return int64(len(r.Body)) + length(r.Segments) }

// Size returns the length of the body.
func (r *Response) Size() int64 { return int64(len(r.Body)) + length(r.Segments) }

func length(segments []string) (n int64) {
	for _, s := range segments {
		n += int64(len(s))
	}
	return n
}

// StatusText returns the reason phrase of a status that the service uses, or the number of another.
func StatusText(status int) string {
	for _, r := range &reasons {
		if r.status == status {
			return r.text
		}
	}
	return strconv.Itoa(status)
}

// reasons is an array because a map needs code to fill it, which is larger than the entries.
var reasons = [...]struct {
	status int
	text   string
}{
	{200, "OK"},
	{201, "Created"},
	{202, "Accepted"},
	{204, "No Content"},
	{206, "Partial Content"},
	{304, "Not Modified"},
	{400, "Bad Request"},
	{401, "Unauthorized"},
	{403, "Forbidden"},
	{404, "Not Found"},
	{405, "Method Not Allowed"},
	{409, "Conflict"},
	{411, "Length Required"},
	{412, "Precondition Failed"},
	{413, "Request Entity Too Large"},
	{415, "Unsupported Media Type"},
	{416, "Range Not Satisfiable"},
	{500, "Internal Server Error"},
	{501, "Not Implemented"},
	{503, "Service Unavailable"},
}
