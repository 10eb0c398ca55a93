package assets_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/assets"
)

// keptFiles is a site with one file of each kind.
func keptFiles() map[string][]byte {
	big := bytes.Repeat([]byte("x"), 200_000)
	return map[string][]byte{
		"index.html": big, "guides/a/index.html": []byte("a"), "guides/a.md": []byte("a"), "404.html": []byte("no"),
		"favicon.svg": []byte("icon"), "a/main-1.js": []byte("main"), "a/engine-1.wasm": big,
		"design/starters.json": []byte("{}"),
		"a/frame-1/index.html": []byte("frame"), "embed/index.html": []byte("embed"), "embed.js": []byte("embed"),
	}
}

// offline returns the list and the service worker of a site.
func offline(t *testing.T, source assets.Source, files map[string][]byte, rules []assets.Rule) (
	list struct{ Now, Later map[string]string }, name string, made map[string][]byte,
) {
	t.Helper()
	made, err := source.Offline(files, rules)
	if err != nil {
		t.Fatal(err)
	}
	for name = range maps.Keys(made) {
		if name != assets.OfflineScript {
			break
		}
	}
	if err := json.Unmarshal(made[name], &list); err != nil {
		t.Fatal(err)
	}
	return list, name, made
}

func TestOffline(t *testing.T) {
	source := assets.Source{Root: "../..", Release: true}
	list, name, made := offline(t, source, keptFiles(), nil)
	now, later := slices.Sorted(maps.Keys(list.Now)), slices.Sorted(maps.Keys(list.Later))
	wanted := []string{"/", "/a/main-1.js", "/design/starters.json", "/favicon.svg", "/guides/a/"}
	if diff := cmp.Diff(wanted, now); diff != "" {
		t.Errorf("kept at once:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"/a/engine-1.wasm"}, later); diff != "" {
		t.Errorf("kept once used:\n%s", diff)
	}
	if got := list.Now["/guides/a/"]; got != "ca978112ca1bbdca" { // SHA-256 of "a"
		t.Errorf("hash %q", got)
	}
	if !bytes.Contains(made[assets.OfflineScript], []byte(`"/`+name+`"`)) {
		t.Errorf("the service worker does not name %s", name)
	}
	_, again, _ := offline(t, source, keptFiles(), nil)
	if again != name {
		t.Errorf("one site has two releases, %s and %s", name, again)
	}
	other := keptFiles()
	other["guides/a/index.html"] = []byte("b")
	if _, changed, _ := offline(t, source, other, nil); changed == name {
		t.Error("another page makes no other release")
	}
	rules := []assets.Rule{{Pattern: "/*", Headers: []assets.Header{{Name: "X", Value: "y"}}}}
	if _, changed, _ := offline(t, source, keptFiles(), rules); changed == name {
		t.Error("other headers make no other release")
	}
}

// TestOfflinePreview: a developer's server keeps nothing, and removes what a release has left.
func TestOfflinePreview(t *testing.T) {
	made, err := assets.Source{Root: "../.."}.Offline(keptFiles(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(made) != 1 || !bytes.Contains(made[assets.OfflineScript], []byte("unregister")) {
		t.Errorf("got %d files, want only a service worker that goes", len(made))
	}
}
