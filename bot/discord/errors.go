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
	codeOldEdits           = 30046 // of a 429: too many edits of old messages, while others may still be edited
	CodeAcknowledged       = 40060 // the interaction has its first answer
	CodeMissingAccess      = 50001
	CodeRefusedDM          = 50007 // the person takes no direct messages from the bot
	CodeMissingPermissions = 50013
	CodeInvalidToken       = 50027
	CodeArchivedThread     = 50083
	CodeStrangerDM         = 50278 // the person no longer shares a server with the bot
	CodeThreadExists       = 160004
	CodeLockedThread       = 160005 // of a thread that is locked and not archived
)

// Error is an answer of Discord that is no success.
type Error struct {
	Method string
	Route  string // the route's shape: it never holds an interaction's token
	Status int    // of HTTP
	Code   int    // Discord's own, 0 when it gave none
	Detail string // what Discord wrote
	Scope  string // of a 429: whose limit it was; user, global, shared, or front for the one before Discord
}

func (e *Error) Error() string {
	return fmt.Sprintf("discord: %s %s: status %d, code %d: %s", e.Method, e.Route, e.Status, e.Code, e.Detail)
}

// HasCode reports whether err is Discord's refusal with one of these codes.
func HasCode(err error, codes ...int) bool {
	var answer *Error
	return errors.As(err, &answer) && slices.Contains(codes, answer.Code)
}

// RefusedDM reports whether err says that a person takes no direct messages from the bot: by their settings, by a
// block, or because they share no server. Only that person can change that. Opening the channel of direct messages
// mostly goes well even then; it is the Post that fails.
func RefusedDM(err error) bool { return HasCode(err, CodeRefusedDM, CodeStrangerDM) }

// Closed reports whether err says that nobody lets the bot write in a channel or a thread that is there: it lacks a
// permission, or the thread is locked. Discord names no permission; the app_permissions of an interaction do.
func Closed(err error) bool {
	return HasCode(err, CodeMissingAccess, CodeMissingPermissions, CodeArchivedThread, CodeLockedThread)
}

// Hopeless says in words for the log why a call will fail however often it is tried: the channel or the message is gone,
// the channel is closed to the bot, or Discord does not take the message. It is empty for nil and for what may go well another time. An answer without a
// code of Discord's is of the latter kind: it comes from a front, such as Cloudflare's, and says nothing about the
// call.
func Hopeless(err error) string {
	var answer *Error
	switch {
	case HasCode(err, CodeUnknownChannel):
		return "the channel is gone"
	case HasCode(err, CodeUnknownMessage):
		return "the message is gone"
	case RefusedDM(err):
		return "the person takes no direct messages from the bot"
	case HasCode(err, CodeMissingAccess, CodeMissingPermissions):
		return "the bot may not write there; it needs the permissions of the invite link"
	case HasCode(err, CodeArchivedThread, CodeLockedThread):
		return "the thread is locked"
	case !errors.As(err, &answer) || answer.Code == 0:
		return ""
	case answer.Status == http.StatusBadRequest || answer.Status == http.StatusRequestEntityTooLarge:
		return "Discord does not take the message"
	case answer.Status == http.StatusForbidden || answer.Status == http.StatusNotFound:
		return "Discord does not let the bot"
	}
	return ""
}

// unheard is the failure of a call that may have been carried out nevertheless.
type unheard struct{ error }

func (u *unheard) Unwrap() error { return u.error }

// Unheard reports whether a call that failed with err may have been carried out: of one of its tries nothing was heard,
// or nothing that answers this. It may be the last one's failure that err tells, or that there was no other try.
func Unheard(err error) bool { return errors.As(err, new(*unheard)) }

// leavesOpen reports whether the failure of a try says nothing about whether the call was carried out.
func leavesOpen(err error) bool {
	var answer *Error
	return !errors.As(err, &answer) || answer.Status >= http.StatusInternalServerError
}

// ofFront reports whether the answer has no code of Discord's. It then comes from a front, and the call was not carried
// out. That of a refused token has none either.
func (e *Error) ofFront() bool {
	return e.Code == 0 && e.Status < http.StatusInternalServerError && e.Status != http.StatusUnauthorized
}

// formRefused reports whether Discord, or a front, did not take a message as it was written. A simpler one may be
// taken.
func formRefused(err error) bool {
	var answer *Error
	if !errors.As(err, &answer) || Closed(err) || answer.Code == CodeAcknowledged {
		return false
	}
	return answer.Status == http.StatusBadRequest || answer.Status == http.StatusRequestEntityTooLarge
}
