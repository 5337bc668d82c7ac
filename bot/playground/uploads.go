package playground

import (
	"time"

	"xiangqibot/bot/playground/wire"
)

// uploadLife is how long a file waits for the command that it was uploaded for.
const uploadLife = time.Hour

// uploads are the files that people have handed in for an option of a command. They are kept like the files of
// messages; the option is given a file's id. The state lock guards the list.
type uploads struct {
	core    *core
	files   *fileStore
	waiting map[wire.ID]upload
}

// An upload is a file and the person who handed it in.
type upload struct {
	by   wire.ID
	file wire.Attachment
}

// take keeps a file and forgets those that have waited too long.
func (u *uploads) take(by wire.ID, name string, data []byte) (*wire.Attachment, error) {
	now := u.core.now()
	for id := range u.waiting {
		if now.Sub(id.Time()) > uploadLife {
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

// of is a file that the person has handed in, nil when there is none with that id.
func (u *uploads) of(p *person, id wire.ID) *wire.Attachment {
	if up, there := u.waiting[id]; there && up.by == p.ID {
		return &up.file
	}
	return nil
}
