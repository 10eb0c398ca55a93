//go:build !nosite

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/site/card"
	"github.com/rowkey/rowkey/site/content"
	"github.com/rowkey/rowkey/site/render"
)

// cards adds the pictures that other sites show beside links. They're cached, because drawing them all takes
// seconds.
func (b builder) cards(p *pages, library *content.Library) error {
	var files [2][]byte
	for i, name := range []string{"regular.ttf", "bold.ttf"} {
		var err error
		if files[i], err = os.ReadFile(filepath.Join(b.root, "site/assets/fonts", name)); err != nil {
			return err
		}
	}
	painter, err := card.New(files[0], files[1])
	if err != nil {
		return err
	}
	folder := keptIn(b.root, "cards")
	all := append(library.Pages(), nil)
	problems := make([]error, len(all))
	bodies := make([][]byte, len(all))
	var group sync.WaitGroup
	for i, page := range all {
		group.Go(func() {
			c := cardOf(page, p.figures[page])
			bodies[i], problems[i] = folder.Get(fmt.Appendf(nil, "%d %q", cardVersion, c), "png",
				func() ([]byte, error) { return painter.Draw(c) })
		})
	}
	group.Wait()
	for i, page := range all {
		p.files[strings.TrimPrefix(render.CardURL(page), "/")] = bodies[i]
	}
	return errors.Join(problems...)
}

func cardOf(p *content.Page, figure string) card.Card {
	if p == nil {
		return card.Card{
			Kind: "Azure Table storage", Title: "See what a query reads before you choose its keys",
			Summary: "A handbook of design patterns, with examples that run in the page.",
		}
	}
	plain := strings.NewReplacer("`", "")
	return card.Card{
		Kind: p.Kind.One(), Title: plain.Replace(p.Title), Summary: plain.Replace(p.Summary), Figure: figure,
	}
}

// cardVersion changes when the same words are to be drawn in another way.
const cardVersion = 4
