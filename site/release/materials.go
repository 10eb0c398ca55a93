package main

import (
	"debug/buildinfo"
	"encoding/json"
	"strings"
)

// component is a module of a bill of materials in the form of CycloneDX.
type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl"`
}

// materials writes which modules are in the programs, as these say themselves. They're the same on all
// systems.
func (r *release) materials() error {
	info, err := buildinfo.ReadFile(r.binary(platforms[0]))
	if err != nil {
		return err
	}
	components := []component{{"library", "go", strings.TrimPrefix(info.GoVersion, "go"),
		"pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")}}
	for _, m := range info.Deps {
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		components = append(components, component{"library", m.Path, m.Version, purl})
	}
	text, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": map[string]any{"component": component{"application", "rowkey", r.version,
			"pkg:golang/github.com/rowkey/rowkey@v" + r.version}},
		"components": components,
	}, "", "  ")
	if err != nil {
		return err
	}
	return r.save("rowkey_"+r.version+"_sbom.cdx.json", append(text, '\n'))
}
