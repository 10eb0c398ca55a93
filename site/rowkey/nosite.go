//go:build nosite

package main

import (
	"errors"
	"net"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
)

// What's downloaded leaves out what builds the site, a good third of the program: that needs a copy of the
// repository, and there go run has the whole program. No file is a page of the site here.

func verbsOfSite() []verb { return nil }

func findRoot() (string, error) {
	return "", errors.New("this program has no pages: ./build.sh serve in a copy of the repository has them; " +
		"serve accounts without pages with -addr \"\"")
}

func (s *serving) startSite(string, net.Listener) {}

func isPage(string) bool { return false }

func unknownFences([]sandbox.File) error { return nil }

func pageProblems([]sandbox.File, report.Report) error { return nil }
