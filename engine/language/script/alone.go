package script

import "strings"

// Alone returns a request as an .http file of its own: with the requests that it refers to, and the variables
// of all these. text is what the script was parsed from.
func (s *Script) Alone(text string, r *Request) string {
	lines := strings.Split(text, "\n")
	kept := make([]bool, len(lines))
	var use func(Template)
	use = func(t Template) {
		for _, p := range t {
			for _, v := range innerVariables(p.expr) {
				if at := v.at.line - 1; !kept[at] {
					kept[at] = true
					use(v.value)
				}
			}
		}
	}
	order := Order([]*Request{r}, func(*Request) bool { return false })
	for _, sent := range order {
		for _, r := range sent {
			use(r.URL)
			use(r.Body)
			for _, h := range r.Headers {
				use(h.Value)
			}
			for _, e := range r.Expects {
				use(e.value)
			}
		}
	}
	for _, sent := range order {
		for _, r := range sent {
			for at := r.First; at <= r.Last; at++ {
				kept[at-1] = true
			}
		}
	}
	return strings.Join(keep(lines, kept), "\n")
}

// keep returns the lines that are kept, and a blank line for each gap between them.
func keep(lines []string, kept []bool) (all []string) {
	for at, line := range lines {
		if kept[at] {
			if len(all) > 0 && !kept[at-1] {
				all = append(all, "")
			}
			all = append(all, line)
		}
	}
	return all
}
