package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
)

// Output is what one JavaScript example of a guide printed when it ran in Node.
// site/ui/program/bake.ts writes it to output.json beside the guide.
type Output struct {
	Of      string   `json:"of"`      // a hash of the example's code
	Summary string   `json:"summary"` // what its requests did, in words
	Lines   []string `json:"output"`  // one for each call that prints

	// Requests is a view of each of its first requests: a tree as engine/language/view writes it.
	Requests []json.RawMessage `json:"requests"`
}

// IsOf reports whether the output is from an example with this code.
func (o Output) IsOf(text string) bool {
	hash := sha256.Sum256([]byte(text))
	return o.Of == hex.EncodeToString(hash[:6])
}

// readOutputs reads what the JavaScript examples of a guide print. A guide without such examples
// has no output.json.
func readOutputs(repository fs.FS, guide *Page) error {
	file := path.Join(path.Dir(guide.Source), "output.json")
	text, err := fs.ReadFile(repository, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&guide.Outputs); err != nil {
		return &Problem{File: file, Message: err.Error() + "; ./build.sh bake rewrites it"}
	}
	return nil
}
