package recordview

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/study"
	"xiangqibot/render"
)

// maxKeyPositions is how many pictures of a game are made: as many files as a message can have.
const maxKeyPositions = 10

// KeyPositions gives a game as pictures of the positions that matter, the viewer's side at the bottom: its end, what
// its review found to be mistakes, what somebody wrote about, and where a rook, a horse or a cannon was won.
func KeyPositions(v *view.View, rp *Replay, reviewed *study.Study, r view.Viewer) view.Reply {
	reply := view.Reply{Private: true}
	page := rp.Last(r)
	var lines []string
	for _, ply := range keyPlies(&rp.Sheet, reviewed, maxKeyPositions) {
		page.Number = ply
		picture := pagePicture(v, rp, page, r)
		if picture.PNG == nil {
			continue
		}
		name := fmt.Sprintf("%s-%03d.png", rp.fileName(), ply)
		reply.Files = append(reply.Files, discord.File{Name: name, Type: "image/png", Data: picture.PNG, Alt: view.Unmarked(picture.Alt)})
		lines = append(lines, plyText(&rp.Sheet, page, r))
	}
	head := r.Count("record.exported-pictures", len(reply.Files), words.Vars{"Title": rp.title(r.Words)})
	reply.Text = discord.Cut(head+"\n"+strings.Join(lines, "\n"), discord.TextLimit)
	return reply
}

// keyPlies returns the plies of the positions that matter most, in order.
func keyPlies(sheet *gamefile.Game, reviewed *study.Study, most int) []int {
	worth := map[int]int{len(sheet.Moves): 1000}
	note := func(ply, points int) {
		if 0 < ply && ply <= len(sheet.Moves) {
			worth[ply] += points
		}
	}
	if reviewed != nil && reviewed.Done() {
		for i, verdict := range reviewed.Verdicts() {
			if verdict.Grade >= engine.Mistake {
				note(i+1, 100*int(verdict.Grade))
			}
		}
	}
	for _, comment := range sheet.Comments {
		note(comment.At, 50)
	}
	for _, mark := range sheet.NAGs {
		note(mark.At, 50)
	}
	p := sheet.Start
	for i, m := range sheet.Moves {
		won := p.At(m.To())
		p.Make(m)
		recaptured := i+1 < len(sheet.Moves) && sheet.Moves[i+1].To() == m.To()
		if points := map[board.Kind]int{board.Rook: 20, board.Cannon: 10, board.Horse: 10}[won.Kind()]; won != board.NoPiece &&
			points > 0 && !recaptured {
			note(i+1, points)
		}
	}
	plies := slices.SortedFunc(maps.Keys(worth), func(a, b int) int {
		return cmp.Or(cmp.Compare(worth[b], worth[a]), cmp.Compare(a, b))
	})
	plies = plies[:min(len(plies), most)]
	slices.Sort(plies)
	return plies
}

const (
	// momentsShown is how many boards are on a picture of moments, and momentsAcross how many in a row. A wide picture
	// has one row, so that each board gets the most of the width of a desk.
	momentsShown, momentsAcross         = 4, 2
	momentsShownWide, momentsAcrossWide = 3, 3
	// momentHeight is the height of each board, in pixels: the picture must be readable, and small enough to be
	// forwarded.
	momentHeight = 480
	momentsFile  = "moments.png"
)

// Moments shows the moments of a reviewed game that mattered most on one picture: mistakes, each after the move that
// was played and with its sign, what was won, and the end.
func Moments(v *view.View, rv *Reviewed, black bool, r view.Viewer) view.Reply {
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
			if result := resultText(r.Words, rv.Sheet.Result); result != "" {
				text += " · " + result
			}
		}
		moves = append(moves, text)
		scenes = append(scenes, rv.moment(ply, text, black, r))
	}
	vars := words.Vars{"Title": rv.title(r.Words), "Moves": r.List(moves)}
	reply := view.Reply{Text: r.Say("review.moments-shown", vars)}
	reply.Picture = v.Illustrate(momentsFile, r.Say("review.moments-alt", vars), r,
		func() []byte { return v.Renderer.Collage(scenes, across) })
	return reply
}

// moment is the position after so many moves. A mistake has its badge.
func (rv *Reviewed) moment(ply int, status string, black bool, r view.Viewer) render.Scene {
	verdict := rv.Study.Verdicts()[ply-1]
	s := r.Scene(rv.at(ply), black)
	s.Height, s.Status, s.Over = momentHeight, status, ply == len(rv.Sheet.Moves)
	rv.namePlayers(&s, r.Words)
	if verdict.Grade >= engine.Mistake {
		s.Marks = []render.Mark{{Square: verdict.Played.To(), Kind: gradeMarks[verdict.Grade].badge}}
	}
	return s
}
