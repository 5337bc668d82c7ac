package gameview

import (
	"fmt"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// This file puts into words what is agreed to: the rules, the clock, who gives whom what, how votes are taken, how many
// games are played.

// fromPosition reports whether g begins from a position that somebody set up.
func fromPosition(g *game.Game) bool {
	return g.Handicap == game.Even && g.Record.Start != board.StartPosition()
}

// blackBegins reports whether Black makes the first move of g, which happens only from such a position.
func blackBegins(g *game.Game) bool { return g.Record.Start.SideToMove() == board.Black }

// timeTexts name the time control of a game, and the pauses that were agreed on, or agreed away.
func timeTexts(g *game.Game, w words.Words) []string {
	texts := []string{view.ControlText(w, g.Time)}
	if g.Time.Class() != clocks.Correspondence {
		return texts // no other clock ever pauses
	}
	if g.Weekends {
		texts = append(texts, w.Say("clock.weekends"))
	}
	if g.NoVacation {
		texts = append(texts, w.Say("clock.no-vacation"))
	}
	return texts
}

// handicapName names a handicap: "Left horse (让左马)". An even game has none.
func handicapName(w words.Words, h game.Handicap) string {
	return w.Say("command.challenge.handicap." + string(h))
}

// handicapTerms say what a handicap means, for those who are to agree to it.
func handicapTerms(g *game.Game, w words.Words) []string {
	giver, taker := view.Person(w, g.Challenger), opponentText(g, w)
	if g.OpponentGives {
		giver, taker = taker, giver
	}
	vars := words.Vars{"Giver": giver, "Taker": taker}
	rule := ""
	switch g.Handicap {
	case game.FirstMove:
		rule = w.Say("handicap.first-move", vars)
	case game.TwoMoves:
		rule = w.Say("handicap.two-moves", vars)
	default:
		rule = w.Say("handicap.pieces", vars)
	}
	return []string{w.Say("handicap.term", words.Vars{"Handicap": handicapName(w, g.Handicap)}), rule}
}

func opponentText(g *game.Game, w words.Words) string {
	switch {
	case g.Opponent.IsOutside():
		return view.Plain(g.Engine)
	case g.Opponent.IsBot():
		return w.Say("bot.name")
	case g.Opponent.Person == "":
		return w.Say("handicap.whoever")
	}
	return view.Person(w, g.Opponent.Person)
}

// partnerTerm says what having a partner means, for those who are to agree to it.
func partnerTerm(p game.Partner, w words.Words) string {
	vars := words.Vars{"Level": p.Level.String()}
	switch p.Kind {
	case game.Consulting:
		return w.Count("partner.term-consult", p.Budget, vars)
	case game.Brain:
		return w.Say("partner.term-brain", vars)
	case game.Hand:
		return w.Say("partner.term-hand", vars)
	case game.NoPartner:
	}
	return ""
}

// partnerText says it in a few words, for the line below a board: with what each side has left to spend.
func partnerText(g *game.Game, w words.Words) string {
	vars := words.Vars{"Level": g.Partner.Level.String()}
	switch g.Partner.Kind {
	case game.Consulting:
		vars["Red"], vars["Black"] = g.Questions.Left(board.Red, g.Partner), g.Questions.Left(board.Black, g.Partner)
		if bot, has := g.BotSeat(); has { // it asks nobody
			vars["Left"] = g.Questions.Left(bot.Opponent(), g.Partner)
			return w.Say("partner.left-solo", vars)
		}
		return w.Say("partner.left", vars)
	case game.Brain:
		return w.Say("partner.brain", vars)
	case game.Hand:
		return w.Say("partner.hand", vars)
	case game.NoPartner:
	}
	return ""
}

func voteTerms(g *game.Game, w words.Words) []string {
	v := g.Vote
	terms := []string{
		w.Say("vote.window", words.Vars{"Window": view.DurationText(w, v.Window)}),
		w.Count("vote.quorum", v.Quorum),
	}
	if v.StandIn {
		terms = append(terms, w.Say("vote.silence-engine"))
	} else {
		terms = append(terms, w.Say("vote.silence-lose"))
	}
	if v.Captain {
		terms = append(terms, w.Say("vote.captain"))
	}
	return append(terms, reserved(g, w)...)
}

// reserved says which teams are for members with a role.
func reserved(g *game.Game, w words.Words) (lines []string) {
	for _, c := range []board.Color{board.Red, board.Black} {
		if role := g.Vote.Roles[c]; role != "" && g.Seats[c].Team {
			lines = append(lines, w.Say("vote.role", words.Vars{"Team": TeamName(w, c), "Role": view.MentionRole(role)}))
		}
	}
	return lines
}

// oddsTexts name in a few words what is special about a game that goes on or is over, for the line below its board.
func oddsTexts(g *game.Game, w words.Words) []string {
	var texts []string
	switch {
	case g.Handicap != game.Even:
		texts = append(texts, handicapName(w, g.Handicap))
	case fromPosition(g):
		texts = append(texts, w.Say("board.position"))
	}
	if g.Leg > 0 {
		texts = append(texts, w.Say("board.leg", words.Vars{"Leg": g.Leg}))
	}
	texts = append(texts, view.NonEmpty(partnerText(g, w))...)
	if n := len(g.Hints); n > 0 {
		texts = append(texts, w.Count("board.hints", n))
	}
	return texts
}

// challengeTerms lists what is agreed to by accepting.
func challengeTerms(g *game.Game, r view.Viewer, vars words.Vars) []string {
	var terms []string
	switch {
	case g.Handicap != game.Even:
		terms = append(terms, handicapTerms(g, r.Words)...)
	case blackBegins(g) && g.ColorChoice == game.WantRed:
		terms = append(terms, r.Say("challenge.wants-red-second", vars))
	case blackBegins(g) && g.ColorChoice == game.WantBlack:
		terms = append(terms, r.Say("challenge.wants-black-first", vars))
	case g.ColorChoice == game.WantRed:
		terms = append(terms, r.Say("challenge.wants-red", vars))
	case g.ColorChoice == game.WantBlack:
		terms = append(terms, r.Say("challenge.wants-black", vars))
	default:
		terms = append(terms, r.Say("challenge.any-color"))
	}
	switch from := fromPosition(g); {
	case from && blackBegins(g):
		terms = append(terms, r.Say("challenge.position-black"))
	case from:
		terms = append(terms, r.Say("challenge.position-red"))
	}
	if g.Leg == 1 {
		terms = append(terms, r.Say("challenge.two-games"))
	}
	terms = append(terms, view.NonEmpty(partnerTerm(g.Partner, r.Words))...)
	switch {
	case g.Rated:
		terms = append(terms, r.Say("challenge.rated"))
	case g.Vote == nil: // a vote game has terms of its own
		terms = append(terms, r.Say("challenge.casual"))
	}
	if g.Timed() || g.Vote == nil {
		terms = append(terms, r.Say("clock.challenge", words.Vars{"Time": strings.Join(timeTexts(g, r.Words), " · ")}))
	}
	if ruleset := g.Ruleset(); ruleset != rules.ForPeople() || differs(ruleset, r.Server) {
		terms = append(terms, r.Say("challenge.rules", words.Vars{"Rules": RulesetText(r.Words, ruleset)}))
	}
	if g.Vote != nil {
		terms = append(terms, voteTerms(g, r.Words)...)
	}
	if !g.Expires.IsZero() {
		// Discord writes the time in each viewer's own language and zone.
		terms = append(terms, r.Say("challenge.until", words.Vars{"Time": fmt.Sprintf("<t:%d:f>", g.Expires.Unix())}))
	}
	return terms
}

// differs reports whether a server has chosen other rules for new games.
func differs(ruleset rules.Ruleset, server guild.Settings) bool {
	chosen, err := rules.ParseRuleset(server.Rules)
	return server.Rules != "" && err == nil && chosen != ruleset
}

// RulesetText names the rules and all in which they differ from those of that name.
func RulesetText(w words.Words, ruleset rules.Ruleset) string {
	parts := []string{view.RulesetName(w, ruleset)}
	for _, o := range RuleOptions()[1:] {
		for _, choice := range o.Choices[1:] {
			if choice.Is(ruleset) {
				parts = append(parts, w.Say("server."+o.Name, words.Vars{"Value": w.Say(choice.Label(o))}))
			}
		}
	}
	return strings.Join(parts, " · ")
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

// Label is the key of the phrase for the choice, in Discord's list and in ours.
func (c ruleChoice) Label(o RuleOption) string {
	return "command.manage.server." + o.Name + "." + c.Key
}

// RuleOption is a setting of a server for one part of the rules. What is chosen is shown by the phrase "server." with
// its name.
type RuleOption struct {
	Name    string
	Choices []ruleChoice
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
