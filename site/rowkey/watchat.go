package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/rowkey/rowkey/site/watched"
)

// follow watches an endpoint that runs already until the command ends, or until this program is told to end.
func (w *watching) follow(c console, command []string) (seen *watched.Report, code int, err error) {
	by, _ := json.Marshal(map[string]string{"by": w.seen.By}) // a string always can be
	var begun struct{ Watch string }
	if err = w.control("POST", "/watch", by, &begun); err != nil {
		return nil, 0, err
	}
	if len(command) > 0 {
		code, err = w.start(c, command, "")
	} else {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
		fmt.Fprintf(c.err, "watching what comes to the endpoint of %s; Ctrl+C ends that\n", w.at)
		<-signals
		signal.Stop(signals)
	}
	seen = &watched.Report{}
	if ended := w.control("DELETE", "/watch/"+begun.Watch, nil, seen); err == nil {
		err = ended
	}
	return seen, code, err
}

// control sends a request to the control interface of the endpoint, and reads the answer.
func (w *watching) control(method, path string, body []byte, answer any) error {
	request, err := http.NewRequest(method, strings.TrimSuffix(w.at, "/")+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("--at %s isn't a URL such as http://127.0.0.1:10003", w.at)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, Proxy: nil}}
	response, err := client.Do(request)
	const remedy = "start it with rowkey serve -control 127.0.0.1:10003, and take that address"
	if err != nil {
		return fmt.Errorf("the endpoint has no control interface at %s: %s", w.at, remedy)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	var says struct{ Error string }
	switch isJSON := json.Unmarshal(text, &says) == nil; {
	case err != nil:
		return fmt.Errorf("cannot read from %s: %w", w.at, err)
	case isJSON && says.Error != "":
		return fmt.Errorf("%s: %s", w.at, says.Error)
	case !isJSON || response.StatusCode != http.StatusOK || json.Unmarshal(text, answer) != nil:
		return fmt.Errorf("%s isn't the control interface of an endpoint: %s", w.at, remedy)
	}
	return nil
}
