package journal

import "os"

// SwapFile has the journal write to another file, and returns the one before.
func (j *Journal) SwapFile(file *os.File) *os.File {
	before := j.file
	j.file = file
	return before
}
