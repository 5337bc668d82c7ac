package discord

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Discord's error codes that affect what a bot does next.
const (
	CodeUnknownChannel     = 10003
	CodeUnknownGuild       = 10004
	CodeUnknownMessage     = 10008
	codeUnknownMember      = 10007
	CodeUnknownWebhook     = 10015
	CodeUnknownInteraction = 10062
	codeOldEdits           = 30046 // of a 429: too many edits of old messages; newer messages may still be edited
	codeAcknowledged       = 40060 // the interaction already has its first response
	CodeMissingAccess      = 50001
	codeRefusedDM          = 50007 // the person accepts no direct messages from the bot
	CodeMissingPermissions = 50013
	CodeInvalidToken       = 50027
	CodeArchivedThread     = 50083
	codeStrangerDM         = 50278 // the person no longer shares a server with the bot
	codeThreadExists       = 160004
	CodeLockedThread       = 160005 // of a thread that is locked and not archived
)

// Error is a response of Discord that reports a failure.
type Error struct {
	Method string
	Route  string // the route's pattern: it never contains an interaction's token
	Status int    // of HTTP
	Code   int    // Discord's own, 0 if it gave none
	Detail string // what Discord wrote
	Scope  string // of a 429: whose limit it was; user, global, shared, or front for the proxy in front of Discord
}

func (e *Error) Error() string {
	return fmt.Sprintf("discord: %s %s: status %d, code %d: %s", e.Method, e.Route, e.Status, e.Code, e.Detail)
}

// HasCode reports whether err is an *[Error] with one of these codes.
func HasCode(err error, codes ...int) bool {
	answer, ok := errors.AsType[*Error](err)
	return ok && slices.Contains(codes, answer.Code)
}

// RefusedDM reports whether err says that a person accepts no direct messages from the bot: because of their settings,
// a block, or because they share no server. Only that person can change that. Opening the channel of direct messages
// usually succeeds even then; it is the Post that fails.
func RefusedDM(err error) bool { return HasCode(err, codeRefusedDM, codeStrangerDM) }

// NotWritable reports whether err says that the bot may not write in a channel or thread that exists: it lacks a
// permission, or the thread is locked. Discord does not say which permission; the app_permissions of an interaction do.
func NotWritable(err error) bool {
	return HasCode(err, CodeMissingAccess, CodeMissingPermissions, CodeArchivedThread, CodeLockedThread)
}

// PermanentFailure explains, for the log, why a call will fail however often it is retried: the channel or the message
// no longer exists, the bot may not write in the channel, or Discord rejects the message. It returns "" for nil and for
// a failure that may be temporary. A response without a Discord code is temporary: it comes from a proxy such as
// Cloudflare and says nothing about the call.
func PermanentFailure(err error) string {
	answer, ok := errors.AsType[*Error](err)
	switch {
	case HasCode(err, CodeUnknownChannel):
		return "the channel is gone"
	case HasCode(err, CodeUnknownMessage):
		return "the message is gone"
	case RefusedDM(err):
		return "the person accepts no direct messages from the bot"
	case HasCode(err, CodeMissingAccess, CodeMissingPermissions):
		return "the bot may not write there; it needs the permissions of the invite link"
	case HasCode(err, CodeArchivedThread, CodeLockedThread):
		return "the thread is locked"
	case !ok || answer.Code == 0:
		return ""
	case answer.Status == http.StatusBadRequest || answer.Status == http.StatusRequestEntityTooLarge:
		return "Discord rejects the message"
	case answer.Status == http.StatusForbidden || answer.Status == http.StatusNotFound:
		return "Discord does not allow the bot to do that"
	}
	return ""
}

// fromProxy reports whether the response has no Discord code and therefore comes from a proxy in front of Discord: the
// call was not carried out. A 401 for a refused token has no code either and is excluded.
func (e *Error) fromProxy() bool {
	return e.Code == 0 && e.Status < http.StatusInternalServerError && e.Status != http.StatusUnauthorized
}

// payloadRejected reports whether Discord, or a proxy, rejected the content of a message. A simpler message may be
// accepted.
func payloadRejected(err error) bool {
	answer, ok := errors.AsType[*Error](err)
	if !ok || NotWritable(err) || answer.Code == codeAcknowledged {
		return false
	}
	return answer.Status == http.StatusBadRequest || answer.Status == http.StatusRequestEntityTooLarge
}

// ambiguous reports whether err, the failure of one attempt, leaves it unknown whether the call was carried out.
func ambiguous(err error) bool {
	answer, ok := errors.AsType[*Error](err)
	return err != nil && (!ok || answer.Status >= http.StatusInternalServerError)
}

// outcomeUnknownError is the failure of a call that may nevertheless have been carried out.
type outcomeUnknownError struct{ error }

func (u *outcomeUnknownError) Unwrap() error { return u.error }

// OutcomeUnknown reports whether a call that failed with err may nevertheless have been carried out: one of its
// attempts got no response, or one that does not say so. That need not be the attempt whose failure err describes.
func OutcomeUnknown(err error) bool { return errors.As(err, new(*outcomeUnknownError)) }

// RateLimitError is what a NoWait client returns instead of waiting: Discord accepts the call after that time, not
// before.
type RateLimitError struct {
	After time.Duration
}

func (r *RateLimitError) Error() string {
	return fmt.Sprintf("discord: rate limited for %v", r.After.Round(time.Millisecond))
}
