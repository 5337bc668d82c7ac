package train

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/claim"
)

// magic begins every file: the name of the format and its version.
const magic = "XQGAMES\x01"

// maxBody bounds the bytes of one game: more than any game has, and little enough to hold.
const maxBody = 1 << 20

// Writer writes games to a file of its own.
type Writer struct {
	w    io.Writer
	body []byte
}

// NewWriter begins a file on w.
func NewWriter(w io.Writer) (*Writer, error) {
	if _, err := io.WriteString(w, magic); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return &Writer{w: w}, nil
}

// Write adds a game, in a single call of the underlying writer. A game that is not sound is refused.
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
	if len(body) > maxBody {
		return fmt.Errorf("train: a game of %d plies is too long", len(g.Plies))
	}
	block := binary.AppendUvarint(make([]byte, 0, len(body)+8), uint64(len(body)))
	block = append(block, body...)
	block = binary.LittleEndian.AppendUint32(block, crc32.ChecksumIEEE(body))
	if _, err := w.w.Write(block); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// ErrDamaged is wrapped by the errors for files whose bytes make no sense.
var ErrDamaged = errors.New("the file is damaged")

// Reader reads games.
type Reader struct {
	r *bufio.Reader
	// read is how many bytes the games so far took, and games how many they are.
	read  int64
	games int
}

// NewReader reads the head of a file.
func NewReader(r io.Reader) (*Reader, error) {
	b := bufio.NewReader(r)
	head := make([]byte, len(magic))
	n, err := io.ReadFull(b, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("train: %w", err)
	}
	if string(head) != magic {
		return nil, fmt.Errorf("train: this is no file of games, it begins with %q instead of %q: %w", head[:n], magic, ErrDamaged)
	}
	return &Reader{r: b, read: int64(len(magic))}, nil
}

// Next returns the next game. At the end of the file the error is io.EOF, and io.ErrUnexpectedEOF where the file was cut off
// within a game; all games before that are good.
func (r *Reader) Next() (Game, error) {
	length, err := binary.ReadUvarint(r.r)
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return Game{}, err
		}
		return Game{}, r.damaged("its length: %v", err)
	}
	if length > maxBody {
		return Game{}, r.damaged("it claims to take %d bytes", length)
	}
	block := make([]byte, length+crc32.Size)
	if _, err := io.ReadFull(r.r, block); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return Game{}, err
	}
	body, sum := block[:length], binary.LittleEndian.Uint32(block[length:])
	if got := crc32.ChecksumIEEE(body); got != sum {
		return Game{}, r.damaged("its checksum is %08x and should be %08x", got, sum)
	}
	g, err := parse(body)
	if err != nil {
		return Game{}, r.damaged("%v", err)
	}
	r.games++
	r.read += int64(len(binary.AppendUvarint(nil, length)) + len(block))
	return g, nil
}

func (r *Reader) damaged(format string, args ...any) error {
	return fmt.Errorf("train: game %d at byte %d: %s: %w", r.games, r.read, fmt.Sprintf(format, args...), ErrDamaged)
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

// Append opens a file to add games to it, beginning it if there is none, and tells how many it has. What was cut off at its end is removed;
// a file that holds something else is left as it is, with ErrDamaged. The caller closes the file; until then
// others who would append get claim.ErrTaken.
func Append(path string) (w *Writer, file *os.File, games int, err error) {
	file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, 0, fmt.Errorf("train: %w", err)
	}
	if w, games, err = resume(file); err != nil {
		return nil, nil, 0, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return w, file, games, nil
}

// resume brings a file to where the next game is written.
func resume(file *os.File) (*Writer, int, error) {
	if err := claim.File(file); err != nil {
		return nil, 0, err
	}
	head := make([]byte, len(magic))
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, 0, fmt.Errorf("train: %w", err)
	}
	if n < len(magic) && strings.HasPrefix(magic, string(head[:n])) { // new, or cut off before its first game
		if err := cut(file, 0); err != nil {
			return nil, 0, err
		}
		w, err := NewWriter(file)
		return w, 0, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, 0, fmt.Errorf("train: %w", err)
	}
	r, err := NewReader(file)
	for err == nil {
		_, err = r.Next()
	}
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, 0, err
	}
	return &Writer{w: file}, r.games, cut(file, r.read)
}

// cut ends a file at a byte, where the next one is written.
func cut(file *os.File, end int64) error {
	if err := file.Truncate(end); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if _, err := file.Seek(end, io.SeekStart); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}
