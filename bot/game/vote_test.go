package game_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

const carol, dave game.Person = "1003", "1004"

// channelGame is a game of the channel, Red, against level 3. Alice began it.
func channelGame(t testing.TB, change ...func(*game.VoteSpec)) *game.Game {
	t.Helper()
	spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Quorum: 3}, Level: 3, ColorChoice: game.WantRed}
	for _, f := range change {
		f(&spec)
	}
	g := &game.Game{ID: 5}
	must(t, game.OfferVote(g, game.Act{Actor: alice, Guild: "g", Channel: "c", Roles: []string{"red"}}, spec, game.Terms{Rules: "asian"}, start))
	return g
}

func twoTeams(s *game.VoteSpec) { s.Teams, s.Roles = true, [2]string{"red", "black"} }

func ballot(t testing.TB, g *game.Game, p game.Person, text string) {
	t.Helper()
	must(t, game.CastVote(g, p, nil, move(t, text), start))
}

// When the bot was away at the end of a window, nobody is to blame that nobody voted.
func TestAMissedCountBeginsAnew(t *testing.T) {
	g := channelGame(t)
	back := start.Add(5 * time.Hour)
	game.ExcludeDowntime(g, start.Add(time.Minute), back)
	must(t, game.CountTurn(g, back))
	if g.State != game.Active || g.Last.Kind != game.VoteMissed || g.Vote.Turn.Extended || !g.Vote.Turn.Closes.Equal(back.Add(time.Hour)) {
		t.Fatalf("%v, %v, %+v", g.State, g.Last.Kind, g.Vote.Turn)
	}
	// It was away and back before the end: the count comes late for another reason.
	game.ExcludeDowntime(g, back.Add(time.Minute), back.Add(10*time.Minute))
	must(t, game.CountTurn(g, back.Add(2*time.Hour)))
	if g.Last.Kind != game.VoteExtended || !g.Vote.Turn.Extended {
		t.Fatalf("%v, %+v", g.Last.Kind, g.Vote.Turn)
	}
}

// The one person opposite has the same window and the same grace.
func TestOpponentOfATeamHasAWindow(t *testing.T) {
	g := channelGame(t, func(s *game.VoteSpec) { s.Opponent, s.Level, s.Quorum = bob, 0, 1 })
	if g.State != game.Offered {
		t.Fatalf("Bob was not asked: %v", g.State)
	}
	refused(t, game.CastVote(g, alice, nil, move(t, "h2e2"), start), game.NotStarted)
	must(t, game.AcceptChallenge(g, bob, board.Red, start))
	refused(t, game.CastVote(g, bob, nil, move(t, "h2e2"), start), game.NotYourTurn)
	refused(t, game.JoinTeam(g, bob, nil, board.Red, start), game.OtherSide)
	refused(t, game.JoinTeam(g, carol, nil, board.Black, start), game.NotATeam)
	ballot(t, g, alice, "h2e2")
	must(t, game.CountTurn(g, start.Add(time.Hour)))
	refused(t, game.CastVote(g, alice, nil, move(t, "h9g7"), start), game.NotYourTurn)
	refused(t, game.AddLine(g, alice, game.Line{move(t, "h9g7"), move(t, "h0g2")}, start), game.PutToVote)
	must(t, game.Play(g, bob, move(t, "h9g7"), start.Add(time.Hour)))
	ballot(t, g, alice, "h0g2")
	must(t, game.CountTurn(g, start.Add(2*time.Hour)))
	must(t, game.CountTurn(g, start.Add(3*time.Hour)))
	must(t, game.CountTurn(g, start.Add(4*time.Hour)))
	if g.Outcome != rules.RedWins || g.End != game.ByAbsence {
		t.Fatalf("%v by %v", g.Outcome, g.End)
	}
}

// What the team has chosen calls nobody while the bot is to answer: the answer opens the next turn with one message,
// which tells both moves. Only a bot that takes long, or none, lets the team's move be announced by itself.
func TestOneMessageOpensATurn(t *testing.T) {
	announced := func(g *game.Game) (at time.Time) {
		t.Helper()
		for _, due := range g.Outbox.TakeJobs() {
			if a, ok := due.Job.(game.Announce); ok && a.Revision == g.Revision {
				at = due.At
			}
		}
		return at
	}
	g := channelGame(t)
	g.Board.Message, g.Board.Announced = "board", g.Revision
	ballot(t, g, alice, "h2e2")
	closed := start.Add(time.Hour)
	must(t, game.CountTurn(g, closed))
	if at := announced(g); !at.After(closed) || at.After(closed.Add(game.AnswerTimeout)) {
		t.Errorf("the team's move is announced at %v, the count was at %v", at, closed)
	}
	answered := closed.Add(time.Second)
	must(t, gametest.BotPlays(g, move(t, "h9g7"), false, answered))
	if at := announced(g); !at.Equal(answered) {
		t.Errorf("the bot's answer is announced at %v, want at once", at)
	}
	if g.InPlace(game.BoardPerRound) {
		t.Error("the answer takes the place of a message: nobody is called")
	}

	// Where a team is opposite, it is called at once.
	g = channelGame(t, twoTeams)
	must(t, game.CastVote(g, alice, []string{"red"}, move(t, "h2e2"), start))
	must(t, game.CountTurn(g, closed))
	if at := announced(g); !at.Equal(closed) {
		t.Errorf("between two teams a move is announced at %v, want at once", at)
	}
}

func TestSidesAndRoles(t *testing.T) {
	g := channelGame(t, twoTeams)
	if len(g.Vote.Members[board.Red])+len(g.Vote.Members[board.Black]) != 0 {
		t.Fatalf("two teams do not begin empty: %+v", g.Vote.Members)
	}
	refused(t, game.JoinTeam(g, bob, []string{"black"}, board.Red, start), game.WrongRole)
	must(t, game.JoinTeam(g, bob, []string{"red", "black"}, board.Black, start))
	refused(t, game.JoinTeam(g, bob, []string{"red", "black"}, board.Black, start), game.AlreadyJoined)
	refused(t, game.JoinTeam(g, bob, []string{"red", "black"}, board.Red, start), game.OtherSide)
	refused(t, game.CastVote(g, bob, []string{"red", "black"}, move(t, "h2e2"), start), game.NotYourTurn)
	// People who vote join the side to move.
	must(t, game.CastVote(g, carol, []string{"red"}, move(t, "h2e2"), start))
	if side, plays := g.SeatOf(carol); !plays || side != board.Red || !slices.Contains(g.People(), carol) || !g.Involves(carol) {
		t.Fatalf("Carol has voted and plays: %v, for %v", plays, side)
	}
	var wrong *game.Refusal
	if err := game.CastVote(g, dave, nil, move(t, "h2e2"), start); !errors.As(err, &wrong) || wrong.Code != game.WrongRole || wrong.Role != "red" {
		t.Fatalf("without the role: %v", err)
	}
	// The role for all holds on a side that has none of its own.
	both := channelGame(t, twoTeams, func(s *game.VoteSpec) { s.Role, s.Roles[board.Red] = "all", "" })
	if both.Vote.Roles != [2]string{board.Red: "all", board.Black: "black"} {
		t.Fatalf("the roles are %q", both.Vote.Roles)
	}
	if g.WaitsFor(carol) || g.WaitsFor(bob) {
		t.Fatal("the game waits for someone who has voted, or whose turn it is not")
	}
}

func TestVotesThatCannotBe(t *testing.T) {
	for _, spec := range []game.VoteSpec{
		{Terms: vote.Terms{Window: 59 * time.Second}, Level: 3},
		{Terms: vote.Terms{Window: 8 * day}, Level: 3},
		{Terms: vote.Terms{Window: time.Hour, Quorum: 101}, Level: 3},
	} {
		refused(t, game.OfferVote(&game.Game{}, game.Act{Actor: alice, Guild: "g"}, spec, game.Terms{}, start), game.BadVoteTerms)
	}
	refused(t, game.OfferVote(&game.Game{}, game.Act{Actor: alice}, game.VoteSpec{}, game.Terms{}, start), game.OnlyInServer)
}

// People who join keep their name, language and rating, and find the game among theirs.
func TestJoiningThroughTheService(t *testing.T) {
	tb := newTable(t, first(0))
	rating := tb.rate(t, bob)
	g := ok(tb.votes().Start(t.Context(), at(alice, "c"), game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Quorum: 2}, Level: 3, ColorChoice: game.WantRed}))(t)
	found, err := tb.votes().Find(t.Context(), at(bob, "c"), 0)
	if err != nil || found.ID != g.ID {
		t.Fatalf("Bob finds %v, %v", found, err)
	}
	refused(t, errOf(tb.votes().Find(t.Context(), at(bob, "elsewhere"), 0)), game.NoVoteGame)
	g = ok(tb.votes().Cast(t.Context(), at(bob, "c"), g.ID, "炮二平五"))(t)
	if p := g.Players[bob]; p.Rating != rating || p.Name != "name of 1002" {
		t.Fatalf("Bob is known as %+v", p)
	}
	games, err := tb.finder().Games(t.Context(), bob)
	if err != nil || len(games) != 1 {
		t.Fatalf("Bob's games: %v, %v", games, err)
	}
	refused(t, errOf(tb.Move(t.Context(), at(bob, "c"), g.ID, "炮二平五")), game.PutToVote)
	act := at(carol, "c")
	act.Board = g.BoardKey()
	ok(tb.votes().CastExact(t.Context(), act, g.ID, move(t, "h2e2")))(t)
	notYet(t, tb.votes().CountVotes(t.Context(), game.CountVotes{Game: g.ID}), time.Hour)
	tb.now = tb.now.Add(time.Hour)
	must(t, tb.votes().CountVotes(t.Context(), game.CountVotes{Game: g.ID}))
	if g, err = tb.Game(t.Context(), g.ID); err != nil || g.Ply() != 1 {
		t.Fatalf("two of three are for one move: ply %d, %v", g.Ply(), err)
	}
	refused(t, errOf(tb.votes().CastExact(t.Context(), act, g.ID, move(t, "h2e2"))), game.Outdated)
	must(t, tb.Think(t.Context(), game.Think{Game: g.ID, Ply: 1}))
	must(t, tb.votes().CountVotes(t.Context(), game.CountVotes{Game: g.ID, Ply: 0})) // an old job
	tb.now = tb.now.Add(time.Hour)
	must(t, tb.votes().CountVotes(t.Context(), game.CountVotes{Game: g.ID, Ply: 2}))
	if g, err = tb.Game(t.Context(), g.ID); err != nil || g.Last.Kind != game.VoteExtended || g.Ply() != 2 {
		t.Fatalf("%+v, %v", g.Last, err)
	}
}
