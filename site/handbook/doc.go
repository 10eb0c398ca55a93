// Package handbook answers questions with sections of the guides and of documents with short answers.
package handbook
