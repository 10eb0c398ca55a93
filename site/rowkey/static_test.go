//go:build !nosite

package main

import (
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rowkey/rowkey/site/entry"
)

func TestManifestOfInstalledSite(t *testing.T) {
	text, err := os.ReadFile("../static/manifest.webmanifest")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Icons     []struct{ Src, Sizes, Type string }
		Shortcuts []struct{ URL string }
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Icons) < 5 || len(m.Shortcuts) == 0 {
		t.Errorf("it has %d icons and %d shortcuts", len(m.Icons), len(m.Shortcuts))
	}
	for _, i := range m.Icons {
		f, err := os.Open(filepath.Join("../static", i.Src))
		if err != nil {
			t.Error(err)
			continue
		}
		defer f.Close()
		if i.Type != "image/png" {
			continue
		}
		picture, err := png.Decode(f)
		if err != nil {
			t.Fatalf("%s: %v", i.Src, err)
		}
		size := picture.Bounds().Dx()
		if own := fmt.Sprintf("%dx%d", size, picture.Bounds().Dy()); own != i.Sizes {
			t.Errorf("%s is %s, and the manifest says %s", i.Src, own, i.Sizes)
		}
		corner, _, _, _ := picture.At(0, 0).RGBA()
		if red, green, _, _ := picture.At(size/2-1, size/2).RGBA(); corner != 0xffff || red >= green {
			t.Errorf("%s: want a green bar in the middle, on white", i.Src)
		}
	}
	for _, s := range m.Shortcuts {
		if !slices.ContainsFunc(entry.All, func(e entry.Entry) bool { return e.Page.Path == s.URL }) {
			t.Errorf("a shortcut leads to %s, which isn't a page", s.URL)
		}
	}
}
