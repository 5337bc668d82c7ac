package uci

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/search"
)

// This file translates UCCI, the Universal Chinese Chess Interface 3.0, at the edge: a line of UCCI becomes one of UCI
// before it is executed, and the session's output becomes UCCI.

// identifyUCCI answers the command ucci.
func (s *Session) identifyUCCI() {
	s.ucci, s.seconds = true, true
	s.say("id name Xiangqibot")
	s.say("id author the Xiangqibot authors")
	s.say("option usemillisec type check default false")
	s.say("option hashsize type spin min 1 max %d default %d", search.MaxTableMB(), min(engine.DefaultHashMB, search.MaxTableMB()))
	s.say("option threads type spin min 1 max 256 default 1")
	s.say("option newgame type button")
	s.say("ucciok")
}

// fromUCCI returns the line of UCI with the same meaning, "" if there is nothing left to do.
func (s *Session) fromUCCI(text string) string {
	name, args, _ := strings.Cut(text, " ")
	words := strings.Fields(args)
	switch name {
	case "setoption":
		if len(words) == 0 {
			return text
		}
		value := strings.Join(words[1:], " ")
		switch words[0] {
		case "usemillisec":
			s.seconds = value == "false"
		case "newgame":
			return "ucinewgame"
		case "hashsize":
			return "setoption name Hash value " + value
		default:
			return "setoption name " + words[0] + " value " + value
		}
		return ""
	case "go":
		p := s.record.Position()
		return "go" + goFromUCCI(words, p.SideToMove(), s.seconds)
	case "ponderhit": // an offer of a draw may follow
		return name
	}
	return text
}

// goFromUCCI translates the arguments of go. The clock is that of the side to move; the other's is left out.
func goFromUCCI(words []string, side board.Color, seconds bool) (args string) {
	color := [...]string{board.Red: "w", board.Black: "b"}[side]
	for i := 0; i < len(words); i++ {
		word := words[i]
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch word {
		case "draw":
		case "opptime", "oppmovestogo", "oppincrement":
			i++
		case "time", "increment":
			if n, err := strconv.ParseInt(next, 10, 64); err == nil && seconds {
				next = strconv.FormatInt(min(max(n, -1), maxNumber/1000)*1000, 10)
			}
			args += " " + color + map[string]string{"time": "time ", "increment": "inc "}[word] + next
			i++
		case "depth":
			if next == "infinite" {
				continue
			}
			args += " depth"
		default:
			args += " " + word
		}
	}
	return args
}

// mateUCCI is the score of a mate, for which UCCI has no word.
const mateUCCI = 30000

// toUCCI translates a line of output.
func toUCCI(text string) string {
	if text == "bestmove (none)" {
		return "nobestmove"
	}
	if message, ok := strings.CutPrefix(text, "info string "); ok {
		return "info message " + message
	}
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "info" {
		return text
	}
	out := words[:1:1]
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "seldepth", "multipv", "hashfull":
			i++
		case "cp":
		case "mate":
			i++
			n, _ := strconv.Atoi(words[i])
			if n > 0 {
				n = mateUCCI - 2*n
			} else {
				n = -mateUCCI - 2*n
			}
			out = append(out, strconv.Itoa(n))
		default:
			out = append(out, words[i])
		}
	}
	return strings.Join(out, " ")
}

// banMoves answers banmoves: moves that would lose by repetition, as the other program judges.
func (s *Session) banMoves(args string) {
	p := s.record.Position()
	moves, errs := parseMoves(&p, strings.Fields(args))
	for _, err := range errs {
		s.fail("banmoves: %v; it is ignored", err)
	}
	s.banned = moves
}

// excludeBanned leaves the moves that banmoves did not exclude. The error says that none is left.
func (s *Session) excludeBanned(p *board.Position, limits *engine.Limits) error {
	if len(s.banned) == 0 {
		return nil
	}
	if limits.SearchMoves == nil {
		limits.SearchMoves = p.LegalMoves(nil)
	}
	limits.SearchMoves = slices.DeleteFunc(limits.SearchMoves, func(m board.Move) bool { return slices.Contains(s.banned, m) })
	if len(limits.SearchMoves) == 0 {
		return errors.New("banmoves: no move is left")
	}
	return nil
}
