package lesson

import (
	"slices"

	"xiangqibot/engine/board"
)

// Drill is an ending that every player should be able to win: Red moves first and wins against any defense.
type Drill struct {
	Name  Name
	Start board.Position
}

// drills are the endings, in the order in which textbooks teach them.
var drills = []*Drill{
	newDrill("pawnking", "9/3k5/9/9/9/9/8P/9/9/4K4 w - - 0 1"),
	newDrill("horseadvisor", "3ak4/9/9/9/9/9/9/9/9/N2K5 w - - 0 1"),
	newDrill("cannonadvisors", "5k3/4a4/3a5/9/5C3/9/9/9/9/3AK4 w - - 0 1"),
	newDrill("rookadvisors", "9/4ak3/3a5/9/9/9/9/9/R8/4K4 w - - 0 1"),
	newDrill("rookelephants", "2b1k4/9/4b4/9/9/9/9/9/9/R3K4 w - - 0 1"),
	newDrill("rookoneadvisor", "2bak4/9/4b4/9/9/9/9/9/9/R3K4 w - - 0 1"),
	newDrill("rookoneelephant", "3ak4/4a4/4b4/9/9/9/9/9/9/R3K4 w - - 0 1"),
	newDrill("twopawns", "3ak4/4a4/9/9/2P3P2/9/9/9/9/4K4 w - - 0 1"),
	newDrill("horsepawn", "2bak4/9/4b4/9/4P4/9/9/9/9/1N2K4 w - - 0 1"),
	newDrill("twohorses", "2bak4/9/4b4/9/9/9/9/9/9/1N2K2N1 w - - 0 1"),
	newDrill("horsecannon", "3a5/3Ca4/5k3/9/9/9/9/9/3K5/3N5 w - - 0 1"),
	newDrill("twocannons", "5a3/3k5/3a5/9/4C4/9/9/C8/5K3/9 w - - 0 1"),
}

func newDrill(name Name, fen string) *Drill {
	p, err := board.ParseFEN(fen)
	if err != nil {
		panic(err) // a test parses them all
	}
	return &Drill{name, p}
}

// Drills returns all endings.
func Drills() []*Drill { return slices.Clone(drills) }

// FindDrill returns the ending with the name, or false if there is none.
func FindDrill(name Name) (*Drill, bool) {
	i := slices.IndexFunc(drills, func(d *Drill) bool { return d.Name == name })
	if i < 0 {
		return nil, false
	}
	return drills[i], true
}
