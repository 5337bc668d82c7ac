package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/render"
)

// How much of what a record says is shown, in characters. Files hold whole articles; a message must not.
const (
	recordName    = 80   // a player, an event, a place
	recordComment = 1500 // what is said at one move
	variationsMax = 3    // other ways to go on, and how many moves of each
	variationPly  = 6
)

// Replay is a game to page through: one played here, or an imported record.
type Replay struct {
	Game   game.ID // exactly one of Game and Record is set
	Record record.ID
	Sheet  gamefile.Game
	Ours   *game.Game // the game with the ID Game; nil for a record
	Over   bool       // no further moves will come
	Broken error      // what could not be read of an imported record; nil: nothing
	Public bool       // it may be shown to the channel where it is asked for
}

// title names the record.
func (rp *Replay) title(w words.Words) string {
	if rp.Record != 0 {
		return w.Say("record.title", words.Vars{"Record": int64(rp.Record)})
	}
	return w.Say("button.game", words.Vars{"Game": rp.Game})
}

// fileName is what the file is called: "game-12.pgn".
func (rp *Replay) fileName(format gamefile.Format) string {
	if rp.Record != 0 {
		return fmt.Sprintf("record-%d%s", rp.Record, format.Extension())
	}
	return fmt.Sprintf("game-%d%s", rp.Game, format.Extension())
}

// Last returns the page with the last move.
func (rp *Replay) Last(r Viewer) Page {
	return Page{
		Game: rp.Game, Record: rp.Record, Ply: len(rp.Sheet.Moves), Black: r.Bottom == BottomBlack, Owner: r.Person,
	}
}

// Replay shows one page of a record: the board, the move that led there, and the buttons to go on.
func (v *View) Replay(rp *Replay, p Page, r Viewer) Reply {
	record := rp.Sheet.Record()
	record.Moves = record.Moves[:p.Ply]
	position := record.Position()
	reply := Reply{Embed: recordCard(rp, p, &position, r), Rows: recordButtons(p, len(rp.Sheet.Moves), rp.Over, r)}
	if reply.Picture = v.page(rp, p, r); reply.Picture == nil {
		description := describeRecord(rp, p, &position, r)
		reply.Embed.Description = discord.Cut(reply.Embed.Description+"\n\n"+description, discord.DescriptionLimit)
	}
	return reply
}

// page draws the board of a page.
func (v *View) page(rp *Replay, p Page, r Viewer) *Picture {
	record := rp.Sheet.Record()
	record.Moves = record.Moves[:p.Ply]
	position := record.Position()
	s := render.Scene{
		Position:    position,
		Flipped:     p.Black,
		Check:       board.NoSquare,
		Theme:       r.Theme,
		Pieces:      r.Pieces,
		Coordinates: r.edge(),
		Over:        rp.ended(p),
	}
	if r.Wide {
		s.Wide, s.RedName, s.BlackName = true, rp.label(board.Red, r.Words), rp.label(board.Black, r.Words)
		fillPanel(&s, &record, r)
	}
	if p.Ply > 0 {
		s.LastMove = record.Moves[p.Ply-1]
	}
	if position.InCheck() {
		s.Check = position.King(position.SideToMove())
	}
	return v.illustrate(BoardFile, describeRecord(rp, p, &position, r), r, func() ([]byte, error) { return v.renderer.PNG(s) },
		"game", rp.Game, "record", rp.Record, "ply", p.Ply)
}

// ended reports whether the game ended with the position of the page.
func (rp *Replay) ended(p Page) bool {
	return p.Ply == len(rp.Sheet.Moves) && rp.Sheet.Result != gamefile.Unknown
}

// played is the game up to the page.
func (rp *Replay) played(p Page) *board.Record {
	return &board.Record{Start: rp.Sheet.Start, Moves: rp.Sheet.Moves[:p.Ply]}
}

// recordCard is the embed beside the board: who played, where, how it ended, the move, and what the record says about
// it.
func recordCard(rp *Replay, p Page, position *board.Position, r Viewer) *discordgo.MessageEmbed {
	w, sheet := r.Words, &rp.Sheet
	lines := []string{
		rp.seat(board.Red, w),
		rp.seat(board.Black, w),
	}
	var around []string
	for _, text := range []string{occasion(sheet), sheet.Round, sheet.Site, sheet.Date, openingOfRecord(sheet, w)} {
		if text = fromRecord(text); text != "" {
			around = append(around, text)
		}
	}
	if len(around) > 0 {
		lines = append(lines, strings.Join(around, " · "))
	}
	if result := rp.result(r); result != "" {
		lines = append(lines, result)
	}
	lines = append(lines, "", plyText(sheet, p, r))
	switch {
	case mated(position) && rp.Ours != nil: // the result tells
	case mated(position):
		lines = append(lines, "**"+checkmateText(rp.played(p), w)+"**")
	case position.InCheck():
		lines = append(lines, w.Say("board.check"))
	case !rp.ended(p):
		lines = append(lines, TurnText(w, position.SideToMove()))
	}
	lines = append(lines, variationLines(&sheet.Line, sheet.Start, p.Ply, r)...)
	if comment := sheet.Comments.Get(p.Ply); comment != "" {
		lines = append(lines, commentText(comment))
	}
	e := &discordgo.MessageEmbed{
		Title:       rp.title(w),
		Description: strings.Join(lines, "\n"),
		Color:       drawEdge,
	}
	switch {
	case sheet.Result == gamefile.RedWins && rp.ended(p):
		e.Color = redEdge
	case sheet.Result == gamefile.BlackWins && rp.ended(p):
		e.Color = blackEdge
	case !rp.ended(p):
		e.Color = edge(position.SideToMove())
	}
	if rp.Broken != nil && p.Ply == len(sheet.Moves) {
		e.Fields = []*discordgo.MessageEmbedField{{
			Name: w.Say("record.broken"), Value: discord.Cut(BrokenText(rp.Broken, r), discord.FieldLimit),
		}}
	}
	if all := sheet.Before + 1 + sheet.More; all > 1 {
		e.Footer = &discordgo.MessageEmbedFooter{Text: w.Say("record.of-file", words.Vars{"Number": sheet.Before + 1, "Games": all})}
	}
	return e
}

// plyText names the move that led to a page, and how far the record has come with it.
func plyText(sheet *gamefile.Game, p Page, r Viewer) string {
	w, total := r.Words, len(sheet.Moves)
	switch {
	case total == 0:
		return w.Say("record.position")
	case p.Ply == 0:
		return w.Count("record.start", total)
	}
	before := board.Record{Start: sheet.Start, Moves: sheet.Moves[:p.Ply-1]}
	position := before.Position()
	return w.Say("record.move", words.Vars{
		"Ply": p.Ply, "Total": total, "Round": position.MoveNumber(), "Move": moveTextBoth(&position, sheet.Moves[p.Ply-1], r) + sheet.Symbol(p.Ply),
	})
}

// variationLines show what a record says could have been played instead of the move that led to a page.
func variationLines(line *gamefile.Line, start board.Position, ply int, r Viewer) []string {
	var lines []string
	for _, variation := range line.Variations {
		if variation.Ply != ply-1 || len(variation.Moves) == 0 {
			continue
		}
		if len(lines) == variationsMax {
			return append(lines, "…")
		}
		record := board.Record{Start: start, Moves: slices.Clone(line.Moves[:variation.Ply])}
		position := record.Position()
		var moves []string
		for n, m := range variation.Moves {
			if n == variationPly {
				moves = append(moves, "…")
				break
			}
			moves = append(moves, MoveText(&position, m, r)+variation.Symbol(n+1))
			position.Make(m)
		}
		lines = append(lines, r.Words.Say("record.variation", words.Vars{"Moves": strings.Join(moves, " ")}))
	}
	return lines
}

// commentText shows a comment as a quotation, line by line, none of it taken for markdown.
func commentText(comment string) string {
	var lines []string
	for line := range strings.Lines(discord.Cut(comment, recordComment)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, "> "+Plain(line))
		}
	}
	// Signs that are shown as they are take two characters.
	return discord.Cut(strings.Join(lines, "\n"), recordComment+recordComment/3)
}

// occasion is what a record is called: the event, or the title that some programs write in its place.
func occasion(sheet *gamefile.Game) string { return cmp.Or(sheet.Event, sheet.Tag("Title")) }

// openingOfRecord names the opening of a record in the viewer's language, or as the record itself does where its moves
// tell nothing.
func openingOfRecord(sheet *gamefile.Game, w words.Words) string {
	record := sheet.Record()
	return cmp.Or(OpeningOf(w, &record), sheet.Opening)
}

// fromRecord is a name out of a record, made fit for a line of a message.
func fromRecord(text string) string { return Plain(discord.Cut(game.Sanitize(text), recordName)) }

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
		name = seatText(rp.Ours, c, w)
	} else if name = fromRecord(rp.name(c)); name == "" {
		name = w.Say("record.unnamed")
	}
	return w.Say("board.seat", words.Vars{"Disc": disc(c), "Side": capital(sideName(w, c)), "Seat": name})
}

// label names a player in the picture.
func (rp *Replay) label(c board.Color, w words.Words) string {
	if rp.Ours != nil {
		return SeatLabel(rp.Ours, c, w)
	}
	if name := game.Sanitize(rp.name(c)); name != "" {
		return discord.Cut(name, recordName)
	}
	return capital(sideName(w, c))
}

// result says how the game ended: of one played here also why, of a record what it says. It is empty where there is
// nothing to say.
func (rp *Replay) result(r Viewer) string {
	if rp.Ours != nil && rp.Ours.State == game.Finished {
		return endText(rp.Ours, r)
	}
	var said []string
	if rp.Sheet.Result != gamefile.Unknown {
		said = append(said, r.Words.Say("record.result", words.Vars{"Result": resultText(r.Words, rp.Sheet.Result)}))
	}
	if how := rp.Sheet.Tag("Termination"); !strings.EqualFold(how, "normal") && fromRecord(how) != "" {
		said = append(said, fromRecord(how)) // resigned, 超时; "normal" is what programs write of nearly every game
	}
	return strings.Join(said, " · ")
}

// resultText is the result of a record in two words, "" where it has none.
func resultText(w words.Words, result gamefile.Result) string {
	switch result {
	case gamefile.RedWins:
		return w.Say("result.red-wins")
	case gamefile.BlackWins:
		return w.Say("result.black-wins")
	case gamefile.Draw:
		return w.Say("result.draw")
	case gamefile.Unknown:
	}
	return ""
}

// describeRecord puts a page of a record into words, for those who cannot see the picture.
func describeRecord(rp *Replay, p Page, position *board.Position, r Viewer) string {
	w := r.Words
	vars := words.Vars{"Title": rp.title(w), "Ply": p.Ply, "Total": len(rp.Sheet.Moves)}
	sentences := []string{w.Say("record.board", vars)}
	if p.Ply == 0 { // nobody speaks of a move 0
		sentences = []string{w.Say("record.board-start", vars), plyText(&rp.Sheet, p, r)}
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		sentences = append(sentences, capital(w.Say("describe.side", words.Vars{"Side": sideName(w, c), "Pieces": army(position, c, r)})))
	}
	if p.Ply > 0 {
		before := board.Record{Start: rp.Sheet.Start, Moves: rp.Sheet.Moves[:p.Ply-1]}
		then := before.Position()
		sentences = append(sentences, w.Say("describe.last", words.Vars{"Move": moveExactly(&then, rp.Sheet.Moves[p.Ply-1], r)}))
	}
	switch {
	case mated(position):
		sentences = append(sentences, checkmateText(rp.played(p), w))
	case position.InCheck():
		sentences = append(sentences, capital(w.Say("describe.check", words.Vars{"Side": sideName(w, position.SideToMove())})))
	}
	switch {
	case rp.ended(p):
		sentences = append(sentences, w.Say("describe.over", words.Vars{"Result": resultText(w, rp.Sheet.Result)}))
	case position.SideToMove() == board.Red:
		sentences = append(sentences, w.Say("describe.red-turn"))
	default:
		sentences = append(sentences, w.Say("describe.black-turn"))
	}
	return discord.Cut(w.Sentences(sentences), discord.AltLimit)
}
