//go:build !nosite

package main

import (
	"crypto/sha256"
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
	folder := filepath.Join(b.root, cacheFolder, "cards")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	all := append(library.Pages(), nil)
	problems := make([]error, len(all))
	bodies := make([][]byte, len(all))
	var group sync.WaitGroup
	for i, page := range all {
		group.Go(func() {
			bodies[i], problems[i] = drawn(painter, folder, cardOf(page, p.figures[page]))
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

// drawn returns a card, from the cache if it's there.
func drawn(painter *card.Painter, folder string, c card.Card) ([]byte, error) {
	name := fmt.Sprintf("%x.png", sha256.Sum256(fmt.Appendf(nil, "%d %q", cardVersion, c)))
	file := filepath.Join(folder, name)
	if body, err := os.ReadFile(file); err == nil {
		return body, nil
	}
	body, err := painter.Draw(c)
	if err != nil {
		return nil, err
	}
	return body, os.WriteFile(file, body, 0o644)
}
