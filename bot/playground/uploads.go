package playground

import (
	"time"

	"xiangqibot/bot/playground/wire"
)

// uploadTTL is how long an uploaded file can be used in a command.
const uploadTTL = time.Hour

// uploads are the files that people have uploaded for options of commands. They are stored like the files of messages;
// the value of the option is the file's id. The state lock guards the list.
type uploads struct {
	core    *core
	files   *fileStore
	waiting map[wire.ID]upload
}

// An upload is a file and the person who uploaded it.
type upload struct {
	by   wire.ID
	file wire.Attachment
}

// take stores a file and removes expired ones.
func (u *uploads) take(by wire.ID, name string, data []byte) (*wire.Attachment, error) {
	now := u.core.now()
	for id := range u.waiting {
		if now.Sub(id.Time()) > uploadTTL {
			delete(u.waiting, id)
		}
	}
	a := newAttachment(u.core.ids.Next(now), wire.FormFile{Filename: name, Data: data}, "")
	a.Ephemeral = true
	if err := u.files.put(a.ID, data); err != nil {
		return nil, err
	}
	u.waiting[a.ID] = upload{by, a}
	return &a, nil
}

// of returns a file that the person has uploaded, or nil if there is none with that id.
func (u *uploads) of(p *person, id wire.ID) *wire.Attachment {
	if up, there := u.waiting[id]; there && up.by == p.ID {
		return &up.file
	}
	return nil
}
