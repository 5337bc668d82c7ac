package web

import (
	"net/http"
	"strconv"
	"strings"
	"sync"

	"xiangqibot/bot/view"
	"xiangqibot/render"
)

// art is the pictures of boards and pieces. Each is drawn once; there are a few hundred of some kilobytes.
type art struct {
	renderer *render.Renderer

	mu    sync.Mutex
	drawn map[string][]byte
}

// serve answers with the picture of that name.
func (a *art) serve(w http.ResponseWriter, name, kind string, draw func() []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	picture, ok := a.drawn[name]
	if !ok {
		picture = draw()
		a.drawn[name] = picture
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_, _ = w.Write(picture) // the page may have left
}

// serveBoard serves an empty board: "art/wood/0.jpg", where the number is the style of the coordinates, or
// "0-flipped.jpg" with Black at the bottom.
func (a *art) serveBoard(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimSuffix(r.PathValue("file"), ".jpg")
	labels, flipped := strings.CutSuffix(name, "-flipped")
	style, err := strconv.ParseUint(labels, 10, 8)
	theme, themeErr := render.ParseTheme(r.PathValue("theme"))
	if err != nil || themeErr != nil || style > uint64(render.LettersFromOne) {
		http.NotFound(w, r)
		return
	}
	key := theme.String() + "/" + strconv.FormatUint(style, 10) + strconv.FormatBool(flipped)
	a.serve(w, key, "image/jpeg", func() []byte {
		return a.renderer.BoardArt(theme, render.Coordinates(style), flipped)
	})
}

// serveDisc serves a piece: "art/wood/traditional/rk.png".
func (a *art) serveDisc(w http.ResponseWriter, r *http.Request) {
	theme, err := render.ParseTheme(r.PathValue("theme"))
	set, setErr := render.ParsePieceSet(r.PathValue("set"))
	code := strings.TrimSuffix(r.PathValue("file"), ".png")
	piece, known := view.ParsePieceCode(code)
	if err != nil || setErr != nil || !known {
		http.NotFound(w, r)
		return
	}
	a.serve(w, theme.String()+"/"+set.String()+"/"+code, "image/png", func() []byte {
		return a.renderer.DiscArt(theme, set, piece)
	})
}
