package view

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Refusal explains an error to a person: what is wrong, and what would be right. It is false for errors that are not
// meant for people, such as a failed database.
//
// An error about a move can only be explained with its game: without g it is false.
func (v *View) Refusal(g *game.Game, r Viewer, err error) (Reply, bool) {
	if refused := (*game.Refusal)(nil); errors.As(err, &refused) {
		wanted := (*ChooseGameError)(nil)
		errors.As(err, &wanted)
		return refusalReply(refused, wanted, r), true
	}
	if missing := (*record.NotFoundError)(nil); errors.As(err, &missing) {
		return Private(r.Words.Say("refusal.no-such-record", words.Vars{"Record": int64(missing.ID)})), true
	}
	if problem := (*Problem)(nil); errors.As(err, &problem) {
		return Private(problem.say(r)), true
	}
	if g == nil {
		return Reply{}, false
	}
	return v.wrongMove(g, r, err)
}

// ChooseGameError is an error for which a person may have to choose one of their games, with the act that they
// wanted: the button of a game does it.
type ChooseGameError struct {
	Act  PressAct
	Move string // PressPlay: what was typed
	Err  error
}

func (c *ChooseGameError) Error() string { return c.Err.Error() }

// Unwrap is the error alone.
func (c *ChooseGameError) Unwrap() error { return c.Err }

// button is the button of a game. It shows the board where nothing was wanted, or the move cannot be played there.
func (c *ChooseGameError) button(g *game.Game, r Viewer) discordgo.MessageComponent {
	label, press := r.Words.Say("button.game", words.Vars{"Game": g.ID}), Press{Act: PressBoard, Topic: OfGame(g.ID)}
	switch {
	case c == nil:
	case c.Act != PressPlay:
		press = Press{Act: c.Act, Topic: OnBoard(g)}
	default:
		p := g.Position()
		if m, err := r.Dialect().Parse(&p, c.Move); err == nil {
			label += " · " + MoveText(&p, m, r)
			press = Press{Act: PressPlay, Topic: OnBoard(g), Arg: m.String()}
		}
	}
	return Button(label, discordgo.SecondaryButton, press)
}

func refusalReply(refused *game.Refusal, wanted *ChooseGameError, r Viewer) Reply {
	var channels []string
	for _, c := range refused.Channels {
		channels = append(channels, "<#"+c+">")
	}
	vars := words.Vars{
		"Game": refused.Game, "Role": MentionRole(refused.Role),
		"First": engine.LevelMin.String(), "Last": engine.LevelMax.String(),
		"Weakest": refused.Levels[0].String(), "Strongest": refused.Levels[1].String(),
		"Channels": strings.Join(channels, r.Words.Say("list.comma")), "Until": fmt.Sprintf("<t:%d:R>", refused.Until.Unix()),
	}
	reply := Private(r.Words.Count("refusal."+string(refused.Code), refused.Limit, vars))
	switch {
	case refused.Code == game.NoGame && len(refused.Games) > 0:
		reply.Text = r.Words.Count("refusal.only-challenges", len(refused.Games))
		listGames(&reply, refused.Games, nil, r, challengeLine)
	case refused.Code == game.NoGame && !refused.Hidden:
		reply.Rows = Rows(firstSteps(r.Words))
	case refused.Code == game.AlreadyChallenged:
		for _, g := range refused.Games {
			reply.Text += "\n" + challengeLine(g, r)
			withdraw := Button(r.Words.Say("button.withdraw"), discordgo.SecondaryButton, Press{Act: PressCancel, Topic: OfGame(g.ID)})
			reply.Rows = append(reply.Rows, Rows([]discordgo.MessageComponent{withdraw})...)
		}
	case refused.Hidden && len(refused.Games) == 0 && refused.Code != game.NoGame:
		reply.Text = r.Words.Say("refusal.games-elsewhere")
	case refused.Code == game.ManyGames, refused.Code == game.OtherThread, refused.Code == game.RematchRuns:
		listGames(&reply, refused.Games, wanted, r, playedLine)
		if refused.Hidden {
			reply.Text += "\n" + r.Words.Say("refusal.many-games-more")
		}
	}
	return reply
}

// maxListed is how many games a refusal offers to choose from: two rows of buttons.
const maxListed = 10

// listGames adds the games that may have been meant, a line and a button each.
func listGames(
	reply *Reply, games []*game.Game, wanted *ChooseGameError, r Viewer, describe func(*game.Game, Viewer) string,
) {
	lines := []string{reply.Text}
	var buttons []discordgo.MessageComponent
	for i, g := range games {
		if i == maxListed {
			lines = append(lines, r.Words.Say("refusal.many-games-more"))
			break
		}
		lines = append(lines, describe(g, r))
		buttons = append(buttons, wanted.button(g, r))
	}
	reply.Text = strings.Join(lines, "\n")
	reply.Rows = Rows(buttons)
}

// playedLine says who plays a game and whose turn it is.
func playedLine(g *game.Game, r Viewer) string {
	return r.Words.Say("refusal.many-games-line", words.Vars{
		"Game": g.ID, "Red": seatText(g, board.Red, r.Words), "Black": seatText(g, board.Black, r.Words), "Turn": TurnText(r.Words, g.Turn()),
	})
}

// challengeLine says whose answer a challenge waits for, and in which channel.
func challengeLine(g *game.Game, r Viewer) string {
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
	return r.Words.Say(key, words.Vars{
		"Game": g.ID, "Challenger": Mention(g.Challenger), "Opponent": Mention(g.Opponent.Person), "Place": place,
	})
}
