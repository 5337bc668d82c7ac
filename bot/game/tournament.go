package game

import (
	"cmp"
	"math"
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// TournamentID names a tournament for ever. Numbers start at 1 and are never given twice; 0 means no tournament.
type TournamentID int64

// System is the way in which the players of a tournament are paired.
type System string

// The systems. They are written into the database.
const (
	EachMeetsEach System = "round-robin" // everybody meets everybody once: RoundRobin
	SwissSystem   System = "swiss"       // a number of rounds, each among players of about the same score: Swiss
)

// Stage is how far a tournament has come. SigningUp becomes Underway, Underway becomes Decided; either may become CalledOff.
type Stage string

// The stages. They are written into the database.
const (
	SigningUp Stage = "sign-up"
	Underway  Stage = "underway"
	Decided   Stage = "decided"    // all rounds are played: the table is final
	CalledOff Stage = "called-off" // games that had begun go on, for themselves
)

// The limits of a tournament.
const (
	MinEntrants       = 3 // two play a match, which is a challenge
	MaxEntrants       = 32
	MaxTournamentName = 50 // characters; the rest is cut
	MaxTournaments    = 25 // how many of a server are listed
)

// TournamentSpec is what is agreed about a tournament before anybody signs up.
type TournamentSpec struct {
	Name   string `json:"name,omitempty"`
	System System `json:"system"`
	// Rounds is how many rounds of Swiss are played; 0: as many as it takes to tell the best from all others, which are the doublings that lead
	// from one player to all. From the start on it is the number of rounds of this tournament, whatever the system: never more than let
	// everybody meet everybody once.
	Rounds int  `json:"rounds"`
	Places int  `json:"places"` // for so many players, from MinEntrants to MaxEntrants; 0: MaxEntrants
	Rated  bool `json:"rated,omitempty"`
	Conditions
}

// Tournament is a tournament of a server, from its sign-up to its final table. Like a Game it is plain data, whose methods are the acts: each
// changes it, or changes nothing and returns a *Refusal.
//
// A round is over when all its games are; the next begins at once. A player who withdraws is paired no more, and the game that he plays goes
// on. Who has nobody to play in a round has a bye, which is a point: because the number is odd, or because his opponent of a round-robin has
// withdrawn. A game that is called off because a side never made its first move is lost for that side here, though it moves no rating.
type Tournament struct {
	ID        TournamentID `json:"-"`
	Guild     string       `json:"-"`
	Channel   string       `json:"channel"`          // where it was announced, and where its rounds are
	Ground    Ground       `json:"ground,omitempty"` // what Channel is good for
	Organiser Person       `json:"organiser"`
	Locale    string       `json:"locale,omitempty"` // the language of the organiser's client
	TournamentSpec
	Rules string `json:"rules"` // text of the rules.Code by which its games are judged

	Stage   Stage       `json:"stage"`
	Players []Entrant   `json:"players"`          // as they signed up; from the start on in the order of their ratings, the best first
	Round   int         `json:"round"`            // the one that is played, from 1; 0 before the start
	Boards  [][]Meeting `json:"boards,omitempty"` // of each round that has begun

	Revision int    `json:"revision,omitempty"` // of what Notice shows: how often it has changed
	Notice   Notice `json:"notice,omitzero"`

	Created time.Time `json:"created"`
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"` // when it was decided or called off

	Debts
	met []Player
}

// Entrant is a player of a tournament.
type Entrant struct {
	Person Person `json:"person"`
	Out    bool   `json:"out,omitempty"` // he has withdrawn after the start
}

// Meeting is a pairing of a round with what has become of it.
type Meeting struct {
	Pairing
	Game  ID      `json:"game,omitempty"` // 0 in a bye, and until the game begins
	Over  bool    `json:"over,omitempty"`
	Score float64 `json:"score,omitempty"` // what it brought Red, once it is over: 1, 0.5 or 0
}

// Fixture is a board of a tournament's round. It is also a job: the game of the board begins if it has not, and once that is over its result
// is booked. The zero Fixture is that of games outside tournaments.
type Fixture struct {
	Tournament TournamentID `json:"tournament"`
	Round      int          `json:"round"` // from 1
	Board      int          `json:"board"` // from 0
}

// TellRound: the tournament's channel must be told how it stands before the round, and who meets whom in it. The round after the last one
// stands for the final table. Whoever does the work asks Service.Tournament what there is to tell, and then calls Service.RoundTold.
type TellRound struct {
	Tournament TournamentID `json:"tournament"`
	Round      int          `json:"round"`
}

// Kind is "fixture".
func (Fixture) Kind() string { return "fixture" }

// Kind is "tell-round".
func (TellRound) Kind() string { return "tell-round" }

// Open tells whether something can still happen in the tournament.
func (t *Tournament) Open() bool { return t.Stage == SigningUp || t.Stage == Underway }

// Index is p's place in the list of players, -1 if he is none.
func (t *Tournament) Index(p Person) int {
	return slices.IndexFunc(t.Players, func(e Entrant) bool { return e.Person == p })
}

// Table puts the players in order by the results of the first rounds, as Crosstable does.
func (t *Tournament) Table(rounds int) []CrossLine {
	return Crosstable(len(t.Players), t.results(rounds))
}

// results are what the first rounds have brought so far.
func (t *Tournament) results(rounds int) (met []Met) {
	for _, boards := range t.Boards[:min(rounds, len(t.Boards))] {
		for _, m := range boards {
			if m.Over {
				met = append(met, Met{m.Pairing, m.Score})
			}
		}
	}
	return met
}

// OpenTournament turns a blank tournament into one for which people may sign up. A server that plays no rated games has none here either.
func (t *Tournament) OpenTournament(act Act, spec TournamentSpec, rules string, at time.Time) error {
	if spec.Places == 0 {
		spec.Places = MaxEntrants
	}
	switch {
	case act.Guild == "":
		return t.refuse(NotInServer, 0)
	case spec.System != EachMeetsEach && spec.System != SwissSystem,
		spec.Rounds < 0 || spec.Rounds >= MaxEntrants,
		spec.Places < MinEntrants || spec.Places > MaxEntrants,
		spec.Time.Class() == Untimed:
		return t.refuse(BadTournament, 0)
	}
	spec.Name = cutName(spec.Name, MaxTournamentName)
	t.Guild, t.Channel, t.Ground = act.Guild, act.Channel, act.Ground
	t.Organiser, t.Locale = act.Actor, act.Locale
	t.TournamentSpec, t.Rules = spec, rules
	t.Stage, t.Created = SigningUp, at
	t.changed(at)
	return nil
}

// Join signs the actor up. He agrees to every pairing: whom he blocks and who blocks him, and how many open games people may have, is no matter
// here, as nobody who runs a tournament could mend a round that lacks a board.
func (t *Tournament) Join(act Act, at time.Time) error {
	switch {
	case !t.Open():
		return t.refuse(TournamentOver, 0)
	case t.Index(act.Actor) >= 0:
		return t.refuse(SignedUp, 0)
	case t.Stage != SigningUp:
		return t.refuse(SignUpOver, 0)
	case len(t.Players) >= t.Places:
		return t.refuse(TournamentFull, t.Places)
	}
	t.Players = append(t.Players, Entrant{Person: act.Actor})
	t.met = append(t.met, Player{Person: act.Actor, Name: act.Name, Locale: act.Locale})
	t.changed(at)
	return nil
}

// Leave takes the actor out again: before the start as if he had never signed up, after it from the next round on.
func (t *Tournament) Leave(act Act, at time.Time) error {
	i := t.Index(act.Actor)
	switch {
	case !t.Open():
		return t.refuse(TournamentOver, 0)
	case i < 0 || t.Players[i].Out:
		return t.refuse(NotSignedUp, 0)
	case t.Stage == SigningUp:
		t.Players = slices.Delete(t.Players, i, i+1)
	default:
		t.Players[i].Out = true
	}
	t.changed(at)
	return nil
}

// Start ends the sign-up and pairs the first round. The ratings are those of the players in its class of games: the best is first seed. Whom
// they do not name comes last.
func (t *Tournament) Start(act Act, ratings map[Person]float64, at time.Time) error {
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

// Cancel calls the tournament off. Its games that have begun go on.
func (t *Tournament) Cancel(act Act, at time.Time) error {
	if err := t.mayRun(act); err != nil {
		return err
	}
	t.Stage, t.Ended = CalledOff, at
	t.changed(at)
	return nil
}

// mayRun checks that the actor has a say in a tournament that is not over: its organiser, or who may manage the server.
func (t *Tournament) mayRun(act Act) error {
	switch {
	case act.Actor != t.Organiser && !act.Manages:
		return t.refuse(NotOrganiser, 0)
	case !t.Open():
		return t.refuse(TournamentOver, 0)
	}
	return nil
}

// Due tells whether a fixture still has something to do: its round is played and its result not booked.
func (t *Tournament) Due(f Fixture) bool {
	return t.Stage == Underway && f.Round == t.Round && f.Board >= 0 && f.Board < len(t.Boards[f.Round-1]) && !t.Boards[f.Round-1][f.Board].Over
}

// Book notes which game is played on a board, and its result if it is over. The result of the round's last game begins the next round.
// A result that was booked stays, whatever becomes of the game later.
func (t *Tournament) Book(f Fixture, g *Game, at time.Time) error {
	if !t.Due(f) {
		return t.refuse(Outdated, 0)
	}
	boards := t.Boards[f.Round-1]
	m := &boards[f.Board]
	if m.Game == g.ID && g.State != Finished {
		return nil
	}
	m.Game = g.ID
	if g.State != Finished {
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

// redScore is what a finished game brings Red in a tournament: that of its result, where it has one.
func redScore(g *Game) float64 {
	if g.End != Aborted {
		return g.score(board.Red)
	}
	if g.Turn() == board.Red { // who never made his first move has lost
		return 0
	}
	return 1
}

// next pairs the next round in which there is something to play, or ends the tournament. The boards of the round begin once it is announced.
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
			t.Owe(TellRound{t.ID, t.Round + 1}, at)
			return
		}
		t.Round++
		boards := t.pair()
		t.Boards = append(t.Boards, boards)
		play := false
		for _, m := range boards {
			play = play || !m.Over
		}
		if play { // a round of byes is told by the next table
			t.Owe(TellRound{t.ID, t.Round}, at)
			return
		}
	}
}

// begin lets the boards of a round begin, if it is the one that is played. Those that have begun before do not mind.
func (t *Tournament) begin(round int, at time.Time) {
	if t.Stage != Underway || round != t.Round {
		return
	}
	for i, m := range t.Boards[round-1] {
		if !m.Over {
			t.Owe(Fixture{t.ID, round, i}, at)
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
			boards[i].Over, boards[i].Score = true, 1
		}
	}
	return boards
}

// Pair turns a blank game into the one of a fixture, which begins at once. Place is where games go on that begin in the tournament's channel.
func (g *Game) Pair(t *Tournament, f Fixture, place Place, at time.Time) {
	m := t.Boards[f.Round-1][f.Board]
	g.setOut(Act{Actor: t.Players[m.Red].Person, Guild: t.Guild, Channel: t.Channel}, Terms{Rules: t.Rules}, at)
	if t.Ground == GroundOpen { // where there can be no threads, the games of a round need not say so
		g.settleIn(place, t.Ground)
	}
	g.Fixture = f
	g.Opponent = Seat{Person: t.Players[m.Black].Person}
	g.Wish, g.Rated, g.Conditions = WantRed, t.Rated, t.Conditions
	g.start(board.Red, at)
	for c, seat := range g.Seats {
		if side := board.Color(c); seat.Person == Deleted && g.State == Active { // he went between pairing and board
			g.finish(Event{Kind: Ended, By: side}, lossOf(side), ByResignation, at, at)
		}
	}
	g.tellAnew(at) // nobody's answer tells the channel
}

// TakeMet hands over who signed up since the tournament was lent, with name and language, and forgets it. The store calls it as it saves.
func (t *Tournament) TakeMet() []Player {
	met := t.met
	t.met = nil
	return met
}

func (t *Tournament) refuse(code Code, limit int) error {
	return &Refusal{Code: code, Limit: limit, Tournament: t.ID}
}
