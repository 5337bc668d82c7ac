package gameview

import (
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// This file explains to a person why they cannot do something in a game: what is wrong, and what would be right.

// Refusal explains an error to a person: what is wrong, and what would be right. It is false for errors that are not
// meant for people, such as a failed database.
//
// An error about a move can only be explained with its game: without g it is false.
func Refusal(g *game.Game, r view.Viewer, err error) (view.Reply, bool) {
	if refused, ok := errors.AsType[*game.Refusal](err); ok {
		wanted, _ := errors.AsType[*ChooseGameError](err)
		return refusalReply(refused, wanted, r), true
	}
	if missing, ok := errors.AsType[*record.NotFoundError](err); ok {
		return view.Private(r.Say("refusal.no-such-record", words.Vars{"Record": int64(missing.ID)})), true
	}
	if problem, ok := errors.AsType[*view.Problem](err); ok {
		return view.Private(problem.Say(r)), true
	}
	if g == nil {
		return view.Reply{}, false
	}
	return wrongMove(g, r, err)
}

// wrongMove says why a move cannot be played in g, with buttons for the moves that may have been meant. It is false for
// other errors.
func wrongMove(g *game.Game, r view.Viewer, err error) (view.Reply, bool) {
	p := g.Position()
	wrong, ok := view.WhyWrong(&p, err, r)
	if !ok {
		return view.Reply{}, false
	}
	if len(wrong.Candidates) > 0 {
		return view.Private(wrong.Text, moveButtons(g, wrong.Candidates, r)...), true
	}
	reply := view.Private(wrong.Text)
	if len(wrong.Evidence) > 0 {
		show := onBoard(g, view.PressWhy, wrong.Evidence.Arg())
		reply.Rows = view.Rows(view.Button(r.Say("button.why"), discordgo.SecondaryButton, show))
	}
	didYouMean(&reply, g, view.Similar(&p, wrong.Typed, err, r), r)
	return reply, true
}

// didYouMean adds to a reply about a move that cannot be played those that may have been meant, with a button each.
func didYouMean(reply *view.Reply, g *game.Game, moves []board.Move, r view.Viewer) {
	if len(moves) > 0 && g.State == game.Active {
		reply.Text += "\n" + r.Say("moves.did-you-mean")
		reply.Rows = append(view.Rows(moveButtons(g, moves, r)...), reply.Rows...)
	}
}

// moveButtons play moves; they say what comes of them by the rules of repetition.
func moveButtons(g *game.Game, moves []board.Move, r view.Viewer) (buttons []discordgo.MessageComponent) {
	p, ahead := g.Position(), view.ForecastRepetitions(g)
	for _, m := range moves {
		label := strings.Join(view.NonEmpty(view.MoveTextBoth(&p, m, r), ahead.Mark(m, r.Words)), " · ")
		press := onBoard(g, view.PressPlay, m.String())
		buttons = append(buttons, view.Button(label, discordgo.PrimaryButton, press))
	}
	return buttons
}

// ChooseGameError is an error for which a person may have to choose one of their games, with the act that they
// wanted: the button of a game does it.
type ChooseGameError struct {
	Act  view.PressAct
	Move string // PressPlay: what was typed
	Err  error
}

func (c *ChooseGameError) Error() string { return c.Err.Error() }

// Unwrap is the error alone.
func (c *ChooseGameError) Unwrap() error { return c.Err }

// button is the button of a game. It shows the board where nothing was wanted, or the move cannot be played there.
func (c *ChooseGameError) button(g *game.Game, r view.Viewer) discordgo.MessageComponent {
	label := r.Say("button.game", words.Vars{"Game": g.ID})
	press := inGame(g, view.PressBoard)
	switch {
	case c == nil:
	case c.Act != view.PressPlay:
		press = onBoard(g, c.Act, "")
	default:
		p := g.Position()
		if m, err := r.Dialect().Parse(&p, c.Move); err == nil {
			label += " · " + view.MoveText(&p, m, r)
			press = onBoard(g, view.PressPlay, m.String())
		}
	}
	return view.Button(label, discordgo.SecondaryButton, press)
}

func refusalReply(refused *game.Refusal, wanted *ChooseGameError, r view.Viewer) view.Reply {
	var channels []string
	for _, c := range refused.Channels {
		channels = append(channels, "<#"+c+">")
	}
	vars := words.Vars{
		"Game": refused.Game, "Role": view.MentionRole(refused.Role),
		"First": engine.LevelMin.String(), "Last": engine.LevelMax.String(),
		"Weakest": refused.Levels[0].String(), "Strongest": refused.Levels[1].String(),
		"Channels": strings.Join(channels, r.Say("list.comma")), "Until": view.ClockTime(refused.Until),
	}
	reply := view.Private(r.Count("refusal."+string(refused.Code), refused.Limit, vars))
	switch {
	case refused.Code == game.NoGame && len(refused.Games) > 0:
		reply.Text = r.Count("refusal.only-challenges", len(refused.Games))
		listGames(&reply, refused.Games, nil, r, challengeLine)
	case refused.Code == game.NoGame && !refused.Hidden:
		reply.Rows = view.Rows(firstSteps(r.Words)...)
	case refused.Code == game.AlreadyChallenged:
		for _, g := range refused.Games {
			reply.Text += "\n" + challengeLine(g, r)
			press := inGame(g, view.PressCancel)
			withdraw := view.Button(r.Say("button.withdraw"), discordgo.SecondaryButton, press)
			reply.Rows = append(reply.Rows, view.Rows(withdraw)...)
		}
	case refused.Hidden && len(refused.Games) == 0 && refused.Code != game.NoGame:
		reply.Text = r.Say("refusal.games-elsewhere")
	case refused.Code == game.ManyGames, refused.Code == game.OtherThread, refused.Code == game.RematchRuns:
		listGames(&reply, refused.Games, wanted, r, playedLine)
		if refused.Hidden {
			reply.Text += "\n" + r.Say("refusal.many-games-more")
		}
	}
	return reply
}

// MaxListed is how many games a refusal offers to choose from: two rows of buttons.
const MaxListed = 10

// listGames adds the games that may have been meant, a line and a button each.
func listGames(
	reply *view.Reply, games []*game.Game, wanted *ChooseGameError, r view.Viewer,
	describe func(*game.Game, view.Viewer) string,
) {
	lines := []string{reply.Text}
	var buttons []discordgo.MessageComponent
	for i, g := range games {
		if i == MaxListed {
			lines = append(lines, r.Say("refusal.many-games-more"))
			break
		}
		lines = append(lines, describe(g, r))
		buttons = append(buttons, wanted.button(g, r))
	}
	reply.Text = strings.Join(lines, "\n")
	reply.Rows = view.Rows(buttons...)
}

func playedLine(g *game.Game, r view.Viewer) string {
	return r.Say("refusal.many-games-line", words.Vars{
		"Game": g.ID, "Turn": view.TurnText(r.Words, g.Turn()),
		"Red": SeatText(g, board.Red, r.Words), "Black": SeatText(g, board.Black, r.Words),
	})
}

// challengeLine says whose answer a challenge waits for, and in which channel.
func challengeLine(g *game.Game, r view.Viewer) string {
	key, place := "refusal.challenge-theirs", ""
	switch {
	case g.WaitsFor(r.Person):
		key = "refusal.challenge-yours"
	case g.Anyone:
		key = "refusal.challenge-anyones"
	}
	if g.Guild != "" {
		place = " · <#" + g.Channel + ">"
	}
	return r.Say(key, words.Vars{
		"Game": g.ID, "Challenger": view.Mention(g.Challenger), "Opponent": view.Mention(g.Opponent.Person), "Place": place,
	})
}
