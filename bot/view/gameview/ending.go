package gameview

import (
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// This file says how games end, and by which rules.

// EndText says in a sentence or two how a finished game ended, and by whose rules where those differ.
func EndText(g *game.Game, r view.Viewer) string {
	ruleset := g.Ruleset()
	vars := words.Vars{"Rules": view.RulesetName(r.Words, ruleset)}
	if winner, decided := g.Winner(); decided {
		loser := winner.Opponent()
		vars["Winner"], vars["WinnerSide"] = Who(g, winner, r.Words), view.SideName(r.Words, winner)
		vars["Loser"], vars["LoserSide"] = Who(g, loser, r.Words), view.SideName(r.Words, loser)
		vars["LoserShort"] = view.SideShort(r.Words, loser)
	}
	switch g.End {
	case game.ByTime, game.Aborted:
		return timeoutText(g, r.Words, vars)
	case game.ByResignation:
		loser, _ := g.Outcome.Loser()
		return won(g, r.Words, phraseFor(g, loser, "end.resignation", r), vars)
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
		return wonBy(g, r.Words, view.CheckmateText(&g.Record, r.Words), vars)
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
		return view.OutcomeText(r.Words, g.Outcome)
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
	return w.Sentences(view.Capital(how), w.Say(wins, vars))
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
		vars["Attackers"], vars["Victim"] = view.SidedPieces(w, attackers), view.SidedPieces(w, []board.Piece{victim})
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

// deedsText lists what a side did in a repeated stretch, each kind once, the most serious first.
func deedsText(w words.Words, deeds []rules.CycleMove, c board.Color) string {
	var done []string
	for _, kind := range []rules.CycleMoveKind{rules.Checking, rules.Chasing, rules.Exchanging, rules.Idle} {
		if slices.ContainsFunc(deeds, func(d rules.CycleMove) bool { return d.By == c && d.Kind == kind }) {
			done = append(done, w.Say("deed."+kind.String()))
		}
	}
	return w.List(done)
}
