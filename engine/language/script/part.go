package script

import "strings"

// Part is one request of a fence, as a page shows it: the request alone, and what the file says about it.
type Part struct {
	Title   string // after ###, or ""
	About   string // the lines above the request that are title, directives and comments
	Request string // all other lines, without blank ones around them
}

// Parts divides the code of a fence into its requests. No line gets lost except for blank ones.
func Parts(code string) []Part {
	var parts []Part
	var p Part
	about, request := []string{}, []string{}
	flush := func() {
		p.About = strings.Join(about, "\n")
		p.Request = strings.Trim(strings.Join(request, "\n"), "\n")
		if p.About != "" || p.Request != "" {
			parts = append(parts, p)
		}
		p, about, request = Part{}, nil, nil
	}
	above := true
	for line := range strings.SplitSeq(code, "\n") {
		title, begins := strings.CutPrefix(line, "###")
		if begins {
			flush()
			above = true
			p.Title = strings.TrimSpace(strings.TrimLeft(title, "#"))
		}
		start := strings.TrimLeft(line, " \t")
		switch {
		case begins, above && (strings.HasPrefix(start, "#") || strings.HasPrefix(start, "//")):
			about = append(about, line)
		case above && (start == "" || start[0] == '@'):
			request = append(request, line)
		default:
			above = false
			request = append(request, line)
		}
	}
	flush()
	return parts
}
