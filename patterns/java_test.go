package patterns_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/suites/java"
)

// runJava compiles the programs, each in a package of its own, and runs one after the other in one process,
// because Java takes long to start. A process can't change its own environment, so they read a map instead.
func (b *bank) runJava(t *testing.T, folder string, all []*copied) {
	path, files := java.Classpath(t, ".."), []string(nil)
	var calls strings.Builder
	write := func(name, text string) {
		file := filepath.Join(folder, name)
		files = append(files, file)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range all {
		if err := os.Mkdir(filepath.Join(folder, c.Name), 0o700); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(c.Code["java"], "System.getenv()", "driver.Main.environment")
		write(c.Name+"/Requests.java", "package "+c.Name+";\n"+text)
		for name, value := range b.environment(c, "java") {
			fmt.Fprintf(&calls, "        environment.put(%q, %q);\n", name, value)
		}
		fmt.Fprintf(&calls, "        run(%q, %s.Requests::main);\n", c.Name, c.Name)
	}
	write("Main.java", `package driver;

public class Main {
    public static final java.util.Map<String, String> environment = new java.util.HashMap<>();

    interface Program {
        void main(String[] args) throws Exception;
    }

    static void run(String name, Program program) {
        try {
            program.main(new String[0]);
        } catch (Throwable failure) {
            failures.print(name + " ");
            failure.printStackTrace(failures);
        }
    }

    static final java.io.PrintStream failures = System.err;

    public static void main(String[] args) {
        System.setErr(System.out); // the clients say there that nobody wants their log
`+calls.String()+`        System.exit(0); // the clients' threads go on
    }
}
`)
	classes := filepath.Join(folder, "classes")
	java.Compile(t, path, classes, files...)
	path = classes + string(filepath.ListSeparator) + path
	run := exec.CommandContext(t.Context(), "java", append(java.Quick, "-cp", path, "driver.Main")...)
	b.runAll(t, run, "java", all)
}
