package playground

import (
	"encoding/base64"
	"strings"
	"time"

	"xiangqibot/bot/playground/wire"
)

// An application is a bot with what is its own: a token, a role in the server, a key that signs interactions. The first
// is there from the start; others are made by the API, or by AddApplication.
//
// All but Permissions and the URL of the endpoint stays as it was made, so it needs no lock.
type application struct {
	ID     wire.ID   `json:"id"` // and of its bot's user
	Name   string    `json:"name"`
	Token  string    `json:"token"`
	Role   wire.ID   `json:"role"`            // the one that came with its invitation
	Joined time.Time `json:"joined,omitzero"` // zero: when the guild began
	Seed   []byte    `json:"seed"`            // of the key that signs interactions

	// Permissions are what its role allows. The state lock guards them.
	Permissions uint64 `json:"permissions"`

	endpoint *endpoint
}

// Token is the token of the first application; it is the same on every server.
func Token() string { return tokenOf(ApplicationID, "discord") }

// tokenOf has the shape of a real token: its first part is the application's id.
func tokenOf(id wire.ID, secret string) string {
	return base64.RawStdEncoding.EncodeToString([]byte(id)) + ".simulated." + secret
}

// firstApplication is there before any is added.
func firstApplication() *application {
	return &application{ID: ApplicationID, Name: botName, Token: Token(), Role: botRoleID, Permissions: wire.Invited}
}

// user is the application's bot.
func (a *application) user() wire.User {
	return wire.User{ID: a.ID, Username: usernameOf(a.Name, a.ID), Discriminator: "0", Bot: true}
}

// member is its bot in the server.
func (a *application) member() *wire.Member {
	u, joined := a.user(), a.Joined
	if joined.IsZero() {
		joined = founded
	}
	return &wire.Member{User: &u, Roles: []wire.ID{a.Role}, JoinedAt: wire.At(joined)}
}

// role is the role that came with its invitation.
func (a *application) role() wire.Role {
	return wire.Role{ID: a.Role, Name: a.Name, Permissions: bits(a.Permissions), Position: 1, Managed: true,
		Colors: plain()}
}

// named reports whether a text is the application's id, its name or its bot's.
func (a *application) named(text string) bool {
	return text == string(a.ID) || strings.EqualFold(text, a.Name) || strings.EqualFold(text, a.user().Username)
}

// public is what the owner of the application is told of it.
func (a *application) public() Application {
	return Application{a.ID, a.Name, a.Token, a.endpoint.publicKey()}
}

// An Application is what its owner needs to connect a bot.
type Application struct {
	ID        wire.ID `json:"id"` // of the bot's user, too
	Name      string  `json:"name"`
	Token     string  `json:"token"`      // without "Bot "
	PublicKey string  `json:"public_key"` // verifies the signatures of interactions by HTTP; hexadecimal
}
