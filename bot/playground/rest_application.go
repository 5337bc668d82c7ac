package playground

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"xiangqibot/bot/playground/wire"
)

// An applicationAPI handles the routes about the application: its gateway, itself, its emojis and its commands.
type applicationAPI struct {
	core     *core
	app      *application
	guild    *guild
	commands *commands

	gatewayURL func() string
	shards     int  // the recommended number of shards
	privileged bool // the application may read the content of messages
}

func (a *applicationAPI) getGatewayBot(*call) (any, error) {
	return map[string]any{"url": a.gatewayURL(), "shards": a.shards, "session_start_limit": map[string]any{
		"total": 1000, "remaining": 1000, "reset_after": 86400000, "max_concurrency": a.shards}}, nil
}

func (a *applicationAPI) getMe(*call) (any, error) {
	return struct {
		wire.User
		MFA      bool   `json:"mfa_enabled"`
		Locale   string `json:"locale"`
		Verified bool   `json:"verified"`
	}{botUser(), false, guildLocale, true}, nil
}

func (a *applicationAPI) getMyGuilds(*call) (any, error) {
	return []any{map[string]any{"id": GuildID, "name": guildName, "icon": nil, "banner": nil,
		"owner": false, "permissions": fmt.Sprint(a.app.Permissions), "features": []any{}}}, nil
}

func (a *applicationAPI) getApplication(*call) (any, error) {
	owner := a.guild.person(AliceID).user()
	return map[string]any{
		"id": ApplicationID, "name": botName, "icon": nil, "description": "A bot in the playground.", "type": nil,
		"bot": botUser(), "bot_public": true, "bot_require_code_grant": false, "owner": owner, "team": nil,
		"flags": a.flags(), "flags_new": strconv.Itoa(a.flags()),
		"verify_key":                hex.EncodeToString(a.app.endpoint.key.Public().(ed25519.PublicKey)),
		"interactions_endpoint_url": a.app.endpoint.url.Load(), "role_connections_verification_url": nil,
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}},
		"approximate_guild_count":  1, "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"explicit_content_filter": 0, "redirect_uris": []any{}, "eligible_oauth2_scopes": []any{},
	}, nil
}

// flags are those of the application.
func (a *applicationAPI) flags() int {
	const messageContentLimited = 1 << 19
	if a.privileged {
		return messageContentLimited
	}
	return 0
}

// patchApplication changes interactions_endpoint_url. Nothing else of an application can be changed here.
func (a *applicationAPI) patchApplication(c *call) (any, error) {
	var form struct {
		URL *string `json:"interactions_endpoint_url"`
	}
	if err := c.decode(&form); err != nil {
		return nil, err
	}
	target := form.URL
	if wire.Deref(target) == "" {
		target = nil
	}
	if target != nil {
		// The URL is verified without the state lock: the bot may send requests of its own before it answers.
		a.core.lock.Unlock()
		err := a.app.endpoint.verify(c.request.Context(), *target, ping())
		a.core.lock.Lock()
		if err != nil {
			a.app.endpoint.log.Warn("the URL for interactions could not be verified", "url", *target, "err", err)
			return nil, wire.NewFieldError("interactions_endpoint_url", "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
				"The specified interactions endpoint url could not be verified.")
		}
	}
	a.app.endpoint.url.Store(target)
	a.core.hub.publish(all, "bot", map[string]any{"online": a.app.online()})
	return a.getApplication(c)
}

func (a *applicationAPI) getEmojis(*call) (any, error) {
	list := []wire.CustomEmoji{}
	for _, e := range a.app.Emojis {
		list = append(list, e.object())
	}
	return map[string]any{"items": list}, nil
}

func (a *applicationAPI) postEmoji(c *call) (any, error) {
	var form wire.EmojiForm
	if err := c.decode(&form); err != nil {
		return nil, err
	}
	picture, err := form.Picture()
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(a.app.Emojis, func(e appEmoji) bool { return e.Name == form.Name }) {
		return nil, wire.NewFieldError("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists!")
	}
	e := appEmoji{a.core.newID(), form.Name, picture}
	a.app.Emojis = append(a.app.Emojis, e)
	a.app.save()
	return created{e.object()}, nil
}

func (a *applicationAPI) getCommands(c *call) (any, error) {
	return append([]wire.Command{}, a.commands.list[c.id("guild")]...), nil
}

func (a *applicationAPI) putCommands(c *call) (any, error) {
	list := []wire.Command{}
	if err := c.decode(&list); err != nil {
		return nil, err
	}
	if err := wire.CheckCommands(list); err != nil {
		return nil, err
	}
	a.commands.register(c.id("guild"), list)
	return list, nil
}
