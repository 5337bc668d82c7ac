package tournament

import (
	"cmp"
	"math"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// Meeting is a pairing of a round and what has become of it.
type Meeting struct {
	Pairing
	Game  game.ID `json:"game,omitempty"` // 0 in a bye, and until the game begins
	Over  bool    `json:"over,omitempty"`
	Score float64 `json:"score,omitempty"` // what it brought Red, once it is over: 1, 0.5 or 0
}

// Fixture is a board of a tournament's round. It is also a job: the game of the board begins if it has not, and once
// that is over its result is booked.
type Fixture struct {
	Tournament ID  `json:"tournament"`
	Round      int `json:"round"` // from 1
	Board      int `json:"board"` // from 0
}

// TellRound is the job of announcing a round: the table before it, and who meets whom in it. The round after the last
// one is the final table. The worker asks Service.Untold what there is to tell, and then calls Service.RoundTold.
type TellRound struct {
	Tournament ID  `json:"tournament"`
	Round      int `json:"round"`
}

// Kind is "fixture".
func (Fixture) Kind() string { return "fixture" }

// Kind is "tell-round".
func (TellRound) Kind() string { return "tell-round" }

// Start ends the sign-up and pairs the first round. The ratings are those of the players in its class of games: the
// best is first seed. Players without one come last.
func (t *Tournament) Start(act game.Act, ratings map[game.Person]float64, at time.Time) error {
	if err := t.mayRun(act); err != nil {
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
	case t.System == EachMeetsEach:
		t.Rounds = all
	case t.Rounds == 0:
		t.Rounds = int(math.Ceil(math.Log2(float64(len(t.Players)))))
	}
	t.Rounds = min(t.Rounds, all)
	t.Stage, t.Started = Underway, at
	t.next(at)
	t.changed(at)
	return nil
}

// Due reports whether a fixture still has something to do: its round is played and its result not booked.
func (t *Tournament) Due(f Fixture) bool {
	if t.Stage != Underway || f.Round != t.Round {
		return false
	}
	boards := t.Boards[f.Round-1]
	return f.Board >= 0 && f.Board < len(boards) && !boards[f.Board].Over
}

// Game is how the game of a board that is due begins. Place is where games go on that begin in the tournament's
// channel.
func (t *Tournament) Game(f Fixture, place game.Place) game.Arrangement {
	m := t.Boards[f.Round-1][f.Board]
	a := game.Arrangement{
		Guild: t.Guild, Channel: t.Channel,
		Red: t.Players[m.Red].Person, Black: t.Players[m.Black].Person,
		Rated: t.Rated, Conditions: t.Conditions, Rules: t.Rules, AtEnd: f,
	}
	if t.Ground == game.GroundOpen { // where there can be no threads, the games of a round need not say so
		a.Place, a.Ground = place, t.Ground
	}
	return a
}

// Book notes which game is played on a board, and its result if it is over. The result of the round's last game begins
// the next round. A result that was booked stays, whatever becomes of the game later.
func (t *Tournament) Book(f Fixture, g *game.Game, at time.Time) error {
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
		t.changed(at.Add(linkAfter))
		return nil
	}
	t.changed(at)
	m.Over, m.Score = true, redScore(g)
	if !slices.ContainsFunc(boards, func(m Meeting) bool { return !m.Over }) {
		t.next(at)
	}
	return nil
}

// redScore is what a finished game brings Red in a tournament: an aborted one is lost for the side that never moved.
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

// next pairs the next round in which there is something to play, or ends the tournament. The boards of the round begin
// once it is announced.
func (t *Tournament) next(at time.Time) {
	for {
		in := 0
		for _, e := range t.Players {
			if !e.Out {
				in++
			}
		}
		if t.Round == t.Rounds || in < 2 {
			t.Stage, t.Ended = Decided, at
			t.Enqueue(TellRound{t.ID, t.Round + 1}, at)
			return
		}
		t.Round++
		boards := t.pair()
		t.Boards = append(t.Boards, boards)
		play := slices.ContainsFunc(boards, func(m Meeting) bool { return !m.Over })
		if play { // a round of byes is told by the next table
			t.Enqueue(TellRound{t.ID, t.Round}, at)
			return
		}
	}
}

// BeginRound lets the boards of a round begin, if it is the one that is played. To those that have begun it does
// nothing.
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

// pair pairs the players for the round that begins.
func (t *Tournament) pair() []Meeting {
	out := func(p int) bool { return p == NoOpponent || t.Players[p].Out }
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
	boards := make([]Meeting, len(pairs))
	for i, p := range pairs {
		boards[i] = Meeting{Pairing: p}
		if p.Bye() {
			boards[i].Over, boards[i].Score = true, t.byeScore(p.Red)
		}
	}
	return boards
}

// byeScore is what a player gets who has nobody to play in the round that begins. Where everybody meets everybody it is
// nothing for the round in which everybody sits out once; an opponent who has withdrawn is beaten.
func (t *Tournament) byeScore(player int) float64 {
	if t.System == SwissSystem || !slices.Contains(RoundRobin(len(t.Players))[t.Round-1], Pairing{player, NoOpponent}) {
		return 1
	}
	if t.Round > 1 { // one that began when every bye was a point goes on so
		for _, m := range t.Boards[0] {
			if m.Bye() {
				return m.Score
			}
		}
	}
	return 0
}

// Table ranks the players by the results of the first rounds, as Crosstable does.
func (t *Tournament) Table(rounds int) []CrossLine {
	return Crosstable(len(t.Players), t.results(rounds))
}

// results are what the first rounds have brought so far. The byes of a round are among them when it is over, so that the
// table as the round begins is the one that announces it.
func (t *Tournament) results(rounds int) (met []Met) {
	for i, boards := range t.Boards[:min(rounds, len(t.Boards))] {
		played := t.Stage == Underway && i == t.Round-1
		for _, m := range boards {
			if m.Over && (!played || !m.Bye()) {
				met = append(met, Met{m.Pairing, m.Score})
			}
		}
	}
	return met
}
