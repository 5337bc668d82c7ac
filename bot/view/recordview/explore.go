package recordview

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/book/played"
	"xiangqibot/render"
)

const (
	// exploredMoves is how many moves a page of the explorer has, two rows of buttons, and exploredPlies how far it
	// goes: as far as the table counts.
	exploredMoves = 8
	exploredRow   = 4
	exploredPlies = 30
	// fewGames is below how many games their shares would mislead: they are counted instead.
	fewGames = 10
)

// An ExploredMove is a move that people have played in a position, or that is in the opening book.
type ExploredMove struct {
	played.Move
	Known bool // to the book, which thinks Score of it
	Score int
}

// OpeningPath is a sequence of moves from the start position through games that people have played.
type OpeningPath struct {
	Record board.Record
	path   string // the place of each move in the list of its position, a digit each
	// What was played in the last position on the reader's server and by the reader.
	standing.Explored
}

// NewOpeningPath begins at the start position.
func NewOpeningPath() OpeningPath { return OpeningPath{Record: board.NewRecord()} }

// Moves lists the known moves in the last position: first what people have played, the most frequent first.
func (e *OpeningPath) Moves() []ExploredMove {
	if len(e.path) >= exploredPlies-1 {
		return nil
	}
	p := e.Record.Position()
	var list []ExploredMove
	for _, m := range played.Standard().At(&p) {
		list = append(list, ExploredMove{Move: m})
	}
	for _, known := range book.Standard().AllMoves(&p) {
		i := slices.IndexFunc(list, func(x ExploredMove) bool { return sameMove(&p, x.Move.Move, known.Move) })
		if i < 0 {
			list, i = append(list, ExploredMove{Move: played.Move{Move: known.Move}}), len(list)
		}
		list[i].Known, list[i].Score = true, known.Score
	}
	list = list[:min(len(list), exploredMoves)]
	if key := book.KeyOf(&p); key.Symmetric() {
		for i := range list {
			list[i].Move.Move = onTheRight(list[i].Move.Move, p.SideToMove())
		}
	}
	return list
}

// onTheRight returns the one of a move and its mirror image that begins on the right of a side, as books write
// openings.
func onTheRight(m board.Move, c board.Color) board.Move {
	const middle = board.Files / 2
	if file := m.From().File(); c == board.Red && file < middle || c == board.Black && file > middle {
		return book.Mirror(m)
	}
	return m
}

// sameMove reports whether two moves in a position are the same, or mirror images.
func sameMove(p *board.Position, a, b board.Move) bool {
	_, one := book.Canonical(p, a)
	_, other := book.Canonical(p, b)
	return one == other
}

// Go plays a move; it is false, and nothing is played, if neither the move nor its mirror image is known.
func (e *OpeningPath) Go(m board.Move) bool {
	p := e.Record.Position()
	for i, x := range e.Moves() {
		if sameMove(&p, x.Move.Move, m) && p.IsLegal(m) {
			e.path += strconv.Itoa(i)
			e.Record.Moves = append(e.Record.Moves, x.Move.Move)
			return true
		}
	}
	return false
}

// openingPress leads to the last position of a path.
func openingPress(path string) view.Press {
	return view.Press{Act: view.PressExplore, Topic: view.AnOpening, Arg: "m" + path}
}

// ParseOpeningPath parses a press that leads to a position.
func ParseOpeningPath(p view.Press) (OpeningPath, error) {
	e := NewOpeningPath()
	path, ok := strings.CutPrefix(p.Arg, "m")
	if !ok {
		return e, p.Foreign(errors.New("no path through the openings"))
	}
	for _, digit := range []byte(path) {
		moves := e.Moves()
		i := int(digit) - '0'
		if i < 0 || i >= len(moves) {
			return e, p.Foreign(fmt.Errorf("no move %d of %d", i, len(moves)))
		}
		e.path += string(rune(digit))
		e.Record.Moves = append(e.Record.Moves, moves[i].Move.Move)
	}
	return e, nil
}

// Explored shows what people have played in the last position of a path, with the buttons that lead on. Note is a line
// before all else, "" for none. Without a picture, its content is in words.
func Explored(v *view.View, e OpeningPath, note string, r view.Viewer) view.Reply {
	p := e.Record.Position()
	moves := e.Moves()
	lines := view.NonEmpty(note, view.FirstMoves(&e.Record.Start, e.Record.Moves, exploredPlies, r))
	picture := explored(v, &e, moves, r)
	if turn := view.TurnText(r.Words, p.SideToMove()); picture.PNG == nil || len(moves) == 0 {
		lines = append(lines, turn, "")
		lines = append(lines, e.lines(moves, r)...)
	} else {
		all := played.Counts{}
		for _, x := range moves {
			for i, n := range x.Counts {
				all[i] += n
			}
		}
		lines = append(lines, strings.Join(append([]string{turn}, countsText(all, r.Words)...), " · "))
		lines = append(lines, e.unpicturedLines(moves, r)...)
	}
	var buttons, controls []discordgo.MessageComponent
	for i, x := range moves {
		label, next := view.MoveText(&p, x.Move.Move, r), openingPress(e.path+strconv.Itoa(i))
		buttons = append(buttons, view.Button(label, discordgo.SecondaryButton, next))
	}
	for row := range slices.Chunk(buttons, exploredRow) {
		controls = append(controls, view.Rows(row...)...)
	}
	title := r.Say("explore.title")
	if name := openingText(&e.Record, r.Words); name != "" {
		title = r.Say("explore.named", words.Vars{"Opening": name})
	}
	reply := view.Reply{Embed: &discordgo.MessageEmbed{
		Title: title, Description: strings.Join(lines, "\n"), Color: view.EdgeColor(p.SideToMove()),
		Footer: &discordgo.MessageEmbedFooter{Text: r.Say("explore.source")},
	}}
	reply.Picture = picture
	if n := len(e.path); n > 0 { // every game passes through the start
		controls = append(controls, view.Rows(e.samples(r)...)...)
		controls = append(controls, view.Button(r.Say("record.back"), discordgo.PrimaryButton, openingPress(e.path[:n-1])))
	}
	if len(e.path) > 1 {
		controls = append(controls, view.Button(r.Say("record.first"), discordgo.PrimaryButton, openingPress("")))
	}
	reply.Rows = view.Rows(controls...)
	return view.Shareable(reply, true, r)
}

// lines are a line about each of the moves of e, and about those that only the reader or their server has played.
func (e *OpeningPath) lines(moves []ExploredMove, r view.Viewer) (lines []string) {
	p := e.Record.Position()
	counts, others := e.localCounts(moves, r)
	for i, x := range moves {
		text := exploredText(&p, i+1, &x, r)
		if counts[i] != "" {
			text += " · " + counts[i]
		}
		lines = append(lines, text)
	}
	if lines = append(lines, others...); len(lines) == 0 {
		lines = append(lines, r.Say("explore.nothing"))
	}
	return lines
}

// unpicturedLines are lines with what the picture of the moves of e does not show: what the engine thinks of them, and
// what was played on the reader's server and by the reader.
func (e *OpeningPath) unpicturedLines(moves []ExploredMove, r view.Viewer) (lines []string) {
	var chances []string
	for i, x := range moves {
		if x.Known {
			chances = append(chances, fmt.Sprintf("`%d` %d%%", i+1, view.Percent(engine.WinChance(x.Score, 0))))
		}
	}
	if len(chances) > 0 {
		lines = append(lines, r.Say("explore.engine-all", words.Vars{"Chances": strings.Join(chances, " · ")}))
	}
	counts, others := e.localCounts(moves, r)
	for i, text := range counts {
		if text != "" {
			lines = append(lines, fmt.Sprintf("`%d` %s", i+1, text))
		}
	}
	return append(lines, others...)
}

// localCounts says of each of the moves of e how often it was played on the reader's server and by the reader, "" for
// never, and has a line for each other move that was played so.
func (e *OpeningPath) localCounts(moves []ExploredMove, r view.Viewer) (texts, others []string) {
	p := e.Record.Position()
	count := func(phrase string, list []played.Move, m board.Move) string {
		i := slices.IndexFunc(list, func(x played.Move) bool { return sameMove(&p, x.Move, m) })
		if i < 0 {
			return ""
		}
		return r.Count(phrase, list[i].Games(), resultVars(list[i].Counts))
	}
	counts := func(m board.Move) string {
		return strings.Join(view.NonEmpty(count("explore.here", e.InServer, m), count("explore.own", e.Own, m)), " · ")
	}
	var listed []board.Move
	for _, x := range moves {
		listed, texts = append(listed, x.Move.Move), append(texts, counts(x.Move.Move))
	}
	for _, x := range slices.Concat(e.InServer, e.Own) {
		known := slices.ContainsFunc(listed, func(m board.Move) bool { return sameMove(&p, m, x.Move) })
		if !known && len(others) < exploredMoves {
			listed = append(listed, x.Move)
			others = append(others, "▫️ **"+view.Escaped(view.MoveText(&p, x.Move, r))+"** · "+counts(x.Move))
		}
	}
	return texts, others
}

// samples are buttons that open games through the last position of e, on the page of that position.
func (e *OpeningPath) samples(r view.Viewer) (buttons []discordgo.MessageComponent) {
	for _, s := range e.Samples {
		page := view.Page{Game: s.Game, Turn: view.TurnOpen, Number: s.Ply, Black: r.Bottom == view.BottomBlack}
		label := r.Say("button.game", words.Vars{"Game": s.Game})
		buttons = append(buttons, view.Button(label, discordgo.SecondaryButton, page.Press(view.PressPage)))
	}
	return buttons
}

// explored draws the last position of e with an arrow for each of its moves, and how the games with it ended. Its
// alternative text says the same.
func explored(v *view.View, e *OpeningPath, moves []ExploredMove, r view.Viewer) *view.Picture {
	s := r.Scene(&e.Record, r.Bottom == view.BottomBlack)
	s.Wide = r.Layout == view.Wide && len(moves) > 0
	p := s.Position
	var alt []string
	for i, x := range moves {
		s.Arrows = append(s.Arrows, render.Arrow{Move: x.Move.Move, Kind: render.Candidate, Number: i + 1})
		result := render.Result{
			Label: view.MoveText(&p, x.Move.Move, r),
			Red:   x.Counts[played.RedWon], Drawn: x.Counts[played.Drawn], Black: x.Counts[played.BlackWon],
		}
		switch games := x.Games(); {
		case games > 0 && s.Wide:
			result.Note = r.Count("explore.games", games)
		case games > 0:
			result.Note = strconv.Itoa(games)
		}
		s.Results = append(s.Results, result)
		parts := append([]string{fmt.Sprintf("%d %s", i+1, view.Escaped(result.Label))}, countsText(x.Counts, r.Words)...)
		alt = append(alt, strings.Join(parts, " · "))
	}
	slices.Reverse(s.Arrows) // the most played is drawn last
	where := view.Armies(&p, r)
	if r.Layout == view.InWords {
		alt = nil // the message says it
	}
	return v.Board(s, strings.Join(append(alt, where), "\n"), r)
}

// exploredText is a line about a move: how often it was played, how that went, and what the engine thinks.
func exploredText(p *board.Position, number int, x *ExploredMove, r view.Viewer) string {
	parts := []string{fmt.Sprintf("`%d` **%s**", number, view.Escaped(view.MoveText(p, x.Move.Move, r)))}
	parts = append(parts, countsText(x.Counts, r.Words)...)
	if x.Known {
		parts = append(parts, r.Say("explore.engine", words.Vars{"Percent": view.Percent(engine.WinChance(x.Score, 0))}))
	}
	return strings.Join(parts, " · ")
}

func resultVars(c played.Counts) words.Vars {
	return words.Vars{"Red": c[played.RedWon], "Draws": c[played.Drawn], "Black": c[played.BlackWon]}
}

// countsText says how many games there were and how they ended; it is empty for none.
func countsText(c played.Counts, w words.Words) []string {
	games := c.Games()
	vars := resultVars(c)
	switch {
	case games >= fewGames:
		for name, n := range vars {
			vars[name] = view.Percent(float64(n.(int)) / float64(games))
		}
		return []string{w.Count("explore.games", games), w.Say("explore.shares", vars)}
	case games > 0:
		return []string{w.Count("explore.games", games), w.Say("explore.counts", vars)}
	}
	return nil
}

// ExploreStopped says that a move that was typed is not known in the last position, above the moves that are.
func ExploreStopped(v *view.View, e OpeningPath, m board.Move, r view.Viewer) view.Reply {
	p := e.Record.Position()
	return Explored(v, e, r.Say("explore.unknown", words.Vars{"Move": view.Escaped(view.MoveText(&p, m, r))}), r)
}

// ExploreUnread says why the moves that were written could not be read, see [view.WhyUnread].
func ExploreUnread(v *view.View, e OpeningPath, err error, r view.Viewer) (view.Reply, error) {
	u, err := view.WhyUnread(&e.Record, err, r)
	if err != nil {
		return view.Reply{}, err
	}
	p, known := e.Record.Position(), e.Moves()
	shown := func(m board.Move) bool {
		return slices.ContainsFunc(known, func(x ExploredMove) bool { return sameMove(&p, x.Move.Move, m) })
	}
	if len(u.Candidates) > 0 && !slices.ContainsFunc(u.Candidates, shown) {
		return ExploreStopped(v, e, u.Candidates[0], r), nil
	}
	return Explored(v, e, u.Text, r), nil // each known move has its button there
}
