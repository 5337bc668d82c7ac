package playground

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"xiangqibot/bot/playground/wire"
)

// What exists from the start. The ids are constant, so that a bot's database stays valid.
const (
	GuildID   wire.ID = "1191000000000000001"
	XiangqiID wire.ID = "1191000000000000010" // the channel #xiangqi
	GeneralID wire.ID = "1191000000000000011" // the channel #general
	AliceID   wire.ID = "1191000000000000201" // Alice, owner of the guild, reads zh-CN
	BobID     wire.ID = "1191000000000000202" // Bob, reads en-US
	CarolID   wire.ID = "1191000000000000203" // Carol, reads vi
)

const (
	guildName   = "象棋 Playground"
	guildLocale = "en-US"
)

// The roles that are always there.
const (
	botRoleID     wire.ID = "1191000000000000101" // the one that came with the bot's invitation
	managerRoleID wire.ID = "1191000000000000102" // of people who may manage the server
)

// everyone is the permissions of every member of the guild; its owner has all.
const everyone = wire.InvitePermissions | wire.AddReactions | useExternalEmojis | useApplicationCommands

// Permissions that nothing here asks for, but that bots may read.
const (
	useExternalEmojis      uint64 = 1 << 18
	useApplicationCommands uint64 = 1 << 31
)

// founded is when the guild was created and its first members joined.
var founded = time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC)

// A person is a person of the simulated server.
type person struct {
	ID       wire.ID `json:"id"`
	Name     string  `json:"name"`
	Username string  `json:"username"`
	Locale   string  `json:"locale"`
	DM       wire.ID `json:"dm"`                // the channel of direct messages with the bot
	Manager  bool    `json:"manager,omitempty"` // may manage the server; its owner always may

	Left   bool      `json:"left,omitempty"`   // has left the server
	Joined time.Time `json:"joined,omitzero"`  // the last time; zero: when the guild was created
	NoDMs  bool      `json:"no_dms,omitempty"` // takes no direct messages

	Installed bool      `json:"installed,omitempty"` // has the application for themselves
	Roles     []wire.ID `json:"roles,omitempty"`     // besides the managers'; never changed in place
}

// firstPeople returns the people who exist from the start.
func firstPeople() []*person {
	return []*person{
		{ID: AliceID, Name: "Alice", Username: "alice", Locale: "zh-CN", DM: "1191000000000000301"},
		{ID: BobID, Name: "Bob", Username: "bob", Locale: "en-US", DM: "1191000000000000302"},
		{ID: CarolID, Name: "Carol", Username: "carol", Locale: "vi", DM: "1191000000000000303"},
	}
}

func (p *person) user() wire.User {
	return wire.User{ID: p.ID, Username: p.Username, Discriminator: "0", GlobalName: new(p.Name)}
}

func (p *person) member() *wire.Member {
	roles := append([]wire.ID{}, p.Roles...)
	if p.Manager {
		roles = append(roles, managerRoleID)
	}
	return &wire.Member{User: new(p.user()), Roles: roles, JoinedAt: wire.Time(cmp.Or(p.Joined, founded))}
}

func (p *person) owner() bool { return p.ID == AliceID }

// permissions returns the person's permissions in every channel of the guild.
func (p *person) permissions() uint64 {
	switch {
	case p.owner():
		return 1<<53 - 1
	case p.Manager:
		return everyone | wire.ManageGuild
	}
	return everyone
}

// view returns a person as sent to the page.
func (p *person) view() map[string]any {
	return map[string]any{"id": p.ID, "name": p.Name, "username": p.Username, "locale": p.Locale, "owner": p.owner(),
		"manager": p.Manager, "member": !p.Left, "dms": !p.NoDMs, "permissions": fmt.Sprint(p.permissions()),
		"installed": p.Installed, "roles": append([]wire.ID{}, p.Roles...)}
}

// validName checks Discord's limit for display names.
func validName(name string) bool {
	n := utf8.RuneCountInString(strings.TrimSpace(name))
	return n >= 1 && n <= 32
}

// usernameOf derives a username from a display name: its ASCII letters in lowercase, digits, underscores and dots, or
// the id if too few are left.
func usernameOf(name string, id wire.ID) string {
	s := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '.' {
			return r
		}
		return -1
	}, strings.ToLower(name))
	if len(s) < 2 {
		return "user" + string(id)
	}
	return s
}

// A guild is the server's people and roles. The state lock guards it.
type guild struct {
	core   *core
	app    *application
	people []*person // in the order of being added, including those who left
	byID   map[wire.ID]*person
	given  []wire.Role // roles that can be given to people; those of the bot and of managers are not in it
}

// load loads the state of an earlier process. A new guild has its first people.
func (g *guild) load() error {
	db := g.core.db
	err := errors.Join(
		eachOf(db, "people", func(p *person) {
			g.add(p)
			g.core.ids.Observe(p.ID)
			g.core.ids.Observe(p.DM)
		}),
		eachOf(db, "roles", func(r *wire.Role) {
			g.given = append(g.given, *r)
			g.core.ids.Observe(r.ID)
		}),
	)
	if err != nil || len(g.people) > 0 {
		return err
	}
	for _, p := range firstPeople() {
		g.put(p)
	}
	return nil
}

func (g *guild) add(p *person) {
	if g.byID == nil {
		g.byID = make(map[wire.ID]*person)
	}
	g.people, g.byID[p.ID] = append(g.people, p), p
}

// person returns the person with an id, or nil if there is none.
func (g *guild) person(id wire.ID) *person { return g.byID[id] }

// user returns the user with an id, a person or the bot, and false if there is none.
func (g *guild) user(id wire.ID) (wire.User, bool) {
	if id == ApplicationID {
		return botUser(), true
	}
	if p := g.person(id); p != nil {
		return p.user(), true
	}
	return wire.User{}, false
}

// lookup returns the person with an id, or a failure if there is none.
func (g *guild) lookup(id wire.ID) (*person, error) {
	if p := g.person(id); p != nil {
		return p, nil
	}
	return nil, fail(404, "There is no person with the id %q. /playground/state lists those who are there.", id)
}

// put stores a new or changed person.
func (g *guild) put(p *person) {
	g.core.db.save("people (id, body)", p, p.ID)
	if old := g.person(p.ID); old != nil {
		*old = *p
		return
	}
	g.add(p)
}

// member returns the member with an id, a person or the bot, or nil if there is none.
func (g *guild) member(id wire.ID) *wire.Member {
	if id == ApplicationID {
		return &wire.Member{User: new(botUser()), Roles: []wire.ID{botRoleID}, JoinedAt: wire.Time(founded)}
	}
	if p := g.person(id); p != nil && !p.Left {
		return p.member()
	}
	return nil
}

// findMember returns the id of a person or the bot, by id, mention, @name or name. A person who has left the server is
// found only by id, as in Discord's client.
func (g *guild) findMember(text string) wire.ID {
	name := unmarked(text)
	if name == string(ApplicationID) || strings.EqualFold(name, botName) {
		return ApplicationID
	}
	for _, p := range g.people {
		named := strings.EqualFold(name, p.Name) || strings.EqualFold(name, p.Username)
		if name == string(p.ID) || named && !p.Left {
			return p.ID
		}
	}
	return ""
}

// unmarked returns the id of a mention, or a name without the sign before it.
func unmarked(text string) string { return strings.Trim(text, "<@!&#>") }

// publishPeople sends the people to the pages.
func (g *guild) publishPeople() {
	g.core.hub.publish(all, "people", map[string]any{"people": g.views()})
}

func (g *guild) views() []any {
	list := []any{}
	for _, p := range g.people {
		list = append(list, p.view())
	}
	return list
}

// role returns a role that can be given to people, or nil if there is none.
func (g *guild) role(id wire.ID) *wire.Role {
	if i := slices.IndexFunc(g.given, func(r wire.Role) bool { return r.ID == id }); i >= 0 {
		return &g.given[i]
	}
	return nil
}

// roles returns all roles of the server.
func (g *guild) roles() []wire.Role {
	list := []wire.Role{
		{ID: GuildID, Name: "@everyone", Permissions: everyone, Colors: plain()},
		{ID: botRoleID, Name: botName, Permissions: g.app.Permissions, Position: 1, Managed: true, Colors: plain()},
		{ID: managerRoleID, Name: "Managers", Permissions: wire.ManageGuild, Position: 2, Colors: plain()},
	}
	return append(list, g.given...)
}

// plain returns the colors of a role without a color.
func plain() map[string]any {
	return map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil}
}

// findRole returns the id of a role, by id, mention, @name or name.
func (g *guild) findRole(text string) wire.ID {
	name := unmarked(text)
	for _, r := range g.roles() {
		if name == string(r.ID) || strings.EqualFold(name, strings.TrimPrefix(r.Name, "@")) {
			return r.ID
		}
	}
	return ""
}

// addRole creates a role that can be given to people.
func (g *guild) addRole(name string, mentionable bool) wire.Role {
	r := wire.Role{ID: g.core.newID(), Name: name, Position: 3 + len(g.given),
		Mentionable: mentionable, Colors: plain()}
	g.core.db.save("roles (id, body)", r, r.ID)
	g.given = append(g.given, r)
	g.publishRoles()
	return r
}

// publishRoles sends the roles to the pages.
func (g *guild) publishRoles() {
	g.core.hub.publish(all, "roles", map[string]any{"roles": g.roleViews()})
}

// roleViews returns all roles except @everyone as sent to the page.
func (g *guild) roleViews() []any {
	list := []any{}
	for _, r := range g.roles()[1:] {
		list = append(list, g.roleView(r))
	}
	return list
}

func (g *guild) roleView(r wire.Role) map[string]any {
	return map[string]any{"id": r.ID, "name": r.Name, "mentionable": r.Mentionable, "given": g.role(r.ID) != nil}
}

// object returns the guild object of REST; GUILD_CREATE has the channels, too.
func (g *guild) object() map[string]any {
	return map[string]any{
		"id": GuildID, "name": guildName, "owner_id": AliceID, "preferred_locale": guildLocale, "roles": g.roles(),
		"system_channel_id": XiangqiID, "system_channel_flags": 0, "afk_channel_id": nil, "afk_timeout": 300,
		"widget_channel_id": nil, "widget_enabled": false, "rules_channel_id": nil, "safety_alerts_channel_id": nil,
		"public_updates_channel_id": nil, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "banner": nil, "features": []any{}, "emojis": []any{}, "stickers": []any{},
		"application_id": nil, "region": "us-central", "vanity_url_code": nil, "incidents_data": nil,
		"verification_level": 0, "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
		"nsfw": false, "nsfw_level": 0, "premium_tier": 0, "premium_subscription_count": 0,
		"premium_progress_bar_enabled": false, "max_presences": nil, "max_members": 250000,
		"max_stage_video_channel_users": 50, "max_video_channel_users": 25,
	}
}

// change applies a change to p, a copy of a person. It returns a failure if the change is invalid.
func (g *guild) change(p *person, in *personChange) error {
	p.Name = strings.TrimSpace(*cmp.Or(in.Name, &p.Name))
	p.Locale = *cmp.Or(in.Locale, &p.Locale)
	p.Installed = *cmp.Or(in.Installed, &p.Installed)
	p.Manager = *cmp.Or(in.Manager, &p.Manager)
	if in.DMs != nil {
		p.NoDMs = !*in.DMs
	}
	if in.Member != nil {
		p.Left = !*in.Member
	}
	switch {
	case p.owner() && in.Member != nil:
		return fail(409, "%s is the owner of the server and cannot leave it. Let another person leave.", p.Name)
	case p.owner() && in.Manager != nil:
		return fail(409, "%s is the owner of the server and may do everything there; that cannot be changed. "+
			"Make another person a manager.", p.Name)
	case p.Left && (in.Manager != nil || in.Roles != nil):
		return fail(409, "%s has left the server and has no roles there. They have to join first.", p.Name)
	}
	if in.Roles != nil {
		for _, id := range *in.Roles {
			if g.role(id) == nil {
				return fail(404, "There is no role with the id %q that can be given. /playground/state lists those that can.",
					id)
			}
		}
		p.Roles = slices.Compact(slices.Sorted(slices.Values(*in.Roles)))
	}
	return checkPerson(p.Name, p.Locale)
}

// A personChange is the body of a change; nil fields are kept.
type personChange struct {
	Name      *string    `json:"name"`
	Locale    *string    `json:"locale"`
	Manager   *bool      `json:"manager"`
	Member    *bool      `json:"member"`
	DMs       *bool      `json:"dms"`
	Installed *bool      `json:"installed"`
	Roles     *[]wire.ID `json:"roles"`
}

func checkPerson(name, locale string) error {
	if !validName(name) {
		return fail(400, "A name has 1 to 32 characters.")
	}
	if !slices.Contains(wire.Locales(), locale) {
		return fail(400, "%q is not a language of Discord. The languages are: %s.", locale, strings.Join(wire.Locales(), " "))
	}
	return nil
}
