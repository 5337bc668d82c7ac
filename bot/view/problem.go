package view

import (
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/words"
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
	vars := words.Vars{"Until": ClockTime(until)}
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
