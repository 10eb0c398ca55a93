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

// Output is what one JavaScript example of a guide printed when it was run in Node, kept in a file
// beside the guide: output.json, which site/ui/program/bake.ts writes.
type Output struct {
	Of      string   `json:"of"`      // a hash of the example's text
	Summary string   `json:"summary"` // what its requests did, in words
	Lines   []string `json:"output"`  // one for each call that printed
}

// IsOf reports whether the output is that of an example with this text.
func (o Output) IsOf(text string) bool {
	hash := sha256.Sum256([]byte(text))
	return o.Of == hex.EncodeToString(hash[:6])
}

// readOutputs reads what the JavaScript examples of a guide print. A guide without any has no such
// file.
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
		return &Problem{File: file, Message: err.Error() + "; ./build.sh bake writes it anew"}
	}
	return nil
}
