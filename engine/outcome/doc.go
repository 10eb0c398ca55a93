// Package outcome has how each thing went that a command looked at: a request, a budget, a rule.
package outcome
