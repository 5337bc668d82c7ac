package playground

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"xiangqibot/bot/playground/wire"
)

// What exists from the start. The ids are constant, so that a bot's database stays valid.
const (
	GuildID       wire.ID = "1191000000000000001"
	XiangqiID     wire.ID = "1191000000000000010" // the channel #xiangqi
	GeneralID     wire.ID = "1191000000000000011" // the channel #general
	ApplicationID wire.ID = "1191000000000000100" // the first application, and its bot's user
	AliceID       wire.ID = "1191000000000000201" // Alice, owner of the guild, reads zh-CN
	BobID         wire.ID = "1191000000000000202" // Bob, reads en-US
	CarolID       wire.ID = "1191000000000000203" // Carol, reads vi
)

const (
	guildName   = "象棋 Playground"
	guildLocale = "en-US"
	botName     = "Xiangqi" // the first application's
)

// The roles that are always there.
const (
	botRoleID     wire.ID = "1191000000000000101" // the one that came with the invitation of the first application's bot
	managerRoleID wire.ID = "1191000000000000102" // of people who may manage the server
)

// everyone is the permissions of every member of the guild; its owner has all.
const everyone uint64 = 1<<31 | 1<<38 | 1<<35 | 1<<18 | wire.ReadMessageHistory | wire.AttachFiles | wire.EmbedLinks |
	wire.SendMessages | wire.ViewChannel | wire.AddReactions

// founded is when the guild was created and its first members joined.
var founded = time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC)

// A person is a person of the simulated server.
type person struct {
	ID       wire.ID `json:"id"`
	Name     string  `json:"name"`
	Username string  `json:"username"`
	Locale   string  `json:"locale"`
	DM       wire.ID `json:"dm"`                // the channel of direct messages with the first application's bot
	Manager  bool    `json:"manager,omitempty"` // may manage the server; its owner always may

	Left   bool      `json:"left,omitempty"`   // has left the server
	Joined time.Time `json:"joined,omitzero"`  // the last time; zero: when the guild was created
	NoDMs  bool      `json:"no_dms,omitempty"` // takes no direct messages

	Installs []wire.ID `json:"installs,omitempty"` // the applications that they have for themselves; as Roles
	Roles    []wire.ID `json:"roles,omitempty"`    // besides the managers'; never changed in place
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
	name := p.Name
	return wire.User{ID: p.ID, Username: p.Username, Discriminator: "0", GlobalName: &name}
}

func (p *person) member() *wire.Member {
	roles := append([]wire.ID{}, p.Roles...)
	if p.Manager {
		roles = append(roles, managerRoleID)
	}
	return &wire.Member{User: new(p.user()), Roles: roles, JoinedAt: wire.At(cmp.Or(p.Joined, founded))}
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
		"manager": p.Manager, "member": !p.Left, "dms": !p.NoDMs, "permissions": bits(p.permissions()),
		"installed": append([]wire.ID{}, p.Installs...), "roles": append([]wire.ID{}, p.Roles...)}
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

// bits formats permission bits as Discord does.
func bits(p uint64) string { return strconv.FormatUint(p, 10) }

// number64 parses permission bits; anything invalid is no permissions.
func number64(s string) uint64 {
	p, _ := strconv.ParseUint(s, 10, 64)
	return p
}

// allPermissions has all bits set.
const allPermissions uint64 = 1<<64 - 1

// permissionNames returns the names of those bits that the playground knows.
func permissionNames(have uint64) []string {
	names := []string{}
	for _, p := range wire.NamedPermissions() {
		if have&p.Bit != 0 {
			names = append(names, p.Name)
		}
	}
	return names
}

func permissionBits(names []string) (uint64, error) {
	known := wire.NamedPermissions()
	set := uint64(0)
	for _, name := range names {
		i := slices.IndexFunc(known, func(p wire.Permission) bool { return p.Name == name })
		if i < 0 {
			return 0, fail(400, "%q is no permission that the playground knows. There are: %v.", name,
				permissionNames(allPermissions))
		}
		set |= known[i].Bit
	}
	return set, nil
}
