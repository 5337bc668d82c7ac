package tournament_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/member"
	"xiangqibot/bot/tournament"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// club is a tournament service with its games and database.
type club struct {
	*tournament.Service
	games *gametest.Services
	store *storetest.DB
	now   time.Time
}

func newClub(t testing.TB) *club {
	t.Helper()
	c := &club{now: start}
	clock := func() time.Time { return c.now }
	c.store = storetest.New(t, store.Options{Clock: clock})
	c.games = gametest.New(storetest.Stores(c.store.DB), nil, game.Options{Clock: clock})
	c.Service = tournament.New(c.store.Tournaments, c.store.Standings, c.games.Servers, c.games.Now)
	return c
}

// signUp opens a tournament with the given number of players.
func (c *club) signUp(t *testing.T, spec tournament.Spec, players int) *tournament.Tournament {
	t.Helper()
	tour := ok(c.Open(t.Context(), in(alice, true), spec))(t)
	for n := range players {
		tour = ok(c.Join(t.Context(), in(player(n), false), tour.ID))(t)
	}
	return tour
}

// work does the jobs for rounds and boards, each twice, until there are none. It returns the announced rounds.
func (c *club) work(t *testing.T) (announced []int) {
	t.Helper()
	for len(c.store.Jobs) > 0 {
		o := c.store.Jobs[0]
		c.store.Jobs = c.store.Jobs[1:]
		switch job := o.Job.(type) {
		case tournament.Fixture:
			tour := ok(c.Tournament(t.Context(), job.Tournament))(t)
			if tour.Boards[job.Round-1][job.Board].Game == 0 && !slices.Contains(announced, job.Round) {
				t.Fatalf("board %d begins before round %d is announced", job.Board+1, job.Round)
			}
			must(t, c.Fixture(t.Context(), job))
			must(t, c.Fixture(t.Context(), job))
		case tournament.AnnounceRound:
			announced = append(announced, job.Round)
			must(t, c.RoundAnnounced(t.Context(), job))
			must(t, c.RoundAnnounced(t.Context(), job))
		}
	}
	return announced
}

// A player who never makes the first move loses in the tournament, though no rating changes. The next round begins
// without a resignation.
func TestAnAbortedGameIsLost(t *testing.T) {
	c := newClub(t)
	tour := c.signUp(t, tournament.Spec{System: tournament.RoundRobinSystem, Rated: true}, 4)
	ok(c.Start(t.Context(), in(alice, false), tour.ID))(t)
	c.work(t)
	tour = ok(c.Tournament(t.Context(), tour.ID))(t)
	moves, waits := tour.Boards[0][0], tour.Boards[0][1]
	ok(c.games.Move(t.Context(), in(tour.Players[moves.Red].Person, false), moves.Game, "h2e2"))(t)
	for range 2 {
		c.now = c.now.Add(10 * 24 * time.Hour)
		for _, m := range []tournament.Board{moves, waits} {
			g := ok(c.games.Game(t.Context(), m.Game))(t)
			must(t, c.games.Flag(t.Context(), game.Flag{Game: g.ID, Ply: g.Ply()}))
		}
	}
	c.work(t)
	tour = ok(c.Tournament(t.Context(), tour.ID))(t)
	if got := tour.Boards[0]; tour.Round != 2 || got[0].Score != 1 || got[1].Score != 0 {
		t.Errorf("round %d is played, after %+v", tour.Round, got)
	}
}

// Rated players are seeded above unrated ones, however low the rating. A player without rated games is unrated.
func TestPlayersWithoutARatingAreSeededLast(t *testing.T) {
	c := newClub(t)
	g := ok(c.games.Challenge(t.Context(), in(carol, false), game.ChallengeSpec{Opponent: player(1), ColorChoice: game.WantRed, Rated: true}))(t)
	ok(c.games.Accept(t.Context(), in(player(1), false), g.ID))(t)
	for ply, text := range []string{
		"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "g3g4", "c6c5", "b0c2", "a9a8",
	} {
		ok(c.games.Move(t.Context(), in([]game.Person{carol, player(1)}[ply%2], false), g.ID, text))(t)
	}
	ok(c.games.Decide(t.Context(), in(player(1), false), g.ID, game.Resign))(t)
	tour := c.signUp(t, tournament.Spec{System: tournament.SwissSystem}, 3)
	if rating, ok, err := c.store.Standings.Rating(t.Context(), player(1), tour.Time.Class()); err != nil || !ok || rating.R >= 1500 {
		t.Fatalf("who lost is rated %v, %v, %v", rating, ok, err)
	}
	tour = ok(c.Start(t.Context(), in(alice, false), tour.ID))(t)
	if got := tour.Players; got[0].Person != player(1) || got[1].Person != player(0) || got[2].Person != player(2) {
		t.Errorf("the seeds are %+v", got)
	}
}

// A tournament is judged by its server's rules, except for the number of repetitions, which its organizer may choose.
func TestTournamentsChooseTheirRepetitions(t *testing.T) {
	c := newClub(t)
	for chosen, want := range map[int]string{0: "asian repetitions=4", 3: "asian", 4: "asian repetitions=4"} {
		tour := ok(c.Open(t.Context(), in(alice, true), tournament.Spec{System: tournament.RoundRobinSystem, Repetitions: chosen}))(t)
		if tour.Rules != want {
			t.Errorf("with %d chosen it is judged by %q, want %q", chosen, tour.Rules, want)
		}
	}
}

// Each impossible act is refused with its own code and changes nothing.
func TestRefusalsOfTournaments(t *testing.T) {
	c := newClub(t)
	ctx := t.Context()
	spec := tournament.Spec{System: tournament.RoundRobinSystem, Places: 3}
	for _, bad := range []tournament.Spec{
		{}, {System: "knockout"}, {System: tournament.SwissSystem, Rounds: -1}, {System: tournament.SwissSystem, Rounds: 32}, {System: tournament.SwissSystem, Places: 2},
		{System: tournament.SwissSystem, Places: 33},
		{System: tournament.SwissSystem, Repetitions: 2},
	} {
		refused(t, errOf(c.Open(ctx, in(alice, true), bad)), tournament.BadTournament)
	}
	refused(t, errOf(c.Open(ctx, game.Act{Actor: alice, Channel: "c"}, spec)), game.NotInServer)
	refused(t, errOf(c.Find(ctx, in(alice, true), 0)), tournament.NoTournament)

	tour := c.signUp(t, spec, 2)
	refused(t, errOf(c.Join(ctx, in(player(0), false), tour.ID)), tournament.SignedUp)
	refused(t, errOf(c.Leave(ctx, in(carol, false), tour.ID)), tournament.NotSignedUp)
	refused(t, errOf(c.Start(ctx, in(player(0), false), tour.ID)), tournament.NotOrganizer)
	refused(t, errOf(c.Start(ctx, in(alice, false), tour.ID)), tournament.TooFewPlayers)
	ok(c.Join(ctx, in(player(2), false), tour.ID))(t)
	refused(t, errOf(c.Join(ctx, in(player(3), false), tour.ID)), tournament.TournamentFull)
	stranger := in(player(3), true)
	stranger.Guild = "another"
	refused(t, errOf(c.Join(ctx, stranger, tour.ID)), tournament.NoTournament)
	refused(t, errOf(c.Cancel(ctx, stranger, tour.ID)), tournament.NoTournament)

	ok(c.Leave(ctx, in(player(2), false), tour.ID))(t)
	_, err := c.Join(ctx, in(player(3), false), tour.ID) // whose place is free
	must(t, err)
	ok(c.Start(ctx, in(alice, false), tour.ID))(t)
	refused(t, errOf(c.Start(ctx, in(alice, false), tour.ID)), tournament.SignUpOver)
	refused(t, errOf(c.Join(ctx, in(player(2), false), tour.ID)), tournament.SignUpOver)

	// After it is called off its games go on, and their results do not count.
	c.work(t)
	tour = ok(c.Cancel(ctx, in(alice, false), tour.ID))(t)
	m := tour.Boards[0][0]
	if m.Bye() {
		m = tour.Boards[0][1]
	}
	ok(c.games.Decide(ctx, in(tour.Players[m.Black].Person, false), m.Game, game.Resign))(t)
	if announced := c.work(t); len(announced) > 0 {
		t.Errorf("rounds %v of a tournament that was called off are announced", announced)
	}
	refused(t, errOf(c.Leave(ctx, in(player(0), false), tour.ID)), tournament.TournamentOver)
	refused(t, errOf(c.Cancel(ctx, in(alice, false), tour.ID)), tournament.TournamentOver)
	if found, err := c.Find(ctx, in(alice, false), 0); err != nil || found.ID != tour.ID || found.Stage != tournament.CalledOff {
		t.Errorf("found %+v, %v", found, err)
	}
}

// meanwhile is a store that calls happens right before a game begins.
type meanwhile struct {
	tournament.Store
	happens func()
}

func (m *meanwhile) Begin(
	ctx context.Context, f tournament.Fixture, fn func(*tournament.Tournament, *game.Game) error,
) (*game.Game, error) {
	m.happens()
	return m.Store.Begin(ctx, f, fn)
}

// A board begins according to the current state of its tournament: none begins in one that was just called off, and a
// person whose data was just deleted does not play.
func TestABoardGoesByTheTournamentAsItIs(t *testing.T) {
	begin := func(happens func(*club, tournament.ID)) (*club, []*game.Game) {
		c := newClub(t)
		tour := c.signUp(t, tournament.Spec{System: tournament.RoundRobinSystem}, 4)
		ok(c.Start(t.Context(), in(alice, true), tour.ID))(t)
		must(t, c.RoundAnnounced(t.Context(), tournament.AnnounceRound{Tournament: tour.ID, Round: 1}))
		late := &meanwhile{c.store.Tournaments, func() { happens(c, tour.ID) }}
		service := tournament.New(late, c.store.Standings, c.games.Servers, c.games.Now)
		must(t, service.Fixture(t.Context(), tournament.Fixture{Tournament: tour.ID, Round: 1}))
		games := ok(c.store.Games.Games(t.Context(), game.Query{Channel: tour.Channel}))(t)
		return c, games
	}
	if _, games := begin(func(c *club, id tournament.ID) {
		ok(c.Cancel(t.Context(), in(alice, true), id))(t)
	}); len(games) != 0 {
		t.Errorf("in a tournament called off begins %+v", games[0])
	}
	var gone game.Person
	_, games := begin(func(c *club, id tournament.ID) {
		tour := ok(c.Tournament(t.Context(), id))(t)
		gone = tour.Players[tour.Boards[0][0].Red].Person
		privacy := member.NewPrivacy(c.store.Privacy, c.games.Now)
		must(t, privacy.Erase(t.Context(), in(gone, false)))
	})
	if len(games) != 1 || games[0].Involves(gone) || games[0].State != game.Finished || !games[0].Involves(game.Deleted) {
		t.Errorf("of the first board of %s, who was deleted, there is %+v", gone, games)
	}
}

// A round is announced while the tournament goes on, and the final table once it is decided. A round of a tournament
// that was called off meanwhile is not, since its boards never begin.
func TestPendingRound(t *testing.T) {
	c := newClub(t)
	tour := c.signUp(t, tournament.Spec{System: tournament.RoundRobinSystem}, 4)
	checkPending := func(round int, want bool) {
		t.Helper()
		found, err := c.PendingRound(t.Context(), tournament.AnnounceRound{Tournament: tour.ID, Round: round})
		if err != nil || (found != nil) != want {
			t.Errorf("round %d: PendingRound returns %+v, %v", round, found, err)
		}
	}
	checkPending(1, false)
	ok(c.Start(t.Context(), in(alice, true), tour.ID))(t)
	for round, want := range []bool{false, true, false} {
		checkPending(round, want)
	}
	ok(c.Cancel(t.Context(), in(alice, true), tour.ID))(t)
	checkPending(1, false)
	tour.ID++
	checkPending(1, false)
}

// A person who names no tournament means the newest one that is not over, even if another one is newer.
func TestFindGoesByWhatIsOpen(t *testing.T) {
	c := newClub(t)
	spec := tournament.Spec{System: tournament.RoundRobinSystem}
	open, newer := c.signUp(t, spec, 3), c.signUp(t, spec, 4)
	finds := func(want tournament.ID) {
		t.Helper()
		if found, err := c.Find(t.Context(), in(alice, false), 0); err != nil || found.ID != want {
			t.Errorf("found %+v, %v, want tournament %d", found, err, want)
		}
	}
	finds(newer.ID)
	for _, one := range []*tournament.Tournament{newer, open} {
		ok(c.Cancel(t.Context(), in(alice, true), one.ID))(t)
		finds(map[bool]tournament.ID{true: open.ID, false: newer.ID}[one == newer])
	}
}

// worker runs an UpdateNotice job: it shows what it has read.
type worker struct {
	read  *tournament.Tournament
	shown bool // it has shown that, and still has to record it
}

// However the acts in a tournament and the reads, edits and records of several workers interleave, its message is
// posted once, and when all jobs are done it shows the current state.
func TestTheMessageOfATournamentIsUpToDate(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		c := newClub(outer)
		defer func() { must(t, c.store.Close()) }()
		ctx := t.Context()
		tour := ok(c.Open(ctx, in(alice, true), tournament.Spec{System: tournament.SwissSystem}))(t)
		var workers []*worker
		message, posted := 0, 0 // the revision that the message shows
		act := func() {
			p := in(player(rapid.IntRange(0, 4).Draw(t, "player")), false)
			if _, err := c.Join(ctx, p, tour.ID); err != nil {
				refused(t, err, tournament.SignedUp)
				ok(c.Leave(ctx, p, tour.ID))(t)
			}
		}
		begin := func() {
			job, is := c.store.Jobs[0].Job.(tournament.UpdateNotice)
			c.store.Jobs = c.store.Jobs[1:]
			if !is {
				t.Fatalf("a sign-up queues the job %+v", job)
			}
			if read := ok(c.PendingNotice(ctx, job))(t); read != nil {
				workers = append(workers, &worker{read: read})
			}
		}
		work := func() {
			i := rapid.IntRange(0, len(workers)-1).Draw(t, "worker")
			w := workers[i]
			if !w.shown {
				if w.read.Notice.Message == "" {
					posted++
				}
				message, w.shown = w.read.Revision, true
				return
			}
			now := ok(c.NoticeShown(ctx, tour.ID, "m", w.read.Revision))(t)
			if now.Revision == w.read.Revision {
				workers = slices.Delete(workers, i, i+1)
				return
			}
			*w = worker{read: now}
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			switch n := rapid.IntRange(0, 2).Draw(t, "step"); {
			case n == 0:
				act()
			case n == 1 && len(c.store.Jobs) > 0:
				begin()
			case len(workers) > 0:
				work()
			}
		}
		for len(c.store.Jobs) > 0 {
			begin()
		}
		for len(workers) > 0 {
			work()
		}
		tour = ok(c.Tournament(ctx, tour.ID))(t)
		if message != tour.Revision || posted != 1 || tour.Notice != (tournament.Notice{Message: "m", Shown: tour.Revision}) {
			t.Fatalf("the message was posted %d times and shows revision %d of %d, which is recorded as %+v", posted, message, tour.Revision, tour.Notice)
		}
	})
}

// Starting or cancelling a tournament changes its message too. A board that has begun is shown once it can be linked
// to.
func TestWhatChangesTheMessageOfATournament(t *testing.T) {
	c := newClub(t)
	tour := c.signUp(t, tournament.Spec{System: tournament.RoundRobinSystem}, 3)
	before := tour.Revision
	tour = ok(c.Start(t.Context(), in(alice, false), tour.ID))(t)
	if tour.Revision != before+1 {
		t.Errorf("the start takes it from revision %d to %d", before, tour.Revision)
	}
	var later []time.Time
	for len(c.store.Jobs) > 0 {
		o := c.store.Jobs[0]
		c.store.Jobs = c.store.Jobs[1:]
		switch job := o.Job.(type) {
		case tournament.AnnounceRound:
			must(t, c.RoundAnnounced(t.Context(), job))
		case tournament.Fixture:
			must(t, c.Fixture(t.Context(), job))
			must(t, c.Fixture(t.Context(), job)) // which changes nothing
		case tournament.UpdateNotice:
			if o.At.After(c.now) {
				later = append(later, o.At)
			}
		}
	}
	if tour, err := c.Tournament(t.Context(), tour.ID); err != nil || tour.Revision != before+2 || len(later) != 1 {
		t.Errorf("when its one board has begun it has revision %d after %d, to be shown at %v; %v", tour.Revision, before, later, err)
	}
	if tour, err := c.Cancel(t.Context(), in(alice, false), tour.ID); err != nil || tour.Revision != before+3 {
		t.Errorf("called off it has revision %d; %v", tour.Revision, err)
	}
}

// A person whose data is deleted disappears from the message of a tournament.
func TestForgetUpdatesTheMessage(t *testing.T) {
	tour := signedUp(t, tournament.Spec{System: tournament.RoundRobinSystem}, 3)
	tour.TakeJobs()
	before := tour.Revision
	tour.Forget(player(1), start)
	jobs := tour.TakeJobs()
	want := game.QueuedJob{Job: tournament.UpdateNotice{Tournament: 1, Revision: before + 1}, At: start}
	if len(jobs) != 1 || jobs[0] != want || tour.Index(player(1)) >= 0 {
		t.Errorf("the queue holds %v, want %v; the players are %v", jobs, want, tour.Players)
	}
	tour.Forget("a stranger", start)
	if jobs := tour.TakeJobs(); len(jobs) > 0 || tour.Revision != before+1 {
		t.Errorf("forgetting a person who is not in it queued %v and left revision %d", jobs, tour.Revision)
	}
	tour.Forget(tour.Organizer, start)
	if tour.Organizer != game.Deleted || tour.Revision != before+2 {
		t.Errorf("the organizer is %q, revision %d", tour.Organizer, tour.Revision)
	}
}
