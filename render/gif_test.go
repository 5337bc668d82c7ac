package render

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"testing"
	"time"

	"xiangqibot/engine/board"
)

// wander returns a game of so many plies as frames: some legal move each time.
func wander(t testing.TB, plies int) []Frame {
	t.Helper()
	p := board.StartPosition()
	frame := func(last board.Move) Frame {
		return Frame{Scene: Scene{
			Position: p, LastMove: last, Check: board.NoSquare, Height: AnimationHeight,
			Players: [2]Player{{Name: "Alice", Clock: "12:05"}, {Name: "Bob", Clock: "11:40"}},
		}, Delay: 800 * time.Millisecond}
	}
	frames := []Frame{frame(board.NoMove)}
	for i := range plies {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			t.Fatalf("the game is over after %d plies", i)
		}
		m := moves[(i*31+7)%len(moves)]
		p.Make(m)
		frames = append(frames, frame(m))
	}
	return frames
}

// TestGIF decodes an animation with another decoder and composes the frames: each looks like its scene.
func TestGIF(t *testing.T) {
	r := shared()
	frames := wander(t, 5)
	frames = append(frames, frames[len(frames)-1]) // nothing changes
	frames[3].Delay, frames[6].Delay = 1500*time.Millisecond, 4*time.Second
	read, err := gif.DecodeAll(bytes.NewReader(r.GIF(frames)))
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Image) != len(frames) || read.LoopCount != 0 {
		t.Fatalf("%d frames, %d loops; want %d without end", len(read.Image), read.LoopCount, len(frames))
	}
	screen := image.NewRGBA(image.Rect(0, 0, read.Config.Width, read.Config.Height))
	for i, part := range read.Image {
		if want := int(frames[i].Delay / (10 * time.Millisecond)); read.Delay[i] != want {
			t.Errorf("frame %d is shown for %d, want %d", i, read.Delay[i], want)
		}
		draw.Draw(screen, part.Rect, part, part.Rect.Min, draw.Over)
		want := r.Image(frames[i].Scene)
		if want.Rect != screen.Rect {
			t.Fatalf("the screen is %v, want %v", screen.Rect, want.Rect)
		}
		same(t, fmt.Sprint("frame ", i), screen, image.Point{}, want)
	}
	if whole := read.Image[0].Rect; read.Image[6].Rect.Dx() != 1 || read.Image[2].Rect == whole {
		t.Errorf("a frame without changes is %v, a move %v, everything %v", read.Image[6].Rect, read.Image[2].Rect, whole)
	}
}

// TestGIFSize bounds the size of a game of 80 moves of each side.
func TestGIFSize(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 161 pictures")
	}
	size := len(shared().GIF(wander(t, 160)))
	t.Logf("161 frames: %d KB", size>>10)
	if size > 1<<20 {
		t.Errorf("161 frames take %d bytes, want at most a megabyte", size)
	}
}

func BenchmarkGIF(b *testing.B) {
	r, frames := shared(), wander(b, 160)
	size := 0
	for b.Loop() {
		size = len(r.GIF(frames))
	}
	b.ReportMetric(float64(size), "bytes/gif")
}
