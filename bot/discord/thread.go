package discord

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
)

// Threads of the bot's own. It needs the permissions to create public threads and to send messages in them, nothing
// else: the creator of a thread may rename and archive it.

// OpenThread opens a public thread under a message of a text channel and returns its id, which is the message's own. A
// message has one thread at most: one that is there already is returned as if it were new, whatever its name, so that
// the call may be repeated.
//
// The name is cut to ThreadNameLimit; an empty one is refused. After so long without a message Discord archives the
// thread; it takes an hour, a day, three days or a week, and quiet counts as the next longer of these.
func (c *Client) OpenThread(
	ctx context.Context, channel, message, name string, quiet time.Duration,
) (thread string, err error) {
	var opened identified
	err = c.do(ctx, call{
		method: http.MethodPost, path: "/channels/" + channel + "/messages/" + message + "/threads", route: "/channels/{id}/messages/{id}/threads",
		bucket: "open thread " + channel, again: true,
		body: threadForm{Name: Cut(strings.TrimSpace(name), ThreadNameLimit), AutoArchive: archiveMinutes(quiet)},
	}, &opened)
	if HasCode(err, CodeThreadExists) {
		return message, nil
	}
	return opened.ID, err
}

// RenameThread gives a thread of the bot's own another name, cut to ThreadNameLimit. Discord allows two names in ten
// minutes; the call waits for the next as long as ctx allows. An archived thread refuses it with CodeArchivedThread.
func (c *Client) RenameThread(ctx context.Context, thread, name string) error {
	return c.changeThread(ctx, thread, threadForm{Name: Cut(strings.TrimSpace(name), ThreadNameLimit)})
}

// ArchiveThread archives a thread of the bot's own and gives it a last name; an empty name leaves the one it has. A
// thread that is archived already gets its name all the same. It is not locked: anyone who writes in it opens it again.
func (c *Client) ArchiveThread(ctx context.Context, thread, name string) error {
	yes, no := true, false
	last := threadForm{Name: Cut(strings.TrimSpace(name), ThreadNameLimit), Archived: &yes}
	err := c.changeThread(ctx, thread, last)
	if !HasCode(err, CodeArchivedThread) {
		return err
	}
	if last.Name == "" {
		return nil
	}
	// Discord changes nothing of an archived thread, but while it opens it.
	if err := c.changeThread(ctx, thread, threadForm{Name: last.Name, Archived: &no}); err != nil {
		return err
	}
	return c.changeThread(ctx, thread, threadForm{Archived: &yes})
}

// InArchive does something with a message in an archived thread of the bot's own, which is opened for it and archived
// again, whatever comes of it: nobody sees more of it than a thread that comes and goes. If somebody else archives it in
// between it is opened again, at most three times in all. Archiving waits for a rate limit, whatever client this is:
// nobody would come back for it.
func (c *Client) InArchive(ctx context.Context, thread string, do func() error) error {
	no := false
	waiting := *c
	waiting.patience = waits
	for tries := 1; ; tries++ {
		if err := c.changeThread(ctx, thread, threadForm{Archived: &no}); err != nil {
			return err
		}
		err := do()
		if HasCode(err, CodeArchivedThread) && tries < 3 {
			continue
		}
		return errors.Join(err, waiting.ArchiveThread(ctx, thread, ""))
	}
}

// threadForm is what a thread is to be; in a change a field that is left out stays as it was.
type threadForm struct {
	Name        string `json:"name,omitempty"`
	AutoArchive int    `json:"auto_archive_duration,omitempty"` // minutes
	Archived    *bool  `json:"archived,omitempty"`
}

func (c *Client) changeThread(ctx context.Context, thread string, change threadForm) error {
	return c.do(ctx, call{
		method: http.MethodPatch, path: "/channels/" + thread, route: "/channels/{id}", bucket: "change " + thread, body: change, again: true,
	}, nil)
}

// archiveMinutes is the shortest time that Discord offers and that is not shorter than quiet, or the longest.
func archiveMinutes(quiet time.Duration) int {
	const longest = 7 * 24 * time.Hour
	for _, offered := range []time.Duration{time.Hour, 24 * time.Hour, 3 * 24 * time.Hour} {
		if quiet <= offered {
			return int(offered / time.Minute)
		}
	}
	return int(longest / time.Minute)
}
