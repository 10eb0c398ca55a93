package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// release is what is being written.
type release struct {
	root    string // the repository
	out     string
	version string
	sums    map[string]string // the SHA-256 of each file that's downloaded, by its name
}

func main() {
	log.SetFlags(0)
	out := flag.String("out", "../../.release", "the folder to write to, which is emptied first")
	flag.Parse()
	if err := write(*out); err != nil {
		log.Fatalf("release: %v", err)
	}
}

func write(out string) error {
	root, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(root, "site/rowkey/version.txt"))
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	if err := clear(out); err != nil {
		return err
	}
	r := &release{root: root, out: out, version: strings.TrimSpace(string(text)), sums: map[string]string{}}
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"programs", r.programs},
		{"archives", r.archives},
		{"npm packages", r.packages},
		{"fixtures for tests", r.fixtures},
		{"the image", r.image},
		{"the bill of materials", r.materials},
		{"manifests", r.manifests},
		{"checksums", r.checksums},
	} {
		log.Print(step.what)
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	log.Printf("Rowkey %s is in %s", r.version, r.out)
	return nil
}

// marker is in each folder that a release was written to.
const marker = "SHA256SUMS"

// clear empties a folder that has an older release, and refuses any other.
func clear(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case os.IsNotExist(err) || err == nil && len(entries) == 0:
		return os.MkdirAll(folder, 0o755)
	case err != nil:
		return err
	case !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == marker }):
		return fmt.Errorf("%s has files that no release has written; empty it, or name another with -out", folder)
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.MkdirAll(folder, 0o755)
}

// save writes a file that's downloaded, and remembers its hash.
func (r *release) save(name string, body []byte) error {
	r.sums[name] = fmt.Sprintf("%x", sha256.Sum256(body))
	return r.put(name, body)
}

// put writes a file, and the folders that it's in.
func (r *release) put(name string, body []byte) error {
	file := filepath.Join(r.out, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, body, 0o644)
}

func (r *release) read(name string) ([]byte, error) { return os.ReadFile(filepath.Join(r.root, name)) }

// checksums writes the file that sha256sum -c reads.
func (r *release) checksums() error {
	var lines []string
	for name, sum := range r.sums {
		lines = append(lines, sum+"  "+name+"\n")
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return r.put(marker, []byte(strings.Join(lines, "")))
}
