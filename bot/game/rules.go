package game

import "xiangqibot/engine/rules"

// Code is the set of rules by which the game is judged: those with which it began, whatever its server has chosen
// since. Where Rules cannot be read, as when a newer version of the program wrote them, they are the Asian ones.
func (g *Game) Code() rules.Code { return codeOf(g.Rules, rules.Asian()) }

// codeOf reads the text of a code that was saved; otherwise is for one that cannot be read.
func codeOf(text string, otherwise rules.Code) rules.Code {
	code, err := rules.ParseCode(text)
	if err != nil {
		return otherwise
	}
	return code
}

// Verdict is how the rules see the game: that it goes on, or what has ended it, and where that was a repetition, what
// each of its moves did. Nothing of it is saved: it is worked out from Record and Rules.
//
// Of a game that the rules have ended, what was saved then has the last word. Where today's judge would say something
// else, the verdict is that of Outcome and Rule, without article and moves.
func (g *Game) Verdict() rules.Verdict {
	v := rules.Judge(&g.Record, g.Code())
	if g.End == ByRules && (v.Outcome != g.Outcome || v.Reason != g.Rule) {
		return rules.Verdict{Outcome: g.Outcome, Reason: g.Rule, FirstPly: g.Ply(), LastPly: g.Ply()}
	}
	return v
}
