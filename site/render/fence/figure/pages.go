package figure

import (
	"fmt"
	"net/url"

	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/wire"
)

// follow sends a query again with each continuation token, until an answer has none.
func (r *ran) follow(a *sandbox.Account, sent wire.Request) error {
	address := sent.URL
	for {
		answer, _, err := a.Do(sent)
		if err != nil || answer.Status != 200 {
			return fmt.Errorf("%s answers %d: %v", sent.URL, answer.Status, err)
		}
		r.next = append(r.next, len(entitiesOf(answer.Body)))
		row := answer.Headers.Get("x-ms-continuation-NextRowKey")
		partition := answer.Headers.Get("x-ms-continuation-NextPartitionKey")
		if partition == "" {
			return nil
		}
		token := url.Values{"NextPartitionKey": {partition}, "NextRowKey": {row}}
		sent.URL = address + "&" + token.Encode()
	}
}

// drawPages draws a query's pages, as wide as they have entities, with the tokens that lead from one
// to the next.
func drawPages(c *canvas, _ *Figure, s state) string {
	words := ""
	for _, one := range s {
		pages := one.ran[0].next
		total := 0
		for _, n := range pages {
			total += n
		}
		c.heading(one.label, view.Count(len(pages), "request", "requests"))
		c.y += 4
		const token, height = 58, 34
		y := c.y
		wideAs := func(n int) int { return max(44, n*(c.width-token)/max(1, total)) }
		if c.width > narrow {
			gaps := token * len(pages)
			wideAs = func(n int) int { return max(48, n*(c.width-gaps)/max(1, total)) }
		}
		x := 0
		for i, n := range pages {
			w := wideAs(n)
			c.box(hit, x+1, y+1, w-2, height-2)
			c.text(plain, "middle", x+w/2, y+height/2+5, view.Number(n))
			x += w
			label, end := "token", i == len(pages)-1
			if end {
				label = "none"
			}
			c.text(small, "middle", x+token/2, y+height/2-4, label)
			switch {
			case end:
				c.path(frame, "M%d %dv%d", x+token/2, y+height/2, 14)
			case c.width > narrow:
				c.arrow(x+4, y+height/2+4, x+token-4, y+height/2+4)
				x += token
			default:
				y += height + 20
				c.path(thread, "M%d %dV%dH12", x+token/2, y-height/2-20, y-10)
				c.path(tip, "M12 %dl-4 -7h8z", y-1)
				c.path(thread, "M12 %dV%d", y-10, y-6)
				x = 0
			}
		}
		c.y = y + height + 10
		words += fmt.Sprintf("%s: %s in %s; every answer but the last has a continuation token. ", one.label,
			entities(total), view.Count(len(pages), "page", "pages"))
	}
	c.y -= 10
	return words
}
