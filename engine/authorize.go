package engine

// authorize asks the host whether the caller may have its request answered. Signatures are the
// host's business because checking them would weigh down the engine inside the page, where everyone
// is alone with their own account.
func (e *Engine) authorize(c *call) error {
	if e.options.Authorize == nil {
		return nil
	}
	return e.options.Authorize(c.req)
}
