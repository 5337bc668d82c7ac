// Package render draws positions as pictures.
//
// It answers one question: what does this [Scene] look like? The answer is a PNG of a board as players know it: discs
// on the crossings, the river with 楚河 漢界, palaces, corner marks, the files numbered from each side's right or the
// points named by letters and ranks, the last move, a check and other marks, with names, clocks and a status line under
// it, or in a wide picture on a panel beside it. It knows no rules, no games and no people: it draws what the scene
// says.
//
//	r := render.New()
//	png, err := r.PNG(render.Scene{Position: pos, LastMove: m, RedName: "Alice", BlackName: "Bob"})
//	err = r.GIF(w, []render.Frame{{Scene: first, Delay: time.Second}, …}) // a game that plays itself
//
// # How it works
//
// Drawing well is slow, so nothing is drawn twice. For each look (theme, pieces, height) a sheet is made once: the
// board, the discs and the marks are painted in true color, a palette is chosen for all of them together, and
// everything is cut into runs of palette indices. A picture is then put together by copying those runs, and only soft
// edges and letters are blended, through a table. The encoder gets one byte a pixel.
//
// The pictures in testdata are compared with what is drawn; after a wanted change, look at the new ones and keep them
// with
//
//	go test ./render -update
package render

import (
	"bytes"
	"image"
	"io"
	"slices"
	"sync"
)

//go:generate go test -run "TestPictures|TestContactSheet|TestCombinations" -update .

// maxSheets is how many looks are kept. A sheet of the default height takes 3 to 7 MB, half a megabyte for each board.
const maxSheets = 12

// Renderer draws scenes. It may be used by several goroutines at once.
type Renderer struct {
	fonts *fonts
	desks sync.Pool // of *desk

	mu     sync.Mutex
	sheets map[look]func() *sheet
	recent []look // the least recently used first
}

// New returns a renderer with the default look baked, which takes some tenths of a second.
// Other looks are baked when a scene first asks for them.
func New() *Renderer {
	r, err := NewWithFonts()
	if err != nil {
		panic(err) // the fonts in the binary are broken
	}
	return r
}

// NewWithFonts is New with fonts of the host's own, TrueType or OpenType files or collections.
// They write the characters in names that the fonts in the binary lack, the first that has a character first;
// without them a name in rare characters shows neutral marks in their place.
func NewWithFonts(fonts ...[]byte) (*Renderer, error) {
	f, err := newFonts(fonts...)
	if err != nil {
		return nil, err
	}
	r := &Renderer{fonts: f, sheets: map[look]func() *sheet{}}
	r.sheet(look{height: DefaultHeight})
	return r, nil
}

// PNG draws a scene. The error is that of [Scene.Validate].
func (r *Renderer) PNG(s Scene) ([]byte, error) {
	var buf bytes.Buffer
	buf.Grow(48 << 10)
	if err := r.Encode(&buf, s); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// Encode writes a scene to w as a PNG. The error is that of [Scene.Validate] or of w.
func (r *Renderer) Encode(w io.Writer, s Scene) error {
	if err := s.Validate(); err != nil {
		return err
	}
	sh := r.sheet(look{s.Theme, s.Pieces, s.height()})
	d, _ := r.desks.Get().(*desk)
	if d == nil {
		d = &desk{encoder: newEncoder()}
	}
	defer r.desks.Put(d)
	_, err := w.Write(d.draw(sh, &s))
	return err
}

// Image draws a scene without encoding it. The picture is the caller's; pictures of scenes with the same look share one
// palette.
func (r *Renderer) Image(s Scene) (*image.Paletted, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	sh := r.sheet(look{s.Theme, s.Pieces, s.height()})
	size := sh.layout.size(&s)
	img := newPicture(size, sh.palette.colors, make([]byte, rowBytes(size)))
	sh.compose(img, &s)
	return img, nil
}

// desk is what one picture needs while it is made. Desks are used again and again.
type desk struct {
	rows    []byte
	encoder *encoder
	file    []byte
}

// draw composes and encodes a scene. The file is good until the desk is used again.
func (d *desk) draw(sh *sheet, s *Scene) []byte {
	size := sh.layout.size(s)
	n := rowBytes(size)
	d.rows = slices.Grow(d.rows[:0], n)[:n]
	for y := range size.Y { // another width may have left pixels where the filters are now
		d.rows[y*(size.X+1)] = 0
	}
	sh.compose(newPicture(size, sh.palette.colors, d.rows), s)
	d.file = d.encoder.encode(d.file[:0], d.rows, size, sh.palette.colors)
	return d.file
}

// sheet returns the sheet for a look, baking it first if need be. Whoever asks while it is baked waits for it.
func (r *Renderer) sheet(k look) *sheet {
	r.mu.Lock()
	get, ok := r.sheets[k]
	if !ok {
		if len(r.recent) == maxSheets {
			delete(r.sheets, r.recent[0])
			r.recent = r.recent[1:]
		}
		get = sync.OnceValue(func() *sheet { return bake(k, r.fonts) })
		r.sheets[k] = get
	}
	if i := slices.Index(r.recent, k); i >= 0 {
		r.recent = slices.Delete(r.recent, i, i+1)
	}
	r.recent = append(r.recent, k)
	r.mu.Unlock()
	return get()
}
