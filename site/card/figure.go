package card

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// drawing is what package site/render/fence/figure writes as SVG.
type drawing struct {
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Paths  []struct {
		Class string `xml:"class,attr"`
		D     string `xml:"d,attr"`
	} `xml:"path"`
	Texts []struct {
		Class  string  `xml:"class,attr"`
		Anchor string  `xml:"text-anchor,attr"`
		X      float64 `xml:"x,attr"`
		Y      float64 `xml:"y,attr"`
		Words  string  `xml:",chardata"`
	} `xml:"text"`
}

// look is how a class of shapes is drawn: a width of 0 draws none.
type look struct {
	fill, line color.RGBA
	width      float64
}

func readDrawing(svg string) (d drawing, err error) {
	if err = xml.Unmarshal([]byte(svg), &d); err != nil {
		err = fmt.Errorf("figure of a card: %w", err)
	}
	return d, err
}

// looks are those of figures.css in the light theme.
var looks = map[string]look{
	"fg-hit":     {between(paper, hit, shades*3/10), hit, 1},
	"fg-waste":   {between(paper, waste, shades/8), waste, 1},
	"fg-free":    {paper, pale, 1},
	"fg-frame":   {paper, pale, 1},
	"fg-shade":   {fill: pale},
	"fg-x":       {fill: bad},
	"fg-bracket": {line: along, width: 3},
	"fg-thread":  {line: along, width: 1.5},
	"fg-tip":     {fill: along},
	"fg-refused": {line: bad, width: 2},
}

// textSizes are the sizes of a figure's texts, in its px: in letters of one width, and all others.
const monoSize, wordSize = 12, 13

// figure draws a figure as large as fits below what has been set. Its classes of shapes lie one upon
// the other in their order, as in a page.
func (s *setter) figure(p *Painter, d drawing) error {
	scale := min(textWidth/d.Width, float64(Height-edge/2-s.y)/d.Height)
	at := func(x, y float64) point { return point{edge + x*scale, float64(s.y) + y*scale} }
	for _, path := range d.Paths {
		look, ok := looks[path.Class]
		if !ok {
			return fmt.Errorf("figure of a card: the class %q has no look", path.Class)
		}
		for _, line := range linesOf(path.D) {
			for i := range line {
				line[i] = at(line[i].x, line[i].y)
			}
			if look.fill.A > 0 {
				fill(s.picture, look.fill, line)
			}
			for i := 1; i < len(line) && look.width > 0; i++ {
				stroke(s.picture, look.line, line[i-1], line[i], look.width*scale)
			}
		}
	}
	for _, text := range d.Texts {
		from, c, size := p.regular, ink, float64(wordSize)
		if strings.Contains(text.Class, "fg-b") {
			from = p.bold
		}
		if strings.Contains(text.Class, "fg-k") {
			size = monoSize
		}
		if strings.Contains(text.Class, "fg-m") {
			c = muted
		}
		face := s.face(from, int(size*scale))
		if s.err != nil {
			return s.err
		}
		place := at(text.X, text.Y)
		switch wide := font.MeasureString(face, text.Words); text.Anchor {
		case "middle":
			place.x -= float64(wide) / 128
		case "end":
			place.x -= float64(wide) / 64
		}
		setting := font.Drawer{Dst: s.picture, Src: image.NewUniform(c), Face: face}
		setting.Dot = fixed.P(int(place.x), int(place.y))
		setting.DrawString(text.Words)
	}
	return nil
}

type point struct{ x, y float64 }

// linesOf reads what a canvas writes: M, L, H, V and C with a place, m, l, h and v with a way, and z.
func linesOf(path string) (lines [][]point) {
	var from, now point // from is where the line begins
	var line []point
	end := func() {
		if len(line) > 1 {
			lines = append(lines, line)
		}
		line = nil
	}
	for path != "" {
		verb := path[0]
		numbers, rest := numbersOf(path[1:])
		path = rest
		switch verb {
		case 'M', 'm':
			end()
			if verb == 'M' {
				now = point{}
			}
			now = point{now.x + numbers[0], now.y + numbers[1]}
			from = now
		case 'L':
			now = point{numbers[0], numbers[1]}
		case 'l':
			now = point{now.x + numbers[0], now.y + numbers[1]}
		case 'C':
			line = append(line, curve(now, numbers)...)
			now = point{numbers[4], numbers[5]}
		case 'H':
			now.x = numbers[0]
		case 'V':
			now.y = numbers[0]
		case 'h':
			now.x += numbers[0]
		case 'v':
			now.y += numbers[0]
		case 'z':
			now = from
		}
		line = append(line, now)
	}
	end()
	return lines
}

// curve is what comes before the end of a cubic one.
func curve(from point, n []float64) (line []point) {
	const pieces = 24
	for i := 1; i < pieces; i++ {
		t := float64(i) / pieces
		a, b, c, d := (1-t)*(1-t)*(1-t), 3*(1-t)*(1-t)*t, 3*(1-t)*t*t, t*t*t
		line = append(line, point{
			a*from.x + b*n[0] + c*n[2] + d*n[4], a*from.y + b*n[1] + c*n[3] + d*n[5],
		})
	}
	return line
}

// numbersOf reads numbers up to the next letter, and two zeros more, so that none is missing.
func numbersOf(text string) (numbers []float64, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool { return r >= 'A' })
	if end < 0 {
		end = len(text)
	}
	for _, word := range strings.Fields(strings.ReplaceAll(text[:end], "-", " -")) {
		n, _ := strconv.ParseFloat(word, 64)
		numbers = append(numbers, n)
	}
	return append(numbers, 0, 0), text[end:]
}

// fill paints what is within a line.
func fill(picture *image.RGBA, c color.RGBA, line []point) {
	least, most := line[0], line[0]
	for _, p := range line {
		least, most = point{min(least.x, p.x), min(least.y, p.y)}, point{max(most.x, p.x), max(most.y, p.y)}
	}
	bounds := image.Rect(int(least.x), int(least.y), int(most.x)+1, int(most.y)+1)
	r := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	for i, p := range line {
		x, y := float32(p.x-float64(bounds.Min.X)), float32(p.y-float64(bounds.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(picture, bounds, image.NewUniform(c), image.Point{})
}

// stroke paints a straight piece of a line, which is a little longer, so that corners have no gap.
func stroke(picture *image.RGBA, c color.RGBA, from, to point, width float64) {
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	dx, dy = dx/length*width/2, dy/length*width/2
	if dx == 0 || dy == 0 { // much faster, and nearly all lines are
		at := image.Rect(round(min(from.x, to.x)-width/2), round(min(from.y, to.y)-width/2),
			round(max(from.x, to.x)+width/2), round(max(from.y, to.y)+width/2))
		draw.Draw(picture, at, image.NewUniform(c), image.Point{}, draw.Src)
		return
	}
	fill(picture, c, []point{
		{from.x - dx - dy, from.y - dy + dx}, {to.x + dx - dy, to.y + dy + dx},
		{to.x + dx + dy, to.y + dy - dx}, {from.x - dx + dy, from.y - dy - dx},
	})
}

func round(n float64) int { return int(math.Round(n)) }
