package partition

// gate is a soft cap. What isn't used is saved up to a limit, so that a quiet gate lets more through for a
// while. Then it refuses by chance, as many as bring the rest down to the cap.
type gate struct {
	saved  float64 // negative after it let through too much
	seen   float64 // in this tick
	taken  float64 // of these
	refuse float64 // the chance
}

// turn begins the next tick. The last one says how much will come.
func (g *gate) turn(perTick, most float64) {
	g.saved = min(g.saved+perTick-g.taken, most)
	g.refuse = 0
	if allowed := g.saved + perTick; g.seen > allowed {
		g.refuse = min(1, 1-allowed/g.seen)
	}
	g.seen, g.taken = 0, 0
}

// open reports whether a request may pass.
func (g *gate) open(weight float64, r *random) bool {
	g.seen += weight
	return g.refuse == 0 || r.float() >= g.refuse
}
