package playground

import (
	"crypto/ed25519"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"xiangqibot/bot/playground/attachments"
	"xiangqibot/bot/playground/wire"
)

// ApplicationID is the id of the application, and of its bot's user. It is constant, so that a bot's database stays valid.
const ApplicationID wire.ID = "1191000000000000100"

const botName = "Xiangqi"

// An application is the bot's application: what the bot may do, its emojis, and how it takes interactions by HTTP.
// The state lock guards its exported fields, which are stored.
type application struct {
	Seed        []byte     `json:"seed"`        // of the key that signs interactions
	Permissions uint64     `json:"permissions"` // those of its role
	Emojis      []appEmoji `json:"emojis,omitempty"`

	core     *core
	endpoint *endpoint
}

// load loads the state of an earlier process.
func (a *application) load() error {
	a.Permissions = wire.InvitePermissions
	err := eachOf(a.core.db, "applications", func(kept *application) {
		a.Seed, a.Permissions, a.Emojis = kept.Seed, kept.Permissions, kept.Emojis
		for _, e := range a.Emojis {
			a.core.ids.Observe(e.ID)
		}
	})
	if err != nil {
		return err
	}
	if a.Seed == nil { // stored, since bots keep the public key
		_, key, err := ed25519.GenerateKey(nil)
		if err != nil {
			return err
		}
		a.Seed = key.Seed()
	}
	a.endpoint.key = ed25519.NewKeyFromSeed(a.Seed)
	a.save()
	return nil
}

func (a *application) save() { a.core.db.save("applications (id, body)", a, ApplicationID) }

// online reports whether the bot gets interactions, by the gateway or by HTTP.
func (a *application) online() bool { return a.endpoint.on() || a.core.gateway.Online() }

// view returns the bot as sent to the page.
func (a *application) view() map[string]any {
	return map[string]any{"id": ApplicationID, "name": botName, "online": a.online(),
		"permissions": wire.PermissionNames(a.Permissions)}
}

// Token returns the bot's token, which is the same on every server. Like a real one, it begins with the encoded
// application id.
func Token() string {
	return base64.RawStdEncoding.EncodeToString([]byte(ApplicationID)) + ".simulated.discord"
}

// botUser returns the bot's user.
func botUser() wire.User {
	return wire.User{ID: ApplicationID, Username: strings.ToLower(botName), Discriminator: "0", Bot: true}
}

// ping returns the interaction with which Discord verifies an endpoint.
func ping() []byte {
	return wire.JSON(map[string]any{"id": ApplicationID, "application_id": ApplicationID, "type": 1,
		"token": newToken("0"), "version": 1, "user": botUser()})
}

// An appEmoji is an emoji of the application.
type appEmoji struct {
	ID      wire.ID `json:"id"`
	Name    string  `json:"name"`
	Picture []byte  `json:"picture"`
}

func (e appEmoji) object() wire.CustomEmoji {
	return wire.CustomEmoji{ID: e.ID, Name: e.Name, User: botUser(), Roles: []wire.ID{}, RequireColons: true, Available: true}
}

// registerEmojis adds the routes of the pictures of emojis, which Discord serves to anybody.
func (a *application) registerEmojis(mux *http.ServeMux, guard func(http.HandlerFunc) http.HandlerFunc) {
	mux.HandleFunc("GET /emojis/{file}", guard(a.serveEmoji))
	mux.HandleFunc("GET "+attachments.CDNHost+"/emojis/{file}", a.serveEmoji)
}

func (a *application) serveEmoji(w http.ResponseWriter, r *http.Request) {
	id, _, _ := strings.Cut(r.PathValue("file"), ".")
	a.core.lock.Lock()
	i := slices.IndexFunc(a.Emojis, func(e appEmoji) bool { return string(e.ID) == id })
	var picture []byte
	if i >= 0 {
		picture = a.Emojis[i].Picture
	}
	a.core.lock.Unlock()
	if picture == nil {
		http.NotFound(w, r)
		return
	}
	attachments.SendFile(w, http.DetectContentType(picture), picture)
}
