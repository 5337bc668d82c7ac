package vote_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// anyTurn draws a turn of Red, after its first ones, in which some members have voted for one of three moves or to
// resign.
func anyTurn(t *rapid.T) *vote.Vote[int] {
	v := &vote.Vote[int]{Terms: vote.Terms{Window: time.Hour, Quorum: rapid.IntRange(1, 4).Draw(t, "quorum")}}
	for p := range rapid.IntRange(1, 9).Draw(t, "members") {
		v.Join(board.Red, p)
		v.Members[board.Red][p].Last = rapid.IntRange(0, 4).Draw(t, "last")
	}
	v.Turns[board.Red] = 4
	v.Open(8, start)
	for p := range v.Members[board.Red] {
		if rapid.Bool().Draw(t, "votes") {
			v.Cast(board.Red, p, anyChoice(t))
		}
	}
	return v
}

func anyChoice(t *rapid.T) board.Move {
	return rapid.SampledFrom([]board.Move{board.NoMove, board.NewMove(1, 2), board.NewMove(1, 3), board.NewMove(1, 4)}).Draw(t, "choice")
}

// A turn that may close early has the same winner however the awaited members vote.
func TestAwaitedVotesCannotChangeAnEarlyChoice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyTurn(t)
		choice, from, ok := v.EarlyChoice(board.Red)
		if !ok {
			return
		}
		if !from.Equal(start.Add(15 * time.Minute)) {
			t.Fatalf("the turn may close from %v on", from)
		}
		for _, m := range v.Members[board.Red] {
			if v.Turn.Choice(m.Person) < 0 && m.Last >= 2 && rapid.Bool().Draw(t, "votes after all") {
				v.Cast(board.Red, m.Person, anyChoice(t))
			}
		}
		if winner, _ := v.Winner(board.Red); winner.Move != choice.Move {
			t.Fatalf("the early choice was %v, but %v wins: %+v", choice.Move, winner.Move, v.Turn.Proposals)
		}
	})
}

// Members are ranked by the votes that won; of those with as many, whoever needed fewer votes comes first.
func TestRanking(t *testing.T) {
	v := &vote.Vote[int]{}
	v.Members[board.Red] = []vote.Member[int]{{Person: 1, Votes: 3, WinningVotes: 1}, {Person: 2, Votes: 2, WinningVotes: 1}, {Person: 3, Votes: 2, WinningVotes: 2}}
	for i, m := range v.Ranking(board.Red) {
		if want := 3 - i; m.Person != want {
			t.Errorf("place %d has member %d, want %d", i+1, m.Person, want)
		}
	}
}

// Each member has one vote, however often it is changed, and it leaves with the member.
func TestOneVoteEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyTurn(t)
		p := rapid.IntRange(0, len(v.Members[board.Red])-1).Draw(t, "member")
		v.Cast(board.Red, p, anyChoice(t))
		before := v.Turn.VotesCast()
		v.Cast(board.Red, p, anyChoice(t))
		if v.Turn.VotesCast() != before {
			t.Fatalf("a vote that moved made %d votes of %d", v.Turn.VotesCast(), before)
		}
		v.Leave(board.Red, p)
		if v.Turn.VotesCast() != before-1 || v.Has(board.Red, p) {
			t.Fatalf("after the member left there are %d votes of %d", v.Turn.VotesCast(), before)
		}
		for _, proposal := range v.Turn.Proposals {
			if len(proposal.Voters) == 0 {
				t.Fatalf("nobody supports %v", proposal.Move)
			}
		}
	})
}

// A turn without votes is extended once, or once more if the program was not running; then the terms decide.
func TestATurnWithoutVotes(t *testing.T) {
	for _, standIn := range []bool{false, true} {
		v := &vote.Vote[int]{Terms: vote.Terms{Window: time.Hour, Quorum: 1, StandIn: standIn}}
		v.Join(board.Red, 1)
		v.Open(0, start)
		last := vote.Forfeit
		if standIn {
			last = vote.EngineMoves
		}
		v.Turn.Missed = true
		at := start
		for i, want := range []vote.Outcome{vote.Renewed, vote.Extended, last} {
			if outcome, _ := v.Count(board.Red, at.Add(time.Minute)); outcome != vote.StillOpen {
				t.Errorf("count %d, in the window: %v", i, outcome)
			}
			at = v.Turn.Closes
			if outcome, _ := v.Count(board.Red, at); outcome != want {
				t.Errorf("count %d: %v, want %v", i, outcome, want)
			}
		}
	}
}

// Too few votes to resign choose nothing, and the turn is extended as if there were none. After that they make the side
// resign, unless the engine moves for it.
func TestTooFewVotesToResign(t *testing.T) {
	for _, standIn := range []bool{false, true} {
		v := &vote.Vote[int]{Terms: vote.Terms{Window: time.Hour, Quorum: 3, StandIn: standIn}}
		for p := range 3 {
			v.Join(board.Red, p)
		}
		v.Open(0, start)
		v.Cast(board.Red, 0, board.NoMove)
		if outcome, _ := v.Count(board.Red, v.Turn.Closes); outcome != vote.Extended {
			t.Fatalf("at the end of the window: %v", outcome)
		}
		v.Cast(board.Red, 1, board.NoMove)
		want := vote.Chosen
		if standIn {
			want = vote.EngineMoves
		}
		outcome, choice := v.Count(board.Red, v.Turn.Closes)
		if outcome != want || outcome == vote.Chosen && (!choice.Resigns() || len(choice.Voters) != 2) {
			t.Errorf("at the end of the extension: %v, %+v, want %v", outcome, choice, want)
		}
	}
}
