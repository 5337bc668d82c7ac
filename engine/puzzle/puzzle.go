package puzzle

import (
	"encoding/base32"
	"encoding/binary"
	"hash/fnv"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// Goal is what the solver has to reach.
type Goal uint8

// The goals.
const (
	Mate Goal = iota // mate, or a stalemate, which wins as well
	Gain             // material, and with it a won game
)

// Phase is the part of the game that a puzzle is from.
type Phase uint8

// The phases. An ending has at most three rooks, horses and cannons on each side.
const (
	Opening Phase = iota
	Middle
	Ending
)

// Source says whose game a puzzle is from.
type Source uint8

// The sources: games of people from the Chinese-Chess Practical Dataset (CC BY 4.0), games of the engine, and games that
// the members of a server played there.
const (
	People Source = iota
	Engine
	Members
)

// Puzzle is a position to solve.
type Puzzle struct {
	// Before is the position in which the opponent made the move Prior, which gave the solver the chance.
	Before board.Position
	Prior  board.Move
	Root   Node
	Goal   Goal
	Phase  Phase
	Source Source
	// Themes are ids of package pattern: names of the mate at the end of every branch, and motifs of the first move.
	Themes []string
	// Rating is how hard it is thought to be, on the scale of players; play will say better.
	Rating int

	id string // what ID says, once a Set has asked
}

// Node is a position in which the solver moves.
type Node struct {
	// Right are the moves that solve it, the first of them the one that is shown.
	Right []Branch
	// Also are moves that win too, but slower.
	Also []board.Move
}

// Branch is a right move. Reply is what the opponent answers and Next the position after that; Reply is NoMove and Next
// nil where the puzzle is solved.
type Branch struct {
	Move, Reply board.Move
	Next        *Node
}

// Position is the position that the solver is shown first.
func (p *Puzzle) Position() board.Position {
	pos := p.Before
	pos.Make(p.Prior)
	return pos
}

// Line is the solution: the moves of both sides from the first position.
func (p *Puzzle) Line() []board.Move { return p.Root.line(nil) }

func (n *Node) line(moves []board.Move) []board.Move {
	for n != nil {
		b := &n.Right[0]
		moves = append(moves, b.Move)
		if b.Reply != board.NoMove {
			moves = append(moves, b.Reply)
		}
		n = b.Next
	}
	return moves
}

// Moves is how many moves of the solver the solution has.
func (p *Puzzle) Moves() int { return (len(p.Line()) + 1) / 2 }

// ID names the puzzle by its position, in six letters and digits: it stays the same in other files.
func (p *Puzzle) ID() string {
	if p.id != "" {
		return p.id
	}
	pos := p.Position()
	k := book.KeyOf(&pos)
	normal := k.Position()
	h := fnv.New64a()
	for _, piece := range normal.Placement() {
		h.Write([]byte{byte(piece)})
	}
	h.Write([]byte{byte(normal.SideToMove())})
	var sum [8]byte
	binary.BigEndian.PutUint64(sum[:], h.Sum64())
	return ids.EncodeToString(sum[:])[:6]
}

// ids are small letters and digits, without those that look alike.
var ids = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// Verdict is what an answer is.
type Verdict uint8

// The verdicts.
const (
	Wrong    Verdict = iota
	AlsoWins         // it wins, but slower than it could: another try
	Right            // and the opponent has replied
	Solved
)

// Answer is what comes of a move.
type Answer struct {
	Verdict Verdict
	// Reply is the opponent's move after a Right one.
	Reply board.Move
}

// Walk goes through moves of the solver, each of them right, and returns the game so far, the opponent's first move
// included, and the node in which the solver is to move. ok is false if one of the moves is not right.
func (p *Puzzle) Walk(made []board.Move) (rec board.Record, at *Node, ok bool) {
	rec = board.Record{Start: p.Before, Moves: []board.Move{p.Prior}}
	at = &p.Root
	for _, m := range made {
		i := at.right(m)
		if i < 0 || at.Right[i].Next == nil {
			return rec, at, false
		}
		rec.Moves = append(rec.Moves, m, at.Right[i].Reply)
		at = at.Right[i].Next
	}
	return rec, at, true
}

func (n *Node) right(m board.Move) int {
	return slices.IndexFunc(n.Right, func(b Branch) bool { return b.Move == m })
}

// Try judges a move of the solver, who has made so many right ones before. Whatever ends the game at once solves the
// puzzle. The move must be legal.
func (p *Puzzle) Try(made []board.Move, m board.Move) Answer {
	rec, at, ok := p.Walk(made)
	if !ok {
		return Answer{}
	}
	pos := rec.Position()
	if !pos.IsLegal(m) {
		return Answer{}
	}
	pos.Make(m)
	i := at.right(m)
	switch {
	case !pos.HasLegalMove(), i >= 0 && at.Right[i].Next == nil:
		return Answer{Verdict: Solved}
	case i >= 0:
		return Answer{Verdict: Right, Reply: at.Right[i].Reply}
	case slices.Contains(at.Also, m):
		return Answer{Verdict: AlsoWins}
	}
	return Answer{}
}

// Rest is the solution from a node on, the moves of both sides.
func (n *Node) Rest() []board.Move { return n.line(nil) }
