// Package check reads the finished site, before it is written anywhere, and says what is wrong with
// it: links and anchors that lead nowhere, ids used twice, headings out of order, pictures without
// words, anything inline that the policy would block, and files that have grown over their budget.
//
// It is the last stage of a build, and a finding fails it. It looks at the HTML that
// readers get, not at the Markdown, and names the Markdown file and line when it knows them.
package check
