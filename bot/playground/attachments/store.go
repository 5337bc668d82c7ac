// Package attachments stores the files of messages, and serves them by URLs like Discord's.
package attachments

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	_ "image/gif" // for the sizes of images
	_ "image/jpeg"
	_ "image/png"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"xiangqibot/bot/playground/wire"
)

// The limits of a [Store] for which none is given.
const (
	diskBytes   = 256 << 20
	memoryBytes = 64 << 20
)

// A Store stores the files of messages, on disk or in memory, up to a number of bytes: the oldest are evicted. It is
// safe for concurrent use.
type Store struct {
	dir   string // empty: memory
	limit int64

	mu    sync.Mutex
	order []storedFile // oldest first
	total int64
	data  map[wire.ID][]byte
}

type storedFile struct {
	id   wire.ID
	size int64
}

// NewStore creates the folder "files" in dir, or opens it with the files that are there; dir "" is memory. Limit is in
// bytes, 0 for the default: 64 MiB in memory, 256 MiB on disk.
func NewStore(dir string, limit int64) (*Store, error) {
	if dir == "" {
		return &Store{limit: cmp.Or(limit, memoryBytes), data: map[wire.ID][]byte{}}, nil
	}
	s := &Store{limit: cmp.Or(limit, diskBytes), dir: filepath.Join(dir, "files")}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, fmt.Errorf("playground: attachments: %w", err)
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, fmt.Errorf("playground: attachments: %w", err)
	}
	for _, e := range entries {
		id := wire.ID(e.Name())
		info, err := e.Info()
		if err != nil || !id.Valid() {
			continue
		}
		s.order = append(s.order, storedFile{id, info.Size()})
		s.total += info.Size()
	}
	slices.SortFunc(s.order, func(a, b storedFile) int { return cmp.Compare(a.id.Number(), b.id.Number()) })
	return s, nil
}

// Put stores a file under an id that is newer than all before.
func (s *Store) Put(id wire.ID, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == "" {
		s.data[id] = data
	} else if err := os.WriteFile(s.path(id), data, 0o600); err != nil {
		return fmt.Errorf("playground: attachments: %w", err)
	}
	s.order = append(s.order, storedFile{id, int64(len(data))})
	s.total += int64(len(data))
	for s.total > s.limit && len(s.order) > 1 {
		s.remove(0)
	}
	return nil
}

func (s *Store) remove(i int) {
	old := s.order[i]
	s.order = slices.Delete(s.order, i, i+1)
	s.total -= old.size
	if s.dir == "" {
		delete(s.data, old.id)
		return
	}
	_ = os.Remove(s.path(old.id)) // if it stays, the next start counts it again
}

// Drop removes a file.
func (s *Store) Drop(id wire.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.order, func(file storedFile) bool { return file.id == id }); i >= 0 {
		s.remove(i)
	}
}

// Get returns a file, or [fs.ErrNotExist] if it was removed.
func (s *Store) Get(id wire.ID) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, ok := s.data[id]
	switch {
	case s.dir != "" && id.Valid():
		return os.ReadFile(s.path(id))
	case !ok:
		return nil, fs.ErrNotExist
	}
	return data, nil
}

func (s *Store) path(id wire.ID) string { return filepath.Join(s.dir, string(id)) }

// New returns the attachment object of a file: name, type, size, and the dimensions of an image.
func New(id wire.ID, file wire.FormFile, description string) wire.Attachment {
	a := wire.Attachment{ID: id, Filename: CleanName(file.Filename), Description: description, Size: len(file.Data)}
	a.ContentType = contentType(a.Filename, file.Data)
	if cfg, _, err := image.DecodeConfig(bytes.NewReader(file.Data)); err == nil {
		a.Width, a.Height = cfg.Width, cfg.Height
	}
	return a
}

// CleanName sanitizes a filename like Discord: it keeps letters, digits, dots, dashes and underscores.
func CleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '_'
		case r == '.' || r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
			r >= 0x80:
			return r
		}
		return -1
	}, path.Base(name))
	if strings.Trim(name, ".") == "" {
		return "file"
	}
	return name
}

func contentType(name string, data []byte) string {
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return http.DetectContentType(data)
}
