package grant

// Admission says whose requests an account answers.
type Admission uint8

const (
	// Everyone counts as the owner, and nothing is checked.
	Everyone Admission = iota
	// Unsigned requests count as the owner's, and signatures are checked.
	Unsigned
	// Signed requests alone are answered.
	Signed
)
