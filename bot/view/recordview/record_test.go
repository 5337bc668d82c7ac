package recordview

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// These ids are under messages in people's channels.
func TestPageKeepsItsSpelling(t *testing.T) {
	for id, want := range map[string]view.Page{
		"1page.p.c.0.nr-2-b":  {Game: 12, Turn: view.TurnForward, Number: 2, Owner: "11"},
		"1page.p.c.0.ob-0-0":  {Game: 12, Turn: view.TurnOpen, Black: true},
		"1page.r.5.0.zb-1i-b": {Record: 5, Turn: view.TurnLast, Number: 54, Black: true, Owner: "11"},
		"1page.r.zik0zj.0.tr-7pr-3w5e11264sgsf": {
			Record: 1<<31 - 1, Turn: view.TurnBoard, Number: 9999, Owner: "18446744073709551615",
		},
	} {
		if len(id) > view.CustomIDLimit {
			t.Errorf("%q is too long", id)
		}
		press, err := view.ParsePress(id)
		if err != nil {
			t.Errorf("ParsePress(%q): %v", id, err)
			continue
		}
		if got, err := view.ParsePage(press); err != nil || got != want {
			t.Errorf("ParsePage(%q) = %+v, %v; want %+v", id, got, err, want)
		}
		if spelled := want.Press(view.PressPage).ID(); spelled != id {
			t.Errorf("%+v is spelled %q, want %q", want, spelled, id)
		}
	}
	for _, arg := range []string{
		"", "nr", "nr-2", "nr-2-b-5-6", "n-2-b", "nx-2-b", "qr-2-b", "nr--b", "nr-02-b", "nr-2-B", "nr-2-b-5", "nr-zzzzzzz-b", "nr-2-", "nr-2-b-",
	} {
		if p, err := view.ParsePage(view.Press{Act: view.PressPage, Topic: view.OfReplay(12, 0), Arg: arg}); !errors.Is(err, view.ErrForeignPress) {
			t.Errorf("ParsePage(%q) = %+v, %v; want ErrForeignPress", arg, p, err)
		}
	}
}

// On every page the buttons lead where they say, never beyond the record, and the buttons that lead nowhere cannot
// be pressed.
func TestTurningPages(t *testing.T) {
	r := readertest.Viewer(t, words.English, gametest.Alice)
	rapid.Check(t, func(t *rapid.T) {
		plies := rapid.IntRange(0, 300).Draw(t, "plies")
		p := view.Page{Record: 1, Number: rapid.IntRange(0, plies).Draw(t, "ply"), Owner: "11"}
		now := rapid.IntRange(0, 300).Draw(t, "plies now") // a running game may have gone on, or back
		want := map[view.Turning]int{
			view.TurnFirst: 0, view.TurnRewind: p.Number - 10, view.TurnBack: p.Number - 1, view.TurnForward: p.Number + 1,
			view.TurnLeap: p.Number + 10, view.TurnLast: now, view.TurnBoard: p.Number,
		}
		seen := make(map[string]bool)
		for _, row := range recordButtons(p, plies, false, false, r) {
			for _, c := range row.(discordgo.ActionsRow).Components {
				b := c.(discordgo.Button)
				if seen[b.CustomID] {
					t.Fatalf("the custom id %s comes twice", b.CustomID)
				}
				seen[b.CustomID] = true
				press, err := view.ParsePress(b.CustomID)
				if err != nil {
					t.Fatal(err)
				}
				from, err := view.ParsePage(press)
				if err != nil || from.Number != p.Number || from.Owner != "11" || from.Record != 1 {
					t.Fatalf("the button %s names the page %+v, %v", b.CustomID, from, err)
				}
				to := from.Turned(now)
				if target := min(max(want[from.Turn], 0), now); to.Number != target || to.Black != (from.Turn == view.TurnBoard) {
					t.Fatalf("%q leads from %d of %d to %+v, want move %d", b.Label, p.Number, now, to, target)
				}
				if moves := from.Turned(plies) != from; b.Disabled == moves {
					t.Fatalf("%q at %d of %d: disabled is %v", b.Label, p.Number, plies, b.Disabled)
				}
			}
		}
	})
}

// randomSheet is a record of a random game with texts as long and as odd as files have them.
func randomSheet(t *rapid.T) gamefile.Game {
	text := rapid.OneOf(rapid.String(), rapid.Just(""), rapid.Just(strings.Repeat("*长_注\n", 4000)), rapid.Just("> # <@11> `x`"))
	g := gametest.RandomGame(t)
	sheet := record.Export(g)
	sheet.Red, sheet.Black = text.Draw(t, "red"), text.Draw(t, "black")
	sheet.Event, sheet.Site, sheet.Date = text.Draw(t, "event"), text.Draw(t, "site"), text.Draw(t, "date")
	sheet.Round, sheet.Opening = text.Draw(t, "round"), text.Draw(t, "opening")
	sheet.Result = gamefile.Result(rapid.IntRange(0, 3).Draw(t, "result"))
	sheet.More = rapid.IntRange(0, 1000).Draw(t, "more")
	sheet.Comments = nil
	for ply := range len(sheet.Moves) + 1 {
		if comment := strings.TrimSpace(text.Draw(t, "comment")); comment != "" {
			sheet.Comments.Set(ply, comment)
		}
	}
	p := sheet.Start
	for ply, m := range sheet.Moves {
		for range rapid.IntRange(0, 5).Draw(t, "variations") {
			legal := p.LegalMoves(nil)
			other := gamefile.Variation{Ply: ply}
			other.Moves = []board.Move{legal[rapid.IntRange(0, len(legal)-1).Draw(t, "other")]}
			sheet.Variations = append(sheet.Variations, other)
		}
		p.Make(m)
	}
	return sheet
}

// Whatever a record says, on every page and in every language, Discord takes the message, and nobody is called by it.
func TestAnyRecordFitsIntoMessages(t *testing.T) {
	phrases := viewtest.Phrases(t)
	rapid.Check(t, func(t *rapid.T) {
		rp := &Replay{Record: record.ID(rapid.Int64Min(1).Draw(t, "record")), Sheet: randomSheet(t), Over: true}
		if rapid.Bool().Draw(t, "broken") {
			rp.Broken = &gamefile.Error{
				Problem: gamefile.Problem(rapid.IntRange(0, 12).Draw(t, "problem")), Line: rapid.IntRange(0, 99).Draw(t, "line"),
				Ply: len(rp.Sheet.Moves) + 1, Text: rapid.String().Draw(t, "text"), Before: rp.Sheet.Start,
			}
		}
		r := view.Viewer{
			Person: rapid.SampledFrom([]game.Person{"11", "1"}).Draw(t, "viewer"),
			Words:  phrases.In(rapid.SampledFrom(phrases.Languages()).Draw(t, "language")),
			Style:  rapid.SampledFrom(notation.Styles()).Draw(t, "style"),
			Bottom: view.Bottom(rapid.IntRange(0, 2).Draw(t, "bottom")),
		}
		p := rp.Last(r)
		p.Number = rapid.IntRange(0, len(rp.Sheet.Moves)).Draw(t, "ply")
		sheet := rp.Sheet.Record()
		sheet.Moves = sheet.Moves[:p.Number]
		position := sheet.Position()
		reply := view.Reply{Embed: recordCard(rp, p, &position, r), Rows: recordButtons(p, len(rp.Sheet.Moves), rp.Over, true, r)}
		reply.Picture = &view.Picture{Alt: describeRecord(rp, p, r)}
		if problem := viewtest.BreaksLimits(reply.Message()); problem != "" {
			t.Fatal(problem)
		}
		if named, stand := viewtest.CoordinatesIn(reply.Picture.Alt), position.Occupied().Count(); named < stand {
			t.Fatalf("%d pieces stand on the board, the description names %d points: %s", stand, named, reply.Picture.Alt)
		}
		if strings.Contains(reply.Embed.Description, "<@11>") {
			t.Fatalf("a mention came through: %s", reply.Embed.Description)
		}
		if !strings.HasSuffix(reply.Embed.Title, fmt.Sprint(rp.Record)) && r.Language() != words.Simplified && r.Language() != words.Traditional {
			t.Fatalf("the title %q does not name the record %d", reply.Embed.Title, rp.Record)
		}
	})
}

// What each problem reads like, in each language.
func TestBrokenRecordsAreExplained(t *testing.T) {
	p := board.StartPosition()
	p.Make(board.NewMove(board.SquareAt(7, 2), board.SquareAt(4, 2)))
	_, illegal := notation.Parse(&p, "马2进4")
	_, unreadable := notation.Parse(&p, "xyzzy")
	_, ambiguous := notation.Parse(&p, "卒进1")
	_, fen := board.ParseFEN("9/9 w")
	_, setup := board.NewPosition(board.Setup{})
	faults := []*gamefile.Error{
		{Problem: gamefile.BadMove, Line: 4, Ply: 2, Number: 1, Side: board.Black, Text: "马2进4", Cause: illegal},
		{Problem: gamefile.BadMove, Line: 4, Ply: 2, Number: 1, Side: board.Black, Text: "xyzzy", Cause: unreadable},
		{Problem: gamefile.BadMove, Line: 4, Ply: 2, Number: 1, Side: board.Black, Text: "卒进1", Cause: ambiguous},
		{Problem: gamefile.BadMove, Line: 4, Ply: 2, Number: 1, Side: board.Black, Text: "马2进4", Cause: illegal, InVariation: true},
		{Problem: gamefile.BadMove, Ply: 2, Number: 1, Side: board.Black, Text: "23"},
		{Problem: gamefile.TooManyMoves, InVariation: true},
		{Problem: gamefile.TooDeep, Line: 7},
		{Problem: gamefile.NotSupported, Text: "CCBridge 1 (.cbl)"},
		{Problem: gamefile.WrongTurn, Line: 4, Ply: 2, Number: 1, Side: board.Black, Text: "2."},
		{Problem: gamefile.Unread, Line: 4, Ply: 2, Number: 1, Side: board.Black, Text: "马8进7 马2进3"},
		{Problem: gamefile.BadStart, Line: 1, Cause: fen},
		{Problem: gamefile.BadStart, Cause: setup},
		{Problem: gamefile.NoSuchGame, Text: "93"},
	}
	const ranks = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	for _, text := range []string{
		strings.Replace(ranks, "1c5c1", "1c5c2", 1) + " w", strings.Replace(ranks, "1c5c1", "1x5c1", 1) + " w", ranks, ranks + " x",
		ranks + " w - e3 0 1", ranks + " w - - 0 1 2", "4k4/9/9/9/9/9/9/9/4A4/A3K4 w", "3k5/9/9/RRR6/9/9/9/9/9/4K4 w",
		"3k5/9/9/9/9/P8/P8/9/9/4K4 w", "4k4/9/9/9/9/9/9/9/9/4K4 w", "3k5/9/9/3R5/9/9/9/9/9/4K4 w",
	} {
		_, err := board.ParseFEN(text)
		faults = append(faults, &gamefile.Error{Problem: gamefile.BadStart, Cause: err})
	}
	for problem := gamefile.TooLarge; problem <= gamefile.OtherMover; problem++ {
		if problem != gamefile.BadMove && problem != gamefile.BadStart && problem != gamefile.NoSuchGame {
			faults = append(faults, &gamefile.Error{Problem: problem, Line: 7, Text: "(x"})
			if faultKeys[problem] == "" {
				t.Errorf("there are no words for %v", problem)
			}
		}
	}
	for _, fault := range faults {
		fault.Before = p
	}
	viewtest.Golden(t, "broken-records", func(lang words.Language) string {
		var lines []string
		for _, fault := range faults {
			lines = append(lines, fault.Problem.String()+":\n\t"+BrokenText(fmt.Errorf("reading: %w", fault), readertest.Viewer(t, lang, gametest.Alice)))
		}
		return strings.Join(lines, "\n")
	})
}

// A game of ours is replayed under the names and with the result that its board had; a record has what it says itself.
func TestReplays(t *testing.T) {
	mate := gametest.From(t, gametest.AgainstBot(t, game.ChallengeSpec{}), "3k5/9/9/9/9/9/9/9/4R4/R3K4 w", "e1d1")
	resigned := gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
	gametest.Must(t, game.Resign(resigned, gametest.Alice, gametest.Noon))
	running := gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2")
	viewtest.Golden(t, "replays", func(lang words.Language) string {
		r := readertest.Viewer(t, lang, gametest.Alice)
		r.Layout = view.InWords
		var shown []string
		for _, rp := range []*Replay{
			{Game: mate.ID, Ours: mate, Sheet: record.Export(mate), Over: true},
			{Game: resigned.ID, Ours: resigned, Sheet: record.Export(resigned), Over: true},
			{Game: running.ID, Ours: running, Sheet: record.Export(running)},
			{Record: 7, Sheet: record.Export(mate), Over: true},
		} {
			shown = append(shown, viewtest.InWords(Page(readertest.View(), rp, rp.Last(r), r).Message()))
		}
		return strings.Join(shown, "\n\n")
	})
}

// All pages of a game have the viewer's own side at the bottom.
func TestPagesHaveTheOwnSideDown(t *testing.T) {
	g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
	rp := &Replay{Game: g.ID, Ours: g, Sheet: record.Export(g)}
	for person, black := range map[game.Person]bool{g.Seats[board.Red].Person: false, g.Seats[board.Black].Person: true} {
		r := readertest.Viewer(t, words.English, person)
		if rp.First(r).Black != black || rp.Last(r).Black != black {
			t.Errorf("%s: Black at the bottom of the first page: %v, of the last: %v, want %v",
				person, rp.First(r).Black, rp.Last(r).Black, black)
		}
	}
}

// A file gets the name and the code of its opening; what it says itself stays.
func TestNameOpening(t *testing.T) {
	rec := openingPath(t, strings.Fields("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 b2a2 i8g8")...).Record
	w := readertest.Viewer(t, "en", "10000000000000001").Words
	sheet := gamefile.Game{Start: rec.Start, Line: gamefile.Line{Moves: rec.Moves}}
	NameOpening(&sheet, w)
	if sheet.Opening == "" || sheet.Tag("ECCO") != "C45" {
		t.Errorf("it is %q, %q", sheet.Opening, sheet.Tag("ECCO"))
	}
	sheet = gamefile.Game{Start: rec.Start, Line: sheet.Line, Opening: "own", Tags: []gamefile.Tag{{Name: "ECCO", Value: "A00"}}}
	if NameOpening(&sheet, w); sheet.Opening != "own" || sheet.Tag("ECCO") != "A00" {
		t.Errorf("it is %q, %q, and was its own", sheet.Opening, sheet.Tag("ECCO"))
	}
	sheet = gamefile.Game{Start: rec.Start, Line: gamefile.Line{Moves: rec.Moves[:13]}} // of a group of codes
	if NameOpening(&sheet, w); sheet.Tag("ECCO") != "" {
		t.Errorf("a group of codes is written as %s", sheet.Tag("ECCO"))
	}
}
