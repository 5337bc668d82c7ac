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

// Start is a way to draw the positions in which games start.
type Start struct {
	// Name says where the positions come from, with a checksum of them. It is part of [Plan.Terms].
	Name string
	Draw func(dice *rand.Rand) board.Position
}

// FromOpenings draws one of the positions, of which there is at least one.
func FromOpenings(list []board.Position) Start {
	sum := crc32.NewIEEE()
	for _, p := range list {
		_, _ = io.WriteString(sum, p.FEN()) // a checksum takes everything
	}
	return Start{fmt.Sprintf("%d openings (%08x)", len(list), sum.Sum32()), func(dice *rand.Rand) board.Position { return list[dice.IntN(len(list))] }}
}

// FromGames draws a position from one of the games after first to last plies. Games that are shorter than first plies
// are not used.
func FromGames(games []Game, first, last int) (Start, error) {
	games = slices.DeleteFunc(slices.Clone(games), func(g Game) bool { return len(g.Plies) < first })
	if len(games) == 0 || first < 0 || last < first {
		return Start{}, fmt.Errorf("selfplay: no game has a position between plies %d and %d", first, last)
	}
	sum := crc32.NewIEEE()
	for _, g := range games {
		_, _ = io.WriteString(sum, g.Start.FEN())
		for _, ply := range g.Plies {
			_, _ = sum.Write([]byte{byte(ply.Move), byte(ply.Move >> 8)})
		}
	}
	return Start{fmt.Sprintf("%d games (%08x) at plies %d to %d", len(games), sum.Sum32(), first, last), func(dice *rand.Rand) board.Position {
		g := &games[dice.IntN(len(games))]
		p := g.Start
		for _, ply := range g.Plies[:first+dice.IntN(min(last, len(g.Plies))-first+1)] {
			p.Make(ply.Move)
		}
		return p
	}}, nil
}

// FromBook draws a position that is reached by at most so many moves of the book.
func FromBook(b *book.Book, plies int) Start {
	return Start{fmt.Sprintf("the book to ply %d", plies), func(dice *rand.Rand) board.Position {
		p := board.StartPosition()
		for range dice.IntN(plies + 1) {
			m, ok := b.Pick(&p, dice)
			if !ok {
				break
			}
			p.Make(m)
		}
		return p
	}}
}

// OneOf draws one of the ways, all alike, and then a position in that way.
func OneOf(starts []Start) Start {
	names := make([]string, len(starts))
	for i, s := range starts {
		names[i] = s.Name
	}
	return Start{strings.Join(names, ", "), func(dice *rand.Rand) board.Position {
		return starts[dice.IntN(len(starts))].Draw(dice)
	}}
}
