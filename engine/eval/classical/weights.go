package classical

import (
	_ "embed"
	"fmt"
	"iter"
	"reflect"
	"strings"

	"xiangqibot/engine/board"
)

// Weights are all the numbers of the evaluation. The terms say what each is multiplied by.
type Weights struct {
	Piece  ByKind
	Square [8]SquareTable // by kind
	Tempo  Pair

	HorsePair, CannonPair, RookPair, HorseAndCannon Pair
	Guards                                          [3][3]Pair // advisors, elephants
	AdvisorMissing, ElephantMissing                 Pair       // for each rook, each cannon of the other side
	CannonScreens                                   Pair       // for each piece above half a board

	RookMobility   [18]Pair
	HorseMobility  [9]Pair
	CannonMobility [18]Pair

	RookOpenFile, RookHalfOpenFile, RookBehindCannon Pair
	LinkedPawn, BackedPawn                           Pair
	Protected                                        ByKind
	LinkedHorses, LinkedCannons                      Pair
	RookThreat, MinorThreat, LesserThreat            ByKind  // by the kind attacked
	Massed                                           [5]Pair // by the number of pieces

	PalaceHit    ByKind     // for each point
	Siege        [6][5]Pair // attackers, guards
	Flight       [5]Pair
	HollowCannon [9]Pair // by the number of points between
	CannonOnFile [4]Pair // by the number of pieces between
	CannonOnRank [4]Pair
	BottomCannon [4]Pair
	RookOnLine   [3]Pair
	SafeCheck    ByKind
}

// ByKind has a weight for each kind of piece; that of board.NoKind is mostly unused.
type ByKind [8]Pair

// wing is the number of files of half a board, the middle one included. Piece-square tables have one wing only, since
// the board is symmetric.
const wing = (board.Files + 1) / 2

// SquareTable is what a piece gains by being on a point, written as Red sees the board: the first row is the far
// edge, the last row its own; each row goes from the edge of the board to the middle file.
type SquareTable [board.Ranks][wing]Pair

func (t *SquareTable) at(s board.Square) *Pair {
	file := min(s.File(), board.Files-1-s.File())
	return &t[board.Ranks-1-s.Rank()][file]
}

// Pair is a weight with two values in centipawns: one for a full board and one for an empty board. Both are added,
// subtracted and multiplied by small numbers in one operation; each stays within 16 bits.
type Pair int32

// S returns the pair of a weight on a full board and on an empty one.
func S(full, empty int) Pair { return Pair(empty<<16 + full) }

// Split returns the weight on a full board and that on an empty one. A negative lower half borrows from the upper one;
// adding half a unit compensates for that.
func (p Pair) Split() (full, empty int) { return int(int16(p)), int(int16((p + 0x8000) >> 16)) }

//go:embed weights.txt
var standardText string

var standard = func() Weights {
	w, err := ParseWeights(standardText)
	if err != nil {
		panic(err) // every test reads the file
	}
	return w
}()

// Standard returns the weights that [New] uses, those of weights.txt.
func Standard() Weights { return standard }

// String writes the weights as text, a row of them on each line after its name: "Guards[2] -41,10 -3,2 0,20".
func (w *Weights) String() string {
	var b strings.Builder
	last := ""
	for name, cell := range w.All() {
		if row := rowOf(name); row != last {
			b.WriteString("\n" + row)
			last = row
		}
		full, empty := cell.Split()
		fmt.Fprintf(&b, " %d,%d", full, empty)
	}
	return strings.TrimPrefix(b.String(), "\n") + "\n"
}

// ParseWeights reads what String writes. Lines that begin with # are comments.
func ParseWeights(text string) (w Weights, err error) {
	var words []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			words = append(words, strings.Fields(line)...)
		}
	}
	words = append(words, "") // the end
	last := ""
	for name, cell := range w.All() {
		if row := rowOf(name); row != last {
			if words[0] != row {
				return w, fmt.Errorf("classical: weights: %q instead of %s: are they of another version of the evaluation?", words[0], row)
			}
			words, last = words[1:], row
		}
		var full, empty int
		if _, err := fmt.Sscanf(words[0], "%d,%d", &full, &empty); err != nil {
			return w, fmt.Errorf("classical: weights: %s: %q: %w", name, words[0], err)
		}
		*cell = S(full, empty)
		if f, e := cell.Split(); f != full || e != empty {
			return w, fmt.Errorf("classical: weights: %s: no weight can be %s", name, words[0])
		}
		words = words[1:]
	}
	if len(words) > 1 {
		return w, fmt.Errorf("classical: weights: %q follows the last one", words[0])
	}
	return w, nil
}

// rowOf is the name of a weight without its last index.
func rowOf(name string) string {
	if i := strings.LastIndexByte(name, '['); i >= 0 {
		return name[:i]
	}
	return name
}

// All yields the weights one by one with their names, always in the same order: the flat view that tuning needs. A name
// is the path to the weight, as in "Siege[3][2]". The pointers lead into w.
func (w *Weights) All() iter.Seq2[string, *Pair] {
	return func(yield func(string, *Pair) bool) {
		fields := reflect.ValueOf(w).Elem()
		for i := range fields.NumField() {
			if !walk(fields.Type().Field(i).Name, fields.Field(i), yield) {
				return
			}
		}
	}
}

// walk yields the pairs in v, which is a pair or an array of what walk accepts.
func walk(name string, v reflect.Value, yield func(string, *Pair) bool) bool {
	if v.Kind() != reflect.Array {
		return yield(name, v.Addr().Interface().(*Pair))
	}
	for i := range v.Len() {
		if !walk(fmt.Sprintf("%s[%d]", name, i), v.Index(i), yield) {
			return false
		}
	}
	return true
}
