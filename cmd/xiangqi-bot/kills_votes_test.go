package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
)

// voteWindow is how long a turn of the vote games of TestKills is open: as long as the shortest jump of the clock.
const voteWindow = 10 * time.Minute

// A ballot is a vote that somebody gave. Between the reading of the game before it and the one after its answer the turn
// may have ended: then it was given in one of several turns, or in none.
type ballot struct {
	id            wire.ID // of the interaction
	game          int
	before, after int // how many moves the game had; after is math.MaxInt if the vote was not acknowledged
	move          string
}

// ballotPrefix begins the answer to a person whose vote counts.
const ballotPrefix = "You have voted for"

// vote votes in the game of the channel, or changes a vote, and begins a game where there is none.
func (v *victim) vote(ctx context.Context) {
	g := v.r.voting()
	if g == nil {
		if v.starts {
			v.command(ctx, playground.GeneralID, "vote", map[string]any{"window": int(voteWindow / time.Minute),
				"strength": 1, "color": []string{"red", "black"}[v.dice.IntN(2)]})
		}
		return
	}
	color := board.Color(len(g.moves) % 2)
	if !g.team(color) {
		return // the bot's turn
	}
	p := g.position(v.r.t)
	moves := p.LegalMoves(nil)
	voted := g.vote.Turn.Choice(string(v.id)) >= 0
	if len(moves) == 0 || voted && v.dice.IntN(8) > 0 {
		return
	}
	// A few moves, so that several people are for the same one.
	b := ballot{game: g.id, before: len(g.moves), move: moves[v.dice.IntN(min(3, len(moves)))].String()}
	b.id = v.command(ctx, playground.GeneralID, "move", map[string]any{"move": b.move})
	if b.id == "" {
		return // the bot is not connected
	}
	v.mu.Lock()
	acknowledged := v.acknowledged(b)
	v.mu.Unlock()
	b.after = math.MaxInt
	for _, now := range v.r.games() {
		if now.id == b.game && acknowledged {
			b.after = len(now.moves)
		}
	}
	v.ballots = append(v.ballots, b)
}

// voting returns the vote game that is under way, nil if there is none.
func (r *killRun) voting() *played {
	for _, g := range r.games() {
		if g.vote != nil && g.open {
			return &g
		}
	}
	return nil
}

// acknowledged reports whether the bot answered that a vote counts.
func (v *victim) acknowledged(b ballot) bool {
	d := v.deeds[b.id]
	return d != nil && (d.acknowledged || strings.HasPrefix(d.answer, ballotPrefix))
}

// votesIn sorts what a person did in a turn of a game: the vote that was acknowledged last and belongs to this turn for
// sure, if there is one, and those which may have been counted in it.
func (v *victim) votesIn(game, ply int) (sure string, perhaps []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, b := range v.ballots {
		if b.game != game || ply < b.before || ply > b.after {
			continue
		}
		if b.before == b.after && v.acknowledged(b) {
			sure = b.move
			continue
		}
		perhaps = append(perhaps, b.move)
	}
	return sure, perhaps
}

// countVotes compares the votes of everybody with those that a game has counted: each that was acknowledged counts once,
// and each turn has played what most of them were for.
func (r *killRun) countVotes(g *played) {
	for color, members := range g.vote.Members {
		if !g.team(board.Color(color)) {
			continue
		}
		for _, v := range r.victims {
			least, most := 0, 0
			for ply := color; ply < len(g.moves); ply += 2 {
				sure, perhaps := v.votesIn(g.id, ply)
				if sure != "" {
					least++
				}
				if sure != "" || len(perhaps) > 0 {
					most++
				}
			}
			counted := 0
			for _, m := range members {
				if m.Person == string(v.id) {
					counted += m.Votes
				}
			}
			if counted < least || counted > most {
				r.t.Errorf("game %d: votes of %s count in %d turns; they were acknowledged in %d and tried in %d",
					g.id, v.id, counted, least, most)
			}
		}
		for ply := color; ply < len(g.moves); ply += 2 {
			r.countTurn(g, ply)
		}
		if ply := len(g.moves); g.open && ply%2 == color {
			r.countOpen(g, ply)
		}
	}
}

// countTurn looks whether a turn has played what most votes were for.
func (r *killRun) countTurn(g *played, ply int) {
	least, most := map[string]int{}, map[string]int{}
	for _, v := range r.victims {
		sure, perhaps := v.votesIn(g.id, ply)
		if sure != "" && len(perhaps) == 0 {
			least[sure]++
		}
		if sure != "" && !slices.Contains(perhaps, sure) {
			perhaps = append(perhaps, sure)
		}
		slices.Sort(perhaps)
		for _, move := range slices.Compact(perhaps) {
			most[move]++
		}
	}
	move := g.moves[ply]
	for other, n := range least {
		if n > most[move] {
			r.t.Errorf("game %d: turn %d played %s, for which at most %d were, and %d were for %s", g.id, ply, move, most[move], n, other)
		}
	}
	if most[move] == 0 {
		r.t.Errorf("game %d: turn %d played %s, for which nobody was", g.id, ply, move)
	}
	r.turns++
}

// countOpen looks whether the turn that is open has the votes that were acknowledged in it.
func (r *killRun) countOpen(g *played, ply int) {
	for _, v := range r.victims {
		sure, perhaps := v.votesIn(g.id, ply)
		var has []string
		for _, p := range g.vote.Turn.Proposals {
			for _, voter := range p.Voters {
				if voter == string(v.id) {
					has = append(has, p.Move.String())
				}
			}
		}
		switch {
		case len(has) > 1:
			r.t.Errorf("game %d: %s has the votes %v in turn %d", g.id, v.id, has, ply)
		case len(has) == 0 && sure != "", len(has) == 1 && has[0] != sure && !slices.Contains(perhaps, has[0]):
			r.t.Errorf("game %d: %s voted for %q, perhaps %q, in turn %d, and it has %v", g.id, v.id, sure, perhaps, ply, has)
		}
	}
}

// late says what a vote game should have done by now.
func (g *played) late(now time.Time) string {
	if g.vote == nil || !g.open || !g.team(board.Color(len(g.moves)%2)) {
		return ""
	}
	if over := now.Sub(g.vote.Turn.Closes); over > 0 {
		return fmt.Sprintf("game %d: the turn after %d moves was to close %v ago", g.id, len(g.moves), over)
	}
	return ""
}

// team reports whether a side of a vote game is played by its members.
func (g *played) team(c board.Color) bool {
	return g.vote != nil && [2]string{g.red, g.black}[c] == "" && g.levels[c] == 0
}

// ballots are the votes of a game as the database has them.
type ballots = vote.Vote[string]
