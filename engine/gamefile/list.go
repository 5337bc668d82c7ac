package gamefile

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// readList reads what people paste: perhaps a title and lines such as "红方: 许银川", perhaps a FEN, then moves. A text
// with a position and no moves is a FEN.
func readList(text string) (Game, Format, *Error) {
	var best Game
	var format Format
	var fault *Error
	for i, parse := range conventions() { // where the moves begin depends on how they are read
		g, f, e := readListBy(text, parse)
		if i == 0 || len(g.Moves) > len(best.Moves) {
			best, format, fault = g, f, e
		}
		if fault == nil && len(best.Moves) > 0 {
			break
		}
	}
	return best, format, fault
}

func readListBy(text string, parse parser) (Game, Format, *Error) {
	g := Game{Start: board.StartPosition()}
	f := &follower{scanner: newScanner(text), parse: parse}
	hasStart, fault := f.preamble(&g)
	if fault != nil {
		return g, MoveList, fault
	}
	g.Line = f.line(g.Start, 0, 0)
	if f.result != Unknown && g.Result == Unknown {
		g.Result = f.result
	}
	if g.Result == Unknown {
		g.Result = resultInTitle(g.Event)
	}
	switch {
	case len(g.Moves) > 0 || f.err != nil && f.err.Problem == BadMove:
		return g, MoveList, f.err
	case hasStart:
		return g, FEN, f.err
	}
	return g, MoveList, &Error{Problem: NotAGame, Text: cut(strings.TrimSpace(text), notation.MaxText)}
}

// preamble reads what stands before the moves and stops where they begin. hasStart tells that there was a FEN.
func (f *follower) preamble(g *Game) (hasStart bool, fault *Error) {
	var said strings.Builder
	from := 0 // what stands from here on has not been kept yet
	numbered, numberAt := false, 0
	for {
		before := f.scanner
		t := f.next()
		begins := t.kind == theEnd || t.kind == aComment && f.text[t.at] == '{'
		if t.kind == aWord {
			if !hasStart && isFEN(t.text) {
				said.WriteString(f.text[from:t.at] + "\n")
				if fault := g.setStart(f.fen(t), t.line); fault != nil {
					return false, fault
				}
				hasStart, from, numbered = true, f.at, false
				continue
			}
			if isNumber(t.text) {
				if !numbered || strings.ContainsAny(t.text, "0123456789０１２３４５６７８９") { // 2024 1. …
					numbered, numberAt = true, t.at
				}
				continue
			}
			begins = beginsMoves(&g.Start, t.text, numbered, f.parse)
		}
		if begins {
			end := t.at
			if numbered {
				end = numberAt
			}
			said.WriteString(f.text[from:end])
			f.scanner = before
			for line := range strings.SplitSeq(said.String(), "\n") {
				g.title(line)
			}
			return hasStart, nil
		}
		numbered = false
	}
}

// beginsMoves tells whether the moves begin with a word: notation knows it as a move, legal or not, or it looks like one that is misspelt.
func beginsMoves(p *board.Position, word string, numbered bool, parse parser) bool {
	var syntax *notation.SyntaxError
	if _, err := parse(p, word); !errors.As(err, &syntax) {
		return true
	}
	bare := withoutNumber(word)
	numbered = numbered || len(bare) < len(word)
	if bare == "" {
		return false
	}
	chinese := bare[0] >= utf8.RuneSelf
	if chinese && utf8.RuneCountInString(bare)%4 == 0 { // perhaps several moves without blanks
		bare = string([]rune(bare)[:4])
	}
	return isShaped(bare) && (numbered || chinese)
}

// isFEN tells a word that has the ranks of a FEN, perhaps not all of them.
func isFEN(word string) bool {
	n := strings.Count(word, "/")
	return 6 <= n && n <= 12 && !strings.Contains(word, "://")
}

// fen takes the FEN that begins with a word and goes on behind it.
func (f *follower) fen(t token) string {
	ranks := strings.Trim(t.text, `"'“”`)
	if i := strings.LastIndexAny(ranks, ":=："); i >= 0 {
		_, size := utf8.DecodeRuneInString(ranks[i:])
		ranks = ranks[i+size:]
	}
	fields := []string{ranks}
	for len(fields) < 6 {
		ahead := f.scanner
		field := strings.Trim(ahead.next().text, `"'“”`)
		switch n := len(fields); {
		case n == 1 && (field == "w" || field == "b" || field == "r"), n <= 3 && n > 1 && field == "-",
			n > 3 && field != "" && strings.Trim(field, "0123456789") == "":
		default:
			return strings.Join(fields, " ")
		}
		fields = append(fields, field)
		f.scanner = ahead
	}
	return strings.Join(fields, " ")
}

// labels are the words before a colon that lists of moves begin with, and what PGN calls them; "" is of no use here.
var labels = map[string]string{
	"标题": "Title", "標題": "Title", "赛事": "Event", "賽事": "Event", "比赛": "Event", "比賽": "Event", "轮次": "Round", "輪次": "Round",
	"日期": "Date", "地点": "Site", "地點": "Site", "红方": "Red", "紅方": "Red", "红": "Red", "紅": "Red", "先手": "Red",
	"黑方": "Black", "黑": "Black", "后手": "Black", "後手": "Black", "布局": "Opening", "佈局": "Opening", "开局": "Opening", "開局": "Opening",
	"结果": "Result", "結果": "Result",
	"Event": "Event", "Site": "Site", "Date": "Date", "Round": "Round", "Red": "Red", "Black": "Black", "Result": "Result",
}

// title reads a line before the moves: what it has a label for, or the name of the game, which is the first line without one.
func (g *Game) title(line string) {
	line = strings.TrimSpace(line)
	if fields := strings.Fields(line); len(fields) == 0 || strings.HasPrefix(line, "【") || isAdvert(line) ||
		!slices.ContainsFunc(fields, func(word string) bool { return !protocolWord(word) }) {
		return
	}
	if i := strings.IndexAny(line, ":："); i > 0 {
		_, size := utf8.DecodeRuneInString(line[i:])
		label, value := strings.TrimSpace(line[:i]), line[i+size:]
		name, known := labels[label]
		switch {
		case name == "Result":
			if r, ok := resultOf(strings.TrimSpace(value)); ok && g.Result == Unknown {
				g.Result = r
			}
			return
		case known:
			g.set(name, value)
			return
		case label[0] >= utf8.RuneSelf && utf8.RuneCountInString(label) <= 4: // 棋谱价值: 0
			return
		}
	}
	if g.Event == "" {
		g.set("Event", line)
	}
}

// protocolWord tells the words that stand around a position and moves in engine protocols.
func protocolWord(word string) bool {
	return slices.Contains([]string{"position", "startpos", "fen", "FEN", "moves"}, strings.TrimRight(word, ":："))
}

// resultInTitle reads 许银川 先胜 胡荣华.
func resultInTitle(title string) Result {
	for _, word := range strings.Fields(title) {
		if strings.HasPrefix(word, "先") {
			if r, ok := resultOf(word); ok {
				return r
			}
		}
	}
	return Unknown
}
