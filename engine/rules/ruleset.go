package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Ruleset says by which rules a game is judged. Rulesets are plain values: take one and change the fields that a server
// or a tournament wants different. String encodes a ruleset as text, and [ParseRuleset] parses it.
type Ruleset struct {
	// Name is the name of the ruleset on which this one is based.
	Name string
	// Chases says how perpetual chases are judged.
	Chases ChaseRule
	// NaturalLimit is the number of counted plies without a capture that draws the game; 0 means no limit.
	NaturalLimit int
	// TenChecks keeps a side from reaching the limit by checks: only the first ten checks of each side since the last
	// capture count towards the limit; the others and the replies to them do not.
	TenChecks bool
	// Repetitions is the number of occurrences of a position after which the cycle is judged, at least 2; 0 means
	// never.
	Repetitions int
	// BareMaterial says which endings are drawn at once by insufficient material.
	BareMaterial BareMaterialRule
}

// ChaseRule is a way to judge perpetual chase (长捉).
type ChaseRule uint8

// The chase rules. ChasesNotJudged makes every repetition without perpetual check a draw.
const (
	ChasesNotJudged ChaseRule = iota
	// ChasesByPair is the [Asian] and World rule. A threat is new for each pair of attacker and victim, unless the
	// victim's owner ignored the threats before it; checks by one side do not excuse the other side's chase, and
	// chasing a rook that is pinned by a horse is more severe than other chases.
	ChasesByPair
	// ChasesByVictim is the rule of [Pikafish]: a threat is new only if nothing threatened the victim before, chases
	// are ignored if there is any check in the cycle, and all chases are equally severe.
	ChasesByVictim
)

// BareMaterialRule is a rule for draws by insufficient material.
type BareMaterialRule uint8

// The rules. Each includes the one before it.
const (
	// BareOff never draws.
	BareOff BareMaterialRule = iota
	// BareAttackers draws when neither side has a rook, horse, cannon or pawn.
	BareAttackers
	// BareCannons also draws if only cannons are left and have no screen to win with: see bare.go.
	BareCannons
)

// Asian returns the rules of the Asian and World championships, which the strongest engines use too: perpetual check
// and perpetual chase lose, judged at the third occurrence of a position; 120 counted plies without a capture are a
// draw.
func Asian() Ruleset {
	return Ruleset{
		Name: "asian", Chases: ChasesByPair, NaturalLimit: 120, TenChecks: true, Repetitions: 3,
		BareMaterial: BareAttackers,
	}
}

// ForPeople returns the rules for games in which people play: those of [Asian], but judged at the fourth occurrence of
// a position, which is after three full cycles (循环反复三次). Engines, which leave a cycle at once, are judged at the third.
func ForPeople() Ruleset {
	c := Asian()
	c.Repetitions = 4
	return c
}

// Simple returns rules without chases: perpetual check loses, every other repetition is a draw.
func Simple() Ruleset {
	c := Asian()
	c.Name, c.Chases = "simple", ChasesNotJudged
	return c
}

// Pikafish returns the rules of the engine Pikafish. They differ from [Asian] only in the chases.
func Pikafish() Ruleset {
	c := Asian()
	c.Name, c.Chases = "pikafish", ChasesByVictim
	return c
}

// Rulesets lists the named rulesets, the default first.
func Rulesets() []Ruleset { return []Ruleset{Asian(), Simple(), Pikafish()} }

// Names of the options and their values in the text of a ruleset.
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

// String returns the text that [ParseRuleset] parses: the name, and what differs from the ruleset of that name. Games
// are stored with this text, so its words must never change.
func (r Ruleset) String() string {
	base, ok := named(r.Name)
	if !ok {
		base = Asian()
	}
	text := base.Name
	add := func(option, value string) { text += " " + option + "=" + value }
	if r.NaturalLimit != base.NaturalLimit {
		add(limitOption, number(r.NaturalLimit))
	}
	if r.Repetitions != base.Repetitions {
		add(repetitionsOption, number(r.Repetitions))
	}
	switch {
	case r.TenChecks == base.TenChecks:
	case r.TenChecks:
		add(checksOption, checksNames[1])
	default:
		add(checksOption, checksNames[0])
	}
	if r.BareMaterial != base.BareMaterial {
		add(bareOption, name(bareNames[:], r.BareMaterial))
	}
	return text
}

func number(n int) string {
	if n == 0 {
		return off
	}
	return strconv.Itoa(n)
}

func named(name string) (Ruleset, bool) {
	rulesets := Rulesets()
	i := slices.IndexFunc(rulesets, func(c Ruleset) bool { return c.Name == name })
	if i < 0 {
		return Ruleset{}, false
	}
	return rulesets[i], true
}

// ParseRuleset parses a ruleset: a name, "asian", "simple" or "pikafish", followed by what differs from it, separated
// by spaces:
//
//	limit=100           plies without a capture that draw, 2 to 1000, or off
//	repetitions=4       how often a position occurs before it is judged, 2 to 9, or off
//	checks=all          all checks count towards the limit, or only ten of a side
//	bare=off            play on without material: off, attackers or cannons
//
// An error says which part is wrong and what is allowed there.
func ParseRuleset(text string) (Ruleset, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return Ruleset{}, fmt.Errorf("rules are empty: want %s", rulesetNames())
	}
	c, ok := named(fields[0])
	if !ok {
		return Ruleset{}, fmt.Errorf("rules %q: want %s", fields[0], rulesetNames())
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
			return Ruleset{}, fmt.Errorf("rules %q: %q: %w", text, field, err)
		}
	}
	return c, nil
}

// MarshalText writes the text of a ruleset.
func (r *Ruleset) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText parses the text of a ruleset.
func (r *Ruleset) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRuleset(string(text))
	return err
}

func rulesetNames() string {
	var names []string
	for _, c := range Rulesets() {
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
