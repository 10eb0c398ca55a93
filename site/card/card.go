package card

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The size that sites ask for, in px.
const (
	Width  = 1200
	Height = 630
)

// Where things are, in px.
const (
	edge      = 80
	cell      = 22
	step      = 28
	textWidth = Width - 2*edge
)

// Sizes of text and the distances of its lines, in px.
const (
	kindSize, kindLine       = 30, 40
	titleSize, titleLine     = 78, 88
	smallSize, smallLine     = 64, 74 // of a title that takes more than two lines
	summarySize, summaryLine = 34, 48
	summaryLines             = 3
)

// The colours, which are those of the light theme.
var (
	paper = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink   = color.RGBA{0x1b, 0x1f, 0x27, 0xff}
	muted = color.RGBA{0x57, 0x60, 0x6e, 0xff}
	pale  = color.RGBA{0xd5, 0xda, 0xe2, 0xff}
	hit   = color.RGBA{0x08, 0x76, 0x6d, 0xff}
	waste = color.RGBA{0xa3, 0x4a, 0x00, 0xff}
	along = color.RGBA{0x1f, 0x2f, 0x8c, 0xff}
	bad   = color.RGBA{0x6e, 0x12, 0x30, 0xff}
)

// Painter draws cards.
type Painter struct{ regular, bold *opentype.Font }

// New returns a painter that sets text in a type face, of which it needs two weights.
func New(regular, bold []byte) (*Painter, error) {
	p := &Painter{}
	var err error
	if p.regular, err = opentype.Parse(regular); err != nil {
		return nil, err
	}
	p.bold, err = opentype.Parse(bold)
	return p, err
}

// Card is what a card says. Figure is the SVG that the figure of a guide has, in place of the summary.
type Card struct{ Kind, Title, Summary, Figure string }

// Draw returns a card as PNG.
func (p *Painter) Draw(c Card) ([]byte, error) {
	picture := image.NewRGBA(image.Rect(0, 0, Width, Height))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	if c.Figure != "" {
		return p.drawFigure(picture, c)
	}
	lanes(picture)
	s := &setter{picture: picture, y: edge}
	s.set(p.bold, "Rowkey  ·  "+c.Kind, muted, kindSize, kindLine, 1)
	s.y += 28
	size, line := titleSize, titleLine
	if s.lines(p.bold, c.Title, titleSize) > 2 {
		size, line = smallSize, smallLine
	}
	s.set(p.bold, c.Title, ink, size, line, 3)
	s.y += 20
	s.set(p.regular, c.Summary, muted, summarySize, summaryLine, summaryLines)
	return s.png()
}

// drawFigure draws a card with a figure, and with its summary if that leaves the figure its width.
func (p *Painter) drawFigure(picture *image.RGBA, c Card) ([]byte, error) {
	d, err := readDrawing(c.Figure)
	if err != nil {
		return nil, err
	}
	s := &setter{picture: picture, y: edge / 2}
	s.set(p.bold, "Rowkey  ·  "+c.Kind, muted, kindSize, kindLine, 1)
	s.set(p.bold, c.Title, ink, smallSize, smallLine, 1)
	s.y += 28
	lines := s.lines(p.regular, c.Summary, summarySize)
	if below := s.y + lines*summaryLine + 28; float64(below)+d.Height*textWidth/d.Width < Height-edge/2 {
		s.set(p.regular, c.Summary, muted, summarySize, summaryLine, lines)
		s.y += 28
	}
	if err := s.figure(p, d); err != nil {
		return nil, err
	}
	return s.png()
}

// lanes draws the logo, large, along the lower edge: three partitions, and an entity that was found.
func lanes(picture *image.RGBA) {
	top := Height - 3*step - 24
	for row, n := range []int{24, 37, 30} {
		for i := range n {
			c := pale
			if row == 1 && i == 12 {
				c = hit
			}
			at := image.Rect(0, 0, cell, cell).Add(image.Pt(edge+i*step, top+row*step))
			draw.Draw(picture, at, image.NewUniform(c), image.Point{}, draw.Src)
		}
	}
}

// setter sets lines of text below one another.
type setter struct {
	picture *image.RGBA
	y       int
	err     error
}

func (s *setter) png() ([]byte, error) {
	if s.err != nil {
		return nil, s.err
	}
	var out bytes.Buffer
	err := png.Encode(&out, fewer(s.picture)) // to compress more takes seven times as long, for 8 % less
	return out.Bytes(), err
}

func (s *setter) face(f *opentype.Font, size int) font.Face {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: float64(size), DPI: 72})
	if err != nil && s.err == nil {
		s.err = err
	}
	return face
}

// lines returns how many lines a text takes.
func (s *setter) lines(f *opentype.Font, text string, size int) int {
	face := s.face(f, size)
	if s.err != nil {
		return 0
	}
	return len(wrap(face, text))
}

// set sets a text. What doesn't fit into the lines is left out.
func (s *setter) set(f *opentype.Font, text string, c color.Color, size, line, lines int) {
	face := s.face(f, size)
	if s.err != nil {
		return
	}
	all := wrap(face, text)
	if len(all) > lines {
		all = all[:lines]
		last := strings.TrimRight(all[lines-1], " ,;:.")
		if at := strings.LastIndexByte(last, ' '); at > 0 && width(face, last+"…") > textWidth {
			last = last[:at]
		}
		all[lines-1] = last + "…"
	}
	for _, words := range all {
		d := font.Drawer{Dst: s.picture, Src: image.NewUniform(c), Face: face}
		d.Dot = fixed.P(edge, s.y+size)
		d.DrawString(words)
		s.y += line
	}
}

// wrap divides a text into lines that fit.
func wrap(face font.Face, text string) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && width(face, longer) > textWidth {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

func width(face font.Face, text string) int { return font.MeasureString(face, text).Ceil() }

// shades is how many steps there are from the paper to each colour.
const shades = 16

// fewer returns the picture in few colours, which makes its file a third.
func fewer(picture *image.RGBA) *image.Paletted {
	palette := color.Palette{paper}
	for _, c := range []color.RGBA{ink, muted, pale, hit, waste, along, bad} {
		for i := range shades {
			palette = append(palette, between(paper, c, i+1))
		}
	}
	small := image.NewPaletted(picture.Bounds(), palette)
	known := map[color.RGBA]uint8{}
	last, at := paper, uint8(0)
	for y := range Height {
		for x := range Width {
			if c := picture.RGBAAt(x, y); c != last {
				last = c
				found, ok := known[c]
				if !ok {
					found = uint8(palette.Index(c))
					known[c] = found
				}
				at = found
			}
			small.Pix[y*small.Stride+x] = at
		}
	}
	return small
}

// between is the colour some steps from one to another.
func between(from, to color.RGBA, steps int) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(shades-steps) + int(b)*steps) / shades) }
	return color.RGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), 0xff}
}
