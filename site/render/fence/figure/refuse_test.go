package figure_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/site/render/rendertest"
)

const example = "\n```http\n### Q\n# @name q\nGET {{host}}/Things\n```\n"

func TestFigureRefuses(t *testing.T) {
	tests := map[string]struct{ fence, want string }{
		"no kind":    {"figure rays\ncaption: C.\nA: q", `there is no figure "rays"`},
		"no caption": {"figure keys\nA: q", "a figure has a caption: and a line Label: request for each thing"},
		"no request": {"figure keys\ncaption: C.\nA: gone", `no request with the name "gone" is on this page`},
		"no line":    {"figure keys\ncaption: C.\nwords", "write a line of a figure as Label: request"},
		"half a handle": {
			"figure keys\ncaption: C.\nhandle: Size | 1, 2\nA: q",
			"write a handle as Label | position",
		},
		"one position": {
			"figure keys\ncaption: C.\nhandle: Size | 1 | # % times\nA: q", "a handle has 2 to 8 positions",
		},
		"elsewhere": {
			"figure keys\ncaption: C.\nhandle: Size | 1, 2 | # % times\nA: q",
			"the page is at no position of the handle",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := rendertest.Body(t, "```"+test.fence+"\n```\n"+example)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}
