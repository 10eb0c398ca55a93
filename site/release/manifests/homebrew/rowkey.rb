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
