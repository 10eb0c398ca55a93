// Folders are for hosts that have files.

//go:build !js

package engine_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine"
)

// write adds a folder to those of TestKept. What's there stays: it's what older versions wrote.
var write = flag.String("write-kept", "", "write the folder testdata/kept/NAME, with the commit as its name")

// wrote is what was done in a kept folder, and asked what its account is asked.
var (
	wrote = []string{
		`tables POST /Tables {"TableName":"Orders"}`,
		`tables POST /Tables {"TableName":"Gone"}`,
		`tables POST /Orders {"PartitionKey":"ann","RowKey":"1","Text":"Grüße 🙂 \u0000","Count":7,"Total":3.5,` +
			`"Open":true,"Big":"9007199254740993","Big@odata.type":"Edm.Int64",` +
			`"At":"2026-01-05T09:00:00.1234567Z","At@odata.type":"Edm.DateTime",` +
			`"Id":"c9da6455-213d-42c9-9a79-3e9149a57833","Id@odata.type":"Edm.Guid",` +
			`"Data":"AAECAw==","Data@odata.type":"Edm.Binary"}`,
		`tables POST /Orders {"PartitionKey":"ann","RowKey":"2","Long":"` + strings.Repeat("long ", 6000) + `"}`,
		`tables POST /Orders {"PartitionKey":"","RowKey":"","Empty":""}`,
		`tables POST /Orders {"PartitionKey":"bob","RowKey":"𐀀"}`,
		`tables POST /Orders {"PartitionKey":"bob","RowKey":"\ufffd"}`,
		`tables PUT /Orders(PartitionKey='ann',RowKey='1') {"Replaced":true}`,
		`tables MERGE /Orders(PartitionKey='ann',RowKey='2') {"Merged":1}`,
		`tables POST /Orders {"PartitionKey":"ann","RowKey":"3"}`,
		`tables DELETE /Orders(PartitionKey='ann',RowKey='3') `,
		`tables POST /Gone {"PartitionKey":"x","RowKey":"y"}`,
		`tables DELETE /Tables('Gone') `,
		`queues PUT /work `,
		`queues POST /work/messages <QueueMessage><MessageText>do it</MessageText></QueueMessage>`,
		`blobs PUT /files?restype=container `,
		`blobs PUT /files/a/small.txt a small blob`,
		`blobs PUT /files/large.txt ` + strings.Repeat("a large blob\n", 8000),
		`blobs PUT /files/blocks.txt?comp=block&blockid=YQ== a block, `,
		`blobs PUT /files/blocks.txt?comp=block&blockid=Yg== and another`,
		`blobs PUT /files/blocks.txt?comp=blocklist ` +
			`<BlockList><Latest>YQ==</Latest><Latest>Yg==</Latest></BlockList>`,
		`blobs PUT /files/waiting.txt?comp=block&blockid=YQ== a block that waits`,
	}
	asked = []string{
		`tables GET /Tables `,
		`tables GET /Orders() `,
		`tables GET /Orders(PartitionKey='ann',RowKey='2')?$select=Merged,Long `,
		`tables GET /Gone() `,
		`tables POST /Orders {"PartitionKey":"ann","RowKey":"1"}`,
		`queues GET /work/messages?peekonly=true `,
		`blobs GET /files?restype=container&comp=list `,
		`blobs GET /files/a/small.txt `,
		`blobs GET /files/large.txt `,
		`blobs GET /files/blocks.txt `,
		`blobs GET /files/waiting.txt?comp=blocklist&blocklisttype=all `,
	}
)

// TestKept: a folder that an older version wrote opens, and its account answers as that version did.
func TestKept(t *testing.T) {
	if *write != "" {
		folder := filepath.Join("testdata", "kept", *write)
		ask(t, folder, wrote)
		answers := ask(t, folder, asked)
		if err := os.WriteFile(filepath.Join(folder, "answers.txt"), []byte(answers), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	folders, err := filepath.Glob("testdata/kept/*")
	if err != nil || len(folders) == 0 {
		t.Fatal("no folders", err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			opened := filepath.Join(t.TempDir(), "data") // it's written to
			if err := os.CopyFS(opened, os.DirFS(folder)); err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(opened, "answers.txt"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(opened, "answers.txt")); err != nil {
				t.Fatal(err)
			}
			for range 2 { // and once more after this version has had it
				if got := ask(t, opened, asked); got != string(want) {
					t.Fatalf("got\n%s\nwant\n%s", got, want)
				}
			}
		})
	}
}

// ask opens the account of a folder, sends it requests and closes it. It returns the answers as text.
func ask(t *testing.T, folder string, requests []string) string {
	t.Helper()
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	n := 0
	a, err := engine.Open(engine.Options{
		Folder: folder,
		Clock:  func() time.Time { at = at.Add(time.Second); return at },
		NewID:  func() string { n++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) },
	})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	ports := map[string]string{"blobs": "10000", "queues": "10001", "tables": "10002"}
	services := map[string]engine.Service{
		"blobs": engine.Blobs, "queues": engine.Queues, "tables": engine.Tables,
	}
	for _, text := range requests {
		parts := strings.SplitN(text, " ", 4)
		r := engine.Request{Method: parts[1], Body: []byte(parts[3]),
			URL: "http://127.0.0.1:" + ports[parts[0]] + "/" + engine.DevelopmentName + parts[2]}
		r.Headers.Add("x-ms-version", "2019-02-02")
		r.Headers.Add("Accept", "application/json;odata=fullmetadata")
		r.Headers.Add("Content-Type", "application/json")
		if parts[0] == "blobs" && r.Method == "PUT" && !strings.Contains(r.URL, "?") {
			r.Headers.Add("x-ms-blob-type", "BlockBlob")
		}
		response, _ := a.Do(services[parts[0]], r)
		body := string(response.Body) + strings.Join(response.Segments, "")
		if len(body) > 4000 {
			body = fmt.Sprintf("%d bytes with the SHA-256 %x", len(body), sha256.Sum256([]byte(body)))
		}
		fmt.Fprintf(&all, "%s\n%d\n%s\n\n", strings.Join(parts[:3], " "), response.Status, body)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return all.String()
}
