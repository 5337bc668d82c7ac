package playground

import (
	"net/http"

	"xiangqibot/bot/playground/wire"
)

// botRoleID is the role that the bot got with its invitation.
const botRoleID wire.ID = "1191000000000000101"

func (s *Server) getGateway(*call) (int, any, error) {
	return http.StatusOK, map[string]any{"url": s.gatewayURL()}, nil
}

func (s *Server) getGatewayBot(*call) (int, any, error) {
	return http.StatusOK, map[string]any{"url": s.gatewayURL(), "shards": 1, "session_start_limit": map[string]any{
		"total": 1000, "remaining": max(1000-s.gateway.identified, 0), "reset_after": 86400000, "max_concurrency": 1}}, nil
}

func (s *Server) getMe(*call) (int, any, error) {
	return http.StatusOK, struct {
		wire.User
		MFA      bool   `json:"mfa_enabled"`
		Locale   string `json:"locale"`
		Verified bool   `json:"verified"`
	}{botUser(), false, guildLocale, true}, nil
}

func (s *Server) getUser(c *call) (int, any, error) {
	id, err := c.id("user")
	if err != nil {
		return 0, nil, err
	}
	if id == ApplicationID {
		return http.StatusOK, botUser(), nil
	}
	p := s.world.person(id)
	if p == nil {
		return 0, nil, wire.Refuse(404, 10013, "Unknown User")
	}
	return http.StatusOK, p.user(), nil
}

func (s *Server) getMyGuilds(*call) (int, any, error) {
	return http.StatusOK, []any{map[string]any{"id": GuildID, "name": guildName, "icon": nil, "banner": nil, "owner": false,
		"permissions": bits(s.world.botBits), "features": []any{}}}, nil
}

func (s *Server) getApplication(*call) (int, any, error) {
	owner := s.world.person(AliceID).user()
	return http.StatusOK, map[string]any{"id": ApplicationID, "name": botName, "icon": nil, "description": "A bot in the playground.",
		"type": nil, "verify_key": "9d0f3b1c5c6d2f1e8a7b4c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f", "flags": 0, "flags_new": "0",
		"bot_public": true, "bot_require_code_grant": false, "bot": botUser(), "redirect_uris": []any{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": owner, "approximate_guild_count": 1, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": nil, "eligible_oauth2_scopes": []any{}}, nil
}

// knownGuild wants the path's guild to be the one there is.
func (c *call) knownGuild() error {
	id, err := c.id("guild")
	if err != nil {
		return err
	}
	if id != GuildID {
		return missingAccess // what Discord says of a guild in which the bot is not
	}
	return nil
}

// guild is the guild object of REST; GUILD_CREATE adds to it.
func (s *Server) guild() map[string]any {
	return map[string]any{
		"id": GuildID, "name": guildName, "icon": nil, "description": nil, "home_header": nil, "splash": nil, "discovery_splash": nil,
		"features": []any{}, "banner": nil, "owner_id": AliceID, "application_id": nil, "region": "us-central", "afk_channel_id": nil,
		"afk_timeout": 300, "system_channel_id": XiangqiID, "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil,
		"verification_level": 0, "roles": s.roles(), "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
		"max_presences": nil, "max_members": 250000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
		"vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": guildLocale, "rules_channel_id": nil,
		"safety_alerts_channel_id": nil, "public_updates_channel_id": nil, "premium_progress_bar_enabled": false, "nsfw": false,
		"nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
	}
}

func (s *Server) roles() []wire.Role {
	list := []wire.Role{
		{ID: GuildID, Name: "@everyone", Permissions: bits(everyone), Colors: plain()},
		s.botRole(),
		{ID: managerRoleID, Name: "Managers", Permissions: bits(wire.ManageGuild), Position: 2, Colors: plain()},
	}
	return append(list, s.world.roles...)
}

// plain are the colours of a role that has none.
func plain() map[string]any {
	return map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil}
}

// botRole is the role that came with the bot's invitation.
func (s *Server) botRole() wire.Role {
	return wire.Role{ID: botRoleID, Name: botName, Permissions: bits(s.world.botBits), Position: 1, Managed: true, Colors: plain()}
}

// tellRole sends a new or changed role to the bot.
func (s *Server) tellRole(event string, r wire.Role) {
	s.dispatchTo(s.guildFilter(intentGuilds), event, map[string]any{"guild_id": GuildID, "role": r})
}

func (s *Server) getGuild(c *call) (int, any, error) {
	if err := c.knownGuild(); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.guild(), nil
}

func (s *Server) getGuildChannels(c *call) (int, any, error) {
	if err := c.knownGuild(); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.guildChannels(false), nil
}

// guildChannels are the channels of the guild, or its threads that are not archived.
func (s *Server) guildChannels(threads bool) []wire.Channel {
	list := []wire.Channel{}
	for _, ch := range s.world.channels {
		if ch.GuildID == "" || ch.IsThread() != threads || threads && ch.Thread.Archived {
			continue
		}
		list = append(list, ch.Channel)
	}
	return list
}

func (s *Server) getGuildRoles(c *call) (int, any, error) {
	if err := c.knownGuild(); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.roles(), nil
}

func (s *Server) getGuildMember(c *call) (int, any, error) {
	if err := c.knownGuild(); err != nil {
		return 0, nil, err
	}
	id, err := c.id("user")
	if err != nil {
		return 0, nil, err
	}
	if id == ApplicationID {
		return http.StatusOK, botMember(), nil
	}
	p := s.world.person(id)
	if p == nil || p.Left {
		return 0, nil, wire.Refuse(404, 10007, "Unknown Member")
	}
	return http.StatusOK, p.member(), nil
}
