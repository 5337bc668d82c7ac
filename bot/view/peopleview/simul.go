package peopleview

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
)

// This file shows simultaneous displays: the invitation with its boards, and the host's list of games.

// simulLines is how many boards a list spells out.
const simulLines = 20

// The Args of [view.PressSimul].
const (
	SimulTake   = "take"   // take a board
	SimulShut   = "shut"   // the host closes the display
	SimulBoards = "boards" // list the boards, those that wait first
)

// Simul is the invitation to a display, with those who have taken a board, in the language in which its host gave it.
// While there are boards left it has its buttons.
func Simul(s lobby.Simul, taken []*game.Game, w words.Words) view.Reply {
	host := words.Vars{"Host": view.Mention(s.Host)}
	boards := s.Boards
	if s.Closed {
		boards = len(taken)
	}
	terms := []string{w.Count("simul.boards", boards)}
	switch s.ColorChoice {
	case game.WantRed:
		terms = append(terms, w.Say("simul.red", host))
	case game.WantBlack:
		terms = append(terms, w.Say("simul.black", host))
	default:
		terms = append(terms, w.Say("simul.random"))
	}
	if s.Rated {
		terms = append(terms, w.Say("challenge.rated"))
	} else {
		terms = append(terms, w.Say("challenge.casual"))
	}
	if s.Time != (clocks.TimeControl{}) {
		terms = append(terms, w.Say("clock.challenge", words.Vars{"Time": view.ControlText(w, s.Time)}))
	}
	if len(taken) > 0 { // forty of them are too long for a field
		terms = append(terms, "", "**"+w.Say("simul.taken")+"**")
		for i, g := range taken {
			terms = append(terms, simulSeat(i+1, g, w))
		}
	}
	reply := view.Reply{
		Text: w.Say("simul.invites", host),
		Embed: &discordgo.MessageEmbed{
			Title: w.Say("simul.title"), Color: view.RedEdge, Description: strings.Join(terms, "\n"),
		},
	}
	button := func(label string, style discordgo.ButtonStyle, arg string) discordgo.MessageComponent {
		return view.Button(w.Say(label), style, view.Press{Act: view.PressSimul, Topic: view.OfSimul(s.ID), Arg: arg})
	}
	var buttons []discordgo.MessageComponent
	if len(taken) < boards {
		buttons = append(buttons, button("simul.button-take", discordgo.SuccessButton, SimulTake),
			button("simul.button-shut", discordgo.SecondaryButton, SimulShut))
	}
	if len(taken) > 0 {
		buttons = append(buttons, button("simul.button-boards", discordgo.SecondaryButton, SimulBoards))
	}
	reply.Rows = view.Rows(buttons...)
	return reply
}

// simulSeat is a board that has been taken: who plays there, where, and the result once there is one.
func simulSeat(number int, g *game.Game, w words.Words) string {
	line := w.Say("simul.seat", words.Vars{
		"Number": strconv.Itoa(number), "Person": view.Person(w, g.Opponent.Person), "Game": g.ID,
	})
	if g.Home != "" {
		line += " · " + view.ChannelMention(g.Channel)
	}
	if g.State == game.Finished {
		line += " · **" + view.ResultMark(g.Outcome) + "**"
	}
	return line
}

// SimulBoard lists the boards of a display as its host goes around: first those where the host is to move, with a
// button each to open it.
func SimulBoard(boards []*game.Game, r view.Viewer) view.Reply {
	waiting := 0
	var lines []string
	var buttons []discordgo.MessageComponent
	for _, g := range boards {
		status := r.Say("games.theirs")
		switch {
		case g.State != game.Active:
			status = r.Say("games.over")
			if g.State == game.Finished {
				status = gameview.EndText(g, r)
			}
		case g.IsTurnOf(g.Challenger):
			waiting++
			status = "**" + r.Say("simul.host-turn") + "**"
			if r.Person == g.Challenger {
				status = "**" + r.Say("games.yours") + "**"
			}
		case g.WaitsFor(g.Challenger):
			status = "**" + r.Say("games.asked") + "**"
		}
		lines = append(lines, r.Say("simul.line", words.Vars{
			"Game": g.ID, "Person": view.Person(r.Words, g.Opponent.Person), "Round": gameview.Round(g), "Status": status,
		})+" · <#"+g.Channel+">")
		if g.State == game.Active && len(buttons) < gameview.MaxListed {
			buttons = append(buttons, view.Button("#"+strconv.FormatInt(int64(g.ID), 10), discordgo.SecondaryButton, view.Press{
				Act: view.PressBoard, Topic: view.OfGame(g.ID),
			}))
		}
	}
	lines = view.CutList(r.Words, lines, simulLines)
	head := "simul.waiting"
	if len(boards) > 0 && r.Person == boards[0].Challenger {
		head = "simul.waiting-you"
	}
	return view.Private(view.FitLines(append([]string{r.Count(head, waiting)}, lines...)), buttons...)
}
