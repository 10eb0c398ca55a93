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

func TestCards(t *testing.T) {
	p := painter(t)
	tests := map[string]card.Card{
		"short": {"Pattern", "Log tail", "Count time backwards in the RowKey, and the newest entities come first."},
		"long": {
			"Pattern", "Eventually consistent transactions across partitions, tables and the services beside them",
			"Put what has to be done into a queue, then do it, then delete the message. A crash leaves a message, " +
				"and another worker begins again, so whatever it does has to be done twice without harm, which is " +
				"more than three lines.",
		},
		"nothing": {},
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
