package patterns_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
)

// pythonClient is where build.sh puts the clients for Python, if the system has none.
const pythonClient = "../.cache/python"

// missing says what Python lacks of what programs import. To look for it is cheaper than to import it.
var missing = sync.OnceValue(func() string {
	const imports = "import sys; sys.path.append(sys.argv[1]); from importlib.util import find_spec; " +
		"sys.exit([f'no module {name}' for name in ('azure.data.tables', 'azure.storage.blob', " +
		"'azure.storage.queue') if not find_spec(name)] or None)"
	if _, err := exec.LookPath("python3"); err != nil {
		return "python3 is not installed"
	}
	if out, err := exec.Command("python3", "-c", imports, pythonClient).CombinedOutput(); err != nil {
		lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
		return string(lines[len(lines)-1]) + ": run pip install azure-data-tables azure-storage-blob"
	}
	return ""
})

// drivePython runs programs in turn, all in one process, because the clients take as long to load as the
// programs to run. It tells what each has printed, and what has ended it.
const drivePython = `
import contextlib, io, json, os, runpy, sys, traceback
sys.path.append(sys.argv[1])
sys.path[:0] = ["recipes"]

def run(file):
    try:
        runpy.run_path(file)
    except Exception as error:
        trace = traceback.extract_tb(error.__traceback__)
        return f"line {[frame.lineno for frame in trace if frame.filename == file]}: {error!r}"
    return ""

results = []
for program in json.load(sys.stdin):
    os.environ.update(program["Environment"])
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        failure = run(program["File"])
    results.append({"Printed": printed.getvalue(), "Failure": failure})
json.dump(results, sys.stdout)
`

// inPython is a program and its environment.
type inPython struct {
	Name, File  string
	Environment map[string]string
}

// outcome is what a program has printed, and what has ended it.
type outcome struct{ Printed, Failure string }

// runPython runs programs, if what they import is there.
func runPython(t *testing.T, programs []inPython) (outcomes []outcome) {
	t.Helper()
	if missing := missing(); missing != "" {
		t.Skip(missing)
	}
	given, err := json.Marshal(programs)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "python3", "-X", "utf8", "-c", drivePython, pythonClient)
	run.Stdin = bytes.NewReader(given)
	var complaints bytes.Buffer
	run.Stderr = &complaints
	out, err := run.Output()
	if err == nil {
		err = json.Unmarshal(out, &outcomes)
	}
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("%v\n%.4000s", err, complaints.String())
	}
	return outcomes
}

// told are the refusals that a program prints: the status and the answer.
var told = regexp.MustCompile(`(?m)^(\d{3}) \{"odata\.error":\{"code":"(\w+)`)

// refused is the refusal of a request that isn't a transaction.
var refused = regexp.MustCompile(`^\d{3} [A-Za-z]+$`)

func (b *bank) runPython(t *testing.T, folder string, all []*copied) {
	var programs []inPython
	for _, c := range all {
		file := filepath.Join(folder, c.Name+".py")
		if err := os.WriteFile(file, []byte(c.Code["python"]), 0o600); err != nil {
			t.Fatal(err)
		}
		programs = append(programs, inPython{Name: c.Name, File: file, Environment: b.environment(c, "python")})
	}
	for i, o := range runPython(t, programs) {
		c := all[i]
		if o.Failure != "" {
			t.Errorf("%s: %s\n%s", c.Name, o.Failure, c.Code["python"])
		}
		prints := map[string]bool{}
		for _, found := range told.FindAllStringSubmatch(o.Printed, -1) {
			prints[found[1]+" "+found[2]] = true
		}
		for _, d := range c.did {
			if refused.MatchString(d.Refused) && !prints[d.Refused] {
				t.Errorf("%s doesn't print %q:\n%s", c.Name, d.Refused, o.Printed)
			}
		}
	}
	b.compare(t, "python", all)
}
