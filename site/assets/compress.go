package assets

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/andybalholm/brotli"

	"github.com/rowkey/rowkey/site/kept"
)

// Compressor makes the smaller forms of files.
type Compressor struct {
	Cache kept.Folder
	// Brotli and Gzip are the levels: 11 and 9 for a release, less while somebody waits.
	Brotli, Gzip int
	// Whole reports whether a file gets brotli's best level all the same; nil means that none does.
	Whole func(name string) bool
}

const (
	whole = 11 // the level of brotli that takes twenty times as long, for a sixth of the bytes
	fast  = 3
)

// Release compresses everything at the best level, once for each content.
func Release(cache kept.Folder) Compressor {
	return Compressor{Cache: cache, Brotli: whole, Gzip: 9}
}

// Quick does the same for the files that are measured. The programs alone would take a minute.
func Quick(cache kept.Folder, measured func(name string) bool) Compressor {
	return Compressor{Cache: cache, Brotli: fast, Gzip: 9, Whole: measured}
}

// Fast compresses so quickly that nobody who waits for it notices.
func Fast(cache kept.Folder) Compressor {
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
	return c.Cache.Get(body, fmt.Sprintf("br%d", level), func() ([]byte, error) {
		var out bytes.Buffer
		err := writeAll(brotli.NewWriterLevel(&out, level), body)
		return out.Bytes(), err
	})
}

func (c Compressor) gzip(body []byte) ([]byte, error) {
	return c.Cache.Get(body, fmt.Sprintf("gz%d", c.Gzip), func() ([]byte, error) {
		var out bytes.Buffer
		w, err := gzip.NewWriterLevel(&out, c.Gzip)
		if err == nil {
			err = writeAll(w, body)
		}
		return out.Bytes(), err
	})
}

func writeAll(w io.WriteCloser, body []byte) error {
	_, err := w.Write(body)
	return errors.Join(err, w.Close())
}
