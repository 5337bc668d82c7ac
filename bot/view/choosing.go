package view

import (
	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
)

// This file shows the panel: the message in which one person chooses their moves. Nobody else sees it.

// PanelNext is the Arg of a [PressPiece] that chooses no piece: it shows the panel as the game is now.
const PanelNext = "next"

// Panel is a person's private message beside the board of a game. Where it is their move, it has the board, what
// happened last and the pieces to choose from; where they wait, their move, and a button for when the wait is over.
// Once the game has ended it says so.
func (v *View) Panel(g *game.Game, r Viewer) Reply {
	r = r.Alone()
	reply := Reply{Private: true, Shows: &Shows{g, Panel, r.Server.Boards}}
	switch {
	case g.State != game.Active:
		reply.Text, _ = news(g, r)
	case g.IsTurnOf(r.Person):
		reply.Text, _ = news(g, r)
		reply.Rows = append([]discordgo.MessageComponent{moverMenu(g, r)}, Rows(answers(g, r.Words))...)
		reply.Rows = append(reply.Rows, Rows(partnerButton(g, r.Words))...)
		v.show(&reply, g, r, nil)
	default:
		reply.Text = r.Words.Say("picked.waiting")
		if own, ok := g.SeatOf(r.Person); ok && g.Ply() > 0 && g.Turn() != own {
			reply.Text = r.Words.Sentences([]string{
				r.Words.Say("picked.played", words.Vars{"Move": lastMoveText(g, r)}), reply.Text,
			})
		}
		next := Press{Act: PressPiece, Topic: OnBoard(g), Arg: PanelNext}
		reply.Rows = Rows([]discordgo.MessageComponent{Button(r.Words.Say("button.next"), discordgo.SecondaryButton, next)})
	}
	return reply
}
