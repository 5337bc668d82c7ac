package render

import (
	"image"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// A collage has each scene in its place, pixel by pixel as it is drawn alone.
func TestCollage(t *testing.T) {
	r := shared()
	p := board.StartPosition()
	var scenes []Scene
	for _, text := range []string{"h2e2", "h9g7", "h0g2"} {
		m := testcases.Move(t, text)
		p.Make(m)
		scenes = append(scenes, Scene{Position: p, LastMove: m, Check: board.NoSquare, Height: 400, Status: text})
	}
	all := decode(t, r.Collage(scenes, 2))
	for i, s := range scenes {
		alone := r.Image(s)
		size := alone.Bounds().Size()
		if all.Bounds().Size() != image.Pt(2*size.X, 2*size.Y) {
			t.Fatalf("the collage is %v, a scene %v", all.Bounds().Size(), size)
		}
		same(t, s.Status, all, image.Pt(i%2*size.X, i/2*size.Y), alone)
	}
}
