package classical

import (
	"fmt"
	"iter"
	"reflect"
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

// Standard returns the weights that [New] uses.
func Standard() Weights { return standard }

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
