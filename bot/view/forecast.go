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
	// upcoming is the verdict at the next occurrence of the present position, which is known from its third on; Ongoing
	// where there is none.
	upcoming rules.Verdict
}

// firstWarning is the occurrence of a position from which on a message says what its repetition leads to.
const firstWarning = 3

// ForecastRepetitions makes the forecast for a running game; for a finished one it is empty.
func ForecastRepetitions(g *game.Game) RepetitionForecast {
	f := RepetitionForecast{mover: g.Turn(), ruleset: g.Ruleset()}
	if g.State == game.Active {
		f.moves = rules.RepetitionWarnings(&g.Record, f.ruleset)
		if f.ruleset.Repetitions > firstWarning {
			f.upcoming, _ = rules.UpcomingVerdict(&g.Record, f.ruleset)
		}
	}
	return f
}

// effect is what a repetition does to the side to move, the worst first.
type effect uint8

const (
	losesNow  effect = iota // the move itself closes the cycle
	losesSoon               // the other side's answer can
	winsNow
	winsSoon
	drawsNow
)

// effectKeys name the effects in the keys of phrases.
var effectKeys = [...]string{"lose-now", "lose-soon", "win-now", "win-soon", "draw"}

func (f RepetitionForecast) effectOf(m rules.RepetitionWarning) effect {
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

// worst returns the most serious of what is foreseen of some moves: first what loses, last what draws.
func (f RepetitionForecast) worst(moves ...board.Move) (warning rules.RepetitionWarning, found bool) {
	for _, m := range f.moves {
		if slices.Contains(moves, m.Move) && (!found || f.effectOf(m) < f.effectOf(warning)) {
			warning, found = m, true
		}
	}
	return warning, found
}

// Mark says in a few words what a move leads to, for lists of moves; empty for most.
func (f RepetitionForecast) Mark(m board.Move, w words.Words) string {
	warning, found := f.worst(m)
	if !found {
		return ""
	}
	return w.Say("foresee.mark-"+effectKeys[f.effectOf(warning)], words.Vars{
		"Offence": offenceText(w, warning.Verdict.Reason), "Count": f.ruleset.Repetitions,
	})
}

// Warnings say which moves the side to move must not repeat, and which it may; or, where no move
// closes the cycle yet, that the position has come up for the last time without a verdict. They are in a public
// message: both players are to know, and nothing in them is a secret.
func (f RepetitionForecast) Warnings(p *board.Position, r Viewer) string {
	type group struct {
		effect effect
		reason rules.Reason
	}
	moves := make(map[group][]board.Move)
	for _, m := range f.moves {
		k := group{f.effectOf(m), m.Verdict.Reason}
		if !slices.Contains(moves[k], m.Move) { // several answers to it may close the cycle
			moves[k] = append(moves[k], m.Move)
		}
	}
	var sentences []string
	for _, k := range slices.SortedFunc(maps.Keys(moves), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.effect, b.effect), cmp.Compare(a.reason, b.reason))
	}) {
		sentences = append(sentences, Capital(r.Say("foresee."+effectKeys[k.effect], words.Vars{
			"Moves": warnedMoves(p, moves[k], r), "Offence": offenceText(r.Words, k.reason), "Rules": RulesetName(r.Words, f.ruleset),
		})))
	}
	if len(sentences) == 0 && f.upcoming.CycleMoves != nil {
		return f.upcomingText(r.Words)
	}
	return r.Sentences(sentences...)
}

// upcomingText says what happens when the position comes up once more.
func (f RepetitionForecast) upcomingText(w words.Words) string {
	key := "foresee.again-draw"
	if loser, decided := f.upcoming.Outcome.Loser(); decided {
		key = "foresee.again-win"
		if loser == f.mover {
			key = "foresee.again-lose"
		}
	}
	return w.Say(key, words.Vars{
		"Count": f.ruleset.Repetitions - 1, "Offence": offenceText(w, f.upcoming.Reason), "Rules": RulesetName(w, f.ruleset),
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
