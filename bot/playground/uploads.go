package playground

import (
	"errors"
	"io"
	"net/http"
	"time"

	"xiangqibot/bot/playground/wire"
)

// uploadLife is how long a file waits for the command that it was uploaded for.
const uploadLife = time.Hour

// An upload is a file that a person has handed in for an option of a command.
type upload struct {
	by   wire.ID
	file wire.Attachment
}

// takeUpload takes in the file that is the body of the request. It is kept like the files of messages; its id is what an option of a command is given.
func (s *Server) takeUpload(w http.ResponseWriter, r *http.Request) {
	v, err := s.upload(w, r)
	writeAnswer(w, raw(v), err)
}

func (s *Server) upload(w http.ResponseWriter, r *http.Request) (any, error) {
	q := r.URL.Query()
	if q.Get("filename") == "" {
		return nil, fail(400, "Say what the file is called: /playground/files?person=PERSON&filename=game.pgn.")
	}
	by, err := s.uploader(r)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, attachmentLimit))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fail(413, "The file %q is too large: Discord takes at most 10 MiB (%d bytes).", q.Get("filename"), attachmentLimit)
	}
	if err != nil {
		return nil, fail(400, "The file could not be read: %v.", err)
	}
	now := s.clock.Now()
	a := newAttachment(s.ids.Next(now), wire.FormFile{Filename: q.Get("filename"), Data: data}, "")
	a.Ephemeral = true
	if err := s.files.put(a.ID, data); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.uploads {
		if now.Sub(id.Time()) > uploadLife {
			delete(s.uploads, id)
		}
	}
	s.uploads[a.ID] = upload{by, a}
	return map[string]any{"id": a.ID, "filename": a.Filename, "size": a.Size, "content_type": a.ContentType}, nil
}

// uploader is the person of ?person=.
func (s *Server) uploader(r *http.Request) (wire.ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.personOf(r)
	if err != nil {
		return "", err
	}
	return p.ID, nil
}
