package view

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// This file puts the rules into words: by which rules a game is judged, what a verdict rests on, and what a repetition
// that can still be avoided would lead to.

// rulesetName names the rules by which a game is judged: "Asian rules".
func rulesetName(w words.Words, ruleset rules.Ruleset) string { return w.Say("rules." + ruleset.Name) }

// RulesetText names the rules and all in which they differ from those of that name.
func RulesetText(w words.Words, ruleset rules.Ruleset) string {
	parts := []string{rulesetName(w, ruleset)}
	for _, o := range RuleOptions()[1:] {
		for _, choice := range o.Choices[1:] {
			if choice.Is(ruleset) {
				parts = append(parts, w.Say("server."+o.Name, words.Vars{"Value": w.Say(choice.Label(o))}))
			}
		}
	}
	return strings.Join(parts, " · ")
}

// EndText says in a sentence or two how a finished game ended, and by whose rules where those differ.
func EndText(g *game.Game, r Viewer) string {
	ruleset := g.Ruleset()
	vars := words.Vars{"Rules": rulesetName(r.Words, ruleset)}
	if winner, decided := g.Winner(); decided {
		loser := winner.Opponent()
		vars["Winner"], vars["WinnerSide"] = Who(g, winner, r.Words), SideName(r.Words, winner)
		vars["Loser"], vars["LoserSide"] = Who(g, loser, r.Words), SideName(r.Words, loser)
		vars["LoserShort"] = sideShort(r.Words, loser)
	}
	switch g.End {
	case game.ByTime, game.Aborted:
		return timeoutText(g, r.Words, vars)
	case game.ByResignation:
		loser, _ := g.Outcome.Loser()
		return won(g, r.Words, r.deed(g, loser, "end.resignation"), vars)
	case game.ByAgreement:
		return r.Say("end.agreement", vars)
	case game.Voided:
		return r.Say("end.voided")
	case game.ByAbsence:
		return won(g, r.Words, "vote.absence", vars)
	default: // by the rules
	}
	switch g.Rule {
	case rules.Checkmate:
		return wonBy(g, r.Words, CheckmateText(&g.Record, r.Words), vars)
	case rules.Stalemate:
		return won(g, r.Words, "end.stalemate", vars)
	case rules.NaturalLimit:
		return r.Count("end.natural-limit", ruleset.NaturalLimit/2, vars)
	case rules.BareMaterial:
		if p := g.Position(); !p.Pieces(board.Red, board.Cannon).Or(p.Pieces(board.Black, board.Cannon)).Empty() {
			return r.Say("end.bare-cannons", vars)
		}
		return r.Say("end.bare-material", vars)
	case rules.PerpetualCheck, rules.PerpetualChase, rules.Repetition:
		return repetitionText(g, r.Words, vars)
	default:
		return OutcomeText(r.Words, g.Outcome)
	}
}

// uncounted says at the end of a game that was won or drawn that it is no result, and why; "" where it is one.
func uncounted(g *game.Game, w words.Words) string {
	fixture, paired := g.AtEnd.(tournament.Fixture)
	switch {
	case g.Counts(), g.Outcome == rules.Ongoing:
		return ""
	case paired:
		return w.Say("end.uncounted-fixture", words.Vars{"Number": fixture.Tournament})
	case g.Rated:
		return w.Say("end.uncounted-rated")
	}
	return w.Say("end.uncounted")
}

// won says with the phrase of a key how a game was won, and then by whom.
func won(g *game.Game, w words.Words, key string, vars words.Vars) string {
	return wonBy(g, w, w.Say(key, vars), vars)
}

// wonBy says in a sentence how a game was won, and then by whom.
func wonBy(g *game.Game, w words.Words, how string, vars words.Vars) string {
	wins := "end.wins"
	if winner, _ := g.Winner(); g.Seats[winner].Team {
		wins = "vote.wins" // the name of a team contains its side
	}
	return w.Sentences(Capital(how), w.Say(wins, vars))
}

func timeoutText(g *game.Game, w words.Words, vars words.Vars) string {
	vars["Late"], vars["Other"] = Who(g, g.Last.By, w), Who(g, g.Last.By.Opponent(), w)
	fixture, paired := g.AtEnd.(tournament.Fixture)
	switch {
	case g.End == game.Aborted && paired:
		vars["Number"] = fixture.Tournament
		return w.Say("end.aborted-fixture", vars)
	case g.End == game.Aborted:
		return w.Say("end.aborted", vars)
	case g.Outcome == rules.Draw:
		return w.Say("end.time-draw", vars)
	default:
		return won(g, w, "end.time", vars)
	}
}

func repetitionText(g *game.Game, w words.Words, vars words.Vars) string {
	ruleset, verdict := g.Ruleset(), g.Verdict()
	switch g.Rule {
	case rules.PerpetualCheck:
		return won(g, w, "end.perpetual-check", vars)
	case rules.PerpetualChase:
		attackers, victim, known := verdict.Chased()
		if !known {
			return won(g, w, "end.perpetual-chase-somehow", vars)
		}
		vars["Attackers"], vars["Victim"] = SidedPieces(w, attackers), SidedPieces(w, []board.Piece{victim})
		if verdict.Article == rules.ArtPinnedRook {
			return won(g, w, "end.perpetual-chase-rook", vars)
		}
		return won(g, w, "end.perpetual-chase", vars)
	default: // a draw
	}
	switch verdict.Article {
	case rules.ArtBothCheck:
		return w.Count("end.repetition-check", ruleset.Repetitions, vars)
	case rules.ArtBothChase:
		return w.Count("end.repetition-chase", ruleset.Repetitions, vars)
	default:
		text := w.Count("end.repetition", ruleset.Repetitions, vars)
		if !slices.ContainsFunc(verdict.CycleMoves, func(d rules.CycleMove) bool { return d.Kind != rules.Idle }) {
			return text // idle moves alone need no explanation
		}
		return w.Sentences(text, w.Say("end.deeds", words.Vars{
			"Red": deedsText(w, verdict.CycleMoves, board.Red), "Black": deedsText(w, verdict.CycleMoves, board.Black),
		}))
	}
}

// deedsText lists what a side did in a repeated stretch, each kind once, the gravest first.
func deedsText(w words.Words, deeds []rules.CycleMove, c board.Color) string {
	var done []string
	for _, kind := range []rules.CycleMoveKind{rules.Checking, rules.Chasing, rules.Exchanging, rules.Idle} {
		if slices.ContainsFunc(deeds, func(d rules.CycleMove) bool { return d.By == c && d.Kind == kind }) {
			done = append(done, w.Say("deed."+kind.String()))
		}
	}
	return w.List(done)
}

// SidedPieces names pieces with their side, those of a kind together: "Red's rook", 红车.
func SidedPieces(w words.Words, pieces []board.Piece) string {
	var names []string
	for i, p := range pieces {
		if slices.Contains(pieces[:i], p) {
			continue
		}
		n := 0
		for _, other := range pieces {
			if other == p {
				n++
			}
		}
		names = append(names, w.Say("piece.sided", words.Vars{
			"Side": sideShort(w, p.Color()), "Piece": PieceName(w, p, n),
		}))
	}
	return w.List(names)
}

// RepetitionForecast is what each move of the side to move would lead to by the rules of repetition.
type RepetitionForecast struct {
	mover   board.Color
	ruleset rules.Ruleset
	moves   []rules.RepetitionWarning
	// looming is the verdict at the next occurrence of the present position, which is known from its third on; Ongoing
	// where there is none.
	looming rules.Verdict
}

// firstWarning is the occurrence of a position from which on a message says what its repetition leads to.
const firstWarning = 3

// ForecastRepetitions makes the forecast for a running game; for a finished one it is empty.
func ForecastRepetitions(g *game.Game) RepetitionForecast {
	f := RepetitionForecast{mover: g.Turn(), ruleset: g.Ruleset()}
	if g.State == game.Active {
		f.moves = rules.RepetitionWarnings(&g.Record, f.ruleset)
		if f.ruleset.Repetitions > firstWarning {
			f.looming, _ = rules.UpcomingVerdict(&g.Record, f.ruleset)
		}
	}
	return f
}

// fate is what becomes of the side to move by a foreseen move, the worst first.
type fate uint8

const (
	losesNow  fate = iota // the move itself closes the cycle
	losesSoon             // the other side's answer can
	winsNow
	winsSoon
	drawsNow
)

// fateKeys name the fates in the keys of phrases.
var fateKeys = [...]string{"lose-now", "lose-soon", "win-now", "win-soon", "draw"}

func (f RepetitionForecast) fateOf(m rules.RepetitionWarning) fate {
	loser, decided := m.Verdict.Outcome.Loser()
	switch {
	case !decided:
		return drawsNow
	case loser == f.mover && m.Reply == board.NoMove:
		return losesNow
	case loser == f.mover:
		return losesSoon
	case m.Reply == board.NoMove:
		return winsNow
	}
	return winsSoon
}

// warnings say which moves the side to move must not repeat, and which it may; or, where no move
// closes the cycle yet, that the position has come up for the last time without a verdict. They are in a public
// message: both players are to know, and nothing in them is a secret.
func (f RepetitionForecast) warnings(p *board.Position, r Viewer) string {
	type group struct {
		fate   fate
		reason rules.Reason
	}
	moves := make(map[group][]board.Move)
	for _, m := range f.moves {
		k := group{f.fateOf(m), m.Verdict.Reason}
		if !slices.Contains(moves[k], m.Move) { // several answers to it may close the cycle
			moves[k] = append(moves[k], m.Move)
		}
	}
	var sentences []string
	for _, k := range slices.SortedFunc(maps.Keys(moves), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.fate, b.fate), cmp.Compare(a.reason, b.reason))
	}) {
		sentences = append(sentences, Capital(r.Say("foresee."+fateKeys[k.fate], words.Vars{
			"Moves": warnedMoves(p, moves[k], r), "Offence": offenceText(r.Words, k.reason), "Rules": rulesetName(r.Words, f.ruleset),
		})))
	}
	if len(sentences) == 0 && f.looming.CycleMoves != nil {
		return f.loomingText(r.Words)
	}
	return r.Sentences(sentences...)
}

// loomingText says what happens when the position comes up once more.
func (f RepetitionForecast) loomingText(w words.Words) string {
	key := "foresee.again-draw"
	if loser, decided := f.looming.Outcome.Loser(); decided {
		key = "foresee.again-win"
		if loser == f.mover {
			key = "foresee.again-lose"
		}
	}
	return w.Say(key, words.Vars{
		"Count": f.ruleset.Repetitions - 1, "Offence": offenceText(w, f.looming.Reason), "Rules": rulesetName(w, f.ruleset),
	})
}

// limitRounds are how many rounds before the natural limit a message mentions it.
var limitRounds = []int{10, 5, 3, 2, 1}

// limitText says how many rounds without a capture are left before the natural limit, once at each of limitRounds; ""
// where there is nothing to say.
func limitText(g *game.Game, w words.Words) string {
	rounds, limited := roundsLeft(g, g.Ply())
	first, _ := namedPlies(g)
	switch {
	case g.State != game.Active, g.Last.Kind != game.Started && g.Last.Move == board.NoMove:
		return ""
	case !limited, !slices.Contains(limitRounds, rounds):
		return ""
	}
	if before, _ := roundsLeft(g, first); g.Ply() > 0 && before == rounds { // the message of the move before says so
		return ""
	}
	return w.Count("foresee.limit", rounds)
}

// roundsLeft is how many rounds were left before the natural limit when so many plies had been played, one that had
// begun included. It is false where there is no limit.
func roundsLeft(g *game.Game, plies int) (rounds int, limited bool) {
	left, limited := rules.PliesToNaturalLimit(g.Record.UpTo(plies), g.Ruleset())
	return (left + 1) / 2, limited
}

// warnedShown is how many moves a warning names. More than one or two that close the same cycle are rare.
const warnedShown = 4

func warnedMoves(p *board.Position, moves []board.Move, r Viewer) string {
	var names []string
	for _, m := range moves[:min(len(moves), warnedShown)] {
		names = append(names, "**"+MoveText(p, m, r)+"**")
	}
	if len(moves) > warnedShown {
		names = append(names, "…")
	}
	return r.List(names)
}

// gravest returns the most serious of what is foreseen of some moves: first what loses, last what draws.
func (f RepetitionForecast) gravest(moves ...board.Move) (warning rules.RepetitionWarning, found bool) {
	for _, m := range f.moves {
		if slices.Contains(moves, m.Move) && (!found || f.fateOf(m) < f.fateOf(warning)) {
			warning, found = m, true
		}
	}
	return warning, found
}

// Mark says in a few words what a move leads to, for lists of moves; empty for most.
func (f RepetitionForecast) Mark(m board.Move, w words.Words) string {
	warning, found := f.gravest(m)
	if !found {
		return ""
	}
	return w.Say("foresee.mark-"+fateKeys[f.fateOf(warning)], words.Vars{
		"Offence": offenceText(w, warning.Verdict.Reason), "Count": f.ruleset.Repetitions,
	})
}

// offenceText names what a repetition loses by.
func offenceText(w words.Words, reason rules.Reason) string {
	if reason == rules.PerpetualChase {
		return w.Say("offence.chase")
	}
	return w.Say("offence.check")
}

// ruleChoice is a server's choice for a part of the rules. Set makes the change in a ruleset.
type ruleChoice struct {
	Key string
	Set func(*rules.Ruleset)
}

// Is reports whether a ruleset has what the choice makes.
func (c ruleChoice) Is(ruleset rules.Ruleset) bool {
	changed := ruleset
	c.Set(&changed)
	return changed == ruleset
}

// RuleOption is a setting of a server for one part of the rules. What is chosen is shown by the phrase "server." with
// its name.
type RuleOption struct {
	Name    string
	Choices []ruleChoice
}

// Label is the key of the phrase for the choice, in Discord's list and in ours.
func (c ruleChoice) Label(o RuleOption) string {
	return "command.manage.server." + o.Name + "." + c.Key
}

// RuleOptions lists the options in the order in which they are shown. The first choice of each is what a server has
// that chose nothing.
func RuleOptions() []RuleOption {
	codes := RuleOption{Name: "rules"}
	for _, named := range rules.Rulesets() {
		codes.Choices = append(codes.Choices, ruleChoice{
			named.Name, func(r *rules.Ruleset) { r.Name, r.Chases = named.Name, named.Chases },
		})
	}
	return []RuleOption{
		codes,
		{"repetitions", []ruleChoice{
			{"fourth", func(r *rules.Ruleset) { r.Repetitions = 4 }},
			{"third", func(r *rules.Ruleset) { r.Repetitions = 3 }},
		}},
		{"limit", []ruleChoice{
			{"sixty", func(r *rules.Ruleset) { r.NaturalLimit = 2 * 60 }},
			{"fifty", func(r *rules.Ruleset) { r.NaturalLimit = 2 * 50 }},
			{"none", func(r *rules.Ruleset) { r.NaturalLimit = 0 }},
		}},
		{"checks", []ruleChoice{
			{"ten", func(r *rules.Ruleset) { r.TenChecks = true }},
			{"all", func(r *rules.Ruleset) { r.TenChecks = false }},
		}},
		{"material", []ruleChoice{
			{"attackers", func(r *rules.Ruleset) { r.BareMaterial = rules.BareAttackers }},
			{"cannons", func(r *rules.Ruleset) { r.BareMaterial = rules.BareCannons }},
			{"off", func(r *rules.Ruleset) { r.BareMaterial = rules.BareOff }},
		}},
	}
}
