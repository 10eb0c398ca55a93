// Package card draws the pictures that other sites show beside a link to a page: its title and summary, in
// the site's type face and colours.
//
// It knows nothing of pages or HTML. The same words give the same bytes.
package card
