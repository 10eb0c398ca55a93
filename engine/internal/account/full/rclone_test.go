//go:build !js

package full_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestRclone uploads a folder with rclone, compares it, changes it, moves it at the server, downloads it and
// deletes it.
func TestRclone(t *testing.T) {
	if _, err := exec.LookPath("rclone"); err != nil {
		t.Skip("rclone is not installed")
	}
	key, err := auth.ParseKey(auth.DevelopmentKey)
	ok(t, err)
	query, err := auth.Credential{Account: name, Key: key}.Token([]wire.Param{
		{Name: "ss", Value: "b"}, {Name: "srt", Value: "sco"}, {Name: "sp", Value: "rwdlac"},
		{Name: "se", Value: time.Now().UTC().Add(time.Hour).Format("2006-01-02T15:04:05Z")},
	})
	ok(t, err)
	at, dir := serve(t, httptest.NewServer), t.TempDir()
	config := filepath.Join(dir, "rclone.conf")
	ok(t, os.WriteFile(config, []byte("[az]\ntype = azureblob\nsas_url = "+at.blobs+"?"+query+"\n"), 0o600))
	rclone := func(args ...string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), "rclone", append([]string{"--config", config, "--retries", "1",
			"--low-level-retries", "1", "--azureblob-chunk-size", "4Mi"}, args...)...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("rclone %q: %v\n%s", args, err, out)
		}
	}
	large := bytes.Repeat([]byte("0123456789abcdef"), 10<<16+1) // ten MiB and a bit: three blocks
	for path, content := range map[string][]byte{
		"src/large.bin": large, "src/a b/é&?.txt": []byte("small"), "src/empty": nil,
	} {
		file := filepath.Join(dir, filepath.FromSlash(path))
		ok(t, os.MkdirAll(filepath.Dir(file), 0o700))
		ok(t, os.WriteFile(file, content, 0o600))
	}
	rclone("mkdir", "az:docs")
	rclone("copy", "src", "az:docs/tree")
	rclone("check", "--download", "src", "az:docs/tree")
	ok(t, os.Remove(filepath.Join(dir, "src", "empty")))
	rclone("sync", "src", "az:docs/tree")
	rclone("move", "az:docs/tree", "az:docs/moved")
	rclone("check", "src", "az:docs/moved")
	rclone("sync", "az:docs/moved", "back")
	back, err := os.ReadFile(filepath.Join(dir, "back", "large.bin"))
	if err != nil || !bytes.Equal(back, large) {
		t.Errorf("%d bytes came back, %v", len(back), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "back", "empty")); err == nil {
		t.Error("a file that the sync removed came back")
	}
	rclone("delete", "az:docs")
	rclone("purge", "az:docs")
}
