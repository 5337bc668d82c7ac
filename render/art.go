package render

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"image/png"

	"xiangqibot/engine/board"
)

// This file exports the parts of a picture, for a page that composes and animates them itself.

// artHeight is the height of the board of the parts, in pixels: a cell of 120, enough for a screen of high resolution.
const artHeight = 1272

// artQuality is the JPEG quality of a board: its lines show no artifacts, and the grain takes few bytes.
const artQuality = 88

// BoardArt draws an empty board as a JPEG, with Black at the bottom if flipped. Its points are 100 apart and 80 from
// the edges where it is scaled to 960 by 1060.
func (r *Renderer) BoardArt(theme Theme, labels Coordinates, flipped bool) []byte {
	l, st := newLayout(artHeight), &styles[theme]
	img := paintBoard(l, st, r.fonts)
	paintEdge(img, l, st, r.fonts, edgeLabels(labels, flipped))
	var file bytes.Buffer
	_ = jpeg.Encode(&file, img, &jpeg.Options{Quality: artQuality}) // a buffer never fails
	return file.Bytes()
}

// DiscArt draws a piece with its shadow as a PNG with a transparent ground. It is 1.24 cells wide, with the disc in the
// middle.
func (r *Renderer) DiscArt(theme Theme, set PieceSet, p board.Piece) []byte {
	return encodePNG(paintDisc(newLayout(artHeight), &styles[theme], r.fonts, p, set), png.DefaultCompression)
}

// Emoji draws a piece of the default set as a small PNG that the disc fills.
func (r *Renderer) Emoji(p board.Piece) []byte {
	l := newLayout(artHeight)
	disc := paintDisc(l, &styles[Wood], r.fonts, p, Traditional)
	margin := disc.Rect.Dx()/2 - int(l.radius) - 1
	return encodePNG(disc.SubImage(disc.Rect.Inset(margin)), png.BestSpeed) // it is sent once, at the first start
}

// ArtColors are the colors of what a page draws over a board, as "#rrggbb".
type ArtColors struct {
	Last  string `json:"last"`  // the points of the last move
	Check string `json:"check"` // a king in check
	Dot   string `json:"dot"`   // where a piece may go
	Cross string `json:"cross"` // what is in the way
	Edge  string `json:"edge"`  // the outline of these marks
	Ink   string `json:"ink"`   // the name of a player, the digits of a clock
	Case  string `json:"case"`  // the case around the field, and the bars of the players
}

// Art returns the colors of a theme.
func (t Theme) Art() ArtColors {
	st := &styles[t]
	css := func(c rgb) string { return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b) }
	return ArtColors{
		Last: css(st.last), Check: css(st.check), Dot: css(st.dot), Cross: css(st.cross), Edge: css(st.markEdge),
		Ink: css(st.nameTurn), Case: css(st.bar),
	}
}
