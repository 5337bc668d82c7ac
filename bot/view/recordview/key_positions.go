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
)

// keyPositionsMost is how many pictures of a game are made: as many files as a message can have.
const keyPositionsMost = 10

// KeyPositions gives a game as pictures of the positions that matter, the viewer's side at the bottom: its end, what its
// review found to be mistakes, what somebody wrote about, and where a rook, a horse or a cannon was won.
func (v View) KeyPositions(rp *Replay, reviewed *study.Study, r view.Viewer) view.Reply {
	w := r.Words
	reply := view.Reply{Private: true}
	page := rp.Last(r)
	var lines []string
	for _, ply := range keyPlies(&rp.Sheet, reviewed, keyPositionsMost) {
		page.Number = ply
		picture := v.page(rp, page, r)
		if picture == nil {
			continue
		}
		name := fmt.Sprintf("%s-%03d.png", strings.TrimSuffix(rp.fileName(gamefile.PGN), gamefile.PGN.Extension()), ply)
		reply.Files = append(reply.Files, discord.File{Name: name, Type: "image/png", Data: picture.PNG, Alt: view.Unmarked(picture.Alt)})
		lines = append(lines, plyText(&rp.Sheet, page, r))
	}
	head := w.Count("record.exported-pictures", len(reply.Files), words.Vars{"Title": rp.title(w)})
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
