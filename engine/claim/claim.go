// Package claim keeps a file for the one process that writes to it.
//
// The workshop's journals grow at their end. Two runs of the same command would write over each other, and neither would notice:
//
//	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
//	…
//	if err := claim.File(file); err != nil {
//		return err // another run has it
//	}
//
// Whoever only reads needs no claim.
package claim

import "errors"

// ErrTaken is returned for a file that another run is writing to.
var ErrTaken = errors.New("another run is writing to this file: let it end, or name another file")
