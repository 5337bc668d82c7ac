package attachments

import (
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
func (s *Store) Register(mux *http.ServeMux, guard func(http.HandlerFunc) http.HandlerFunc) {
	const file = "/attachments/{owner}/{attachment}/{filename}"
	mux.HandleFunc("GET "+file, guard(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox") // the file does not run as a page itself
		s.serve(w, r, showGone)
	}))
	mux.HandleFunc("GET "+CDNHost+file, func(w http.ResponseWriter, r *http.Request) {
		s.serve(w, r, func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "This content is no longer available.", http.StatusNotFound)
		})
	})
}

// serve serves a file, or calls notFound if there is none.
func (s *Store) serve(w http.ResponseWriter, r *http.Request, notFound http.HandlerFunc) {
	data, err := s.Get(wire.ID(r.PathValue("attachment")))
	if err != nil {
		notFound(w, r)
		return
	}
	SendFile(w, contentType(r.PathValue("filename"), data), data)
}

// gone is shown in place of an image that is no longer kept, or that an edit replaced before the page could fetch it.
const gone = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><rect width="100%" height="100%" fill="#2b2d31"/>` +
	`<text x="50%" y="50%" fill="#b5bac1" font-family="sans-serif" font-size="18" text-anchor="middle">` +
	`This old file is no longer kept by the playground.</text></svg>`

// showGone shows the note to the page. For the page it is not an error, and an error status would be logged in the
// browser's console: the page shows the note, or no preview.
func showGone(w http.ResponseWriter, r *http.Request) {
	status := http.StatusGone
	switch r.Header.Get("Sec-Fetch-Dest") {
	case "image":
		status = http.StatusOK
	case "empty":
		w.WriteHeader(http.StatusNoContent)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(gone)) // the reader may have left
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
	_, _ = w.Write(data) // the reader may have left
}
