package assets

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
)

// The colours of an icon. Systems show icons on any background, so they bring their own.
var (
	paper = color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	plain = color.NRGBA{R: 0x7b, G: 0x85, B: 0x94, A: 0xff}
	hit   = color.NRGBA{R: 0x08, G: 0x76, B: 0x6d, A: 0xff}
)

// manifest is a web manifest.
type manifest struct {
	ID              string     `json:"id"`
	Name            string     `json:"name"`
	ShortName       string     `json:"short_name"`
	Description     string     `json:"description"`
	StartURL        string     `json:"start_url"`
	Scope           string     `json:"scope"`
	Display         string     `json:"display"`
	BackgroundColor string     `json:"background_color"`
	Icons           []icon     `json:"icons"`
	Shortcuts       []shortcut `json:"shortcuts"`
}

type icon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

type shortcut struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// iconSizes are the widths that Chromium and Safari ask for.
var iconSizes = []int{192, 512}

// Installable returns the web manifest and the icons that are drawn from the favicon. A shortcut is
// given for each of the pages that the site has.
func Installable(favicon []byte, has func(page string) bool) (map[string][]byte, error) {
	bars, err := readBars(favicon)
	if err != nil {
		return nil, fmt.Errorf("favicon.svg: %w", err)
	}
	files := map[string][]byte{}
	m := manifest{
		ID: "/", Name: "Rowkey: design patterns for Azure Table storage", ShortName: "Rowkey",
		Description: "Guides to Azure Table storage with examples that run in the browser.",
		StartURL:    "/", Scope: "/", Display: "standalone", BackgroundColor: "#ffffff",
		Icons: []icon{{"/favicon.svg", "any", "image/svg+xml", ""}},
	}
	for _, size := range iconSizes {
		// The middle of a maskable icon, four fifths of it, is shown by every system.
		for purpose, part := range map[string]float64{"any": 0.9, "maskable": 0.62} {
			name := fmt.Sprintf("icon-%s-%d.png", purpose, size)
			if files[name], err = draw(bars, size, part); err != nil {
				return nil, err
			}
		}
		sizes := fmt.Sprintf("%dx%d", size, size)
		m.Icons = append(m.Icons,
			icon{fmt.Sprintf("/icon-any-%d.png", size), sizes, "image/png", "any"},
			icon{fmt.Sprintf("/icon-maskable-%d.png", size), sizes, "image/png", "maskable"})
	}
	for _, s := range []shortcut{{"Guides", "/guides/"}, {"Playground", "/play/"}, {"Docs", "/docs/"}} {
		if has(s.URL) {
			m.Shortcuts = append(m.Shortcuts, s)
		}
	}
	files[manifestFile], err = json.MarshalIndent(m, "", "  ")
	return files, err
}

// bar is a part of the favicon's drawing: a horizontal stroke, in units of the drawing.
type bar struct {
	left, right, top, bottom float64
	color                    color.NRGBA
}

// drawing is the part of an SVG that the favicon uses.
type drawing struct {
	ViewBox string `xml:"viewBox,attr"`
	Style   string `xml:"style"`
	Paths   []struct {
		Class string `xml:"class,attr"`
		D     string `xml:"d,attr"`
	} `xml:"path"`
}

// side is the width and height of the favicon's drawing.
const side = 22

// readBars reads the favicon: paths of horizontal lines with the same dashes.
func readBars(favicon []byte) (bars []bar, err error) {
	var d drawing
	if err := xml.Unmarshal(favicon, &d); err != nil {
		return nil, err
	}
	var width, dash, gap float64
	_, after, ok := strings.Cut(d.Style, "stroke-width:")
	if ok {
		_, err = fmt.Sscanf(after, "%g;stroke-dasharray:%g %g}", &width, &dash, &gap)
	}
	if !ok || err != nil || dash <= 0 || d.ViewBox != fmt.Sprintf("0 0 %d %d", side, side) {
		return nil, fmt.Errorf("it isn't drawn as expected, with dashed lines in %d by %d units", side, side)
	}
	for _, p := range d.Paths {
		c := plain
		if p.Class == "hit" {
			c = hit
		}
		for _, line := range strings.Split(p.D, "M")[1:] {
			var x, y, length float64
			if _, err := fmt.Sscanf(line, "%g %gh%g", &x, &y, &length); err != nil {
				return nil, fmt.Errorf("%q isn't a horizontal line: %w", line, err)
			}
			for at := 0.0; at < length; at += dash + gap {
				bars = append(bars, bar{
					left: x + at, right: x + min(at+dash, length), top: y - width/2, bottom: y + width/2, color: c,
				})
			}
		}
	}
	return bars, nil
}

// draw draws the bars into the middle of a square; part is how much of its width they take.
func draw(bars []bar, size int, part float64) ([]byte, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	scale := float64(size) * part / side
	edge := float64(size) * (1 - part) / 2
	for y := range size {
		for x := range size {
			c := paper
			for _, b := range bars {
				c = mix(c, b.color, covered(x, edge+b.left*scale, edge+b.right*scale)*
					covered(y, edge+b.top*scale, edge+b.bottom*scale))
			}
			picture.SetNRGBA(x, y, c)
		}
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, picture)
	return out.Bytes(), err
}

// covered is how much of a pixel lies within two bounds, from 0 to 1.
func covered(pixel int, low, high float64) float64 {
	return math.Max(0, math.Min(float64(pixel+1), high)-math.Max(float64(pixel), low))
}

func mix(under, over color.NRGBA, part float64) color.NRGBA {
	one := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-part) + float64(b)*part)) }
	return color.NRGBA{R: one(under.R, over.R), G: one(under.G, over.G), B: one(under.B, over.B), A: 0xff}
}
