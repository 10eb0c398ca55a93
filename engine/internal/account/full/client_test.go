//go:build !js

package full_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	blobsas "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/queueerror"
	queuesas "github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/sas"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account/full"
	blobs "github.com/rowkey/rowkey/engine/internal/service/blobs"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/deployed"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// The official clients send requests to an account that answers only signed ones. The Go clients use TLS,
// because the tokens they mint are for https only.

// served is an account whose three services are on servers of their own, by their URLs.
type served struct {
	tables, queues, blobs string
	once                  policy.ClientOptions
}

// serve opens the account and starts a server for each service, or has the Worker serve an empty one.
func serve(t *testing.T, start func(http.Handler) *httptest.Server) served {
	t.Helper()
	w := served{once: policy.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1}}}
	if worker := deployed.Find(t); worker != nil {
		w.once.Transport = worker
		w.tables, w.queues, w.blobs = deployed.Tables, deployed.Queues, deployed.Blobs
		return w
	}
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := full.Open(s, full.Options{
		Name: name, Keys: [][]byte{[]byte("another"), key}, Admission: grant.Signed,
		Clock: func() table.Ticks { return table.TicksOf(time.Now()) },
		NewID: func() string {
			var id [16]byte
			_, _ = rand.Read(id[:])
			return table.RandomGUID(id)
		},
	})
	at := func(of grant.Service) string {
		server := start(&httphost.Endpoint{Service: of, Fallback: a, MaxBody: blobs.MaxSize})
		t.Cleanup(server.Close)
		w.once.Transport = server.Client() // trusts the other servers too
		return server.URL + "/" + name
	}
	t.Cleanup(func() {
		if err := a.Check(); err != nil {
			t.Error(err)
		}
		_ = a.Close()
	})
	w.tables, w.queues, w.blobs = at(grant.Table), at(grant.Queue), at(grant.Blob)
	return w
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// code returns the service's error code.
func code(err error) string {
	if e, isResponse := errors.AsType[*azcore.ResponseError](err); isResponse {
		return e.ErrorCode
	}
	return ""
}

func fails(t *testing.T, err error, want string) {
	t.Helper()
	if code(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestQueueClient(t *testing.T) {
	ctx, at := context.Background(), serve(t, httptest.NewTLSServer)
	credential, err := azqueue.NewSharedKeyCredential(name, auth.DevelopmentKey)
	ok(t, err)
	all, err := azqueue.NewServiceClientWithSharedKeyCredential(at.queues, credential,
		&azqueue.ClientOptions{ClientOptions: at.once})
	ok(t, err)
	_, err = all.CreateQueue(ctx, "orders",
		&azqueue.CreateOptions{Metadata: map[string]*string{"kind": to.Ptr("work")}})
	ok(t, err)
	q := all.NewQueueClient("orders")
	for _, text := range []string{"a <b> & c", "two"} {
		_, err = q.EnqueueMessage(ctx, text, nil)
		ok(t, err)
	}
	properties, err := q.GetProperties(ctx, nil)
	ok(t, err)
	if *properties.ApproximateMessagesCount != 2 || *properties.Metadata["Kind"] != "work" {
		t.Errorf("%d messages, metadata %v", *properties.ApproximateMessagesCount, properties.Metadata)
	}
	peeked, err := q.PeekMessage(ctx, nil)
	ok(t, err)
	if got := *peeked.Messages[0]; *got.MessageText != "a <b> & c" || *got.DequeueCount != 0 {
		t.Errorf("peeked %+v", got)
	}
	taken, err := q.DequeueMessages(ctx, &azqueue.DequeueMessagesOptions{NumberOfMessages: to.Ptr[int32](5)})
	ok(t, err)
	if len(taken.Messages) != 2 || *taken.Messages[1].MessageText != "two" ||
		*taken.Messages[1].DequeueCount != 1 {
		t.Fatalf("took %+v", taken.Messages)
	}
	first, second := taken.Messages[0], taken.Messages[1]
	updated, err := q.UpdateMessage(ctx, *first.MessageID, *first.PopReceipt, "changed", nil)
	ok(t, err)
	_, err = q.DeleteMessage(ctx, *first.MessageID, *first.PopReceipt, nil)
	fails(t, err, string(queueerror.PopReceiptMismatch))
	_, err = q.DeleteMessage(ctx, *first.MessageID, *updated.PopReceipt, nil)
	ok(t, err)
	_, err = q.DeleteMessage(ctx, *second.MessageID, *second.PopReceipt, nil)
	ok(t, err)
	_, err = q.DeleteMessage(ctx, *second.MessageID, *second.PopReceipt, nil)
	fails(t, err, string(queueerror.MessageNotFound))
	page, err := all.NewListQueuesPager(
		&azqueue.ListQueuesOptions{Include: azqueue.ListQueuesInclude{Metadata: true}}).NextPage(ctx)
	ok(t, err)
	if len(page.Queues) != 1 || *page.Queues[0].Name != "orders" {
		t.Errorf("listed %+v", page.Queues)
	}

	url, err := q.GetSASURL(queuesas.QueuePermissions{Add: true}, time.Now().Add(time.Hour), nil)
	ok(t, err)
	adder, err := azqueue.NewQueueClientWithNoCredential(url, &azqueue.ClientOptions{ClientOptions: at.once})
	ok(t, err)
	_, err = adder.EnqueueMessage(ctx, "by token", nil)
	ok(t, err)
	_, err = adder.DequeueMessage(ctx, nil)
	fails(t, err, "AuthorizationPermissionMismatch")
	_, err = adder.Delete(ctx, nil)
	fails(t, err, "AuthorizationPermissionMismatch")
	url, err = all.GetSASURL(queuesas.AccountResourceTypes{Object: true},
		queuesas.AccountPermissions{Process: true},
		time.Now().Add(time.Hour), nil)
	ok(t, err)
	worker, err := azqueue.NewServiceClientWithNoCredential(url,
		&azqueue.ClientOptions{ClientOptions: at.once})
	ok(t, err)
	got, err := worker.NewQueueClient("orders").DequeueMessage(ctx, nil)
	ok(t, err)
	if *got.Messages[0].MessageText != "by token" {
		t.Errorf("took %+v", got.Messages)
	}
	_, err = worker.CreateQueue(ctx, "others", nil)
	fails(t, err, "AuthorizationResourceTypeMismatch")
	_, err = q.SetAccessPolicy(ctx, &azqueue.SetAccessPolicyOptions{QueueACL: []*azqueue.SignedIdentifier{{
		ID: to.Ptr("p"), AccessPolicy: &azqueue.AccessPolicy{Expiry: to.Ptr(time.Now().Add(time.Hour)),
			Permission: to.Ptr("r")},
	}}})
	ok(t, err)
	policies, err := q.GetAccessPolicy(ctx, nil)
	ok(t, err)
	if len(policies.SignedIdentifiers) != 1 || *policies.SignedIdentifiers[0].AccessPolicy.Permission != "r" {
		t.Errorf("policies %+v", policies.SignedIdentifiers)
	}
	_, err = q.Delete(ctx, nil)
	ok(t, err)
	_, err = q.EnqueueMessage(ctx, "late", nil)
	fails(t, err, string(queueerror.QueueBeingDeleted))
}

func TestBlobClient(t *testing.T) {
	ctx, at := context.Background(), serve(t, httptest.NewTLSServer)
	credential, err := azblob.NewSharedKeyCredential(name, auth.DevelopmentKey)
	ok(t, err)
	client, err := azblob.NewClientWithSharedKeyCredential(at.blobs, credential,
		&azblob.ClientOptions{ClientOptions: at.once})
	ok(t, err)
	_, err = client.CreateContainer(ctx, "docs", nil)
	ok(t, err)
	_, err = client.CreateContainer(ctx, "docs", nil)
	fails(t, err, string(bloberror.ContainerAlreadyExists))
	large := bytes.Repeat([]byte("0123456789abcdef"), 5<<16) // 5 MiB
	_, err = client.UploadBuffer(ctx, "docs", "2026/a b'ü.txt", large, &azblob.UploadBufferOptions{
		HTTPHeaders: &blob.HTTPHeaders{BlobContentType: to.Ptr("text/plain")},
		Metadata:    map[string]*string{"by": to.Ptr("Ann")},
	})
	ok(t, err)
	got, err := client.DownloadStream(ctx, "docs", "2026/a b'ü.txt", nil)
	ok(t, err)
	body, err := io.ReadAll(got.Body)
	ok(t, err)
	if !bytes.Equal(body, large) || *got.ContentType != "text/plain" || *got.Metadata["By"] != "Ann" {
		t.Errorf("%d bytes of %s, metadata %v", len(body), *got.ContentType, got.Metadata)
	}
	part, err := client.DownloadStream(ctx, "docs", "2026/a b'ü.txt",
		&azblob.DownloadStreamOptions{Range: blob.HTTPRange{Offset: 5<<20 - 3, Count: 10}})
	ok(t, err)
	if body, _ = io.ReadAll(part.Body); string(body) != "def" {
		t.Errorf("the end is %q", body)
	}

	_, err = client.UploadStream(ctx, "docs", "streamed", bytes.NewReader(large),
		&azblob.UploadStreamOptions{BlockSize: 1 << 20, Concurrency: 3}) // as blocks
	ok(t, err)
	got, err = client.DownloadStream(ctx, "docs", "streamed", nil)
	ok(t, err)
	if body, err = io.ReadAll(got.Body); err != nil || !bytes.Equal(body, large) {
		t.Errorf("the stream has %d bytes, %v", len(body), err)
	}
	_, err = client.DeleteBlob(ctx, "docs", "streamed", nil)
	ok(t, err)

	docs := client.ServiceClient().NewContainerClient("docs")
	one := docs.NewBlockBlobClient("one")
	fresh := &blob.AccessConditions{
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: to.Ptr(azcore.ETagAny)},
	}
	upload := func(text string, c *blob.AccessConditions) (blockblob.UploadResponse, error) {
		return one.Upload(ctx, nopCloser{strings.NewReader(text)},
			&blockblob.UploadOptions{AccessConditions: c})
	}
	made, err := upload("1", fresh)
	ok(t, err)
	_, err = upload("2", fresh)
	fails(t, err, string(bloberror.BlobAlreadyExists))
	match := func(tag *azcore.ETag) *blob.AccessConditions {
		return &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: tag}}
	}
	_, err = upload("2", match(made.ETag))
	ok(t, err)
	_, err = upload("3", match(made.ETag))
	fails(t, err, string(bloberror.ConditionNotMet))
	properties, err := one.GetProperties(ctx, nil)
	ok(t, err)
	if *properties.ContentLength != 1 || *properties.BlobType != blob.BlobTypeBlockBlob {
		t.Errorf("%d bytes, %s", *properties.ContentLength, *properties.BlobType)
	}

	log := docs.NewAppendBlobClient("logs/1")
	_, err = log.Create(ctx, nil)
	ok(t, err)
	for i, line := range []string{"a\n", "b\n"} {
		_, err = log.AppendBlock(ctx, nopCloser{strings.NewReader(line)}, &appendblob.AppendBlockOptions{
			AppendPositionAccessConditions: &appendblob.AppendPositionAccessConditions{
				AppendPosition: to.Ptr(int64(2 * i)),
			},
		})
		ok(t, err)
	}
	_, err = log.AppendBlock(ctx, nopCloser{strings.NewReader("c")}, &appendblob.AppendBlockOptions{
		AppendPositionAccessConditions: &appendblob.AppendPositionAccessConditions{AppendPosition: to.Ptr(
			int64(2))},
	})
	fails(t, err, string(bloberror.AppendPositionConditionNotMet))
	hierarchy, err := docs.NewListBlobsHierarchyPager("/",
		&container.ListBlobsHierarchyOptions{MaxResults: to.Ptr[int32](10)}).NextPage(ctx)
	ok(t, err)
	if s := hierarchy.Segment; len(s.BlobPrefixes) != 2 || len(s.BlobItems) != 1 ||
		*s.BlobItems[0].Name != "one" {
		t.Errorf("listed %+v", s)
	}

	url, err := one.GetSASURL(blobsas.BlobPermissions{Read: true}, time.Now().Add(time.Hour), nil)
	ok(t, err)
	reader, err := blob.NewClientWithNoCredential(url, &blob.ClientOptions{ClientOptions: at.once})
	ok(t, err)
	_, err = reader.DownloadStream(ctx, nil)
	ok(t, err)
	_, err = reader.Delete(ctx, nil)
	fails(t, err, "AuthorizationPermissionMismatch")
	url, err = docs.GetSASURL(blobsas.ContainerPermissions{List: true, Read: true},
		time.Now().Add(time.Hour), nil)
	ok(t, err)
	lister, err := container.NewClientWithNoCredential(url, &container.ClientOptions{ClientOptions: at.once})
	ok(t, err)
	_, err = lister.NewListBlobsFlatPager(nil).NextPage(ctx)
	ok(t, err)
	_, err = lister.NewBlobClient("one").DownloadStream(ctx, nil)
	ok(t, err)
	_, err = lister.NewBlobClient("one").Delete(ctx, nil)
	fails(t, err, "AuthorizationPermissionMismatch")
	_, err = one.Delete(ctx, nil)
	ok(t, err)
	_, err = one.Delete(ctx, nil)
	fails(t, err, string(bloberror.BlobNotFound))
	_, err = client.DeleteContainer(ctx, "docs", nil)
	ok(t, err)
}

// TestLargeUpload: a blob that is too large is refused as such, although its signature covers the length.
func TestLargeUpload(t *testing.T) {
	var blobs http.Handler
	at := serve(t, func(h http.Handler) *httptest.Server {
		blobs = h // the last server is that of blobs
		return httptest.NewServer(h)
	})
	key, err := auth.ParseKey(auth.DevelopmentKey)
	ok(t, err)
	request := wire.Request{Method: "PUT", URL: at.blobs + "/docs/large", Body: []byte("the beginning")}
	request.Headers.Add("x-ms-blob-type", "BlockBlob")
	request.Headers.Add("x-ms-date", time.Now().UTC().Format(http.TimeFormat))
	request.Headers.Add("Content-Length", "99999999999")
	auth.Credential{Account: name, Key: key}.Sign(grant.Blob, &request)
	sent := httptest.NewRequest(request.Method, request.URL, http.NoBody)
	for _, h := range request.Headers {
		sent.Header.Set(h.Name, h.Value)
	}
	sent.ContentLength = 99999999999
	recorder := httptest.NewRecorder()
	blobs.ServeHTTP(recorder, sent)
	if recorder.Code != 413 || !strings.Contains(recorder.Body.String(), "RequestBodyTooLarge") {
		t.Errorf("got %d %s", recorder.Code, recorder.Body)
	}
}

type nopCloser struct{ *strings.Reader }

func (nopCloser) Close() error { return nil }

func TestTableClientTokens(t *testing.T) {
	ctx, at := context.Background(), serve(t, httptest.NewTLSServer)
	credential, err := aztables.NewSharedKeyCredential(name, auth.DevelopmentKey)
	ok(t, err)
	options := &aztables.ClientOptions{ClientOptions: at.once}
	all, err := aztables.NewServiceClientWithSharedKey(at.tables+"/", credential, options)
	ok(t, err)
	_, err = all.CreateTable(ctx, "Orders", nil)
	ok(t, err)
	own := all.NewClient("Orders")
	url, err := own.GetTableSASURL(aztables.SASPermissions{Read: true, Add: true},
		time.Now().Add(-time.Minute), time.Now().Add(time.Hour))
	ok(t, err)
	limited, err := aztables.NewClientWithNoCredential(url, options)
	ok(t, err)
	entity := []byte(`{"PartitionKey":"p","RowKey":"r"}`)
	_, err = limited.AddEntity(ctx, entity, nil)
	ok(t, err)
	_, err = limited.GetEntity(ctx, "p", "r", nil)
	ok(t, err)
	_, err = limited.UpsertEntity(ctx, entity, nil)
	fails(t, err, "AuthorizationPermissionMismatch")
	_, err = limited.DeleteEntity(ctx, "p", "r", nil)
	fails(t, err, "AuthorizationPermissionMismatch")
	url, err = all.GetAccountSASURL(aztables.AccountSASResourceTypes{Service: true},
		aztables.AccountSASPermissions{List: true},
		time.Now().Add(-time.Minute), time.Now().Add(time.Hour))
	ok(t, err)
	lister, err := aztables.NewServiceClientWithNoCredential(url, options)
	ok(t, err)
	page, err := lister.NewListTablesPager(nil).NextPage(ctx)
	ok(t, err)
	if len(page.Tables) != 1 {
		t.Errorf("listed %v", page.Tables)
	}
	_, err = lister.CreateTable(ctx, "Others", nil)
	fails(t, err, "AuthorizationResourceTypeMismatch")

	_, err = own.SetAccessPolicy(ctx,
		&aztables.SetAccessPolicyOptions{TableACL: []*aztables.SignedIdentifier{{
			ID: to.Ptr("readers"), AccessPolicy: &aztables.AccessPolicy{Expiry: to.Ptr(
				time.Now().Add(time.Hour).UTC().Truncate(time.Second)), Permission: to.Ptr("r")},
		}}})
	ok(t, err)
	policies, err := own.GetAccessPolicy(ctx, nil)
	ok(t, err)
	if len(policies.SignedIdentifiers) != 1 || *policies.SignedIdentifiers[0].ID != "readers" {
		t.Errorf("policies %+v", policies.SignedIdentifiers)
	}
	_, err = all.SetProperties(ctx, aztables.ServiceProperties{Cors: []*aztables.CorsRule{{
		AllowedHeaders: to.Ptr("*"), AllowedMethods: to.Ptr("GET"), AllowedOrigins: to.Ptr("*"),
		ExposedHeaders: to.Ptr("*"), MaxAgeInSeconds: to.Ptr[int32](5),
	}}}, nil)
	ok(t, err)
	properties, err := all.GetProperties(ctx, nil)
	ok(t, err)
	if len(properties.Cors) != 1 || *properties.Cors[0].AllowedMethods != "GET" ||
		*properties.Logging.Version != "1.0" {
		t.Errorf("properties %+v", properties)
	}
	secondary, err := aztables.NewServiceClientWithSharedKey(at.tables+"-secondary/", credential, options)
	ok(t, err)
	statistics, err := secondary.GetStatistics(ctx, nil)
	ok(t, err)
	if *statistics.GeoReplication.Status != aztables.GeoReplicationStatusLive {
		t.Errorf("statistics %+v", statistics)
	}
	unsigned, err := aztables.NewServiceClientWithNoCredential(at.tables+"/", options)
	ok(t, err)
	_, err = unsigned.NewListTablesPager(nil).NextPage(ctx)
	fails(t, err, "AuthenticationFailed")
}
