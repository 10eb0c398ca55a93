package main

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/wire"
)

// fields returns the fields of the token, checked and in the form that is signed.
func (r *sasRequest) fields(now time.Time) ([]wire.Param, error) {
	var fields []wire.Param
	switch r.noun {
	case "account":
		r.setDefault("services", "tqb")
		r.setDefault("resource-types", "sco")
	case "blob":
		container, blob, _ := strings.Cut(r.name, "/")
		fields = []wire.Param{{Name: "container", Value: container}, {Name: "blob", Value: blob}}
	default:
		fields = []wire.Param{{Name: r.field, Value: r.name}}
	}
	if err := errors.Join(r.checkLetters(), r.checkTimes(now), r.checkSender(), r.checkRange()); err != nil {
		return nil, err
	}
	for name, value := range r.values {
		if field, ok := sasFields[name]; ok {
			fields = append(fields, wire.Param{Name: field, Value: value})
		}
	}
	return fields, nil
}

func (r *sasRequest) setDefault(name, value string) {
	if _, given := r.values[name]; !given {
		r.values[name] = value
	}
}

// given reports whether a flag was given. It returns an error if the flag is empty, or if it is missing and
// no policy can fill it in.
func (r *sasRequest) given(name, say string) (bool, error) {
	value, given := r.values[name]
	_, policy := r.values["policy"]
	switch {
	case given && value == "":
		return false, fmt.Errorf("--%s is empty; %s", name, say)
	case !given && !policy:
		return false, errors.New(say)
	}
	return given, nil
}

// checkLetters checks letters and puts them into the order that the service requires.
func (r *sasRequest) checkLetters() error {
	for _, f := range [...]struct{ flag, letters, what string }{
		{"permissions", r.letters, "permissions"}, {"services", "bqt", "services"},
		{"resource-types", "sco", "resource types"},
	} {
		if f.flag != "permissions" && r.noun != "account" {
			continue
		}
		given, err := r.given(f.flag, "say what it allows: --permissions "+r.letters[:3])
		if err != nil {
			return err
		}
		if !given {
			continue
		}
		ordered := ""
		for _, letter := range f.letters {
			if strings.ContainsRune(r.values[f.flag], letter) {
				ordered += string(letter)
			}
		}
		for _, letter := range r.values[f.flag] {
			if !strings.ContainsRune(f.letters, letter) {
				return fmt.Errorf("--%s: unknown letter %q; %s has the %s %s",
					f.flag, letter, r.article(), f.what, f.letters)
			}
		}
		r.values[f.flag] = ordered
	}
	return nil
}

// checkTimes puts times into the format of tokens, and computes the expiry from --for.
func (r *sasRequest) checkTimes(now time.Time) error {
	start, err := r.instant("start")
	if err != nil {
		return err
	}
	if start.IsZero() {
		start = now
	}
	if text, given := r.values["for"]; given {
		if _, both := r.values["expiry"]; both {
			return errors.New("give --expiry or --for, not both")
		}
		length, err := parseLength(text)
		if err != nil {
			return err
		}
		r.values["expiry"] = start.Add(length).UTC().Format(time.RFC3339)
	}
	if _, err := r.given("expiry", "say when it ends: --for 1h or --expiry 2026-12-31T12:00:00Z"); err != nil {
		return err
	}
	expiry, err := r.instant("expiry")
	if _, given := r.values["start"]; err == nil && given && !expiry.IsZero() && !expiry.After(start) {
		err = errors.New("it would end before it begins")
	}
	return err
}

// instant reads a flag's time and puts it into the format of tokens. It returns the zero time if the flag
// isn't given.
func (r *sasRequest) instant(name string) (time.Time, error) {
	text, given := r.values[name]
	if !given {
		return time.Time{}, nil
	}
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04Z07:00", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			r.values[name] = t.UTC().Format(time.RFC3339)
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("--%s %s: write a time such as 2026-12-31T12:00:00Z", name, text)
}

// parseLength reads 90m, 12h or 7d.
func parseLength(text string) (time.Duration, error) {
	length, err := time.ParseDuration(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		var n int
		n, err = strconv.Atoi(days)
		length = time.Duration(n) * 24 * time.Hour
	}
	if err != nil || length <= 0 {
		return 0, fmt.Errorf("--for %s: write a time such as 90m, 12h or 7d", text)
	}
	return length, nil
}

func (r *sasRequest) checkSender() error {
	if text, given := r.values["protocol"]; given && text != "https" && text != "https,http" {
		return fmt.Errorf("--protocol %s: write https or https,http", text)
	}
	text, given := r.values["ip"]
	low, high, two := strings.Cut(text, "-")
	if !two {
		high = low
	}
	from, err1 := netip.ParseAddr(low)
	to, err2 := netip.ParseAddr(high)
	if given && (err1 != nil || err2 != nil || !from.Is4() || !to.Is4() || to.Less(from)) {
		return fmt.Errorf("--ip %s: write an IPv4 address, or a range such as 10.0.0.1-10.0.0.9", text)
	}
	return nil
}

func (r *sasRequest) checkRange() error {
	for _, end := range [...]string{"start", "end"} {
		_, row := r.values[end+"-rk"]
		if _, partition := r.values[end+"-pk"]; row && !partition {
			return fmt.Errorf("--%[1]s-rk needs --%[1]s-pk", end)
		}
	}
	return nil
}
