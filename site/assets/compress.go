package assets

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/andybalholm/brotli"
)

// Compressor makes the smaller forms of files.
type Compressor struct {
	Cache string // folder in which they are kept by the hash of the content
	// Brotli and Gzip are the levels: 11 and 9 for a release, less while somebody waits.
	Brotli, Gzip int
	// Whole says of which files brotli makes as little as can be all the same; nil for none.
	Whole func(name string) bool
}

const (
	whole = 11 // the level of brotli that takes twenty times as long, for a sixth of the bytes
	fast  = 4
)

// Release compresses as much as can be, once for each content.
func Release(cache string) Compressor {
	return Compressor{Cache: cache, Brotli: whole, Gzip: 9}
}

// Quick does the same for the files that are measured. Programs alone would take a processor a minute.
func Quick(cache string, measured func(name string) bool) Compressor {
	return Compressor{Cache: cache, Brotli: fast, Gzip: 9, Whole: measured}
}

// Fast compresses in less time than somebody notices who waits for it.
func Fast(cache string) Compressor {
	return Compressor{Cache: cache, Brotli: fast, Gzip: 4}
}

// All returns the brotli and gzip forms of all files, named with .br and .gz at the end.
func (c Compressor) All(files map[string][]byte) (map[string][]byte, error) {
	var (
		mutex sync.Mutex
		group sync.WaitGroup
		out   = map[string][]byte{}
		first error
		slots = make(chan struct{}, runtime.GOMAXPROCS(0))
	)
	keep := func(name string, body []byte, err error) {
		mutex.Lock()
		defer mutex.Unlock()
		out[name] = body
		if first == nil {
			first = err
		}
	}
	for name, body := range files {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			level := c.Brotli
			if c.Whole != nil && c.Whole(name) {
				level = whole
			}
			small, err := c.brotli(body, level)
			keep(name+".br", small, err)
			small, err = c.gzip(body)
			keep(name+".gz", small, err)
		})
	}
	group.Wait()
	return out, first
}

// Size is how many bytes a program has on the wire.
func (c Compressor) Size(program []byte) (int, error) {
	small, err := c.brotli(program, c.Brotli)
	return len(small), err
}

func (c Compressor) brotli(body []byte, level int) ([]byte, error) {
	return c.cached(body, fmt.Sprintf("br%d", level), func(out *bytes.Buffer) error {
		w := brotli.NewWriterLevel(out, level)
		if _, err := w.Write(body); err != nil {
			return err
		}
		return w.Close()
	})
}

func (c Compressor) gzip(body []byte) ([]byte, error) {
	return c.cached(body, fmt.Sprintf("gz%d", c.Gzip), func(out *bytes.Buffer) error {
		w, err := gzip.NewWriterLevel(out, c.Gzip)
		if err != nil {
			return err
		}
		if _, err := w.Write(body); err != nil {
			return err
		}
		return w.Close()
	})
}

// cached returns what compress writes, from the cache if it has been made before.
func (c Compressor) cached(body []byte, form string, compress func(*bytes.Buffer) error) ([]byte, error) {
	file := filepath.Join(c.Cache, fmt.Sprintf("%x.%s", sha256.Sum256(body), form))
	if small, err := os.ReadFile(file); err == nil {
		return small, nil
	}
	var out bytes.Buffer
	if err := compress(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), writeWhole(file, out.Bytes())
}

// writeWhole writes a file so that no other build ever reads half of it.
func writeWhole(file string, body []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(file), "part-*")
	if err != nil {
		return err
	}
	_, err = part.Write(body)
	if closeErr := part.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(part.Name(), file)
	}
	return err
}
