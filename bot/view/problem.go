package view

import (
	"errors"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/record"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// Problem is an error that explains to a person what is wrong with what they typed or chose, and what would be right.
// What the rules of a game forbid is a [game.Refusal].
type Problem struct {
	// Say puts it into words for the person who asked.
	Say func(Viewer) string
}

// Error is for logs; people read Say.
func (*Problem) Error() string { return "view: a request that its options do not allow" }

// NewProblem returns a [Problem] whose words are a phrase.
func NewProblem(key string, vars ...words.Vars) error {
	return &Problem{func(r Viewer) string { return r.Say(key, vars...) }}
}

// ProblemRateLimited is a request beyond the limit of the person or of their server. Requests are accepted again at
// until.
func ProblemRateLimited(server bool, until time.Time) error {
	vars := words.Vars{"Until": clockTime(until)}
	if server {
		return NewProblem("error.too-much-here", vars)
	}
	return NewProblem("error.too-much", vars)
}

// ProblemTime is a time control that is out of range, or cannot be read, which the phrase unread says. The error is that
// of [clocks.ParseTimeControl], or nil.
func ProblemTime(unread, text string, err error) error {
	const day = 24 * time.Hour
	if errors.Is(err, clocks.ErrTimeRange) {
		return NewProblem("clock.range", words.Vars{
			"Text": Quoted(text), "PerMove": int(clocks.MaxPerMove / day),
			"Bank": int(clocks.MaxBank / day), "BankIncrement": int(clocks.MaxBankInc / day),
			"Minutes": int(clocks.MaxLiveBase / time.Minute), "Seconds": int(clocks.MaxLiveInc / time.Second),
		})
	}
	return &Problem{func(r Viewer) string {
		return r.Say(unread, words.Vars{"Text": Quoted(text), "Kinds": r.Say("clock.kinds")})
	}}
}

// LimitVars are the limits of records, for the phrases that name them.
func LimitVars() words.Vars {
	return words.Vars{
		"Size": gamefile.MaxSize >> 20, "Moves": gamefile.MaxMoves, "Plies": gamefile.MaxPlies, "Depth": gamefile.MaxDepth, "Comment": gamefile.MaxComment,
	}
}

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
		return Private(r.Say("refusal.no-such-record", words.Vars{"Record": int64(missing.ID)})), true
	}
	if problem := (*Problem)(nil); errors.As(err, &problem) {
		return Private(problem.Say(r)), true
	}
	if g == nil {
		return Reply{}, false
	}
	return wrongMove(g, r, err)
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
	label, press := r.Say("button.game", words.Vars{"Game": g.ID}), Press{Act: PressBoard, Topic: OfGame(g.ID)}
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
		"Channels": strings.Join(channels, r.Say("list.comma")), "Until": clockTime(refused.Until),
	}
	reply := Private(r.Count("refusal."+string(refused.Code), refused.Limit, vars))
	switch {
	case refused.Code == game.NoGame && len(refused.Games) > 0:
		reply.Text = r.Count("refusal.only-challenges", len(refused.Games))
		listGames(&reply, refused.Games, nil, r, challengeLine)
	case refused.Code == game.NoGame && !refused.Hidden:
		reply.Rows = Rows(firstSteps(r.Words)...)
	case refused.Code == game.AlreadyChallenged:
		for _, g := range refused.Games {
			reply.Text += "\n" + challengeLine(g, r)
			withdraw := Button(r.Say("button.withdraw"), discordgo.SecondaryButton, Press{Act: PressCancel, Topic: OfGame(g.ID)})
			reply.Rows = append(reply.Rows, Rows(withdraw)...)
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
	reply *Reply, games []*game.Game, wanted *ChooseGameError, r Viewer, describe func(*game.Game, Viewer) string,
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
	reply.Rows = Rows(buttons...)
}

func playedLine(g *game.Game, r Viewer) string {
	return r.Say("refusal.many-games-line", words.Vars{
		"Game": g.ID, "Red": SeatText(g, board.Red, r.Words), "Black": SeatText(g, board.Black, r.Words), "Turn": TurnText(r.Words, g.Turn()),
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
	return r.Say(key, words.Vars{
		"Game": g.ID, "Challenger": Mention(g.Challenger), "Opponent": Mention(g.Opponent.Person), "Place": place,
	})
}

// Fault says that something went wrong on the bot's side: that nothing can be saved or read at the moment, that it is
// not known whether something was saved, or no more than that. id identifies the error in the log.
func Fault(err error, id string, w words.Words) Reply {
	key := "error.fault"
	switch {
	case errors.Is(err, game.ErrOutcomeUnknown):
		key = "error.unsure"
	case errors.Is(err, game.ErrUnavailable):
		key = "error.unavailable"
	case errors.Is(err, game.ErrUnreadable):
		key = "error.unreadable"
	}
	return Private(w.Say(key, words.Vars{"Fault": id}))
}

// permissionNames are the phrases with the names that the permissions which the bot needs have in Discord's clients.
var permissionNames = []struct {
	permission int64
	phrase     string
}{
	{discordgo.PermissionViewChannel, "permission.view"},
	{discordgo.PermissionSendMessages, "permission.send"},
	{discordgo.PermissionSendMessagesInThreads, "permission.send-in-threads"},
	{discordgo.PermissionEmbedLinks, "permission.embed"},
	{discordgo.PermissionAttachFiles, "permission.attach"},
}

// MayNotWrite says that no game can begin where the bot may not write, and which permissions are missing.
func MayNotWrite(missing int64, r Viewer) Reply {
	return Private(r.Say("permission.refused", words.Vars{"Permissions": permissionsText(missing, r.Words)}))
}

// LimitedBoards says that boards come without pictures or embeds, and which permissions are missing.
func LimitedBoards(missing int64, r Viewer) Reply {
	return Private(r.Say("permission.poorer", words.Vars{"Permissions": permissionsText(missing, r.Words)}))
}

func permissionsText(permissions int64, w words.Words) string {
	var names []string
	for _, p := range permissionNames {
		if permissions&p.permission != 0 {
			names = append(names, w.Say(p.phrase))
		}
	}
	return w.List(names)
}
