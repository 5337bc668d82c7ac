package render

import (
	"bytes"
	"image"
	"image/png"
	"path/filepath"
	"testing"

	"golang.org/x/image/draw"
)

// The places that clients have for a picture, in pixels: Discord's on a desk, and a column of words on a telephone.
var onDesk, onPhone = image.Pt(550, 350), image.Pt(300, 400)

// TestContactSheet draws the pictures of docs/pictures.md as people see them, at the size of the places above.
// docs/pictures.md tells what they show.
func TestContactSheet(t *testing.T) {
	r := shared()
	s := scenes(t)["wide"]
	tall, clocks, wide := s, s, s
	tall.Wide, tall.RedName, tall.BlackName, tall.RedClock, tall.BlackClock = false, "", "", "", ""
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
		place image.Point
	}{
		{"desk-tall", tall, onDesk}, {"desk-clocks", clocks, onDesk}, {"desk-wide", wide, onDesk},
		{"phone-tall", tall, onPhone}, {"phone-wide", wide, onPhone}, {"phone-moves", moves, onPhone},
		{"desk-openings", openings, onDesk}, {"phone-openings", below, onPhone},
	} {
		drawn, err := r.Image(shown.scene)
		if err != nil {
			t.Fatal(err)
		}
		got := file(fitted(drawn, shown.place))
		size := decode(t, got).Bounds().Size()
		if size.X > shown.place.X || size.Y > shown.place.Y || size.X != shown.place.X && size.Y != shown.place.Y {
			t.Errorf("%s is %v, which does not fill %v", shown.name, size, shown.place)
		}
		shownInDocs(t, shown.name, got)
	}
}

// TestCombinations draws every set of pieces on every board at the size of a desk, a column for each board, for eyes to
// judge, and compares the columns with those in docs.
func TestCombinations(t *testing.T) {
	if testing.Short() {
		t.Skip("every theme with every set takes too long for -short")
	}
	r := shared()
	for _, theme := range Themes() {
		var column *image.RGBA
		for i, set := range PieceSets() {
			s := scenes(t)["opening"]
			s.Theme, s.Pieces, s.RedName, s.BlackName, s.RedClock, s.BlackClock = theme, set, "", "", "", ""
			drawn, err := r.Image(s)
			if err != nil {
				t.Fatal(err)
			}
			small := fitted(drawn, onDesk)
			const upper, lower = 86, 64 // pixels of each picture, from its upper part and from its end
			const rows = upper + lower
			if column == nil {
				column = image.NewRGBA(image.Rect(0, 0, small.Rect.Dx(), len(PieceSets())*rows))
			}
			y := i * rows
			draw.Draw(column, image.Rect(0, y, small.Rect.Dx(), y+upper), small, image.Pt(0, 64), draw.Src)
			draw.Draw(column, image.Rect(0, y+upper, small.Rect.Dx(), y+rows), small, image.Pt(0, small.Rect.Dy()-lower), draw.Src)
		}
		shownInDocs(t, "board-"+theme.String(), file(column))
	}
}

// shownInDocs compares a picture with the one in docs, which -update draws anew.
func shownInDocs(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("..", "docs", "pictures", name+".png")
	if *update {
		keep(t, path, got)
	}
	compare(t, path, got)
}

// fitted scales a picture down until it fits into a place.
func fitted(img image.Image, place image.Point) *image.RGBA {
	size := img.Bounds().Size()
	scale := min(1, float64(place.X)/float64(size.X), float64(place.Y)/float64(size.Y))
	out := image.NewRGBA(image.Rect(0, 0, round(float64(size.X)*scale), round(float64(size.Y)*scale)))
	draw.CatmullRom.Scale(out, out.Rect, img, img.Bounds(), draw.Src, nil)
	return out
}

// file is a picture as a PNG of few colors.
func file(img *image.RGBA) []byte {
	const colors = 64
	var buf bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&buf, newPalette(colors, img).convert(img)); err != nil {
		panic(err) // a buffer takes all
	}
	return buf.Bytes()
}
