package grant

import "strings"

// permissions are the letters that a service token and a stored access policy can have, in the order in
// which they're written.
// https://learn.microsoft.com/rest/api/storageservices/create-service-sas
var permissions = map[Service]string{Table: "raud", Queue: "raup", Blob: "racwdxltmeopiyf"}

// anywhere are letters of blobs that clients write in different places: for Go f comes before m, for
// JavaScript last.
const anywhere = "iyf"

// Letters returns the permissions that a token or a policy for one table, queue, container or blob can give,
// in the order in which they're written.
func Letters(of Service) string { return permissions[of] }

// InOrder reports whether given are letters for a service, each at most once and in an order in which some
// client writes them. The services refuse any other order.
func InOrder(of Service, given string) bool {
	if of == Blob {
		for i := range len(anywhere) {
			given = strings.Replace(given, anywhere[i:i+1], "", 1)
		}
	}
	letters := strings.TrimSuffix(Letters(of), anywhere)
	for i := range len(given) {
		at := strings.IndexByte(letters, given[i])
		if at < 0 {
			return false
		}
		letters = letters[at+1:]
	}
	return true
}
