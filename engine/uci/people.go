package uci

import (
	"fmt"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/rules"
)

// display draws the board with Red at the bottom.
func (s *Session) display() {
	p := s.record.Position()
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		var b strings.Builder
		fmt.Fprintf(&b, "%d ", rank)
		for file := range board.Files {
			b.WriteByte(' ')
			b.WriteByte(p.At(board.SquareAt(file, rank)).Letter())
		}
		s.say("%s", b.String())
		if rank == board.Ranks/2 {
			s.say("   ~~~~~~~~~~~~~~~~~")
		}
	}
	s.say("   a b c d e f g h i")
	s.say("")
	s.say("FEN: %s", p.FEN())
	s.say("Key: %016x", p.Hash())
	state := ""
	if p.InCheck() {
		state = ", in check"
	}
	s.say("To move: %v%s; %d legal moves; ply %d", p.SideToMove(), state, len(p.LegalMoves(nil)), len(s.record.Moves))
}

// columns are the notations that the command moves prints.
var columns = [...]notation.Style{notation.UCI, notation.Chinese, notation.WXF, notation.ICCS, notation.Vietnamese}

// moves prints the legal moves in the order of the generator.
func (s *Session) moves() {
	p := s.record.Position()
	for _, m := range p.LegalMoves(nil) {
		s.say("%s", strings.Join(notations(&p, m), "\t"))
	}
}

// parse parses a move, optionally in the style that is named first. A move that cannot be read is a normal answer here
// and not an invalid line.
func (s *Session) parse(text string) {
	style := notation.UCI // reads as Parse does
	if name, rest, _ := strings.Cut(text, " "); rest != "" {
		if named, err := notation.ParseStyle(name); err == nil {
			style, text = named, rest
		}
	}
	p := s.record.Position()
	m, err := notation.ParseAs(&p, text, style)
	if err != nil {
		s.say("error: %v", err)
		return
	}
	s.say("%v", m)
}

// eval prints the terms of the hand-written evaluation, in centipawns, and the score by the evaluation in use.
func (s *Session) eval() {
	p := s.record.Position()
	score, terms := s.engine.Terms(&p)
	s.say("%-14s %6s %6s %6s", "term", "red", "black", "lead")
	for _, t := range terms {
		red, black := t.Sides[board.Red], t.Sides[board.Black]
		s.say("%-14s %6d %6d %6d", t.Name, red, black, red-black)
	}
	s.say("score %d for %v, to move, with the value of the move and what is left to win with", score, p.SideToMove())
}

// book prints the opening of the game and the book moves of its position: each move in the notations of the command
// moves, how often it is played, its score, and the opening that it leads to if that differs.
//
//	opening 中炮, Central Cannon
//	h9g7	马８进７	H8+7	H9-G7	M8.7	58.26 %	-61	中炮对屏风马, Central Cannon vs Screen Horses
func (s *Session) book() {
	now := book.OpeningOf(&s.record)
	if now != nil {
		s.say("opening %s", openingText(now))
	}
	p := s.record.Position()
	moves := book.Standard().AllMoves(&p)
	if len(moves) == 0 {
		s.say("none")
		return
	}
	sum := 0
	for _, m := range moves {
		sum += m.Weight
	}
	for _, m := range moves {
		line := notations(&p, m.Move)
		if m.Weight == 0 {
			line = append(line, "never")
		} else {
			line = append(line, fmt.Sprintf("%.2f %%", 100*float64(m.Weight)/float64(sum)))
		}
		line = append(line, fmt.Sprintf("%+d", m.Score))
		next := s.record.Clone()
		if err := next.Play(m.Move); err == nil {
			if o := book.OpeningOf(&next); o != now {
				line = append(line, openingText(o))
			}
		}
		s.say("%s", strings.Join(line, "\t"))
	}
}

func openingText(o *book.Opening) string {
	return o.Name(book.Simplified) + ", " + o.Name(book.English)
}

// notations writes a move in all styles of the columns.
func notations(p *board.Position, m board.Move) []string {
	names := make([]string, 0, len(columns)+3)
	for _, style := range columns {
		names = append(names, notation.Format(p, m, style))
	}
	return names
}

// judge prints the verdict on the game, and for a repetition one line for each move of the cycle. Plies count from 1.
//
//	red loses: perpetual chase (R3), plies 3 to 10
//	ply 3	red	c6b6	chase	R d1 x n c1
func (s *Session) judge() {
	v := rules.Judge(&s.record, s.limits.Ruleset)
	if v.Outcome == rules.Ongoing {
		s.say("none")
		return
	}
	standing := "draw"
	if loser, lost := v.Outcome.Loser(); lost {
		standing = fmt.Sprintf("%v loses", loser)
	}
	stretch := ""
	if v.FirstPly < v.LastPly {
		stretch = fmt.Sprintf(", plies %d to %d", v.FirstPly+1, v.LastPly)
	}
	s.say("%s: %v (%v)%s", standing, v.Reason, v.Article, stretch)
	for i, d := range v.CycleMoves {
		ply := v.FirstPly + i
		line := []string{fmt.Sprintf("ply %d", ply+1), d.By.String(), s.record.Moves[ply].String(), d.Kind.String()}
		for _, t := range d.Threats {
			line = append(line, fmt.Sprintf("%c %v x %c %v", t.AttackerPiece.Letter(), t.Attacker, t.VictimPiece.Letter(), t.Victim))
		}
		s.say("%s", strings.Join(line, "\t"))
	}
}

// pattern prints the mate patterns at the end of the game, one per line, most specific first, and then the motifs of
// its first move, as "motif:" and the motif. The names are the ids of package pattern. It prints none if there is
// neither.
//
//	mahoupao
//	wocao
//	motif:yinli
func (s *Session) pattern() {
	names := pattern.Names(&s.record)
	for _, n := range names {
		s.say("%v", n)
	}
	motifs := pattern.ShotAt(&s.record, 0).Motifs
	for _, m := range motifs {
		s.say("motif:%v", m)
	}
	if len(names)+len(motifs) == 0 {
		s.say("none")
	}
}
