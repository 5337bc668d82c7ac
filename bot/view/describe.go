package view

import (
	"cmp"
	"slices"
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/pattern"
)

// describe puts the board into words, for those who cannot see the picture: where the pieces of each side stand, the
// last move, check, and whose turn it is. It fits into Discord's alternative text whatever the position.
//
// Points are named in the way of the viewer's notation, and the pieces in the order in which their loss would hurt.
func describe(g *game.Game, r Viewer) string {
	votes, result := "", ""
	if g.Ballot().Open() && len(g.Vote.Turn.Proposals) > 0 {
		votes = strings.Join(proposalLines(g, r), r.Say("list.comma"))
		votes = r.Say("vote.alt", words.Vars{"Votes": strings.ReplaceAll(votes, "**", "")})
	}
	if g.State == game.Finished {
		result = OutcomeText(r.Words, g.Outcome)
	}
	head := r.Say("describe.board", words.Vars{"Game": g.ID})
	text := r.Sentences(head, DescribePieces(&g.Record, r), votes, DescribeTurn(&g.Record, result, r))
	return discord.Cut(text, discord.AltLimit)
}

// DescribePieces says where the pieces stand at the end of a record, and what the last move was.
func DescribePieces(record *board.Record, r Viewer) string {
	p := record.Position()
	text := Armies(&p, r)
	if last := len(record.Moves) - 1; last >= 0 {
		then := record.UpTo(last).Position()
		text = r.Sentences(text, r.Say("describe.last", words.Vars{"Move": moveExactly(&then, record.Moves[last], r)}))
	}
	return text
}

// DescribeTurn says whether the side to move at the end of a record is mated or in check, and whose turn it is; where
// the game ended there, its result instead.
func DescribeTurn(record *board.Record, result string, r Viewer) string {
	p, check := record.Position(), ""
	switch {
	case Mated(&p):
		check = CheckmateText(record, r.Words)
	case p.InCheck():
		check = Capital(r.Say("describe.check", words.Vars{"Side": SideName(r.Words, p.SideToMove())}))
	}
	if result != "" {
		return r.Sentences(check, r.Say("describe.over", words.Vars{"Result": result}))
	}
	return r.Sentences(check, r.Say(ofSide(p.SideToMove(), "describe.red-turn", "describe.black-turn")))
}

// inWords is the board for a viewer who reads it in words: what describe says, and which pieces are attacked.
func inWords(g *game.Game, r Viewer) string {
	p := g.Position()
	text := describe(g, r)
	for _, c := range []board.Color{board.Red, board.Black} {
		attacked := piecesOn(&p, c, r, func(s board.Square) bool {
			return p.At(s).Kind() != board.King && !p.AttackersTo(s, c.Opponent(), p.Occupied()).Empty()
		})
		if attacked != "" && g.State == game.Active {
			text = r.Sentences(text, Capital(r.Say("describe.attacked", words.Vars{
				"Side": SideName(r.Words, c), "Pieces": attacked,
			})))
		}
	}
	return text
}

// Grid is the board in characters, for Braille displays. It is ephemeral.
func Grid(g *game.Game, r Viewer) Reply { return Private(diagram(g, r)) }

// Mated reports whether the side to move is checkmated.
func Mated(p *board.Position) bool { return p.InCheck() && len(p.LegalMoves(nil)) == 0 }

// byWorth lists the kinds of pieces, the king first and then the strongest.
var byWorth = [...]board.Kind{board.King, board.Rook, board.Cannon, board.Horse, board.Pawn, board.Elephant, board.Advisor}

// menuKinds lists the kinds of pieces for menus of moves: as [byWorth], but the king last, which moves least.
var menuKinds = append(slices.Clone(byWorth[1:]), board.King)

// Pieces lists the pieces of both sides, Red's first, each in the order of [byWorth].
func Pieces() (list []board.Piece) {
	for _, c := range []board.Color{board.Red, board.Black} {
		for _, kind := range byWorth {
			list = append(list, board.MakePiece(c, kind))
		}
	}
	return list
}

// piecesOn lists those of the pieces of a side that are on points for which which is true.
func piecesOn(p *board.Position, c board.Color, r Viewer, which func(board.Square) bool) string {
	var groups []string
	for _, kind := range byWorth {
		squares := lineUp(p.Pieces(c, kind), c)
		squares = slices.DeleteFunc(squares, func(s board.Square) bool { return !which(s) })
		if len(squares) == 0 {
			continue
		}
		groups = append(groups, r.Say("describe.group", words.Vars{
			"Piece":  PieceName(r.Words, board.MakePiece(c, kind), len(squares)),
			"Points": strings.Join(namePoints(r.exactly, squares, c), r.Say("list.comma")),
		}))
	}
	return strings.Join(groups, r.Say("describe.between"))
}

// lineUp lists points as players of a side count them: the files from their own right, on each file the front point
// first.
func lineUp(b board.Bitboard, c board.Color) []board.Square {
	return slices.SortedFunc(b.All(), func(a, b board.Square) int {
		if c == board.Red {
			return cmp.Or(b.File()-a.File(), b.Rank()-a.Rank())
		}
		return cmp.Or(a.File()-b.File(), a.Rank()-b.Rank())
	})
}

// Armies names the pieces of both sides, a sentence each.
func Armies(p *board.Position, r Viewer) string {
	army := func(c board.Color) string {
		return Capital(r.Say("describe.side", words.Vars{
			"Side": SideName(r.Words, c), "Pieces": piecesOn(p, c, r, func(board.Square) bool { return true }),
		}))
	}
	return r.Sentences(army(board.Red), army(board.Black))
}

// How a diagram writes pieces, by kind. Characters of two sizes do not line up in columns, so that a diagram has wide
// ones alone, or narrow ones. Both sides have characters of their own in the traditional forms only.
var (
	widePieces   = [2][]rune{board.Red: []rune("＋帥仕相傌俥炮兵"), board.Black: []rune("＋將士象馬車砲卒")}
	narrowPieces = [2][]rune{board.Red: []rune(".KAEHRCP"), board.Black: []rune(".kaehrcp")}
)

// diagram is the board in characters, the same way up as the picture: in Chinese with the pieces' characters,
// otherwise with the letters of moves, those of Red in capitals. Ranks and files are named as beside each move.
func diagram(g *game.Game, r Viewer) string {
	pieces, corner, between, zero, a := narrowPieces, " ", " ", '0', 'a'
	if l := r.Language(); l == words.Simplified || l == words.Traditional {
		pieces, corner, between, zero, a = widePieces, "　", "", '０', 'ａ'
	}
	files, ranks := line(board.Files, !r.Flipped(g)), line(board.Ranks, r.Flipped(g)) // from the left, and from the top
	pos := g.Position()
	var b strings.Builder
	for _, rank := range ranks {
		b.WriteRune(zero + rune(rank))
		for _, file := range files {
			p := pos.At(board.SquareAt(file, rank))
			b.WriteString(between)
			b.WriteRune(pieces[p.Color()][p.Kind()])
		}
		b.WriteByte('\n')
	}
	b.WriteString(corner)
	for _, file := range files {
		b.WriteString(between)
		b.WriteRune(a + rune(file))
	}
	return "```\n" + b.String() + "\n```"
}

// line counts to n, upwards or downwards.
func line(n int, upwards bool) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
		if !upwards {
			numbers[i] = n - 1 - i
		}
	}
	return numbers
}

// mostNames is how many names of a mate are given: the first says most, and a third says nothing new.
const mostNames = 2

// CheckmateText says that the side to move is mated, and what players call such a mate: "Checkmate · Horse-Cannon!".
func CheckmateText(rec *board.Record, w words.Words) string {
	names := MateNames(w, pattern.Names(rec))
	if names == "" {
		return w.Say("end.checkmate")
	}
	return w.Say("mate.named", words.Vars{"Names": names})
}

// MateNames are what players call a mate, "" for one without a name.
func MateNames(w words.Words, names []pattern.Name) string {
	var texts []string
	for _, n := range names[:min(len(names), mostNames)] {
		texts = append(texts, w.Say("mate."+string(n)))
	}
	return strings.Join(texts, " · ")
}

// MotifName returns the players' name of a motif, "" for none.
func MotifName(w words.Words, m pattern.Motif) string {
	if m == pattern.NoMotif {
		return ""
	}
	return w.Say("motif." + string(m))
}

// openingLanguages are the languages in which openings have names, as phrase files call them.
var openingLanguages = map[string]book.Language{
	"en": book.English, "vi": book.Vietnamese, "zh-CN": book.Simplified, "zh-TW": book.Traditional,
}

// OpeningName names an opening in the language that the viewer's phrase files name for it, "" if there is none.
func OpeningName(w words.Words, o *book.Opening) string {
	if o == nil {
		return ""
	}
	if lang, ok := openingLanguages[w.Say("language.openings")]; ok {
		return o.Name(lang)
	}
	return o.Name(book.English)
}

// OpeningOf returns the name of a game's opening, "" if it has none.
func OpeningOf(w words.Words, rec *board.Record) string { return OpeningName(w, book.OpeningOf(rec)) }
