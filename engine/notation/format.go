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
	return styles[s].write(p, m)
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

// characters are the characters of one Chinese script, by color where they differ.
type characters struct {
	pieces     [2][8]string // by kind
	directions [4]string    // by direction
	places     [4]string    // by place
}

var (
	simplified = characters{
		pieces: [2][8]string{
			{"", "帅", "仕", "相", "马", "车", "炮", "兵"},
			{"", "将", "士", "象", "马", "车", "炮", "卒"},
		},
		directions: [4]string{forward: "进", back: "退", sideways: "平"},
		places:     [4]string{front: "前", middle: "中", rear: "后"},
	}
	traditional = characters{
		pieces: [2][8]string{
			{"", "帥", "仕", "相", "馬", "車", "炮", "兵"},
			{"", "將", "士", "象", "馬", "車", "炮", "卒"},
		},
		directions: [4]string{forward: "進", back: "退", sideways: "平"},
		places:     [4]string{front: "前", middle: "中", rear: "後"},
	}
)

var (
	chineseDigits   = [10]string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"}
	fullWidthDigits = [10]string{"", "１", "２", "３", "４", "５", "６", "７", "８", "９"}
)

// writer returns what writes moves in a script, see write.
func (ch *characters) writer(byFile bool) func(*board.Position, board.Move) string {
	return func(p *board.Position, m board.Move) string { return ch.write(p, m, byFile) }
}

// write writes a move in a script. Tandem pawns are named by their file if byFile is set, otherwise counted.
func (ch *characters) write(p *board.Position, m board.Move, byFile bool) string {
	piece := p.At(m.From())
	c, k := piece.Color(), piece.Kind()
	digits := &chineseDigits
	if c == board.Black {
		digits = &fullWidthDigits
	}
	buf := make([]byte, 0, 16)
	pieces := newLineup(p, c, k)
	onFile, inAll := pieces.ranks(m.From())
	file := fileNumber(c, m.From())
	alike := pieces.on[file]
	switch {
	case alike == 1 || k == board.Advisor || k == board.Elephant:
		buf = append(buf, ch.pieces[c][k]...)
		buf = append(buf, digits[file]...)
	case pieces.tandems == 1 && alike <= 3:
		buf = append(buf, ch.places[placeAmong(onFile, alike)]...)
		buf = append(buf, ch.pieces[c][k]...)
	case byFile && pieces.tandems > 1:
		buf = append(buf, ch.places[placeAmong(onFile, alike)]...)
		buf = append(buf, digits[file]...)
	case byFile && (onFile == 1 || onFile == alike):
		buf = append(buf, ch.places[placeAmong(onFile, alike)]...)
		buf = append(buf, ch.pieces[c][k]...)
	default: // the count is a Chinese numeral for both sides
		buf = append(buf, chineseDigits[inAll]...)
		buf = append(buf, ch.pieces[c][k]...)
	}
	dir, number := directionAndNumber(c, k, m)
	buf = append(buf, ch.directions[dir]...)
	buf = append(buf, digits[number]...)
	return string(buf)
}

const (
	wxfPieces     = ".KAEHRCP"
	wxfDirections = "?+-="
	wxfPlaces     = "?+.-"
)

func writeWXF(p *board.Position, m board.Move) string {
	piece := p.At(m.From())
	c, k := piece.Color(), piece.Kind()
	pieces := newLineup(p, c, k)
	onFile, _ := pieces.ranks(m.From())
	file := fileNumber(c, m.From())
	alike := pieces.on[file]
	few := alike == 2 && pieces.tandems == 1
	var buf [4]byte
	switch {
	case alike == 1 || k == board.Advisor || k == board.Elephant, few && !pieces.followed(m):
		buf[0], buf[1] = wxfPieces[k], digit(file)
	case few:
		buf[0], buf[1] = wxfPieces[k], wxfPlaces[placeAmong(onFile, alike)]
	default:
		buf[0], buf[1] = digit(onFile), digit(file)
	}
	dir, number := directionAndNumber(c, k, m)
	buf[2], buf[3] = wxfDirections[dir], digit(number)
	return string(buf[:])
}

// followed reports whether the other piece on the file would stay on the board if it made the same step as m.
func (l *lineup) followed(m board.Move) bool {
	from, to := m.From(), m.To()
	for _, s := range l.squares[:l.n] {
		if s != from && s.File() == from.File() {
			rank := s.Rank() + to.Rank() - from.Rank()
			return 0 <= rank && rank < board.Ranks
		}
	}
	return false
}

func digit(n int) byte { return '0' + byte(n) }

// placeAmong names the n-th of two or three.
func placeAmong(n, of int) place {
	switch n {
	case 1:
		return front
	case of:
		return rear
	}
	return middle
}

// directionAndNumber returns the last two characters of every notation: direction, and steps or target file.
func directionAndNumber(c board.Color, k board.Kind, m board.Move) (direction, int) {
	from, to := m.From(), m.To()
	if from.Rank() == to.Rank() {
		return sideways, fileNumber(c, to)
	}
	dir := back
	if ahead(c, to, from) {
		dir = forward
	}
	if k == board.Horse || k == board.Elephant || k == board.Advisor {
		return dir, fileNumber(c, to)
	}
	return dir, distance(from.Rank(), to.Rank())
}
