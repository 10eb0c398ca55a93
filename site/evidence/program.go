package evidence

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/hosts/httphost"
)

// longest is how long a program may take, printed how many bytes it can say, and lasting how many of its
// complaint are told.
const (
	longest = time.Minute
	printed = 1 << 20
	lasting = 500
)

// output is what a program prints, up to a limit: one that doesn't end may print all the time.
type output struct{ text []byte }

// Write keeps what there's room for.
func (o *output) Write(text []byte) (int, error) {
	o.text = append(o.text, text[:min(len(text), printed-len(o.text))]...)
	return len(text), nil
}

// start runs a program beside an endpoint, and returns the lines that it prints.
func (w *world) start(ctx context.Context, a Answer) (lines []string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{ReadHeaderTimeout: longest,
		Handler: &httphost.Endpoint{Service: engine.Tables, Fallback: w.account, Watch: w.watch}}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	c, remove, err := a.command(ctx)
	defer remove()
	if err != nil {
		return nil, err
	}
	address := "http://" + listener.Addr().String() + "/" + engine.DevelopmentName
	c.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING=DefaultEndpointsProtocol=http;AccountName="+
		engine.DevelopmentName+";AccountKey="+engine.DevelopmentKey+";TableEndpoint="+address+";")
	c.WaitDelay = time.Second
	var said, complaint output
	c.Stdout, c.Stderr = &said, &complaint
	err = c.Run()
	for line := range strings.Lines(string(said.text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("the program didn't end within %s", longest)
	case err != nil:
		err = fmt.Errorf("the program: %w: %s", err, last(string(complaint.text)))
	}
	return lines, err
}

// last is the end of a complaint, without the places in the program's packages.
func last(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "at ") {
			lines = append(lines, line)
		}
	}
	text = strings.Join(lines, " ")
	return strings.ToValidUTF8(text[max(0, len(text)-lasting):], "")
}

// command returns what starts a program, and what removes what that left. A program of a transcript is
// written beside it, where it finds its packages. One in Go is built first.
func (a Answer) command(ctx context.Context) (c *exec.Cmd, remove func(), err error) {
	file, remove := a.File, func() {}
	if !strings.HasSuffix(file, "."+string(a.Kind)) {
		if file, err = a.write(); err != nil {
			return nil, remove, err
		}
		remove = func() { _ = os.Remove(file) }
	}
	switch a.Kind {
	case JavaScript:
		return exec.CommandContext(ctx, "node", file), remove, nil
	case Python:
		return exec.CommandContext(ctx, "python3", file), remove, nil
	}
	folder, err := os.MkdirTemp("", "answer")
	if err != nil {
		return nil, remove, err
	}
	written := remove
	remove = func() {
		written()
		_ = os.RemoveAll(folder)
	}
	program := filepath.Join(folder, "answer.exe")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, filepath.Base(file))
	build.Dir = filepath.Dir(file) // where its packages are
	if said, err := build.CombinedOutput(); err != nil {
		return nil, remove, fmt.Errorf("the program: %w: %s", err, last(string(said)))
	}
	return exec.CommandContext(ctx, program), remove, nil
}

// write writes the program of a transcript into a file of its own.
func (a Answer) write() (name string, err error) {
	file, err := os.CreateTemp(filepath.Dir(a.File), "answer-*."+string(a.Kind))
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(a.Text)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(file.Name()))
	}
	return file.Name(), nil
}
