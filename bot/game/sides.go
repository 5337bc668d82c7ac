package game

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"xiangqibot/bot/glicko"
	"xiangqibot/bot/vote"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Person is a Discord user's id as a decimal string. The empty Person is nobody.
type Person string

// Deleted replaces people in games whose data was deleted. No user has this id: Discord's ids are numbers.
const Deleted Person = "deleted"

// Player is what a game knows about one of its people.
type Player struct {
	Person Person
	Name   string        // display name when last seen; may be empty
	Locale string        // locale of their client when last seen, in Discord's form; may be empty
	Rating glicko.Rating // current rating in the class of the game; the store sets it and never saves it
	Away   time.Time     // end of their vacation in the game's server, or zero. The store sets it where vacations count
}

// ShownName returns the player's name, sanitized for use in a line; empty if none is known or nothing of it is
// visible.
func (p Player) ShownName() string { return Sanitize(p.Name) }

// Seat is one side of the board: a person, the bot at one of its levels, or a team of people who vote. The zero Seat
// is not taken yet.
type Seat struct {
	Person Person
	Level  engine.Level // above 0: the bot sits here at this level, which may be LevelOutside; Person is then empty
	Team   bool         // the members of Game.Vote sit here together; Person is then empty
}

// IsBot reports whether the bot sits here.
func (s Seat) IsBot() bool { return s.Level > 0 }

// LevelOutside is the Level of a seat of the outside engine: a program of the operator's choice. Its strength is
// unknown, so it has no rating and its games are casual. The number is written into the database.
const LevelOutside engine.Level = 100

// IsOutside reports whether the outside engine sits here. The bot plays its moves, so IsBot is true as well.
func (s Seat) IsOutside() bool { return s.Level == LevelOutside }

// Sides are the two sides of a game and their people.
type Sides struct {
	Challenger Person
	Opponent   Seat    // the one who was challenged
	Seats      [2]Seat // by board.Color; not taken while the game is offered

	Vote *Vote // the teams and their votes; nil if each side is one player

	// Players holds the current names and ratings of the people of this game (not those when it was played). The
	// Store sets it when it reads a game, and saves what an act changed in it.
	Players map[Person]Player
}

// The teams of a vote game, see package vote.
type (
	Vote     = vote.Vote[Person]
	Member   = vote.Member[Person]
	Proposal = vote.Proposal[Person]
)

// SeatOf returns the color that p plays, alone or in a team, and whether p plays at all. In an offered game nobody
// has a color yet.
func (s *Sides) SeatOf(p Person) (board.Color, bool) {
	if p == "" {
		return board.Red, false
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		if s.Seats[c].Person == p || s.Vote != nil && s.Vote.Has(c, p) {
			return c, true
		}
	}
	return board.Red, false
}

// Involves reports whether p is one of the game's people: a player, a member of a team, the challenger, or the
// opponent of an offered game.
func (s *Sides) Involves(p Person) bool {
	if p == "" || p == s.Challenger || p == s.Opponent.Person {
		return p != ""
	}
	return s.Vote != nil && (s.Vote.Has(board.Red, p) || s.Vote.Has(board.Black, p))
}

// BotSeat returns the color the bot plays, and whether it plays at all.
func (s *Sides) BotSeat() (board.Color, bool) {
	for _, c := range []board.Color{board.Red, board.Black} {
		if s.Seats[c].IsBot() {
			return c, true
		}
	}
	return board.Red, false
}

// People lists the people of the game, each once: the challenger, then the opponent if that is not the bot, then the
// members of the teams. Deleted people are omitted.
func (s *Sides) People() []Person {
	people := make([]Person, 0, 2)
	for _, p := range []Person{s.Challenger, s.Opponent.Person} {
		if p != "" && p != Deleted && (len(people) == 0 || people[0] != p) {
			people = append(people, p)
		}
	}
	if s.Vote == nil {
		return people
	}
	for _, team := range s.Vote.Members {
		for _, m := range team {
			if m.Person != s.Challenger && m.Person != Deleted {
				people = append(people, m.Person)
			}
		}
	}
	return people
}

// Name returns p's last known name, or the bare id if there is none.
func (s *Sides) Name(p Person) string {
	if name := s.Players[p].ShownName(); name != "" {
		return name
	}
	return string(p)
}

// seatTeam gives the challenger's seat to a team. In a game of one team the challenger is its first member.
func (s *Sides) seatTeam(c board.Color) {
	if s.Vote == nil {
		return
	}
	s.Seats[c] = Seat{Team: true}
	if !s.Seats[c.Opponent()].Team {
		s.Vote.Join(c, s.Challenger)
	}
}

// RememberPlayer saves p's name and locale. Empty strings change nothing.
func (s *Sides) RememberPlayer(p Person, name, locale string) {
	player := s.Players[p]
	if name != "" {
		player.Name = name
	}
	if locale != "" {
		player.Locale = locale
	}
	if player == s.Players[p] {
		return
	}
	s.setPlayer(p, player)
}

// setPlayer saves what is known about p.
func (s *Sides) setPlayer(p Person, player Player) {
	player.Person = p
	if s.Players == nil {
		s.Players = map[Person]Player{}
	}
	s.Players[p] = player
}

// Offer is an unanswered proposal of one side. The zero Offer means that nothing is proposed.
type Offer struct {
	Pending bool
	By      board.Color
	Plies   int // takeback: how many plies would be undone, 1 or 2
}

// To reports whether c has to answer the offer.
func (o Offer) To(c board.Color) bool { return o.Pending && o.By != c }

// Offers are what the sides of a game have proposed to each other.
type Offers struct {
	Draw         Offer  // pending draw offer, if any
	Takeback     Offer  // pending request to take moves back, if any
	NoDrawBefore [2]int // by color: the ply from which this side may offer a draw again after one was declined
}

// Pending reports whether one side waits for the other's answer.
func (o *Offers) Pending() bool { return o.Draw.Pending || o.Takeback.Pending }

// declineDraw clears the draw offer and blocks another one from its side until it has moved. The game has ply moves,
// and turn is to make the next.
func (o *Offers) declineDraw(ply int, turn board.Color) {
	next := ply + 1
	if o.Draw.By != turn {
		next++
	}
	o.NoDrawBefore[o.Draw.By] = next
	o.Draw = Offer{}
}

// lapse clears what lapses with a move of mover: requests to take back, and a draw offer to it.
func (o *Offers) lapse(mover board.Color) {
	o.Takeback = Offer{}
	if o.Draw.By != mover {
		o.Draw = Offer{}
	}
}

// clear clears all offers.
func (o *Offers) clear() { o.Draw, o.Takeback = Offer{}, Offer{} }

// rewind clears offers about a position that was taken back, now that the game has ply moves again.
func (o *Offers) rewind(ply int) {
	o.clear()
	for c := range o.NoDrawBefore {
		o.NoDrawBefore[c] = min(o.NoDrawBefore[c], ply+2)
	}
}

// The joiners combine emoji, or control how letters of some scripts connect. They do so between two visible
// characters and nowhere else.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// blanks are characters of visible categories that show nothing.
var blanks = []rune{'\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0'}

// Sanitize prepares a name, or other text that a person chose, for use in a line. It drops what is invisible:
// bidirectional controls (such as U+202E), zero-width characters, control characters. Each run of white space, line
// breaks included, becomes one space.
func Sanitize(text string) string {
	var kept []rune
	joiner := rune(0) // one that waits for the next character
	for _, r := range text {
		visible := len(kept) > 0 && kept[len(kept)-1] != ' '
		switch {
		case unicode.IsSpace(r):
			if visible {
				kept = append(kept, ' ')
			}
			joiner = 0
		case r == zeroWidthJoiner, r == zeroWidthNonJoiner:
			if visible && joiner == 0 {
				joiner = r
			}
		case unicode.Is(unicode.C, r), slices.Contains(blanks, r):
		default:
			if joiner != 0 {
				kept = append(kept, joiner)
				joiner = 0
			}
			kept = append(kept, r)
		}
	}
	return strings.TrimSuffix(string(kept), " ")
}

// SanitizeName sanitizes a name and truncates it to a maximum number of characters.
func SanitizeName(name string, most int) string {
	letters := []rune(Sanitize(name))
	return Sanitize(string(letters[:min(most, len(letters))]))
}
