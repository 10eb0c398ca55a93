package fault_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
)

func TestErrorMatchesCodeAndCause(t *testing.T) {
	err := fmt.Errorf("insert: %w", &fault.Error{Code: fault.EntityAlreadyExists, Cause: io.ErrUnexpectedEOF})
	if !errors.Is(err, fault.EntityAlreadyExists) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v matches neither its code nor its cause", err)
	}
	if errors.Is(err, fault.TableNotFound) {
		t.Errorf("%v matches another code", err)
	}
	if got := fault.CodeOf(err); got != fault.EntityAlreadyExists {
		t.Errorf("code is %q", got)
	}
	if got := fault.CodeOf(io.EOF); got != "" {
		t.Errorf("a plain error has code %q", got)
	}
}

func TestText(t *testing.T) {
	if got, want := fault.New(fault.TableNotFound).Text(), "The table specified does not exist."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := fault.Invalid(fault.InvalidInput, fault.TextQuerySyntax).Text(); got != fault.TextQuerySyntax {
		t.Errorf("got %q", got)
	}
}
