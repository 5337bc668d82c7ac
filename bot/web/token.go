package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/recordview"
)

// purpose says what a signed text is good for. One is never taken for another.
type purpose string

// The purposes.
const (
	seatLink  purpose = "seat"  // a player's link: redeemed once, for a session
	watchLink purpose = "watch" // a watcher's link: may be passed on, shows one public game
	playing   purpose = "play"  // a player's session
	watching  purpose = "look"  // a watcher's session
)

// How long links and sessions are good. A player's link lives as long as the interaction that gave it.
const (
	linkLife    = 15 * time.Minute
	sessionLife = 24 * time.Hour
)

// A grant says what somebody may do, once it is signed.
type grant struct {
	For    purpose     `json:"p"`
	Game   game.ID     `json:"g,omitempty"` // exactly one of Game, Record and Puzzle is set
	Record record.ID   `json:"r,omitempty"`
	Puzzle string      `json:"z,omitempty"`
	Person game.Person `json:"u"`
	Locale string      `json:"l,omitempty"` // of their Discord client
	// Guild and Channel are where the link to a record or a puzzle was asked for: what they may see depends on it.
	Guild   string `json:"s,omitempty"`
	Channel string `json:"c,omitempty"`
	Until   int64  `json:"e"` // Unix time
	ID      string `json:"i"` // random and unique
}

// resource is what the grant is for, as in the paths of the API: "games/12".
func (g grant) resource() string {
	switch {
	case g.Puzzle != "":
		return "puzzles/" + g.Puzzle
	case g.Record != 0:
		return "records/" + strconv.FormatInt(int64(g.Record), 10)
	}
	return "games/" + strconv.FormatInt(int64(g.Game), 10)
}

// act is an act of the session's person, in the channel where they asked for the link.
func (g grant) act() game.Act {
	return game.Act{Actor: g.Person, Guild: g.Guild, Channel: g.Channel, Locale: g.Locale}
}

// sees reports whether a session still shows g: to one of its players, or to watchers of a public game.
func (g grant) sees(of *game.Game) bool {
	if g.For == watching {
		return public(of)
	}
	return acts(of, g.Person)
}

// acts reports whether a person may act in g: as a player, or as a voter.
func acts(g *game.Game, p game.Person) bool {
	_, plays := g.SeatOf(p)
	return plays || g.Vote != nil && public(g)
}

// public reports whether people who do not play g may watch it: it is played in a server, and has begun.
func public(g *game.Game) bool {
	return g.Guild != "" && (g.State == game.Active || g.State == game.Finished)
}

// A visit is an admitted request: what it may see, and for whom it is answered.
type visit struct {
	grant
	game   *game.Game         // as it was when the request arrived; else nil
	replay *recordview.Replay // the record; else nil
	viewer view.Viewer
}

// signer signs and checks grants.
type signer struct{ key []byte }

// newSigner derives the key from a secret that all processes of a bot share and nobody else knows.
func newSigner(secret string) signer {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("xiangqi: grants of the board page, version 1"))
	return signer{mac.Sum(nil)}
}

// encoding is strict base64: no two texts decode to the same bytes.
var encoding = base64.RawURLEncoding.Strict()

// sign writes a grant as text for a URL or a cookie. It gets an ID of its own.
func (s signer) sign(g grant) string {
	g.ID = rand.Text()
	data, err := json.Marshal(g)
	if err != nil {
		panic(err) // it has only strings and numbers
	}
	body := encoding.EncodeToString(data)
	return body + "." + encoding.EncodeToString(s.mac(body))
}

func (s signer) mac(body string) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(body))
	return mac.Sum(nil)
}

// open verifies and decodes what sign has written. It reports false if the signature is wrong, the grant has ended, or
// it is for none of the purposes.
func (s signer) open(text string, now time.Time, purposes ...purpose) (grant, bool) {
	body, sum, _ := strings.Cut(text, ".")
	mac, err := encoding.DecodeString(sum)
	if err != nil || !hmac.Equal(mac, s.mac(body)) {
		return grant{}, false
	}
	var g grant
	data, err := encoding.DecodeString(body)
	if err != nil || json.Unmarshal(data, &g) != nil || now.Unix() >= g.Until {
		return grant{}, false
	}
	return g, slices.Contains(purposes, g.For)
}
