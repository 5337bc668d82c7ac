package playground

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"xiangqibot/bot/playground/wire"
)

func (b *botAPI) getGatewayBot(*call) (any, error) {
	return map[string]any{"url": b.url(), "shards": b.shards, "session_start_limit": map[string]any{
		"total": 1000, "remaining": 1000, "reset_after": 86400000, "max_concurrency": b.shards}}, nil
}

func (b *botAPI) getMe(*call) (any, error) {
	return struct {
		wire.User
		MFA      bool   `json:"mfa_enabled"`
		Locale   string `json:"locale"`
		Verified bool   `json:"verified"`
	}{botUser(), false, guildLocale, true}, nil
}

func (b *botAPI) getMyGuilds(*call) (any, error) {
	return []any{map[string]any{"id": GuildID, "name": guildName, "icon": nil, "banner": nil,
		"owner":       false,
		"permissions": fmt.Sprint(b.app.Permissions), "features": []any{}}}, nil
}

func (b *botAPI) getApplication(*call) (any, error) {
	owner := b.guild.person(AliceID).user()
	return map[string]any{"id": ApplicationID, "name": botName, "icon": nil,
		"description": "A bot in the playground.",
		"type":        nil, "verify_key": hex.EncodeToString(b.app.endpoint.key.Public().(ed25519.PublicKey)), "flags": b.flags(), "flags_new": strconv.Itoa(b.flags()),
		"bot_public": true, "bot_require_code_grant": false, "bot": botUser(),
		"redirect_uris": []any{}, "interactions_endpoint_url": b.app.endpoint.url.Load(),
		"role_connections_verification_url": nil, "owner": owner, "approximate_guild_count": 1, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []any{},
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}}}, nil
}

// flags are those of the application.
func (b *botAPI) flags() int {
	const messageContentLimited = 1 << 19
	if b.privileged {
		return messageContentLimited
	}
	return 0
}

// patchApplication changes interactions_endpoint_url. Nothing else of an application can be changed here.
func (b *botAPI) patchApplication(c *call) (any, error) {
	var form struct {
		URL *string `json:"interactions_endpoint_url"`
	}
	if err := c.decode(&form); err != nil {
		return nil, err
	}
	to := form.URL
	if wire.Deref(to) == "" {
		to = nil
	}
	if to != nil {
		// The URL is verified without the state lock: the bot may send requests of its own before it answers.
		b.core.lock.Unlock()
		err := b.app.endpoint.verify(c.Context(), *to)
		b.core.lock.Lock()
		if err != nil {
			b.app.endpoint.log.Warn("the URL for interactions could not be verified", "url", *to, "err", err)
			return nil, wire.NewFieldError("interactions_endpoint_url", "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
				"The specified interactions endpoint url could not be verified.")
		}
	}
	b.app.endpoint.url.Store(to)
	b.core.hub.publish(all, "bot", map[string]any{"online": b.app.online()})
	return b.getApplication(c)
}

func (b *botAPI) getGuild(c *call) (any, error) {
	return b.guild.object(), nil
}

func (b *botAPI) getGuildMember(c *call) (any, error) {
	m := b.guild.member(c.id("user"))
	if m == nil {
		return nil, wire.NewError(404, 10007, "Unknown Member")
	}
	return m, nil
}

// postDM returns the DM channel with a person.
func (b *botAPI) postDM(c *call) (any, error) {
	var form struct {
		RecipientID wire.ID `json:"recipient_id"`
	}
	if err := c.decode(&form); err != nil {
		return nil, err
	}
	p := b.guild.person(form.RecipientID)
	if p == nil {
		return nil, wire.NewError(400, 50033, "Invalid Recipient(s)")
	}
	return &b.channels.get(p.DM).Channel, nil // it was opened when the person was added
}

// changeRoles gives a person the role of the path (PUT) or takes it (DELETE). The bot needs MANAGE_ROLES; whether its
// own role is above that one is not checked.
func (b *botAPI) changeRoles(c *call) (any, error) {
	p, role := b.guild.person(c.id("user")), c.id("role")
	switch {
	case p == nil || p.Left:
		return nil, wire.NewError(404, 10007, "Unknown Member")
	case b.guild.role(role) == nil:
		return nil, wire.NewError(404, 10011, "Unknown Role")
	case b.app.Permissions&wire.ManageRoles == 0:
		return nil, noPermission
	}
	changed := *p
	changed.Roles = slices.DeleteFunc(slices.Clone(p.Roles), func(id wire.ID) bool { return id == role })
	if c.Method == http.MethodPut {
		changed.Roles = slices.Sorted(slices.Values(append(changed.Roles, role)))
	}
	b.guild.put(&changed)
	b.guild.publishPeople()
	return nil, nil
}
