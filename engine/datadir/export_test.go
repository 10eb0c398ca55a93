package datadir

// Disk and File are what tests let fail.
type (
	Disk = disk
	File = file
)

// OpenOn is Open with another disk, and without a sync from time to time.
func OpenOn(disk Disk, path string, o Options) (*Dir, error) { return openOn(disk, nil, path, o) }

// OSDisk is the disk that Open uses.
func OSDisk() Disk { return osDisk{} }

// Compact compacts the only journal of d at once.
func (d *Dir) Compact() error {
	j := d.journals[0]
	if err := j.rewrite(); err != nil {
		return err
	}
	return j.sync()
}

// Sync does what d does once a second.
func (d *Dir) Sync() error { return d.journals[0].sync() }
