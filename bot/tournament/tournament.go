// Package tournament runs the tournaments of a server: people sign up and are paired round by round until there is a
// final table.
//
// A [Tournament] is plain data. Its methods are the acts: each either changes it or changes nothing and returns a
// *[game.Refusal]. They are pure: the time is an argument, and nothing is sent. Service saves their changes, with one
// method for each act. Start with:
//
//	tournaments := tournament.New(store, ratings, servers, service.Now)
//	t, err := tournaments.Join(ctx, act, id)
//
// The job [AnnounceRound] announces a round; [Service.RoundAnnounced] then queues a job [Fixture] for each of its
// boards. The first run of a Fixture starts the game of its board. When that game is over it queues the Fixture again,
// which records the result. The job [UpdateNotice] keeps the tournament's message up to date.
//
// [RoundRobin] and [Swiss] pair players, and [Standings] ranks them; they know players by number only.
package tournament

import (
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
)

// ID identifies a tournament. IDs start at 1 and are never reused; 0 means no tournament.
type ID int64

// System is the pairing system of a tournament.
type System string

// The systems. They are written into the database.
const (
	RoundRobinSystem System = "round-robin" // everybody meets everybody once: RoundRobin
	SwissSystem      System = "swiss"       // a number of rounds in which players of about the same score meet: Swiss
)

// Stage is the stage of a tournament. [SigningUp] becomes Underway, and Underway becomes Decided; either may become
// [CalledOff].
type Stage string

// The stages. They are written into the database.
const (
	SigningUp Stage = "sign-up"
	Underway  Stage = "underway"
	Decided   Stage = "decided"    // all rounds are played: the table is final
	CalledOff Stage = "called-off" // games that had begun go on without counting for it
)

// The limits of a tournament.
const (
	MinEntrants = 3 // two people can play a match by challenge
	MaxEntrants = 32
	MaxName     = 50 // characters of a name; the rest is cut off
	MaxListed   = 25 // tournaments listed of a server
)

// The codes of refusals about tournaments.
const (
	NoTournament   game.Code = "no-tournament"   // there is no such tournament in the server
	BadTournament  game.Code = "bad-tournament"  // a number of rounds or places out of range, or no clock
	NotOrganizer   game.Code = "not-organiser"   // reserved for the organizer and those who may manage the server
	SignedUp       game.Code = "signed-up"       // the person plays in the tournament already, or has withdrawn from it
	NotSignedUp    game.Code = "not-signed-up"   // the person does not play in the tournament
	SignUpOver     game.Code = "sign-up-over"    // the tournament has started
	TournamentFull game.Code = "tournament-full" // all Limit places are taken
	TooFewPlayers  game.Code = "too-few-players" // a tournament needs Limit players
	TournamentOver game.Code = "tournament-over" // it is decided or was called off
)

// Spec is the specification of a tournament, fixed before anybody signs up.
type Spec struct {
	Name   string `json:"name,omitempty"`
	System System `json:"system"`
	// Rounds is the number of rounds of a Swiss tournament; 0: the base-2 logarithm of the number of players, rounded
	// up, which is enough for a single winner. From the start on it is the number of rounds whatever the system, at
	// most that of a round-robin.
	Rounds int  `json:"rounds"`
	Places int  `json:"places"` // the most players, from MinEntrants to MaxEntrants; 0: MaxEntrants
	Rated  bool `json:"rated,omitempty"`
	// Repetitions is how often a position occurs before the repetition is judged, 3 or 4; 0: the server's setting.
	Repetitions int `json:"repetitions,omitempty"`
	game.Conditions
}

// Tournament is a tournament of a server, from its sign-up to its final table.
//
// A round is over when all its games are; the next one begins at once. Players who withdraw are not paired again, but
// their current game goes on. A player without an opponent in a round has a bye. A bye scores a point in a [Swiss]
// tournament, and in a round-robin if the opponent has withdrawn; it scores nothing if the player sits out because the
// number of players is odd. A game that is aborted because a side never made its first move is a loss for that side
// here, though it changes no rating.
type Tournament struct {
	ID            ID                 `json:"-"`
	Guild         string             `json:"-"`
	Channel       string             `json:"channel"`          // where the tournament and its rounds are announced
	ThreadSupport game.ThreadSupport `json:"ground,omitempty"` // of Channel
	Organizer     game.Person        `json:"organiser"`
	Locale        string             `json:"locale,omitempty"` // the language of the organizer's client
	Spec
	Rules string `json:"rules"` // the text of the rules.Ruleset by which its games are judged

	Stage   Stage     `json:"stage"`
	Players []Entrant `json:"players"`          // in order of sign-up; from the start on by rating, the best first
	Round   int       `json:"round"`            // the current one, from 1; 0 before the start
	Boards  [][]Board `json:"boards,omitempty"` // of each round that has begun

	Revision int    `json:"revision,omitempty"` // counts the changes of what Notice shows
	Notice   Notice `json:"notice,omitzero"`

	Created time.Time `json:"created"`
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"` // when it was decided or called off

	game.Outbox
	joined []game.Player // since it was read, see TakeJoined
}

// Entrant is a player who signed up for a tournament.
type Entrant struct {
	Person    game.Person `json:"person"`
	Withdrawn bool        `json:"out,omitempty"` // after the start
}

// Board is a pairing of a round, with its game and result.
type Board struct {
	Pairing
	Game  game.ID `json:"game,omitempty"` // 0 in a bye, and until the game begins
	Over  bool    `json:"over,omitempty"`
	Score float64 `json:"score,omitempty"` // Red's score, once it is over: 1, 0.5 or 0
}

// Notice is the message that shows a tournament, from its sign-up to its final table.
type Notice struct {
	Message string `json:"message,omitempty"` // empty until it is posted
	Shown   int    `json:"shown,omitempty"`   // the latest revision that it shows
}

// UpdateNotice is the job that shows a revision in the tournament's message, unless it already shows that one or a
// later one. The job for the first revision posts the message. The worker calls [Service.PendingNotice] for what to
// show.
type UpdateNotice struct {
	Tournament ID  `json:"tournament"`
	Revision   int `json:"revision"`
}

// Kind is "update-notice".
func (UpdateNotice) Kind() string { return "update-notice" }

// linkDelay is how long after its start a game's board is expected to be posted, so that it can be linked to.
const linkDelay = 10 * time.Second

// Open reports whether the tournament is neither decided nor called off.
func (t *Tournament) Open() bool { return t.Stage == SigningUp || t.Stage == Underway }

// Index returns p's index in the list of players, or -1 if p is not a player.
func (t *Tournament) Index(p game.Person) int {
	return slices.IndexFunc(t.Players, func(e Entrant) bool { return e.Person == p })
}

// CanManage reports whether the actor may start the tournament or call it off.
func (t *Tournament) CanManage(act game.Act) bool { return t.checkManager(act) == nil }

// SetUp opens a blank tournament for sign-up.
func (t *Tournament) SetUp(act game.Act, spec Spec, rules string, at time.Time) error {
	if spec.Places == 0 {
		spec.Places = MaxEntrants
	}
	switch {
	case act.Guild == "":
		return t.refuse(game.NotInServer, 0)
	case spec.System != RoundRobinSystem && spec.System != SwissSystem,
		spec.Rounds < 0 || spec.Rounds >= MaxEntrants,
		spec.Repetitions != 0 && spec.Repetitions != 3 && spec.Repetitions != 4,
		spec.Places < MinEntrants || spec.Places > MaxEntrants,
		spec.Time.Class() == clocks.Untimed:
		return t.refuse(BadTournament, 0)
	}
	spec.Name = game.SanitizeName(spec.Name, MaxName)
	t.Guild, t.Channel, t.ThreadSupport = act.Guild, act.Channel, act.ThreadSupport
	t.Organizer, t.Locale = act.Actor, act.Locale
	t.Spec, t.Rules = spec, rules
	t.Stage, t.Created = SigningUp, at
	t.changed(at)
	return nil
}

// Join signs the actor up. That is consent to every pairing: blocks and the limit of open games do not apply, since an
// organizer could not repair a round with a missing board.
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
	t.joined = append(t.joined, game.Player{Person: act.Actor, Name: act.Name, Locale: act.Locale})
	t.changed(at)
	return nil
}

// Leave withdraws the actor: before the start by removing them, afterwards from the next round on.
func (t *Tournament) Leave(act game.Act, at time.Time) error {
	i := t.Index(act.Actor)
	switch {
	case !t.Open():
		return t.refuse(TournamentOver, 0)
	case i < 0 || t.Players[i].Withdrawn:
		return t.refuse(NotSignedUp, 0)
	case t.Stage == SigningUp:
		t.Players = slices.Delete(t.Players, i, i+1)
	default:
		t.Players[i].Withdrawn = true
	}
	t.changed(at)
	return nil
}

// Cancel calls the tournament off. Games that have begun go on.
func (t *Tournament) Cancel(act game.Act, at time.Time) error {
	if err := t.checkManager(act); err != nil {
		return err
	}
	t.CallOff(at)
	return nil
}

// CallOff ends an open tournament without a winner. Unlike Cancel it does not check who wants it.
func (t *Tournament) CallOff(at time.Time) {
	if t.Open() {
		t.Stage, t.Ended = CalledOff, at
		t.changed(at)
	}
}

// checkManager checks that the actor may manage the tournament, as its organizer or as a manager of the server, and
// that it is open.
func (t *Tournament) checkManager(act game.Act) error {
	switch {
	case act.Actor != t.Organizer && !act.Manages:
		return t.refuse(NotOrganizer, 0)
	case !t.Open():
		return t.refuse(TournamentOver, 0)
	}
	return nil
}

// Forget replaces p by [game.Deleted] and withdraws them; before the start it removes them. It also updates the
// tournament's message, which names p. It does nothing if p neither plays in the tournament nor organizes it.
func (t *Tournament) Forget(p game.Person, at time.Time) {
	i := t.Index(p)
	if i < 0 && t.Organizer != p {
		return
	}
	if t.Organizer == p {
		t.Organizer = game.Deleted
	}
	switch {
	case i < 0:
	case t.Stage == SigningUp:
		t.Players = slices.Delete(t.Players, i, i+1)
	default:
		t.Players[i] = Entrant{Person: game.Deleted, Withdrawn: true}
	}
	t.changed(at)
}

// changed begins a new revision, which the tournament's message shows from the given time on.
func (t *Tournament) changed(at time.Time) {
	t.Revision++
	t.Enqueue(UpdateNotice{t.ID, t.Revision}, at)
}

// refuse returns a refusal about the tournament.
func (t *Tournament) refuse(code game.Code, limit int) error {
	return fmt.Errorf("tournament %d: %w", t.ID, &game.Refusal{Code: code, Limit: limit})
}

// TakeJoined returns the people who have signed up since the tournament was read, with name and language, and clears
// the list. The store calls it when it saves.
func (t *Tournament) TakeJoined() []game.Player {
	joined := t.joined
	t.joined = nil
	return joined
}
