package azurite_test

import (
	"net/http"
	"testing"

	"github.com/rowkey/rowkey/engine/suites/azurite"
)

const modules = "../node_modules"

func TestStart(t *testing.T) {
	if missing := azurite.Missing(modules); missing != "" {
		t.Skip("there is no " + missing)
	}
	s, err := azurite.Start(modules)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(s.URL + "/Tables")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusForbidden {
		t.Errorf("a request without a signature was answered with %d", response.StatusCode)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if again, err := http.Get(s.URL + "/Tables"); err == nil {
		again.Body.Close()
		t.Error("it answers after it was closed")
	}
}

func TestMissing(t *testing.T) {
	if azurite.Missing(t.TempDir()) == "" {
		t.Error("nothing is missing in an empty folder")
	}
}
