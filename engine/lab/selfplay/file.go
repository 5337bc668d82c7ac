package selfplay

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"xiangqibot/engine/board"
	"xiangqibot/engine/checkedfile"
	"xiangqibot/engine/lab/journal"
)

// magic begins every file: the name of the format and its version.
const magic = "XQGAMES\x02"

// maxBody limits the bytes of one game, so that a corrupt length cannot exhaust the memory.
const maxBody = 1 << 20

// Writer writes games to a file.
type Writer struct {
	w    io.Writer
	body []byte
}

// NewWriter begins a file on w. The terms describe in one line how its games are made, so that others are not mixed in.
func NewWriter(w io.Writer, terms string) (*Writer, error) {
	if _, err := w.Write(block([]byte(magic), []byte(terms))); err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	return &Writer{w: w}, nil
}

// block appends a body to b, preceded by its length and followed by its checksum.
func block(b, body []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(body)))
	b = append(b, body...)
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(body))
}

// Write appends a game, in a single call of the underlying writer. An invalid game is an error.
func (w *Writer) Write(g Game) error {
	if err := g.Validate(); err != nil {
		return err
	}
	fen := g.Start.FEN()
	if fen == board.StartFEN {
		fen = ""
	}
	outcome, err := outcomeByte(g.Outcome)
	if err != nil {
		return err
	}
	body := binary.AppendUvarint(w.body[:0], uint64(len(fen)))
	body = append(body, fen...)
	body = append(body, outcome)
	for _, p := range g.Plies {
		body = binary.LittleEndian.AppendUint16(body, uint16(p.Move))
		body = binary.LittleEndian.AppendUint16(body, uint16(p.Score))
	}
	w.body = body
	if _, err := w.w.Write(block(make([]byte, 0, len(body)+8), body)); err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	return nil
}

// Reader reads games.
type Reader struct {
	r     *bufio.Reader
	terms string
	// read is the number of bytes read so far, and games the number of games.
	read  int64
	games int
}

// NewReader reads the head of a file.
func NewReader(r io.Reader) (*Reader, error) {
	b := bufio.NewReader(r)
	head, err := io.ReadAll(io.LimitReader(b, int64(len(magic))))
	if err != nil {
		return nil, fmt.Errorf("selfplay: %w", err)
	}
	reader := &Reader{r: b, read: int64(len(magic))}
	if string(head) != magic {
		return nil, fmt.Errorf("selfplay: this is not a file of games: it begins with %q instead of %q: %w",
			head, magic, checkedfile.ErrDamaged)
	}
	terms, err := reader.block()
	if err != nil {
		return nil, fmt.Errorf("selfplay: the terms of the games: %w", err)
	}
	reader.terms = string(terms)
	return reader, nil
}

// Terms returns how the games of the file are made.
func (r *Reader) Terms() string { return r.terms }

// Next returns the next game. At the end of the file the error is [io.EOF]. It is [io.ErrUnexpectedEOF] if the last
// game is incomplete or followed by zeros only, as after a loss of power; all games before it are valid.
func (r *Reader) Next() (Game, error) {
	before := r.read
	body, err := r.block()
	if err != nil {
		return Game{}, err
	}
	g, err := parse(body)
	if err != nil {
		r.read = before
		return Game{}, r.damaged("%v", err)
	}
	r.games++
	return g, nil
}

// block reads what the function block appends.
func (r *Reader) block() ([]byte, error) {
	length, err := binary.ReadUvarint(r.r)
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, err
		}
		return nil, r.damaged("its length: %v", err)
	}
	if length > maxBody {
		return nil, r.damaged("it claims to take %d bytes", length)
	}
	block := make([]byte, length+crc32.Size)
	if _, err := io.ReadFull(r.r, block); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	body, sum := block[:length], binary.LittleEndian.Uint32(block[length:])
	if sum == 0 && r.onlyZeros() {
		return nil, io.ErrUnexpectedEOF
	}
	if got := crc32.ChecksumIEEE(body); got != sum {
		return nil, r.damaged("its checksum is %08x and should be %08x", got, sum)
	}
	r.read += int64(len(binary.AppendUvarint(nil, length)) + len(block))
	return body, nil
}

// onlyZeros reports whether only zeros follow. It consumes them.
func (r *Reader) onlyZeros() bool {
	for {
		ahead, err := r.r.Peek(1)
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		if ahead[0] != 0 {
			return false
		}
		_, _ = r.r.Discard(1) // it was peeked at
	}
}

func (r *Reader) damaged(format string, args ...any) error {
	return fmt.Errorf("selfplay: game %d at byte %d: %s: %w", r.games, r.read, fmt.Sprintf(format, args...), checkedfile.ErrDamaged)
}

// parse reads the body of a block.
func parse(body []byte) (Game, error) {
	n, used := binary.Uvarint(body)
	if used <= 0 || n > uint64(len(body)-used) {
		return Game{}, errors.New("its start position is cut off")
	}
	fen, rest := string(body[used:used+int(n)]), body[used+int(n):]
	if fen == "" {
		fen = board.StartFEN
	}
	start, err := board.ParseFEN(fen)
	if err != nil {
		return Game{}, err
	}
	if len(rest) == 0 || int(rest[0]) >= len(outcomes) || len(rest)%4 != 1 {
		return Game{}, errors.New("its outcome or its moves make no sense")
	}
	g := Game{Start: start, Outcome: outcomes[rest[0]], Plies: make([]Ply, 0, len(rest)/4)}
	for rest = rest[1:]; len(rest) > 0; rest = rest[4:] {
		g.Plies = append(g.Plies, Ply{
			board.Move(binary.LittleEndian.Uint16(rest)), int16(binary.LittleEndian.Uint16(rest[2:])),
		})
	}
	return g, g.Validate()
}

// ErrOtherTerms is wrapped by the error for a file whose games were made under other terms.
var ErrOtherTerms = errors.New("the file has games of other terms")

// Append opens a file to append games to it, or creates it, and returns the number of games that it has. An incomplete
// game at its end is removed. A file with other contents is left unchanged, with [checkedfile.ErrDamaged], and so is one of other
// terms, with [ErrOtherTerms]. The caller closes the file; until then other processes that append get
// [journal.ErrLocked].
func Append(path, terms string) (w *Writer, file *os.File, games int, err error) {
	file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644) //nolint:gosec // nothing in it is private
	if err != nil {
		return nil, nil, 0, fmt.Errorf("selfplay: %w", err)
	}
	if w, games, err = resume(file, terms); err != nil {
		return nil, nil, 0, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return w, file, games, nil
}

// resume locks a file and moves to where the next game is written.
func resume(file *os.File, terms string) (*Writer, int, error) {
	if err := journal.Lock(file); err != nil {
		return nil, 0, err
	}
	begin := block([]byte(magic), []byte(terms))
	head, err := io.ReadAll(io.LimitReader(file, int64(len(begin))))
	if err != nil {
		return nil, 0, fmt.Errorf("selfplay: %w", err)
	}
	if len(head) < len(begin) && bytes.HasPrefix(begin, head) { // new, or cut off before its first game
		if err := cut(file, 0); err != nil {
			return nil, 0, err
		}
		w, err := NewWriter(file, terms)
		return w, 0, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, 0, fmt.Errorf("selfplay: %w", err)
	}
	r, err := NewReader(file)
	if err != nil {
		return nil, 0, err
	}
	if r.Terms() != terms {
		return nil, 0, fmt.Errorf("%w: %q instead of %q", ErrOtherTerms, r.Terms(), terms)
	}
	for err == nil {
		_, err = r.Next()
	}
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, 0, err
	}
	return &Writer{w: file}, r.games, cut(file, r.read)
}

// cut truncates a file at a byte and moves there.
func cut(file *os.File, end int64) error {
	if err := file.Truncate(end); err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	if _, err := file.Seek(end, io.SeekStart); err != nil {
		return fmt.Errorf("selfplay: %w", err)
	}
	return nil
}
