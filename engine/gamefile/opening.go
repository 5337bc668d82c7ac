package gamefile

import (
	"slices"
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// opening is where the moves of a list may begin.
type opening struct {
	scanner      // before the first move, or its number
	title    int // where what is before ends
	numbered bool
}

// titleMoves is how many moves a title may name.
const titleMoves = 3

// list reads a list of moves in one manner. Nothing is read of a text without moves.
func (m manner) list(s scanner, start board.Position) reading {
	all := m.openings(s, start)
	if len(all) == 0 {
		return reading{}
	}
	o := all[0]
	if len(all) > 1 && !namesMore(s.text[o.at:all[1].at], titleMoves) {
		o = all[1]
	}
	title := s.text[s.at:o.title]
	if moves := findMove(title); moves != "" && (!o.numbered || namesMore(title, titleMoves)) {
		f := &follower{scanner: s, manner: m}
		f.fault(unreadIn(title, s.line))
		return reading{follower: f, title: title}
	}
	r := m.follow(o.scanner, start)
	if len(r.Moves) == 0 && r.err == nil {
		return reading{}
	}
	if line := title[strings.LastIndexByte(title, '\n')+1:]; !o.numbered && start == board.StartPosition() && speaksOfChoice(line) {
		r.fault(unreadIn(s.text[o.title:], o.line))
		r.cut(0)
	}
	r.title, r.numbered = title, o.numbered
	return r
}

// speaksOfChoice tells words before a first move that say what could be played: 红方可选：炮二平五、马二进三.
func speaksOfChoice(words string) bool {
	return slices.ContainsFunc([]string{
		"可选", "可選", "可走", "可下", "可考虑", "可考慮", "可以", "或者", "不如", "如果", "假如", "若", "要么", "要麼", "应该", "應該", "能走",
	}, func(w string) bool { return strings.Contains(words, w) })
}

// unreadIn returns a fault about the first move in a text that begins on a line.
func unreadIn(text string, line int) *Error {
	moves := findMove(text)
	before := narrow(text)
	before = before[:len(before)-len(moves)]
	return &Error{Problem: Unread, Line: line + strings.Count(before, "\n"), Text: cut(moves, notation.MaxText)}
}

// openings returns where the moves may begin: at the first thing that looks like one, or else at the first with the
// number of the first move, for a title may name moves.
func (m manner) openings(s scanner, start board.Position) []opening {
	var all []opening
	var number, comment *opening // where the number of the next move is, and a comment before it
	enclosed := false
	for {
		before := s
		t := s.next()
		switch t.kind {
		case theEnd, aTag:
			return all
		case aComment:
			if n, ok := soleNumber(t.text); ok {
				number = &opening{before, t.at, m.isFirst(start, n)}
				enclosed = enclosed || number.numbered
			} else if s.text[t.at] == '{' {
				comment = &opening{before, t.at, false}
			}
			continue
		case openParen:
			if p, behind, ok := s.soleInParens(); ok && p.kind == aNumber {
				s, number = behind, &opening{before, t.at, m.isFirst(start, p.n)}
				enclosed = enclosed || number.numbered
			}
			continue
		case closeParen:
			continue
		case aWord:
		}
		if isFiller(t.text) {
			continue
		}
		for _, p := range parts(t.text) {
			here := opening{scanner: s, title: t.at + p.at}
			here.at, here.line, here.fresh = here.title, t.line, t.first && p.at == 0
			switch p.kind {
			case aNumber:
				marked := isRound(p.text)
				here.numbered = m.isFirst(start, p.n) && (t.first || marked)
				if number = &here; !here.numbered && !marked && !t.first { // bàn 3
					number = nil
				}
				continue
			case aSide:
				if number == nil {
					number = &here
				}
				continue
			case dots:
				continue
			case aMove, prose:
			}
			if number != nil && !number.numbered && number.line < t.line && !isRound(s.text[number.at:t.at]) {
				number = nil // 第3局, 12
			}
			at, isMove := m.begins(&start, s, p, number != nil)
			if !isMove {
				number, comment = nil, nil
				continue
			}
			here.at += at
			for _, earlier := range []*opening{number, comment} {
				if earlier != nil {
					here.scanner, here.title = earlier.scanner, earlier.title
					here.numbered = here.numbered || earlier.numbered
				}
			}
			here.enclosed = enclosed
			if len(all) == 0 || here.numbered {
				all = append(all, here)
			}
			if here.numbered {
				return all
			}
			number, comment = nil, nil
		}
	}
}

// isRound tells the number of a round that nobody takes for another one.
func isRound(text string) bool {
	text = strings.Trim(strings.TrimSpace(text), "()（）[]【】［］")
	return strings.HasPrefix(text, "第") || strings.TrimRight(text, numberEnd) != text
}

// isFirst tells the number of the first move. Some count from 0.
func (m manner) isFirst(start board.Position, n int) bool {
	return n == 1 || n == 0 || n == start.MoveNumber()
}

// begins reports whether the moves can begin with a part of a word: it is a move, legal or not, or looks like one that
// is misspelled. The move may be behind a label.
func (m manner) begins(start *board.Position, s scanner, p part, numbered bool) (at int, ok bool) {
	if p.kind != aMove {
		return 0, false
	}
	text := strings.TrimRightFunc(p.text, isQuote)
	if at = behindLabel(text); at > 0 {
		text = text[at:]
	}
	bare, _ := marked(text)
	f := follower{scanner: s, manner: m}
	switch _, err := m.parse(start, bare); {
	case err == nil:
		return at, true
	case !isSyntax(err):
		return at, numbered || hanMove(bare) > 0 || isLatinMove(bare)
	}
	if joined, _ := f.joined(start, bare); joined != "" {
		return at, true
	}
	return at, isNearlyHan(bare) || isNearlyLatin(bare) || numbered && isNearly(bare)
}

// behindLabel returns where a move in letters and digits is behind a label in the same word, 0 if none does:
// Moves:h2e2, moves=C2=5.
func behindLabel(word string) int {
	const far = 64 // bytes
	for i, r := range cut(word, far) {
		if _, size := utf8.DecodeRuneInString(word[i:]); strings.ContainsRune(":：=＝", r) && isLatinMove(word[i+size:]) {
			return i + size
		}
	}
	return 0
}
