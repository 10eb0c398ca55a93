// Command design is the program browser with the design workbench. Only the workbench's page loads it.
package main
