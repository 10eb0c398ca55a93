package review

import (
	"fmt"
	"slices"
)

// Version is what is asked in one version of a file or a folder.
type Version struct {
	Questions []*Question
	Findings  []Finding
	Months    []Month
	Unpriced  string // why nothing is known of what a month costs, as a sentence
}

// Question is what is asked, how it's answered, and what that takes.
type Question struct {
	File  string // of a folder; "" for a file that is compared on its own
	Line  int    // in it; 0 if nothing is known
	Name  string // by which versions are compared, within the file
	About string // the table: the only question about it that is gone, and the only new one, are the same
	Shape string // what is sent, but for constants; "" if that has no words

	Plan    string // in words; "" for a question that looks for nothing
	Dear    int    // grows with what a plan has to look at
	Scans   bool   // no PartitionKey says where it looks
	Wanted  bool   // there's a reason for the scan
	Aside   bool   // it's of a design that isn't meant: nothing about it fails
	Figures []Figure
	Missed  []string // what it may take, and doesn't keep to

	Price    float64 // of a month
	Currency string  // "" if nothing is known of a month
}

// Figure is how much of something a question takes. Those of both versions are in the same order.
type Figure struct {
	Name  string
	Value float64
	Loose bool // more of it isn't worse: it says how often something was asked
}

// Finding is what a reviewer would say of a version.
type Finding struct {
	File  string `json:"file,omitempty"` // of a folder
	Line  int    `json:"line"`
	Code  string `json:"code"`
	About string `json:"about"` // a request, or a pattern and a design
	Says  string `json:"says"`
	Fails bool   `json:"fails"`
}

// key is by what findings of versions are the same: not by their lines, and only where there's nothing else
// by their words, which have figures.
func (f Finding) key() string {
	if f.About == "" {
		return f.File + "\n" + f.Code + "\n\n" + f.Says
	}
	return f.File + "\n" + f.Code + "\n" + f.About
}

// Month is what a design, or a run of everything, costs in a month, as text, and what that rests on.
type Month struct{ Of, Price, Rests string }

// Add adds a question. A second one of a name gets a number after it.
func (v *Version) Add(q *Question) {
	base := q.Name
	for n := 2; slices.ContainsFunc(v.Questions, func(o *Question) bool {
		return o.File == q.File && o.Name == q.Name
	}); n++ {
		q.Name = fmt.Sprintf("%s (%d)", base, n)
	}
	v.Questions = append(v.Questions, q)
}

// Figure returns a figure by its name.
func (q *Question) Figure(name string) (Figure, bool) {
	for _, f := range q.Figures {
		if f.Name == name {
			return f, true
		}
	}
	return Figure{}, false
}
