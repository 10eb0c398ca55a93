package main

import (
	"bytes"
	"strings"
	"text/template"
)

// manifests writes what package managers read: where a download is, and its hash.
func (r *release) manifests() error {
	for name, text := range manifestTexts {
		t, err := template.New(name).Funcs(template.FuncMap{"url": r.url, "sum": r.sum, "upper": strings.ToUpper}).
			Parse(strings.TrimPrefix(text, "\n"))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, r.version); err != nil {
			return err
		}
		if err := r.put(name, b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// url is where the program for a platform is downloaded from.
func (r *release) url(os, arch string) string {
	return "https://github.com/rowkey/rowkey/releases/download/v" + r.version + "/" +
		r.archive(platform{os: os, arch: arch})
}

func (r *release) sum(os, arch string) string { return r.sums[r.archive(platform{os: os, arch: arch})] }

var manifestTexts = map[string]string{
	"manifests/homebrew/rowkey.rb": `
class Rowkey < Formula
  desc "Azure Table storage, queues and blobs on your machine, and what requests cost"
  homepage "https://github.com/rowkey/rowkey"
  version "{{.}}"
  license "Apache-2.0"
  on_macos do
    on_arm do
      url "{{url "darwin" "arm64"}}"
      sha256 "{{sum "darwin" "arm64"}}"
    end
    on_intel do
      url "{{url "darwin" "amd64"}}"
      sha256 "{{sum "darwin" "amd64"}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url "linux" "arm64"}}"
      sha256 "{{sum "linux" "arm64"}}"
    end
    on_intel do
      url "{{url "linux" "amd64"}}"
      sha256 "{{sum "linux" "amd64"}}"
    end
  end

  def install
    bin.install "rowkey"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/rowkey version")
  end
end
`,
	"manifests/scoop/rowkey.json": `
{
  "version": "{{.}}",
  "description": "Azure Table storage, queues and blobs on your machine, and what requests cost",
  "homepage": "https://github.com/rowkey/rowkey",
  "license": "Apache-2.0",
  "architecture": {
    "64bit": {
      "url": "{{url "windows" "amd64"}}",
      "hash": "{{sum "windows" "amd64"}}"
    },
    "arm64": {
      "url": "{{url "windows" "arm64"}}",
      "hash": "{{sum "windows" "arm64"}}"
    }
  },
  "bin": "rowkey.exe"
}
`,
	"manifests/winget/Rowkey.Rowkey.yaml": `
PackageIdentifier: Rowkey.Rowkey
PackageVersion: {{.}}
DefaultLocale: en-US
ManifestType: version
ManifestVersion: 1.10.0
`,
	"manifests/winget/Rowkey.Rowkey.locale.en-US.yaml": `
PackageIdentifier: Rowkey.Rowkey
PackageVersion: {{.}}
PackageLocale: en-US
Publisher: Rowkey
PackageName: Rowkey
License: Apache-2.0
ShortDescription: Azure Table storage, queues and blobs on your machine, and what requests cost
PackageUrl: https://github.com/rowkey/rowkey
ManifestType: defaultLocale
ManifestVersion: 1.10.0
`,
	"manifests/winget/Rowkey.Rowkey.installer.yaml": `
PackageIdentifier: Rowkey.Rowkey
PackageVersion: {{.}}
InstallerType: zip
NestedInstallerType: portable
NestedInstallerFiles:
  - RelativeFilePath: rowkey.exe
    PortableCommandAlias: rowkey
Installers:
  - Architecture: x64
    InstallerUrl: {{url "windows" "amd64"}}
    InstallerSha256: {{sum "windows" "amd64" | upper}}
  - Architecture: arm64
    InstallerUrl: {{url "windows" "arm64"}}
    InstallerSha256: {{sum "windows" "arm64" | upper}}
ManifestType: installer
ManifestVersion: 1.10.0
`,
}
