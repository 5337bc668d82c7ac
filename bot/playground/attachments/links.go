package attachments

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"time"

	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

// Discord's hosts of files. Payloads for bots have URLs of these hosts, and Transport redirects requests for them to
// this server; the page gets paths instead.
const (
	CDNHost   = "cdn.discordapp.com"   // all files
	MediaHost = "media.discordapp.net" // images only
)

// The two kinds of files on these hosts.
const (
	Permanent = "attachments"           // of public messages
	Ephemeral = "ephemeral-attachments" // of ephemeral messages and of command options
)

// linkTTL is how long a file's URL is valid after it was issued.
const linkTTL = 24 * time.Hour

// linkKey signs the URLs. It need not be secret: it only makes unsigned URLs as useless as on Discord. It is constant,
// so that URLs stay valid across restarts.
var linkKey = []byte("playground")

// Links creates and checks the URLs of files. It depends only on the clock and needs no lock.
type Links struct{ clock *simclock.Clock }

// NewLinks returns links that are valid by a clock.
func NewLinks(clock *simclock.Clock) *Links { return &Links{clock} }

// A Linker returns the two URLs of a file: that of the file, and that through Discord's image proxy.
type Linker func(kind string, owner wire.ID, a *wire.Attachment) (link, proxy string)

// PageLink is the [Linker] for the page.
func PageLink(kind string, owner wire.ID, a *wire.Attachment) (link, proxy string) {
	link = filePath(kind, owner, a.ID, url.PathEscape(a.Filename))
	return link, link
}

// Wire returns the [Linker] for payloads for an application. The owner in a URL is the channel, or for ephemeral files
// the application.
func (l *Links) Wire(app wire.ID) Linker {
	return func(kind string, owner wire.ID, a *wire.Attachment) (link, proxy string) {
		if a.Ephemeral {
			kind, owner = Ephemeral, app
		}
		return l.Signed(kind, owner, a)
	}
}

// Signed returns the two signed URLs of a file on Discord's hosts.
func (l *Links) Signed(kind string, owner wire.ID, a *wire.Attachment) (link, proxy string) {
	now := l.clock.Now()
	ex, is := hexTime(now.Add(linkTTL)), hexTime(now)
	hm := signature(filePath(kind, owner, a.ID, a.Filename), ex, is)
	rest := filePath(kind, owner, a.ID, url.PathEscape(a.Filename)) + "?ex=" + ex + "&is=" + is + "&hm=" + hm + "&"
	return "https://" + CDNHost + rest, "https://" + MediaHost + rest
}

func filePath(kind string, owner, id wire.ID, name string) string {
	return "/" + kind + "/" + string(owner) + "/" + string(id) + "/" + name
}

func hexTime(t time.Time) string { return strconv.FormatInt(t.Unix(), 16) }

// signature returns the value of the parameter hm.
func signature(path, ex, is string) string {
	mac := hmac.New(sha256.New, linkKey)
	mac.Write([]byte(path + " " + ex + " " + is)) // never fails
	return hex.EncodeToString(mac.Sum(nil))
}

// valid reports whether a URL's signature is correct and has not expired.
func (l *Links) valid(path string, q url.Values) bool {
	until, err := strconv.ParseInt(q.Get("ex"), 16, 64)
	return err == nil && l.clock.Now().Unix() < until && hmac.Equal([]byte(q.Get("hm")),
		[]byte(signature(path, q.Get("ex"), q.Get("is"))))
}
