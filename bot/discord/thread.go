package discord

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// The bot manages only threads that it has created. For these it needs the permissions to create public threads and to
// send messages in them, nothing else: the creator of a thread may rename and archive it.

// OpenThread opens a public thread under a message of a text channel and returns its id, which equals the message's. A
// message has at most one thread: an existing one is returned as if it were new, whatever its name, so that the call
// may be repeated.
//
// The name is cut to 100 characters; an empty one is rejected. Discord archives the thread after a week without a
// message, the longest time that it offers.
func (c *Client) OpenThread(ctx context.Context, channel, message, name string) (thread string, err error) {
	form := threadForm{Name: threadName(name), AutoArchive: 7 * 24 * 60}
	var opened identified
	err = c.do(ctx, newCall(http.MethodPost, messageRoute+"/threads", channel, message).with(form), &opened)
	if HasCode(err, codeThreadExists) {
		return message, nil
	}
	return opened.ID, err
}

// RenameThread renames one of the bot's own threads; the name is cut to 100 characters. Discord allows two renames in
// ten minutes; the call waits for the next as long as ctx allows. An archived thread fails with [CodeArchivedThread].
func (c *Client) RenameThread(ctx context.Context, thread, name string) error {
	return c.changeThread(ctx, thread, threadForm{Name: threadName(name)})
}

// ArchiveThread archives one of the bot's own threads and renames it unless name is empty. A thread that is already
// archived is renamed too. It is not locked: anyone who writes in it reopens it.
func (c *Client) ArchiveThread(ctx context.Context, thread, name string) error {
	yes, no := true, false
	last := threadForm{Name: threadName(name), Archived: &yes}
	err := c.changeThread(ctx, thread, last)
	if !HasCode(err, CodeArchivedThread) {
		return err
	}
	if last.Name == "" {
		return nil
	}
	// Discord changes an archived thread only together with reopening it.
	if err := c.changeThread(ctx, thread, threadForm{Name: last.Name, Archived: &no}); err != nil {
		return err
	}
	return c.changeThread(ctx, thread, threadForm{Archived: &yes})
}

// WithThreadUnarchived reopens one of the bot's own archived threads, calls do, which may edit a message there, and
// archives the thread again whatever do returns. If somebody else archives the thread in between, it is reopened, at
// most three times in all. Archiving waits for the rate limit with any client, because nothing would retry it later.
func (c *Client) WithThreadUnarchived(ctx context.Context, thread string, do func() error) error {
	no := false
	for tries := 1; ; tries++ {
		if err := c.changeThread(ctx, thread, threadForm{Archived: &no}); err != nil {
			return err
		}
		err := do()
		if HasCode(err, CodeArchivedThread) && tries < 3 {
			continue
		}
		return errors.Join(err, c.with(patient).ArchiveThread(ctx, thread, ""))
	}
}

const threadNameLimit = 100

func threadName(name string) string { return Cut(strings.TrimSpace(name), threadNameLimit) }

// threadForm describes a thread; a change leaves omitted fields as they are.
type threadForm struct {
	Name        string `json:"name,omitempty"`
	AutoArchive int    `json:"auto_archive_duration,omitempty"` // minutes
	Archived    *bool  `json:"archived,omitempty"`
}

func (c *Client) changeThread(ctx context.Context, thread string, change threadForm) error {
	return c.do(ctx, newCall(http.MethodPatch, "/channels/{id}", thread).with(change), nil)
}
