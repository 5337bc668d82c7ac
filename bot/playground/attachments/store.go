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

// A Store stores the files of messages, on disk or in memory, up to a number of bytes: the oldest are evicted. It
// has its own lock and calls nothing else while holding it.
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
	f := &Store{limit: cmp.Or(limit, diskBytes), dir: filepath.Join(dir, "files")}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return nil, fmt.Errorf("playground: attachments: %w", err)
	}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, fmt.Errorf("playground: attachments: %w", err)
	}
	for _, e := range entries {
		id := wire.ID(e.Name())
		info, err := e.Info()
		if err != nil || !id.Valid() {
			continue
		}
		f.order = append(f.order, storedFile{id, info.Size()})
		f.total += info.Size()
	}
	slices.SortFunc(f.order, func(a, b storedFile) int { return cmp.Compare(a.id.Number(), b.id.Number()) })
	return f, nil
}

// Put stores a file under an id that is newer than all before.
func (f *Store) Put(id wire.ID, data []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dir == "" {
		f.data[id] = data
	} else if err := os.WriteFile(f.path(id), data, 0o600); err != nil {
		return fmt.Errorf("playground: attachments: %w", err)
	}
	f.order = append(f.order, storedFile{id, int64(len(data))})
	f.total += int64(len(data))
	for f.total > f.limit && len(f.order) > 1 {
		f.remove(0)
	}
	return nil
}

func (f *Store) remove(i int) {
	old := f.order[i]
	f.order = slices.Delete(f.order, i, i+1)
	f.total -= old.size
	if f.dir == "" {
		delete(f.data, old.id)
		return
	}
	_ = os.Remove(f.path(old.id)) // if it stays, the next start counts it again
}

// Drop removes a file.
func (f *Store) Drop(id wire.ID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i := slices.IndexFunc(f.order, func(s storedFile) bool { return s.id == id }); i >= 0 {
		f.remove(i)
	}
}

// Get returns a file, or [fs.ErrNotExist] if it was removed.
func (f *Store) Get(id wire.ID) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	data, ok := f.data[id]
	switch {
	case f.dir != "" && id.Valid():
		return os.ReadFile(f.path(id))
	case !ok:
		return nil, fs.ErrNotExist
	}
	return data, nil
}

func (f *Store) path(id wire.ID) string { return filepath.Join(f.dir, string(id)) }

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
