package web

import (
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/services"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/bot/vote"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/study"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
	"xiangqibot/store/storetest"
)

func TestMain(m *testing.M) {
	// Those that run in parallel mostly wait for streams.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	code := m.Run()
	storetest.StopPostgres()
	os.Exit(code)
}

// past is what the bot does with games that are over.
type past struct {
	records *record.Service
	reviews *review.Service
	host    *handlers.Host
}

// oracle is an engine to which the side to move is always winning.
type oracle struct{}

func (oracle) AnalyzeWhole(_ context.Context, _ engine.Key, rec *board.Record, limits engine.Limits, _ func(engine.Info)) (res engine.Result, err error) {
	p := rec.Position()
	moves := p.LegalMoves(nil)
	res.Score, res.Depth, res.Nodes, res.Best = 900, 5, limits.Nodes, moves[len(moves)-1]
	res.PV = []board.Move{res.Best}
	res.Lines = []engine.Info{res.Info}
	return res, nil
}

func (s *site) pastOf(db *storetest.DB) past {
	finder := game.NewFinder(db.Games)
	days := solving.NewDailyPuzzles(db.Puzzles, db.Posts, puzzle.Standard(), s.games.Now)
	current := solving.NewCurrent(db.Puzzles, days, puzzle.Standard(), s.games.Now)
	fair := fairplay.New(fairplay.Engine{Analyzer: oracle{}}, db.FairPlay, finder, current)
	p := past{records: record.New(db.Records, s.games.Now)}
	p.reviews = review.New(db.Reviews, oracle{}, study.Plan{First: 10}, fair, s.games.Now)
	quiet := prometheus.ObserverFunc(func(float64) {})
	p.host = &handlers.Host{
		Set: services.Set{
			Games: s.games.Service, Finder: finder, Records: p.records, Reviews: p.reviews,
			Solving: solving.New(db.Puzzles, db.Posts, db.Puzzles, puzzle.Standard(), fair, s.games.Now),
			Analyst: review.NewAnalyst(fair, 10),
			Planner: game.NewPlanner(s.games.Service), Openings: standing.NewExplorer(db.Standings, fair),
			Runs:       solving.NewRuns(db.Contests, puzzle.Standard(), s.games.Now),
			Challenges: s.games.Challenges, Votes: s.games.Votes(),
		},
		Pages: s.pages, Viewers: s.finder,
		View: s.view, Reading: handlers.NewSlots(1, quiet, quiet),
	}
	return p
}

func (s *site) Live() handlers.Live { return handlers.Live{Host: s.past.host} }

// read reads a part of an answer.
func read[T any](b *browser, path string) (part T) {
	b.t.Helper()
	must(b.t, json.Unmarshal([]byte(b.want(http.StatusOK, "GET", path, "")), &part))
	return part
}

// A record is shown move by move to those who may see it where they are, and reviewed for them.
func TestRecords(t *testing.T) {
	s := open(t)
	importing, elsewhere, private := inGuild(alice), inGuild(carol), inGuild(carol)
	elsewhere.Channel, private.Channel, private.Guild = "1191000000000000102", "1191000000000000109", ""
	text := "[Red \"<b>Hu\"]\n[Black \"Lu\"]\n[Event \"Final\"]\n\n1. h2e2 {the usual *cannon*} h9g7 2. h0g2 i9h9"
	imported := gametest.OK(s.past.records.Import(t.Context(), importing, []byte(text), 0))(t)
	visit := func(act game.Act) *browser {
		b, token := s.personal(act, imported.ID, "")
		s.browser().redeem(token, http.StatusUnauthorized)
		return b
	}
	const at = "/api/records/1"
	owner := visit(importing)
	got := read[struct{ Message shownState }](owner, at).Message.State
	if len(got.Moves) != 4 || !got.Over || got.You != "" || got.Moves[0].Note != "the usual *cannon*" ||
		got.Players["red"].Name != "<b>Hu" || !strings.Contains(got.Status, "Final") || len(got.Legal) > 0 {
		t.Errorf("a record is shown as %+v", got)
	}
	owner.want(http.StatusNoContent, "GET", at+"/review", "")
	owner.want(http.StatusBadRequest, "POST", at+"/moves", `{"key":"key-no-game","move":"h2e2"}`)
	owner.want(http.StatusBadRequest, "POST", at+"/acts", `{"key":"key-no-game","act":"resign"}`)
	owner.want(http.StatusOK, "POST", at+"/acts", `{"key":"key-review","act":"review"}`)
	if begun := read[recordview.LiveReview](owner, at+"/review"); begun.Wait == "" {
		t.Errorf("a review under way is shown as %+v", begun)
	}
	gametest.OK(s.past.reviews.Work(t.Context(), review.Job{Subject: review.Subject{Record: imported.ID}}, nil))(t)
	done := read[recordview.LiveReview](owner, at+"/review")
	if len(done.Chances) != 5 || len(done.Sums) != 2 || done.Notes[1].Sign != "??" || done.Notes[1].Best == "" || !strings.Contains(done.Notes[1].Text, "Better: 1. P1+1") {
		t.Errorf("a review is shown as %+v", done)
	}

	// Beside a position is what people play other, as far as anybody has.
	played := read[recordview.LiveOpening](owner, at+"/opening?ply=2")
	if !strings.Contains(played.Lines[0], "games") || played.Source == "" {
		t.Errorf("an opening is shown as %+v", played)
	}
	if none := read[recordview.LiveOpening](owner, at+"/opening?ply=400"); len(none.Lines) == 0 {
		t.Error("nothing is text of the last position")
	}
	owner.want(http.StatusBadRequest, "GET", at+"/opening", "")
	var line view.LiveAnswer
	answer := owner.want(http.StatusOK, "POST", at+"/acts", `{"key":"key-best-line","act":"analysis","ply":1}`)
	err := json.Unmarshal([]byte(answer), &line)
	if err != nil || line.Better == "" || !strings.Contains(line.Notice, "After 1. C2=5") {
		t.Errorf("the best line is answered with %s, %v", answer, err)
	}

	// Others see it where it was imported, and nowhere else.
	visit(elsewhere).want(http.StatusOK, "GET", at, "")
	visit(private).want(http.StatusForbidden, "GET", at, "")
	s.sit(s.begin(guild), alice).want(http.StatusUnauthorized, "GET", at, "")
}

// A game that is over is reviewed on its page for its players. Who watches sees the review, and begins none.
func TestReviewOfAGame(t *testing.T) {
	s := open(t)
	g := s.begin(guild)
	red, watcher := s.sit(g, alice), s.sit(g, carol)
	red.want(http.StatusOK, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	red.want(http.StatusUnprocessableEntity, "POST", path(g, "/acts"), `{"key":"key-too-early","act":"review"}`)
	red.want(http.StatusUnprocessableEntity, "GET", path(g, "/review"), "")
	red.want(http.StatusOK, "POST", path(g, "/acts"), `{"key":"key-resign-it","act":"resign"}`)
	watcher.want(http.StatusForbidden, "POST", path(g, "/acts"), `{"key":"key-watching","act":"review"}`)
	watcher.want(http.StatusNoContent, "GET", path(g, "/review"), "")
	red.want(http.StatusOK, "POST", path(g, "/acts"), `{"key":"key-review-it","act":"review"}`)
	if begun := read[recordview.LiveReview](watcher, path(g, "/review")); begun.Wait == "" {
		t.Errorf("a review under way is shown as %+v", begun)
	}
}

// While the other side is to move, a reply is planned by playing both moves on the board. It is stored as in the chat, and
// nobody else sees it.
func TestPlans(t *testing.T) {
	s := open(t)
	g := s.begin(guild)
	red, black := s.sit(g, alice), s.sit(g, bob)
	refused := func(b *browser, act, move, why string) {
		t.Helper()
		text := b.want(http.StatusUnprocessableEntity, "POST", path(g, "/acts"), actBody(act, move))
		if !strings.Contains(text, why) {
			t.Errorf("%s %s is refused with %s", act, move, text)
		}
	}
	refused(red, "plan", "", "your move")
	at := path(g, "")
	one := black.act(at, "plan", "h2e2")
	if one.Turn != "black" || len(one.Legal["h9"]) == 0 || one.Pieces["e2"] != "rc" || len(one.Acts) != 2 {
		t.Errorf("half a line is shown as %+v", one)
	}
	two := black.act(at, "plan", "h2e2 h9g7")
	if !slices.Equal(two.Plan, []string{"h2e2", "h9g7"}) || two.Acts[0].Act != gameview.PlanSave || two.Over {
		t.Errorf("a line is shown as %+v", two)
	}
	refused(black, "plan", "h2e2 h9h7", "")
	refused(black, "plan-save", "h2e2", "")
	saved := black.act(at, "plan-save", "h2e2 h9g7")
	if len(saved.Plan) != 0 || !strings.Contains(saved.Status, "1 planned line") || len(saved.Acts) != 2 ||
		saved.Acts[0].Act != view.PressUnplan {
		t.Errorf("what is planned is shown as %+v", saved)
	}
	if now := s.now(g); len(now.Plans[board.Black]) != 1 || now.Plans[board.Black][0].Key() != saved.Acts[0].Move {
		t.Errorf("%v is planned", now.Plans)
	}
	black.act(at, "unplan", saved.Acts[0].Move)
	if now := s.now(g); len(now.Plans[board.Black]) != 0 {
		t.Errorf("%v is planned, though it was dropped", now.Plans)
	}
	black.act(at, "plan-save", "h2e2 h9g7")
	red.want(http.StatusOK, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	if now := s.now(g); now.Ply() != 2 || len(now.Plans[board.Black]) != 0 {
		t.Errorf("after the expected move %d moves are played", now.Ply())
	}
	s.sit(g, carol).want(http.StatusForbidden, "POST", path(g, "/acts"), `{"key":"key-watching","act":"plan"}`)
}

// A puzzle is solved on the page by the rules of the chat: a wrong move counts, the right ones are answered.
func TestPuzzles(t *testing.T) {
	s := open(t)
	set := puzzle.Standard().All()
	i := slices.IndexFunc(set, func(p *puzzle.Puzzle) bool { return p.Goal == puzzle.Mate && p.Moves() == 2 })
	p := set[i]
	b, _ := s.personal(inGuild(alice), 0, p.ID())
	at := "/api/puzzles/" + p.ID()
	shown := read[struct{ Message shownState }](b, at).Message.State
	solver := p.Position()
	if shown.Over || shown.You != solver.SideToMove().String() || len(shown.Legal) == 0 || len(shown.Acts) != 3 || !strings.Contains(shown.Title, p.ID()) {
		t.Errorf("a puzzle is shown as %+v", shown)
	}
	line := p.Line()
	legal := solver.LegalMoves(nil)
	wrong := legal[slices.IndexFunc(legal, func(m board.Move) bool { return p.Try(nil, m).Verdict == puzzle.Wrong })]
	if got := b.act(at, "to-"+shown.Puzzle+"-"+wrong.String(), ""); len(got.Moves) != 1 || !strings.Contains(got.Status, "rating") {
		t.Errorf("after a wrong move: %+v", got)
	}
	next := b.act(at, "to-"+shown.Puzzle+"-"+line[0].String(), "")
	if len(next.Moves) != 3 || next.Over {
		t.Errorf("after the first right move: %+v", next)
	}
	solver.Make(line[0])
	solver.Make(line[1])
	if got := b.act(at, "write-"+next.Puzzle, notation.Format(&solver, line[2], notation.WXF)); !got.Over || len(got.Moves) != 1+len(line) {
		t.Errorf("after the last right move: %+v", got)
	}
	b.want(http.StatusBadRequest, "POST", at+"/acts", `{"key":"key-no-such","act":"to-nonsense-0-h2e2"}`)
	b.want(http.StatusBadRequest, "POST", at+"/moves", `{"key":"key-no-such","move":"h2e2"}`)
	if solver, err := s.past.host.Solving.Solver(t.Context(), alice); err != nil || solver.Tried != 1 || solver.Solved != 0 {
		t.Errorf("it has counted as %+v, %v", solver, err)
	}
}

// beginVote has Alice begin a game in which those with a role vote for Red, or everybody.
func (s *site) beginVote(role string) *game.Game {
	s.t.Helper()
	act := inGuild(alice)
	act.Roles = []string{role}
	spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour}, ColorChoice: game.WantRed, Level: 1, Role: role}
	return gametest.OK(s.games.Votes().Start(s.t.Context(), act, spec))(s.t)
}

// Whoever may vote in a game of a channel votes on its page; the vote is counted as one in the chat.
func TestVotes(t *testing.T) {
	s := open(t)
	g := s.beginVote("")
	one, other := s.sit(g, bob), s.sit(g, carol)
	if shown := one.read(g).until(func(shownState) bool { return true }).State; shown.You != "red" || len(shown.Legal) == 0 || len(shown.Acts) > 0 {
		t.Errorf("a voter is shown %+v", shown)
	}
	text := one.want(http.StatusOK, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	if !strings.Contains(text, `"notice":"`) {
		t.Errorf("a vote is answered with %s", text)
	}
	other.want(http.StatusOK, "POST", path(g, "/moves"), `{"key":"key-typed-vote","move":"b2e2"}`)
	one.want(http.StatusUnprocessableEntity, "POST", path(g, "/moves"), moveBody(g, "h2e2")) // once more
	other.want(http.StatusUnprocessableEntity, "POST", path(g, "/acts"), `{"key":"key-no-draw","act":"draw"}`)
	if now := s.now(g); now.Vote.Turn.VotesCast() != 2 || now.Ply() != 0 {
		t.Errorf("%d votes are cast, %d moves played", now.Vote.Turn.VotesCast(), now.Ply())
	}
}

// A page does not know the roles of its reader: a vote that is for a role is cast in the channel.
func TestVotesOfARole(t *testing.T) {
	s := open(t)
	g := s.beginVote("1191000000000000301")
	voter := s.sit(g, bob)
	if shown := voter.read(g).until(func(shownState) bool { return true }).State; shown.You != "" || len(shown.Legal) > 0 {
		t.Errorf("somebody whose roles are unknown is shown %+v", shown)
	}
	text := voter.want(http.StatusUnprocessableEntity, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	if !strings.Contains(text, "role") {
		t.Errorf("the vote is refused with %s", text)
	}
}

// After a game its players ask for a rematch on the page; against the bot it begins at once, on a page of its own.
func TestRematch(t *testing.T) {
	s := open(t)
	alone, both := s.begin(""), s.begin(guild)
	for _, g := range []*game.Game{alone, both} {
		b := s.sit(g, alice)
		b.want(http.StatusOK, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
		b.want(http.StatusOK, "POST", path(g, "/acts"), actBody("resign", ""))
		var answer view.LiveAnswer
		text := b.want(http.StatusOK, "POST", path(g, "/acts"), actBody("rematch", ""))
		must(t, json.Unmarshal([]byte(text), &answer))
		if begins := g == alone; begins != (answer.Open != "") || begins == (answer.Notice != "") {
			t.Errorf("a rematch is answered with %s", text)
		}
		if _, token, begins := strings.Cut(answer.Open, "#"); begins && !strings.Contains(b.redeem(token, http.StatusOK), "games/") {
			t.Error("the link to the rematch leads to no game")
		}
	}
}

// Each process knows who has a page of the other open: nobody is mentioned in the channel.
func TestSeatedAtAnotherProcess(t *testing.T) {
	source := storetest.Postgres(t)
	one, other := &site{t: t, shared: true}, &site{t: t, shared: true}
	for _, s := range []*site{one, other} {
		s.serve(storetest.NewAt(t, source, store.Options{Clock: s.clock, Role: &jobs.Role{Gateway: true, Engine: true, Jobs: true}}))
	}
	g := one.begin(guild)
	other.skew.Store(one.skew.Load())
	red := one.sit(g, alice).read(g)
	red.until(func(got shownState) bool { return got.State.Players["red"].Online })
	if one.pages.Seated(t.Context(), g) || other.pages.Seated(t.Context(), g) {
		t.Error("one player is there, and a process takes them for both")
	}
	black := other.sit(g, bob).read(g)
	black.until(func(got shownState) bool { return got.State.Players["black"].Online })
	if !one.pages.Seated(t.Context(), g) || !other.pages.Seated(t.Context(), g) {
		t.Error("both players are there, and a process does not know")
	}
	black.cancel()
	for open := true; open; runtime.Gosched() { // until the stream has ended
		other.pages.rooms.mu.Lock()
		_, open = other.pages.rooms.open[g.ID]
		other.pages.rooms.mu.Unlock()
	}
	one.skew.Add(int64(2 * seatMark))
	if one.pages.Seated(t.Context(), g) {
		t.Error("one player has left, and a process does not know")
	}
}
