// Package skill has what is made for coding agents: a skill, and tasks by which anyone can see what it's
// worth.
package skill

import "embed"

// Tasks are pages that package evidence reads.
//
//go:embed tasks/*.md
var Tasks embed.FS
