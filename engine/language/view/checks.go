package view

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/runner"
)

// isMissed reports an expectation that was checked and not met.
func isMissed(e expect.Result) bool { return !e.OK && !e.Skipped }

// missed lists only the expectations that weren't met.
func missed(s *runner.Step) Node {
	list := el("ul", "rs-expect")
	for _, e := range s.Expectations {
		if isMissed(e) {
			list.add(check(e, AsWritten))
		}
	}
	if len(list.Children) == 0 {
		return Node{}
	}
	return list
}

// checks lists the expectations of an example's own steps in sentences.
func checks(own []runner.Step, m Mode) (list Node, n int) {
	list = el("ul", "rs-expect")
	for i := range own {
		s := &own[i]
		for _, e := range s.Expectations {
			item := check(e, m)
			if len(own) > 1 {
				item.add(text(" "), textEl("span", "rs-brief", stepName(s)))
			}
			list.add(item)
			n++
		}
	}
	return list, n
}

// check says whether one expectation was met. In an experiment, a miss is news and not an error.
func check(e expect.Result, m Mode) Node {
	words := text(e.Sentence)
	if e.Sentence == "" {
		words = textEl("code", "", e.Text)
	}
	switch {
	case e.Skipped:
		return el("li", "is-skipped", decoration("rs-mark", "–"), text(" "), words,
			text(" (skipped: nothing here can tell)"))
	case e.OK:
		return el("li", "is-met", decoration("rs-mark", "✔"), text(" "), words, unseen(", as it should"))
	}
	class, mark, but := "is-missed", "✘", ", but got "
	if m == Experiment {
		class, mark, but = "is-news", "≠", ", now "
	}
	return el("li", class, decoration("rs-mark", mark), text(" "), words,
		text(but), textEl("code", "rs-got", shorten(got(e), maxValue)))
}

func got(e expect.Result) string {
	if e.Got == "" {
		return "nothing"
	}
	return e.Got
}

// news says what an edit changed about an example: "rows 3 instead of 1, still a range query".
func news(own []runner.Step) Node {
	var changed []string
	still := ""
	checked := 0
	for i := range own {
		for _, e := range own[i].Expectations {
			if e.Skipped || e.Sentence == "" {
				continue
			}
			checked++
			switch {
			case !e.OK:
				changed = append(changed, e.Noun+" "+shorten(got(e), maxNews)+
					" instead of "+shorten(e.Expected, maxNews))
			case e.Noun == "plan":
				still = ", still " + strings.TrimPrefix(e.Sentence, "is ")
			}
		}
	}
	switch {
	case checked == 0:
		return Node{}
	case len(changed) == 0:
		return textEl("p", "rs-news", "Your edit changed none of the "+Count(checked, "figure", "figures")+
			" that the page checks.")
	case len(changed) > maxChanges:
		still = " and " + number(len(changed)-maxChanges) + " more" + still
		changed = changed[:maxChanges]
	}
	return el("p", "rs-news", textEl("strong", "", "Your edit:"), text(" "+strings.Join(changed, ", ")+still))
}

const (
	maxNews    = 30 // characters of a value
	maxChanges = 5
)
