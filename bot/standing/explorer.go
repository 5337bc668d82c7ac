package standing

import (
	"context"
	"slices"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/book/played"
)

// ExplorerGame is the opening of a game that is over, and its result.
type ExplorerGame struct {
	ID     game.ID
	Moves  []board.Move // the first ExplorerPlies, from the standard start position
	Result played.Result
}

// ExplorerPlies is how many plies of games played in servers are counted, the same as for the games of others.
const ExplorerPlies = 30

// ExplorerStore reads the openings of games. Package store implements it on a database.
type ExplorerStore interface {
	// ExplorerGames lists the latest games of a guild that were won or drawn.
	ExplorerGames(ctx context.Context, guild string, limit int) ([]ExplorerGame, error)
	// ExplorerGamesOf lists those of the latest games of a person, wherever they were played.
	ExplorerGamesOf(ctx context.Context, p game.Person, limit int) ([]ExplorerGame, error)
}

const (
	// maxExplorerGames is how many of a server's latest games are counted, maxOwnGames how many of a person's.
	maxExplorerGames = 2000
	maxOwnGames      = 500
	// maxSamples is how many games can be opened from a position.
	maxSamples = 3
)

// Explored is what was played in a position by people whose games the actor may see.
type Explored struct {
	InServer []played.Move // on the actor's server, the most played first
	Own      []played.Move // in the actor's own games
	Samples  []Sample      // the latest of the actor's games through the position, then of the server's
}

// Sample is a game, and after how many plies a position was on its board.
type Sample struct {
	Game game.ID
	Ply  int
}

// Explorer is the opening explorer for the games of a server and of a person.
type Explorer struct {
	store ExplorerStore
	fair  *fairplay.Guard
}

// NewExplorer returns an explorer for the games in a store.
func NewExplorer(store ExplorerStore, fair *fairplay.Guard) *Explorer { return &Explorer{store, fair} }

// At returns what was played at the end of a record on the actor's server, if they are on one, and in the actor's own
// games. Refusals: those of the guard, which also
// apply to the tables of other people's games.
func (s *Explorer) At(ctx context.Context, act game.Act, rec *board.Record) (e Explored, err error) {
	if _, err := s.fair.Ask(ctx, act.Question(fairplay.Analysis, rec, 0)); err != nil {
		return e, err
	}
	p := rec.Position()
	own, err := s.store.ExplorerGamesOf(ctx, act.Actor, maxOwnGames)
	if err != nil {
		return e, err
	}
	e.Own = e.count(&p, own)
	if act.Guild == "" {
		return e, nil
	}
	games, err := s.store.ExplorerGames(ctx, act.Guild, maxExplorerGames)
	e.InServer = e.count(&p, games)
	return e, err
}

// count returns the moves that were played in p, and takes samples.
func (e *Explored) count(p *board.Position, games []ExplorerGame) []played.Move {
	key, count := book.KeyOf(p), played.NewBuilder(ExplorerPlies)
	for _, g := range games {
		ply := plyOf(key, g.Moves)
		if ply < 0 {
			continue
		}
		count.Add(g.Moves[:min(ply+1, len(g.Moves))], g.Result, "") // without what was played later
		known := slices.ContainsFunc(e.Samples, func(s Sample) bool { return s.Game == g.ID })
		if len(e.Samples) < maxSamples && !known {
			e.Samples = append(e.Samples, Sample{g.ID, ply})
		}
	}
	return count.Table(1).At(p)
}

// plyOf returns after how many of the moves a position or its mirror image is on the board, -1 if it never is.
func plyOf(key book.Key, moves []board.Move) int {
	p := board.StartPosition()
	for ply := 0; ; ply++ {
		if book.KeyOf(&p) == key {
			return ply
		}
		if ply == len(moves) {
			return -1
		}
		p.Make(moves[ply])
	}
}
