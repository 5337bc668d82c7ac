// Package tournament runs the tournaments of a server: people sign up, are paired round by round, and play until there
// is a final table.
//
// A Tournament is plain data. Its methods are the acts: each either changes it or changes nothing and returns a
// *game.Refusal. They are pure: the time is an argument, and nothing is sent. Service saves what they change, one
// method an act. Start with:
//
//	tournaments := tournament.New(store, ratings, servers, service.Now)
//	t, err := tournaments.Join(ctx, act, id)
//
// The job TellRound announces a round; Service.RoundTold then queues a job Fixture for each of its boards. The first run of
// a Fixture begins the game of its board. When that game is over it queues the Fixture once more, which enters the result.
// The job Tell keeps the tournament's message up to date.
//
// RoundRobin and Swiss pair players, and Crosstable ranks them; they know players by number alone.
package tournament

import (
	"slices"
	"time"

	"xiangqibot/bot/game"
)

// ID identifies a tournament. IDs start at 1 and are never given twice; 0 means no tournament.
type ID int64

// System is the way in which the players of a tournament are paired.
type System string

// The systems. They are written into the database.
const (
	EachMeetsEach System = "round-robin" // everybody meets everybody once: RoundRobin
	SwissSystem   System = "swiss"       // a number of rounds, each among players of about the same score: Swiss
)

// Stage is how far a tournament has come. SigningUp becomes Underway, Underway becomes Decided; either may become
// CalledOff.
type Stage string

// The stages. They are written into the database.
const (
	SigningUp Stage = "sign-up"
	Underway  Stage = "underway"
	Decided   Stage = "decided"    // all rounds are played: the table is final
	CalledOff Stage = "called-off" // games that had begun go on, without counting here
)

// The limits of a tournament.
const (
	MinEntrants = 3 // two people play a match, which is a challenge
	MaxEntrants = 32
	MaxName     = 50 // characters; the rest is cut
	MaxListed   = 25 // how many of a server are listed
)

// Spec is what is agreed about a tournament before anybody signs up.
type Spec struct {
	Name   string `json:"name,omitempty"`
	System System `json:"system"`
	// Rounds is how many rounds of Swiss are played; 0: as many as it takes to tell the best from all others, which is
	// how often the number of players can be halved. From the start on it is the number of rounds of this tournament,
	// whatever the system: never more than let everybody meet everybody once.
	Rounds int  `json:"rounds"`
	Places int  `json:"places"` // for so many players, from MinEntrants to MaxEntrants; 0: MaxEntrants
	Rated  bool `json:"rated,omitempty"`
	// Repetitions is how often a position occurs before its repetition is judged, 3 or 4; 0: as the server has it.
	Repetitions int `json:"repetitions,omitempty"`
	game.Conditions
}

// Tournament is a tournament of a server, from its sign-up to its final table.
//
// A round is over when all its games are; the next begins at once. Players who withdraw are not paired again; their
// current game goes on. Players without an opponent in a round have a bye. It is a point in Swiss, and in a round-robin
// against an opponent who has withdrawn; where everybody sits out once, because their number is odd, it is none. A game
// that is aborted because a side never made its first move is lost for that side here, though it moves no rating.
type Tournament struct {
	ID        ID          `json:"-"`
	Guild     string      `json:"-"`
	Channel   string      `json:"channel"`          // where it was announced, and where its rounds are
	Ground    game.Ground `json:"ground,omitempty"` // what Channel is good for
	Organizer game.Person `json:"organiser"`
	Locale    string      `json:"locale,omitempty"` // the language of the organizer's client
	Spec
	Rules string `json:"rules"` // text of the rules.Code by which its games are judged

	Stage   Stage       `json:"stage"`
	Players []Entrant   `json:"players"`          // as they signed up; from the start on by rating, the best first
	Round   int         `json:"round"`            // the one that is played, from 1; 0 before the start
	Boards  [][]Meeting `json:"boards,omitempty"` // of each round that has begun

	Revision int    `json:"revision,omitempty"` // of what Notice shows: how often it has changed
	Notice   Notice `json:"notice,omitzero"`

	Created time.Time `json:"created"`
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"` // when it was decided or called off

	game.Outbox
	met []game.Player
}

// Entrant is a player of a tournament.
type Entrant struct {
	Person game.Person `json:"person"`
	Out    bool        `json:"out,omitempty"` // has withdrawn after the start
}

// Open reports whether something can still happen in the tournament.
func (t *Tournament) Open() bool { return t.Stage == SigningUp || t.Stage == Underway }

// Index is p's place in the list of players, -1 for somebody who is not one.
func (t *Tournament) Index(p game.Person) int {
	return slices.IndexFunc(t.Players, func(e Entrant) bool { return e.Person == p })
}

// Takes reports whether p can still sign up.
func (t *Tournament) Takes(p game.Person) bool {
	return t.Stage == SigningUp && t.Index(p) < 0 && len(t.Players) < t.Places
}

// Plays reports whether p has signed up and not withdrawn.
func (t *Tournament) Plays(p game.Person) bool {
	i := t.Index(p)
	return i >= 0 && !t.Players[i].Out
}

// RunBy reports whether the actor may start the tournament or call it off.
func (t *Tournament) RunBy(act game.Act) bool { return t.mayRun(act) == nil }

// SetUp turns a blank tournament into one for which people may sign up.
func (t *Tournament) SetUp(act game.Act, spec Spec, rules string, at time.Time) error {
	if spec.Places == 0 {
		spec.Places = MaxEntrants
	}
	switch {
	case act.Guild == "":
		return t.refuse(game.NotInServer, 0)
	case spec.System != EachMeetsEach && spec.System != SwissSystem,
		spec.Rounds < 0 || spec.Rounds >= MaxEntrants,
		spec.Repetitions != 0 && spec.Repetitions != 3 && spec.Repetitions != 4,
		spec.Places < MinEntrants || spec.Places > MaxEntrants,
		spec.Time.Class() == game.Untimed:
		return t.refuse(BadTournament, 0)
	}
	spec.Name = game.TidyName(spec.Name, MaxName)
	t.Guild, t.Channel, t.Ground = act.Guild, act.Channel, act.Ground
	t.Organizer, t.Locale = act.Actor, act.Locale
	t.Spec, t.Rules = spec, rules
	t.Stage, t.Created = SigningUp, at
	t.changed(at)
	return nil
}

// Join signs the actor up, who agrees to every pairing: blocks, and how many open games a person may have, do not
// matter here, as no organizer could mend a round that lacks a board.
func (t *Tournament) Join(act game.Act, at time.Time) error {
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
	t.met = append(t.met, game.Player{Person: act.Actor, Name: act.Name, Locale: act.Locale})
	t.changed(at)
	return nil
}

// Leave takes the actor out again: before the start without a trace, after it from the next round on.
func (t *Tournament) Leave(act game.Act, at time.Time) error {
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

// Cancel calls the tournament off. Its games that have begun go on.
func (t *Tournament) Cancel(act game.Act, at time.Time) error {
	if err := t.mayRun(act); err != nil {
		return err
	}
	t.Stage, t.Ended = CalledOff, at
	t.changed(at)
	return nil
}

// mayRun checks that the actor has a say in a tournament that is not over: its organizer, or somebody who may manage
// the server.
func (t *Tournament) mayRun(act game.Act) error {
	switch {
	case act.Actor != t.Organizer && !act.Manages:
		return t.refuse(NotOrganizer, 0)
	case !t.Open():
		return t.refuse(TournamentOver, 0)
	}
	return nil
}

// Forget puts game.Deleted in the place of p, who plays no further round; before the start it leaves no trace of p. The
// tournament's message is changed as well: it names p.
func (t *Tournament) Forget(p game.Person, at time.Time) {
	if t.Organizer == p {
		t.Organizer = game.Deleted
	}
	i := t.Index(p)
	switch {
	case i < 0:
	case t.Stage == SigningUp:
		t.Players = slices.Delete(t.Players, i, i+1)
	default:
		t.Players[i] = Entrant{Person: game.Deleted, Out: true}
	}
	t.changed(at)
}

// TakeMet hands over the people who signed up since the tournament was read, with name and language, and forgets them.
// The store calls it as it saves.
func (t *Tournament) TakeMet() []game.Player {
	met := t.met
	t.met = nil
	return met
}
