package view

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

func TestViewsKeepDiscordsLimits(t *testing.T) {
	v := testView()
	for _, situation := range situations {
		for _, lang := range viewtest.Phrases(t).Languages() {
			reply := situation.reply(t, v, viewer(t, lang, situation.reads))
			if reply.Shows != nil && reply.Private != reply.Shows.As.Private() {
				t.Errorf("%s: private is %v for the subject %d", situation.name, reply.Private, reply.Shows.As)
			}
			if problem := viewtest.BreaksLimits(reply.Message()); problem != "" {
				t.Errorf("%s in %s: %s", situation.name, lang, problem)
			}
		}
	}
}

func randomViewer(t *rapid.T, phrases *words.Phrases, g *game.Game) Viewer {
	return Viewer{
		Person: rapid.SampledFrom([]game.Person{g.Challenger, g.Opponent.Person, "1"}).Draw(t, "viewer"),
		Words:  phrases.In(rapid.SampledFrom(phrases.Languages()).Draw(t, "language")),
		Style:  rapid.SampledFrom(notation.Styles()).Draw(t, "style"),
		Bottom: Bottom(rapid.IntRange(0, 2).Draw(t, "bottom")),
	}
}

// Whatever the game, the language and the notation: Discord takes the messages, the menus hold every legal move and no
// other, and the description of the board, which is not cut, names every piece.
func TestAnyGameFitsIntoMessages(t *testing.T) {
	v, phrases := testView(), viewtest.Phrases(t)
	rapid.Check(t, func(t *rapid.T) {
		g := gametest.RandomGame(t)
		r := randomViewer(t, phrases, g)
		p := g.Position()

		public := Reply{Text: "board", Embed: card(g, r), Rows: controls(g, r)}
		public.Text, public.Ping = news(g, r)
		if problem := viewtest.BreaksLimits(public.Message()); problem != "" {
			t.Fatal(problem)
		}
		description := describe(g, r)
		if problem := viewtest.BreaksLimits(Reply{Picture: &Picture{Alt: description}}.Message()); problem != "" {
			t.Fatal(problem)
		}
		if named, stand := viewtest.CoordinatesIn(description), p.Occupied().Count(); named < stand {
			t.Fatalf("%d pieces stand on the board, the description names %d points: %s", stand, named, description)
		}

		menu := pieceMenu(g, r, board.NoSquare).(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu)
		found := 0
		for _, o := range menu.Options {
			from, err := board.ParseSquare(o.Value)
			if err != nil {
				t.Fatal(err)
			}
			targets := targetMenu(g, r, movesFrom(&p, from))
			if problem := viewtest.BreaksLimits(Reply{Text: "targets", Rows: []discordgo.MessageComponent{targets}}.Message()); problem != "" {
				t.Fatal(problem)
			}
			for _, target := range targets.(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu).Options {
				to, err := board.ParseSquare(target.Value)
				if err != nil {
					t.Fatal(err)
				}
				m := board.NewMove(from, to)
				if !p.IsLegal(m) {
					t.Fatalf("%s is offered and not legal in %s", m, p.FEN())
				}
				parts := strings.Split(target.Label, " · ") // its number, the move, how it goes
				if len(parts) != 3 {
					t.Fatalf("%q is offered for %s", target.Label, m)
				}
				if read, err := notation.ParseAs(&p, parts[1], r.Style); err != nil || read != m {
					t.Fatalf("%q is offered for %s and reads as %s, %v", target.Label, m, read, err)
				}
				found++
			}
		}
		chosen := rapid.SampledFrom(menu.Options).Draw(t, "chosen")
		from, err := board.ParseSquare(chosen.Value)
		if err != nil {
			t.Fatal(err)
		}
		if problem := viewtest.BreaksLimits(v.Picked(g, r, from).Message()); problem != "" {
			t.Fatal(problem)
		}
		if want := p.CountLegal(); found != want {
			t.Fatalf("the menus hold %d moves of %d in %s", found, want, p.FEN())
		}
	})
}
