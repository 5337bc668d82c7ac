package playground

import (
	"crypto/ed25519"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"

	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// restGuild handles the routes for the gateway, the bot itself, users and the server.
type restGuild struct {
	core     *core
	app      *application
	guild    *guild
	channels *channels
	url      func() string // of the gateway
	shards   int           // the recommended number of shards
	// privileged is whether the application may have the privileged intents.
	privileged bool
}

func (r *restGuild) routes(rates ratelimit.Rates) []route {
	return []route{
		{"GET", "/gateway/bot", rates.Other, "", false, r.getGatewayBot},
		{"GET", "/users/@me", rates.Other, "", false, r.getMe},
		{"GET", "/users/@me/guilds", rates.Other, "", false, r.getMyGuilds},
		{"POST", "/users/@me/channels", rates.Other, "", false, r.postDM},
		{"GET", "/applications/@me", rates.Other, "", false, r.getApplication},
		{"PATCH", "/applications/@me", rates.Other, "", false, r.patchApplication},
		{"GET", "/guilds/{guild}", rates.Other, "guild", false, r.getGuild},
		{"GET", "/guilds/{guild}/members/{user}", rates.Other, "guild", false, r.getGuildMember},
		{"PUT", "/guilds/{guild}/members/{user}/roles/{role}", rates.Other, "guild", false, r.changeRoles},
		{"DELETE", "/guilds/{guild}/members/{user}/roles/{role}", rates.Other, "guild", false, r.changeRoles},
	}
}

func (r *restGuild) getGatewayBot(*call) (int, any, error) {
	return http.StatusOK, map[string]any{"url": r.url(), "shards": r.shards, "session_start_limit": map[string]any{
		"total": 1000, "remaining": 1000, "reset_after": 86400000, "max_concurrency": r.shards}}, nil
}

func (r *restGuild) getMe(*call) (int, any, error) {
	return http.StatusOK, struct {
		wire.User
		MFA      bool   `json:"mfa_enabled"`
		Locale   string `json:"locale"`
		Verified bool   `json:"verified"`
	}{botUser(), false, guildLocale, true}, nil
}

func (r *restGuild) getMyGuilds(*call) (int, any, error) {
	return http.StatusOK, []any{map[string]any{"id": GuildID, "name": guildName, "icon": nil, "banner": nil,
		"owner":       false,
		"permissions": bits(r.app.Permissions), "features": []any{}}}, nil
}

func (r *restGuild) getApplication(*call) (int, any, error) {
	owner := r.guild.person(AliceID).user()
	return http.StatusOK, map[string]any{"id": ApplicationID, "name": botName, "icon": nil,
		"description": "A bot in the playground.",
		"type":        nil, "verify_key": hex.EncodeToString(r.app.endpoint.key.Public().(ed25519.PublicKey)), "flags": r.flags(), "flags_new": strconv.Itoa(r.flags()),
		"bot_public": true, "bot_require_code_grant": false, "bot": botUser(),
		"redirect_uris": []any{}, "interactions_endpoint_url": r.app.endpoint.url.Load(),
		"role_connections_verification_url": nil, "owner": owner, "approximate_guild_count": 1, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []any{},
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}}}, nil
}

// flags are those of the application.
func (r *restGuild) flags() int {
	const messageContentLimited = 1 << 19
	if r.privileged {
		return messageContentLimited
	}
	return 0
}

// patchApplication changes interactions_endpoint_url. Nothing else of an application can be changed here.
func (r *restGuild) patchApplication(c *call) (int, any, error) {
	var form struct {
		URL *string `json:"interactions_endpoint_url"`
	}
	if err := c.decode(&form); err != nil {
		return 0, nil, err
	}
	to := form.URL
	if wire.Deref(to) == "" {
		to = nil
	}
	if to != nil {
		// The URL is verified without the state lock: the bot may send requests of its own before it answers.
		r.core.lock.Unlock()
		err := r.app.endpoint.verify(c.Context(), *to)
		r.core.lock.Lock()
		if err != nil {
			r.app.endpoint.log.Warn("the URL for interactions could not be verified", "url", *to, "err", err)
			return 0, nil, wire.NewFieldError("interactions_endpoint_url", "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
				"The specified interactions endpoint url could not be verified.")
		}
	}
	r.app.endpoint.url.Store(to)
	r.core.hub.publish(all, "bot", map[string]any{"online": r.app.online()})
	return r.getApplication(c)
}

func (r *restGuild) getGuild(c *call) (int, any, error) {
	return http.StatusOK, r.guild.object(), nil
}

func (r *restGuild) getGuildMember(c *call) (int, any, error) {
	m := r.guild.member(c.id("user"))
	if m == nil {
		return 0, nil, wire.NewError(404, 10007, "Unknown Member")
	}
	return http.StatusOK, m, nil
}

// postDM returns the DM channel with a person.
func (r *restGuild) postDM(c *call) (int, any, error) {
	var form struct {
		RecipientID wire.ID `json:"recipient_id"`
	}
	if err := c.decode(&form); err != nil {
		return 0, nil, err
	}
	p := r.guild.person(form.RecipientID)
	if p == nil {
		return 0, nil, wire.NewError(400, 50033, "Invalid Recipient(s)")
	}
	return http.StatusOK, &r.channels.get(p.DM).Channel, nil // it was opened when the person was added
}

// changeRoles gives a person the role of the path (PUT) or takes it (DELETE). The bot needs MANAGE_ROLES; whether its
// own role is above that one is not checked.
func (r *restGuild) changeRoles(c *call) (int, any, error) {
	p, role := r.guild.person(c.id("user")), c.id("role")
	switch {
	case p == nil || p.Left:
		return 0, nil, wire.NewError(404, 10007, "Unknown Member")
	case r.guild.role(role) == nil:
		return 0, nil, wire.NewError(404, 10011, "Unknown Role")
	case r.app.Permissions&wire.ManageRoles == 0:
		return 0, nil, noPermission
	}
	changed := *p
	changed.Roles = slices.DeleteFunc(slices.Clone(p.Roles), func(id wire.ID) bool { return id == role })
	if c.Method == http.MethodPut {
		changed.Roles = slices.Sorted(slices.Values(append(changed.Roles, role)))
	}
	r.guild.put(&changed)
	r.guild.dispatchMember("GUILD_MEMBER_UPDATE", &changed)
	r.guild.publishPeople()
	return http.StatusNoContent, nil, nil
}
