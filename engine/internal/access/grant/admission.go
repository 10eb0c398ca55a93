package grant

// Admission says which requests an account answers.
type Admission uint8

const (
	// Everyone answers all requests as the owner's, without looking at signatures.
	Everyone Admission = iota
	// Unsigned answers requests without a signature as the owner's, and checks signatures.
	Unsigned
	// Signed answers only requests with a valid signature.
	Signed
)
