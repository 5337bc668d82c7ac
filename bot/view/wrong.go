package view

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// This file explains why a move that somebody typed is not played: it cannot be read, it can mean several, or a rule
// forbids it.

// Wrong is why a text is no move that may be played.
type Wrong struct {
	Text       string       // why, and what would be right
	Typed      string       // what it is about
	Candidates []board.Move // the moves that it can mean, if it can mean any
	Evidence   Evidence     // where on the board it can be seen
}

// WhyWrong puts an error of package notation about a move in a position into words. It is false for other errors.
func WhyWrong(p *board.Position, err error, r Viewer) (Wrong, bool) {
	if e, ok := errors.AsType[*notation.AmbiguousError](err); ok {
		return Wrong{Text: whichText(p, e, r), Typed: e.Text, Candidates: e.Candidates}, true
	}
	if e, ok := errors.AsType[*notation.SyntaxError](err); ok {
		return Wrong{Text: UnreadText(p, e, r), Typed: e.Text}, true
	}
	if e, ok := errors.AsType[*notation.IllegalError](err); ok {
		why := r.Say("moves.refused", words.Vars{"Text": Quoted(e.Text), "Why": Why(p, e, r.asTyped(e.Text))})
		return Wrong{Text: why, Typed: e.Text, Evidence: EvidenceOf(e)}, true
	}
	return Wrong{}, false
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

// whichText asks which of the moves was meant that fit what a person typed.
func whichText(p *board.Position, e *notation.AmbiguousError, r Viewer) string {
	switch {
	case len(e.Candidates) == 1 && e.Sound: // it needs no words: "跑二平五 → 炮二平五?"
		return Quoted(e.Text) + " → **" + notation.Format(p, e.Candidates[0], r.Chinese()) + "**?"
	case e.MissingFile:
		piece := p.At(e.Candidates[0].From())
		return r.Say("moves.which-file", words.Vars{"Text": Quoted(e.Text), "Piece": PieceName(r.Words, piece, 1)})
	}
	return r.Say("moves.ambiguous", words.Vars{"Text": Quoted(e.Text)})
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
		vars["From"], vars["To"] = r.Point(e.Move.From(), mover), r.target(e.Move, mover)
	} else if len(e.Squares) > 0 {
		vars["From"] = r.Point(e.Squares[0], mover) // of a move without points, Squares hold the point of the piece
	}
	if e.Reason >= notation.OwnPieceOnTarget { // it is about pieces, so that their points are named with them
		squares := e.Squares
		if e.Reason == notation.KingsFace { // the mover's own king is not there yet
			squares = squares[len(squares)-1:]
		}
		vars["Where"] = r.List(r.namePieces(p, squares))
	} else {
		vars["Where"] = r.List(NamePoints(r.Point, e.Squares, mover))
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
		return r.Point(m.To(), c)
	}
	return r.Say("at.target")
}

// namePieces names the pieces on some points, as the side to move sees them.
func (r Viewer) namePieces(p *board.Position, squares []board.Square) []string {
	mover := p.SideToMove()
	names := make([]string, len(squares))
	for i, s := range squares {
		vars := words.Vars{"Piece": PieceName(r.Words, p.At(s), 1), "Square": r.Point(s, mover)}
		switch {
		case p.At(s) == board.NoPiece:
			names[i] = r.Point(s, mover)
		case p.At(s).Color() == mover:
			names[i] = r.Say("at.own", vars)
		default:
			names[i] = r.Say("at.foreign", vars)
		}
	}
	return names
}

// Evidence is what the picture of a refused move points at: what would move or could be meant is selected, what forbids
// it is an obstacle, what it would need a destination. It is an argument of the button that requests the picture.
type Evidence []render.Mark

// EvidenceOf finds on the board what forbids a move. Only of a piece that is not there is nothing to be seen.
func EvidenceOf(e *notation.IllegalError) (shown Evidence) {
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

// Arg spells the evidence as the argument of a press: "sh0oh1".
func (e Evidence) Arg() string {
	var arg strings.Builder
	for _, m := range e {
		arg.WriteString(markNames[m.Kind][:1] + m.Square.String())
	}
	return arg.String()
}

// ParseEvidence parses what Arg has written.
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

// Live are the marks of the evidence on a page.
func (e Evidence) Live(p *board.Position) []LiveMark {
	marks := []LiveMark{}
	for _, m := range e.Marks(p) {
		marks = append(marks, LiveMark{m.Square.String(), markNames[m.Kind]})
	}
	return marks
}
