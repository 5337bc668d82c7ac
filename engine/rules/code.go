package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Code is a set of rules by which a game is judged. Codes are plain values: take one and change what a server or a
// tournament wants different. String writes a code down, ParseCode reads it back.
type Code struct {
	// Name says which of the codes below it was made from.
	Name string
	// Chases says how moves that attack a piece again and again are judged.
	Chases ChaseRule
	// NaturalLimit is the number of counted plies without a capture that draws the game; 0 means no limit.
	NaturalLimit int
	// TenChecks keeps a side from running to the limit by checks: of its checks since the last capture only the first ten
	// count, and neither do the replies to the others.
	TenChecks bool
	// Repetitions is how often a position must occur before the moves between are judged, at least 2; 0 means never.
	Repetitions int
	// BareMaterial says which endings are drawn at once because nobody can win them.
	BareMaterial BareMaterialRule
}

// ChaseRule is a way to judge perpetual chase (长捉).
type ChaseRule uint8

// The ways. NotJudged makes every repetition without perpetual check a draw.
const (
	ChasesNotJudged ChaseRule = iota
	// ChasesByPair is the Asian and World rule. A threat is new for each pair of attacker and victim, checks between do
	// not matter to the other side's chase, and to chase a rook that is pinned by a horse weighs more than other chases.
	ChasesByPair
	// ChasesByVictim is how Pikafish reads it: a threat is new only if nothing threatened the victim before, any
	// check within the cycle makes chases of no account, and all chases weigh the same.
	ChasesByVictim
)

// BareMaterialRule is a rule that ends the game for want of material.
type BareMaterialRule uint8

// The rules, each includes the one before it.
const (
	// BareOff plays on.
	BareOff BareMaterialRule = iota
	// BareAttackers draws when neither side has a rook, horse, cannon or pawn.
	BareAttackers
	// BareCannons draws also, with no rook, horse or pawn left, where cannons have no screen to win with: see bare.go.
	BareCannons
)

// Asian returns the rules of the Asian and World championships, which the strongest engines play by as well: perpetual
// check and perpetual chase lose, judged at the third occurrence of a position; sixty rounds without a capture draw.
func Asian() Code {
	return Code{
		Name: "asian", Chases: ChasesByPair, NaturalLimit: 120, TenChecks: true, Repetitions: 3,
		BareMaterial: BareAttackers,
	}
}

// ForPeople returns the rules of games between people, and of people's games against the bot: those of Asian, judged at
// the fourth occurrence of a position, which is after three full cycles (循环反复三次). Engines, which find the way out of
// a cycle at once, are judged at the third.
func ForPeople() Code {
	c := Asian()
	c.Repetitions = 4
	return c
}

// Simple returns rules for those who do not want chases judged: perpetual check loses, every other repetition is a
// draw.
func Simple() Code {
	c := Asian()
	c.Name, c.Chases = "simple", ChasesNotJudged
	return c
}

// Pikafish returns the rules as Pikafish, an engine, applies them. They differ from Asian in the chases alone.
func Pikafish() Code {
	c := Asian()
	c.Name, c.Chases = "pikafish", ChasesByVictim
	return c
}

// Codes lists the codes that have a name, the default first.
func Codes() []Code { return []Code{Asian(), Simple(), Pikafish()} }

// Names of the options and their values in the text of a code.
const (
	limitOption       = "limit"       // plies, or off
	repetitionsOption = "repetitions" // occurrences, or off
	checksOption      = "checks"      // ten or all
	bareOption        = "bare"        // off, attackers or cannons
	off               = "off"
)

var (
	checksNames = [...]string{"all", "ten"}
	bareNames   = [...]string{BareOff: off, BareAttackers: "attackers", BareCannons: "cannons"}
)

// String writes the code as ParseCode reads it: its name, and what differs from the code of that name. Games are stored
// with this text, so its words never change.
func (c Code) String() string {
	base, ok := named(c.Name)
	if !ok {
		base = Asian()
	}
	text := base.Name
	add := func(option, value string) { text += " " + option + "=" + value }
	if c.NaturalLimit != base.NaturalLimit {
		add(limitOption, number(c.NaturalLimit))
	}
	if c.Repetitions != base.Repetitions {
		add(repetitionsOption, number(c.Repetitions))
	}
	if c.TenChecks != base.TenChecks {
		add(checksOption, checksNames[map[bool]int{true: 1}[c.TenChecks]])
	}
	if c.BareMaterial != base.BareMaterial {
		add(bareOption, name(bareNames[:], c.BareMaterial))
	}
	return text
}

func number(n int) string {
	if n == 0 {
		return off
	}
	return strconv.Itoa(n)
}

func named(name string) (Code, bool) {
	codes := Codes()
	i := slices.IndexFunc(codes, func(c Code) bool { return c.Name == name })
	if i < 0 {
		return Code{}, false
	}
	return codes[i], true
}

// ParseCode reads a code: a name, "asian", "simple" or "pikafish", and behind it, separated by blanks, what differs
// from it:
//
//	limit=100           plies without a capture that draw, 2 to 1000, or off
//	repetitions=4       how often a position occurs before it is judged, 2 to 9, or off
//	checks=all          all checks count towards the limit, or only ten of a side
//	bare=off            play on without material: off, attackers or cannons
//
// An error says which part is wrong and what is allowed there.
func ParseCode(text string) (Code, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return Code{}, fmt.Errorf("rules are empty: want %s", codeNames())
	}
	c, ok := named(fields[0])
	if !ok {
		return Code{}, fmt.Errorf("rules %q: want %s", fields[0], codeNames())
	}
	for _, field := range fields[1:] {
		option, value, _ := strings.Cut(field, "=")
		var err error
		switch option {
		case limitOption:
			c.NaturalLimit, err = parseNumber(value, 2, 1000)
		case repetitionsOption:
			c.Repetitions, err = parseNumber(value, 2, 9)
		case checksOption:
			var i int
			i, err = choice(value, checksNames[:])
			c.TenChecks = i == 1
		case bareOption:
			var i int
			i, err = choice(value, bareNames[:])
			c.BareMaterial = BareMaterialRule(i)
		default:
			err = fmt.Errorf("want %s, %s, %s or %s", limitOption, repetitionsOption, checksOption, bareOption)
		}
		if err != nil {
			return Code{}, fmt.Errorf("rules %q: %q: %w", text, field, err)
		}
	}
	return c, nil
}

func codeNames() string {
	var names []string
	for _, c := range Codes() {
		names = append(names, c.Name)
	}
	return "one of " + strings.Join(names, ", ")
}

func parseNumber(text string, least, most int) (int, error) {
	if text == off {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("want a number from %d to %d, or %s", least, most, off)
	}
	return n, nil
}

func choice(text string, names []string) (int, error) {
	i := slices.Index(names, text)
	if i < 0 {
		return 0, fmt.Errorf("want one of %s", strings.Join(names, ", "))
	}
	return i, nil
}
