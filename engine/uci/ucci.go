package uci

import (
	"math"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
)

// This file translates UCCI, the Universal Chinese Chess Interface 3.0, at the edge: a line of UCCI becomes one of UCI
// before it is executed, and the session's output becomes UCCI.

// ucci is what a session knows of the other program's protocol.
type ucci struct {
	spoken  bool // it is UCCI, and not UCI
	seconds bool // its clocks are in seconds, until usemillisec is set
}

// fromUCCI returns the line of UCI with the same meaning where a side is to move, "" if there is nothing left to do.
func (u *ucci) fromUCCI(text string, mover board.Color) string {
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
			u.seconds = value == "false"
		case "newgame":
			return "ucinewgame"
		case "hashsize":
			return "setoption name Hash value " + value
		default:
			return "setoption name " + words[0] + " value " + value
		}
		return ""
	case "go":
		return "go" + goFromUCCI(words, mover, u.seconds)
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
				next = strconv.FormatInt(min(max(n, -1), math.MaxInt64/1000)*1000, 10)
			}
			name := "time"
			if word == "increment" {
				name = "inc"
			}
			args += " " + color + name + " " + next
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
