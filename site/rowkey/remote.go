package main

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/remote"
	"github.com/rowkey/rowkey/engine/sandbox"
	"github.com/rowkey/rowkey/engine/script"
)

// target is a table service that scripts are run against.
type target struct {
	base    string // what {{host}} stands for
	service *remote.Service
}

// newTarget makes a target of an address and the account's name and key, which may be empty: the
// environment is asked next, and an emulator on this machine has a well-known account.
func newTarget(address, account, key string) (*target, error) {
	base, err := url.Parse(address)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("--target %q is no address such as http://127.0.0.1:10002/devstoreaccount1", address)
	}
	account = first(account, os.Getenv("ROWKEY_ACCOUNT"))
	key = first(key, os.Getenv("ROWKEY_KEY"))
	if account == "" && key == "" && isLoopback(base.Hostname()) {
		account, key = auth.DevelopmentAccount, auth.DevelopmentKey
	}
	if account == "" || key == "" {
		return nil, fmt.Errorf("%s needs an account: give --account and --key, or set ROWKEY_ACCOUNT and ROWKEY_KEY", base.Host)
	}
	secret, err := auth.ParseKey(key)
	if err != nil {
		return nil, errors.New("the key of the account is not base64")
	}
	return &target{
		base: strings.TrimSuffix(address, "/"),
		service: remote.New(remote.Options{
			Credential: auth.Credential{Account: account, Key: secret}, Clock: time.Now, Sleep: time.Sleep,
		}),
	}, nil
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// run runs files against the target.
func (t *target) run(files []sandbox.File) script.Report {
	var report script.Report
	for _, f := range files {
		s := parseWhole(f)
		file := script.FileReport{File: f.Name, Errors: s.Errors}
		for i, example := range s.Examples {
			if len(s.Errors) == 0 && example.Runs() {
				file.Steps = append(file.Steps, s.Run(i, t.service, script.Options{Host: t.base, Seed: 1})...)
			}
		}
		report.Files = append(report.Files, file)
	}
	return report
}

// parseWhole reads a file as one example. A service has no fresh account for each example of a
// Markdown file, so its fences run from top to bottom like the requests of an .http file: every
// other line is left blank, which keeps the numbers of the lines.
func parseWhole(f sandbox.File) *script.Script {
	if !strings.HasSuffix(strings.ToLower(f.Name), ".md") {
		return script.Parse(f.Name, f.Text)
	}
	lines := make([]string, 1+strings.Count(f.Text, "\n"))
	for _, fence := range script.Fences(f.Text) {
		lines[fence.Line-2] = "###"
		copy(lines[fence.Line-1:], strings.Split(fence.Text, "\n"))
	}
	return script.ParseFences(f.Name, []script.Fence{{Line: 1, Text: strings.Join(lines, "\n")}})
}
