package selfplay

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// Start is a way to draw the positions in which games start.
type Start struct {
	// Name says where the positions come from. It is part of [Plan.Terms].
	Name string
	Draw func(dice *rand.Rand) board.Position
}

// FromOpenings draws one of the positions, of which there is at least one.
func FromOpenings(list []board.Position) Start {
	return Start{fmt.Sprintf("%d openings", len(list)), func(dice *rand.Rand) board.Position { return list[dice.IntN(len(list))] }}
}

// FromGames draws a position from one of the games after first to last plies. Games that are shorter than first plies
// are not used.
func FromGames(games []Game, first, last int) (Start, error) {
	games = slices.DeleteFunc(slices.Clone(games), func(g Game) bool { return len(g.Plies) < first })
	if len(games) == 0 || first < 0 || last < first {
		return Start{}, fmt.Errorf("selfplay: no game has a position between plies %d and %d", first, last)
	}
	return Start{fmt.Sprintf("%d games at plies %d to %d", len(games), first, last), func(dice *rand.Rand) board.Position {
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
