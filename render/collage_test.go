package render_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
	"xiangqibot/render"
)

// A collage has each scene in its place, pixel by pixel as it is drawn alone.
func TestCollage(t *testing.T) {
	r := render.New()
	p := board.StartPosition()
	var scenes []render.Scene
	for _, text := range []string{"h2e2", "h9g7", "h0g2"} {
		m := testcases.Move(t, text)
		p.Make(m)
		scenes = append(scenes, render.Scene{Position: p, LastMove: m, Check: board.NoSquare, Height: 400, Status: text})
	}
	file := r.Collage(scenes, 2)
	all, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range scenes {
		alone := r.Image(s)
		size := alone.Bounds().Size()
		if all.Bounds().Size() != image.Pt(2*size.X, 2*size.Y) {
			t.Fatalf("the collage is %v, a scene %v", all.Bounds().Size(), size)
		}
		for y := range size.Y {
			for x := range size.X {
				if got := all.At(i%2*size.X+x, i/2*size.Y+y); got != alone.At(x, y) {
					t.Fatalf("scene %d at %d, %d: %v, want %v", i, x, y, got, alone.At(x, y))
				}
			}
		}
	}
}
