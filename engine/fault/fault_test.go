package fault_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
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
}

func TestText(t *testing.T) {
	if got, want := fault.New(fault.TableNotFound).Text(), "The table specified does not exist."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := fault.Invalid(fault.InvalidInput, fault.TextQuerySyntax).Text(); got != fault.TextQuerySyntax {
		t.Errorf("got %q", got)
	}
}

// A code that the catalogue forgets would be answered with status 0.
func TestCatalogue(t *testing.T) {
	source, err := os.ReadFile("code.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`Code = "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	if len(found) == 0 {
		t.Fatal("code.go has no codes")
	}
	for _, match := range found {
		if code := fault.Code(match[1]); code.Status() < 400 || code.Message() == "" {
			t.Errorf("%s: status %d, message %q", code, code.Status(), code.Message())
		}
	}
}
