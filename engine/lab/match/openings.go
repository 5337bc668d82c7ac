package match

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"xiangqibot/engine/board"
)

// ReadOpenings reads positions, one FEN per line. It skips empty lines and lines that begin with #. A position without
// a legal move is an error, and so is a text without positions.
func ReadOpenings(r io.Reader) ([]board.Position, error) {
	var openings []board.Position
	scan := bufio.NewScanner(r)
	for number := 1; scan.Scan(); number++ {
		text := strings.TrimSpace(scan.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		p, err := board.ParseFEN(text)
		if err != nil {
			return nil, fmt.Errorf("match: openings, line %d: %w", number, err)
		}
		if !p.HasLegalMove() {
			return nil, fmt.Errorf("match: openings, line %d: the side to move has no move: %s", number, text)
		}
		openings = append(openings, p)
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("match: openings: %w", err)
	}
	if len(openings) == 0 {
		return nil, errors.New("match: openings: there is none: want a position a line, as FEN")
	}
	return openings, nil
}
