package main

import (
	"bytes"
	"embed"
	"io/fs"
	"strings"
	"text/template"
)

// manifestFiles are templates of what package managers read.
//
//go:embed manifests
var manifestFiles embed.FS

// manifests writes what package managers read: where a download is, and its hash.
func (r *release) manifests() error {
	functions := template.FuncMap{"url": r.url, "sum": r.sum, "upper": strings.ToUpper}
	return fs.WalkDir(manifestFiles, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		t, err := template.New(e.Name()).Funcs(functions).ParseFS(manifestFiles, name)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, r.version); err != nil {
			return err
		}
		return r.put(name, b.Bytes())
	})
}

// url is where the program for a platform is downloaded from.
func (r *release) url(os, arch string) string {
	return "https://github.com/rowkey/rowkey/releases/download/v" + r.version + "/" +
		r.archive(platform{os: os, arch: arch})
}

func (r *release) sum(os, arch string) string { return r.sums[r.archive(platform{os: os, arch: arch})] }
