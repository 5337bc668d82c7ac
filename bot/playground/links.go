package playground

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Where Discord keeps files. On the bot's wire they have the addresses of these hosts, and Transport leads requests for
// them to here; the page gets paths of this server instead.
const (
	cdnHost   = "cdn.discordapp.com"   // the file as it is
	mediaHost = "media.discordapp.net" // pictures only
)

// The two kinds of files on these hosts.
const (
	lasting   = "attachments"           // of messages that everybody sees
	ephemeral = "ephemeral-attachments" // of messages for one person, and what came with a command
)

// linkLife is how long the address of a file serves, from the moment in which Discord gives it out.
const linkLife = 24 * time.Hour

// linkKey signs the addresses. It is no secret, as nothing here is: it only makes an address without its signature as
// useless as it is on Discord, and it is the same in each process, so that an address outlives a restart.
var linkKey = []byte("playground")

// links make and check the addresses of files by the clock, which alone they depend on; they need no lock.
type links struct{ clock *Clock }

// A linker gives a file its two addresses: the file itself, and what fetches it through Discord's proxy for pictures.
type linker func(kind string, owner wire.ID, a *wire.Attachment) (link, proxy string)

// pageLink is the linker of the page.
func pageLink(kind string, owner wire.ID, a *wire.Attachment) (link, proxy string) {
	link = filePath(kind, owner, a.ID, url.PathEscape(a.Filename))
	return link, link
}

// wire is the linker of an application's wire. Owner is the channel of a message's file, and the application for what
// is ephemeral.
func (l *links) wire(app wire.ID) linker {
	return func(kind string, owner wire.ID, a *wire.Attachment) (link, proxy string) {
		if a.Ephemeral {
			kind, owner = ephemeral, app
		}
		return l.signed(kind, owner, a)
	}
}

// signed are the two addresses of a file on Discord's hosts.
func (l *links) signed(kind string, owner wire.ID, a *wire.Attachment) (link, proxy string) {
	now := l.clock.Now()
	ex, is := hexTime(now.Add(linkLife)), hexTime(now)
	hm := signature(filePath(kind, owner, a.ID, a.Filename), ex, is)
	rest := filePath(kind, owner, a.ID, url.PathEscape(a.Filename)) + "?ex=" + ex + "&is=" + is + "&hm=" + hm + "&"
	return "https://" + cdnHost + rest, "https://" + mediaHost + rest
}

func filePath(kind string, owner, id wire.ID, name string) string {
	return "/" + kind + "/" + string(owner) + "/" + string(id) + "/" + name
}

func hexTime(t time.Time) string { return strconv.FormatInt(t.Unix(), 16) }

// signature is what the parameter hm has to be.
func signature(path, ex, is string) string {
	mac := hmac.New(sha256.New, linkKey)
	mac.Write([]byte(path + " " + ex + " " + is)) // never fails
	return hex.EncodeToString(mac.Sum(nil))
}

// serve reports whether an address may still be used: its signature is there and right, and its time is not over.
func (l *links) serve(path string, q url.Values) bool {
	until, err := strconv.ParseInt(q.Get("ex"), 16, 64)
	return err == nil && l.clock.Now().Unix() < until && hmac.Equal([]byte(q.Get("hm")),
		[]byte(signature(path, q.Get("ex"), q.Get("is"))))
}
