package runner

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/language/script"
)

// address returns the address that a run gives to a service.
func (o Options) address(service string) (string, *problem.Problem) {
	given := o.Queue
	switch service {
	case script.Host:
		return o.Host, nil
	case script.Blob:
		given = o.Blob
	}
	if given == "" {
		return "", problem.New("The address of {{"+service+"}} is unknown.",
			"Give rowkey run its address: --"+service+" URL.")
	}
	return given, nil
}

// locate returns the service that a URL leads to, and the URL in short: without the address of tables, or
// with the name of another service's address in its place.
func locate(v *script.Values, url string) (to grant.Service, target string) {
	for _, service := range [...]struct {
		name   string
		letter grant.Service
	}{{script.Host, grant.Table}, {script.Queue, grant.Queue}, {script.Blob, grant.Blob}} {
		address, bad := v.Address(service.name)
		rest, ok := strings.CutPrefix(url, address)
		if bad != nil || !ok || rest != "" && rest[0] != '/' && rest[0] != '?' {
			continue
		}
		switch {
		case service.letter != grant.Table:
			return service.letter, "{{" + service.name + "}}" + rest
		case rest != "":
			return service.letter, rest
		}
	}
	return grant.Table, url
}

// Beside returns the addresses of queues and blobs for tables at one. In the cloud the service is part of
// the host's name; emulators use consecutive ports. Both are "" if the address looks like neither.
func Beside(tables string) (queue, blob string) {
	if !strings.Contains(tables, ".table.") && !strings.Contains(tables, ":10002") {
		return "", ""
	}
	return strings.NewReplacer(".table.", ".queue.", ":10002", ":10001").Replace(tables),
		strings.NewReplacer(".table.", ".blob.", ":10002", ":10000").Replace(tables)
}
