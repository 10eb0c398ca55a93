package figure

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	textOf = regexp.MustCompile(
		`<text(?: class="([^"]*)")?(?: text-anchor="([^"]*)")? x="(-?\d+)" y="(-?\d+)">([^<]*)</text>`)
	fenceOf = regexp.MustCompile("(?s)```figure (\\w+)\n.*?\n```\n")
)

// eachFigure draws every figure of the guides in every state and both widths.
func eachFigure(t *testing.T, see func(guide string, f *Figure)) {
	t.Helper()
	files, err := filepath.Glob("../../../../patterns/*/guide.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if drawn := fenceOf.FindString(string(text)); drawn != "" {
			see(filepath.Base(filepath.Dir(file)), parsed(t, drawn, string(text)))
		}
	}
}

// TestLayout: no words of a figure touch others or leave the picture, and none is higher than half a
// screen.
func TestLayout(t *testing.T) {
	eachFigure(t, func(guide string, f *Figure) {
		for i, s := range f.states {
			for _, width := range []int{wide, narrow} {
				c, _ := f.draw(s, width)
				if limit := map[int]int{wide: 340, narrow: 420}[width]; c.y > limit {
					t.Errorf("%s, position %d: %d px wide, it's %d px high", guide, i, width, c.y)
				}
				checkWords(t, guide+", "+strconv.Itoa(i)+", "+strconv.Itoa(width), c)
			}
		}
	})
}

func parsed(t *testing.T, fence, page string) *Figure {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(fence), "\n")
	word := strings.TrimPrefix(lines[0], "```figure ")
	n := &Figure{name: "figure", kind: drawers[word], follows: word == "pages"}
	for _, l := range lines[1 : len(lines)-1] {
		if err := n.read(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := n.run("guide.md", page); err != nil {
		t.Fatalf("%s: %v", lines[1], err)
	}
	return n
}

type area struct{ left, top, right, bottom int }

func checkWords(t *testing.T, where string, c *canvas) {
	var places []area
	var words []string
	for _, m := range textOf.FindAllStringSubmatch(c.words.String(), -1) {
		x, _ := strconv.Atoi(m[3])
		y, _ := strconv.Atoi(m[4])
		class := plain
		if m[1] == mono || m[1] == mono+" "+small {
			class = mono
		}
		n := extent(class, html.UnescapeString(m[5]))
		switch m[2] {
		case "end":
			x -= n
		case "middle":
			x -= n / 2
		}
		p := area{x, y - 10, x + n, y + 3}
		if p.left < -3 || p.right > c.width+3 || p.top < 0 || p.bottom > c.y+4 {
			t.Errorf("%s: %q leaves the picture: %v in %d × %d", where, m[5], p, c.width, c.y)
		}
		for i, other := range places {
			if p.left < other.right && other.left < p.right && p.top < other.bottom && other.top < p.bottom {
				t.Errorf("%s: %q and %q touch", where, m[5], words[i])
			}
		}
		places, words = append(places, p), append(words, m[5])
	}
}
