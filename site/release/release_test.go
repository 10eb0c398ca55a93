package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
)

// TestSameBytes writes what is made of programs twice, and finds the same files.
func TestSameBytes(t *testing.T) {
	first, second := written(t), written(t)
	if !maps.Equal(first, second) {
		t.Errorf("two releases of the same programs differ")
	}
	for _, name := range []string{
		"SHA256SUMS", "rowkey_1.2.3_windows_arm64.zip", "rowkey_1.2.3_darwin_amd64.tar.gz",
		"manifests/homebrew/rowkey.rb", "npm/rowkey-linux-x64-1.2.3.tgz", "image/index.json",
	} {
		if first[name] == "" {
			t.Errorf("a release has no %s", name)
		}
	}
	const archive = "rowkey_1.2.3_darwin_arm64.tar.gz"
	for line := range strings.Lines(first["SHA256SUMS"]) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if first[name] == "" {
			t.Errorf("a checksum is of %s, which isn't there", name)
		}
		if name == archive && !strings.Contains(first["manifests/homebrew/rowkey.rb"], sum) {
			t.Errorf("Homebrew's formula doesn't have the checksum of %s", name)
		}
	}
	if got := strings.Join(namesIn(t, first["npm/rowkey-win32-x64-1.2.3.tgz"]), " "); got !=
		"package/package.json package/rowkey.exe" {
		t.Errorf("the package for Windows has %s", got)
	}
}

// written returns the files of a release whose programs are stand-ins.
func written(t *testing.T) map[string]string {
	t.Helper()
	r := &release{root: t.TempDir(), out: t.TempDir(), version: "1.2.3", sums: map[string]string{}}
	licence := filepath.Join(r.root, "LICENSE")
	if err := os.WriteFile(licence, []byte("a licence"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range platforms {
		if err := os.MkdirAll(filepath.Dir(r.binary(p)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(r.binary(p), []byte("the program for "+p.os+" on "+p.arch), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := r.platformPackage("@rowkey/"+p.nodeOS+"-"+p.nodeArch, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []func() error{r.archives, r.image, r.manifests, r.checksums} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{}
	if err := filepath.WalkDir(r.out, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := os.ReadFile(name)
		relative, _ := filepath.Rel(r.out, name)
		files[filepath.ToSlash(relative)] = string(body)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// namesIn lists a compressed archive.
func namesIn(t *testing.T, archive string) (names []string) {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		header, err := r.Next()
		if err == io.EOF {
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, header.Name)
	}
}

// TestImage reads the image back as a daemon does: it isn't root's, says whether it's healthy, and is called
// as Azurite's.
func TestImage(t *testing.T) {
	folder := t.TempDir()
	for name, body := range written(t) {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	index, err := layout.ImageIndexFromPath(filepath.Join(folder, "image"))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	var both []string
	for _, m := range manifest.Manifests {
		inner, err := index.ImageIndex(m.Digest)
		if err != nil {
			t.Fatal(err)
		}
		of, err := inner.IndexManifest()
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range of.Manifests {
			both = append(both, one.Platform.String())
			image, err := inner.Image(one.Digest)
			if err != nil {
				t.Fatal(err)
			}
			checkImage(t, image, one.Platform)
		}
	}
	if got := strings.Join(both, " "); got != "linux/amd64 linux/arm64" {
		t.Errorf("the image is for %s", got)
	}
}

func checkImage(t *testing.T, image v1.Image, of *v1.Platform) {
	t.Helper()
	file, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	c := file.Config
	if c.User != "65532:65532" || len(c.Entrypoint) > 0 || c.Cmd[0] != "azurite" || len(c.ExposedPorts) != 3 ||
		strings.Join(c.Healthcheck.Test, " ") != "CMD /rowkey health" || c.WorkingDir != "/data" {
		t.Errorf("%s: the image's configuration is %+v", of, c)
	}
	layers, err := image.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatalf("%s: %d layers, %v", of, len(layers), err)
	}
	content, err := layers[0].Uncompressed()
	if err != nil {
		t.Fatal(err)
	}
	root, err := io.ReadAll(content)
	if err != nil {
		t.Fatal(err)
	}
	if program := "the program for linux on " + of.Architecture; !bytes.Contains(root, []byte(program)) {
		t.Errorf("%s: the image doesn't have its program", of)
	}
}

// TestClear: a folder that no release was written to keeps what's in it.
func TestClear(t *testing.T) {
	folder := t.TempDir()
	kept := filepath.Join(folder, "kept")
	if err := os.WriteFile(kept, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := clear(folder); err == nil || !strings.Contains(err.Error(), "-out") {
		t.Errorf("emptied a folder of someone's: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, marker), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := clear(folder); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(kept); !os.IsNotExist(err) {
		t.Error("an older release is still there")
	}
}
