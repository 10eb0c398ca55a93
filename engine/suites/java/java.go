package java

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Quick are options with which programs that end soon take half the time: the second compiler isn't worth its
// start, and nor are several threads that collect garbage.
var Quick = []string{"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
	"-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"}

// Compile compiles files to a folder of classes.
func Compile(t testing.TB, classpath, classes string, args ...string) {
	t.Helper()
	args = append([]string{"-encoding", "UTF-8", "-proc:none", "-cp", classpath, "-d", classes}, args...)
	for _, option := range Quick {
		args = append(args, "-J"+option)
	}
	if out, err := exec.CommandContext(t.Context(), "javac", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.4000s", err, out)
	}
}

// Classpath returns the jars of pom.xml, in the form that java takes, given the folder of the repository.
// Maven takes seconds to say them, so it's asked once, and they're kept in .cache.
func Classpath(t testing.TB, root string) string {
	t.Helper()
	for _, program := range []string{"java", "javac", "mvn"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	pom := filepath.Join(root, "engine", "suites", "java", "pom.xml")
	text, err := os.ReadFile(pom)
	if err != nil {
		t.Fatal(err)
	}
	sum := fnv.New64a()
	_, _ = sum.Write(text)
	kept, err := filepath.Abs(filepath.Join(root, ".cache", fmt.Sprintf("java-%x", sum.Sum64())))
	if err != nil {
		t.Fatal(err)
	}
	if path, err := os.ReadFile(kept); err == nil && allThere(string(path)) {
		return string(path)
	}
	found := filepath.Join(t.TempDir(), "classpath")
	maven := exec.CommandContext(t.Context(), "mvn", "-q", "-B", "-f", pom, "dependency:build-classpath",
		"-Dmdep.outputFile="+found)
	if out, err := maven.CombinedOutput(); err != nil {
		t.Skipf("Maven can't get the Java clients and JUnit: %v\n%s", err, out)
	}
	path, err := os.ReadFile(found)
	if err != nil {
		t.Fatal(err)
	}
	path = bytes.TrimSpace(path)
	if os.MkdirAll(filepath.Dir(kept), 0o755) == nil {
		_ = os.WriteFile(kept, path, 0o644) // without it, Maven is asked again
	}
	return string(path)
}

func allThere(classpath string) bool {
	for _, jar := range strings.Split(classpath, string(filepath.ListSeparator)) {
		if _, err := os.Stat(jar); err != nil {
			return false
		}
	}
	return true
}
