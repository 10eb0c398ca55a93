//go:build !js

package full_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"

	"github.com/rowkey/rowkey/engine/auth"
)

// docs returns the client of a new container, and that of its account.
func docs(t *testing.T) (*container.Client, *azblob.Client) {
	t.Helper()
	return docsAt(t, serve(t, httptest.NewTLSServer))
}

// docsAt is docs for a server.
func docsAt(t *testing.T, at served) (*container.Client, *azblob.Client) {
	t.Helper()
	credential, err := azblob.NewSharedKeyCredential(name, auth.DevelopmentKey)
	ok(t, err)
	all, err := azblob.NewClientWithSharedKeyCredential(at.blobs, credential,
		&azblob.ClientOptions{ClientOptions: at.once})
	ok(t, err)
	_, err = all.CreateContainer(t.Context(), "docs", nil)
	ok(t, err)
	return all.ServiceClient().NewContainerClient("docs"), all
}

func upload(ctx context.Context, b *blockblob.Client, text string, lease *string) error {
	o := &blockblob.UploadOptions{}
	if lease != nil {
		o.AccessConditions = &blob.AccessConditions{
			LeaseAccessConditions: &blob.LeaseAccessConditions{LeaseID: lease},
		}
	}
	_, err := b.Upload(ctx, nopCloser{strings.NewReader(text)}, o)
	return err
}

// TestLeaseClient locks a blob as Terraform locks its state, and a container.
func TestLeaseClient(t *testing.T) {
	ctx := t.Context()
	docs, _ := docs(t)
	state := docs.NewBlockBlobClient("terraform.tfstate")
	ok(t, upload(ctx, state, "{}", nil))
	lock, err := lease.NewBlobClient(state, nil)
	ok(t, err)
	_, err = lock.AcquireLease(ctx, -1, nil)
	ok(t, err)
	other, err := lease.NewBlobClient(state, nil)
	ok(t, err)
	_, err = other.AcquireLease(ctx, -1, nil)
	fails(t, err, string(bloberror.LeaseAlreadyPresent))
	fails(t, upload(ctx, state, "{1}", nil), string(bloberror.LeaseIDMissing))
	fails(t, upload(ctx, state, "{1}", other.LeaseID()), string(bloberror.LeaseIDMismatchWithBlobOperation))
	ok(t, upload(ctx, state, "{1}", lock.LeaseID()))
	properties, err := state.GetProperties(ctx, nil)
	ok(t, err)
	if *properties.LeaseState != lease.StateTypeLeased ||
		*properties.LeaseDuration != lease.DurationTypeInfinite {
		t.Errorf("it's %s, %s", *properties.LeaseState, *properties.LeaseDuration)
	}
	_, err = lock.ReleaseLease(ctx, nil)
	ok(t, err)
	_, err = other.AcquireLease(ctx, 15, nil)
	ok(t, err)
	_, err = other.RenewLease(ctx, nil)
	ok(t, err)
	left, err := other.BreakLease(ctx, &lease.BlobBreakOptions{BreakPeriod: to.Ptr[int32](0)})
	ok(t, err)
	if *left.LeaseTime != 0 {
		t.Errorf("it breaks in %d seconds", *left.LeaseTime)
	}
	whole, err := lease.NewContainerClient(docs, nil)
	ok(t, err)
	_, err = whole.AcquireLease(ctx, 60, nil)
	ok(t, err)
	_, err = docs.Delete(ctx, nil)
	fails(t, err, string(bloberror.LeaseIDMissing))
	_, err = whole.ReleaseLease(ctx, nil)
	ok(t, err)
}

// TestCopyClient copies a blob, and makes another of parts of it.
func TestCopyClient(t *testing.T) {
	ctx := t.Context()
	docs, _ := docs(t)
	source, target := docs.NewBlockBlobClient("a b/ü"), docs.NewBlockBlobClient("target")
	ok(t, upload(ctx, source, "0123456789", nil))
	started, err := target.StartCopyFromURL(ctx, source.URL(), nil)
	ok(t, err)
	if *started.CopyStatus != blob.CopyStatusTypeSuccess {
		t.Errorf("the copy is %s", *started.CopyStatus)
	}
	properties, err := target.GetProperties(ctx, nil)
	ok(t, err)
	if *properties.CopyID != *started.CopyID || *properties.ContentLength != 10 {
		t.Errorf("the copy %s has %d bytes", *properties.CopyID, *properties.ContentLength)
	}
	_, err = target.AbortCopyFromURL(ctx, *started.CopyID, nil)
	fails(t, err, string(bloberror.NoPendingCopyOperation))
	_, err = target.StartCopyFromURL(ctx, docs.NewBlobClient("none").URL(), nil)
	if err == nil || !strings.Contains(err.Error(), "not exist") {
		t.Errorf("copying nothing: %v", err)
	}
	url, err := source.GetSASURL(sas.BlobPermissions{Read: true}, time.Now().Add(time.Hour), nil)
	ok(t, err)
	_, err = target.UploadBlobFromURL(ctx, url, nil)
	ok(t, err)
	block := "QQ=="
	_, err = target.StageBlockFromURL(ctx, block, url, &blockblob.StageBlockFromURLOptions{
		Range: blob.HTTPRange{Offset: 2, Count: 3},
	})
	ok(t, err)
	_, err = target.CommitBlockList(ctx, []string{block, block}, nil)
	ok(t, err)
	got := make([]byte, 6)
	if _, err := target.DownloadBuffer(ctx, got, nil); err != nil || string(got) != "234234" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestSnapshotClient reads a snapshot with a token for it alone.
func TestSnapshotClient(t *testing.T) {
	ctx := t.Context()
	at := serve(t, httptest.NewTLSServer)
	docs, _ := docsAt(t, at)
	b := docs.NewBlockBlobClient("a b/ü")
	ok(t, upload(ctx, b, "one", nil))
	made, err := b.CreateSnapshot(ctx, nil)
	ok(t, err)
	ok(t, upload(ctx, b, "two", nil))
	taken, err := time.Parse(blob.SnapshotTimeFormat, *made.Snapshot)
	ok(t, err)
	credential, err := azblob.NewSharedKeyCredential(name, auth.DevelopmentKey)
	ok(t, err)
	token, err := sas.BlobSignatureValues{ // GetSASURL makes a malformed URL of a snapshot
		ContainerName: "docs", BlobName: "a b/ü", SnapshotTime: taken, Permissions: "r",
		ExpiryTime: time.Now().UTC().Add(time.Hour),
	}.SignWithSharedKey(credential)
	ok(t, err)
	read := func(url string) (string, error) {
		t.Helper()
		only, err := blob.NewClientWithNoCredential(url, &blob.ClientOptions{ClientOptions: at.once})
		ok(t, err)
		got := make([]byte, 3)
		_, err = only.DownloadBuffer(ctx, got, nil)
		return string(got), err
	}
	url := b.URL() + "?" + token.Encode() + "&snapshot=" + *made.Snapshot
	if got, err := read(url); err != nil || got != "one" {
		t.Errorf("got %q, %v", got, err)
	}
	_, err = read(strings.Replace(url, "snapshot=", "other=", 1))
	fails(t, err, string(bloberror.AuthenticationFailed))
	_, err = read(strings.Replace(url, "snapshot=", "snapshot=2026-01-05T09:00:00.0000000Z&other=", 1))
	fails(t, err, string(bloberror.AuthenticationFailed))
	_, err = b.Delete(ctx, nil)
	fails(t, err, string(bloberror.SnapshotsPresent))
	_, err = b.Delete(ctx, &blob.DeleteOptions{DeleteSnapshots: to.Ptr(blob.DeleteSnapshotsOptionTypeInclude)})
	ok(t, err)
}

// TestBatchClient deletes blobs in one request.
func TestBatchClient(t *testing.T) {
	ctx := t.Context()
	docs, _ := docs(t)
	builder, err := docs.NewBatchBuilder()
	ok(t, err)
	for _, name := range []string{"a", "b c"} {
		ok(t, upload(ctx, docs.NewBlockBlobClient(name), "1", nil))
		ok(t, builder.Delete(name, nil))
	}
	ok(t, builder.Delete("none", nil))
	answer, err := docs.SubmitBatch(ctx, builder, nil)
	ok(t, err)
	if len(answer.Responses) != 3 || answer.Responses[0].Error != nil || answer.Responses[1].Error != nil ||
		code(answer.Responses[2].Error) != string(bloberror.BlobNotFound) {
		t.Errorf("got %+v", answer.Responses)
	}
}
