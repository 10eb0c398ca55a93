// Package docs has the documents with short answers, for a program that looks them up.
package docs

import "embed"

// Answers are documents whose sections each answer a question.
//
//go:embed questions.md recipes.md errors.md operating.md design-checklist.md cosmos-differences.md
//go:embed design-files.md script.md
var Answers embed.FS
