// Package uciclienttest is a program that speaks UCI, for tests: sound, or with one bad habit. A test binary becomes it
// by calling Main first thing in TestMain:
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

// Habit is what is wrong with the program.
type Habit string

// The habits. But for Dumb, Lost and Stays they show when the game is older than three plies.
const (
	Sound    Habit = "sound"    // plays the first legal move
	Dumb     Habit = "dumb"     // does not even answer uci
	Lost     Habit = "lost"     // ends at once, as a program that lacks a file
	Dies     Habit = "dies"     // ends instead of answering
	Mute     Habit = "mute"     // never answers
	Slow     Habit = "slow"     // answers when it is told to stop
	Illegal  Habit = "illegal"  // names a move that is not legal
	Nonsense Habit = "nonsense" // names no move at all
	Chatters Habit = "chatters" // says a great deal, some of it in one line, and two moves
	Stays    Habit = "stays"    // does not end when it is told to
)

const (
	variable = "XIANGQI_PROGRAM"
	once     = "XIANGQI_PROGRAM_ONCE"
)

// Main becomes the program, and does not return, if the environment says so.
func Main() {
	if habit := os.Getenv(variable); habit != "" {
		Run(os.Stdin, os.Stdout, Habit(habit))
		os.Exit(0)
	}
}

// Options run this test binary as the program with a habit. It counts ranks from 1 and has one option, Skill.
func Options(habit Habit) uciclient.Options {
	o := uciclient.Options{
		Command: []string{os.Args[0]}, Environment: append(os.Environ(), variable+"="+string(habit)),
		Coordinates: uciclient.Coordinates{FirstRank: 1}, Patience: time.Minute, // a busy machine is no fault
	}
	switch habit { // what is set here is waited for to its end
	case Dumb:
		o.Patience = time.Second
	case Mute:
		o.Overtime = 500 * time.Millisecond
	default:
	}
	return o
}

// Once is Options for a program that has its habit in its first life only: the later ones are sound.
func Once(t *testing.T, habit Habit) uciclient.Options {
	o := Options(habit)
	o.Environment = append(o.Environment, once+"="+t.TempDir()+"/lived")
	return o
}

// reborn reports whether the program has lived before, where that matters.
func reborn() bool {
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
func Run(in io.Reader, out io.Writer, habit Habit) {
	if reborn() {
		habit = Sound
	}
	say := func(format string, args ...any) {
		_, _ = fmt.Fprintf(out, format+"\n", args...) // a client that does not listen ends the program
	}
	if habit == Lost {
		say("info string ERROR: the network file was not found")
		os.Exit(1)
	}
	game := conversation{rec: board.NewRecord(), habit: habit, say: say}
	for scan := bufio.NewScanner(in); scan.Scan(); {
		words := strings.Fields(scan.Text())
		if len(words) == 0 || habit == Dumb {
			continue
		}
		if words[0] == "quit" && habit != Stays {
			return
		}
		game.obey(words)
	}
	if habit == Stays {
		<-time.After(time.Hour) // the end of its input does not move it either
	}
}

// conversation is what the program knows.
type conversation struct {
	rec    board.Record
	habit  Habit
	say    func(format string, args ...any)
	answer string // of a search that waits for stop
}

func coordinates() uciclient.Coordinates { return uciclient.Coordinates{FirstRank: 1} }

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
		m, err := coordinates().Parse(text)
		if err == nil {
			err = c.rec.Play(m)
		}
		if err != nil {
			c.say("info string %v", err)
		}
	}
}

// oldGame is the number of plies after which a habit shows.
const oldGame = 3

func (c *conversation) think() {
	pos := c.rec.Position()
	first := pos.LegalMoves(nil)[0]
	habit := c.habit
	if len(c.rec.Moves) <= oldGame {
		habit = Sound
	}
	switch habit {
	case Illegal:
		first = board.NewMove(first.To(), first.From())
	case Dies:
		os.Exit(3)
	case Mute:
		return
	case Slow:
		c.answer = coordinates().Format(first)
		return
	case Nonsense:
		c.say("bestmove resign")
		return
	case Chatters:
		c.say("%s", strings.Repeat("x", 1<<20))
		for range 1000 {
			c.say("info depth 1 multipv 2 score cp 99")
		}
		defer c.say("bestmove a1a1")
	default: // Sound; the others do not come so far, or show elsewhere
	}
	c.say("info depth 1 score cp 17 upperbound\ninfo depth 1 nodes 20 score cp 12 pv %s", coordinates().Format(first))
	c.say("bestmove %s", coordinates().Format(first))
}
