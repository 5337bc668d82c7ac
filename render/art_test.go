package render

import (
	"bytes"
	"image"
	_ "image/jpeg"
	"image/png"
	"testing"

	"xiangqibot/engine/board"
)

// The parts fit together: their sizes are those that a page computes with, and the ground of a disc is transparent.
func TestArt(t *testing.T) {
	r, themes := New(), Themes()
	if testing.Short() {
		themes = themes[:1]
	}
	for _, theme := range themes {
		file := r.BoardArt(theme, Letters, true)
		img, kind, err := image.Decode(bytes.NewReader(file))
		if err != nil || kind != "jpeg" || img.Bounds().Dx()*1060 != img.Bounds().Dy()*960 {
			t.Errorf("%v: the board is a %s of %v, %v", theme, kind, img.Bounds(), err)
		}
		if l := newLayout(artHeight); l.cell*10 != l.width/96*100 || l.margin*10 != l.width/96*80 {
			t.Errorf("cells of %d with a margin of %d in %d", l.cell, l.margin, l.width)
		}
	}
	file := r.DiscArt(Wood, Initials, board.MakePiece(board.Black, board.Horse))
	img, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, alpha := img.At(0, 0).RGBA(); alpha != 0 {
		t.Error("the corner of a disc is not transparent")
	}
	small := r.Emoji(board.MakePiece(board.Black, board.Horse))
	// Discord takes at most 256 KiB and shows 128 pixels.
	if emoji, err := png.Decode(bytes.NewReader(small)); err != nil || len(small) > 32<<10 ||
		emoji.Bounds().Dx() < 96 || emoji.Bounds().Dx() >= img.Bounds().Dx() {
		t.Errorf("the emoji has %d bytes and %v (%v)", len(small), emoji.Bounds(), err)
	}
	if c := Wood.Art(); c.Last != "#0b6aa8" {
		t.Errorf("the last move of the wooden board is %s", c.Last)
	}
}
