package recordview

import (
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

const (
	// momentsShown is how many boards are on a picture of moments, and momentsAcross how many in a row. A wide picture
	// has one row, so that each board gets the most of the width of a desk.
	momentsShown, momentsAcross         = 4, 2
	momentsShownWide, momentsAcrossWide = 3, 3
	// momentHeight is the height of each board, in pixels: the picture must be readable, and small enough to be forwarded.
	momentHeight = 480
	momentsFile  = "moments.png"
)

// Moments shows the moments of a reviewed game that mattered most on one picture: mistakes, each after the move that was
// played and with its sign, what was won, and the end.
func (v View) Moments(rv *Reviewed, black bool, r view.Viewer) view.Reply {
	w := r.Words
	verdicts := rv.Study.Verdicts()
	shown, across := momentsShown, momentsAcross
	if r.Layout == view.Wide {
		shown, across = momentsShownWide, momentsAcrossWide
	}
	var scenes []render.Scene
	var moves []string
	for _, ply := range keyPlies(&rv.Sheet, rv.Study, shown) {
		verdict := &verdicts[ply-1]
		text := rv.numbered(verdict, r)
		if ply == len(rv.Sheet.Moves) {
			if result := resultText(w, rv.Sheet.Result); result != "" {
				text += " · " + result
			}
		}
		moves = append(moves, text)
		scenes = append(scenes, rv.moment(ply, text, black, r))
	}
	vars := words.Vars{"Title": rv.title(w), "Moves": w.List(moves)}
	reply := view.Reply{Text: w.Say("review.moments-shown", vars)}
	reply.Picture = v.Illustrate(momentsFile, w.Say("review.moments-alt", vars), r,
		func() ([]byte, error) { return v.Renderer.Collage(scenes, across) }, "game", rv.Game, "record", rv.Record)
	return reply
}

// moment is the position after so many moves. A mistake has its badge.
func (rv *Reviewed) moment(ply int, status string, black bool, r view.Viewer) render.Scene {
	verdict := rv.Study.Verdicts()[ply-1]
	s := r.Scene(rv.at(ply), black)
	s.Height, s.Status, s.Over = momentHeight, status, ply == len(rv.Sheet.Moves)
	s.RedName, s.BlackName = rv.label(board.Red, r.Words), rv.label(board.Black, r.Words)
	if verdict.Grade >= engine.Mistake {
		s.Marks = []render.Mark{{Square: verdict.Played.To(), Kind: badgeOf(&verdict)}}
	}
	return s
}
