//go:build !js

package datadir

// Disk and File are for tests that make them fail.
type (
	Disk = disk
	File = file
)

// OpenOn is Open with another disk and without a sync every second.
func OpenOn(disk Disk, path string, o Options) (*Dir, error) { return openOn(disk, nil, path, o) }

// OSDisk is the disk that Open uses.
func OSDisk() Disk { return system }

// ClosingDisk is the disk that Open uses on Windows.
func ClosingDisk() Disk { return osDisk{closes: true} }

// Compact compacts the only journal of d immediately.
func (d *Dir) Compact() error {
	a := d.accounts[0]
	if err := a.rewrite(); err != nil {
		return err
	}
	return a.sync()
}

// Sync syncs the only journal of d, as happens once a second.
func (d *Dir) Sync() error { return d.accounts[0].sync() }
