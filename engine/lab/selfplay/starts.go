package selfplay

import (
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// OpeningSource samples the positions in which games start.
type OpeningSource struct {
	// Name describes the source, with a checksum of the positions. It is part of [Plan.Terms].
	Name string
	Draw func(rng *rand.Rand) board.Position
}

// FromOpenings samples from a list of at least one position.
func FromOpenings(list []board.Position) OpeningSource {
	sum := crc32.NewIEEE()
	for _, p := range list {
		_, _ = io.WriteString(sum, p.FEN()) // a checksum takes everything
	}
	return OpeningSource{fmt.Sprintf("%d openings (%08x)", len(list), sum.Sum32()), func(rng *rand.Rand) board.Position { return list[rng.IntN(len(list))] }}
}

// FromGames samples a position from one of the games after first to last plies. Games shorter than first plies are not
// used.
func FromGames(games []Game, first, last int) (OpeningSource, error) {
	games = slices.DeleteFunc(slices.Clone(games), func(g Game) bool { return len(g.Plies) < first })
	if len(games) == 0 || first < 0 || last < first {
		return OpeningSource{}, fmt.Errorf("selfplay: no game has a position between plies %d and %d", first, last)
	}
	sum := crc32.NewIEEE()
	for _, g := range games {
		_, _ = io.WriteString(sum, g.Start.FEN())
		for _, ply := range g.Plies {
			_, _ = sum.Write([]byte{byte(ply.Move), byte(ply.Move >> 8)})
		}
	}
	return OpeningSource{fmt.Sprintf("%d games (%08x) at plies %d to %d", len(games), sum.Sum32(), first, last), func(rng *rand.Rand) board.Position {
		g := &games[rng.IntN(len(games))]
		p := g.Start
		for _, ply := range g.Plies[:first+rng.IntN(min(last, len(g.Plies))-first+1)] {
			p.Make(ply.Move)
		}
		return p
	}}, nil
}

// FromBook samples a position reached by at most so many book moves.
func FromBook(b *book.Book, plies int) OpeningSource {
	return OpeningSource{fmt.Sprintf("the book to ply %d", plies), func(rng *rand.Rand) board.Position {
		p := board.StartPosition()
		for range rng.IntN(plies + 1) {
			m, ok := b.Pick(&p, rng)
			if !ok {
				break
			}
			p.Make(m)
		}
		return p
	}}
}

// OneOf samples from one of the sources, each equally likely.
func OneOf(starts []OpeningSource) OpeningSource {
	names := make([]string, len(starts))
	for i, s := range starts {
		names[i] = s.Name
	}
	return OpeningSource{strings.Join(names, ", "), func(rng *rand.Rand) board.Position {
		return starts[rng.IntN(len(starts))].Draw(rng)
	}}
}
