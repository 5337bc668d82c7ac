package discord

import (
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
)

// TokenError means that a token is malformed or that Discord does not accept it. Its text says where to get one.
type TokenError struct{ problem string }

func (e *TokenError) Error() string { return e.problem }

// ReadToken parses a bot's token as people copy it, with spaces around it or with the word "Bot". It returns the bare
// token and the id of its application, which the token contains. The error is a *[TokenError]: it says where to get a
// token and does not contain the one given.
func ReadToken(text string) (token, application string, err error) {
	token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text)+" ", "Bot "))
	if token == "" {
		return "", "", &TokenError{"no token; make one at https://discord.com/developers/applications (your application, Bot, Reset Token) " +
			"and give it in DISCORD_TOKEN"}
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r == 0x7F }) {
		return "", "", &TokenError{"the token contains blanks; copy it again as one line"}
	}
	if application = applicationOf(token); application == "" {
		return "", "", &TokenError{"this is not a bot token, which has three parts with dots between them; " +
			"copy yours from https://discord.com/developers/applications (your application, Bot, Reset Token), not the client secret or the public key"}
	}
	return token, application, nil
}

// applicationOf decodes the application's id from the first part of a token. It returns "" if the token is malformed.
func applicationOf(token string) string {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ""
	}
	id, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(parts[0], "="))
	if _, notNumber := strconv.ParseUint(string(id), 10, 64); err != nil || notNumber != nil {
		return ""
	}
	return string(id)
}

// tokenCure says what to do about a token that Discord rejects, by REST or by the gateway.
const tokenCure = "the bot token is not accepted; make a new one at https://discord.com/developers/applications " +
	"(your application, Bot, Reset Token) and give it in DISCORD_TOKEN, without the word \"Bot\""

// RejectedToken returns the *[TokenError] for an error that means that Discord rejects the token, and other errors
// as they are.
func RejectedToken(err error) error {
	if answer, ok := errors.AsType[*Error](err); ok && answer.Status == http.StatusUnauthorized {
		return &TokenError{"discord: " + tokenCure}
	}
	return err
}
