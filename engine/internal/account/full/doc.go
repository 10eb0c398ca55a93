// Package full opens accounts with every service: tables, queues, blobs and the settings of each. It also
// checks signatures. It isn't part of package account so that a page whose examples only need tables
// doesn't load the rest.
package full
