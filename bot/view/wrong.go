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
func (v *View) wrongMove(g *game.Game, r Viewer, err error) (Reply, bool) {
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
		vars := words.Vars{"Text": Quoted(e.Text), "Examples": examples(&p, r)}
		if e.Bad == "" {
			reply = Private(r.Words.Say("moves.syntax", vars))
		} else {
			vars["Part"] = Quoted(e.Bad)
			reply = Private(r.Words.Say("moves.syntax-part", vars))
		}
		return reply, e.Text, true
	}
	if e := (*notation.IllegalError)(nil); errors.As(err, &e) {
		reply = Private(r.Words.Say("moves.refused", words.Vars{"Text": Quoted(e.Text), "Why": why(&p, e, r.asTyped(e.Text))}))
		if shown := evidenceOf(e); shown.any() && g.ID != 0 { // no button acts on the board of a lesson
			reply.Rows = Rows([]discordgo.MessageComponent{Button(r.Words.Say("button.why"), discordgo.SecondaryButton,
				Press{Act: PressWhy, Topic: OnBoard(g), Arg: shown.arg()})})
		}
		return reply, e.Text, true
	}
	return Reply{}, "", false
}

// asTyped is the viewer who is told about a text: where that is in coordinates, its points are named as they were typed,
// or e2-e10 would be answered with e1.
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
		for _, m := range e.Candidates[:min(len(e.Candidates), buttonsTotal)] {
			buttons = append(buttons, moveButton(g, &p, m, ahead, r))
		}
	}
	text := r.Words.Say("moves.ambiguous", words.Vars{"Text": Quoted(e.Text)})
	switch {
	case len(e.Candidates) == 1 && e.Sound:
		text = soundsLike(&p, r, e)
	case e.MissingFile:
		piece := p.At(e.Candidates[0].From())
		text = r.Words.Say("moves.which-file", words.Vars{"Text": Quoted(e.Text), "Piece": pieceName(r.Words, piece, 1)})
	}
	return Reply{Text: text, Rows: Rows(buttons), Private: true}
}

// soundsLike asks whether the one move was meant that a text names by its sounds: "跑二平五 → 炮二平五?". It needs no words.
func soundsLike(p *board.Position, r Viewer, e *notation.AmbiguousError) string {
	return Quoted(e.Text) + " → **" + notation.Format(p, e.Candidates[0], r.Chinese()) + "**?"
}

// moveButton plays a move; it says what comes of it by the rules.
func moveButton(
	g *game.Game, p *board.Position, m board.Move, ahead RepetitionForecast, r Viewer,
) discordgo.MessageComponent {
	label := moveTextBoth(p, m, r)
	if mark := ahead.Mark(m, r.Words); mark != "" {
		label += " · " + mark
	}
	return Button(label, discordgo.PrimaryButton,
		Press{Act: PressPlay, Topic: OnBoard(g), Arg: m.String()})
}

// reasonWords finds the phrase for a reason, and reports whether its points are to be named with the pieces on them.
var reasonWords = map[notation.Reason]struct {
	key    string
	pieces bool
}{
	notation.EmptySquare:             {"why.empty-square", false},
	notation.NotYourPiece:            {"why.not-your-piece", false},
	notation.NoSuchPiece:             {"why.no-such-piece", false},
	notation.NotInTandem:             {"why.not-in-tandem", false},
	notation.NoSuchPieceOnFile:       {"why.no-such-piece-on-file", false},
	notation.OffBoard:                {"why.off-board", false},
	notation.SameSquare:              {"why.stays-put", false},
	notation.WrongPieceMove:          {"why.not-that-shape", false},
	notation.PawnBackward:            {"why.pawn-backward", false},
	notation.PawnSidewaysBeforeRiver: {"why.pawn-sideways", false},
	notation.OutsidePalace:           {"why.outside-palace", false},
	notation.ElephantCrossesRiver:    {"why.elephant-crosses-river", false},
	notation.OwnPieceOnTarget:        {"why.own-piece", true},
	notation.BlockedLeg:              {"why.blocked-leg", true},
	notation.BlockedEye:              {"why.blocked-eye", true},
	notation.PathBlocked:             {"why.path-blocked", true},
	notation.NoScreen:                {"why.no-screen", true},
	notation.TooManyScreens:          {"why.too-many-screens", true},
	notation.CannonNeedsCapture:      {"why.cannon-needs-capture", true},
	notation.KingsFace:               {"why.kings-face", true},
	notation.KingIntoCheck:           {"why.king-into-check", true},
	notation.StaysInCheck:            {"why.leaves-check", true},
	notation.ExposesKing:             {"why.exposes-king", true},
}

// howKeys finds the phrase that says how a kind of piece moves.
var howKeys = [board.Pawn + 1]string{
	board.King: "how.king", board.Advisor: "how.advisor", board.Elephant: "how.elephant", board.Horse: "how.horse",
	board.Rook: "how.rook", board.Cannon: "how.cannon", board.Pawn: "how.pawn",
}

// why says which rule forbids a move, where on the board it can be seen, and what to do instead.
func why(p *board.Position, e *notation.IllegalError, r Viewer) string {
	mover := p.SideToMove()
	said, ok := reasonWords[e.Reason]
	if !ok {
		return e.Reason.String()
	}
	vars := words.Vars{"Piece": pieceName(r.Words, e.Piece, 1)}
	if e.Move != board.NoMove {
		vars["From"], vars["To"] = r.point(e.Move.From(), mover), r.target(e.Move, mover)
	} else if len(e.Squares) > 0 {
		vars["From"] = r.point(e.Squares[0], mover) // of a move without points, Squares tell where the piece stands
	}
	if said.pieces {
		squares := e.Squares
		if e.Reason == notation.KingsFace { // the mover's own king may not stand there yet
			squares = squares[len(squares)-1:]
		}
		vars["Where"] = r.Words.List(r.standing(p, squares))
	} else {
		vars["Where"] = r.Words.List(namePoints(r.point, e.Squares, mover))
		if !r.letters() && e.Move != board.NoMove && slices.Equal(e.Squares, []board.Square{e.Move.To()}) {
			vars["Where"] = r.target(e.Move, mover)
		}
	}
	if e.Reason == notation.WrongPieceMove {
		vars["How"] = capital(r.Words.Say(howKeys[e.Piece.Kind()], vars))
	}
	return capital(r.Words.Say(said.key, vars))
}

// target names the point to which a refused move of c goes. Its file is not enough to tell it from others, but the move
// as it was typed is.
func (r Viewer) target(m board.Move, c board.Color) string {
	if r.letters() {
		return r.point(m.To(), c)
	}
	return r.Words.Say("at.target")
}

// standing names the pieces on some points, as the side to move sees them.
func (r Viewer) standing(p *board.Position, squares []board.Square) []string {
	mover := p.SideToMove()
	names := make([]string, len(squares))
	for i, s := range squares {
		vars := words.Vars{"Piece": pieceName(r.Words, p.At(s), 1), "Square": r.point(s, mover)}
		switch {
		case p.At(s) == board.NoPiece:
			names[i] = r.point(s, mover)
		case p.At(s).Color() == mover:
			names[i] = r.Words.Say("at.own", vars)
		default:
			names[i] = r.Words.Say("at.foreign", vars)
		}
	}
	return names
}

// examples writes a move that may be played in the position in two ways, the viewer's own first.
func examples(p *board.Position, r Viewer) string {
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
	return strings.Join(ways, r.Words.Say("moves.examples-or"))
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

// Evidence is what the picture of a refused move points at. It is an argument of the button that requests the picture.
type Evidence struct {
	pieces    []board.Square // what would move, or could be meant
	obstacles []board.Square // what forbids it
	targets   []board.Square // what it would need
}

// evidenceOf finds on the board what forbids a move. Only of a piece that is not there is nothing to be seen.
func evidenceOf(e *notation.IllegalError) Evidence {
	switch e.Reason {
	case notation.EmptySquare, notation.NotYourPiece:
		return Evidence{obstacles: e.Squares}
	case notation.NoSuchPiece, notation.NotInTandem, notation.NoSuchPieceOnFile,
		notation.OffBoard, notation.SameSquare, notation.WrongPieceMove, notation.PawnBackward, notation.PawnSidewaysBeforeRiver:
		return Evidence{pieces: e.Squares}
	default: // it has the shape of a move, so that both its points are known
	}
	shown := Evidence{pieces: []board.Square{e.Move.From()}}
	against := slices.DeleteFunc(slices.Clone(e.Squares), func(s board.Square) bool { return s == e.Move.From() })
	if e.Reason == notation.NoScreen { // nothing is in the way: that is what is wrong
		shown.targets = against
	} else {
		shown.obstacles = against
	}
	return shown
}

func (e Evidence) any() bool { return len(e.pieces)+len(e.obstacles)+len(e.targets) > 0 }

// arg spells the evidence as the argument of a press: "h0-h1-", three lists of points.
func (e Evidence) arg() string {
	var lists []string
	for _, squares := range [][]board.Square{e.pieces, e.obstacles, e.targets} {
		var list strings.Builder
		for _, s := range squares {
			list.WriteString(s.String())
		}
		lists = append(lists, list.String())
	}
	return strings.Join(lists, "-")
}

// ParseEvidence parses what arg has written.
func ParseEvidence(arg string) (Evidence, error) {
	var e Evidence
	lists := strings.Split(arg, "-")
	into := []*[]board.Square{&e.pieces, &e.obstacles, &e.targets}
	if len(lists) != len(into) {
		return Evidence{}, fmt.Errorf("view: evidence %q has %d lists, want %d", arg, len(lists), len(into))
	}
	for i, list := range lists {
		for ; list != ""; list = list[2:] {
			s, err := board.ParseSquare(list[:min(2, len(list))])
			if err != nil {
				return Evidence{}, fmt.Errorf("view: evidence %q: %w", arg, err)
			}
			*into[i] = append(*into[i], s)
		}
	}
	return e, nil
}

// Marks marks the evidence on the board. If that is a single piece, the person misunderstood how it moves: then it
// shows where the piece can go.
func (e Evidence) Marks(p *board.Position) []render.Mark {
	if len(e.pieces) == 1 && len(e.obstacles)+len(e.targets) == 0 {
		for _, m := range movesFrom(p, e.pieces[0]) {
			e.targets = append(e.targets, m.To())
		}
	}
	var marks []render.Mark
	add := func(kind render.MarkKind, squares []board.Square) {
		for _, s := range squares {
			marks = append(marks, render.Mark{Square: s, Kind: kind})
		}
	}
	add(render.Selected, e.pieces)
	add(render.Obstacle, e.obstacles)
	add(render.Destination, e.targets)
	return marks
}
