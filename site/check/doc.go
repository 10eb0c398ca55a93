// Package check reads the finished site, before it's written anywhere, and reports what's wrong
// with it: links and anchors that lead nowhere, ids used twice, headings out of order, pictures
// without words, anything inline that the policy would block, and files over their budget.
//
// It's the last stage of a build, and a finding fails it. It looks at the HTML that readers get,
// not at the Markdown, but names the Markdown file and line when it knows them.
package check
