// Package journal implements append-only files of JSON objects, one per line, in which long runs of xiangqi-lab record
// their progress. The first line has the terms: what the entries depend on, in one line of text. One process at a time
// appends to a journal. A run that is restarted under the same terms reads it and continues after its last line:
//
//	j, err := journal.Open(path, `{"game":`, terms, func(entry []byte) error { … })
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

// ErrOtherTerms is returned for a journal whose entries were made under other terms.
var ErrOtherTerms = errors.New("it was begun under other terms: name another file, or go on as it was begun")

// heading is the first line.
type heading struct {
	Terms string `json:"terms"`
}

// headingBegin is how it begins.
const headingBegin = `{"terms":`

// Journal is a journal that can be appended to, by one goroutine at a time.
type Journal struct {
	file *os.File
	// broken is the error of a failed write. Part of the line may be in the file, and nothing may follow it.
	broken error
}

// Open locks a journal, creates it if it does not exist, and passes its entries to read. It then truncates the file
// after the last complete line. A file whose incomplete last line begins neither as entries do nor as terms is not a
// journal. The error is [ErrLocked] while another process has the journal open, and [ErrOtherTerms] if it has entries
// under other terms; without entries it gets the new ones. Without terms it has no such line. If Open or read fails,
// the file is unchanged.
func Open(path, begin, terms string, read func(entry []byte) error) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644) //nolint:gosec // nothing in it is private
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{file: file}
	if err := j.resume(begin, terms, read); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), file.Close())
	}
	return j, nil
}

// resume reads a journal and moves to where the next line is written.
func (j *Journal) resume(begin, terms string, read func(entry []byte) error) error {
	if err := lock(j.file); err != nil {
		return err
	}
	entries := 0
	whole, found, err := lines(j.file, begin, func(entry []byte) error {
		entries++
		return read(entry)
	})
	switch {
	case err != nil:
		return err
	case found == terms:
	case entries > 0:
		return fmt.Errorf("%w: %q instead of %q", ErrOtherTerms, found, terms)
	default:
		whole = 0
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := j.file.Seek(whole, io.SeekStart); err != nil || found == terms {
		return err
	}
	return j.Append(heading{terms})
}

// Read passes the entries of a journal to read and changes nothing: another process may be appending to it.
func Read(path, begin string, read func(entry []byte) error) error {
	file, err := os.Open(path) //nolint:gosec // the caller names the file
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	defer file.Close()
	if _, _, err := lines(file, begin, read); err != nil {
		return fmt.Errorf("journal %s: %w", path, err)
	}
	return nil
}

// lines passes the entries to read, of complete lines that are not empty. It returns where the last of these lines
// ends, and the terms. An error names the line.
func lines(r io.Reader, begin string, read func(entry []byte) error) (whole int64, terms string, err error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return 0, "", err
	}
	whole = int64(bytes.LastIndexByte(data, '\n') + 1)
	if rest := data[whole:]; !begins(rest, begin) && !begins(rest, headingBegin) {
		return 0, "", fmt.Errorf("it ends with %q, which is no line of a journal that was cut off: is it another file?",
			rest[:min(len(rest), 40)])
	}
	for number, line := range bytes.Split(data[:whole], []byte("\n")) {
		switch {
		case len(line) == 0:
		case bytes.HasPrefix(line, []byte(headingBegin)):
			var head heading
			err = json.Unmarshal(line, &head)
			terms = head.Terms
		default:
			err = read(line)
		}
		if err != nil {
			return 0, "", fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	return whole, terms, nil
}

// begins reports whether the rest of a file can be an incomplete line that begins so. Zeros may follow it after a loss
// of power.
func begins(rest []byte, begin string) bool {
	rest = bytes.TrimRight(rest, "\x00")
	n := min(len(rest), len(begin))
	return string(rest[:n]) == begin[:n]
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

// Close closes the file and unlocks it.
func (j *Journal) Close() error { return j.file.Close() }
