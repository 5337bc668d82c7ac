package puzzle

import (
	"encoding/base32"
	"encoding/binary"
	"hash/fnv"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// Goal is what the solver has to achieve.
type Goal uint8

// The goals, with the numbers that files have.
const (
	Mate Goal = iota // mate, or a stalemate, which wins as well
	Gain             // material
	Hold             // the only move that does not lose
	Win              // the only move that wins an ending
)

// String names the goal in lower case.
func (g Goal) String() string { return [...]string{"mate", "gain", "hold", "win"}[g] }

// Themes beside those of package pattern.
const (
	StopMate      = "jiesha"  // 解杀: a mate is threatened
	ChooseCapture = "capture" // of several captures one wins
	Technique     = "canju"   // 残局: an ending in which one move wins, or draws
)

// Source says whose game a puzzle is from.
type Source uint8

// The sources, with the numbers that files have: games of people from the Chinese-Chess Practical Dataset (CC BY 4.0),
// games of the engine, games played where the puzzle is set, and the endgame tables.
const (
	People Source = iota
	Engine
	Local
	Tables
)

// Puzzle is a position to solve.
type Puzzle struct {
	// Before is the position in which the opponent made the mistake Prior.
	Before board.Position `json:"before"`
	Prior  board.Move     `json:"prior"`
	Root   Node           `json:"root"`
	Goal   Goal           `json:"goal"`
	Phase  board.Phase    `json:"phase"`
	Source Source         `json:"source"`
	// Themes are ids of package pattern, the mate at the end of every branch and motifs of the first move, or of this
	// one.
	Themes []string `json:"themes,omitempty"`
	// Rating is the estimated difficulty, on the rating scale of players. The bot refines it by solvers' results.
	Rating int `json:"rating"`

	id string // the ID, cached by Read and NewSet
}

// Node is a position in which the solver moves.
type Node struct {
	// Correct are the correct moves; the first one is part of the solution that is shown.
	Correct []Branch `json:"correct"`
	// AlsoWinning are moves that win too, but more slowly.
	AlsoWinning []board.Move `json:"also,omitempty"`
}

// Branch is a correct move. Reply is the opponent's reply and Next the position after it; Reply is NoMove and Next nil
// if the puzzle is solved.
type Branch struct {
	Move  board.Move `json:"move"`
	Reply board.Move `json:"reply,omitempty"`
	Next  *Node      `json:"next,omitempty"`
}

// Position is the position that the solver is shown first.
func (p *Puzzle) Position() board.Position {
	pos := p.Before
	pos.Make(p.Prior)
	return pos
}

// Line is the solution: the moves of both sides from the first position.
func (p *Puzzle) Line() []board.Move { return p.Root.Line() }

// Line is the solution from a node on, the moves of both sides.
func (n *Node) Line() (moves []board.Move) {
	for n != nil {
		b := &n.Correct[0]
		moves = append(moves, b.Move)
		if b.Reply != board.NoMove {
			moves = append(moves, b.Reply)
		}
		n = b.Next
	}
	return moves
}

// Moves is the number of the solver's moves in the solution.
func (p *Puzzle) Moves() int { return (len(p.Line()) + 1) / 2 }

// ForBeginners reports whether the puzzle asks for one move that can be found without looking further ahead: a mate, a
// piece that can be taken, the answer to a check.
func (p *Puzzle) ForBeginners() bool {
	if p.Root.Correct[0].Next != nil {
		return false
	}
	pos := p.Position()
	switch p.Goal {
	case Mate:
		return true
	case Gain:
		return !slices.Contains(p.Themes, ChooseCapture)
	case Hold:
		return pos.InCheck()
	case Win:
	}
	return false
}

// ID is a hash of the puzzle's position, six letters and digits. It is the same in all files, and for a mirror image.
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

// ids encodes in lower-case letters and digits, without those that look alike.
var ids = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// Verdict is the result of an answer.
type Verdict uint8

// The verdicts.
const (
	Wrong    Verdict = iota
	AlsoWins         // it wins, but more slowly: the solver may try again
	Correct          // and the opponent has replied
	Solved
)

// Answer is the response to a move.
type Answer struct {
	Verdict Verdict
	// Reply is the opponent's reply to a Correct move.
	Reply board.Move
}

// Walk follows correct moves of the solver and returns the game so far, from the opponent's first move on, and the node
// in which the solver is to move. ok is false if one of the moves is not correct.
func (p *Puzzle) Walk(made []board.Move) (rec board.Record, at *Node, ok bool) {
	rec = board.Record{Start: p.Before, Moves: []board.Move{p.Prior}}
	at = &p.Root
	for _, m := range made {
		i := at.indexOf(m)
		if i < 0 || at.Correct[i].Next == nil {
			return rec, at, false
		}
		rec.Moves = append(rec.Moves, m, at.Correct[i].Reply)
		at = at.Correct[i].Next
	}
	return rec, at, true
}

func (n *Node) indexOf(m board.Move) int {
	return slices.IndexFunc(n.Correct, func(b Branch) bool { return b.Move == m })
}

// Try checks a move of the solver, who has made the given correct moves before. Any move that ends the game at once
// solves the puzzle. An illegal move is Wrong.
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
	i := at.indexOf(m)
	switch {
	case !pos.HasLegalMove(), i >= 0 && at.Correct[i].Next == nil:
		return Answer{Verdict: Solved}
	case i >= 0:
		return Answer{Verdict: Correct, Reply: at.Correct[i].Reply}
	case slices.Contains(at.AlsoWinning, m):
		return Answer{Verdict: AlsoWins}
	}
	return Answer{}
}
