package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// What Discord takes at most in the controls of a message.
const (
	rowButtons  = 5
	buttonLabel = 80
	optionText  = 100
	menuOptions = 25
	menuHint    = 150
)

// Button returns a button with a press.
func Button(label string, style discordgo.ButtonStyle, press Press) discordgo.MessageComponent {
	return discordgo.Button{Label: discord.Cut(label, buttonLabel), Style: style, CustomID: press.ID()}
}

// Rows arranges controls: buttons, five to a row, and whole rows such as a [Menu].
func Rows(controls ...discordgo.MessageComponent) (rows []discordgo.MessageComponent) {
	isRow := func(c discordgo.MessageComponent) bool { return c.Type() == discordgo.ActionsRowComponent }
	for len(controls) > 0 {
		if isRow(controls[0]) {
			rows, controls = append(rows, controls[0]), controls[1:]
			continue
		}
		buttons := controls[:min(len(controls), rowButtons)]
		if i := slices.IndexFunc(buttons, isRow); i > 0 {
			buttons = buttons[:i]
		}
		rows, controls = append(rows, discordgo.ActionsRow{Components: buttons}), controls[len(buttons):]
	}
	return rows
}

// Menu is a row with a list to choose one thing from.
func Menu(hint string, press Press, options []discordgo.SelectMenuOption) discordgo.MessageComponent {
	return MenuRow(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: press.ID(), Placeholder: hint, Options: options,
	})
}

// MenuRow is a row with a menu of any kind, cut to what Discord allows.
func MenuRow(m discordgo.SelectMenu) discordgo.MessageComponent {
	m.Placeholder, m.Options = discord.Cut(m.Placeholder, menuHint), m.Options[:min(len(m.Options), menuOptions)]
	return discordgo.ActionsRow{Components: []discordgo.MessageComponent{m}}
}

// MenuOption is an entry of a menu, cut to what Discord allows.
func MenuOption(label, value, description string) discordgo.SelectMenuOption {
	return discordgo.SelectMenuOption{
		Label: discord.Cut(label, optionText), Value: value, Description: discord.Cut(description, optionText),
	}
}

// MenuChoice is an entry of a menu that shows what is chosen.
func MenuChoice(label, value string, chosen bool) discordgo.SelectMenuOption {
	o := MenuOption(label, value, "")
	o.Default = chosen
	return o
}

// controls are the menus and buttons under a public board. Everybody in the channel can press them; those who may not
// use them get a refusal.
func controls(g *game.Game, r Viewer) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	if g.State == game.Active {
		if !g.Seats[g.Turn()].IsBot() {
			out = append(out, moverMenu(g, r))
		}
		if g.Partner.Kind != game.Hand {
			out = append(out, Rows(candidates(g, r)...)...)
		}
		out = append(out, Rows(answers(g, r.Words)...)...)
	}
	return append(out, Rows(boardButtons(g, r)...)...)
}

// answers are the buttons by which a player answers a request of the other; none if there is no request.
func answers(g *game.Game, w words.Words) []discordgo.MessageComponent {
	press := func(act PressAct) Press { return Press{Act: act, Topic: OnBoard(g)} }
	offer, draw := Question(g)
	switch {
	case !offer.Pending || g.Seats[offer.By.Opponent()].IsBot():
		return nil
	case draw:
		return []discordgo.MessageComponent{
			Button(w.Say("button.draw-yes"), discordgo.SuccessButton, press(PressDrawYes)),
			Button(w.Say("button.draw-no"), discordgo.SecondaryButton, press(PressDrawNo)),
		}
	default:
		return []discordgo.MessageComponent{
			Button(w.Say("button.takeback-yes"), discordgo.SuccessButton, press(PressTakebackYes)),
			Button(w.Say("button.takeback-no"), discordgo.SecondaryButton, press(PressTakebackNo)),
		}
	}
}

// hasRematch reports whether the board of g offers the game once more.
func hasRematch(g *game.Game) bool {
	return g.State == game.Finished && g.Vote == nil && !secondFollows(g) && !g.Involves(game.Deleted)
}

// secondFollows reports whether the game is over and the second one of its match begins by itself. None does after a
// game that was called off.
func secondFollows(g *game.Game) bool {
	return g.State == game.Finished && g.Leg == 1 && !g.CalledOff() && !g.Involves(game.Deleted)
}

// GridArg is the Arg of [PressBoard] for the board in characters, see [Grid].
const GridArg = "grid"

// boardButtons are those that are always there: to turn the board, or where it is in words to see it in characters;
// while the game goes on what else a player can do, and when it is over to go through it.
func boardButtons(g *game.Game, r Viewer) []discordgo.MessageComponent {
	press := func(act PressAct) Press { return Press{Act: act, Topic: OnBoard(g)} }
	flip := press(PressFlip)
	flip.Arg = board.Black.String()
	if r.Flipped(g) {
		flip.Arg = board.Red.String()
	}
	label := "button.flip"
	if r.Layout == InWords {
		label, flip = "button.grid", Press{Act: PressBoard, Topic: OfGame(g.ID), Arg: GridArg}
	}
	buttons := []discordgo.MessageComponent{Button(r.Say(label), discordgo.SecondaryButton, flip)}
	if g.State == game.Active {
		buttons = slices.Concat(
			partnerButton(g, r.Words), hintButton(g, r.Words), LiveButton(Press{Topic: OfGame(g.ID)}, r),
			buttons, planButton(g, r.Words),
		)
	}
	if g.State != game.Active {
		after := onward(g, r)
		if g.State == game.Finished && g.Ply() > 0 {
			after = append(after, LiveButton(Press{Topic: OfGame(g.ID)}, r)...)
			after = append(after, replayButton(g, r), GifButton(g.ID, 0, r),
				Button(r.Say("button.export"), discordgo.SecondaryButton, Press{Act: PressExport, Topic: OfGame(g.ID)}))
		}
		buttons = append(append(after, pastButton(g, r.Words)...), buttons...)
		if game.Resumable(g, g.Updated) {
			label, style, ask := r.Say("button.resume"), discordgo.SecondaryButton, press(PressResume)
			ask.Arg = ResumeAsk
			if g.Clock.Asked {
				label, style, ask.Arg = r.Say("button.resume-yes"), discordgo.SuccessButton, ResumeAgree
			}
			buttons = append(buttons, Button(label, style, ask))
		}
		return buttons
	}
	if g.Vote != nil {
		buttons = append(buttons, voteButtons(g, r.Words)...)
		if !g.Vote.Captain && g.Seats[board.Red].Person == "" && g.Seats[board.Black].Person == "" {
			return buttons // nobody speaks for a whole side
		}
	} else if !g.Rated && mayTakeBack(g, r) {
		buttons = append(buttons, Button(r.Say("button.takeback"), discordgo.SecondaryButton, press(PressTakeback)))
	}
	if g.Vote == nil || g.Vote.Captain { // a draw is agreed between two, and a team without a captain cannot
		buttons = append(buttons, Button(r.Say("button.draw"), discordgo.SecondaryButton, press(PressDraw)))
	}
	return append(buttons, Button(r.Say("button.resign"), discordgo.DangerButton, press(PressResign)))
}

// onward are the buttons for what people do most after a game: play once more, and have it reviewed.
func onward(g *game.Game, r Viewer) (buttons []discordgo.MessageComponent) {
	if hasRematch(g) {
		label := r.Say("button.rematch")
		if g.Leg > 0 {
			label = r.Say("button.rematch-match")
		}
		buttons = append(buttons, Button(label, discordgo.SuccessButton, Press{Act: PressRematch, Topic: OfGame(g.ID)}))
	}
	if g.State == game.Finished && g.Ply() > 0 {
		buttons = append(buttons, ReviewButton(g.ID, 0, r))
	}
	return buttons
}

// mayTakeBack reports whether there is a move to be taken back by the viewer, or by anybody who sees the message with
// them.
func mayTakeBack(g *game.Game, r Viewer) bool {
	for _, c := range []board.Color{board.Red, board.Black} {
		_, moved := g.PliesSinceMove(c)
		own := r.shared || g.Seats[c].Person == r.Person
		if moved && own && !g.Seats[c].IsBot() {
			return true
		}
	}
	return false
}

// moverMenu is the menu by which the side to move begins a move: of its pieces, or of their kinds where a partner moves
// them.
func moverMenu(g *game.Game, r Viewer) discordgo.MessageComponent {
	if g.Partner.Kind == game.Hand {
		return kindMenu(g, r)
	}
	return pieceMenu(g, r)
}

// choice is how a person makes a move by controls: they choose one of the pieces that can move, and then where it goes.
type choice struct {
	position *board.Position
	flipped  bool         // Black is at the bottom of the picture
	chosen   board.Square // the piece, NoSquare for none
	rows     int          // of buttons for moves, at most; more moves are a menu
	ahead    RepetitionForecast
	piece    Press                           // of the menu of pieces
	target   func(board.Square) Press        // of the menu of points for the piece on a square
	play     func(board.Move) Press          // of the button for a move
	label    func(moves []board.Move) string // of a piece with such moves in the menu
}

func choiceIn(g *game.Game, r Viewer, chosen board.Square) choice {
	p, ahead := g.Position(), ForecastRepetitions(g)
	press := func(act PressAct, arg string) Press { return Press{Act: act, Topic: OnBoard(g), Arg: arg} }
	return choice{
		position: &p, flipped: r.Flipped(g), chosen: chosen, rows: gameRows, ahead: ahead,
		piece:  press(PressPiece, ""),
		target: func(s board.Square) Press { return press(PressTarget, s.String()) },
		play:   func(m board.Move) Press { return press(PressPlay, m.String()) },
		label:  func(moves []board.Move) string { return prospects(&p, moves, ahead, r) },
	}
}

// pieceMenu lists the pieces of the side to move that can move.
func pieceMenu(g *game.Game, r Viewer) discordgo.MessageComponent {
	return choiceIn(g, r, board.NoSquare).pieces(r)
}

// controls are the moves of the chosen piece, and below them the menu of pieces, to choose another.
func (c choice) controls(r Viewer) []discordgo.MessageComponent {
	return append(c.targets(r), c.pieces(r))
}

func (c choice) pieces(r Viewer) discordgo.MessageComponent {
	p := c.position
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
			o := MenuOption(Capital(r.PieceOn(p, s))+r.beside(p, s, c.flipped), s.String(), c.label(moves[s]))
			o.Emoji, o.Default = r.Emojis.Of(p.At(s)), s == c.chosen
			options = append(options, o)
		}
	}
	hint := r.Say("menu.piece")
	if c.chosen != board.NoSquare {
		hint = r.Say("menu.other-piece")
	}
	return Menu(hint, c.piece, options)
}

// prospects says of the moves of a piece how many there are, what they take, and whether one gives check; before all,
// which one ends the game by repetition, or can.
func prospects(p *board.Position, moves []board.Move, ahead RepetitionForecast, r Viewer) string {
	parts, check := []string{r.Count("menu.moves", len(moves))}, ""
	if warning, found := ahead.gravest(moves...); found {
		parts = slices.Insert(parts, 0, MoveText(p, warning.Move, r)+" "+ahead.Mark(warning.Move, r.Words))
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

// PieceOn names a piece as a menu does: "cannon b2" or "炮 八路", and of two on a file "前炮八路".
func (r Viewer) PieceOn(p *board.Position, s board.Square) string {
	piece := p.At(s)
	name := PieceName(r.Words, piece, 1)
	if r.coordinates() {
		return r.Say("menu.piece-at", words.Vars{"Piece": name, "Square": r.Square(s)})
	}
	alike := slices.DeleteFunc(lineUp(p.Pieces(piece.Color(), piece.Kind()), piece.Color()), func(other board.Square) bool {
		return other.File() != s.File()
	})
	if len(alike) > 1 {
		name = r.inTandem(name, slices.Index(alike, s), len(alike))
	}
	name = r.Say("menu.piece-on-file", words.Vars{"Piece": name, "File": r.file(s, piece.Color())})
	if r.letters() {
		name += " · " + r.Square(s)
	}
	return name
}

// beside says of one of two like pieces whether it is the left or the right one in a picture; it is empty for others.
func (r Viewer) beside(p *board.Position, s board.Square, flipped bool) string {
	piece := p.At(s)
	alike := lineUp(p.Pieces(piece.Color(), piece.Kind()), piece.Color())
	if len(alike) != 2 {
		return ""
	}
	for _, other := range alike {
		switch {
		case other.File() == s.File():
		case (s.File() < other.File()) != flipped:
			return r.Say("menu.left-one")
		default:
			return r.Say("menu.right-one")
		}
	}
	return ""
}

// inTandem names the nth of several pieces on a file, counted from 0 at the front.
func (r Viewer) inTandem(name string, n, of int) string {
	vars := words.Vars{"Piece": name, "Number": n + 1}
	switch {
	case n == 0:
		return r.Say("at.front", vars)
	case n == of-1:
		return r.Say("at.rear", vars)
	case of == 3:
		return r.Say("at.middle", vars)
	}
	return r.Say("at.nth", vars)
}

func movesFrom(p *board.Position, from board.Square) []board.Move {
	return slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return m.From() != from })
}

// inMenuOrder sorts the moves of a piece as people look for them: forward first, the longest step first, then sideways,
// then back. The number of a move in a menu and in the picture is its place here, from 1.
func inMenuOrder(p *board.Position, moves []board.Move) []board.Move {
	moves = slices.Clone(moves)
	slices.SortFunc(moves, func(a, b board.Move) int {
		return cmp.Or(forward(p, b)-forward(p, a), int(a.To())-int(b.To()))
	})
	return moves
}

// forward is how many ranks a move of the side to move goes forward; it is negative for one that goes back.
func forward(p *board.Position, m board.Move) int {
	steps := m.To().Rank() - m.From().Rank()
	if p.SideToMove() == board.Black {
		return -steps
	}
	return steps
}

// destinations marks a piece and, with their numbers, where it can go.
func destinations(from board.Square, moves []board.Move) []render.Mark {
	marks := []render.Mark{{Square: from, Kind: render.Selected}}
	for i, m := range moves {
		marks = append(marks, render.Mark{Square: m.To(), Kind: render.Destination, Number: i + 1})
	}
	return marks
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

// How many rows of buttons there are at most for the moves of a piece: below them the menu of pieces has room, and
// outside of games two rows more.
const (
	gameRows   = 3
	sketchRows = 2
)

// targets are the controls for the moves of the chosen piece, in the order of [inMenuOrder]: a button each, or a menu
// of more than there is room for.
func (c choice) targets(r Viewer) []discordgo.MessageComponent {
	p := c.position
	moves := inMenuOrder(p, movesFrom(p, c.chosen))
	if len(moves) > c.rows*rowButtons {
		return []discordgo.MessageComponent{Menu(r.Say("menu.target"), c.target(c.chosen), c.options(moves, r))}
	}
	buttons := make([]discordgo.MessageComponent, len(moves))
	for i, m := range moves {
		label := targetLabel(p, i, m, consequences(p, m, c.ahead, r), c.flipped, r)
		buttons[i] = Button(label, discordgo.SecondaryButton, c.play(m))
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
func (c choice) options(moves []board.Move, r Viewer) []discordgo.SelectMenuOption {
	p := c.position
	var options []discordgo.SelectMenuOption
	for i, m := range moves {
		parts := []string{MoveText(p, m, r), stepText(p, m, c.flipped, r.Words)}
		if r.wordsFirst() {
			slices.Reverse(parts)
		}
		label, follows := numberOf(i)+" "+strings.Join(parts, " · "), strings.Join(consequences(p, m, c.ahead, r), " · ")
		options = append(options, MenuOption(label, m.To().String(), follows))
	}
	return options
}

// consequences says what a move takes and whether it gives check; before all, whether it ends the game by repetition.
func consequences(p *board.Position, m board.Move, ahead RepetitionForecast, r Viewer) []string {
	parts := NonEmpty(ahead.Mark(m, r.Words), takesText(p, m, r.Words))
	if p.GivesCheck(m) {
		parts = append(parts, r.Say("menu.check"))
	}
	return parts
}

// The Args of [PressResume].
const (
	ResumeAsk   = "ask"   // the loser asks to play on
	ResumeAgree = "agree" // the winner lets them
)

// ResumeAsked returns the player whom the loser of g has asked to play on. It is empty if the loser has not asked,
// or if it is too late.
func ResumeAsked(g *game.Game) game.Person {
	winner, _ := g.Winner()
	if g.Last.Kind != game.ResumeAsked || !game.Resumable(g, g.Updated) {
		return ""
	}
	return g.Seats[winner].Person
}
