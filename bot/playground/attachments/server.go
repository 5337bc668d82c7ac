package attachments

import (
	"errors"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// Register adds the routes of files to mux: for bots by signed URLs of Discord's hosts, for the page by paths. The guard
// is applied to those of the page.
func (f *Store) Register(mux *http.ServeMux, links *Links, guard func(http.HandlerFunc) http.HandlerFunc) {
	for _, kind := range []string{Permanent, Ephemeral} {
		const file = "/{owner}/{attachment}/{filename}"
		mux.HandleFunc("GET /"+kind+file, guard(f.serve))
		for _, host := range []string{CDNHost, MediaHost} {
			mux.HandleFunc("GET "+host+"/"+kind+file, f.cdn(links, host, kind))
		}
	}
}

// gone is shown in place of an image that is no longer kept, or that an edit replaced before the page could fetch it.
const gone = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><rect width="100%" height="100%" fill="#2b2d31"/>` +
	`<text x="50%" y="50%" fill="#b5bac1" font-family="sans-serif" font-size="18" text-anchor="middle">` +
	`This old file is no longer kept by the playground.</text></svg>`

// serve serves a file to the page, with headers that keep the file from running as a page itself.
func (f *Store) serve(w http.ResponseWriter, r *http.Request) {
	id := wire.ID(r.PathValue("attachment"))
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	if !id.Valid() {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	data, err := f.Get(id)
	if errors.Is(err, fs.ErrNotExist) {
		// For the page this is not an error, and an error status would be logged in the browser's console: the page
		// shows the note, or no preview.
		status := http.StatusGone
		switch r.Header.Get("Sec-Fetch-Dest") {
		case "image":
			status = http.StatusOK
		case "empty":
			w.WriteHeader(http.StatusNoContent)
			return
		}
		h.Set("Content-Type", "image/svg+xml")
		h.Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(gone)) // the reader may have left
		return
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	SendFile(w, contentType(r.PathValue("filename"), data), data)
}

// SendFile responds with a file. Only images are displayed inline; everything else is a download.
func SendFile(w http.ResponseWriter, kind string, data []byte) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	switch kind {
	case "image/png", "image/gif", "image/jpeg", "image/webp":
	default:
		h.Set("Content-Disposition", "attachment")
	}
	_, _ = w.Write(data) //nolint:gosec // what people upload is served as they sent it; the reader may have left
}

// cdn serves a file to anybody with its signed URL, like Discord's two hosts.
func (f *Store) cdn(links *Links, host, kind string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, name := wire.ID(r.PathValue("attachment")), r.PathValue("filename")
		data, err := f.Get(id)
		if err != nil || !links.valid(filePath(kind, wire.ID(r.PathValue("owner")), id, name), r.URL.Query()) {
			http.Error(w, "This content is no longer available.", http.StatusNotFound)
			return
		}
		is := contentType(name, data)
		if host == MediaHost && !strings.HasPrefix(is, "image/") {
			http.Error(w, "Unsupported Media Type", http.StatusUnsupportedMediaType)
			return
		}
		SendFile(w, is, data)
	}
}
