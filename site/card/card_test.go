package card_test

import (
	"bytes"
	"image/png"
	"os"
	"testing"

	"github.com/rowkey/rowkey/site/card"
)

// most is how large a picture may be, in bytes.
const most = 40 << 10

// oneBox is a figure of one entity and its key.
const oneBox = `<svg width="640" height="40"><path class="fg-hit" d="M0 0h50v20h-50z"/>` +
	`<text class="fg-k" text-anchor="end" x="640" y="13">0001</text></svg>`

// TestFigure: shapes and texts are where the figure has them, as large as the card lets them be.
func TestFigure(t *testing.T) {
	body, err := painter(t).Draw(card.Card{Kind: "Pattern", Title: "Log tail", Figure: oneBox})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var left, right, top int // of what isn't paper below the title
	for y := 200; y < card.Height; y++ {
		for x := range card.Width {
			if r, g, b, _ := picture.At(x, y).RGBA(); r+g+b == 3*0xffff {
				continue
			}
			if left == 0 || x < left {
				left = x
			}
			if top == 0 {
				top = y
			}
			right = max(right, x)
		}
	}
	if left < 75 || left > 80 || right < 1100 || right > 1120 || top > 270 {
		t.Errorf("it's drawn from %d to %d, and from %d on", left, right, top)
	}
	for _, wrong := range []string{"<svg", `<svg><path class="new" d="M0 0h1"/></svg>`} {
		if _, err := painter(t).Draw(card.Card{Figure: wrong}); err == nil {
			t.Errorf("%s is drawn", wrong)
		}
	}
}

func TestCards(t *testing.T) {
	p := painter(t)
	tests := map[string]card.Card{
		"short": {
			Kind: "Pattern", Title: "Log tail",
			Summary: "Count time backwards in the RowKey, and the newest entities come first.",
		},
		"long": {
			Kind: "Pattern",
			Title: "Eventually consistent transactions across partitions, tables and the services " +
				"beside them",
			Summary: "Put what has to be done into a queue, then do it, then delete the message. A crash leaves " +
				"a message, and another worker begins again, so whatever it does has to be done twice " +
				"without harm, which is more than three lines.",
		},
		"nothing": {},
		"figure":  {Kind: "Pattern", Title: "Log tail", Figure: oneBox},
	}
	seen := map[string]bool{}
	for name, c := range tests {
		t.Run(name, func(t *testing.T) {
			body, err := p.Draw(c)
			if err != nil {
				t.Fatal(err)
			}
			picture, err := png.Decode(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if size := picture.Bounds().Size(); size.X != card.Width || size.Y != card.Height {
				t.Errorf("it's %d by %d", size.X, size.Y)
			}
			if len(body) > most {
				t.Errorf("it has %d bytes, more than %d", len(body), most)
			}
			again, _ := p.Draw(c)
			if !bytes.Equal(body, again) || seen[string(body)] {
				t.Error("the same words don't give the same bytes, or others do")
			}
			seen[string(body)] = true
		})
	}
}

func painter(t *testing.T) *card.Painter {
	t.Helper()
	regular, err := os.ReadFile("../assets/fonts/regular.ttf")
	if err != nil {
		t.Fatal(err)
	}
	bold, err := os.ReadFile("../assets/fonts/bold.ttf")
	if err != nil {
		t.Fatal(err)
	}
	p, err := card.New(regular, bold)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
