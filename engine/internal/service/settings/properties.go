package settings

import (
	"slices"
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

// section is a part of a service's properties, with its default as XML.
type section struct{ name, unset string }

// common are the sections that every service has, in the order of answers.
var common = []section{
	{"Logging", "<Logging><Version>1.0</Version><Read>false</Read><Write>false</Write>" +
		"<Delete>false</Delete>" + noRetention + "</Logging>"},
	{"HourMetrics", "<HourMetrics><Version>1.0</Version><Enabled>false</Enabled>" + noRetention +
		"</HourMetrics>"},
	{"MinuteMetrics", "<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>" + noRetention +
		"</MinuteMetrics>"},
	{"Cors", "<Cors />"},
}

// ofBlobs are the sections that the blob service has besides. They're kept and returned; nothing that is
// deleted is retained, and there are no websites.
var ofBlobs = []section{
	{"DefaultServiceVersion", ""},
	{"DeleteRetentionPolicy", "<DeleteRetentionPolicy><Enabled>false</Enabled></DeleteRetentionPolicy>"},
	{"StaticWebsite", "<StaticWebsite><Enabled>false</Enabled></StaticWebsite>"},
}

// sectionsOf returns the sections of a service, in the order of answers.
func sectionsOf(of grant.Service) []section {
	if of == grant.Blob {
		return slices.Concat(common, ofBlobs)
	}
	return common
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
				sent, err := parseProperties(of, c.Request.Body)
				return setProperties(of, c, sent), err
			}), nil
	}
	return service.Operation{}, fault.New(fault.UnsupportedHTTPVerb)
}

func getProperties(of grant.Service) service.Apply {
	return func(tx *store.Tx) (service.Reply, error) {
		body := []byte("<StorageServiceProperties>")
		for _, s := range sectionsOf(of) {
			text, found, err := tx.Record(keys.Record(keys.Properties, string(of), s.name))
			if err != nil {
				return service.Reply{}, err
			}
			if !found {
				text = s.unset
			}
			body = append(body, text...)
		}
		return resource.Document(200, append(body, "</StorageServiceProperties>"...)), nil
	}
}

// setProperties writes the sections that were sent, and leaves the others as they are.
func setProperties(of grant.Service, c *resource.Call, sent map[string]string) service.Apply {
	return func(tx *store.Tx) (service.Reply, error) {
		for _, s := range sectionsOf(of) { // always in this order, so that the same requests make the same journal
			text, ok := sent[s.name]
			if !ok {
				continue
			}
			if err := tx.PutRecord(keys.Record(keys.Properties, string(of), s.name), text); err != nil {
				return service.Reply{}, err
			}
		}
		if strings.HasPrefix(sent["StaticWebsite"], enabledWebsite) {
			return service.Reply{Status: 202}, makeWebsite(tx, c)
		}
		return service.Reply{Status: 202}, nil
	}
}

const enabledWebsite = "<StaticWebsite><Enabled>true</Enabled>"

// makeWebsite makes the container for the files of a static website, unless it's there.
// https://learn.microsoft.com/azure/storage/blobs/storage-blob-static-website
func makeWebsite(tx *store.Tx, c *resource.Call) error {
	web := &resource.Call{Call: c.Call, Names: []string{"$web"}}
	_, found, err := resource.Containers().Find(tx, web)
	if err != nil || found {
		return err
	}
	return resource.Containers().Put(tx, web, resource.Resource{})
}

// parseProperties returns the sections that were sent, by name, as XML in the form that answers use.
func parseProperties(of grant.Service, body []byte) (map[string]string, error) {
	root, err := xmlbody.Parse(body)
	if err != nil || root.Name != "StorageServiceProperties" {
		return nil, invalid("The body needs to be a StorageServiceProperties document.")
	}
	sent := map[string]string{}
	for _, e := range root.Children {
		if !slices.ContainsFunc(sectionsOf(of), func(s section) bool { return s.name == e.Name }) {
			return nil, invalid("The properties of this service don't have a section " + e.Name + ".")
		}
		var text []byte
		switch e.Name {
		case "Logging":
			text, err = logging(e)
		case "HourMetrics", "MinuteMetrics":
			text, err = metrics(e)
		case "Cors":
			text, err = rules(e)
		case "DefaultServiceVersion":
			text = xmlbody.Append(nil, e.Name, strings.TrimSpace(e.Text))
		case "DeleteRetentionPolicy":
			text, err = days(nil, e)
		case "StaticWebsite":
			text, err = website(e)
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
	return days(dst, policy)
}

// days appends a policy that keeps something for some days.
func days(dst []byte, policy xmlbody.Element) ([]byte, error) {
	dst, err := boolean(append(dst, "<"+policy.Name+">"...), policy, "Enabled")
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
	if _, sent := policy.Child("AllowPermanentDelete"); sent {
		if dst, err = boolean(dst, policy, "AllowPermanentDelete"); err != nil {
			return nil, err
		}
	}
	return append(dst, "</"+policy.Name+">"...), nil
}

// website returns the section about a static website.
func website(e xmlbody.Element) (dst []byte, err error) {
	if dst, err = boolean([]byte("<StaticWebsite>"), e, "Enabled"); err != nil {
		return nil, err
	}
	for _, name := range [...]string{"IndexDocument", "DefaultIndexDocumentPath", "ErrorDocument404Path"} {
		child, _ := e.Child(name)
		dst = appendUnlessEmpty(dst, name, strings.TrimSpace(child.Text))
	}
	return append(dst, "</StaticWebsite>"...), nil
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
