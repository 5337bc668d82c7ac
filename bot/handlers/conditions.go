package handlers

import (
	"context"
	"slices"
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile/paste"
)

// This file reads the options for the conditions of a game, which several commands share.

// wishOf returns the color chosen in the option color.
func wishOf(choice string) game.ColorChoice {
	switch choice {
	case "red":
		return game.WantRed
	case "black":
		return game.WantBlack
	default:
		return game.RandomColor
	}
}

// levelHere returns the level that the person chose, or the default one, limited to the server's range.
func levelHere(r *Request, server game.Server) engine.Level {
	if strength, given := r.Number("strength"); given {
		return engine.Level(strength)
	}
	weakest, strongest := server.Levels()
	return min(max(FirstLevel, weakest), strongest)
}

// setConditions sets the conditions of a challenge from the options. An error is a [view.Problem].
//
// A game is rated unless something prevents it: the person, the server, a handicap, a start position of its own, or
// no clock.
func setConditions(spec *game.ChallengeSpec, server game.Server, r *Request) error {
	untimed := false
	if text := r.Text("time"); text != "" {
		control, err := game.ParseTimeControl(words.NormalizeTimes(text))
		if err != nil {
			return view.ProblemTime(text, err)
		}
		spec.Time, untimed = control, control.Class() == game.Untimed
	}
	if text := r.Text("fen"); text != "" {
		rec, err := paste.ReadPosition(text)
		if err != nil {
			return view.ProblemPosition(err)
		}
		spec.Start = rec.Position()
	}
	spec.Weekends = r.Flag("weekends")
	spec.NoVacation = r.options["vacation"] != nil && !r.Flag("vacation")
	spec.Handicap = game.Handicap(r.Text("handicap"))
	switch r.Text("giver") {
	case "me":
	case "opponent":
		spec.OpponentGives = true
	default: // nobody asks the bot to take odds
		spec.OpponentGives = spec.Handicap != game.Even && spec.Level != 0
	}
	if n, given := r.Number("games"); given {
		spec.Games = int(n)
	}
	if err := setPartner(spec, r); err != nil {
		return err
	}
	if r.options["rated"] != nil {
		spec.Rated = r.Flag("rated")
		if spec.Rated && untimed {
			return view.ProblemRatedUntimed()
		}
		return nil
	}
	// A game against the bot is rated only on request: the first game of newcomers should cost them nothing, and let them
	// take moves back.
	even := spec.Handicap == game.Even && spec.Start == board.Position{} && spec.Partner == game.Partner{}
	spec.Rated = even && !untimed && spec.Level == 0 && server.AllowsRated(false)
	return nil
}

// defaultPartnerLevel is the level of a partner if none is chosen.
const defaultPartnerLevel engine.Level = 7

// setPartner adds a partner for both sides, if one is chosen. The level is then the partner's, and a bot opponent
// plays above it.
func setPartner(spec *game.ChallengeSpec, r *Request) error {
	partner := game.Partner{Kind: game.PartnerKind(r.Text("partner")), Level: defaultPartnerLevel}
	if n, given := r.Number("consult"); given {
		if partner.Kind != game.NoPartner {
			return view.ProblemTwoPartners()
		}
		partner.Kind, partner.Budget = game.Consulting, int(n)
	}
	strength, given := r.Number("strength")
	if partner.Kind == game.NoPartner {
		if given && spec.Level == 0 {
			return view.ProblemStrengthAlone()
		}
		return nil
	}
	if given {
		partner.Level = engine.Level(strength)
	}
	spec.Partner = partner
	if spec.Level != 0 && spec.Level != game.LevelOutside {
		spec.Level = partner.OpponentLevel()
	}
	return nil
}

// timeControls are the suggested time controls; every valid one is accepted.
func timeControls() []string {
	return []string{
		"none", "10+10", "15+10", "20+20", "30+20", "60+30", "1d", "2d", "3d", "5d", "7d", "10d", "14d", "7d+12h", "10d+1d",
	}
}

// completeTime suggests the time controls of a game that may also be untimed.
func completeTime(_ context.Context, r *Request) ([]discord.Choice, error) {
	return timeChoices(r.Viewer, r.Text("time"), true)
}

// completeClock suggests the time controls of games that need a clock.
func completeClock(_ context.Context, r *Request) ([]discord.Choice, error) {
	return timeChoices(r.Viewer, r.Text("time"), false)
}

// timeChoices returns the time controls whose short or long spelling contains what was typed, first those that begin
// with it: "3" rather means "3d" than "30+20". A complete time control comes first; a number alone means days per
// move.
func timeChoices(r view.Viewer, typed string, untimed bool) ([]discord.Choice, error) {
	w := r.Words
	typed = words.NormalizeTimes(typed)
	offer := func(t game.TimeControl) discord.Choice {
		line := view.ControlText(w, t)
		if t.Class() != game.Untimed {
			line = t.String() + " · " + line
		}
		return discord.Choice{Name: discord.Cut(line, discord.ChoiceNameLimit), Value: t.String()}
	}
	var begin, contain []discord.Choice
	for _, spelled := range []string{typed, typed + "d"} {
		if t, err := game.ParseTimeControl(spelled); err == nil && (untimed || t.Class() != game.Untimed) {
			begin = append(begin, offer(t))
		}
	}
	for _, spelled := range timeControls() {
		t, err := game.ParseTimeControl(spelled)
		if err != nil {
			return nil, err
		}
		c := offer(t)
		switch {
		case t.Class() == game.Untimed && !untimed, !contains(c.Name, typed), slices.Contains(begin, c):
		case strings.HasPrefix(spelled, typed):
			begin = append(begin, c)
		default:
			contain = append(contain, c)
		}
	}
	return append(begin, contain...), nil
}
