// Package view makes the messages of the bot: text, picture, buttons and menus, for one [Viewer].
//
// It changes no game, sends nothing, and reads no database and no clock. A message depends only on the game and the
// Viewer, so the same two always make the same [Reply]. Start with:
//
//	v := view.New(render.New(), log, nil)
//	reply := v.Turn(g, viewer)     // the current board, the latest event, and the possible actions
//	message := reply.Message()     // as it is sent to Discord
//
// A button or menu has a [Press] (press.go), which holds all that its act needs; Discord returns it unchanged when
// somebody presses it. Refusal puts refused acts and illegal moves into words. The small texts of which messages are
// made, names of people, sides, moves and times, are in say.go and clock.go.
//
// Messages about games that are played are here, with what all messages are made of. The others have packages of their
// own: recordview, lessonview, peopleview and panelview.
//
// A message to a channel has one picture and one language although its readers have several. It is written for the
// person who has to act on it, or who has just acted; the mentions and the coordinates after each move serve the
// others.
//
// The messages are built to stay within Discord's limits: a side has at most sixteen pieces, a piece at most
// seventeen moves, and no phrase is near the maximum length. The tests check this with random games.
package view

import (
	"fmt"
	"log/slog"
	"math"
	"runtime/debug"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/render"
)

// View makes the messages with pictures. It is safe for concurrent use.
type View struct {
	Renderer *render.Renderer // draws the pictures
	Log      *slog.Logger     // of what could not be drawn
	turn     DrawScheduler
}

// DrawScheduler runs draw for a person in a server, empty for none, when it is their turn.
type DrawScheduler func(server string, person game.Person, draw func())

// New returns a [View] that draws with a renderer, scheduled by turn; nil draws at once. Failures to draw are logged,
// and the viewer gets text instead.
func New(renderer *render.Renderer, log *slog.Logger, turn DrawScheduler) *View {
	if turn == nil {
		turn = func(_ string, _ game.Person, draw func()) { draw() }
	}
	return &View{Renderer: renderer, Log: log, turn: turn}
}

// Draw makes a picture for a viewer.
func (v *View) Draw(r Viewer, make func() []byte) (png []byte) {
	v.turn(r.Guild, r.Person, func() { png = make() })
	return png
}

// Illustrate draws a picture. If a mistake in our code makes that fail, the message says what it would show: a player
// who reads the position can go on playing. So it does for viewers who read boards in words.
func (v *View) Illustrate(name, alt string, r Viewer, draw func() []byte) (p *Picture) {
	if r.Layout == InWords {
		return &Picture{Alt: alt}
	}
	defer func() {
		if problem := recover(); problem != nil {
			v.Log.Error("picture not drawn", "picture", name, "problem", problem, "stack", string(debug.Stack()))
			p = &Picture{Alt: alt}
		}
	}()
	return &Picture{Name: name, PNG: v.Draw(r, draw), Alt: discord.Cut(alt, discord.AltLimit)}
}

// Board draws a board, like Illustrate.
func (v *View) Board(s render.Scene, alt string, r Viewer) *Picture {
	return v.Illustrate(BoardFile, alt, r, func() []byte { return v.Renderer.PNG(s) })
}

// Position draws a board beside which no game is played: in a lesson or a puzzle.
func (v *View) Position(
	record *board.Record, flipped bool, marks []render.Mark, r Viewer, arrows ...render.Arrow,
) *Picture {
	s := r.Scene(record, flipped)
	s.Marks, s.Arrows = marks, arrows
	return v.Board(s, Armies(&s.Position, r), r)
}

// Scene is the last position of a record as the viewer likes boards to look, with the last move, and the king if it is
// in check.
func (r Viewer) Scene(record *board.Record, flipped bool) render.Scene {
	s := render.Scene{
		Position: record.Position(), Flipped: flipped, Check: board.NoSquare,
		Theme: r.Theme, Pieces: r.Pieces, Coordinates: r.Edge(),
	}
	if n := len(record.Moves); n > 0 {
		s.LastMove = record.Moves[n-1]
	}
	if s.Position.InCheck() {
		s.Check = s.Position.King(s.Position.SideToMove())
	}
	return s
}

// Colors of the edge of an embed: the side to move, or the winner.
const (
	RedEdge   = 0xC0392B
	blackEdge = 0x23272A
	DrawEdge  = 0x95A5A6
)

// BoardFile is the name of the picture of a board.
const BoardFile = "board.png"

// Turn shows a game that is being played or is over: what happened last, the board, and the controls that make sense
// now.
func (v *View) Turn(g *game.Game, r Viewer) Reply {
	reply := TurnAsText(g, r)
	reply.Picture = v.Picture(g, r, nil)
	return reply
}

// TurnAsText is like Turn, without the picture.
func TurnAsText(g *game.Game, r Viewer) Reply {
	text, ping := news(g, r)
	for _, small := range []string{coachText(g, r), limitText(g, r.Words), placeReason(g, r.Words)} {
		if small != "" {
			text += "\n-# " + small
		}
	}
	return Reply{
		Text: text, Ping: ping, Embed: card(g, r), Rows: controls(g, r), Shows: &Shows{g, Board, r.Server.Boards},
	}
}

// TurnInWords says what happened last in a game, for somebody who sees its board in another message. When the game is
// over it has the buttons for what comes next, since that board may be far above.
func TurnInWords(g *game.Game, r Viewer) Reply {
	reply := TurnAsText(g, r)
	reply.Embed, reply.Rows = nil, Rows(onward(g, r)...)
	return reply
}

// Picture draws the board. It is a plain attachment of the message. Inside the embed it would look much the same, but
// Discord hides an attachment that an embed shows, and its alternative text with it.
func (v *View) Picture(g *game.Game, r Viewer, marks []render.Mark) *Picture {
	alt := describe(g, r)
	if r.Layout == InWords {
		alt = inWords(g, r)
	}
	picture := v.Board(scene(g, r, marks), alt, r)
	if picture.PNG != nil {
		picture.Text = diagram(g, r)
	}
	return picture
}

// Preview draws the start position in the viewer's style, nil if they read boards in words.
func (v *View) Preview(r Viewer) *Picture {
	if r.Layout == InWords {
		return nil
	}
	start := board.NewRecord()
	sample := r.Scene(&start, false)
	if sample.Wide = r.Layout == Wide; sample.Wide {
		sample.RedName, sample.BlackName = Capital(SideName(r.Words, board.Red)), Capital(SideName(r.Words, board.Black))
	}
	return v.Board(sample, r.Say("settings.sample"), r)
}

func scene(g *game.Game, r Viewer, marks []render.Mark) render.Scene {
	s := r.Scene(&g.Record, r.Flipped(g))
	s.Marks, s.Tally, s.Over = marks, tally(g, r), g.State == game.Finished
	beside(&s, g, r)
	return s
}

// news says what happened last and what is awaited now, and whom that concerns. A viewer who reads it alone is called
// by nothing.
func news(g *game.Game, r Viewer) (text string, ping []game.Person) {
	if text, ping = newsFor(g, r); r.alone {
		return r.uncalled(g, text), nil
	}
	return text, ping
}

func newsFor(g *game.Game, r Viewer) (text string, ping []game.Person) {
	if winner := ResumeAsked(g); winner != "" {
		return r.Say("news.resume-asked", words.Vars{
			"Who": Who(g, g.Last.By, r.Words), "Winner": Mention(winner),
		}), []game.Person{winner}
	}
	if g.State == game.Finished {
		played := ""
		if g.Ply() > 0 && g.Last.Move != board.NoMove {
			played = moved(g, r)
		}
		return r.Sentences(played, EndText(g, r), uncounted(g, r.Words), afterwards(g, r.Words)), nil
	}
	latest, open := happened(g, r), stillOpen(g, r)
	if g.Last.Kind == game.DrawOffered || g.Last.Kind == game.TakebackAsked {
		latest, open = open, latest // the question is about what was asked last
	}
	text = r.Sentences(latest, open)
	asked, question := awaited(g, r, text)
	text = r.Sentences(text, question)
	if asked != "" {
		ping = []game.Person{asked}
	}
	if g.Ballot().Open() || asked != "" && asked == g.Seats[g.Turn()].Person {
		p := g.Position()
		text = r.Sentences(text, ForecastRepetitions(g).warnings(&p, r))
	}
	return text, ping
}

// happened describes the latest event of a game that goes on.
func happened(g *game.Game, r Viewer) (text string) {
	last := g.Last
	by := words.Vars{"Who": Who(g, last.By, r.Words)}
	deed := func(key string) string { return r.deed(g, last.By, key) }
	switch last.Kind {
	case game.Started:
		text = startText(g, r.Words)
		if g.Vote != nil { // in short: a button shows the rest
			text = r.Sentences(text, r.Say("vote.brief", words.Vars{"Window": DurationText(r.Words, g.Vote.Window)}))
			text = r.Sentences(append([]string{text}, reserved(g, r.Words)...)...)
		}
		return text
	case game.VoteExtended:
		return extended(g, r.Words)
	case game.VoteMissed:
		return r.Say("vote.missed", by)
	case game.Resumed:
		return r.Say("news.resumed", by)
	case game.DrawDeclined: // the bot may do it by moving
		text = r.Say(deed("news.draw-declined"), by)
	case game.TakebackAsked, game.TakenBack:
		return r.Count(deed("news."+string(last.Kind)), last.Plies, by)
	case game.DrawOffered, game.DrawWithdrawn, game.TakebackWithdrawn, game.TakebackDeclined:
		return r.Say(deed("news."+string(last.Kind)), by)
	default: // the move says it all
	}
	if last.Move != board.NoMove {
		text = r.Sentences(text, moved(g, r))
	}
	if g.DrawOffer.Pending && g.DrawOffer.By == last.By { // with the move
		text = r.Sentences(text, r.Say(deed("news.draw-offered"), by))
	}
	return text
}

// stillOpen says what waits for an answer beside what the latest event asks: "do you agree?" would not say to what.
func stillOpen(g *game.Game, r Viewer) (text string) {
	who := func(o game.Offer) words.Vars { return words.Vars{"Who": Who(g, o.By, r.Words)} }
	withMove := g.Last.Move != board.NoMove && g.DrawOffer.By == g.Last.By
	if o := g.DrawOffer; o.Pending && g.Last.Kind != game.DrawOffered && !withMove {
		text = r.Say(r.deed(g, o.By, "news.draw-open"), who(o))
	}
	if o := g.Takeback; o.Pending && g.Last.Kind != game.TakebackAsked {
		text = r.Sentences(text, r.Count(r.deed(g, o.By, "news.takeback-open"), o.Plies, who(o)))
	}
	return text
}

// moved names the moves that the latest event brought, a sentence each: the one that was played, and those that had
// been planned for that case. Where the bot has replied, it also names the move before: the reply takes the place
// of the message that showed it, or came before any such message.
func moved(g *game.Game, r Viewer) string {
	first, played := namedPlies(g)
	var sentences []string
	if g.Ply() == 0 { // the move before the first is none of the record
		key := r.deed(g, g.Last.By, "news.moved")
		sentences = append(sentences, r.Say(key, words.Vars{
			"Who": Who(g, g.Last.By, r.Words), "Move": lastMoveText(g, r),
		}))
	}
	for ply := first; ply < g.Ply(); ply++ {
		p := g.Record.UpTo(ply).Position()
		key := "news.moved"
		if ply > played {
			key = "news.planned"
		}
		sentences = append(sentences, r.Say(r.deed(g, p.SideToMove(), key), words.Vars{
			"Who": Who(g, p.SideToMove(), r.Words), "Move": MoveText(&p, g.Record.Moves[ply], r),
		}))
	}
	if g.Last.Substitute {
		sentences = append(sentences, r.Say("news.substitute", words.Vars{"Engine": Plain(g.Engine)}))
	}
	return r.Sentences(sentences...)
}

// namedPlies are the plies of the first move that moved names, and of the one that the latest event played.
func namedPlies(g *game.Game) (first, played int) {
	played = max(0, g.Ply()-1-g.Last.Planned)
	first = played
	if g.Seats[g.Last.By].IsBot() && (g.Vote != nil || g.Last.Kind != game.DrawDeclined) && first > 0 {
		first--
	}
	return first, played
}

// awaited names the player who has to do something now, and asks them for it: the answer to a proposal goes before the
// next move. When it is the bot's turn it names nobody. A person mentioned in text, the preceding sentences,
// is not mentioned again: between two people the card says whose move it is. Nor is a viewer who reads it alone.
func awaited(g *game.Game, r Viewer, text string) (game.Person, string) {
	if offer, _ := Question(g); offer.Pending {
		asked := g.Seats[offer.By.Opponent()]
		if asked.IsBot() {
			return "", r.Say("news.bot-answer")
		}
		person := asked.Person
		if asked.Team {
			person = g.Vote.CaptainOf(offer.By.Opponent())
		}
		if r.alone && person == r.Person {
			return person, r.Say("alone.your-answer")
		}
		return person, r.Say("news.your-answer", words.Vars{"Who": Mention(person)})
	}
	mover := g.Seats[g.Turn()]
	switch {
	case g.Ballot().Open():
		return "", askTeam(g, r.Words)
	case mover.IsOutside():
		return "", r.Say("news.outside-turn", words.Vars{"Engine": Plain(g.Engine)})
	case mover.IsBot(), mover.Team:
		return "", r.Say("news.bot-turn")
	}
	vars := words.Vars{"Who": Mention(mover.Person)}
	p := g.Position()
	reader := r.alone && mover.Person == r.Person
	// Against the bot the player is addressed without a name, except in what other viewers read.
	called, alone := strings.Contains(text, Mention(mover.Person)), g.Seats[g.Turn().Opponent()].IsBot() && (!r.alone || reader)
	switch {
	case (called && alone || reader) && p.InCheck():
		return mover.Person, r.Say("news.check-alone")
	case called && alone, reader:
		return mover.Person, r.Say("news.turn-alone")
	case called && !g.Last.Played(): // after a move it is the second one of a handicap
		return mover.Person, ""
	case p.InCheck():
		return mover.Person, r.Say("news.your-check", vars)
	}
	return mover.Person, r.Say("news.your-turn", vars)
}

// Question returns the open proposal; it is not pending if there is none. If both kinds are open it returns the
// latest, so that a message about one does not have the buttons of the other.
func Question(g *game.Game) (offer game.Offer, draw bool) {
	if g.DrawOffer.Pending && (!g.Takeback.Pending || g.Last.Kind == game.DrawOffered) {
		return g.DrawOffer, true
	}
	return g.Takeback, false
}

// namedOpening is from how many moves on a board says which opening it is: before that most names are still open.
const namedOpening = 6

// card is the embed around the board: who plays, the last move, check or the result, and at the end of a rated game the
// ratings.
func card(g *game.Game, r Viewer) *discordgo.MessageEmbed {
	lines := []string{seatLine(g, board.Red, r.Words), seatLine(g, board.Black, r.Words)}
	if g.Ply() > 0 {
		before := g.LastPosition()
		lines = append(lines, r.Say("board.last", words.Vars{"Move": MoveTextBoth(&before, g.LastMove(), r)}))
	}
	lines = append(lines, clockText(g, r.Words)...)
	kind := r.Say("board.casual")
	if g.Rated {
		kind = r.Say("board.rated")
	}
	if ruleset := g.Ruleset(); ruleset.Name != rules.Asian().Name { // what everybody expects goes without saying
		kind += " · " + rulesetName(r.Words, ruleset)
	}
	if g.Timed() {
		kind = strings.Join(append([]string{kind, ControlText(r.Words, g.Time)}, pauseTexts(r.Words, g.Conditions)...), " · ")
	}
	kind = strings.Join(append([]string{kind}, oddsTexts(g, r.Words)...), " · ")
	if f, ok := g.AtEnd.(tournament.Fixture); ok {
		kind += " · " + r.Say("tournament.fixture", words.Vars{"Number": f.Tournament, "Stage": f.Round})
	}
	if g.State == game.Finished || g.Ply() >= namedOpening {
		if name := OpeningOf(r.Words, &g.Record); name != "" {
			kind += " · " + name
		}
	}
	p := g.Position()
	e := &discordgo.MessageEmbed{
		Title: TurnText(r.Words, g.Turn()),
		Color: EdgeColor(g.Turn()),
		Footer: &discordgo.MessageEmbedFooter{Text: r.Say("board.footer", words.Vars{
			"Game": g.ID, "Kind": kind, "Round": Round(g),
		})},
	}
	if g.State == game.Finished {
		e.Title = OutcomeText(r.Words, g.Outcome)
		e.Color = ResultColor(g.Outcome)
		changes := ratingChanges(g, r.Words)
		if changes == "" && g.Rated && game.TooShort(g) {
			changes = r.Count("rating.too-short", game.RatedPlies/2)
		}
		if changes != "" {
			e.Fields = []*discordgo.MessageEmbedField{{Name: r.Say("board.ratings"), Value: changes}}
		}
	} else if p.InCheck() {
		lines = append(lines, r.Say("board.check"))
	}
	e.Description = strings.Join(lines, "\n")
	e.Fields = append(e.Fields, voteFields(g, r)...)
	return e
}

// EdgeColor is the color of the edge of an embed about a side.
func EdgeColor(c board.Color) int { return ofSide(c, RedEdge, blackEdge) }

// ResultColor is the color of the edge of an embed about a game that is over.
func ResultColor(o rules.Outcome) int {
	if loser, decided := o.Loser(); decided {
		return EdgeColor(loser.Opponent())
	}
	return DrawEdge
}

// Disc is a sign for a side that everybody's Discord can show.
func Disc(c board.Color) string { return ofSide(c, "🔴", "⚫") }

// seatLine names a player with side and, where ratings are at stake, rating; in a game with a bank of time, also what
// is left of it.
func seatLine(g *game.Game, c board.Color, w words.Words) string {
	vars := words.Vars{"Disc": Disc(c), "Side": Capital(SideName(w, c)), "Seat": SeatText(g, c, w)}
	rating := ""
	if g.Rated {
		rating = seatRating(g, c)
	}
	if rating == "" {
		return w.Say("board.seat", vars) + leftText(g, c, w)
	}
	vars["Rating"] = rating
	return w.Say("board.seat-rated", vars) + leftText(g, c, w)
}

// ratingChanges lists what a rated game did to the ratings of its people, "" when it did nothing.
func ratingChanges(g *game.Game, w words.Words) string {
	var lines []string
	for _, c := range []board.Color{board.Red, board.Black} {
		before, after := g.Before[c], g.After[c]
		if g.Seats[c].IsBot() || (after == glicko.Rating{}) {
			continue
		}
		change := Gain(math.Round(after.R) - math.Round(before.R))
		lines = append(lines, fmt.Sprintf("%s %s → %s (%s)", Who(g, c, w), RatingText(before), RatingText(after), change))
	}
	return strings.Join(lines, "\n")
}
