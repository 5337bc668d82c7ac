// Package journal implements append-only files of JSON objects, one per line, in which long runs of xiangqi-lab record
// their progress. One process at a time appends to a journal. A restarted run reads it and continues after its last
// line:
//
//	j, err := journal.Open(path, format, func(line []byte) error { … })
//	…
//	err = j.Append(entry)
//
// A crash may leave an incomplete last line: Open removes it. A file that is not a journal is an error and left
// unchanged. Readers need no lock.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrLocked is returned for a file that another process has locked.
var ErrLocked = errors.New("another run is writing to this file: let it end, or name another file")

// Format lists how the lines of a journal begin, for example `{"game":`. If an incomplete last line does not match any
// of them, the file is not a journal.
type Format []string

// Journal is a journal that can be appended to, by one goroutine at a time.
type Journal struct {
	file *os.File
	// broken is the error of a failed write. Part of the line may be in the file, and nothing may follow it.
	broken error
}

// Open locks a journal, creates it if it does not exist, and passes its complete lines to read, except empty ones. It
// then truncates the file after the last complete line. The error is [ErrLocked] while another process has the
// journal open. If Open or read fails, the file is unchanged.
func Open(path string, format Format, read func(line []byte) error) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644) //nolint:gosec // nothing in it is private
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := resume(file, format, read); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), file.Close())
	}
	return &Journal{file: file}, nil
}

// resume reads a journal and moves to where the next line is written.
func resume(file *os.File, format Format, read func(line []byte) error) error {
	if err := lock(file); err != nil {
		return err
	}
	whole, err := lines(file, format, read)
	if err != nil {
		return err
	}
	if err := file.Truncate(whole); err != nil {
		return err
	}
	_, err = file.Seek(whole, io.SeekStart)
	return err
}

// Read passes the complete lines of a journal to read and changes nothing: another process may be appending to it.
func Read(path string, format Format, read func(line []byte) error) error {
	file, err := os.Open(path) //nolint:gosec // the caller names the file
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	defer file.Close()
	if _, err := lines(file, format, read); err != nil {
		return fmt.Errorf("journal %s: %w", path, err)
	}
	return nil
}

// lines passes the complete lines to read and returns where the last of them ends. An error names the line.
func lines(r io.Reader, format Format, read func(line []byte) error) (whole int64, err error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return 0, err
	}
	whole = int64(bytes.LastIndexByte(data, '\n') + 1)
	if rest := data[whole:]; !format.begins(rest) {
		return 0, fmt.Errorf("it ends with %q, which is no line of a journal that was cut off: is it another file?",
			rest[:min(len(rest), 40)])
	}
	for number, line := range bytes.Split(data[:whole], []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		if err := read(line); err != nil {
			return 0, fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	return whole, nil
}

// begins reports whether the rest of a file can be an incomplete line of the format. Zeros may follow it after a loss
// of power.
func (f Format) begins(rest []byte) bool {
	rest = bytes.TrimRight(rest, "\x00")
	for _, begin := range f {
		if n := min(len(rest), len(begin)); string(rest[:n]) == begin[:n] {
			return true
		}
	}
	return false
}

// Append writes an entry as the last line. After a failed write, as on a full disk, all further calls return its error:
// the file may end with an incomplete line, which [Open] removes.
func (j *Journal) Append(entry any) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if j.broken == nil {
		if _, err := j.file.Write(append(line, '\n')); err != nil {
			j.broken = fmt.Errorf("journal: %w", err)
		}
	}
	return j.broken
}

// Name is the path that the journal was opened by.
func (j *Journal) Name() string { return j.file.Name() }

// Close closes the file and unlocks it.
func (j *Journal) Close() error { return j.file.Close() }
