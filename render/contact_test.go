package render

import (
	"image"
	"image/png"
	"path/filepath"
	"testing"

	"golang.org/x/image/draw"
)

// The sizes, in pixels, into which clients fit a picture: Discord on a desktop, and a column of text on a phone.
var onDesktop, onPhone = image.Pt(550, 350), image.Pt(300, 400)

// TestContactSheet draws the pictures that docs/pictures.md describes, scaled to these sizes.
func TestContactSheet(t *testing.T) {
	if testing.Short() {
		t.Skip("scales many pictures")
	}
	r := shared()
	s := scenes(t)["wide"]
	tall, clocks, wide := s, s, s
	tall.Wide, tall.Players = false, [2]Player{}
	clocks.Wide = false
	moves := Scene{
		Position: scenes(t)["start"].Position,
		Marks:    append(marks(t, Selected, "b2"), numbered(marks(t, Destination, "b9 b6 b5 b4 b3 a2 c2 d2 e2 f2 g2 b1"))...),
	}
	openings := scenes(t)["openings-wide"]
	below := openings
	below.Wide = false
	for _, shown := range []struct {
		name  string
		scene Scene
		limit image.Point
	}{
		{"desk-tall", tall, onDesktop}, {"desk-clocks", clocks, onDesktop}, {"desk-wide", wide, onDesktop},
		{"phone-tall", tall, onPhone}, {"phone-wide", wide, onPhone}, {"phone-moves", moves, onPhone},
		{"desk-openings", openings, onDesktop}, {"phone-openings", below, onPhone},
	} {
		drawn := r.Image(shown.scene)
		got := file(fitted(drawn, shown.limit))
		size := decode(t, got).Bounds().Size()
		if size.X > shown.limit.X || size.Y > shown.limit.Y || size.X != shown.limit.X && size.Y != shown.limit.Y {
			t.Errorf("%s is %v, which does not fill %v", shown.name, size, shown.limit)
		}
		compare(t, inDocs(shown.name), got)
	}
}

// TestCombinations draws every set of pieces on every board at desktop size, a column for each board to be looked at,
// and compares the columns with those in docs.
func TestCombinations(t *testing.T) {
	if testing.Short() {
		t.Skip("every theme with every set takes too long for -short")
	}
	r := shared()
	for _, theme := range Themes() {
		var column *image.RGBA
		for i, set := range PieceSets() {
			s := scenes(t)["opening"]
			s.Theme, s.Pieces, s.Players = theme, set, [2]Player{}
			drawn := r.Image(s)
			small := fitted(drawn, onDesktop)
			const upper, lower = 86, 64 // pixels of each picture, from its upper part and from its end
			const rows = upper + lower
			if column == nil {
				column = image.NewRGBA(image.Rect(0, 0, small.Rect.Dx(), len(PieceSets())*rows))
			}
			y := i * rows
			draw.Draw(column, image.Rect(0, y, small.Rect.Dx(), y+upper), small, image.Pt(0, 64), draw.Src)
			draw.Draw(column, image.Rect(0, y+upper, small.Rect.Dx(), y+rows), small, image.Pt(0, small.Rect.Dy()-lower), draw.Src)
		}
		compare(t, inDocs("board-"+theme.String()), file(column))
	}
}

func inDocs(name string) string { return filepath.Join("..", "docs", "pictures", name+".png") }

// fitted scales a picture down until it fits a size.
func fitted(img image.Image, limit image.Point) *image.RGBA {
	size := img.Bounds().Size()
	scale := min(1, float64(limit.X)/float64(size.X), float64(limit.Y)/float64(size.Y))
	out := image.NewRGBA(image.Rect(0, 0, round(float64(size.X)*scale), round(float64(size.Y)*scale)))
	draw.CatmullRom.Scale(out, out.Rect, img, img.Bounds(), draw.Src, nil)
	return out
}

// file encodes a picture as a PNG of few colors.
func file(img *image.RGBA) []byte {
	const colors = 64
	return encodePNG(newPalette(colors, img).convert(img), png.BestCompression)
}
