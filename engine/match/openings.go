package match

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"xiangqibot/engine/board"
)

// ReadOpenings reads positions, one FEN a line. Empty lines and lines that begin with # are passed over.
// Positions in which no move is possible are refused, and so is a text without any.
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
