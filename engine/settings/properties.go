package settings

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/grant"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/keys"
	"github.com/rowkey/rowkey/engine/service"
	"github.com/rowkey/rowkey/engine/store"
)

// sections are the parts of a service's properties, in the order in which they are returned, with
// what they are until somebody sets them.
var sections = [...]struct{ name, unset string }{
	{"Logging", "<Logging><Version>1.0</Version><Read>false</Read><Write>false</Write><Delete>false</Delete>" + unkept + "</Logging>"},
	{"HourMetrics", "<HourMetrics><Version>1.0</Version><Enabled>false</Enabled>" + unkept + "</HourMetrics>"},
	{"MinuteMetrics", "<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>" + unkept + "</MinuteMetrics>"},
	{"Cors", "<Cors />"},
}

const (
	unkept  = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>"
	maxDays = 365
)

// routeProperties reads and writes the properties of a service. A section that is left out keeps what
// it says.
func routeProperties(of grant.Service, c *service.Call) (service.Operation, error) {
	noun := map[grant.Service]string{grant.Table: "Table", grant.Queue: "Queue", grant.Blob: "Blob"}[of]
	switch c.Request.Method {
	case "GET":
		return service.Operation{
			Name: "Get" + noun + "ServiceProperties",
			Need: grant.Need{Level: grant.OfService, Any: []string{"r"}},
			Apply: func(tx *store.Tx, _ *service.Call) (service.Reply, error) {
				body := []byte("<StorageServiceProperties>")
				for _, s := range sections {
					text, err := section(tx, of, s.name)
					if err != nil {
						return service.Reply{}, err
					}
					body = append(body, text...)
				}
				return service.Document(200, append(body, "</StorageServiceProperties>"...)), nil
			},
		}, nil
	case "PUT":
		sent, err := parseProperties(c.Request.Body)
		if err != nil {
			return service.Operation{}, err
		}
		return service.Operation{
			Name: "Set" + noun + "ServiceProperties", Writes: true,
			Need: grant.Need{Level: grant.OfService, Any: []string{"w"}},
			Apply: func(tx *store.Tx, _ *service.Call) (service.Reply, error) {
				for _, s := range sections { // in one order, so that journals are alike
					text, ok := sent[s.name]
					if !ok {
						continue
					}
					if err := tx.PutRecord(keys.Record(keys.Properties, string(of), s.name), text); err != nil {
						return service.Reply{}, err
					}
				}
				return service.Reply{Status: 202}, nil
			},
		}, nil
	}
	return service.Operation{}, service.Fail(service.UnsupportedHTTPVerb)
}

// section returns one section as XML.
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

// parseProperties returns the sections that were sent, in the form in which they are returned.
func parseProperties(body []byte) (map[string]string, error) {
	root, err := xmlbody.Parse(body)
	if err != nil || root.Name != "StorageServiceProperties" {
		return nil, invalid("The body is a StorageServiceProperties document.")
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
			text, err = cors(e)
		case "DefaultServiceVersion", "DeleteRetentionPolicy", "StaticWebsite":
			continue // of blobs; nothing here depends on them
		default:
			err = invalid("There is no section called " + e.Name + ".")
		}
		if err != nil {
			return nil, err
		}
		if _, twice := sent[e.Name]; twice {
			return nil, invalid("The section " + e.Name + " stands there twice.")
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

// version appends the one version that sections have.
func version(dst []byte, e xmlbody.Element) ([]byte, error) {
	if v, ok := e.Child("Version"); ok && strings.TrimSpace(v.Text) != "1.0" {
		return nil, invalid("The Version of " + e.Name + " is 1.0.")
	}
	return xmlbody.Append(dst, "Version", "1.0"), nil
}

// boolean appends a child that says true or false.
func boolean(dst []byte, e xmlbody.Element, name string) ([]byte, error) {
	child, _ := e.Child(name)
	switch text := strings.TrimSpace(child.Text); text {
	case "true", "false":
		return xmlbody.Append(dst, name, text), nil
	default:
		return nil, invalid(name + " in " + e.Name + " is true or false.")
	}
}

func retention(dst []byte, e xmlbody.Element) ([]byte, error) {
	policy, ok := e.Child("RetentionPolicy")
	if !ok {
		return append(dst, unkept...), nil
	}
	dst, err := boolean(append(dst, "<RetentionPolicy>"...), policy, "Enabled")
	if err != nil {
		return nil, err
	}
	if enabled, _ := policy.Child("Enabled"); strings.TrimSpace(enabled.Text) == "true" {
		child, _ := policy.Child("Days")
		days, err := strconv.Atoi(strings.TrimSpace(child.Text))
		if err != nil || days < 1 || days > maxDays {
			return nil, invalid("Days is a whole number from 1 to 365.")
		}
		dst = xmlbody.Append(dst, "Days", strconv.Itoa(days))
	}
	return append(dst, "</RetentionPolicy>"...), nil
}

// routeStatistics answers how far the read-only copy lags. Here it never does.
// https://learn.microsoft.com/rest/api/storageservices/get-table-service-stats
func routeStatistics(c *service.Call) (service.Operation, error) {
	if c.Request.Method != "GET" {
		return service.Operation{}, service.Fail(service.UnsupportedHTTPVerb)
	}
	if !c.Second {
		return service.Operation{}, service.Hinted(service.InvalidQueryParameterValue,
			"Statistics are told by the secondary endpoint: put -secondary behind the account's name.")
	}
	return service.Operation{
		Name: "GetServiceStats",
		Need: grant.Need{Level: grant.OfService, Any: []string{"r"}},
		Apply: func(_ *store.Tx, c *service.Call) (service.Reply, error) {
			body := []byte("<StorageServiceStats><GeoReplication><Status>live</Status>")
			body = xmlbody.Append(body, "LastSyncTime", service.Date(c.Now))
			return service.Document(200, append(body, "</GeoReplication></StorageServiceStats>"...)), nil
		},
	}, nil
}
