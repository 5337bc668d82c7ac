package attachments

import (
	"time"

	"xiangqibot/bot/playground/wire"
)

// uploadTTL is how long an uploaded file can be used in a command.
const uploadTTL = time.Hour

// Uploads are the files that people have uploaded for options of commands. They are stored like the files of messages;
// the value of the option is the file's id. They have no lock of their own.
type Uploads struct {
	store   *Store
	owner   wire.ID // in their URLs
	waiting map[wire.ID]upload
}

// An upload is a file and the person who uploaded it.
type upload struct {
	by   wire.ID
	file wire.Attachment
}

// NewUploads returns a list without uploads, whose files are kept in a store. Their URLs name the application as owner.
func NewUploads(store *Store, application wire.ID) *Uploads {
	return &Uploads{store: store, owner: application, waiting: map[wire.ID]upload{}}
}

// Take stores a file that a person uploads, under a new id, and forgets those that have expired by then.
func (u *Uploads) Take(by, id wire.ID, name string, data []byte) (wire.Attachment, error) {
	for old := range u.waiting {
		if id.Time().Sub(old.Time()) > uploadTTL {
			delete(u.waiting, old)
		}
	}
	a := New(id, wire.FormFile{Filename: name, Data: data}, "")
	a.Ephemeral = true
	a.URL = Link(CDNHost, u.owner, id, a.Filename)
	a.ProxyURL = a.URL
	if err := u.store.Put(id, data); err != nil {
		return wire.Attachment{}, err
	}
	u.waiting[id] = upload{by, a}
	return a, nil
}

// Get returns a file that the person has uploaded, and false if there is none with that id.
func (u *Uploads) Get(by, id wire.ID) (wire.Attachment, bool) {
	up := u.waiting[id]
	return up.file, up.by == by
}
