package journal

import "os"

// SwapFile replaces the file of the journal and returns the old one.
func (j *Journal) SwapFile(file *os.File) *os.File {
	before := j.file
	j.file = file
	return before
}
