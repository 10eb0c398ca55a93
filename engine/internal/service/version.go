package service

import (
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
)

// versions are all versions of the services, the newest last.
// https://learn.microsoft.com/rest/api/storageservices/previous-azure-storage-service-versions
const versions = "2009-04-14 2009-07-17 2009-09-19 2011-08-18 2012-02-12 2013-08-15 2014-02-14 " +
	"2015-02-21 2015-04-05 2015-07-08 2015-12-11 2016-05-31 2017-04-17 2017-07-29 2017-11-09 " +
	"2018-03-28 2018-11-09 2019-02-02 2019-07-07 2019-10-10 2019-12-12 2020-02-10 2020-04-08 " +
	"2020-06-12 2020-08-04 2020-10-02 2020-12-06 2021-02-12 2021-04-10 2021-06-08 2021-08-06 " +
	"2021-10-04 2021-12-02 2022-11-02 2023-01-03 2023-05-03 2023-08-03 2023-11-03 2024-02-04 " +
	"2024-05-04 2024-08-04 2024-11-04 2025-01-05 2025-05-05 2025-07-05 2025-11-05 2026-02-06 " +
	"2026-04-06 " + newestVersion

const (
	newestVersion  = "2026-06-06"
	defaultVersion = "2019-02-02" // for clients that send none
)

// CheckVersion refuses a version that the services never had. An empty header counts as absent, because
// some SDKs send one in the parts of a transaction, and the service accepts it.
func (c *Call) CheckVersion() error {
	if v := c.Request.Headers.Get("x-ms-version"); v != "" && !known(v) {
		return fault.Refused(fault.InvalidHeaderValue, "").WithHint(
			"x-ms-version needs to be a version of the service, such as 2019-02-02.")
	}
	return nil
}

// Version returns the version of the answer: the client's if it's a known one, or else the default.
func (c *Call) Version() string {
	if v := c.Request.Headers.Get("x-ms-version"); known(v) {
		return v
	}
	return defaultVersion
}

// known reports whether s is a version of the services. Any date after the newest one listed here counts
// too, because the client can be newer than this engine.
func known(s string) bool {
	switch {
	case s == defaultVersion: // a shortcut: the official clients for tables send this one
		return true
	case len(s) != len(newestVersion) || strings.Contains(s, " "):
		return false
	case strings.Contains(versions, s):
		return true
	}
	_, ok := table.ParseTicks(s)
	return ok && s > newestVersion
}
