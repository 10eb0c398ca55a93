package caught

// Text returns what a recovered panic says. The engine and Go's runtime panic only with strings and errors.
func Text(recovered any) string {
	switch p := recovered.(type) {
	case error:
		return p.Error()
	case string:
		return p
	default:
		return "something that's no error"
	}
}
