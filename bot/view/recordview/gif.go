package recordview

import (
	"fmt"
	"sync"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/study"
	"xiangqibot/render"
)

// How long an animation shows a move, a mistake, and the end.
const (
	frameDelay = 800 * time.Millisecond
	faultDelay = 1500 * time.Millisecond
	lastDelay  = 4 * time.Second
)

// maxAnimatedPlies is how many moves an animation may have.
const maxAnimatedPlies = 299

// RoundRange is a range of rounds, counted from 1 at the game's first; 0 means from the beginning or to the end.
type RoundRange struct{ From, To int }

// GIF shows a game, or a part of it, as an animation with the viewer's side at the bottom. Where the game was reviewed,
// mistakes are marked and shown longer. Animations are cached.
//
// The error is a *[view.Problem] where the game has no such part, or where the part is too long.
func (a *Animations) GIF(rp *Replay, reviewed *study.Study, part RoundRange, r view.Viewer) (view.Reply, error) {
	first, last, err := rp.part(part)
	if err != nil {
		return view.Reply{}, err
	}
	var verdicts []study.Verdict
	if reviewed != nil && reviewed.Done() {
		verdicts = reviewed.Verdicts()
	}
	black := rp.First(r).Black
	key := fmt.Sprint(rp.Game, rp.Record, len(rp.Sheet.Moves), first, last, len(verdicts) > 0, black,
		r.Theme, r.Pieces, r.Edge(), r.Style, r.Language(), rp.label(board.Red, r.Words), rp.label(board.Black, r.Words))
	data, ok := a.get(key)
	if !ok {
		frames := rp.frames(first, last, verdicts, black, r)
		data = a.View.Draw(r, func() []byte { return a.View.Renderer.GIF(frames) })
		a.put(key, data)
	}
	vars := words.Vars{"Title": rp.title(r.Words), "Moves": last - first, "From": part.From, "To": part.To}
	text := r.Say("gif.shown", vars)
	if part != (RoundRange{}) {
		text = r.Say("gif.part", vars)
	}
	file := discord.File{Name: rp.fileName() + ".gif", Type: "image/gif", Data: data, Alt: view.Unmarked(r.Say("gif.alt", vars))}
	return view.Reply{Text: text, Files: []discord.File{file}}, nil
}

// part finds the first and the last position of a part, as numbers of moves before them.
func (rp *Replay) part(part RoundRange) (first, last int, err error) {
	moves := len(rp.Sheet.Moves)
	black := 0 // the first round lacks Red's move
	if rp.Sheet.Start.SideToMove() == board.Black {
		black = 1
	}
	rounds := (moves + black + 1) / 2
	from, to := max(part.From, 1), part.To
	if to == 0 {
		to = rounds
	}
	if from > to || to > rounds {
		return 0, 0, view.NewProblem("gif.no-round", words.Vars{"Rounds": rounds})
	}
	first, last = max(2*(from-1)-black, 0), min(2*to-black, moves)
	if last-first > maxAnimatedPlies {
		return 0, 0, view.NewProblem("gif.too-long", words.Vars{"Most": maxAnimatedPlies, "Rounds": rounds})
	}
	return first, last, nil
}

func (rp *Replay) frames(first, last int, verdicts []study.Verdict, black bool, r view.Viewer) []render.Frame {
	var frames []render.Frame
	clocks := rp.clocks()
	status := rp.title(r.Words)
	for ply := first; ply <= last; ply++ {
		s := r.Scene(rp.at(ply), black)
		s.Height, s.Status = render.AnimationHeight, status
		rp.namePlayers(&s, r.Words)
		if clocks != nil {
			for c, clock := range clocks[ply] {
				s.Players[c].Clock = clock
			}
		}
		f := render.Frame{Delay: frameDelay}
		if ply > 0 {
			then := rp.at(ply - 1).Position()
			sign := ""
			if len(verdicts) > 0 {
				v := &verdicts[ply-1]
				mark, _ := markOf(v)
				sign = mark.sign
				if v.Grade >= engine.Mistake {
					f.Delay = faultDelay
					s.Marks = []render.Mark{{Square: s.LastMove.To(), Kind: gradeMarks[v.Grade].badge}}
				}
			}
			s.Status = view.MoveNumber(&then) + view.MoveText(&then, s.LastMove, r) + sign
		}
		if ply == last {
			s.Over, f.Delay = last == len(rp.Sheet.Moves), lastDelay
			if result := resultText(r.Words, rp.Sheet.Result); s.Over && result != "" {
				s.Status += " · " + result
			}
		}
		f.Scene = s
		frames = append(frames, f)
	}
	return frames
}

// clocks are what the clocks of a live game have shown before its first move and after each, by color; nil where nobody
// knows.
func (rp *Replay) clocks() (shown [][2]string) {
	if rp.Ours == nil {
		return nil
	}
	for _, left := range game.ClockHistory(rp.Ours) {
		var faces [2]string
		for c, seat := range rp.Ours.Seats {
			if !seat.IsBot() { // its clock never runs
				faces[c] = view.LiveClock(left[c])
			}
		}
		shown = append(shown, faces)
	}
	return shown
}

// maxCachedBytes is how many bytes of animations are kept.
const maxCachedBytes = 16 << 20

// Animations makes animations of games, and keeps some of the latest. It is safe for concurrent use.
type Animations struct {
	View *view.View

	mu    sync.Mutex
	files map[string][]byte
	bytes int // of all files
}

func (a *Animations) get(key string) ([]byte, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	data, ok := a.files[key]
	return data, ok
}

func (a *Animations) put(key string, data []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.bytes += len(data); a.files == nil || a.bytes > maxCachedBytes { // a few are drawn once more, which is rare
		a.files, a.bytes = make(map[string][]byte), len(data)
	}
	a.files[key] = data
}
