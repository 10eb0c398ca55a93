// Package rowkeytest gives each test a storage account of its own, on this machine: tables, queues and blobs,
// with what a seed leaves in it, and with a count of what the program's requests read.
//
//	func TestNewest(t *testing.T) {
//		account := rowkeytest.Open(t, "testdata")
//		orders, err := aztables.NewServiceClientFromConnectionString(account.ConnectionString, nil)
//		…
//		account.ReadsAtMost(t, 40) // and scans nothing
//	}
//
// The accounts of one seed share its bytes. Each is gone when its test ends.
package rowkeytest
