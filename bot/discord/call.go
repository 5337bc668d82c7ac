package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The routes of more than one call.
const (
	messagesRoute    = "/channels/{id}/messages"
	messageRoute     = "/channels/{id}/messages/{id}"
	applicationRoute = "/applications/@me"
)

// call is one request to Discord. Path, rate limit and authorization follow from method, route and ids.
type call struct {
	method string
	route  string   // the pattern of the path below apiBase, also for errors and metrics
	ids    []string // what stands for the names in braces
	query  string
	body   any
	files  []File
	// once says that the call is not repeated after a failure that leaves it unknown whether it was carried out.
	once bool
	// check, if not nil, is called right before each attempt, after the wait for the rate limit. If it fails, the call
	// is not made and its error is returned.
	check func(context.Context) error
}

// newCall returns a call without a body.
func newCall(method, route string, ids ...string) call {
	return call{method: method, route: route, ids: ids}
}

// url returns the address of the call.
func (q call) url() string {
	address := apiBase
	rest := q.route
	for _, id := range q.ids {
		before, from, _ := strings.Cut(rest, "{")
		_, rest, _ = strings.Cut(from, "}")
		address += before + url.PathEscape(id)
	}
	address += rest
	if q.query != "" {
		address += "?" + q.query
	}
	return address
}

// ofInteraction reports whether the path contains the token of an interaction. Such a call carries no bot token, and
// each interaction has limits of its own.
func (q call) ofInteraction() bool {
	return strings.HasPrefix(q.route, "/interactions/") || strings.HasPrefix(q.route, "/webhooks/")
}

// bucket names the rate limit that the call shares with others about the same channel, server or application; empty for
// a call of an interaction.
func (q call) bucket() string {
	if q.ofInteraction() {
		return ""
	}
	return strings.Join(append([]string{q.method, q.route}, q.ids[:min(1, len(q.ids))]...), " ")
}

// oldAfter is the age from which Discord's limit on edits of old messages applies, less a margin for clock skew.
const oldAfter = time.Hour - time.Minute

// oldEdits names the additional bucket of an edit of an old message, empty for any other call. Of this limit only the
// refusals are known.
//
// Discord documents neither the limit nor its scope (discord/discord-api-docs issue 4413). Starboard, whose bot edits
// old messages all day, found about three edits in 20 seconds for each channel (circuitsacul/starboard-4 issue 118). If
// the scope is larger, each channel learns of the limit from a refusal of its own.
func (q call) oldEdits() string {
	if q.method != http.MethodPatch || q.route != messageRoute {
		return ""
	}
	made, err := discordgo.SnowflakeTimestamp(q.ids[1])
	if err != nil || time.Since(made) < oldAfter {
		return ""
	}
	return "edit old " + q.ids[0]
}

// encode encodes the body as JSON, or with files as a multipart form.
func (q call) encode() (contentType string, data []byte, err error) {
	if q.body == nil {
		return "", nil, nil
	}
	if len(q.files) == 0 {
		data, err = json.Marshal(q.body)
		contentType = "application/json"
	} else {
		parts := make([]*discordgo.File, len(q.files))
		for n, file := range q.files {
			parts[n] = &discordgo.File{Name: file.Name, ContentType: file.Type, Reader: bytes.NewReader(file.Data)}
		}
		contentType, data, err = discordgo.MultipartBodyWithJSON(q.body, parts)
	}
	if err != nil {
		return "", nil, fmt.Errorf("discord: encoding a request: %w", err)
	}
	return contentType, data, nil
}
