package tournament

import (
	"cmp"
	"math"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// Fixture identifies a board of a tournament's round. It is also the job that starts the board's game and, once the
// game is over, records its result.
type Fixture struct {
	Tournament ID  `json:"tournament"`
	Round      int `json:"round"` // from 1
	Board      int `json:"board"` // from 0
}

// AnnounceRound is the job that announces a round: the table before it and its pairings. The round after the last one
// means the final table. The worker calls [Service.PendingRound] for what to announce, and then
// [Service.RoundAnnounced].
type AnnounceRound struct {
	Tournament ID  `json:"tournament"`
	Round      int `json:"round"`
}

// Kind is "fixture".
func (Fixture) Kind() string { return "fixture" }

// Kind is "announce-round".
func (AnnounceRound) Kind() string { return "announce-round" }

// Start closes the sign-up and pairs the first round. Players are seeded by rating in the tournament's class of games,
// the best first; players without a rating come last.
func (t *Tournament) Start(act game.Act, ratings map[game.Person]float64, at time.Time) error {
	if err := t.checkManager(act); err != nil {
		return err
	}
	switch {
	case t.Stage == Underway:
		return t.refuse(SignUpOver, 0)
	case len(t.Players) < MinEntrants:
		return t.refuse(TooFewPlayers, MinEntrants)
	}
	slices.SortStableFunc(t.Players, func(a, b Entrant) int { return cmp.Compare(ratings[b.Person], ratings[a.Person]) })
	all := len(RoundRobin(len(t.Players)))
	switch {
	case t.System == RoundRobinSystem:
		t.Rounds = all
	case t.Rounds == 0:
		t.Rounds = int(math.Ceil(math.Log2(float64(len(t.Players)))))
	}
	t.Rounds = min(t.Rounds, all)
	t.Stage, t.Started = Underway, at
	t.advance(at)
	t.changed(at)
	return nil
}

// Due reports whether a fixture still has work to do: its round is under way and its result is not recorded.
func (t *Tournament) Due(f Fixture) bool {
	if t.Stage != Underway || f.Round != t.Round {
		return false
	}
	boards := t.Boards[f.Round-1]
	return f.Board >= 0 && f.Board < len(boards) && !boards[f.Board].Over
}

// Game returns the arrangement of a due board's game. Place is where games that begin in the tournament's channel are
// played.
func (t *Tournament) Game(f Fixture, place game.Place) game.Arrangement {
	m := t.Boards[f.Round-1][f.Board]
	a := game.Arrangement{
		Guild: t.Guild, Channel: t.Channel,
		Red: t.Players[m.Red].Person, Black: t.Players[m.Black].Person,
		Rated: t.Rated, Conditions: t.Conditions, Rules: t.Rules, AtEnd: f,
	}
	if t.ThreadSupport == game.ThreadSupportAllowed { // without threads, the games need not say where they are played
		a.Place, a.ThreadSupport = place, t.ThreadSupport
	}
	return a
}

// RecordGame records which game is played on a board, and its result if it is over. The last result of a round starts
// the next round. A recorded result never changes, whatever happens to the game later.
func (t *Tournament) RecordGame(f Fixture, g *game.Game, at time.Time) error {
	if !t.Due(f) {
		return t.refuse(game.Outdated, 0)
	}
	boards := t.Boards[f.Round-1]
	m := &boards[f.Board]
	if m.Game == g.ID && g.State != game.Finished {
		return nil
	}
	m.Game = g.ID
	if g.State != game.Finished {
		t.changed(at.Add(linkDelay))
		return nil
	}
	t.changed(at)
	m.Over, m.Score = true, redScore(g)
	if !slices.ContainsFunc(boards, func(m Board) bool { return !m.Over }) {
		t.advance(at)
	}
	return nil
}

// redScore returns Red's score of a finished game. An aborted game is a loss for the side that never moved.
func redScore(g *game.Game) float64 {
	winner, won := g.Winner()
	switch {
	case g.End == game.Aborted:
		winner = g.Turn().Opponent()
	case !won:
		return 0.5
	}
	if winner == board.Red {
		return 1
	}
	return 0
}

// advance pairs the next round that has a game, or ends the tournament. The boards of the round begin once it is
// announced.
func (t *Tournament) advance(at time.Time) {
	for {
		active := 0
		for _, e := range t.Players {
			if !e.Withdrawn {
				active++
			}
		}
		if t.Round == t.Rounds || active < 2 {
			t.Stage, t.Ended = Decided, at
			t.Enqueue(AnnounceRound{t.ID, t.Round + 1}, at)
			return
		}
		t.Round++
		boards := t.pair()
		t.Boards = append(t.Boards, boards)
		hasGames := slices.ContainsFunc(boards, func(m Board) bool { return !m.Over })
		if hasGames { // a round of byes only shows in the next table
			t.Enqueue(AnnounceRound{t.ID, t.Round}, at)
			return
		}
	}
}

// BeginRound queues the boards of a round, if it is the current one. It has no effect on boards that have begun.
func (t *Tournament) BeginRound(round int, at time.Time) {
	if t.Stage != Underway || round != t.Round {
		return
	}
	for i, m := range t.Boards[round-1] {
		if !m.Over {
			t.Enqueue(Fixture{t.ID, round, i}, at)
		}
	}
}

// pair pairs the players for the current round.
func (t *Tournament) pair() []Board {
	out := func(p int) bool { return p == NoOpponent || t.Players[p].Withdrawn }
	var pairs []Pairing
	if t.System == SwissSystem {
		pairs = Swiss(len(t.Players), t.results(t.Round), out)
	} else {
		for _, p := range RoundRobin(len(t.Players))[t.Round-1] {
			switch {
			case out(p.Red) && out(p.Black):
				continue
			case out(p.Red):
				p = Pairing{p.Black, NoOpponent}
			case out(p.Black):
				p.Black = NoOpponent
			}
			pairs = append(pairs, p)
		}
	}
	boards := make([]Board, len(pairs))
	for i, p := range pairs {
		boards[i] = Board{Pairing: p}
		if p.Bye() {
			boards[i].Over, boards[i].Score = true, t.byeScore(p.Red)
		}
	}
	return boards
}

// byeScore returns the score of a player without an opponent in the current round. In a round-robin it is 0 for the
// round in which the player sits out because the number of players is odd, and 1 if the opponent has withdrawn.
func (t *Tournament) byeScore(player int) float64 {
	if t.System == SwissSystem || !slices.Contains(RoundRobin(len(t.Players))[t.Round-1], Pairing{player, NoOpponent}) {
		return 1
	}
	return 0
}

// Table returns the [Standings] after the first rounds.
func (t *Tournament) Table(rounds int) []Standing {
	return Standings(len(t.Players), t.results(rounds))
}

// ScoreAgainst returns the score of player a against player b in the first rounds, of all their games; met is false if
// they have none that is over.
func (t *Tournament) ScoreAgainst(a, b, rounds int) (score float64, met bool) {
	for _, r := range t.results(rounds) {
		switch {
		case r.Red == a && r.Black == b:
			score, met = score+r.Score, true
		case r.Red == b && r.Black == a:
			score, met = score+1-r.Score, true
		}
	}
	return score, met
}

// results returns the results of the first rounds so far. The byes of a round are included when it is over, so that the
// table does not change between the announcement of a round and its first result.
func (t *Tournament) results(rounds int) (met []Result) {
	for i, boards := range t.Boards[:min(rounds, len(t.Boards))] {
		running := t.Stage == Underway && i == t.Round-1
		for _, m := range boards {
			if m.Over && (!running || !m.Bye()) {
				met = append(met, Result{m.Pairing, m.Score})
			}
		}
	}
	return met
}
