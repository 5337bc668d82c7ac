package gameview

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// gameRows is how many rows of buttons there are at most for the moves of a piece: below them the menu of pieces has
// room.
const gameRows = 3

// choiceIn is the choice of a move in a game.
func choiceIn(g *game.Game, r view.Viewer, chosen board.Square) view.Choice {
	p := g.Position()
	return view.Choice{
		Position: &p, Flipped: r.Flipped(g), Chosen: chosen, Rows: gameRows, Tells: true, Ahead: view.ForecastRepetitions(g),
		Piece:  onBoard(g, view.PressPiece, ""),
		Target: func(s board.Square) view.Press { return onBoard(g, view.PressTarget, s.String()) },
		Play:   func(m board.Move) view.Press { return onBoard(g, view.PressPlay, m.String()) },
	}
}

// pieceMenu lists the pieces of the side to move that can move.
func pieceMenu(g *game.Game, r view.Viewer) discordgo.MessageComponent {
	return choiceIn(g, r, board.NoSquare).Pieces(r)
}

// moverMenu is the menu by which the side to move begins a move: of its pieces, or of their kinds where a partner moves
// them.
func moverMenu(g *game.Game, r view.Viewer) discordgo.MessageComponent {
	if g.Partner.Kind == game.Hand {
		return kindMenu(g, r)
	}
	return pieceMenu(g, r)
}

// controls are the menus and buttons under a public board. Everybody in the channel can press them; those who may not
// use them get a refusal.
func controls(g *game.Game, r view.Viewer) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	if g.State == game.Active {
		if !g.Seats[g.Turn()].IsBot() {
			out = append(out, moverMenu(g, r))
		}
		if g.Partner.Kind != game.Hand {
			out = append(out, view.Rows(candidates(g, r)...)...)
		}
		out = append(out, view.Rows(answers(g, r.Words)...)...)
	}
	return append(out, view.Rows(boardButtons(g, r)...)...)
}

// answers are the buttons by which a player answers a request of the other; none if there is no request.
func answers(g *game.Game, w words.Words) []discordgo.MessageComponent {
	offer, draw := Question(g)
	switch {
	case !offer.Pending || g.Seats[offer.By.Opponent()].IsBot():
		return nil
	case draw:
		return []discordgo.MessageComponent{
			view.Button(w.Say("button.draw-yes"), discordgo.SuccessButton, onBoard(g, view.PressDrawYes, "")),
			view.Button(w.Say("button.draw-no"), discordgo.SecondaryButton, onBoard(g, view.PressDrawNo, "")),
		}
	default:
		return []discordgo.MessageComponent{
			view.Button(w.Say("button.takeback-yes"), discordgo.SuccessButton, onBoard(g, view.PressTakebackYes, "")),
			view.Button(w.Say("button.takeback-no"), discordgo.SecondaryButton, onBoard(g, view.PressTakebackNo, "")),
		}
	}
}

// GridArg is the Arg of [view.PressBoard] for the board in characters, see [Grid].
const GridArg = "grid"

// boardButtons are those that are always there: to turn the board, or where it is in words to see it in characters;
// while the game goes on what else a player can do, and when it is over to go through it.
func boardButtons(g *game.Game, r view.Viewer) []discordgo.MessageComponent {
	flip := onBoard(g, view.PressFlip, "")
	flip.Arg = board.Black.String()
	if r.Flipped(g) {
		flip.Arg = board.Red.String()
	}
	label := "button.flip"
	if r.Layout == view.InWords {
		label, flip = "button.grid", view.Press{Act: view.PressBoard, Topic: view.OfGame(g.ID), Arg: GridArg}
	}
	buttons := []discordgo.MessageComponent{view.Button(r.Say(label), discordgo.SecondaryButton, flip)}
	if g.State == game.Active {
		buttons = slices.Concat(
			partnerButton(g, r.Words), hintButton(g, r.Words), view.LiveButton(view.Press{Topic: view.OfGame(g.ID)}, r),
			buttons, planButton(g, r.Words),
		)
	}
	if g.State != game.Active {
		after := onward(g, r)
		if g.State == game.Finished && g.Ply() > 0 {
			after = append(after, view.LiveButton(view.Press{Topic: view.OfGame(g.ID)}, r)...)
			after = append(after, replayButton(g, r), view.GifButton(g.ID, 0, r),
				view.Button(r.Say("button.export"), discordgo.SecondaryButton, inGame(g, view.PressExport)))
		}
		buttons = append(append(after, pastButton(g, r.Words)...), buttons...)
		if game.Resumable(g, g.Updated) {
			label, style, ask := r.Say("button.resume"), discordgo.SecondaryButton, onBoard(g, view.PressResume, "")
			ask.Arg = ResumeAsk
			if g.Clock.Asked {
				label, style, ask.Arg = r.Say("button.resume-yes"), discordgo.SuccessButton, ResumeAgree
			}
			buttons = append(buttons, view.Button(label, style, ask))
		}
		return buttons
	}
	if g.Vote != nil {
		buttons = append(buttons, voteButtons(g, r.Words)...)
		if !g.Vote.Captain && g.Seats[board.Red].Person == "" && g.Seats[board.Black].Person == "" {
			return buttons // nobody speaks for a whole side
		}
	} else if !g.Rated && mayTakeBack(g, r) {
		ask := onBoard(g, view.PressTakeback, "")
		buttons = append(buttons, view.Button(r.Say("button.takeback"), discordgo.SecondaryButton, ask))
	}
	if g.Vote == nil || g.Vote.Captain { // a draw is agreed between two, and a team without a captain cannot
		offer := onBoard(g, view.PressDraw, "")
		buttons = append(buttons, view.Button(r.Say("button.draw"), discordgo.SecondaryButton, offer))
	}
	return append(buttons, view.Button(r.Say("button.resign"), discordgo.DangerButton, onBoard(g, view.PressResign, "")))
}

// onward are the buttons for what people do most after a game: play once more, and have it reviewed.
func onward(g *game.Game, r view.Viewer) (buttons []discordgo.MessageComponent) {
	if hasRematch(g) {
		label := r.Say("button.rematch")
		if g.Leg > 0 {
			label = r.Say("button.rematch-match")
		}
		press := inGame(g, view.PressRematch)
		buttons = append(buttons, view.Button(label, discordgo.SuccessButton, press))
	}
	if g.State == game.Finished && g.Ply() > 0 {
		buttons = append(buttons, view.ReviewButton(g.ID, 0, r))
	}
	return buttons
}

// replayButton opens the record of a game at its start, for the one who presses alone.
func replayButton(g *game.Game, r view.Viewer) discordgo.MessageComponent {
	p := view.Page{Game: g.ID, Turn: view.TurnOpen, Black: r.Flipped(g)}
	return view.Button(r.Say("record.replay"), discordgo.SecondaryButton, p.Press(view.PressPage))
}

// mayTakeBack reports whether there is a move to be taken back by the viewer, or by anybody who sees the message with
// them.
func mayTakeBack(g *game.Game, r view.Viewer) bool {
	for _, c := range []board.Color{board.Red, board.Black} {
		_, moved := g.PliesSinceMove(c)
		own := r.ForBoth || g.Seats[c].Person == r.Person
		if moved && own && !g.Seats[c].IsBot() {
			return true
		}
	}
	return false
}

// The Args of [view.PressResume].
const (
	ResumeAsk   = "ask"   // the loser asks to play on
	ResumeAgree = "agree" // the winner lets them
)
