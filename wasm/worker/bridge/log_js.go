package bridge

import "syscall/js"

// HostLog returns the function of the host that takes entries of its log, as JSON; nil if it keeps none. Call
// it before the program is ready, as HostJournal.
func HostLog() func(entry []byte) {
	log := js.Global().Get("context").Get("log")
	if log.IsUndefined() {
		return nil
	}
	return func(entry []byte) { log.Invoke(string(entry)) }
}
