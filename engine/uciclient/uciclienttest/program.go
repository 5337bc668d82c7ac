// Package uciclienttest is a UCI engine for tests, with normal or faulty behavior. A test binary becomes the engine by
// calling [Main] at the start of TestMain:
//
//	func TestMain(m *testing.M) {
//		uciclienttest.Main()
//		os.Exit(m.Run())
//	}
//
// and is then run as the program by [Options].
package uciclienttest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/uciclient"
)

// Behavior is the behavior of the program: normal, or one fault.
type Behavior string

// The behaviors. Except for NoHandshake, ExitsAtStart and IgnoresQuit, faults occur after three plies of the game.
const (
	Normal        Behavior = "sound"    // plays the first legal move
	NoHandshake   Behavior = "dumb"     // does not even answer uci
	ExitsAtStart  Behavior = "lost"     // ends at once, as a program that lacks a file
	Crashes       Behavior = "dies"     // ends instead of answering
	NeverAnswers  Behavior = "mute"     // never answers
	AnswersOnStop Behavior = "slow"     // answers on stop
	Illegal       Behavior = "illegal"  // names a move that is not legal
	NoMoveNamed   Behavior = "nonsense" // names no move at all
	Floods        Behavior = "chatters" // says a great deal, some of it in one line, and two moves
	IgnoresQuit   Behavior = "stays"    // does not end on quit
)

const (
	variable = "XIANGQI_PROGRAM"
	once     = "XIANGQI_PROGRAM_ONCE"
)

// Main runs the program and does not return if the environment says so.
func Main() {
	if behavior := os.Getenv(variable); behavior != "" {
		Run(os.Stdin, os.Stdout, Behavior(behavior))
		os.Exit(0)
	}
}

// Options run this test binary as the program with a behavior. It counts ranks from 1 and has one option, Skill.
func Options(behavior Behavior) uciclient.Options {
	o := uciclient.Options{
		Command: []string{os.Args[0]}, Env: append(os.Environ(), variable+"="+string(behavior)),
		FirstRank: firstRank, ResponseTimeout: time.Minute, // a busy machine is no fault
	}
	switch behavior { // what is set here is waited for to its end
	case NoHandshake:
		o.ResponseTimeout = 100 * time.Millisecond
	case NeverAnswers:
		o.MoveGrace = 500 * time.Millisecond
	default:
	}
	return o
}

// FailsOnce is [Options] for a program that has the behavior in its first run only and is normal afterwards.
func FailsOnce(t *testing.T, behavior Behavior) uciclient.Options {
	o := Options(behavior)
	o.Env = append(o.Env, once+"="+t.TempDir()+"/lived")
	return o
}

// restarted reports whether a program of [FailsOnce] has run before.
func restarted() bool {
	path := os.Getenv(once)
	if path == "" {
		return false
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // a test names the file
	if err == nil {
		err = file.Close()
	}
	return err != nil
}

// Run speaks UCI until quit or the end of in.
func Run(in io.Reader, out io.Writer, behavior Behavior) {
	if restarted() {
		behavior = Normal
	}
	say := func(format string, args ...any) {
		_, _ = fmt.Fprintf(out, format+"\n", args...) // a client that does not listen ends the program
	}
	if behavior == ExitsAtStart {
		say("info string ERROR: the network file was not found")
		os.Exit(1)
	}
	game := conversation{rec: board.NewRecord(), behavior: behavior, say: say}
	for scan := bufio.NewScanner(in); scan.Scan(); {
		words := strings.Fields(scan.Text())
		if len(words) == 0 || behavior == NoHandshake {
			continue
		}
		if words[0] == "quit" && behavior != IgnoresQuit {
			return
		}
		game.obey(words)
	}
	if behavior == IgnoresQuit {
		<-time.After(time.Hour) // the end of its input does not move it either
	}
}

// conversation is the state of the program.
type conversation struct {
	rec      board.Record
	behavior Behavior
	say      func(format string, args ...any)
	answer   string // of a search that waits for stop
}

// firstRank is the number that the program gives to Red's edge.
const firstRank = 1

func (c *conversation) obey(words []string) {
	switch words[0] {
	case "uci":
		c.say("id name program\noption name Skill type spin default 1 min 1 max 9\nuciok")
	case "isready":
		c.say("readyok")
	case "position":
		c.position(strings.Join(words[2:], " "))
	case "go":
		c.think()
	case "stop":
		if c.answer != "" {
			c.say("bestmove %s", c.answer)
			c.answer = ""
		}
	}
}

func (c *conversation) position(text string) {
	fen, moves, _ := strings.Cut(text, " moves ")
	start, err := board.ParseFEN(fen)
	if err != nil {
		c.say("info string %v", err)
		return
	}
	c.rec = board.Record{Start: start}
	for _, text := range strings.Fields(moves) {
		m, err := uciclient.ParseMove(text, firstRank)
		if err == nil {
			err = c.rec.Play(m)
		}
		if err != nil {
			c.say("info string %v", err)
		}
	}
}

// oldGame is the number of plies after which a fault occurs.
const oldGame = 3

func (c *conversation) think() {
	pos := c.rec.Position()
	first := pos.LegalMoves(nil)[0]
	behavior := c.behavior
	if len(c.rec.Moves) <= oldGame {
		behavior = Normal
	}
	switch behavior {
	case Illegal:
		first = board.NewMove(first.To(), first.From())
	case Crashes:
		os.Exit(3)
	case NeverAnswers:
		return
	case AnswersOnStop:
		c.answer = uciclient.FormatMove(first, firstRank)
		return
	case NoMoveNamed:
		c.say("bestmove resign")
		return
	case Floods:
		c.say("%s", strings.Repeat("x", 1<<20))
		for range 1000 {
			c.say("info depth 1 multipv 2 score cp 99")
		}
		defer c.say("bestmove a1a1")
	default: // Normal; the other faults occur elsewhere
	}
	c.say("info depth 1 score cp 17 upperbound\ninfo depth 1 nodes 20 score cp 12 pv %s", uciclient.FormatMove(first, firstRank))
	c.say("bestmove %s", uciclient.FormatMove(first, firstRank))
}
