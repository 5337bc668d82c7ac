package playground

import (
	"encoding/base64"
	"strings"
	"time"

	"xiangqibot/bot/playground/wire"
)

// An application has a bot, a token, a role in the server, and a key that signs interactions. The first exists from the
// start; others are added by the API or by AddApplication.
//
// Only Permissions and the URL of the endpoint ever change, so it needs no lock.
type application struct {
	ID     wire.ID   `json:"id"` // also that of its bot's user
	Name   string    `json:"name"`
	Token  string    `json:"token"`
	Role   wire.ID   `json:"role"`            // the role that came with its invitation
	Joined time.Time `json:"joined,omitzero"` // zero: when the guild was created
	Seed   []byte    `json:"seed"`            // of the key that signs interactions

	// Permissions are those of its role. The state lock guards them.
	Permissions uint64 `json:"permissions"`

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
	u, joined := a.user(), a.Joined
	if joined.IsZero() {
		joined = founded
	}
	return &wire.Member{User: &u, Roles: []wire.ID{a.Role}, JoinedAt: wire.At(joined)}
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
