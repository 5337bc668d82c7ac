package gameview

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

func randomViewer(t *rapid.T, phrases *words.Phrases, g *game.Game) view.Viewer {
	return view.Viewer{
		Person:   rapid.SampledFrom([]game.Person{g.Challenger, g.Opponent.Person, "1"}).Draw(t, "viewer"),
		Words:    phrases.In(rapid.SampledFrom(phrases.Languages()).Draw(t, "language")),
		Style:    rapid.SampledFrom(notation.Styles()).Draw(t, "style"),
		Bottom:   view.Bottom(rapid.IntRange(0, 2).Draw(t, "bottom")),
		Newcomer: rapid.Bool().Draw(t, "newcomer"),
	}
}

// offered is a move that a control of a message plays.
type offered struct {
	move  board.Move
	label string
}

// offeredMoves lists the moves that the controls for a piece play.
func offeredMoves(t *rapid.T, from board.Square, rows []discordgo.MessageComponent) (out []offered) {
	for _, row := range rows {
		for _, c := range row.(discordgo.ActionsRow).Components {
			switch c := c.(type) {
			case discordgo.Button:
				press, err := view.ParsePress(c.CustomID)
				m, unread := board.ParseMove(press.Arg)
				if err != nil || unread != nil || press.Act != view.PressPlay {
					t.Fatalf("the button %q has the id %q", c.Label, c.CustomID)
				}
				out = append(out, offered{m, c.Label})
			case discordgo.SelectMenu:
				for _, o := range c.Options {
					to, err := board.ParseSquare(o.Value)
					if err != nil {
						t.Fatal(err)
					}
					out = append(out, offered{board.NewMove(from, to), o.Label})
				}
			}
		}
	}
	return out
}

// Whatever the game, the language and the notation: Discord takes the messages, the menus hold every legal move and no
// other, and the description of the board, which is not cut, names every piece.
func TestAnyGameFitsIntoMessages(t *testing.T) {
	v, phrases := readertest.View(), viewtest.Phrases(t)
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.RandomGame(t)
		r := randomViewer(t, phrases, g)
		p := g.Position()

		public := view.Reply{Text: "board", Embed: card(g, r), Rows: controls(g, r)}
		public.Text, public.Ping = news(g, r)
		if problem := viewtest.BreaksLimits(public.Message()); problem != "" {
			t.Fatal(problem)
		}
		description := describe(g, r)
		if problem := viewtest.BreaksLimits(view.Reply{Picture: &view.Picture{Alt: description}}.Message()); problem != "" {
			t.Fatal(problem)
		}
		if named, stand := viewtest.CoordinatesIn(description), p.Occupied().Count(); named < stand {
			t.Fatalf("%d pieces stand on the board, the description names %d points: %s", stand, named, description)
		}

		menu := pieceMenu(g, r).(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu)
		found := 0
		for _, o := range menu.Options {
			from, err := board.ParseSquare(o.Value)
			if err != nil {
				t.Fatal(err)
			}
			rows := choiceIn(g, r, from).Controls(r)
			rows = rows[:len(rows)-1] // below them is the menu of pieces
			if problem := viewtest.BreaksLimits(view.Reply{Text: "targets", Rows: rows}.Message()); problem != "" {
				t.Fatal(problem)
			}
			for _, offered := range offeredMoves(t, from, rows) {
				if !p.IsLegal(offered.move) {
					t.Fatalf("%s is offered and not legal in %s", offered.move, p.FEN())
				}
				// Besides its number the label has the move, and how it goes or what follows from it.
				parts := strings.Split(string([]rune(offered.label)[2:]), " · ")
				if r.Newcomer {
					slices.Reverse(parts)
				}
				if read, err := notation.ParseAs(&p, parts[0], r.Style); err != nil || read != offered.move {
					t.Fatalf("%q is offered for %s and reads as %s, %v", offered.label, offered.move, read, err)
				}
				found++
			}
		}
		chosen := rapid.SampledFrom(menu.Options).Draw(t, "chosen")
		from, err := board.ParseSquare(chosen.Value)
		if err != nil {
			t.Fatal(err)
		}
		if problem := viewtest.BreaksLimits(Picked(v, g, r, from).Message()); problem != "" {
			t.Fatal(problem)
		}
		if want := len(p.LegalMoves(nil)); found != want {
			t.Fatalf("the menus hold %d moves of %d in %s", found, want, p.FEN())
		}
	})
}
