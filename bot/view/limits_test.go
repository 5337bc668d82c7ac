package view

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// breaksLimits says which of Discord's limits a reply breaks, "" for none. It knows them from Discord's documentation
// and shares nothing with the code that keeps them.
func breaksLimits(r Reply) string {
	units := func(text string) int { return len(utf16.Encode([]rune(text))) }
	long := func(what, text string, least, most int) string {
		if n := units(text); n < least || n > most {
			return fmt.Sprintf("%s has %d characters, %d to %d are allowed: %q", what, n, least, most, text)
		}
		return ""
	}
	var problems []string
	check := func(problem string) {
		if problem != "" {
			problems = append(problems, problem)
		}
	}
	check(long("the text", r.Text, 0, 2000))
	if r.Shows != nil && r.Private != r.Shows.As.Private() {
		check(fmt.Sprintf("private is %v for the subject %d", r.Private, r.Shows.As))
	}
	if r.Text == "" && r.Embed == nil && r.Picture == nil {
		check("the message is empty")
	}
	if e := r.Embed; e != nil {
		check(long("the title", e.Title, 0, 256))
		check(long("the description", e.Description, 0, 4096))
		sum := units(e.Title) + units(e.Description)
		if len(e.Fields) > 25 {
			check(fmt.Sprintf("%d fields", len(e.Fields)))
		}
		for _, f := range e.Fields {
			check(long("a field's name", f.Name, 1, 256))
			check(long("a field", f.Value, 1, 1024))
			sum += units(f.Name) + units(f.Value)
		}
		if e.Footer != nil {
			check(long("the footer", e.Footer.Text, 0, 2048))
			sum += units(e.Footer.Text)
		}
		if sum > 6000 {
			check(fmt.Sprintf("the embed has %d characters in all", sum))
		}
	}
	if r.Picture != nil {
		check(long("the alternative text", r.Picture.Alt, 1, 1024))
	}
	if len(r.Rows) > 5 {
		check(fmt.Sprintf("%d rows", len(r.Rows)))
	}
	ids := make(map[string]bool)
	id := func(text string) {
		check(long("a custom id", text, 1, 100))
		if ids[text] {
			check("the custom id " + text + " comes twice")
		}
		ids[text] = true
	}
	for _, row := range r.Rows {
		components := row.(discordgo.ActionsRow).Components
		if len(components) < 1 || len(components) > 5 {
			check(fmt.Sprintf("a row of %d components", len(components)))
		}
		for _, c := range components {
			switch c := c.(type) {
			case discordgo.Button:
				check(long("a button", c.Label, 1, 80))
				id(c.CustomID)
			case discordgo.SelectMenu:
				if len(components) != 1 {
					check("a menu that is not alone in its row")
				}
				id(c.CustomID)
				check(long("a placeholder", c.Placeholder, 0, 150))
				if len(c.Options) < 1 || len(c.Options) > 25 {
					check(fmt.Sprintf("a menu of %d", len(c.Options)))
				}
				values := make(map[string]bool)
				for _, o := range c.Options {
					check(long("a choice", o.Label, 1, 100))
					check(long("a choice's value", o.Value, 1, 100))
					check(long("a choice's description", o.Description, 0, 100))
					if values[o.Value] {
						check("the value " + o.Value + " comes twice")
					}
					values[o.Value] = true
				}
			default:
				check(fmt.Sprintf("a component of type %T", c))
			}
		}
	}
	if len(problems) == 0 {
		return ""
	}
	return fmt.Sprint(problems)
}

func TestViewsKeepDiscordsLimits(t *testing.T) {
	v := testView()
	for _, situation := range situations {
		for _, lang := range testPhrases(t).Languages() {
			if problem := breaksLimits(situation.reply(t, v, viewer(t, lang, situation.reads))); problem != "" {
				t.Errorf("%s in %s: %s", situation.name, lang, problem)
			}
		}
	}
}

// randomGame plays a game of random moves between two people with ids as long as they get.
func randomGame(t *rapid.T) *game.Game {
	const red, black = game.Person("18446744073709551615"), game.Person("18446744073709551614")
	g := &game.Game{ID: game.ID(rapid.Int64Min(1).Draw(t, "id"))}
	g.State, g.Rated = game.Active, rapid.Bool().Draw(t, "rated")
	g.Challenger, g.Opponent = red, game.Seat{Person: black}
	g.Seats = [2]game.Seat{{Person: g.Challenger}, g.Opponent}
	g.Record = board.NewRecord()
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	p := g.Position()
	for range rapid.IntRange(0, 120).Draw(t, "plies") {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		p.Make(m)
		g.Record.Moves = append(g.Record.Moves, m)
		g.Last = game.Event{Kind: game.Moved, By: p.SideToMove().Opponent(), Move: m, Ply: g.Ply()}
	}
	if !p.HasLegalMove() {
		t.Skip("the random game is over")
	}
	g.DrawOffer = game.Offer{Pending: rapid.Bool().Draw(t, "offered"), By: board.Color(rapid.IntRange(0, 1).Draw(t, "by"))}
	return g
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
	v, phrases := testView(), testPhrases(t)
	rapid.Check(t, func(t *rapid.T) {
		g := randomGame(t)
		r := randomViewer(t, phrases, g)
		p := g.Position()

		public := Reply{Text: "board", Embed: card(g, r), Rows: controls(g, r)}
		public.Text, public.Ping = news(g, r)
		if problem := breaksLimits(public); problem != "" {
			t.Fatal(problem)
		}
		description := describe(g, r)
		if problem := breaksLimits(Reply{Picture: &Picture{Alt: description}}); problem != "" {
			t.Fatal(problem)
		}
		if named, stand := coordinatesIn(description), p.Occupied().Count(); named < stand {
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
			if problem := breaksLimits(Reply{Text: "targets", Rows: []discordgo.MessageComponent{targets}}); problem != "" {
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
		if problem := breaksLimits(v.Picked(g, r, from)); problem != "" {
			t.Fatal(problem)
		}
		if want := p.CountLegal(); found != want {
			t.Fatalf("the menus hold %d moves of %d in %s", found, want, p.FEN())
		}
	})
}

// coordinatesIn counts what looks like a point of the board in a text, but for the four letters of a move.
func coordinatesIn(text string) int {
	n := 0
	for i := range len(text) - 1 {
		if text[i] >= 'a' && text[i] <= 'i' && text[i+1] >= '0' && text[i+1] <= '9' &&
			(i == 0 || text[i-1] < '0' || text[i-1] > '9' && text[i-1] < 'a' || text[i-1] > 'z') {
			n++
		}
	}
	return n
}
