package discord

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// Error codes of Discord that change what a bot does next.
const (
	CodeUnknownChannel     = 10003
	CodeUnknownGuild       = 10004
	CodeUnknownMessage     = 10008
	CodeUnknownWebhook     = 10015
	CodeUnknownInteraction = 10062
	CodeAcknowledged       = 40060 // the interaction has its first answer
	CodeMissingAccess      = 50001
	CodeRefusedDM          = 50007 // the person takes no direct messages from the bot
	CodeMissingPermissions = 50013
	CodeInvalidToken       = 50027
	CodeArchivedThread     = 50083
	CodeStrangerDM         = 50278 // the person shares no server with the bot any more
	CodeThreadExists       = 160004
)

// Error is an answer of Discord that is no success.
type Error struct {
	Method string
	Route  string // the route's shape: it never holds an interaction's token
	Status int    // of HTTP
	Code   int    // Discord's own, 0 when it gave none
	Detail string // what Discord wrote
}

func (e *Error) Error() string {
	return fmt.Sprintf("discord: %s %s: status %d, code %d: %s", e.Method, e.Route, e.Status, e.Code, e.Detail)
}

// HasCode tells whether err is Discord's refusal with one of these codes.
func HasCode(err error, codes ...int) bool {
	var answer *Error
	return errors.As(err, &answer) && slices.Contains(codes, answer.Code)
}

// RefusedDM tells whether err says that a person takes no direct messages from the bot: by his settings, by a block, or because they share
// no server. Nobody but he can change that. Opening the channel of direct messages mostly goes well even then; it is the Post that fails.
func RefusedDM(err error) bool { return HasCode(err, CodeRefusedDM, CodeStrangerDM) }

// Hopeless says in words for the log why a call will fail however often it is tried: the channel is gone, closed to the bot, or does not
// take the message. It is empty for nil and for what may go well another time.
func Hopeless(err error) string {
	var answer *Error
	switch {
	case HasCode(err, CodeUnknownChannel):
		return "the channel is gone"
	case RefusedDM(err):
		return "the person takes no direct messages from the bot"
	case HasCode(err, CodeMissingAccess, CodeMissingPermissions):
		return "the bot may not write there; it needs the permissions of the invite link"
	case HasCode(err, CodeArchivedThread):
		return "the thread is archived and locked"
	case errors.As(err, &answer) && answer.Status == http.StatusBadRequest:
		return "Discord does not take the message"
	case errors.As(err, &answer) && (answer.Status == http.StatusForbidden || answer.Status == http.StatusNotFound):
		return "Discord does not let the bot"
	}
	return ""
}
