package fault_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/wire"
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
	if got, want := fault.New(fault.TableNotFound).Text(),
		"The table specified does not exist."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := fault.Invalid(fault.InvalidInput, fault.TextQuerySyntax).Text(); got != fault.TextQuerySyntax {
		t.Errorf("got %q", got)
	}
}

// TestCatalogue: each code has a status that HTTP defines, and a message.
func TestCatalogue(t *testing.T) {
	for _, file := range []string{"common.go", "tables.go", "resources.go", "queues.go", "blobs.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`(?s)\t(\w+) += Code\{"(\w+)", (\d+),\s+"(.*?)"`).FindAllStringSubmatch(
			string(source), -1)
		if declared := bytes.Count(source, []byte("Code{")); len(found) != declared || declared == 0 {
			t.Errorf("%s: %d of %d codes are complete", file, len(found), declared)
		}
		for _, code := range found {
			if status, _ := strconv.Atoi(code[3]); wire.StatusText(status) == code[3] || code[4] == "" {
				t.Errorf("%s: status %s, message %q", code[1], code[3], code[4])
			}
		}
	}
}

// TestUnwrap: a fault without a cause unwraps to its code alone.
func TestUnwrap(t *testing.T) {
	for _, err := range fault.New(fault.TableNotFound).Unwrap() {
		if err == nil {
			t.Error("a fault without a cause unwraps to nothing")
		}
	}
}
