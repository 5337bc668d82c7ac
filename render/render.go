// Package render draws positions as pictures.
//
// It answers one question: what does this [Scene] look like? The answer is a PNG of a board as players know it: discs
// on the intersections, the river with 楚河 漢界, palaces, corner marks, coordinates, the last move, a check and other
// marks, with names, clocks and a status line below, or in a wide picture on a panel beside the board. It knows no
// rules, games or people: it draws what the scene says.
//
//	r := render.New()
//	png := r.PNG(render.Scene{Position: pos, LastMove: m, Status: "Red to move"})
//	gif := r.GIF([]render.Frame{{Scene: first, Delay: time.Second}, …}) // an animated game
//
// # How it works
//
// Good drawing is slow, so nothing is drawn twice. For each look (theme, piece set, height) a sprite sheet is baked
// once: the board, the discs and the marks are painted in true color, a palette is chosen for all of them together, and
// everything is converted to runs of palette indices. A picture is composed by copying those runs; only soft edges and
// text are blended, through a lookup table. The encoder gets one byte per pixel.
//
// The tests compare pictures with those in testdata; after an intended change, check the new ones and update the files
// with
//
//	go test ./render -update
package render

import (
	"image"
	"slices"
	"sync"
)

//go:generate go test -run "TestPictures|TestContactSheet|TestCombinations" -update .

// maxSheets is how many sheets are cached. A sheet of the default height takes 3 to 7 MB, half a megabyte of that for
// each board.
const maxSheets = 12

// Renderer draws scenes. It is safe for concurrent use.
type Renderer struct {
	fonts *fonts

	mu     sync.Mutex
	sheets map[look]func() *sheet
	recent []look // least recently used first
}

// New returns a renderer and bakes the default look, which takes some tenths of a second. Other looks are baked when
// they are first used.
func New() *Renderer {
	r := &Renderer{fonts: newFonts(), sheets: map[look]func() *sheet{}}
	r.sheet(look{height: DefaultHeight})
	return r
}

// PNG draws a scene.
func (r *Renderer) PNG(s Scene) []byte { return encodeBoard(r.Image(s)) }

// Image draws a scene without encoding it. The caller owns the picture; pictures of scenes with the same look share a
// palette.
func (r *Renderer) Image(s Scene) *image.Paletted {
	sh := r.sheet(s.look())
	img := image.NewPaletted(image.Rectangle{Max: sh.size(&s)}, sh.palette.colors)
	sh.compose(img, &s)
	return img
}

// sheet returns the sheet for a look, and bakes it if necessary. Concurrent callers wait until it is baked.
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

// Collage draws scenes on one PNG, in rows of that many columns. There must be at least one scene, and all must have the
// same look and size. The rest of the last row is background.
func (r *Renderer) Collage(scenes []Scene, columns int) []byte {
	sh := r.sheet(scenes[0].look())
	one := sh.size(&scenes[0])
	columns = min(columns, len(scenes))
	rows := (len(scenes) + columns - 1) / columns
	all := image.NewPaletted(image.Rect(0, 0, columns*one.X, rows*one.Y), sh.palette.colors)
	part := image.NewPaletted(image.Rectangle{Max: one}, sh.palette.colors)
	for i := range scenes {
		sh.compose(part, &scenes[i])
		paste(all, part, image.Pt(i%columns*one.X, i/columns*one.Y))
	}
	return encodeBoard(all)
}
