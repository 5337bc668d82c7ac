// Package checkedfile has what the project's files share. A binary file begins with its magic, the name of its format
// and its version, and ends with the CRC-32 checksum of all before it. [Seal] adds the checksum, [Open] checks both,
// and [Reader] parses what is between them. [WriteJSON] and [ReadJSON] are for all else: JSON, compressed.
package checkedfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// ErrDamaged is wrapped by the errors for corrupt files.
var ErrDamaged = errors.New("the file is damaged")

// Seal appends the checksum of a file to it.
func Seal(file []byte) []byte {
	return binary.LittleEndian.AppendUint32(file, crc32.ChecksumIEEE(file))
}

// Open returns what is between the magic and the checksum of a file of at most limit bytes. Its errors wrap
// [ErrDamaged].
func Open(file []byte, magic string, limit int) (body []byte, err error) {
	end := len(file) - crc32.Size
	switch head := file[:min(len(file), len(magic))]; {
	case string(head) != magic:
		return nil, fmt.Errorf("it begins with %q instead of %q: %w", head, magic, ErrDamaged)
	case len(file) > limit:
		return nil, fmt.Errorf("it has more than %d bytes: %w", limit, ErrDamaged)
	case end < len(magic):
		return nil, fmt.Errorf("it is cut off after %d bytes: %w", len(file), ErrDamaged)
	}
	if want, got := binary.LittleEndian.Uint32(file[end:]), crc32.ChecksumIEEE(file[:end]); want != got {
		return nil, fmt.Errorf("its checksum is %08x and should be %08x, copy the file again: %w", got, want, ErrDamaged)
	}
	return file[len(magic):end], nil
}

// CheckSum reads a checksum from r and compares it with sum, that of what was read before it.
func CheckSum(r io.Reader, sum uint32) error {
	var want [crc32.Size]byte
	if _, err := io.ReadFull(r, want[:]); err != nil {
		return fmt.Errorf("its checksum is cut off: %w", err)
	}
	if want := binary.LittleEndian.Uint32(want[:]); want != sum {
		return fmt.Errorf("its checksum is %08x and should be %08x", sum, want)
	}
	return nil
}

// Reader parses the body of a file. After its first error it returns zeros.
type Reader struct {
	rest []byte
	at   int // the byte of the file where rest begins
	err  error
}

// NewReader returns a reader of a body that begins at a byte of its file.
func NewReader(body []byte, at int) *Reader { return &Reader{rest: body, at: at} }

// Err returns the first error, with the byte of the file where it occurred. It wraps [ErrDamaged].
func (r *Reader) Err() error { return r.err }

// Fail sets the error, unless there is one.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("byte %d: %w: %w", r.at, fmt.Errorf(format, args...), ErrDamaged)
	}
	r.rest = nil
}

// End returns the error, which it sets if bytes are left.
func (r *Reader) End() error {
	if n := len(r.rest); n > 0 {
		r.Fail("%d bytes are left after the end", n)
	}
	return r.err
}

// Len is the number of bytes that are left.
func (r *Reader) Len() int { return len(r.rest) }

// Bytes reads n bytes.
func (r *Reader) Bytes(n int) []byte {
	if len(r.rest) < n {
		r.Fail("it is cut off")
		return make([]byte, n)
	}
	b := r.rest[:n]
	r.rest, r.at = r.rest[n:], r.at+n
	return b
}

// Byte reads a byte.
func (r *Reader) Byte() byte { return r.Bytes(1)[0] }

// Uvarint reads an unsigned varint of at most limit.
func (r *Reader) Uvarint(limit int) int {
	n, used := binary.Uvarint(r.rest)
	if used <= 0 || used > 1 && r.rest[used-1] == 0 || n > uint64(limit) {
		r.Fail("a number is cut off or beyond %d", limit)
		return 0
	}
	r.rest, r.at = r.rest[used:], r.at+used
	return int(n)
}

// Varint reads a signed varint between -limit and limit.
func (r *Reader) Varint(limit int) int {
	var n int64
	var used int
	if len(r.rest) > 0 && r.rest[0] < 0x80 { // one byte, as most weights of a network have
		n, used = int64(r.rest[0]>>1)^-int64(r.rest[0]&1), 1
	} else {
		n, used = binary.Varint(r.rest)
	}
	if used <= 0 || used > 1 && r.rest[used-1] == 0 || n < -int64(limit) || n > int64(limit) {
		r.Fail("a number is cut off or beyond ±%d", limit)
		return 0
	}
	r.rest, r.at = r.rest[used:], r.at+used
	return int(n)
}
