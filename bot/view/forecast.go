package view

import (
	"cmp"
	"maps"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// This file says what a repetition that can still be avoided would lead to.

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

// Warnings say which moves the side to move must not repeat, and which it may; or, where no move
// closes the cycle yet, that the position has come up for the last time without a verdict. They are in a public
// message: both players are to know, and nothing in them is a secret.
func (f RepetitionForecast) Warnings(p *board.Position, r Viewer) string {
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
			"Moves": warnedMoves(p, moves[k], r), "Offence": offenceText(r.Words, k.reason), "Rules": RulesetName(r.Words, f.ruleset),
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
		"Count": f.ruleset.Repetitions - 1, "Offence": offenceText(w, f.looming.Reason), "Rules": RulesetName(w, f.ruleset),
	})
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

// offenceText names what a repetition loses by.
func offenceText(w words.Words, reason rules.Reason) string {
	if reason == rules.PerpetualChase {
		return w.Say("offence.chase")
	}
	return w.Say("offence.check")
}
