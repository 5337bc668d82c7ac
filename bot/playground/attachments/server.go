package attachments

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"

	"xiangqibot/bot/playground/wire"
)

// CDNHost is Discord's host of files. Payloads for the bot have URLs of this host, for which Transport calls this
// server; the page gets paths instead.
const CDNHost = "cdn.discordapp.com"

// Link returns the URL of a file on a host, or its path if there is none. The owner is the channel, or of a file that
// was handed in for a command the application.
func Link(host string, owner, id wire.ID, name string) string {
	path := "/attachments/" + string(owner) + "/" + string(id) + "/" + url.PathEscape(name)
	if host == "" {
		return path
	}
	return "https://" + host + path
}

// Register adds the routes of files to mux: for the bot by URLs of Discord's host, for the page by paths. The guard is
// applied to those of the page.
func (f *Store) Register(mux *http.ServeMux, guard func(http.HandlerFunc) http.HandlerFunc) {
	const file = "/attachments/{owner}/{attachment}/{filename}"
	mux.HandleFunc("GET "+file, guard(f.serve))
	mux.HandleFunc("GET "+CDNHost+file, f.cdn)
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

// cdn serves a file to anybody, like Discord's host.
func (f *Store) cdn(w http.ResponseWriter, r *http.Request) {
	data, err := f.Get(wire.ID(r.PathValue("attachment")))
	if err != nil {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	SendFile(w, contentType(r.PathValue("filename"), data), data)
}
