package render

import (
	"bytes"
	"errors"
	"image"
	"image/gif"
	"strings"
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
			RedName: "Alice", BlackName: "Bob", RedClock: "12:05", BlackClock: "11:40",
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
	var file bytes.Buffer
	if err := r.GIF(&file, frames); err != nil {
		t.Fatal(err)
	}
	read, err := gif.DecodeAll(&file)
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
		for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
			for x := part.Rect.Min.X; x < part.Rect.Max.X; x++ {
				if c := part.At(x, y); alpha(c) {
					screen.Set(x, y, c)
				}
			}
		}
		want, err := r.Image(frames[i].Scene)
		if err != nil {
			t.Fatal(err)
		}
		if want.Rect != screen.Rect {
			t.Fatalf("the screen is %v, want %v", screen.Rect, want.Rect)
		}
		for y := range want.Rect.Max.Y {
			for x := range want.Rect.Max.X {
				wr, wg, wb, _ := want.At(x, y).RGBA()
				if c := screen.RGBAAt(x, y); uint32(c.R) != wr>>8 || uint32(c.G) != wg>>8 || uint32(c.B) != wb>>8 {
					t.Fatalf("frame %d, point %d %d: %v, want %v", i, x, y, c, want.At(x, y))
				}
			}
		}
	}
	if whole := read.Image[0].Rect; read.Image[6].Rect.Dx() != 1 || read.Image[2].Rect == whole {
		t.Errorf("a frame without changes is %v, a move %v, everything %v", read.Image[6].Rect, read.Image[2].Rect, whole)
	}
}

// alpha reports whether a color is seen.
func alpha(c interface{ RGBA() (r, g, b, a uint32) }) bool {
	_, _, _, a := c.RGBA()
	return a > 0
}

// TestGIFRefuses: invalid animations are errors.
func TestGIFRefuses(t *testing.T) {
	r := shared()
	good := wander(t, 1)
	other := func(change func(*Frame)) []Frame {
		frames := []Frame{good[0], good[1]}
		change(&frames[1])
		return frames
	}
	for why, frames := range map[string][]Frame{
		"of 0 frames":             nil,
		"of 301 frames":           make([]Frame, MaxFrames+1),
		"frame 1: render: its":    other(func(f *Frame) { f.Scene.Status = "Red wins" }),
		"frame 1: render: its lo": other(func(f *Frame) { f.Scene.Height = 500 }),
		"cannot be shown for 1":   other(func(f *Frame) { f.Delay = time.Millisecond }),
		"cannot be shown for 20m": other(func(f *Frame) { f.Delay = 20 * time.Minute }),
		"are unknown":             other(func(f *Frame) { f.Scene.Coordinates = 99 }),
	} {
		if err := r.GIF(new(bytes.Buffer), frames); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: the error is %v", why, err)
		}
	}
	broken := errors.New("full")
	if err := r.GIF(fails{broken}, good); !errors.Is(err, broken) {
		t.Errorf("a writer that fails: %v", err)
	}
}

type fails struct{ err error }

func (f fails) Write([]byte) (int, error) { return 0, f.err }

// TestGIFSize bounds the size of a game of 80 moves of each side.
func TestGIFSize(t *testing.T) {
	var file bytes.Buffer
	if err := shared().GIF(&file, wander(t, 160)); err != nil {
		t.Fatal(err)
	}
	t.Logf("161 frames: %d KB", file.Len()>>10)
	if file.Len() > 1<<20 {
		t.Errorf("161 frames take %d bytes, want at most a megabyte", file.Len())
	}
}

func BenchmarkGIF(b *testing.B) {
	r, frames := shared(), wander(b, 160)
	size := 0
	for b.Loop() {
		var file bytes.Buffer
		if err := r.GIF(&file, frames); err != nil {
			b.Fatal(err)
		}
		size = file.Len()
	}
	b.ReportMetric(float64(size), "bytes/gif")
}
