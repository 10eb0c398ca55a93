package kept_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/rowkey/rowkey/site/kept"
)

func TestGet(t *testing.T) {
	folder := kept.Folder(filepath.Join(t.TempDir(), "new"))
	failed := errors.New("it can't be made")
	made := 0
	for _, step := range []struct {
		in         kept.Folder
		from, form string
		err        error
		made       int // so far
	}{
		{folder, "a", "x", failed, 1},
		{folder, "a", "x", nil, 2},
		{folder, "a", "x", failed, 2},
		{folder, "b", "x", nil, 3},
		{folder, "a", "y", nil, 4},
		{folder, "b", "x", nil, 4},
		{"", "a", "x", nil, 5},
		{"", "a", "x", nil, 6},
	} {
		body, err := step.in.Get([]byte(step.from), step.form, func() ([]byte, error) {
			made++
			return []byte(step.from + step.form), step.err
		})
		if made != step.made || err == nil && string(body) != step.from+step.form ||
			err != nil && !errors.Is(err, step.err) {
			t.Errorf("%+v: made %d, %q, %v", step, made, body, err)
		}
	}
	if files, err := filepath.Glob(filepath.Join(string(folder), "*")); err != nil || len(files) != 3 {
		t.Errorf("kept %q, %v", files, err)
	}
}
