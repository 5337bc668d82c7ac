package bot

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// gamesShown is how many games a list spells out: one row of buttons to open them.
const gamesShown = 10

// gamesCommand is /games: the person's open games, those first that wait for him.
func (h *host) gamesCommand() *Command {
	return &Command{name: "games", private: true, run: h.games}
}

func (h *host) games(ctx context.Context, r *Request) (Reply, error) {
	games, err := h.service.Games(ctx, r.Reader.Person)
	if err != nil {
		return Reply{}, err
	}
	w := r.Reader.Words
	if len(games) == 0 {
		return private(w.Say("games.none")), nil
	}
	lines := []string{w.Count("games.title", len(games))}
	var buttons []discordgo.MessageComponent
	for i, g := range games {
		if i == gamesShown {
			lines = append(lines, w.Count("games.more", len(games)-gamesShown))
			break
		}
		lines = append(lines, "- "+plain(h.gameLine(g, r.Reader))+" · <#"+g.Channel+">")
		buttons = append(buttons, discordgo.Button{
			Style: discordgo.SecondaryButton, Label: "#" + strconv.FormatInt(int64(g.ID), 10),
			CustomID: Press{Act: PressBoard, Game: g.ID}.ID(),
		})
	}
	reply := private(strings.Join(lines, "\n"))
	for len(buttons) > 0 {
		n := min(5, len(buttons))
		reply.Rows = append(reply.Rows, discordgo.ActionsRow{Components: buttons[:n:n]})
		buttons = buttons[n:]
	}
	return reply, nil
}

// gameLine is one game in one line, without markdown: its number, the opponent, and what it waits for.
func (h *host) gameLine(g *game.Game, reader Reader) string {
	w := reader.Words
	status := ""
	switch {
	case g.State == game.Offered && g.WaitsFor(reader.Person):
		status = w.Say("games.answer")
	case g.State == game.Offered:
		status = w.Say("games.offered")
	case g.State != game.Active:
		status = w.Say("games.over")
	case g.Voting() && g.WaitsFor(reader.Person):
		status = w.Say("vote.wanted")
	case g.Voting() && g.IsTurnOf(reader.Person):
		status = w.Say("vote.given")
	case g.IsTurnOf(reader.Person):
		status = w.Say("games.yours")
	case g.WaitsFor(reader.Person):
		status = w.Say("games.asked")
	default:
		status = w.Say("games.theirs")
	}
	return w.Say("games.line", Vars{
		"Game": int64(g.ID), "Opponent": opponentName(g, reader), "Round": g.Ply()/2 + 1, "Status": status,
	})
}

// opponentName is whom the reader plays, or is to play, in g: a bare name.
func opponentName(g *game.Game, reader Reader) string {
	other := g.Opponent
	if g.Vote != nil && g.State != game.Offered {
		return opponentOfTeam(g, reader)
	}
	if color, plays := g.SeatOf(reader.Person); plays {
		other = g.Seats[color.Opponent()]
	} else if g.Opponent.Person == reader.Person {
		other = game.Seat{Person: g.Challenger}
	}
	if other.IsBot() {
		return levelName(reader.Words, other.Level)
	}
	return g.Name(other.Person)
}

// opponentOfTeam is whom the reader plays in a vote game; for one of neither side it is both.
func opponentOfTeam(g *game.Game, reader Reader) string {
	side, plays := g.SeatOf(reader.Person)
	if !plays {
		return seatLabel(g, board.Red, reader.Words) + " – " + seatLabel(g, board.Black, reader.Words)
	}
	return seatLabel(g, side.Opponent(), reader.Words)
}

// contains tells whether a line has what was typed in it, whatever the case of the letters.
func contains(line, typed string) bool {
	return strings.Contains(strings.ToLower(line), strings.ToLower(strings.TrimSpace(typed)))
}
