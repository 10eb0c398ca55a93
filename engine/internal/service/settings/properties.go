package settings

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
)

// sections are the parts of a service's properties, in the order of answers, each with its default.
var sections = [...]struct{ name, unset string }{
	{"Logging", "<Logging><Version>1.0</Version><Read>false</Read><Write>false</Write>" +
		"<Delete>false</Delete>" + noRetention + "</Logging>"},
	{"HourMetrics", "<HourMetrics><Version>1.0</Version><Enabled>false</Enabled>" + noRetention +
		"</HourMetrics>"},
	{"MinuteMetrics", "<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>" + noRetention +
		"</MinuteMetrics>"},
	{"Cors", "<Cors />"},
}

const (
	noRetention = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>"
	maxDays     = 365
)

// routeProperties routes requests about the properties of a service.
func routeProperties(of grant.Service, c *resource.Call) (service.Operation, error) {
	noun := map[grant.Service]string{grant.Table: "Table", grant.Queue: "Queue", grant.Blob: "Blob"}[of]
	switch c.Request.Method {
	case "GET":
		return c.Reads("Get"+noun+"ServiceProperties", grant.OfService, "r",
			func(*resource.Call) (service.Apply, error) { return getProperties(of), nil }), nil
	case "PUT":
		return c.Writes("Set"+noun+"ServiceProperties", grant.OfService, []string{"w"},
			func(c *resource.Call) (service.Apply, error) {
				sections, err := parseProperties(c.Request.Body)
				return setProperties(of, sections), err
			}), nil
	}
	return service.Operation{}, fault.New(fault.UnsupportedHTTPVerb)
}

func getProperties(of grant.Service) service.Apply {
	return func(tx *store.Tx) (service.Reply, error) {
		body := []byte("<StorageServiceProperties>")
		for _, s := range sections {
			text, err := section(tx, of, s.name)
			if err != nil {
				return service.Reply{}, err
			}
			body = append(body, text...)
		}
		return resource.Document(200, append(body, "</StorageServiceProperties>"...)), nil
	}
}

// setProperties writes the sections that were sent, and leaves the others as they are.
func setProperties(of grant.Service, sent map[string]string) service.Apply {
	return func(tx *store.Tx) (service.Reply, error) {
		for _, s := range sections { // always in this order, so that the same requests make the same journal
			text, ok := sent[s.name]
			if !ok {
				continue
			}
			if err := tx.PutRecord(keys.Record(keys.Properties, string(of), s.name), text); err != nil {
				return service.Reply{}, err
			}
		}
		return service.Reply{Status: 202}, nil
	}
}

// section returns one section as XML: what was set, or its default.
func section(tx *store.Tx, of grant.Service, name string) (string, error) {
	text, found, err := tx.Record(keys.Record(keys.Properties, string(of), name))
	if err != nil || found {
		return text, err
	}
	for _, s := range sections {
		if s.name == name {
			return s.unset, nil
		}
	}
	panic("bug: no section is called " + name)
}

// parseProperties returns the sections that were sent, by name, as XML in the form that answers use.
func parseProperties(body []byte) (map[string]string, error) {
	root, err := xmlbody.Parse(body)
	if err != nil || root.Name != "StorageServiceProperties" {
		return nil, invalid("The body needs to be a StorageServiceProperties document.")
	}
	sent := map[string]string{}
	for _, e := range root.Children {
		var text []byte
		switch e.Name {
		case "Logging":
			text, err = logging(e)
		case "HourMetrics", "MinuteMetrics":
			text, err = metrics(e)
		case "Cors":
			text, err = rules(e)
		case "DefaultServiceVersion", "DeleteRetentionPolicy", "StaticWebsite":
			continue // sections of the blob service that the engine ignores
		default:
			err = invalid("Service properties don't have a section " + e.Name + ".")
		}
		if err != nil {
			return nil, err
		}
		if _, twice := sent[e.Name]; twice {
			return nil, invalid("The section " + e.Name + " is there twice.")
		}
		sent[e.Name] = string(text)
	}
	return sent, nil
}

func logging(e xmlbody.Element) (dst []byte, err error) {
	if dst, err = version([]byte("<Logging>"), e); err != nil {
		return nil, err
	}
	for _, name := range [...]string{"Read", "Write", "Delete"} {
		if dst, err = boolean(dst, e, name); err != nil {
			return nil, err
		}
	}
	if dst, err = retention(dst, e); err != nil {
		return nil, err
	}
	return append(dst, "</Logging>"...), nil
}

func metrics(e xmlbody.Element) (dst []byte, err error) {
	if dst, err = version([]byte("<"+e.Name+">"), e); err != nil {
		return nil, err
	}
	if dst, err = boolean(dst, e, "Enabled"); err != nil {
		return nil, err
	}
	if enabled, _ := e.Child("Enabled"); strings.TrimSpace(enabled.Text) == "true" {
		if dst, err = boolean(dst, e, "IncludeAPIs"); err != nil {
			return nil, err
		}
	}
	if dst, err = retention(dst, e); err != nil {
		return nil, err
	}
	return append(dst, "</"+e.Name+">"...), nil
}

// version appends the version of a section, which is always 1.0.
func version(dst []byte, e xmlbody.Element) ([]byte, error) {
	if v, ok := e.Child("Version"); ok && strings.TrimSpace(v.Text) != "1.0" {
		return nil, invalid("The Version of " + e.Name + " needs to be 1.0.")
	}
	return xmlbody.Append(dst, "Version", "1.0"), nil
}

// boolean appends a child element that needs to be true or false.
func boolean(dst []byte, e xmlbody.Element, name string) ([]byte, error) {
	child, _ := e.Child(name)
	switch text := strings.TrimSpace(child.Text); text {
	case "true", "false":
		return xmlbody.Append(dst, name, text), nil
	default:
		return nil, invalid(name + " in " + e.Name + " needs to be true or false.")
	}
}

func retention(dst []byte, e xmlbody.Element) ([]byte, error) {
	policy, ok := e.Child("RetentionPolicy")
	if !ok {
		return append(dst, noRetention...), nil
	}
	dst, err := boolean(append(dst, "<RetentionPolicy>"...), policy, "Enabled")
	if err != nil {
		return nil, err
	}
	if enabled, _ := policy.Child("Enabled"); strings.TrimSpace(enabled.Text) == "true" {
		child, _ := policy.Child("Days")
		days, err := strconv.Atoi(strings.TrimSpace(child.Text))
		if err != nil || days < 1 || days > maxDays {
			return nil, invalid("Days needs to be a whole number from 1 to 365.")
		}
		dst = xmlbody.Append(dst, "Days", strconv.Itoa(days))
	}
	return append(dst, "</RetentionPolicy>"...), nil
}

// routeStatistics routes requests for how far the secondary is behind. Here it never is.
// https://learn.microsoft.com/rest/api/storageservices/get-table-service-stats
func routeStatistics(c *resource.Call) (service.Operation, error) {
	if c.Request.Method != "GET" {
		return service.Operation{}, fault.New(fault.UnsupportedHTTPVerb)
	}
	return c.Reads("GetServiceStats", grant.OfService, "r",
		func(c *resource.Call) (service.Apply, error) {
			if !c.Secondary {
				return nil, fault.New(fault.InvalidQueryParameterValue).WithHint(
					"Only the secondary endpoint has statistics: add -secondary to the account's name.")
			}
			return func(*store.Tx) (service.Reply, error) {
				body := []byte("<StorageServiceStats><GeoReplication><Status>live</Status>")
				body = xmlbody.Append(body, "LastSyncTime", resource.Date(c.Now))
				return resource.Document(200, append(body, "</GeoReplication></StorageServiceStats>"...)), nil
			}, nil
		}), nil
}
