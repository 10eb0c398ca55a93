package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// nobody is the user in the image, who owns /data and nothing else.
const nobody = 65532

// image writes the container image for both kinds of processor, as an OCI layout.
func (r *release) image() error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range platforms {
		if p.os != "linux" {
			continue
		}
		one, err := r.imageOf(p)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: one, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: p.os, Architecture: p.arch}},
		})
	}
	path, err := layout.Write(filepath.Join(r.out, "image"), empty.Index)
	if err != nil {
		return err
	}
	return path.AppendIndex(index, layout.WithAnnotations(map[string]string{
		"org.opencontainers.image.ref.name": r.version,
	}))
}

// imageOf returns the image for a platform. Nothing is in it but the program, by both of its names, and
// folders for accounts and for what is temporary. It's given its work by its command, as Azurite's image is,
// so that one can take the other's place.
func (r *release) imageOf(p platform) (v1.Image, error) {
	program, err := os.ReadFile(r.binary(p))
	if err != nil {
		return nil, err
	}
	content, err := rootOf(program)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(
		func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(gzip.BestCompression),
	)
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	one, err := mutate.AppendLayers(base, layer)
	if err != nil {
		return nil, err
	}
	config, err := one.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = p.os, p.arch, v1.Time{Time: then}
	config.Config = v1.Config{
		User: fmt.Sprintf("%d:%[1]d", nobody), Env: []string{"PATH=/"}, WorkingDir: "/data",
		Cmd: []string{"azurite", "--blobHost", "0.0.0.0", "--queueHost", "0.0.0.0", "--tableHost", "0.0.0.0"},
		ExposedPorts: map[string]struct{}{
			"10000/tcp": {}, "10001/tcp": {}, "10002/tcp": {},
		},
		Healthcheck: &v1.HealthConfig{Test: []string{"CMD", "/rowkey", "health"}},
		Labels: map[string]string{
			"org.opencontainers.image.source":   "https://github.com/rowkey/rowkey",
			"org.opencontainers.image.version":  r.version,
			"org.opencontainers.image.licenses": "Apache-2.0",
		},
	}
	return mutate.ConfigFile(one, config)
}

// rootOf returns the files of the image.
func rootOf(program []byte) ([]byte, error) {
	var root bytes.Buffer
	w := tar.NewWriter(&root)
	for _, h := range []tar.Header{
		{Name: "rowkey", Typeflag: tar.TypeReg, Mode: 0o755, Size: int64(len(program))},
		{Name: "azurite", Typeflag: tar.TypeSymlink, Linkname: "rowkey", Mode: 0o777},
		{Name: "data/", Typeflag: tar.TypeDir, Mode: 0o755, Uid: nobody, Gid: nobody},
		{Name: "tmp/", Typeflag: tar.TypeDir, Mode: 0o1777},
	} {
		h.ModTime, h.Format = then, tar.FormatUSTAR
		if err := w.WriteHeader(&h); err != nil {
			return nil, err
		}
		if h.Size > 0 {
			if _, err := w.Write(program); err != nil {
				return nil, err
			}
		}
	}
	err := w.Close()
	return root.Bytes(), err
}
