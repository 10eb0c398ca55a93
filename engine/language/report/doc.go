// Package report writes how a run of scripts went: as text for people, as JSON for programs, and as the
// exit code of a command.
//
// The command line and the headless programs print what comes out of here, so the same run reads the same
// everywhere. The package only writes: it runs nothing, opens no file, and decides
// nothing that package runner hasn't. What a page shows of a run is package view's part.
package report
