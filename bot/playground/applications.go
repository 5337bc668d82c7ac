package playground

import (
	"cmp"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"xiangqibot/bot/playground/attachments"
	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// applications are the applications in the server. The list only grows, by being replaced: it can be read without a
// lock. The state lock guards the replacement.
type applications struct {
	core *core
	list atomic.Pointer[[]*application]
}

func newApplications(core *core) *applications {
	as := &applications{core: core}
	as.list.Store(new([]*application))
	return as
}

// load loads the state of an earlier process. A new server has the first application.
func (as *applications) load() error {
	var list []*application
	err := eachOf(as.core.db, "applications", func(a *application) {
		as.core.ids.Observe(a.ID)
		as.core.ids.Observe(a.Role)
		for _, e := range a.Emojis {
			as.core.ids.Observe(e.ID)
		}
		list = append(list, a)
	})
	if err != nil {
		return err
	}
	if list == nil {
		list = append(list, firstApplication())
	}
	for _, a := range list {
		if err := as.put(a); err != nil {
			return err
		}
	}
	return nil
}

// put adds an application, and creates its key if it has none.
func (as *applications) put(a *application) error {
	var err error
	if a.endpoint, err = newEndpoint(&a.Seed); err != nil {
		return err
	}
	as.save(a)
	list := append(slices.Clone(as.all()), a)
	as.list.Store(&list)
	return nil
}

func (as *applications) save(a *application) { as.core.db.save("applications (id, body)", a, a.ID) }

// all returns the applications in the order of creation.
func (as *applications) all() []*application { return *as.list.Load() }

// first returns the application that exists from the start.
func (as *applications) first() *application { return as.all()[0] }

// get returns the application with an id, or nil if there is none.
func (as *applications) get(id wire.ID) *application {
	return as.find(func(a *application) bool { return a.ID == id })
}

// byToken returns the application with a token, or nil if there is none.
func (as *applications) byToken(token string) *application {
	return as.find(func(a *application) bool { return a.Token == token })
}

// named returns the application for which application.named is true, or nil if there is none.
func (as *applications) named(text string) *application {
	return as.find(func(a *application) bool { return a.named(text) })
}

func (as *applications) find(fits func(*application) bool) *application {
	list := as.all()
	if i := slices.IndexFunc(list, fits); i >= 0 {
		return list[i]
	}
	return nil
}

// lookup returns the application with an id, the first if the id is empty, or a failure if there is none.
func (as *applications) lookup(id wire.ID) (*application, error) {
	if id == "" {
		return as.first(), nil
	}
	if a := as.get(id); a != nil {
		return a, nil
	}
	return nil, fail(404, "There is no application with the id %q. /playground/applications lists those there are.", id)
}

// allow sets the permissions of an application's role.
func (as *applications) allow(a *application, permissions uint64) {
	a.Permissions = permissions
	as.save(a)
	as.core.dispatchRole("GUILD_ROLE_UPDATE", a.role())
}

// online reports whether the bot of an application gets interactions, by the gateway or by HTTP.
func (as *applications) online(a *application) bool {
	return a.endpoint.on() || as.core.gateway.Online(a.ID)
}

// invite creates an application and adds its bot to the server, with a role and a DM channel with every person.
func (as *applications) invite(name string, channels *channels) (*application, error) {
	name = strings.TrimSpace(name)
	switch {
	case as.core.closed:
		return nil, fail(503, "The playground is being closed.")
	case !validName(name):
		return nil, fail(400, "The name of an application has 1 to 32 characters.")
	case as.named(name) != nil:
		return nil, fail(409, "There is an application %q already. Another one needs another name.", name)
	}
	a := &application{ID: as.core.newID(), Name: name, Role: as.core.newID(), Permissions: wire.InvitePermissions,
		Joined: as.core.now()}
	a.Token = tokenOf(a.ID, rand.Text())
	if err := as.put(a); err != nil {
		return nil, err
	}
	as.core.dispatchRole("GUILD_ROLE_CREATE", a.role())
	as.core.dispatchMember("GUILD_MEMBER_ADD", a.member())
	as.core.hub.publish(all, "bots", map[string]any{"bots": as.views()})
	channels.openDMsWith(a)
	return a, nil
}

// views returns the bots as sent to the page.
func (as *applications) views() []any {
	list := []any{}
	for _, a := range as.all() {
		list = append(list, map[string]any{"id": a.ID, "name": a.Name, "online": as.online(a),
			"permissions": permissionNames(a.Permissions)})
	}
	return list
}

// public returns the data for the owners of all applications.
func (as *applications) public() []Application {
	list := []Application{}
	for _, a := range as.all() {
		list = append(list, a.public())
	}
	return list
}

// dispatchRole dispatches an event for a new or changed role.
func (c *core) dispatchRole(event string, r wire.Role) {
	c.gateway.Dispatch(gateway.Audience{Intent: gateway.Guilds}, event, map[string]any{"guild_id": GuildID, "role": r})
}

// dispatchMember dispatches an event for a new or changed member to bots with the intent for members.
func (c *core) dispatchMember(event string, m *wire.Member) {
	c.gateway.Dispatch(gateway.Audience{Intent: gateway.Members}, event, struct {
		GuildID wire.ID `json:"guild_id"`
		*wire.Member
	}{GuildID, m})
}

// An application has a bot, a token, a role in the server, and a key that signs interactions. The first exists from the
// start; others are added by the API or by AddApplication.
//
// Only Permissions, Emojis and the URL of the endpoint ever change, so it needs no lock.
type application struct {
	ID     wire.ID   `json:"id"` // also that of its bot's user
	Name   string    `json:"name"`
	Token  string    `json:"token"`
	Role   wire.ID   `json:"role"`            // the role that came with its invitation
	Joined time.Time `json:"joined,omitzero"` // zero: when the guild was created
	Seed   []byte    `json:"seed"`            // of the key that signs interactions

	// Permissions are those of its role. The state lock guards them.
	Permissions uint64 `json:"permissions"`
	// Emojis are its own. The state lock guards them.
	Emojis []appEmoji `json:"emojis,omitempty"`

	endpoint *endpoint
}

// Token returns the token of the first application, which is the same on every server.
func Token() string { return tokenOf(ApplicationID, "discord") }

// tokenOf returns a token in the format of Discord's: its first part is the application's id.
func tokenOf(id wire.ID, secret string) string {
	return base64.RawStdEncoding.EncodeToString([]byte(id)) + ".simulated." + secret
}

// firstApplication returns the application that exists from the start.
func firstApplication() *application {
	return &application{ID: ApplicationID, Name: botName, Token: Token(), Role: botRoleID, Permissions: wire.InvitePermissions}
}

// user returns the user of the application's bot.
func (a *application) user() wire.User {
	return wire.User{ID: a.ID, Username: usernameOf(a.Name, a.ID), Discriminator: "0", Bot: true}
}

// member returns its bot as a member of the server.
func (a *application) member() *wire.Member {
	return &wire.Member{User: new(a.user()), Roles: []wire.ID{a.Role}, JoinedAt: wire.At(cmp.Or(a.Joined, founded))}
}

// role returns the role that came with its invitation.
func (a *application) role() wire.Role {
	return wire.Role{ID: a.Role, Name: a.Name, Permissions: bits(a.Permissions), Position: 1, Managed: true,
		Colors: plain()}
}

// named reports whether a text is the application's id or name, or its bot's username.
func (a *application) named(text string) bool {
	return text == string(a.ID) || strings.EqualFold(text, a.Name) || strings.EqualFold(text, a.user().Username)
}

// public returns the data for the owner of the application.
func (a *application) public() Application {
	return Application{a.ID, a.Name, a.Token, a.endpoint.publicKey()}
}

// An Application is the data that its owner needs to connect a bot.
type Application struct {
	ID        wire.ID `json:"id"` // also that of the bot's user
	Name      string  `json:"name"`
	Token     string  `json:"token"`      // without "Bot "
	PublicKey string  `json:"public_key"` // verifies the signatures of interactions by HTTP; in hexadecimal
}

// maxEmojis is how many emojis an application may have.
const maxEmojis = 2000

// An appEmoji is an emoji of an application.
type appEmoji struct {
	ID      wire.ID `json:"id"`
	Name    string  `json:"name"`
	Picture []byte  `json:"picture"`
}

func (e appEmoji) object(a *application) wire.CustomEmoji {
	return wire.CustomEmoji{ID: e.ID, Name: e.Name, User: a.user(), Roles: []wire.ID{}, RequireColons: true, Available: true}
}

// restEmojis handles the routes for the emojis of applications.
type restEmojis struct{ apps *applications }

func (r *restEmojis) routes(rates ratelimit.Rates) []route {
	const path = "/applications/{app}/emojis"
	return []route{{"GET", path, rates.Other, "", false, r.getEmojis},
		{"POST", path, rates.Other, "", false, r.postEmoji}}
}

func (r *restEmojis) getEmojis(c *call) (int, any, error) {
	list := []wire.CustomEmoji{}
	for _, e := range c.app.Emojis {
		list = append(list, e.object(c.app))
	}
	return http.StatusOK, map[string]any{"items": list}, nil
}

func (r *restEmojis) postEmoji(c *call) (int, any, error) {
	name, picture, err := wire.ReadEmoji(c.body, func(name string) bool {
		return slices.ContainsFunc(c.app.Emojis, func(e appEmoji) bool { return e.Name == name })
	})
	if err != nil {
		return 0, nil, err
	}
	if len(c.app.Emojis) >= maxEmojis {
		return 0, nil, wire.NewError(400, 30008, "Maximum number of emojis reached (2000)")
	}
	e := appEmoji{r.apps.core.newID(), name, picture}
	c.app.Emojis = append(c.app.Emojis, e)
	r.apps.save(c.app)
	return http.StatusCreated, e.object(c.app), nil
}

// registerEmojis adds the routes of the pictures of emojis, which Discord serves to anybody.
func (as *applications) registerEmojis(mux *http.ServeMux, guard func(http.HandlerFunc) http.HandlerFunc) {
	mux.HandleFunc("GET /emojis/{file}", guard(as.serveEmoji))
	mux.HandleFunc("GET "+attachments.CDNHost+"/emojis/{file}", as.serveEmoji)
}

func (as *applications) serveEmoji(w http.ResponseWriter, q *http.Request) {
	id, _, _ := strings.Cut(q.PathValue("file"), ".")
	as.core.lock.Lock()
	var picture []byte
	for _, a := range as.all() {
		for _, e := range a.Emojis {
			if string(e.ID) == id {
				picture = e.Picture
			}
		}
	}
	as.core.lock.Unlock()
	if picture == nil {
		http.NotFound(w, q)
		return
	}
	attachments.SendFile(w, http.DetectContentType(picture), picture)
}
