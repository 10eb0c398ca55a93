// Package styles has those of the site's style sheets that a report needs which has no site around it.
package styles

import _ "embed"

// Tokens are the colours and sizes of the site. Words and Lanes are how results look: their words, and the
// picture of a table.
var (
	//go:embed tokens.css
	Tokens string
	//go:embed result/words.css
	Words string
	//go:embed result/lanes.css
	Lanes string
)
