package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// fixtures writes what tests in Python and Java use: a wheel that pytest finds by its entry point, and the
// source of an extension for JUnit, which needs nothing but JUnit. Both start the program.
func (r *release) fixtures() error {
	extension, err := r.read("site/junit/io/github/rowkey/Rowkey.java")
	if err != nil {
		return err
	}
	if err := r.save("java/io/github/rowkey/Rowkey.java", extension); err != nil {
		return err
	}
	plugin, err := r.read("site/pytest/pytest_rowkey.py")
	if err != nil {
		return err
	}
	const metadata = `Metadata-Version: 2.1
Name: pytest-rowkey
Version: %s
Summary: An account of Azure Table storage, queues and blobs for each test, with what each request reads.
Home-page: https://github.com/rowkey/rowkey
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: pytest
Classifier: Framework :: Pytest
`
	const wheel = "Wheel-Version: 1.0\nGenerator: rowkey\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
	info := "pytest_rowkey-" + r.version + ".dist-info/"
	files := []file{
		{"pytest_rowkey.py", plugin, 0o644},
		{info + "METADATA", fmt.Appendf(nil, metadata, r.version), 0o644},
		{info + "WHEEL", []byte(wheel), 0o644},
		{info + "entry_points.txt", []byte("[pytest11]\nrowkey = pytest_rowkey\n"), 0o644},
	}
	record := ""
	for _, f := range files {
		sum := sha256.Sum256(f.body)
		hash := base64.RawURLEncoding.EncodeToString(sum[:])
		record += fmt.Sprintf("%s,sha256=%s,%d\n", f.name, hash, len(f.body))
	}
	files = append(files, file{info + "RECORD", []byte(record + info + "RECORD,,\n"), 0o644})
	packed, err := zipped(files)
	if err != nil {
		return err
	}
	return r.save("python/pytest_rowkey-"+r.version+"-py3-none-any.whl", packed)
}
