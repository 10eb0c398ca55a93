// Package java finds what tests compile and run programs in Java with: the official clients and JUnit, which
// Maven gets by pom.xml. Where a tool is missing, the test is skipped and says so.
package java
