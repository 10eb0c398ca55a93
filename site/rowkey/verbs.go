package main

import "slices"

// verb is a command.
type verb struct {
	name  string
	usage string // its lines in help
	run   func(console, []string) int
}

// verbs returns the commands.
func verbs() []verb {
	return slices.Concat(verbsOfAccounts(), verbsOfFiles(), verbsOfSite(), []verb{
		{"mcp", `
  rowkey mcp                            give coding agents tools, over standard input and output: explain a
                                        filter, measure a design, lint, run, read captures, and the handbook
`, mcpCommand},
		{"evidence", `
  rowkey evidence FOLDER [--json | --markdown] [--report HOW]
                                        try answers to the tasks of the skill: a folder for each run, a file
                                        for each task. It runs their programs. Exit code 1: one isn't right
  rowkey evidence --questions FOLDER    write the questions
`, evidenceCommand},
		{"version", `
  rowkey version                        say which version this is
`, versionCommand},
		{"completion", `
  rowkey completion bash|zsh|fish|powershell
                                        write what completes commands and flags in a shell: put
                                        source <(rowkey completion bash) into its start-up file
`, completionCommand},
		{"help", `
  rowkey help [COMMAND]                 list the commands, or the flags of one
`, helpCommand},
	})
}

// verbsOfAccounts returns the commands that serve accounts, and those for their clients.
func verbsOfAccounts() []verb {
	return []verb{
		{"serve", `
  rowkey serve [-addr 127.0.0.1:8080] [-tables 127.0.0.1:10002] [-queues …:10001] [-blobs …:10000]
               [-data FOLDER] [-max-data MIB] [-accounts LIST] [-unsigned] [-cors LIST] [-host LIST]
               [-seed FILE]… [-types LIST] [-forks N] [-free-names]
               [-cert FILE -key FILE | -cert auto [-oauth basic]]
               [-control HOST:PORT] [-fault RULE]… [-pages short] [-throttle on] [-clock TIME]
                                        serve accounts and, in a copy of the repository, the site, which is
                                        rebuilt when a file changes; -addr "" serves only the accounts, which
                                        begin again when their seed changes. The last line breaks them on
                                        request, for tests of programs
`, serveCommand},
		{"watch", `
  rowkey watch [-seed FILE]… [-types LIST] [--baseline FILE [--update]] [--env NAME]…
               [--by HEADER] [--json | --markdown] [--report HOW] [--html FILE] [--write FOLDER]
               [--timeout TIME] -- COMMAND…
                                        run a program against an account of its own, and say what its
                                        requests read, by their shapes. Exit code: the command's, or 1 if a
                                        query is worse than the baseline says
  rowkey watch --capture FILE…          the same of requests that were sent to another account: a HAR file,
                                        or StorageTableLogs as exported. Nothing is sent
  rowkey watch --at URL [-- COMMAND…]   the same of an endpoint that runs, by its control interface
`, watchCommand},
		{"health", `
  rowkey health [-tables …] [-queues …] [-blobs …] [-wait 10s]
                                        say whether the services answer: exit code 0 if they do
`, healthCommand},
		{"azurite", `
  rowkey azurite [FLAG…]                serve accounts with the flags of Azurite 3, and say what it says; so
                                        does the program if it's called azurite
`, azuriteCommand},
		{"sas", `
  rowkey sas table|queue|container NAME | blob CONTAINER/NAME | account
                                        mint a shared access signature
`, sasCommand},
	}
}

// verbsOfFiles returns the commands that take scripts, data and design files.
func verbsOfFiles() []verb {
	return []verb{
		{"run", `
  rowkey run FILE… [--json] [--types LIST] [--report HOW] [--target URL [--queue URL --blob URL]
               [--account NAME --key KEY] [--compare]]
                                        run .http files, the examples of .md files, or folders of .http
                                        files with the data of TABLE.csv files; --compare says in what the
                                        target differs from the engine. Exit code 0: all expectations are
                                        met, 1: some are missed, 2: a file or flag is unusable
`, runCommand},
		{"code", `
  rowkey code FILE.http [TABLE.csv…] --as FORM [--types LIST]
                                        run a script in the engine, and write what it sent as a program in
                                        JavaScript, Go, C#, Python or Java, or for curl, PowerShell or an
                                        editor. Exit codes are those of run
`, codeCommand},
		{"design", `
  rowkey design FILE… [--json | --markdown] [--explain] [--at N] [--write FOLDER]
               [--report HOW]
                                        measure what the patterns of design files, or of folders of them,
                                        cost under their designs, and say what a reviewer would say. Exit
                                        code 1: a missed budget, or a finding that is an error
  rowkey design FOLDER [--types LIST]   write a design file that describes .http files and .csv data
`, designCommand},
		{"suggest", `
  rowkey suggest FILE…                  propose keys for the design that a design file means
`, suggestCommand},
		{"load", `
  rowkey load FILE… [--times N]         put designs under their load: exit code 1 if that's beyond the targets
`, loadCommand},
		{"review", `
  rowkey review OLD NEW [--json | --markdown] [--runs N] [--report HOW]
                                        say what a change did to plans, and what that costs in a month: of
                                        what rowkey watch wrote, of design files, of .http and .md files, or
                                        of folders of them. Exit code 1: something is worse
`, reviewCommand},
		{"lint", `
  rowkey lint FILE… [--json] [--report HOW]
                                        say what a reviewer would say of .http files, .md files, data and
                                        design files, or of folders of them. Exit code 1: one is an error
`, lintCommand},
	}
}
