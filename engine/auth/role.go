package auth

import (
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
)

// The roles, by the letter that stands for each in grant.Role.Names.
const (
	owner       = "o" // of blobs, with their tags
	contributor = "c"
	reader      = "r"
	processor   = "p" // takes messages
	sender      = "s" // puts messages
	delegator   = "d" // gets user delegation keys, and nothing else
	manager     = "m" // of the account
)

// nouns are what the services are called in names of roles.
var nouns = map[grant.Service]string{grant.Blob: "Blob", grant.Queue: "Queue", grant.Table: "Table"}

// titles are the roles of one service, by what follows "Storage Table " and the like in their names.
// https://learn.microsoft.com/azure/role-based-access-control/built-in-roles/storage
var titles = map[string]string{
	"Data Owner": owner, "Data Contributor": contributor, "Data Reader": reader,
	"Data Message Processor": processor, "Data Message Sender": sender, "Delegator": delegator,
}

const managers = "Storage Account Contributor"

// Delegates is a permission of roles alone: to get user delegation keys.
const Delegates = "k"

// allowed are the permissions of each role, by level.
var allowed = map[string]map[grant.Level]string{
	owner:       {grant.OfService: "lfk", grant.OfContainer: "rlcwdft", grant.OfObject: "racwdxltmeiyf"},
	contributor: {grant.OfService: "lk", grant.OfContainer: "rlcwd", grant.OfObject: "racwudplme"},
	reader:      {grant.OfService: "lk", grant.OfContainer: "rl", grant.OfObject: "r"},
	processor:   {grant.OfObject: "rp"},
	sender:      {grant.OfObject: "a"},
	delegator:   {grant.OfService: "k"},
	manager:     {grant.OfService: "rlwk", grant.OfContainer: "rcwd"},
}

// CheckRoles returns an error unless every one is the name of a role for some service.
func CheckRoles(names []string) error {
	for _, name := range names {
		known := false
		for of := range nouns {
			known = known || letterOf(of, name) != ""
		}
		if !known {
			return fmt.Errorf("no role for storage data is called %q; some are Storage Table Data Reader and "+
				"Storage Queue Data Contributor", name)
		}
	}
	return nil
}

// letterOf returns the letter of a role that counts for a service, or "".
func letterOf(of grant.Service, name string) string {
	if name == managers {
		return manager
	}
	return titles[strings.TrimPrefix(name, "Storage "+nouns[of]+" ")]
}

// roleOf returns what an identity with some roles can do with a service. Of several roles, every one counts.
func roleOf(of grant.Service, who grant.Identity, names []string) *grant.Role {
	letters := ""
	for _, name := range names {
		if letter := letterOf(of, name); !strings.Contains(letters, letter) {
			letters += letter
		}
	}
	return byLetters(who, letters)
}

// byLetters returns the role with these letters.
func byLetters(who grant.Identity, letters string) *grant.Role {
	r := &grant.Role{Identity: who, Names: letters, Allows: map[grant.Level]string{}}
	for i := range len(letters) {
		for level, permissions := range allowed[letters[i:i+1]] {
			r.Allows[level] += permissions
		}
	}
	return r
}

// contributors are the roles of an identity of which nothing is said.
var contributors = []string{
	"Storage Blob Data Contributor", "Storage Queue Data Contributor", "Storage Table Data Contributor",
}
