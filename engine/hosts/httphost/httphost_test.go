package httphost_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
)

// TestHandler: URLs in the answer begin with the host that was asked, and headers keep their names.
func TestHandler(t *testing.T) {
	h := handler(enginetest.New(t, nil))
	sent := strings.NewReader(`{"TableName":"Orders"}`)
	request := httptest.NewRequest("POST", "/devstoreaccount1/Tables", sent)
	request.Host = "tables.test:81"
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	h.ServeHTTP(recorder, request)
	if recorder.Code != 201 {
		t.Fatalf("got %d: %s", recorder.Code, recorder.Body)
	}
	const location = "http://tables.test:81/devstoreaccount1/Tables('Orders')"
	for name, want := range map[string]string{"Location": location, "x-ms-version": "2019-02-02"} {
		if got := recorder.Header()[name]; len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestRequestTargets: a request's target is a path, or a URL when the client talks to a proxy.
func TestRequestTargets(t *testing.T) {
	h := handler(enginetest.New(t, nil))
	for target, want := range map[string]int{
		"/devstoreaccount1/Tables":                            200,
		"http://tables.test:81/devstoreaccount1/Tables":       200,
		"https://devstoreaccount1.table.tables.test/Tables()": 200,
		"http://tables.test:81/contoso/Tables":                400,
	} {
		request := httptest.NewRequest("GET", target, nil)
		request.RequestURI = target
		request.Header.Set("Accept", "application/json")
		recorder := httptest.NewRecorder()
		h.ServeHTTP(recorder, request)
		if recorder.Code != want {
			t.Errorf("%s: got %d, want %d: %s", target, recorder.Code, want, recorder.Body)
		}
	}
}

func TestLargeBody(t *testing.T) {
	h := handler(enginetest.New(t, nil))
	const limit = table.MaxBodySize
	for size, want := range map[int]int{limit: 400, limit + 1: 413, 2 * limit: 413} {
		body := strings.NewReader(strings.Repeat(" ", size))
		request := httptest.NewRequest("POST", "/devstoreaccount1/Tables", body)
		request.Header.Set("Accept", "application/json")
		request.Header.Set("Content-Type", "application/json")
		recorder := httptest.NewRecorder()
		h.ServeHTTP(recorder, request)
		if recorder.Code != want {
			t.Errorf("%d bytes: got %d, want %d", size, recorder.Code, want)
		}
	}
}
