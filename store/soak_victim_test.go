package store_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/member"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// The bot of the soak: the store and the service as the program has them, and an edge that posts to the parent, who is
// Discord. It does what the lines of its standard input say and tells what came of it on its standard output, JSON both
// ways. What it has written there outlives it, as what Discord has taken outlives the bot.

// order is a line from the parent. The first one is a look.
type order struct {
	At     int64       `json:"at,omitempty"` // from now on it is this late, in milliseconds
	Look   *inspection `json:"look,omitempty"`
	Deed   *deed       `json:"deed,omitempty"`
	Settle bool        `json:"settle,omitempty"` // do all that is due
}

// inspection asks what the last bot has left behind, before this one touches it.
type inspection struct {
	Games    []game.ID `json:"games"`
	Channels []string  `json:"channels"` // in which a game may have begun
	People   []game.Person
}

// deed is what a person does.
type deed struct {
	N     int                `json:"n"` // by which the answer is known
	Key   string             `json:"key"`
	Act   string             `json:"act"`
	Who   game.Person        `json:"who"`
	Game  game.ID            `json:"game,omitempty"`
	Board game.BoardKey      `json:"board,omitempty"`
	Move  board.Move         `json:"move,omitzero"`
	Line  game.Line          `json:"line,omitempty"` // of conditional moves
	Where string             `json:"where,omitempty"`
	Spec  game.ChallengeSpec `json:"spec,omitzero"`
	Days  int                `json:"days,omitempty"`
	Habit member.Reminders   `json:"habit,omitzero"`

	// What the parent keeps for itself.
	contest *contest    // nil: a challenge
	at      time.Time   // when it was done
	wrong   game.Code   // with which it has to be refused
	mayFail []game.Code // with which it may be
	twice   bool        // Discord delivers it twice
	heard   []answer
}

// news is a line to the parent: one of these.
type news struct {
	Left    *left    `json:"left,omitempty"`
	Answer  *answer  `json:"answer,omitempty"`
	Post    *post    `json:"post,omitempty"`
	Settled *settled `json:"settled,omitempty"`
}

// left is what was found, as it lay there.
type left struct {
	Games  []sight                         `json:"games"`
	Leaves map[game.Person]member.Vacation `json:"leaves"`
	Beat   int64                           `json:"beat"`            // when the last bot was at work, by its own notes
	Wrong  string                          `json:"wrong,omitempty"` // what should not be
}

// answer is what a person hears.
type answer struct {
	N       int       `json:"n"`
	Refused game.Code `json:"refused,omitempty"`
	Failed  string    `json:"failed,omitempty"` // an error that is no refusal
	Game    *sight    `json:"game,omitempty"`
	Leave   member.Vacation
}

// post is a message in a channel that nobody asked for. Of two with the same nonce within minutes Discord shows one.
type post struct {
	Nonce  string      `json:"nonce"`
	Game   game.ID     `json:"game"`
	Event  int         `json:"event,omitempty"`  // the revision that is announced
	Remind *promiseKey `json:"remind,omitempty"` // or the reminder that it is
}

// settled tells that nothing is left to do, what was done to which games, and when there is something to do again.
type settled struct {
	Games []sight `json:"games"`
	Next  int64   `json:"next"` // 0: never
}

// sight is what the soak wants to know of a game.
type sight struct {
	ID       game.ID
	Channel  string
	State    game.State
	Seats    [2]game.Seat
	Moves    []board.Move
	Revision int
	Told     int
	Last     game.EventKind
	Updated  int64
	Outcome  rules.Outcome
	End      game.End
	Draw     game.Offer
	Takeback game.Offer
	Plans    [2]game.Plan
	Key      game.BoardKey
	Clock    game.Clock
}

func sightOf(g *game.Game) sight {
	return sight{
		ID: g.ID, Channel: g.Channel, State: g.State, Seats: g.Seats, Moves: g.Record.Moves, Revision: g.Revision, Told: g.Board.Announced,
		Last: g.Last.Kind, Updated: g.Updated.UnixMilli(), Outcome: g.Outcome, End: g.End, Draw: g.DrawOffer, Takeback: g.Takeback, Plans: g.Plans,
		Key: g.BoardKey(), Clock: g.Clock,
	}
}

// victimBot is the bot of one life.
type victimBot struct {
	db      *store.DB
	pace    *store.Pace
	service *gametest.Services
	boards  *game.Boards
	members *member.Service
	now     atomic.Int64
	answers sync.WaitGroup // deeds under way

	mu      sync.Mutex
	out     *json.Encoder
	touched map[game.ID]bool // by jobs, since it was settled last
}

func victimSoaks(source string) {
	ctx := context.Background()
	v := &victimBot{out: json.NewEncoder(os.Stdout), touched: map[game.ID]bool{}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	next := func() (o order, ok bool) {
		if !lines.Scan() {
			return o, false
		}
		check(json.Unmarshal(lines.Bytes(), &o))
		if o.At > 0 {
			v.now.Store(o.At)
		}
		return o, true
	}
	first, _ := next()
	var err error
	clock := func() time.Time { return time.UnixMilli(v.now.Load()).UTC() }
	v.db, err = store.Open(ctx, source, store.Options{Clock: clock, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))})
	check(err)
	v.service = gametest.New(storetest.Stores(v.db), quickThinker{}, game.Options{Clock: clock, ChallengeLife: challengeLife})
	v.boards = game.NewBoards(v.db.Games, v.service.Service)
	v.members = member.New(v.db.Members, v.db.Servers, v.db.Games, v.service.Now)
	v.pace = store.Quicken(v.db)
	found, err := v.look(ctx, *first.Look)
	check(err)
	v.say(news{Left: found})
	check(work(v.db, v.worker()))
	for {
		o, ok := next()
		if !ok { // the parent has no more to say
			check(v.db.Close())
			os.Exit(0)
		}
		if o.At > 0 {
			check(v.pace.Beat(ctx)) // it would have noted that it is there all the time that was skipped
		}
		if o.Deed != nil {
			v.answers.Go(func() { v.do(ctx, *o.Deed) })
		}
		if o.Settle {
			v.answers.Wait()
			check(v.pace.Settle(ctx))
			v.report(ctx)
		}
	}
}

func (v *victimBot) say(n news) {
	v.mu.Lock()
	defer v.mu.Unlock()
	check(v.out.Encode(n))
}

// look reads what there is, and checks what belongs together.
func (v *victimBot) look(ctx context.Context, l inspection) (*left, error) {
	found := &left{}
	for _, id := range l.Games {
		g, err := v.db.Games.Game(ctx, id)
		if err != nil {
			return nil, err
		}
		found.Games = append(found.Games, sightOf(g))
	}
	for _, channel := range l.Channels {
		begun, err := v.db.Games.Games(ctx, game.Query{Channel: channel})
		if err != nil {
			return nil, err
		}
		for _, g := range begun {
			found.Games = append(found.Games, sightOf(g))
		}
	}
	found.Leaves = map[game.Person]member.Vacation{}
	for _, p := range l.People {
		leave, err := v.db.Members.Vacation(ctx, p, "g")
		if err != nil {
			return nil, err
		}
		found.Leaves[p] = leave
	}
	var err error
	if found.Beat, err = v.pace.LastBeat(ctx); err != nil {
		return nil, err
	}
	found.Wrong, err = halfDone(v.db)
	return found, err
}

// halfDone tells of something that belongs together and is not there together; empty: there is nothing of the kind.
func halfDone(db *store.DB) (string, error) {
	// A job that is not done, about the game and the number in two columns.
	noJob := func(kind, game, key, number string) string {
		return fmt.Sprintf(`NOT EXISTS (SELECT * FROM river_job WHERE kind = '%s' AND state <> 'completed'
			AND CAST(args ->> 'game' AS BIGINT) = %s AND CAST(args ->> '%s' AS BIGINT) = %s)`, kind, game, key, number)
	}
	for what, query := range map[string]string{
		"a clock runs and queues no flag": `WITH running AS
			(SELECT id, length(moves) / 4 AS ply FROM games WHERE state = 'active' AND clock LIKE '%"flag"%')
			SELECT count(*) FROM running WHERE ` + noJob("flag", "running.id", "ply", "running.ply"),
		"the bot is to move and queues no thought": `SELECT count(*) FROM games WHERE state = 'active' AND
			CASE length(moves) / 4 % 2 WHEN 0 THEN red_level ELSE black_level END > 0 AND ` +
			noJob("think", "games.id", "ply", "length(moves) / 4"),
		"something happened and is queued to nobody": `SELECT count(*) FROM games JOIN boards ON boards.game = games.id
			WHERE announced < revision AND ` + noJob("announce", "games.id", "revision", "revision"),
		"a result is counted twice, or not at all": `SELECT count(*) FROM games WHERE
			(SELECT count(*) FROM results WHERE game = games.id) <>
			CASE WHEN state = 'finished' AND length(moves) >= 8 AND outcome <> 'ongoing'
				THEN (CASE red WHEN '' THEN 0 ELSE 1 END) + (CASE black WHEN '' THEN 0 ELSE 1 END) ELSE 0 END`,
	} {
		var n int
		if err := db.SQL().QueryRow(query).Scan(&n); err != nil {
			return "", fmt.Errorf("%s: %w", what, err)
		}
		if n > 0 {
			return fmt.Sprintf("in %d games %s", n, what), nil
		}
	}
	return "", nil
}

// do does a deed and answers it, as the bot's edge does: Discord has the answer first, then the store is told of it.
func (v *victimBot) do(ctx context.Context, d deed) {
	g, leave, err := v.act(ctx, d)
	var refused *game.Refusal
	switch {
	case errors.As(err, &refused):
		v.say(news{Answer: &answer{N: d.N, Refused: refused.Code}})
		if refused.Code == game.FlagFell { // the game ended by that
			v.touch(d.Game)
		}
	case err != nil:
		v.say(news{Answer: &answer{N: d.N, Failed: err.Error()}})
	case g == nil:
		v.say(news{Answer: &answer{N: d.N, Leave: leave}})
		check(v.touchAll(ctx, d.Who))
	default:
		seen := sightOf(g)
		v.say(news{Answer: &answer{N: d.N, Game: &seen}})
		check(v.boards.BoardPosted(ctx, g.ID, g.Channel, g.Revision, "message"))
	}
}

func (v *victimBot) act(ctx context.Context, d deed) (g *game.Game, leave member.Vacation, err error) {
	act := game.Act{Key: d.Key, Actor: d.Who, Name: "N" + string(d.Who), Guild: "g", Channel: d.Where, Board: d.Board}
	simple := map[string]func(context.Context, game.Act, game.ID) (*game.Game, error){
		toAccept: v.service.Accept, toDecline: v.service.Decline, toCancel: v.service.Cancel, toResign: v.service.Resign,
		toOfferDraw: v.service.OfferDraw, toDeclineDraw: v.service.DeclineDraw,
		toAskTakeback: v.service.AskTakeback, toAcceptTakeback: v.service.AcceptTakeback, toDeclineTakeback: v.service.DeclineTakeback,
	}
	switch d.Act {
	case toChallenge:
		g, err = v.service.Challenge(ctx, act, d.Spec)
	case toMove:
		g, err = v.service.MoveExact(ctx, act, d.Game, d.Move)
	case toPlan:
		var text []string
		for _, m := range d.Line {
			text = append(text, m.String())
		}
		g, err = game.NewPlanner(v.service.Service).Plan(ctx, act, d.Game, strings.Join(text, " "))
	case toChoose:
		_, err = v.members.ChangeSettings(ctx, act, func(s *member.Settings) error {
			s.Reminders, s.Zone = d.Habit, "Asia/Shanghai"
			return nil
		})
	case toLeave:
		leave, err = v.members.StartVacation(ctx, act, d.Days)
	case toReturn:
		leave, err = v.members.StopVacation(ctx, act)
	default:
		g, err = simple[d.Act](ctx, act, d.Game)
	}
	return g, leave, err
}

// touchAll remembers that something has to do with all open games of a person.
func (v *victimBot) touchAll(ctx context.Context, p game.Person) error {
	games, err := v.db.Games.Games(ctx, game.Query{Person: p, Open: true})
	for _, g := range games {
		v.touch(g.ID)
	}
	return err
}

// touch remembers that a job has to do with a game.
func (v *victimBot) touch(id game.ID) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.touched[id] = true
}

// report tells what has become of the games that jobs had to do with.
func (v *victimBot) report(ctx context.Context) {
	v.mu.Lock()
	ids := v.touched
	v.touched = map[game.ID]bool{}
	v.mu.Unlock()
	done := settled{}
	for id := range ids {
		g, err := v.db.Games.Game(ctx, id)
		check(err)
		done.Games = append(done.Games, sightOf(g))
	}
	var err error
	done.Next, err = v.pace.Next(ctx)
	check(err)
	v.say(news{Settled: &done})
}

func (v *victimBot) worker() worker {
	return worker{
		think: func(ctx context.Context, job game.Think) error {
			v.touch(job.Game)
			return v.service.Think(ctx, job)
		},
		lapse: func(ctx context.Context, job game.Lapse) error {
			v.touch(job.Game)
			return v.service.Lapse(ctx, job)
		},
		flag: func(ctx context.Context, job game.Flag) error {
			v.touch(job.Game)
			return v.service.Flag(ctx, job)
		},
		remind: func(ctx context.Context, job game.Remind) error {
			v.touch(job.Game)
			g, _, err := v.members.Reminder(ctx, job)
			if err != nil || g == nil {
				return err
			}
			key := promiseKey{g.ID, job.Ply, g.Clock.Since.UnixMilli(), job.N}
			v.say(news{Post: &post{Nonce: fmt.Sprint(key), Game: g.ID, Remind: &key}})
			return v.members.Reminded(ctx, job)
		},
		back: func(ctx context.Context, job member.VacationEnds) error {
			if err := v.members.VacationEnds(ctx, job); err != nil {
				return err
			}
			return v.touchAll(ctx, job.Person)
		},
		announce: func(ctx context.Context, job game.Announce) error {
			v.touch(job.Game)
			g, err := v.boards.ToAnnounce(ctx, job, 0)
			if err != nil || g == nil {
				return err
			}
			v.say(news{Post: &post{Nonce: fmt.Sprintf("%d.%d", g.ID, g.Revision), Game: g.ID, Event: g.Revision}})
			return v.boards.BoardPosted(ctx, g.ID, g.Channel, g.Revision, "message")
		},
	}
}
