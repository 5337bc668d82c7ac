package notation

import (
	"strings"

	"xiangqibot/engine/board"
)

// Format writes a move of the position in a style. [ParseAs] with that style reads it back as the same move, and so
// does [Parse] for all styles but UCI10 and Vietnamese.
//
// The move must start on a piece; it may be illegal. Styles that name pieces write a move from an empty point as ICCS.
//
// If two pieces of a kind are on a file, Format says front or rear even if only one of them has the move, as the rule
// books require. Three pawns on the only such file are front, middle and rear. With more in tandem the styles differ.
// Two pawns on file 4 and two on file 6, or four on file 4, are:
//
//	Chinese          一兵 二兵 三兵 四兵     一兵 二兵 三兵 四兵   counted from the mover's right, each file from the front
//	ChineseByFile    前四 后四 前六 后六     前兵 二兵 三兵 后兵   named by the file
//	WXF              14 24 16 26             14 24 34 44           counted on the file: the second pawn of file 4 is 24
//	Vietnamese       Bt4 Bs4 Bt6 Bs6         Bt B24 B34 Bs
func Format(p *board.Position, m board.Move, s Style) string {
	if p.At(m.From()) == board.NoPiece && s.Family() != Coordinates {
		s = ICCS
	}
	return writers[s](p, m)
}

// writers write a move in each style.
var writers = [styleCount]func(*board.Position, board.Move) string{
	UCI:                      func(_ *board.Position, m board.Move) string { return m.String() },
	ICCS:                     points("-", 0),
	Chinese:                  chinese(false),
	ChineseTraditional:       traditional(false),
	WXF:                      writeWXF,
	ChineseByFile:            chinese(true),
	ChineseTraditionalByFile: traditional(true),
	UCI10:                    points("", 1),
	Vietnamese:               writeVietnamese,
}

// points returns what writes coordinates in upper case with what is between the points, or in lower case without
// anything between them; the first rank has the given number.
func points(between string, first int) func(*board.Position, board.Move) string {
	return func(_ *board.Position, m board.Move) string {
		text := pointName(m.From(), first) + between + pointName(m.To(), first)
		if between == "" {
			return strings.ToLower(text)
		}
		return text
	}
}

// chinesePieces are the characters of the pieces by color and kind.
var chinesePieces = [2][8]string{
	{"", "帅", "仕", "相", "马", "车", "炮", "兵"},
	{"", "将", "士", "象", "马", "车", "炮", "卒"},
}

var (
	chineseDigits   = [10]string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"}
	fullWidthDigits = [10]string{"", "１", "２", "３", "４", "５", "６", "７", "８", "９"}
)

// chinese returns what writes moves in simplified characters. Tandem pawns are named by their file if byFile is set,
// otherwise counted.
func chinese(byFile bool) func(*board.Position, board.Move) string {
	return func(p *board.Position, m board.Move) string {
		n := nameOf(p, m)
		digits := &chineseDigits
		if n.color == board.Black {
			digits = &fullWidthDigits
		}
		piece, place := chinesePieces[n.color][n.kind], string(character(placeNames[placeAmong(n.onFile, n.alike)]))
		var name string
		switch {
		case n.isByFile():
			name = piece + digits[n.file]
		case n.tandems == 1 && n.alike <= 3, byFile && n.tandems == 1 && (n.onFile == 1 || n.onFile == n.alike):
			name = place + piece
		case byFile && n.tandems > 1:
			name = place + digits[n.file]
		default: // the count is a Chinese numeral for both sides
			name = chineseDigits[n.inAll] + piece
		}
		return name + string(character(directionNames[n.dir])) + digits[n.number]
	}
}

// traditional returns what writes moves in traditional characters.
func traditional(byFile bool) func(*board.Position, board.Move) string {
	write := chinese(byFile)
	characters := strings.NewReplacer("帅", "帥", "将", "將", "马", "馬", "车", "車", "进", "進", "后", "後")
	return func(p *board.Position, m board.Move) string { return characters.Replace(write(p, m)) }
}

// letter is the one of WXF among the names of a thing, the second.
func letter(names string) byte { return names[len("帅")] }

func writeWXF(p *board.Position, m board.Move) string {
	n := nameOf(p, m)
	few := n.alike == 2 && n.tandems == 1
	first, second := letter(kindNames[n.kind]), digit(n.file)
	switch {
	case n.isByFile(), few && !n.followed(m):
	case few:
		second = letter(placeNames[placeAmong(n.onFile, n.alike)])
	default:
		first = digit(n.onFile)
	}
	return string([]byte{first, second, letter(directionNames[n.dir]), digit(n.number)})
}

// followed reports whether the other piece on the file would stay on the board if it made the same step as m.
func (l *lineup) followed(m board.Move) bool {
	from, to := m.From(), m.To()
	for _, s := range l.squares {
		if s != from && s.File() == from.File() {
			rank := s.Rank() + to.Rank() - from.Rank()
			return 0 <= rank && rank < board.Ranks
		}
	}
	return false
}
