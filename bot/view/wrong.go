package view

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// This file explains why a move that somebody typed is not played: it cannot be read, it can mean several, or a rule
// forbids it.

// wrongMove puts an error of package notation into words, on the board for which the move was meant.
func wrongMove(g *game.Game, r Viewer, err error) (Reply, bool) {
	if e := (*notation.AmbiguousError)(nil); errors.As(err, &e) {
		return ambiguous(g, r, e), true
	}
	reply, text, ok := whyNot(g, r, err)
	if ok {
		p := g.Position()
		didYouMean(&reply, g, &p, text, meantBy(err), r)
	}
	return reply, ok
}

// whyNot says why a text is no move that may be played in g; it is false for other errors. Text is what was typed.
func whyNot(g *game.Game, r Viewer, err error) (reply Reply, text string, ok bool) {
	p := g.Position()
	if e := (*notation.SyntaxError)(nil); errors.As(err, &e) {
		return Private(UnreadText(&p, e, r)), e.Text, true
	}
	if e := (*notation.IllegalError)(nil); errors.As(err, &e) {
		reply = Private(r.Say("moves.refused", words.Vars{
			"Text": Quoted(e.Text), "Why": Why(&p, e, r.asTyped(e.Text)),
		}))
		if shown := evidenceOf(e); len(shown) > 0 && g.ID != 0 { // no button acts on the board of a lesson
			reply.Rows = Rows(Button(r.Say("button.why"), discordgo.SecondaryButton,
				Press{Act: PressWhy, Topic: OnBoard(g), Arg: shown.arg()}))
		}
		return reply, e.Text, true
	}
	return Reply{}, "", false
}

// UnreadText says that a text cannot be read as a move in a position, and how moves are written.
func UnreadText(p *board.Position, e *notation.SyntaxError, r Viewer) string {
	vars := words.Vars{"Text": Quoted(e.Text), "Examples": Examples(p, r)}
	if e.Bad == "" {
		return r.Say("moves.syntax", vars)
	}
	vars["Part"] = Quoted(e.Bad)
	return r.Say("moves.syntax-part", vars)
}

// asTyped returns the viewer for an answer about a text: if the text is in coordinates, points are named as they were
// typed, or e2-e10 would be answered with e1.
func (r Viewer) asTyped(text string) Viewer {
	switch first, shown := notation.FirstRank(text); {
	case shown && first == 1:
		r.Style = notation.UCI10
	case shown && r.Style == notation.UCI10, notation.InCoordinates(text) && !r.letters():
		r.Style = notation.UCI
	}
	return r
}

// ambiguous asks which of the moves was meant that fit what a person typed, with a button for each. There are never
// more than fit: a side has at most five pieces of a kind, and a text names one way to go.
func ambiguous(g *game.Game, r Viewer, e *notation.AmbiguousError) Reply {
	p, ahead := g.Position(), ForecastRepetitions(g)
	var buttons []discordgo.MessageComponent
	if g.ID != 0 {
		for _, m := range e.Candidates {
			buttons = append(buttons, moveButton(g, &p, m, ahead, r))
		}
	}
	text := r.Say("moves.ambiguous", words.Vars{"Text": Quoted(e.Text)})
	switch {
	case len(e.Candidates) == 1 && e.Sound: // it needs no words: "跑二平五 → 炮二平五?"
		text = Quoted(e.Text) + " → **" + notation.Format(&p, e.Candidates[0], r.Chinese()) + "**?"
	case e.MissingFile:
		piece := p.At(e.Candidates[0].From())
		text = r.Say("moves.which-file", words.Vars{"Text": Quoted(e.Text), "Piece": PieceName(r.Words, piece, 1)})
	}
	return Private(text, buttons...)
}

// moveButton plays a move; it says what comes of it by the rules.
func moveButton(
	g *game.Game, p *board.Position, m board.Move, ahead RepetitionForecast, r Viewer,
) discordgo.MessageComponent {
	label := MoveTextBoth(p, m, r)
	if mark := ahead.Mark(m, r.Words); mark != "" {
		label += " · " + mark
	}
	return Button(label, discordgo.PrimaryButton,
		Press{Act: PressPlay, Topic: OnBoard(g), Arg: m.String()})
}

// reasonKeys finds the phrase for a reason.
var reasonKeys = map[notation.Reason]string{
	notation.EmptySquare:             "why.empty-square",
	notation.NotYourPiece:            "why.not-your-piece",
	notation.NoSuchPiece:             "why.no-such-piece",
	notation.NotInTandem:             "why.not-in-tandem",
	notation.NoSuchPieceOnFile:       "why.no-such-piece-on-file",
	notation.OffBoard:                "why.off-board",
	notation.SameSquare:              "why.stays-put",
	notation.WrongPieceMove:          "why.not-that-shape",
	notation.PawnBackward:            "why.pawn-backward",
	notation.PawnSidewaysBeforeRiver: "why.pawn-sideways",
	notation.OutsidePalace:           "why.outside-palace",
	notation.ElephantCrossesRiver:    "why.elephant-crosses-river",
	notation.OwnPieceOnTarget:        "why.own-piece",
	notation.BlockedLeg:              "why.blocked-leg",
	notation.BlockedEye:              "why.blocked-eye",
	notation.PathBlocked:             "why.path-blocked",
	notation.NoScreen:                "why.no-screen",
	notation.TooManyScreens:          "why.too-many-screens",
	notation.CannonNeedsCapture:      "why.cannon-needs-capture",
	notation.KingsFace:               "why.kings-face",
	notation.KingIntoCheck:           "why.king-into-check",
	notation.StaysInCheck:            "why.leaves-check",
	notation.ExposesKing:             "why.exposes-king",
}

// Why says which rule forbids a move, where on the board it can be seen, and what to do instead.
func Why(p *board.Position, e *notation.IllegalError, r Viewer) string {
	mover := p.SideToMove()
	key, ok := reasonKeys[e.Reason]
	if !ok {
		return e.Reason.String()
	}
	vars := words.Vars{"Piece": PieceName(r.Words, e.Piece, 1)}
	if e.Move != board.NoMove {
		vars["From"], vars["To"] = r.point(e.Move.From(), mover), r.target(e.Move, mover)
	} else if len(e.Squares) > 0 {
		vars["From"] = r.point(e.Squares[0], mover) // of a move without points, Squares hold the point of the piece
	}
	if e.Reason >= notation.OwnPieceOnTarget { // it is about pieces, so that their points are named with them
		squares := e.Squares
		if e.Reason == notation.KingsFace { // the mover's own king is not there yet
			squares = squares[len(squares)-1:]
		}
		vars["Where"] = r.List(r.namePieces(p, squares))
	} else {
		vars["Where"] = r.List(namePoints(r.point, e.Squares, mover))
		if !r.letters() && e.Move != board.NoMove && slices.Equal(e.Squares, []board.Square{e.Move.To()}) {
			vars["Where"] = r.target(e.Move, mover)
		}
	}
	if e.Reason == notation.WrongPieceMove {
		vars["How"] = Capital(r.Say("how."+e.Piece.Kind().String(), vars))
	}
	return Capital(r.Say(key, vars))
}

// target names the point to which a refused move of c goes. Its file alone does not identify it, but the move as it
// was typed does.
func (r Viewer) target(m board.Move, c board.Color) string {
	if r.letters() {
		return r.point(m.To(), c)
	}
	return r.Say("at.target")
}

// namePieces names the pieces on some points, as the side to move sees them.
func (r Viewer) namePieces(p *board.Position, squares []board.Square) []string {
	mover := p.SideToMove()
	names := make([]string, len(squares))
	for i, s := range squares {
		vars := words.Vars{"Piece": PieceName(r.Words, p.At(s), 1), "Square": r.point(s, mover)}
		switch {
		case p.At(s) == board.NoPiece:
			names[i] = r.point(s, mover)
		case p.At(s).Color() == mover:
			names[i] = r.Say("at.own", vars)
		default:
			names[i] = r.Say("at.foreign", vars)
		}
	}
	return names
}

// Examples writes a move that may be played in the position in two ways, the viewer's own first.
func Examples(p *board.Position, r Viewer) string {
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return ""
	}
	// A cannon to the middle is the move that everybody knows; after it, any move sideways shows the notation well.
	example := slices.MaxFunc(moves, func(a, b board.Move) int { return cmp.Compare(fame(p, a), fame(p, b)) })
	ways := []string{"**" + MoveText(p, example, r) + "**"}
	if r.coordinates() {
		ways = append(ways, "**"+notation.Format(p, example, r.Chinese())+"**")
	} else {
		ways = append(ways, "**"+notation.Format(p, example, notation.UCI)+"**")
	}
	return strings.Join(ways, r.Say("moves.examples-or"))
}

// fame rates how well a move serves as an example. Only the order of the numbers has a meaning.
func fame(p *board.Position, m board.Move) int {
	points := 0
	if p.At(m.From()).Kind() == board.Cannon {
		points += 2
	}
	if m.From().Rank() == m.To().Rank() {
		points += 2
		if m.To().File() == board.Files/2 {
			points++
		}
	}
	return points
}

// Evidence is what the picture of a refused move points at: what would move or could be meant is selected, what forbids
// it is an obstacle, what it would need a destination. It is an argument of the button that requests the picture.
type Evidence []render.Mark

// evidenceOf finds on the board what forbids a move. Only of a piece that is not there is nothing to be seen.
func evidenceOf(e *notation.IllegalError) (shown Evidence) {
	kind := render.Obstacle
	switch e.Reason {
	case notation.EmptySquare, notation.NotYourPiece:
	case notation.NoSuchPiece, notation.NotInTandem, notation.NoSuchPieceOnFile,
		notation.OffBoard, notation.SameSquare, notation.WrongPieceMove, notation.PawnBackward, notation.PawnSidewaysBeforeRiver:
		kind = render.Selected
	default: // it has the shape of a move, so that both its points are known
		shown = append(shown, render.Mark{Square: e.Move.From(), Kind: render.Selected})
		if e.Reason == notation.NoScreen { // nothing is in the way: that is what is wrong
			kind = render.Destination
		}
	}
	for _, s := range e.Squares {
		if len(shown) == 0 || kind == render.Selected || s != e.Move.From() {
			shown = append(shown, render.Mark{Square: s, Kind: kind})
		}
	}
	return shown
}

// markNames name the kinds of marks on pages, and by their first letters in the argument of a press.
var markNames = [...]string{
	render.Selected: "selected", render.Obstacle: "obstacle", render.Destination: "dot",
}

// arg spells the evidence as the argument of a press: "sh0oh1".
func (e Evidence) arg() string {
	var arg strings.Builder
	for _, m := range e {
		arg.WriteString(markNames[m.Kind][:1] + m.Square.String())
	}
	return arg.String()
}

// ParseEvidence parses what arg has written.
func ParseEvidence(arg string) (e Evidence, err error) {
	for mark := range slices.Chunk([]byte(arg), len("sh0")) {
		kind := slices.IndexFunc(markNames[:], func(name string) bool { return name[0] == mark[0] })
		s, err := board.ParseSquare(string(mark[1:]))
		if err != nil || kind < 0 {
			return nil, fmt.Errorf("view: evidence %q: %q is no mark of a point", arg, mark)
		}
		e = append(e, render.Mark{Square: s, Kind: render.MarkKind(kind)})
	}
	return e, nil
}

// Marks marks the evidence on the board. If that is a single piece, the person misunderstood how it moves: then it
// shows where the piece can go.
func (e Evidence) Marks(p *board.Position) []render.Mark {
	if len(e) != 1 || e[0].Kind != render.Selected {
		return e
	}
	marks := slices.Clone(e)
	for _, m := range movesFrom(p, e[0].Square) {
		marks = append(marks, render.Mark{Square: m.To(), Kind: render.Destination})
	}
	return marks
}

const (
	similarMost = 3 // moves that are offered in the place of a wrong one
	similarFar  = 2 // characters in which a spelling may differ from what was typed
	similarText = 16
)

// meant is what a text that is not a move says about one, as far as it can be read.
type meant struct {
	kind     board.Kind   // NoKind if the text does not say it
	from, to board.Square // board.NoSquare if the text does not say it
}

// meantBy returns what the text names that package notation has refused with err.
func meantBy(err error) meant {
	m := meant{from: board.NoSquare, to: board.NoSquare}
	if e := (*notation.IllegalError)(nil); errors.As(err, &e) {
		m.kind = e.Piece.Kind()
		if e.Move != board.NoMove {
			m.from, m.to = e.Move.From(), e.Move.To()
		}
	}
	return m
}

// similar are the moves that somebody may have meant with a text that is none: those of which a spelling differs little
// from it. Those of the kind of piece that the text names come first, then those to the same point, then those of the
// same piece, then those that are spelled most alike. It knows nothing of what is good.
func similar(p *board.Position, text string, named meant, r Viewer) []board.Move {
	normalize := func(text string) []rune { return []rune(digits.Replace(words.Normalize(text))) }
	typed := normalize(text)
	if len(typed) < 2 || len(typed) > similarText {
		return nil
	}
	type near struct {
		move  board.Move
		other bool // it is of another kind than the text names
		far   int
	}
	var found []near
	nearest := map[bool]int{false: similarFar, true: similarFar} // by near.other
	for _, m := range notation.CompleteAs(p, "", r.Style) {
		n := near{m, named.kind != board.NoKind && p.At(m.From()).Kind() != named.kind, similarFar + 1}
		for _, s := range []notation.Style{
			r.Style, notation.Chinese, notation.ChineseTraditional, notation.WXF, notation.UCI, notation.Vietnamese,
		} {
			spelled := normalize(notation.Format(p, m, s))
			if far := distance(typed, spelled); far < n.far {
				n.far = far
				if named == meantBy(nil) { // the first character names the kind, or the file that it is on
					n.other = typed[0] != spelled[0]
				}
			}
		}
		if n.far <= similarFar && n.far < len(typed)-1 {
			found = append(found, n)
			nearest[n.other] = min(nearest[n.other], n.far)
		}
	}
	last := func(different bool) int {
		if different {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(found, func(a, b near) int {
		return cmp.Or(
			cmp.Compare(last(a.other), last(b.other)),
			cmp.Compare(last(a.move.To() != named.to), last(b.move.To() != named.to)),
			cmp.Compare(last(a.move.From() != named.from), last(b.move.From() != named.from)),
			cmp.Compare(a.far, b.far),
		)
	})
	nearest[true] = min(nearest[false], nearest[true])
	var moves []board.Move
	for _, n := range found {
		// Far ones only where the text names them better than by its letters, or nothing is nearer.
		if len(moves) < similarMost && (n.far < similarFar || n.far == nearest[n.other] || !n.other && n.move.To() == named.to) {
			moves = append(moves, n.move)
		}
	}
	return moves
}

// digits writes Chinese and full-width numerals as plain ones: 炮二平五 is as near to 炮2平5.
var digits = strings.NewReplacer(
	"一", "1", "二", "2", "三", "3", "四", "4", "五", "5", "六", "6", "七", "7", "八", "8", "九", "9",
	"１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8", "９", "9",
)

// distance is how many characters have to be put in, taken out or changed to make one text of another.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// didYouMean adds to a reply about a move that cannot be played what may have been meant, with a button each.
func didYouMean(reply *Reply, g *game.Game, p *board.Position, text string, named meant, r Viewer) {
	moves := similar(p, text, named, r)
	if len(moves) == 0 || g.State != game.Active {
		return
	}
	var buttons []discordgo.MessageComponent
	ahead := ForecastRepetitions(g)
	for _, m := range moves {
		buttons = append(buttons, moveButton(g, p, m, ahead, r))
	}
	reply.Text += "\n" + r.Say("moves.did-you-mean")
	reply.Rows = append(Rows(buttons...), reply.Rows...)
}
