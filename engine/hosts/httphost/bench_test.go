package httphost_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/batch"
	"github.com/rowkey/rowkey/engine/suites/azurite"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	connections = 8
	stored      = 10_000 // entities to get

	benchPayload = `"Customer":"customer-00042","Status":"open","Lines":12,"Total":123.45,"Paid":false,` +
		`"Note":"Leave it with the neighbours at number 14 if nobody is at home, and ring the bell twice, ` +
		`please, as it is not loud. --"`
)

// BenchmarkEndpoint sends the same bytes over the same number of connections to this endpoint, then to
// Azurite. Both check signatures and keep everything in memory. The client only looks for the end of each
// answer, because it shares the processors with the server.
func BenchmarkEndpoint(b *testing.B) {
	for _, op := range []struct {
		name string
		run  func(*bench, *testing.B)
	}{{"get", (*bench).get}, {"insert", (*bench).insert}, {"transaction", (*bench).transaction},
		{"page", (*bench).page}} {
		b.Run("op="+op.name+"/by=rowkey", func(b *testing.B) { op.run(newBench(b, startRowkey(b)), b) })
		b.Run("op="+op.name+"/by=azurite", func(b *testing.B) { op.run(newBench(b, startAzurite(b)), b) })
	}
}

// BenchmarkNull sends the same to this endpoint and to a server of net/http that reads the body and answers a
// constant: what any endpoint costs. One client says what a request takes, eight how many there can be. A
// third server answers with as many headers as the service.
func BenchmarkNull(b *testing.B) {
	for _, op := range []struct {
		name string
		run  func(*bench, *testing.B)
	}{{"get", (*bench).get}, {"insert", (*bench).insert}, {"page", (*bench).page}} {
		for _, clients := range []int{1, connections} {
			for _, by := range []struct {
				name  string
				start func(*testing.B) string
			}{{"rowkey", startRowkey}, {"null", startNull}, {"headers", startHeaders}} {
				b.Run(fmt.Sprintf("op=%s/clients=%d/by=%s", op.name, clients, by.name), func(b *testing.B) {
					s := newBench(b, by.start(b))
					s.clients = clients
					op.run(s, b)
				})
			}
		}
	}
}

// startHeaders serves what startNull does, with as many headers as the service's answers have.
func startHeaders(b *testing.B) string { return startConstant(b, serviceHeaders) }

// startNull serves answers as long as those of an account, and returns its URL.
func startNull(b *testing.B) string { return startConstant(b, nil) }

var serviceHeaders = wire.Headers{
	{Name: "Cache-Control", Value: "no-cache"},
	{Name: "Content-Type", Value: "application/json;odata=minimalmetadata;streaming=true;charset=utf-8"},
	{Name: "ETag", Value: `W/"datetime'2026-01-05T09%3A00%3A00.0000000Z'"`},
	{Name: "Server", Value: "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0"},
	{Name: "x-ms-request-id", Value: "9c2d6f5e-2d0e-4d0f-9a55-3ad0f3000000"},
	{Name: "x-ms-version", Value: "2019-02-02"},
	{Name: "X-Content-Type-Options", Value: "nosniff"},
}

func startConstant(b *testing.B, headers wire.Headers) string {
	member := `"odata.etag":"W/\"datetime'2026-01-05T09%3A00%3A00.0000000Z'\"",` +
		`"Timestamp":"2026-01-05T09:00:00.0000000Z",` + string(orderOf(0)[1:])
	entity := `{"odata.metadata":"http://127.0.0.1/devstoreaccount1/$metadata#Orders/@Element",` + member
	page := bytes.Repeat([]byte("{"+member+","), table.MaxPage)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		for _, h := range headers {
			w.Header()[h.Name] = []string{h.Value}
		}
		switch {
		case strings.HasSuffix(r.URL.Path, "/Orders()"):
			w.Header().Set("Content-Type", "application/json;odata=minimalmetadata;streaming=true;charset=utf-8")
			_, _ = w.Write(page)
		case r.Method == http.MethodGet:
			w.Header().Set("Content-Type", "application/json;odata=minimalmetadata;streaming=true;charset=utf-8")
			_, _ = io.WriteString(w, entity)
		case strings.HasSuffix(r.URL.Path, "/$batch"):
			w.WriteHeader(http.StatusAccepted)
		case strings.HasSuffix(r.URL.Path, "/Tables"):
			w.WriteHeader(http.StatusCreated)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	b.Cleanup(server.Close)
	return server.URL + "/" + auth.DevelopmentAccount
}

// startRowkey serves an account as rowkey serve does, and returns its URL.
func startRowkey(b *testing.B) string {
	a, err := engine.Open(engine.Options{Admission: engine.Signed})
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(a.Handler(engine.Tables))
	b.Cleanup(func() {
		server.Close()
		_ = a.Close()
	})
	return server.URL + "/" + auth.DevelopmentAccount
}

func startAzurite(b *testing.B) string {
	const modules = "../../suites/node_modules"
	if missing := azurite.Missing(modules); missing != "" {
		b.Skip("there is no " + missing)
	}
	s, err := azurite.Start(modules)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	return s.URL
}

func benchCredential(b *testing.B) auth.Credential {
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		b.Fatal(err)
	}
	return auth.Credential{Account: auth.DevelopmentAccount, Key: key}
}

// bench is an account with a table, and the key to sign requests to it.
type bench struct {
	url        string
	credential auth.Credential
	clients    int
}

func newBench(b *testing.B, url string) *bench {
	s := &bench{url: url, credential: benchCredential(b), clients: connections}
	c := s.dial(b)
	defer c.conn.Close()
	if err := c.exchange(s.bytes("POST", "/Tables", []byte(`{"TableName":"Orders"}`)), 201); err != nil {
		b.Fatal(err)
	}
	return s
}

func orderOf(i int) []byte {
	return fmt.Appendf(nil, `{"PartitionKey":"p","RowKey":"%012d","Number":%d,%s}`, i, i, benchPayload)
}

// bytes returns a signed request as it goes over the wire.
func (s *bench) bytes(method, path string, body []byte, headers ...wire.Header) []byte {
	r := wire.Request{Method: method, URL: s.url + path, Headers: append(wire.Headers{
		{Name: "Accept", Value: "application/json;odata=minimalmetadata"},
		{Name: "DataServiceVersion", Value: "3.0"},
		{Name: "x-ms-date", Value: time.Now().UTC().Format(http.TimeFormat)},
		{Name: "x-ms-version", Value: "2019-02-02"},
	}, headers...)}
	if len(body) > 0 {
		r.Headers.Add("Content-Length", strconv.Itoa(len(body)))
		if !r.Headers.Has("Content-Type") {
			r.Headers.Add("Content-Type", "application/json")
		}
	}
	s.credential.Sign(grant.Table, &r)
	u := wire.SplitURL(r.URL)
	text := fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, u.Path, u.Host)
	for _, h := range r.Headers {
		text = fmt.Appendf(text, "%s: %s\r\n", h.Name, h.Value)
	}
	return append(append(text, "\r\n"...), body...)
}

// group returns a transaction that inserts a hundred entities.
func (s *bench) group(from int) []byte {
	ops := make([]wire.Request, table.MaxTransaction)
	for i := range ops {
		ops[i] = wire.Request{Method: "POST", URL: s.url + "/Orders", Body: orderOf(from + i)}
		ops[i].Headers = wire.Headers{
			{Name: "Accept", Value: "application/json;odata=minimalmetadata"},
			{Name: "Content-Type", Value: "application/json"},
			{Name: "Prefer", Value: "return-no-content"},
			{Name: "DataServiceVersion", Value: "3.0"},
		}
	}
	contentType, body := batch.Write("b", "c", ops)
	return s.bytes("POST", "/$batch", body, wire.Header{Name: "Content-Type", Value: contentType})
}

// fill inserts the entities to get.
func (s *bench) fill(b *testing.B) {
	c := s.dial(b)
	defer c.conn.Close()
	for i := 0; i < stored; i += table.MaxTransaction {
		if err := c.exchange(s.group(i), 202); err != nil {
			b.Fatal(err)
		}
	}
}

// page reads the first thousand entities of the table.
func (s *bench) page(b *testing.B) {
	s.fill(b)
	request := s.bytes("GET", "/Orders()", nil)
	s.parallel(b, 200, func() func(int) []byte { return func(int) []byte { return request } })
}

// get reads entities scattered over the table.
func (s *bench) get(b *testing.B) {
	s.fill(b)
	requests := make([][]byte, 1000)
	for i := range requests {
		path := fmt.Sprintf("/Orders(PartitionKey='p',RowKey='%012d')", i*7919%stored)
		requests[i] = s.bytes("GET", path, nil)
	}
	s.parallel(b, 200, func() func(int) []byte {
		return func(i int) []byte { return requests[i%len(requests)] }
	})
}

func (s *bench) insert(b *testing.B) {
	s.parallel(b, 204, func() func(int) []byte {
		prefer := wire.Header{Name: "Prefer", Value: "return-no-content"}
		return enginetest.NumbersOf(s.bytes("POST", "/Orders", orderOf(0), prefer)).From
	})
}

func (s *bench) transaction(b *testing.B) {
	s.parallel(b, 202, func() func(int) []byte {
		request := enginetest.NumbersOf(s.group(0))
		return func(i int) []byte { return request.From(i * table.MaxTransaction) }
	})
}

// parallel sends requests over all connections at once. It calls requests for each connection, and the
// function it gets returns the request with a number.
func (s *bench) parallel(b *testing.B, status int, requests func() func(int) []byte) {
	var number atomic.Int64
	work := func(next func() bool) {
		c, request := s.dial(b), requests()
		defer c.conn.Close()
		for next() {
			if err := c.exchange(request(int(number.Add(1))), status); err != nil {
				b.Error(err)
				return
			}
		}
	}
	b.ResetTimer()
	if s.clients == 1 {
		work(b.Loop)
	} else {
		b.SetParallelism(s.clients / runtime.GOMAXPROCS(0))
		b.RunParallel(func(pb *testing.PB) { work(pb.Next) })
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
}

// connection is a client that does as little as possible.
type connection struct {
	conn net.Conn
	in   *bufio.Reader
}

func (s *bench) dial(b *testing.B) *connection {
	conn, err := net.Dial("tcp", wire.SplitURL(s.url).Host)
	if err != nil {
		b.Fatal(err)
	}
	return &connection{conn, bufio.NewReaderSize(conn, 1<<16)}
}

// exchange sends a request and reads to the end of its answer.
func (c *connection) exchange(request []byte, status int) error {
	if _, err := c.conn.Write(request); err != nil {
		return err
	}
	answer, err := c.in.ReadString('\n')
	if err != nil {
		return err
	}
	length, chunked := 0, false
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		name, value, more := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
		switch {
		case !more && chunked:
			err = c.chunks()
		case !more:
			_, err = c.in.Discard(length)
		case bytes.EqualFold(name, []byte("Content-Length")):
			length, err = strconv.Atoi(string(value))
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = true
		}
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	if !strings.HasPrefix(answer, "HTTP/1.1 "+strconv.Itoa(status)+" ") {
		return fmt.Errorf("got %s, want %d", answer, status)
	}
	return nil
}

// chunks skips a body in chunks.
func (c *connection) chunks() error {
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 32)
		if err != nil {
			return err
		}
		if _, err := c.in.Discard(int(size) + len("\r\n")); err != nil || size == 0 {
			return err
		}
	}
}
