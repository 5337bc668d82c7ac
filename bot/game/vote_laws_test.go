package game_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
)

// crowd is who may come to vote. Bob plays alone where a team plays one person.
var crowd = []game.Person{alice, bob, "1003", "1004", "1005", "1006", eve}

// Whatever a crowd does in whatever order, a vote game keeps these laws:
//
//   - a refused act changes nothing and queues nothing;
//   - nobody is of both sides, and nobody votes twice or for a side that is not theirs;
//   - while people are to move a CountVotes is queued for the end of the window, and for no other turn;
//   - what is played had the most votes, and of several that had, it was proposed first; to resign takes a majority and the quorum;
//   - a turn closes early exactly when no votes of those who voted in the last two turns, or joined since, could change
//     what is played, after a quarter of the window, and not in the first two turns of a side; a count is queued for then,
//     if need be;
//   - no act queues two equal jobs;
//   - a member's table counts the turns in which they voted, and those in which they voted for what was played.
func TestLawsOfVotes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newVoteWorld(t)
		for range rapid.IntRange(1, 80).Draw(t, "acts") {
			w.step(t)
		}
	})
}

// voteWorld is a vote game with what a bookkeeper beside it knows.
type voteWorld struct {
	g      *game.Game
	now    time.Time
	due    map[game.Job]time.Time
	ballot []board.Move // what is proposed in this turn, in order
	votes  map[game.Person]board.Move
	table  map[game.Person]game.Member
	turns  [2]int              // that votes have decided
	last   map[game.Person]int // the turn in which someone voted or joined last
}

func newVoteWorld(t *rapid.T) *voteWorld {
	w := &voteWorld{
		g: &game.Game{ID: 9}, now: start, due: map[game.Job]time.Time{}, votes: map[game.Person]board.Move{},
		table: map[game.Person]game.Member{}, last: map[game.Person]int{},
	}
	spec := game.VoteSpec{
		Terms: vote.Terms{
			Window: time.Hour, Quorum: rapid.IntRange(1, 4).Draw(t, "quorum"),
			Captain: rapid.Bool().Draw(t, "captain"), StandIn: rapid.Bool().Draw(t, "stand-in"),
		},
		Level: 3, ColorChoice: game.ColorChoice(rapid.IntRange(0, 2).Draw(t, "wish")),
	}
	switch rapid.SampledFrom([]string{"bot", "person", "teams"}).Draw(t, "against") {
	case "person":
		spec.Opponent, spec.Level = bob, 0
	case "teams":
		spec.Teams = true
	}
	must(t, game.OfferVote(w.g, game.Act{Actor: alice, Guild: "g"}, spec, game.Terms{Rules: "asian", Life: 24 * time.Hour}, w.now))
	if spec.Opponent == bob {
		must(t, game.AcceptChallenge(w.g, bob, board.Black, w.now))
	}
	w.book(w.g.Outbox.TakeJobs())
	for c := range w.turns { // turns before those that are played here
		w.turns[c] = rapid.IntRange(0, 3).Draw(t, "turns")
	}
	w.g.Vote.Turns = w.turns
	return w
}

func (w *voteWorld) book(queued []game.QueuedJob) {
	for _, o := range queued {
		w.due[o.Job] = o.At
	}
}

// step does one act and checks everything.
func (w *voteWorld) step(t *rapid.T) {
	g := w.g
	w.now = w.now.Add(time.Duration(rapid.IntRange(0, 900).Draw(t, "seconds")) * time.Second)
	before := clone(g)
	who := rapid.SampledFrom(crowd).Draw(t, "who")
	act := rapid.SampledFrom([]string{"vote", "vote", "vote", "vote", "vote", "vote", "join", "count", "count", "close", "resign", "draw", "takeback", "move", "bot", "bot"}).Draw(t, "act")
	m := w.anyVote(t)
	var err error
	switch act {
	case "vote":
		err = game.CastVote(g, who, nil, m, w.now)
	case "join":
		err = game.JoinTeam(g, who, nil, board.Color(rapid.IntRange(0, 1).Draw(t, "side")), w.now)
	case "count":
		if closes := g.Vote.Turn.Closes; !closes.IsZero() && rapid.Bool().Draw(t, "in time") {
			w.now = closes
			if rapid.Bool().Draw(t, "early") {
				w.now = g.Next().At
			}
		}
		err = game.CountTurn(g, w.now)
	case "close":
		err = game.CloseTurn(g, who, w.now)
	case "resign":
		err = game.Resign(g, who, w.now)
	case "draw":
		err = game.OfferDraw(g, who, w.now)
	case "takeback":
		if err = game.AskTakeback(g, who, w.now); err == nil {
			t.Fatal("a takeback in a vote game")
		}
	case "move":
		if err = game.Play(g, who, m, w.now); err == nil && before.Seats[before.Turn()].Team {
			t.Fatal("one person moved for a team")
		}
	case "bot":
		err = gametest.BotPlays(g, w.anyLegal(t), false, w.now)
	}
	queued := g.Outbox.TakeJobs()
	queuedOnce(t, queued)
	if err != nil {
		if diff := cmp.Diff(before, g, cmp.AllowUnexported(game.Outbox{}, game.Admissions{}), positions); diff != "" || len(queued) > 0 {
			t.Fatalf("%s was refused (%v), queues %v and changed:\n%s", act, err, queued, diff)
		}
		var early *game.NotYet
		if act == "count" && !errors.As(err, &early) {
			t.Fatalf("the count failed: %v", err)
		}
		if given, voted := w.votes[who]; errors.Is(err, game.SameVote) && (!voted || given != m) {
			t.Fatalf("%s votes for %v after %v, which is refused as the same", who, m, given)
		}
		if act == "count" && w.closesEarly(before, w.now) {
			t.Fatalf("%v is certain and was not played at %v: %+v", w.votes, w.now, before.Vote.Turn)
		}
		return
	}
	w.book(queued)
	if before.State != game.Active {
		if g.Revision != before.Revision {
			t.Fatalf("%s changed a game that was over", act)
		}
		return
	}
	w.follow(t, act, who, m, before)
	w.check(t)
}

// follow keeps the books of what one act did, and holds the game against them.
func (w *voteWorld) follow(t *rapid.T, act string, who game.Person, m board.Move, before *game.Game) {
	g, side := w.g, before.Turn()
	switch act {
	case "vote":
		w.give(who, m)
		if !before.Vote.Has(side, who) {
			before.Vote.Members[side] = append(before.Vote.Members[side], game.Member{Person: who})
		}
		w.last[who] = w.turns[side]
	case "join":
		for c := range g.Vote.Members {
			if g.Vote.Has(board.Color(c), who) && !before.Vote.Has(board.Color(c), who) {
				w.last[who] = w.turns[c]
			}
		}
	}
	chosen, any := winnerOf(w.ballot, w.votes, len(before.Vote.Members[side]), before.Vote.Quorum)
	if last := before.Vote.Turn; act == "count" && !any && len(w.votes) > 0 && last.Extended && !before.Vote.StandIn {
		chosen, any = board.NoMove, true // too few votes to resign, but no others
	}
	turnIsOver := g.Ply() != before.Ply() || g.State != game.Active
	inTime := w.now.Before(before.Vote.Turn.Closes)
	switch {
	case act == "vote":
		if closes := w.closesEarly(before, w.now); turnIsOver != closes {
			t.Fatalf("the turn is over: %v, want %v; %d have voted (quorum %d): %v in %v",
				turnIsOver, closes, len(w.votes), before.Vote.Quorum, w.votes, w.ballot)
		}
		// Certain now, and the time to close has yet to come.
		quarter := before.Vote.Turn.Closes.Add(-earlyBy)
		if !turnIsOver && w.closesEarly(before, quarter) && !g.Next().At.Equal(quarter) {
			t.Fatalf("nothing counts the votes at %v: next is %v", quarter, g.Next())
		}
	case act == "count" && before.Seats[side].Team && !before.Vote.Turn.StandIn && !before.Vote.Turn.Closes.IsZero():
		absent := g.End == game.ByAbsence && before.Vote.Turn.Extended && !before.Vote.StandIn
		if any != turnIsOver && !absent || inTime && !w.closesEarly(before, w.now) {
			t.Fatalf("counted %v at %v: the turn is over: %v", w.votes, w.now, turnIsOver)
		}
	}
	if !turnIsOver {
		return
	}
	if slices.Contains([]string{"vote", "close", "count"}, act) && g.End != game.ByAbsence {
		played := board.NoMove
		if g.Ply() > before.Ply() {
			played = g.LastMove()
		}
		if !any || played != chosen || (played == board.NoMove) != (g.End == game.ByResignation) {
			t.Fatalf("%v was played (%v); the votes %v of %v choose %v", played, g.End, w.votes, w.ballot, chosen)
		}
		w.turns[side]++
		for p, choice := range w.votes {
			row := w.table[p]
			row.Votes++
			if choice == chosen {
				row.WinningVotes++
			}
			w.table[p] = row
		}
	}
	w.ballot, w.votes = nil, map[game.Person]board.Move{}
}

func (w *voteWorld) give(p game.Person, m board.Move) {
	old, voted := w.votes[p]
	w.votes[p] = m
	if voted && len(votersOf(w.votes, old)) == 0 {
		w.ballot = slices.DeleteFunc(w.ballot, func(q board.Move) bool { return q == old })
	}
	if !slices.Contains(w.ballot, m) {
		w.ballot = append(w.ballot, m)
	}
}

func votersOf(votes map[game.Person]board.Move, m board.Move) (voters []game.Person) {
	for p, choice := range votes {
		if choice == m {
			voters = append(voters, p)
		}
	}
	return voters
}

// winnerOf is the law itself: what these votes choose.
func winnerOf(ballot []board.Move, votes map[game.Person]board.Move, members, quorum int) (best board.Move, ok bool) {
	if n := len(votersOf(votes, board.NoMove)); 2*n > len(votes) && n >= min(quorum, members) {
		return board.NoMove, true
	}
	most := 0
	for _, m := range ballot {
		if n := len(votersOf(votes, m)); m != board.NoMove && n > most {
			best, most = m, n
		}
	}
	return best, most > 0
}

// earlyBy is how long before the end of its window of an hour a turn closes at the earliest.
const earlyBy = 45 * time.Minute

// closesEarly reports whether the votes close the turn of before at a time before its end.
func (w *voteWorld) closesEarly(before *game.Game, at time.Time) bool {
	side, quorum := before.Turn(), before.Vote.Quorum
	members := before.Vote.Members[side]
	if w.turns[side] < 2 || at.Before(before.Vote.Turn.Closes.Add(-earlyBy)) || len(w.votes) < quorum {
		return false
	}
	waiting := 0
	for _, m := range members {
		if _, voted := w.votes[m.Person]; !voted && w.last[m.Person] >= w.turns[side]-2 {
			waiting++
		}
	}
	chosen, any := winnerOf(w.ballot, w.votes, len(members), quorum)
	return any && !w.changeable(len(members), waiting, quorum, chosen)
}

// changeable tries every way in which so many more could vote, for what is proposed, for something new or for
// resigning.
func (w *voteWorld) changeable(members, waiting, quorum int, chosen board.Move) bool {
	fresh := board.NewMove(0, 1) // stands for any move that nobody has proposed
	votes := map[game.Person]board.Move{}
	for p, m := range w.votes {
		votes[p] = m
	}
	ballot := append(slices.Clone(w.ballot), fresh)
	if !slices.Contains(ballot, board.NoMove) {
		ballot = append(ballot, board.NoMove)
	}
	var try func(left int) bool
	try = func(left int) bool {
		if m, _ := winnerOf(ballot, votes, members, quorum); left == 0 {
			return m != chosen
		}
		voter := game.Person(rune('a' + left))
		for _, m := range ballot {
			votes[voter] = m
			if try(left - 1) {
				return true
			}
		}
		delete(votes, voter)
		return false
	}
	// Some may also stay away: fewer voters than all.
	for n := range waiting + 1 {
		if try(n) {
			return true
		}
	}
	return false
}

// check checks what is true of every vote game at any time.
func (w *voteWorld) check(t *rapid.T) {
	g, vote := w.g, w.g.Vote
	seen := map[game.Person]bool{}
	for c, team := range vote.Members {
		for _, m := range team {
			if seen[m.Person] || g.Seats[board.Color(c).Opponent()].Person == m.Person {
				t.Fatalf("%s plays for both sides", m.Person)
			}
			seen[m.Person] = true
			if row := w.table[m.Person]; m.Votes != row.Votes || m.WinningVotes != row.WinningVotes {
				t.Fatalf("%s voted %d times, %d of them for the choice; the table says %+v", m.Person, row.Votes, row.WinningVotes, m)
			}
		}
	}
	if vote.Turn.VotesCast() != len(w.votes) {
		t.Fatalf("%d votes are counted, %d were given", vote.Turn.VotesCast(), len(w.votes))
	}
	for p, m := range w.votes {
		if i := vote.Turn.Choice(p); i < 0 || vote.Turn.Proposals[i].Move != m || !vote.Has(g.Turn(), p) {
			t.Fatalf("the vote of %s for %v is not there: %+v", p, m, vote.Turn)
		}
	}
	awaited := g.State == game.Active && !g.Seats[g.Turn()].IsBot() && !vote.Turn.StandIn
	next := g.Next()
	counts := next.Job == game.CountVotes{Game: g.ID, Ply: g.Ply()}
	if awaited && (!counts || !next.At.Equal(vote.Turn.Closes) && !next.At.Equal(vote.Turn.Closes.Add(-earlyBy))) {
		t.Fatalf("the turn closes at %v; next is %v", vote.Turn.Closes, next)
	}
	if bot := g.State == game.Active && (g.Seats[g.Turn()].IsBot() || vote.Turn.StandIn); bot {
		if _, ok := w.due[game.Think{Game: g.ID, Ply: g.Ply()}]; !ok {
			t.Fatal("the engine is to move and queues no thought")
		}
		if !vote.Turn.StandIn && !vote.Turn.Closes.IsZero() {
			t.Fatalf("nobody votes for the bot, and its turn closes at %v", vote.Turn.Closes)
		}
	}
	if w.g.Rated {
		t.Fatal("a vote game is rated")
	}
}

// anyVote is one of few moves, so that votes meet, or to resign.
func (w *voteWorld) anyVote(t *rapid.T) board.Move {
	p := w.g.Position()
	legal := p.LegalMoves(nil)
	n := rapid.IntRange(0, min(4, len(legal))).Draw(t, "move")
	if n == len(legal) || n == 4 {
		return board.NoMove
	}
	return legal[n]
}

func (w *voteWorld) anyLegal(t *rapid.T) board.Move {
	p := w.g.Position()
	legal := p.LegalMoves(nil)
	return legal[rapid.IntRange(0, len(legal)-1).Draw(t, "legal")]
}
