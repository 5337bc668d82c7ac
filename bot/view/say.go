package view

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/render"
)

// This file names things: sides, pieces, points, players, moves, ratings and results, each in the words of a viewer.

// Mention mentions a person: each reader sees the name that they know. [Reply.Ping] decides whether the person is
// notified.
func Mention(p game.Person) string { return "<@" + string(p) + ">" }

// Person is like [Mention], and handles people whose data was deleted.
func Person(w words.Words, p game.Person) string {
	if p == game.Deleted {
		return w.Say("person.deleted")
	}
	return Mention(p)
}

// PersonName returns the plain name of one of g's people, who may have been deleted.
func PersonName(g *game.Game, p game.Person, w words.Words) string {
	if p == game.Deleted {
		return w.Say("person.deleted")
	}
	return g.Name(p)
}

func ofSide[T any](c board.Color, red, black T) T {
	if c == board.Red {
		return red
	}
	return black
}

// NonEmpty returns the texts that are not empty.
func NonEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

// SideName names a side.
func SideName(w words.Words, c board.Color) string { return w.Say(ofSide(c, "side.red", "side.black")) }

// sideShort names a side as shortly as the language can, beside a piece or in a verdict.
func sideShort(w words.Words, c board.Color) string {
	return w.Say(ofSide(c, "side.red-short", "side.black-short"))
}

// TurnText says which side is to move.
func TurnText(w words.Words, c board.Color) string { return w.Say(ofSide(c, "turn.red", "turn.black")) }

// PieceName names a piece; n is how many, for languages with plurals. NoPiece has no name.
func PieceName(w words.Words, p board.Piece, n int) string {
	if p == board.NoPiece {
		return ""
	}
	return w.Count("piece."+p.Color().String()+"."+p.Kind().String(), n)
}

// LevelName names a level of the bot: "level 5, club player".
func LevelName(w words.Words, level engine.Level) string {
	if level == game.LevelOutside {
		return w.Say("level.outside") // nobody knows now which one it was
	}
	if level < engine.LevelMin || level > engine.LevelMax {
		return level.String()
	}
	return w.Say("level.text", words.Vars{"Number": level.String(), "Name": w.Say("level.name-" + level.String())})
}

// seatLevel names the level of the bot in a seat of g, or the outside engine that plays there.
func seatLevel(g *game.Game, s game.Seat, w words.Words) string {
	if s.IsOutside() {
		return outsideName(g.Engine, w)
	}
	return LevelName(w, s.Level)
}

// outsideName marks the name of an engine that is not the bot's own.
func outsideName(name string, w words.Words) string {
	return w.Say("level.outside-named", words.Vars{"Engine": Plain(name)})
}

// Who names a player in a sentence: a mention, the bot without its level, an outside engine by its name, or the
// team.
func Who(g *game.Game, c board.Color, w words.Words) string {
	switch s := g.Seats[c]; {
	case s.IsOutside():
		return Plain(g.Engine)
	case s.IsBot():
		return w.Say("bot.name")
	case s.Team:
		return TeamName(w, c)
	default:
		return Person(w, s.Person)
	}
}

// SeatText names a player as a list does: a mention, or the bot with its strength.
func SeatText(g *game.Game, c board.Color, w words.Words) string {
	if s := g.Seats[c]; s.IsBot() {
		return w.Say("bot.seat", words.Vars{"Level": seatLevel(g, s, w)})
	} else if s.Team {
		return teamText(g, c, w)
	}
	return Person(w, g.Seats[c].Person)
}

// SeatLabel names a player in a picture, where mentions do not work.
func SeatLabel(g *game.Game, c board.Color, w words.Words) string {
	s := g.Seats[c]
	if s.IsOutside() {
		return g.Engine
	}
	if s.IsBot() {
		return w.Say("bot.label", words.Vars{"Number": s.Level.String()})
	}
	if s.Team {
		return TeamName(w, c)
	}
	if g.Players[s.Person].ShownName() != "" || s.Person == game.Deleted {
		return PersonName(g, s.Person, w)
	}
	return Capital(SideName(w, c))
}

// RatingText writes a rating in whole points, with a question mark while it is little more than a guess.
func RatingText(r glicko.Rating) string {
	if r.Provisional() {
		return Rounded(r.R) + "?"
	}
	return Rounded(r.R)
}

// DeviationText writes how far the true strength may be away, 95 times in 100: twice the deviation, in whole points.
func DeviationText(r glicko.Rating) string { return fmt.Sprintf("±%.0f", math.Round(2*r.RD)) }

// ClassName names a class of games.
func ClassName(w words.Words, c clocks.Class) string { return w.Say("class." + c.String()) }

// seatRating is the rating of a player; in a game that is over, the one it left them with. Of a person who was deleted
// nothing is known, and it is empty.
func seatRating(g *game.Game, c board.Color) string {
	s := g.Seats[c]
	switch {
	case s.IsBot():
		return Rounded(s.Level.Rating())
	case g.After[c] != glicko.Rating{}:
		return RatingText(g.After[c])
	case s.Person == game.Deleted:
		return ""
	}
	return RatingText(g.Players[s.Person].Rating)
}

// Round returns the round that a list or a board of g shows: that of the next move, and once g is over that of its
// last move.
func Round(g *game.Game) int {
	p := g.Position()
	if !g.State.Open() && g.Ply() > 0 {
		p = g.LastPosition()
	}
	return p.MoveNumber()
}

// MoveText formats a legal move in p in the viewer's notation.
func MoveText(p *board.Position, m board.Move, r Viewer) string {
	return notation.Format(p, m, r.Style)
}

// MoveTexts formats each move of a line that begins in p.
func MoveTexts(p board.Position, line []board.Move, r Viewer) (texts []string) {
	for _, m := range line {
		texts = append(texts, MoveText(&p, m, r))
		p.Make(m)
	}
	return texts
}

// MoveTextBoth writes a move in the viewer's notation and, for readers of WXF, in coordinates too.
func MoveTextBoth(p *board.Position, m board.Move, r Viewer) string {
	if !r.letters() {
		return MoveText(p, m, r)
	}
	return moveExactly(p, m, r)
}

// moveExactly writes a move so that it is followed without seeing the board: in the viewer's notation and in
// coordinates. Their ranks count from 0, as they do in the rest of such a message.
func moveExactly(p *board.Position, m board.Move, r Viewer) string {
	text := MoveText(p, m, r)
	if !r.coordinates() {
		text += " (" + notation.Format(p, m, notation.UCI) + ")"
	}
	return text
}

// letters reports whether the viewer finds a point by letters. Readers of Chinese and Vietnamese notation do not:
// nothing that they read has any.
func (r Viewer) letters() bool { return r.coordinates() || r.Style == notation.WXF }

// lastMoveText writes the last move of the game in the viewer's notation, "" before the first.
func lastMoveText(g *game.Game, r Viewer) string {
	m := g.LastMove()
	if m == board.NoMove {
		m = g.Last.Move // the move before the first is none of the record
	}
	if m == board.NoMove {
		return ""
	}
	p := g.LastPosition()
	return MoveText(&p, m, r)
}

// coordinates reports whether the viewer's notation names points by their coordinates and nothing else.
func (r Viewer) coordinates() bool { return r.Style.Family() == notation.Coordinates }

// Chinese returns the Chinese notation that the viewer sees beside a text in coordinates.
func (r Viewer) Chinese() notation.Style {
	switch family := r.Style.Family(); {
	case family == notation.Simplified, family == notation.Traditional:
		return r.Style
	case r.Language() == words.Traditional:
		return notation.ChineseTraditional
	}
	return notation.Chinese
}

// Square names a point by its coordinates: the ranks from 0, or from 1 for those who count them so.
func (r Viewer) Square(s board.Square) string {
	if first := r.Style.FirstRank(); first != 0 {
		return fmt.Sprintf("%c%d", 'a'+s.File(), s.Rank()+first)
	}
	return s.String()
}

// point names a point for a viewer who sees the board: by its coordinates where the viewer knows the letters, otherwise
// by its file alone, as c counts it from their own right.
func (r Viewer) point(s board.Square, c board.Color) string {
	if r.letters() {
		return r.exactly(s, c)
	}
	return r.Say("at.file", words.Vars{"File": r.file(s, c)})
}

// exactly names a point so that it is found without seeing the board: by its coordinates, and for readers of a notation
// that counts files by its file too.
func (r Viewer) exactly(s board.Square, c board.Color) string {
	if r.coordinates() {
		return r.Square(s)
	}
	return r.Say("at.point", words.Vars{"Square": r.Square(s), "File": r.file(s, c)})
}

// namePoints names several points by one of these ways, each name once.
func namePoints(way func(board.Square, board.Color) string, squares []board.Square, c board.Color) []string {
	var names []string
	for _, s := range squares {
		if name := way(s, c); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Edge is how the viewer's notation names the points around the board.
func (r Viewer) Edge() render.Coordinates {
	switch family := r.Style.Family(); {
	case family == notation.Coordinates && r.Style.FirstRank() == 1:
		return render.LettersFromOne
	case family == notation.Coordinates:
		return render.Letters
	case family == notation.Letters:
		return render.Digits
	}
	return render.Numerals
}

// file writes the number of a file as c counts it: with Chinese numerals for Red where the edge of the board has them.
func (r Viewer) file(s board.Square, c board.Color) string {
	n := s.File() + 1
	if c == board.Red {
		n = board.Files - s.File()
	}
	if c == board.Red && r.Edge() == render.Numerals {
		return string([]rune("一二三四五六七八九")[n-1])
	}
	return fmt.Sprint(n)
}

// OutcomeText is the result of a game that is over, in two words: "Red wins".
func OutcomeText(w words.Words, o rules.Outcome) string {
	switch o {
	case rules.RedWins:
		return w.Say("result.red-wins")
	case rules.BlackWins:
		return w.Say("result.black-wins")
	case rules.Ongoing:
		return w.Say("result.aborted")
	default:
		return w.Say("result.draw")
	}
}

// Capital makes the first letter a capital, for sentences that begin with a name from a phrase. Coordinates stay small.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if next, _ := utf8.DecodeRuneInString(text[size:]); unicode.IsDigit(next) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Plain sanitizes and escapes a name or other text that people chose, so that a message shows it literally: it
// neither formats nor mentions anything, nor changes the direction of the text around it.
func Plain(text string) string { return Escaped(Isolated(game.Sanitize(text))) }

// Escaped escapes the markdown and the mentions of a line.
func Escaped(line string) string { return markdown.ReplaceAllString(line, `\$0`) }

var markdown = regexp.MustCompile("[]\\\\*_`~|<>[()#@:-]")

// What keeps the direction of a text to itself: first strong isolate, pop directional isolate.
const (
	isolate    = "\u2068"
	isolateEnd = "\u2069"
)

// Isolated returns a sanitized name for use in a sentence: right-to-left text in it does not affect the text around
// it.
func Isolated(name string) string {
	if strings.ContainsFunc(name, rightToLeft) {
		return isolate + name + isolateEnd
	}
	return name
}

// rightToLeft reports whether a character is of a script that is written so: Unicode keeps these ranges for them.
func rightToLeft(r rune) bool {
	return r >= 0x0590 && r <= 0x08FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFE || r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF
}

// QuotedLength is the longest part of a typed text that an answer repeats. The longest move is half as long.
const QuotedLength = 60

// Quoted prepares text that a person typed for use in a sentence.
func Quoted(text string) string { return Plain(discord.Cut(game.Sanitize(text), QuotedLength)) }

// Gain writes a change of rating with its sign: +12, −7, ±0.
func Gain(points float64) string {
	switch n := Rounded(math.Abs(points)); {
	case n == "0":
		return "±0"
	case points > 0:
		return "+" + n
	default:
		return "−" + n
	}
}

// escapes are the markdown that [Escaped] takes away, and what phrases make bold.
var escapes = regexp.MustCompile(`\\([[:punct:]])|\*\*`)

// Unmarked is a text of a message as an alternative text, in which Discord shows no markdown.
func Unmarked(text string) string { return escapes.ReplaceAllString(text, "$1") }

// ScoreOf writes a record as a score: "2½ – 1½".
func ScoreOf(t standing.Tally) string {
	half := float64(t.Draws) / 2
	return PointsText(float64(t.Wins)+half) + " – " + PointsText(float64(t.Losses)+half)
}

// CutList returns the first entries of a list, and at its end how many are left out.
func CutList(w words.Words, all []string, most int) []string {
	if len(all) <= most {
		return all
	}
	return append(all[:most:most], w.Count("list.more", len(all)-most))
}

// Percent is a chance as people read it, without the sign.
func Percent(chance float64) int { return int(math.Round(100 * chance)) }

// ReviewLine is how many moves of a line are shown.
const ReviewLine = 5

// MovesText writes the first moves of a line in the viewer's notation.
func MovesText(p *board.Position, line []board.Move, r Viewer) string {
	return FirstMoves(p, line, ReviewLine, r)
}

// FirstMoves writes at most so many moves of a line.
func FirstMoves(p *board.Position, line []board.Move, most int, r Viewer) string {
	at := *p
	var moves []string
	for i, m := range line {
		if i == most {
			moves = append(moves, "…")
			break
		}
		text := MoveText(&at, m, r)
		if i == 0 || at.SideToMove() == board.Red {
			text = MoveNumber(&at) + text
		}
		moves = append(moves, Escaped(text))
		at.Make(m)
	}
	return strings.Join(moves, " ")
}

// MoveNumber is what is written before a move: "12. ", and before one of Black's "12… ".
func MoveNumber(p *board.Position) string {
	if p.SideToMove() == board.Black {
		return strconv.Itoa(p.MoveNumber()) + "… "
	}
	return strconv.Itoa(p.MoveNumber()) + ". "
}

// PlaceText numbers a line; the stroke keeps Discord from renumbering.
func PlaceText(place int) string {
	if place > standing.MaxRank {
		return strconv.Itoa(standing.MaxRank) + "+ "
	}
	return strconv.Itoa(place) + "\\. "
}

// Rounded formats points without decimals.
func Rounded(points float64) string { return strconv.Itoa(int(math.Round(points))) }
