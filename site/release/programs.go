package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// platform is a system, by the names that Go and Node have for it.
type platform struct{ os, arch, nodeOS, nodeArch string }

var platforms = []platform{
	{"linux", "amd64", "linux", "x64"},
	{"linux", "arm64", "linux", "arm64"},
	{"darwin", "amd64", "darwin", "x64"},
	{"darwin", "arm64", "darwin", "arm64"},
	{"windows", "amd64", "win32", "x64"},
	{"windows", "arm64", "win32", "arm64"},
}

// program is the name of the program's file.
func (p platform) program() string {
	if p.os == "windows" {
		return "rowkey.exe"
	}
	return "rowkey"
}

// binary is where a platform's program is kept while the release is written.
func (r *release) binary(p platform) string {
	return filepath.Join(r.root, ".cache", "release", p.os+"-"+p.arch, p.program())
}

// archive is the name of a platform's download.
func (r *release) archive(p platform) string {
	extension := ".tar.gz"
	if p.os == "windows" {
		extension = ".zip"
	}
	return fmt.Sprintf("rowkey_%s_%s_%s%s", r.version, p.os, p.arch, extension)
}

// programs builds the program for each platform, without what builds the site.
func (r *release) programs() error {
	for _, p := range platforms {
		err := r.build(r.binary(p), "./site/rowkey", "GOFLAGS=-tags=nosite", "GOOS="+p.os, "GOARCH="+p.arch,
			"CGO_ENABLED=0")
		if err != nil {
			return err
		}
	}
	return nil
}

// archives packs the program for each platform with the licence.
func (r *release) archives() error {
	licence, err := r.read("LICENSE")
	if err != nil {
		return err
	}
	for _, p := range platforms {
		body, err := os.ReadFile(r.binary(p))
		if err != nil {
			return err
		}
		files := []file{{p.program(), body, 0o755}, {"LICENSE", licence, 0o644}}
		pack := tarred
		if p.os == "windows" {
			pack = zipped
		}
		packed, err := pack(files)
		if err != nil {
			return err
		}
		if err := r.save(r.archive(p), packed); err != nil {
			return err
		}
	}
	return nil
}

// build builds a program without anything of this machine in it.
func (r *release) build(to, source string, environment ...string) error {
	const stripped = "-ldflags=-s -w -buildid="
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", stripped, "-o", to, source)
	c.Dir, c.Env = r.root, append(append(os.Environ(), "GOFLAGS="), environment...)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s for %s: %w\n%s", source, strings.Join(environment, " "), err, out)
	}
	return nil
}
