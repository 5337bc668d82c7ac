package render

import (
	"bytes"
	"fmt"
	"image"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"xiangqibot/engine/board"
)

// sizeLimit is the most bytes that a picture of the default height may take, wideLimit that of one with a panel full of
// letters, and randomLimit that of a position reached by random moves, in which more of the board is hidden in more
// different ways than games do it.
const (
	sizeLimit   = 40 << 10
	wideLimit   = 50 << 10
	randomLimit = 48 << 10
)

// shared is the Renderer of all tests, so that each look is prepared only once.
var shared = sync.OnceValue(New)

// TestSize checks the limits on the scenes of the tests, on the fullest board in every theme and with every set of
// pieces, and on a few hundred random positions.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("draws every scene")
	}
	r := shared()
	size := func(s Scene) int { return len(r.PNG(s)) }
	all := scenes(t)
	for _, theme := range Themes() {
		s := all["opening"]
		s.Theme = theme
		all[theme.String()+", opening"] = s
	}
	for _, set := range PieceSets() {
		s := all["opening"]
		s.Pieces = set
		all[set.String()+", opening"] = s
	}
	for name, s := range all {
		limit := sizeLimit
		if s.Wide {
			limit = wideLimit
		}
		if n := size(s); n > limit {
			t.Errorf("%s takes %d bytes, want at most %d", name, n, limit)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	largest, where := 0, ""
	for game := range 25 {
		pos := board.StartPosition()
		for ply := range 40 {
			moves := pos.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			pos.Make(m)
			if ply%3 != 0 {
				continue
			}
			s := Scene{
				Position: pos, LastMove: m, Check: board.NoSquare, Flipped: game%2 == 1,
				Players: [2]Player{{Name: "Wolfeschlegelstein", Clock: "10:59"}, {Name: "紅方黑方", Clock: "2d 14h"}},
			}
			if pos.InCheck() {
				s.Check = pos.King(pos.SideToMove())
			}
			if n := size(s); n > largest {
				largest, where = n, pos.FEN()
			}
		}
	}
	if largest > randomLimit {
		t.Errorf("%s takes %d bytes, want at most %d", where, largest, randomLimit)
	}
	t.Logf("the largest of the random positions takes %d bytes", largest)
}

// TestFlipped turns the board around: each disc must be found at the point opposite.
func TestFlipped(t *testing.T) {
	r := shared()
	pos := board.StartPosition()
	up := r.Image(Scene{Position: pos})
	down := r.Image(Scene{Position: pos, Flipped: true})
	l := newLayout(DefaultHeight)
	inside := int(l.radius * 0.7) // a square within the disc
	for sq := range board.NoSquare {
		if pos.At(sq) == board.NoPiece {
			continue
		}
		a, b := l.point(sq, false), l.point(sq, true)
		last := image.Pt(board.Files-1, board.Ranks-1)
		if want := l.grid(0, 0).Add(l.grid(last.X, last.Y)).Sub(a); b != want {
			t.Fatalf("%v is at %v, flipped at %v, want %v", sq, a, b, want)
		}
		for dy := -inside; dy < inside; dy++ {
			for dx := -inside; dx < inside; dx++ {
				if up.ColorIndexAt(a.X+dx, a.Y+dy) != down.ColorIndexAt(b.X+dx, b.Y+dy) {
					t.Fatalf("the piece on %v looks different when the board is flipped", sq)
				}
			}
		}
	}
}

// TestOddScenes draws unusual scenes.
func TestOddScenes(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many pictures")
	}
	r := shared()
	ruy := strings.Repeat("\u0301", 400)
	crowded := Scene{Position: board.StartPosition()}
	for sq := range board.NoSquare {
		for kind := range Blunder + 1 {
			crowded.Marks = append(crowded.Marks, Mark{Square: sq, Kind: kind})
		}
	}
	for name, s := range map[string]Scene{
		"nothing":           {},
		"only a clock":      {Players: [2]Player{board.Black: {Clock: "1:00"}}},
		"check on nothing":  {Check: board.SquareAt(4, 4)},
		"move of nothing":   {LastMove: board.NewMove(board.SquareAt(0, 0), board.SquareAt(8, 9))},
		"marks everywhere":  crowded,
		"very long":         {Players: [2]Player{{strings.Repeat("長", 1<<16), strings.Repeat("9", 1<<16), ""}}, Status: strings.Repeat("x", 1<<20)},
		"broken UTF-8":      {Players: [2]Player{{Name: "a\xff\xfe\xc3"}}, Status: "\x80"},
		"control":           {Players: [2]Player{{Name: "a\x00\n\t\u202eb\u200d"}, {Name: "\u200d\ufe0f"}}, Status: "\n"},
		"marks on nothing":  {Players: [2]Player{{Name: ruy}, {Name: "e" + ruy}}},
		"emoji":             {Players: [2]Player{{Name: "👩🏽‍🚀🇻🇳🇻"}, {Name: "🏳️‍🌈"}}},
		"right to left":     {Players: [2]Player{{Name: "مرحبا"}, {Name: "שלום"}}},
		"an arrow nowhere":  {Arrows: []Arrow{{Move: board.NoMove}, {Move: board.NewMove(0, 89), Kind: BestMove}, {Move: board.NoMove, Kind: Candidate, Number: 1}}},
		"smallest":          {Height: 200, Players: [2]Player{{Name: "Alice"}}, Status: "Red wins"},
		"largest, contrast": {Height: 1600, Theme: Contrast},
	} {
		if size := decode(t, r.PNG(s)).Bounds().Size(); size != newLayout(s.look().height).size(&s) {
			t.Errorf("%s: the picture is %v", name, size)
		}
	}
}

// TestTogether draws the same scenes from several goroutines, more looks than are kept, and compares with drawing one
// by one.
func TestTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("draws many pictures")
	}
	r := New()
	var all []Scene
	var alone [][]byte
	for i := range maxSheets + 2 {
		s := scenes(t)["opening"]
		s.Height = 200 + 20*i
		data := r.PNG(s)
		all, alone = append(all, s), append(alone, data)
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range all {
				k := (i*7 + worker*3) % len(all)
				if !bytes.Equal(r.PNG(all[k]), alone[k]) {
					t.Errorf("scene %d looks different when drawn by several at once", k)
				}
			}
		})
	}
	group.Wait()
}

// TestNames: themes and sets of pieces are parsed by their names in any case, the default also by none.
func TestNames(t *testing.T) {
	checkNames(t, Themes(), ParseTheme)
	checkNames(t, PieceSets(), ParsePieceSet)
}

func checkNames[T interface {
	comparable
	fmt.Stringer
}](t *testing.T, all []T, parse func(string) (T, error)) {
	t.Helper()
	for _, want := range all {
		if got, err := parse(strings.ToUpper(want.String())); got != want || err != nil {
			t.Errorf("%v is parsed as %v, %v", want, got, err)
		}
	}
	if got, err := parse(""); got != all[0] || err != nil {
		t.Errorf("the empty name gives %v, %v", got, err)
	}
	if _, err := parse("no such name"); err == nil || !strings.Contains(err.Error(), fmt.Sprint(all)) {
		t.Errorf("an unknown name gives error %v", err)
	}
}
