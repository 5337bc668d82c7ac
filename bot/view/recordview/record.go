// Package recordview makes the messages about games that are looked at again: records and their pages, reviews,
// animations, positions that are analyzed, and the opening explorer. Like package view it changes nothing: a message
// depends only on what is shown and on the [view.Viewer].
//
//	v := view.New(render.New(), log, nil)
//	reply := recordview.Page(v, replay, replay.Last(viewer), viewer)
package recordview

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book/played"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/rules"
	"xiangqibot/render"
)

// How much of what a record says is shown, in characters. Files hold whole articles; a message must not.
const (
	recordName        = 80   // a player, an event, a place
	recordComment     = 1500 // of one move
	maxVariations     = 3    // other ways to go on, and how many moves of each
	maxVariationPlies = 6
)

// Replay is a game to page through: one played here, or an imported record.
type Replay struct {
	Game   game.ID // exactly one of Game and Record is set
	Record record.ID
	Sheet  gamefile.Game
	Ours   *game.Game // the game with the ID Game; nil for a record
	Over   bool       // no further moves will come
	Broken error      // what could not be read of an imported record; nil: nothing
}

func (rp *Replay) title(w words.Words) string {
	if rp.Record != 0 {
		return w.Say("record.title", words.Vars{"Record": int64(rp.Record)})
	}
	return w.Say("button.game", words.Vars{"Game": rp.Game})
}

// fileName is what a file is called, without its extension: "game-12".
func (rp *Replay) fileName() string {
	if rp.Record != 0 {
		return fmt.Sprintf("record-%d", rp.Record)
	}
	return fmt.Sprintf("game-%d", rp.Game)
}

// Ruleset is by what the game is judged: of one played here its own rules, of a record those that are usual.
func (rp *Replay) Ruleset() rules.Ruleset {
	if rp.Ours != nil {
		return rp.Ours.Ruleset()
	}
	return rules.Asian()
}

// First returns the first page, with the board as the viewer likes it.
func (rp *Replay) First(r view.Viewer) view.Page {
	p := view.Page{Game: rp.Game, Record: rp.Record, Black: r.Bottom == view.BottomBlack, Owner: r.Person}
	if rp.Ours != nil {
		p.Black = r.Flipped(rp.Ours)
	}
	return p
}

// Last returns the page with the last move, the same side at the bottom.
func (rp *Replay) Last(r view.Viewer) view.Page {
	p := rp.First(r)
	p.Number = len(rp.Sheet.Moves)
	return p
}

// Page shows one page of a record: the board, the move that led there, and the buttons to go on.
func Page(v *view.View, rp *Replay, p view.Page, r view.Viewer) view.Reply {
	position := rp.at(p.Number).Position()
	reply := view.Reply{Embed: recordCard(rp, p, &position, r), Rows: recordButtons(p, len(rp.Sheet.Moves), rp.Over, position.HasLegalMove(), r)}
	reply.Picture = pagePicture(v, rp, p, r)
	return reply
}

func pagePicture(v *view.View, rp *Replay, p view.Page, r view.Viewer) *view.Picture {
	s := rp.scene(p.Number, p.Black, r)
	s.Over = rp.ended(p)
	return v.Board(s, describeRecord(rp, p, r), r)
}

// scene is the board after so many moves; where it is drawn wide, with the names and the last moves beside it.
func (rp *Replay) scene(ply int, flipped bool, r view.Viewer) render.Scene {
	record := rp.at(ply)
	s := r.Scene(record, flipped)
	if r.Layout == view.Wide {
		s.Wide = true
		rp.namePlayers(&s, r.Words)
		view.FillPanel(&s, record, r)
	}
	return s
}

// namePlayers shows the names of the players in a scene.
func (rp *Replay) namePlayers(s *render.Scene, w words.Words) {
	for c := range s.Players {
		s.Players[c].Name = rp.label(board.Color(c), w)
	}
}

// ended reports whether the game ended with the position of the page.
func (rp *Replay) ended(p view.Page) bool {
	return p.Number == len(rp.Sheet.Moves) && rp.Sheet.Result != gamefile.Unknown
}

// at is the game up to a ply.
func (rp *Replay) at(ply int) *board.Record {
	record := rp.Sheet.Record()
	return record.UpTo(ply)
}

// recordCard is the embed beside the board: who played, where, how it ended, the move, and what the record says about
// it.
func recordCard(rp *Replay, p view.Page, position *board.Position, r view.Viewer) *discordgo.MessageEmbed {
	sheet := &rp.Sheet
	lines := view.NonEmpty(rp.seat(board.Red, r.Words), rp.seat(board.Black, r.Words), rp.eventText(r.Words), rp.result(r))
	lines = append(lines, "", plyText(sheet, p, r))
	switch {
	case view.Mated(position) && rp.Ours != nil: // the result says it
	case view.Mated(position):
		lines = append(lines, "**"+view.CheckmateText(rp.at(p.Number), r.Words)+"**")
	case position.InCheck():
		lines = append(lines, r.Say("board.check"))
	case !rp.ended(p):
		lines = append(lines, view.TurnText(r.Words, position.SideToMove()))
	}
	lines = append(lines, variationLines(sheet, p.Number, r)...)
	lines = append(lines, view.NonEmpty(commentText(sheet.Comments.Get(p.Number)))...)
	e := &discordgo.MessageEmbed{
		Title:       rp.title(r.Words),
		Description: strings.Join(lines, "\n"),
		Color:       view.EdgeColor(position.SideToMove()),
	}
	if rp.ended(p) {
		e.Color = view.ResultColor(outcomes[sheet.Result])
	}
	if rp.Broken != nil && p.Number == len(sheet.Moves) {
		e.Fields = []*discordgo.MessageEmbedField{{
			Name: r.Say("record.broken"), Value: discord.Cut(BrokenText(rp.Broken, r), discord.FieldLimit),
		}}
	}
	if all := sheet.Before + 1 + sheet.More; all > 1 {
		e.Footer = &discordgo.MessageEmbedFooter{Text: r.Say("record.of-file", words.Vars{
			"Number": sheet.Before + 1, "Games": all,
		})}
	}
	return e
}

// eventText says where, when and on what occasion a game was played, and its opening.
func (rp *Replay) eventText(w words.Words) string {
	var known []string
	for _, text := range []string{eventOf(&rp.Sheet), rp.Sheet.Round, rp.Sheet.Site, rp.Sheet.Date, openingOfRecord(&rp.Sheet, w)} {
		known = append(known, view.NonEmpty(fromRecord(text))...)
	}
	return strings.Join(known, " · ")
}

// plyText names the move that led to a page, and how far the record has come with it.
func plyText(sheet *gamefile.Game, p view.Page, r view.Viewer) string {
	total := len(sheet.Moves)
	switch {
	case total == 0:
		return r.Say("record.position")
	case p.Number == 0:
		return r.Count("record.start", total)
	}
	record := sheet.Record()
	position := record.UpTo(p.Number - 1).Position()
	return r.Say("record.move", words.Vars{
		"Ply": p.Number, "Total": total, "Round": position.MoveNumber(),
		"Move": view.MoveTextBoth(&position, sheet.Moves[p.Number-1], r) + sheet.Symbol(p.Number),
	})
}

// variationLines show what a record says could have been played instead of the move that led to a page.
func variationLines(sheet *gamefile.Game, ply int, r view.Viewer) []string {
	var lines []string
	record := sheet.Record()
	for _, variation := range sheet.Variations {
		if variation.Ply != ply-1 || len(variation.Moves) == 0 {
			continue
		}
		if len(lines) == maxVariations {
			return append(lines, "…")
		}
		position := record.UpTo(variation.Ply).Position()
		var moves []string
		for n, m := range variation.Moves {
			if n == maxVariationPlies {
				moves = append(moves, "…")
				break
			}
			moves = append(moves, view.MoveText(&position, m, r)+variation.Symbol(n+1))
			position.Make(m)
		}
		lines = append(lines, r.Say("record.variation", words.Vars{"Moves": strings.Join(moves, " ")}))
	}
	return lines
}

// commentText shows a comment as a quotation, line by line, none of it taken for markdown.
func commentText(comment string) string {
	var lines []string
	for line := range strings.Lines(discord.Cut(comment, recordComment)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, "> "+view.Plain(line))
		}
	}
	// Signs that are shown as they are take two characters.
	return discord.Cut(strings.Join(lines, "\n"), recordComment+recordComment/3)
}

// eventOf is the event of a record, or the title that some programs write in its place.
func eventOf(sheet *gamefile.Game) string { return cmp.Or(sheet.Event, sheet.Tag("Title")) }

// openingOfRecord names the opening of a record in the viewer's language, or as the record itself does if its moves
// name none.
func openingOfRecord(sheet *gamefile.Game, w words.Words) string {
	record := sheet.Record()
	return cmp.Or(openingText(&record, w), sheet.Opening)
}

// openingText is the name of a game's opening after its ECCO code, as far as there are any.
func openingText(rec *board.Record, w words.Words) string {
	return strings.TrimSpace(played.Standard().ECCO(rec).String() + " " + view.OpeningOf(w, rec))
}

// NameOpening writes the name and the code of the opening into a game that is to be a file, unless it has its own.
func NameOpening(sheet *gamefile.Game, w words.Words) {
	record := sheet.Record()
	sheet.Set("Opening", view.OpeningOf(w, &record))
	if code := played.Standard().ECCO(&record); code.Single() {
		sheet.Set("ECCO", code.String())
	}
}

// fromRecord is a name out of a record, made fit for a line of a message.
func fromRecord(text string) string { return view.Plain(discord.Cut(game.Sanitize(text), recordName)) }

// name is what the record itself calls a player.
func (rp *Replay) name(c board.Color) string {
	if c == board.Red {
		return rp.Sheet.Red
	}
	return rp.Sheet.Black
}

// seat names a player with their side: in a game played here as all messages do, otherwise as the record does.
func (rp *Replay) seat(c board.Color, w words.Words) string {
	name := ""
	if rp.Ours != nil {
		name = gameview.SeatText(rp.Ours, c, w)
	} else if name = fromRecord(rp.name(c)); name == "" {
		name = w.Say("record.unnamed")
	}
	return w.Say("board.seat", words.Vars{"Disc": view.Disc(c), "Side": view.Capital(view.SideName(w, c)), "Seat": name})
}

// label names a player in the picture.
func (rp *Replay) label(c board.Color, w words.Words) string {
	if rp.Ours != nil {
		return gameview.SeatLabel(rp.Ours, c, w)
	}
	if name := game.Sanitize(rp.name(c)); name != "" {
		return discord.Cut(name, recordName)
	}
	return view.Capital(view.SideName(w, c))
}

// result says how the game ended: of one played here also why, of a record what it says. It is empty where there is
// nothing to say.
func (rp *Replay) result(r view.Viewer) string {
	if rp.Ours != nil && rp.Ours.State == game.Finished {
		return gameview.EndText(rp.Ours, r)
	}
	var parts []string
	if rp.Sheet.Result != gamefile.Unknown {
		parts = append(parts, r.Say("record.result", words.Vars{"Result": resultText(r.Words, rp.Sheet.Result)}))
	}
	if how := rp.Sheet.Tag("Termination"); !strings.EqualFold(how, "normal") && fromRecord(how) != "" {
		parts = append(parts, fromRecord(how)) // resigned, 超时; "normal" is what programs write of nearly every game
	}
	return strings.Join(parts, " · ")
}

// resultText is the result of a record in two words, "" where it has none.
func resultText(w words.Words, result gamefile.Result) string {
	if result == gamefile.Unknown {
		return ""
	}
	return view.OutcomeText(w, outcomes[result])
}

// outcomes are the results of records as those of games; one that is unknown is like a draw.
var outcomes = map[gamefile.Result]rules.Outcome{
	gamefile.RedWins: rules.RedWins, gamefile.BlackWins: rules.BlackWins, gamefile.Draw: rules.Draw,
	gamefile.Unknown: rules.Draw,
}

// describeRecord puts a page of a record into words, for those who cannot see the picture.
func describeRecord(rp *Replay, p view.Page, r view.Viewer) string {
	result := ""
	vars := words.Vars{"Title": rp.title(r.Words), "Ply": p.Number, "Total": len(rp.Sheet.Moves)}
	head := r.Say("record.board", vars)
	if p.Number == 0 { // nobody speaks of a move 0
		head = r.Sentences(r.Say("record.board-start", vars), plyText(&rp.Sheet, p, r))
	}
	if rp.ended(p) {
		result = resultText(r.Words, rp.Sheet.Result)
	}
	record := rp.at(p.Number)
	text := r.Sentences(head, view.DescribePieces(record, r), view.DescribeTurn(record, result, r))
	return discord.Cut(text, discord.AltLimit)
}

// recordButtons are the buttons below a page of a record with so many moves. One that is over can be reviewed, and
// played on where the position of the page is playable.
func recordButtons(p view.Page, plies int, over, playable bool, r view.Viewer) []discordgo.MessageComponent {
	begun, more := p.Number > 0, p.Number < plies
	buttons := []discordgo.MessageComponent{
		p.TurnButton(view.PressPage, r.Say("record.first"), view.TurnFirst, begun),
		p.TurnButton(view.PressPage, r.Say("record.back"), view.TurnBack, begun),
		p.TurnButton(view.PressPage, r.Say("record.forward"), view.TurnForward, more),
		p.TurnButton(view.PressPage, r.Say("record.last"), view.TurnLast, more),
		p.TurnButton(view.PressPage, r.Say("button.flip"), view.TurnBoard, true),
	}
	if plies > 2*view.Leap {
		buttons = append(buttons,
			p.TurnButton(view.PressPage, fmt.Sprintf("−%d", view.Leap), view.TurnRewind, begun),
			p.TurnButton(view.PressPage, fmt.Sprintf("+%d", view.Leap), view.TurnLeap, more))
	}
	if over && plies > 0 {
		buttons = append(buttons,
			view.ReviewButton(p.Game, p.Record, r), view.GifButton(p.Game, p.Record, r), analysisButton(p, r))
	}
	if over {
		buttons = append(buttons, playButton(p, playable, r))
	}
	if plies > 0 {
		buttons = append(buttons, view.LiveButton(view.Press{Topic: view.OfReplay(p.Game, p.Record)}, r)...)
	}
	return view.Rows(buttons...)
}

// analysisButton looks at the position of a page of a record, for the one who presses alone.
func analysisButton(p view.Page, r view.Viewer) discordgo.MessageComponent {
	return p.TurnButton(view.PressAnalysis, r.Say("button.analysis"), view.TurnOpen, true)
}

// playButton begins a game against the bot from the position of a page of a record.
func playButton(p view.Page, possible bool, r view.Viewer) discordgo.MessageComponent {
	return p.TurnButton(view.PressAnalysis, r.Say("button.play-from"), view.TurnPlay, possible)
}

// NoteQuestions comments on the moves of a game that is over with what the players asked their partners before.
func (rp *Replay) NoteQuestions(r view.Viewer) {
	if rp.Ours == nil || !rp.Over {
		return
	}
	sheet := &rp.Sheet
	for q, p := range gameview.Asked(&rp.Ours.Record, rp.Ours.Questions) {
		text := r.Say("partner.comment", words.Vars{
			"Side":   view.Capital(view.SideName(r.Words, q.By)),
			"Answer": strings.ReplaceAll(gameview.AnswerText(p, q, r), "**", ""),
		})
		at := min(q.Ply+1, len(sheet.Moves))
		sheet.Comments.Set(at, strings.TrimPrefix(sheet.Comments.Get(at)+"\n"+text, "\n"))
	}
}
