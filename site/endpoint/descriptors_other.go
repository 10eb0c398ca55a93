//go:build !unix

package endpoint

// descriptors returns how many files and connections the process can have open: enough, on such systems.
func descriptors() int { return mostConnections + reserved }

// noDescriptor reports whether a connection couldn't be accepted because too many are open.
func noDescriptor(error) bool { return false }
