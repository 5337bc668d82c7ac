package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// Choice is how a person makes a move by controls: they choose one of the pieces that can move, and then where it goes.
type Choice struct {
	Position *board.Position
	Flipped  bool         // Black is at the bottom of the picture
	Chosen   board.Square // the piece, NoSquare for none
	Rows     int          // of buttons for moves, at most; more moves are a menu
	Tells    bool         // the menu of pieces says what comes of their moves, not only how many there are
	Ahead    RepetitionForecast
	Piece    Press                    // of the menu of pieces
	Target   func(board.Square) Press // of the menu of points for the piece on a square
	Play     func(board.Move) Press   // of the button for a move
}

// Controls are the moves of the chosen piece, and below them the menu of pieces, to choose another.
func (c Choice) Controls(r Viewer) []discordgo.MessageComponent {
	return append(c.targets(r), c.Pieces(r))
}

// Pieces is the menu of the pieces that can move.
func (c Choice) Pieces(r Viewer) discordgo.MessageComponent {
	p := c.Position
	moves := make(map[board.Square][]board.Move)
	for _, m := range p.LegalMoves(nil) {
		moves[m.From()] = append(moves[m.From()], m)
	}
	var options []discordgo.SelectMenuOption
	for _, kind := range menuKinds {
		for _, s := range lineUp(p.Pieces(p.SideToMove(), kind), p.SideToMove()) {
			if len(moves[s]) == 0 {
				continue
			}
			o := MenuOption(Capital(r.PieceOn(p, s))+r.leftOrRight(p, s, c.Flipped), s.String(), c.prospects(moves[s], r))
			o.Emoji, o.Default = r.Emojis.Of(p.At(s)), s == c.Chosen
			options = append(options, o)
		}
	}
	hint := r.Say("menu.piece")
	if c.Chosen != board.NoSquare {
		hint = r.Say("menu.other-piece")
	}
	return Menu(hint, c.Piece, options)
}

// menuKinds lists the kinds of pieces for menus of moves: as [byWorth], but the king last, which moves least.
var menuKinds = append(slices.Clone(byWorth[1:]), board.King)

// KindMenu is a menu of the kinds of piece that can move.
func KindMenu(p *board.Position, hint string, press Press, r Viewer) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, kind := range menuKinds {
		n := 0
		for _, m := range p.LegalMoves(nil) {
			if p.At(m.From()).Kind() == kind {
				n++
			}
		}
		if n > 0 {
			piece := board.MakePiece(p.SideToMove(), kind)
			o := MenuOption(Capital(PieceName(r.Words, piece, 1)), kind.String(), r.Count("menu.moves", n))
			o.Emoji = r.Emojis.Of(piece)
			options = append(options, o)
		}
	}
	return Menu(hint, press, options)
}

// prospects says of the moves of a piece how many there are; where the choice tells more, also what they take, whether
// one gives check, and before all, which one ends the game by repetition, or can.
func (c Choice) prospects(moves []board.Move, r Viewer) string {
	parts, check := []string{r.Count("menu.moves", len(moves))}, ""
	if !c.Tells {
		return parts[0]
	}
	p := c.Position
	if warning, found := c.Ahead.worst(moves...); found {
		parts = slices.Insert(parts, 0, MoveText(p, warning.Move, r)+" "+c.Ahead.Mark(warning.Move, r.Words))
	}
	for _, m := range moves {
		if takes := takesText(p, m, r.Words); !slices.Contains(parts, takes) {
			parts = append(parts, takes)
		}
		if p.GivesCheck(m) {
			check = r.Say("menu.check")
		}
	}
	return strings.Join(NonEmpty(append(parts, check)...), " · ")
}

// takesText says what a move takes, "" for nothing.
func takesText(p *board.Position, m board.Move, w words.Words) string {
	if taken := p.At(m.To()); taken != board.NoPiece {
		return w.Say("menu.takes", words.Vars{"Piece": PieceName(w, taken, 1)})
	}
	return ""
}

func movesFrom(p *board.Position, from board.Square) []board.Move {
	return slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return m.From() != from })
}

// forward is how many ranks a move of the side to move goes forward; it is negative for one that goes back.
func forward(p *board.Position, m board.Move) int {
	steps := m.To().Rank() - m.From().Rank()
	if p.SideToMove() == board.Black {
		return -steps
	}
	return steps
}

// Destinations are the moves of a piece as people look for them, and what marks them in a picture: the piece, and the
// points to which it can go, with the numbers that their moves have in menus. Moves forward come first, the longest step
// before the others, then those sideways, then those back.
func Destinations(p *board.Position, from board.Square) (moves []board.Move, marks []render.Mark) {
	moves = movesFrom(p, from)
	slices.SortFunc(moves, func(a, b board.Move) int {
		return cmp.Or(forward(p, b)-forward(p, a), int(a.To())-int(b.To()))
	})
	marks = append(marks, render.Mark{Square: from, Kind: render.Selected})
	for i, m := range moves {
		marks = append(marks, render.Mark{Square: m.To(), Kind: render.Destination, Number: i + 1})
	}
	return moves, marks
}

// targets are the controls for the moves of the chosen piece, in the order of [Destinations]: a button each, or a menu
// of more than there is room for.
func (c Choice) targets(r Viewer) []discordgo.MessageComponent {
	p := c.Position
	moves, _ := Destinations(p, c.Chosen)
	if len(moves) > c.Rows*rowButtons {
		return []discordgo.MessageComponent{Menu(r.Say("menu.target"), c.Target(c.Chosen), c.options(moves, r))}
	}
	buttons := make([]discordgo.MessageComponent, len(moves))
	for i, m := range moves {
		label := targetLabel(p, i, m, consequences(p, m, c.Ahead, r), c.Flipped, r)
		buttons[i] = Button(label, discordgo.SecondaryButton, c.Play(m))
	}
	return Rows(buttons...)
}

// targetLabel is the label of the button for the move of a piece with an index, which has no room for everything:
// "② C2-4 · takes the horse", or where words come first "② 4 back, takes the horse · C2-4".
func targetLabel(p *board.Position, index int, m board.Move, follows []string, flipped bool, r Viewer) string {
	number, move := numberOf(index), MoveText(p, m, r)
	if r.wordsFirst() {
		parts := append([]string{stepText(p, m, flipped, r.Words)}, follows...)
		return number + " " + strings.Join(parts, r.Say("list.comma")) + " · " + move
	}
	return number + " " + strings.Join(append([]string{move}, follows...), " · ")
}

// numberOf writes the number of the move with an index, as it is in the picture: "②". No piece has more than 17 moves,
// and there are twenty such characters.
func numberOf(index int) string { return string(rune('①' + index)) }

// wordsFirst reports whether the viewer reads how a move goes before its notation.
func (r Viewer) wordsFirst() bool { return r.Newcomer || r.Layout == InWords }

// options are the entries of the menu for moves of a piece: the number in the picture, the notation, how the move goes,
// and what follows from it.
func (c Choice) options(moves []board.Move, r Viewer) []discordgo.SelectMenuOption {
	p := c.Position
	var options []discordgo.SelectMenuOption
	for i, m := range moves {
		parts := []string{MoveText(p, m, r), stepText(p, m, c.Flipped, r.Words)}
		if r.wordsFirst() {
			slices.Reverse(parts)
		}
		label, follows := numberOf(i)+" "+strings.Join(parts, " · "), strings.Join(consequences(p, m, c.Ahead, r), " · ")
		options = append(options, MenuOption(label, m.To().String(), follows))
	}
	return options
}

// stepText says how a move goes, for those who do not read the notation: "2 forward, 1 left". Left and right are those
// of a picture, which may have Black at the bottom.
func stepText(p *board.Position, m board.Move, flipped bool, w words.Words) string {
	var parts []string
	add := func(key string, n int) {
		if n > 0 {
			parts = append(parts, w.Count(key, n))
		}
	}
	ahead, right := forward(p, m), m.To().File()-m.From().File()
	if flipped {
		right = -right
	}
	add("menu.forward", ahead)
	add("menu.back", -ahead)
	add("menu.left", -right)
	add("menu.right", right)
	return strings.Join(parts, w.Say("list.comma"))
}

// consequences says what a move takes and whether it gives check; before all, whether it ends the game by repetition.
func consequences(p *board.Position, m board.Move, ahead RepetitionForecast, r Viewer) []string {
	parts := NonEmpty(ahead.Mark(m, r.Words), takesText(p, m, r.Words))
	if p.GivesCheck(m) {
		parts = append(parts, r.Say("menu.check"))
	}
	return parts
}
