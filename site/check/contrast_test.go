package check_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"testing"
)

// colour is red, green and blue from 0 to 1.
type colour [3]float64

// tokens reads the pairs of the style sheet: 0 is light, 1 is dark.
func tokens(t *testing.T) map[string][2]colour {
	t.Helper()
	css, err := os.ReadFile("../ui/styles/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][2]colour{}
	pair := regexp.MustCompile(`--([a-z-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);`)
	for _, m := range pair.FindAllStringSubmatch(string(css), -1) {
		found[m[1]] = [2]colour{hex(t, m[2]), hex(t, m[3])}
	}
	return found
}

func hex(t *testing.T, digits string) colour {
	t.Helper()
	var r, g, b int
	if _, err := fmt.Sscanf(digits, "%02x%02x%02x", &r, &g, &b); err != nil {
		t.Fatal(err)
	}
	return colour{float64(r) / 255, float64(g) / 255, float64(b) / 255}
}

// mix is color-mix(in srgb, c share, other).
func (c colour) mix(share float64, other colour) colour {
	for i := range c {
		c[i] = c[i]*share + other[i]*(1-share)
	}
	return c
}

// luminance is https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
func (c colour) luminance() float64 {
	var linear [3]float64
	for i, v := range c {
		if v <= 0.04045 {
			linear[i] = v / 12.92
		} else {
			linear[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*linear[0] + 0.7152*linear[1] + 0.0722*linear[2]
}

// contrast is https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
func contrast(a, b colour) float64 {
	light, dark := max(a.luminance(), b.luminance()), min(a.luminance(), b.luminance())
	return (light + 0.05) / (dark + 0.05)
}

const (
	textMinimum    = 4.5 // https://www.w3.org/TR/WCAG22/#contrast-minimum
	controlMinimum = 3.0 // https://www.w3.org/TR/WCAG22/#non-text-contrast
)

func TestContrast(t *testing.T) {
	all := tokens(t)
	get := func(name string, theme int) colour {
		pair, ok := all[name]
		if !ok {
			t.Fatalf("tokens.css has no --%s", name)
		}
		return pair[theme]
	}
	text := []string{
		"fg", "muted", "link", "visited", "point", "range", "partition-scan", "table-scan",
		"keyword", "string", "number", "comment", "good", "bad",
	}
	for theme, name := range []string{"light", "dark"} {
		check := func(fore, back string, got, least float64) {
			if got < least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, less than %.1f", name, fore, back, got, least)
			}
		}
		for _, back := range []string{"bg", "soft"} {
			for _, fore := range text {
				check(fore, back, contrast(get(fore, theme), get(back, theme)), textMinimum)
			}
			check("border-strong", back, contrast(get("border-strong", theme), get(back, theme)), controlMinimum)
		}
		// text on a filled button, and on the tint behind an alert
		for _, fill := range []string{"link", "bad"} {
			check("bg", fill, contrast(get("bg", theme), get(fill, theme)), textMinimum)
		}
		for _, tone := range []string{"link", "string", "visited", "number", "table-scan"} {
			tint := get(tone, theme).mix(0.07, get("bg", theme))
			for _, fore := range []string{"fg", "link", "visited", tone} {
				check(fore, "a tint of "+tone, contrast(get(fore, theme), tint), textMinimum)
			}
		}
	}
}

func TestContrastOfBlackAndWhite(t *testing.T) {
	if got := contrast(colour{0, 0, 0}, colour{1, 1, 1}); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white: %v, want 21", got)
	}
}
