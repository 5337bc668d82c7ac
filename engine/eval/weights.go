package eval

// Weights are all the numbers of the evaluation. The terms say what each is multiplied by.
type Weights struct {
	Piece  [8]Pair        // by kind
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
	Protected                                        [8]Pair
	LinkedHorses, LinkedCannons                      Pair
	RookThreat, MinorThreat, LesserThreat            [8]Pair // by the kind attacked
	Massed                                           [5]Pair // by the number of pieces

	PalaceHit    [8]Pair    // by kind, for each point
	Siege        [6][5]Pair // attackers, guards
	Flight       [5]Pair
	HollowCannon [9]Pair // by the number of points between
	CannonOnFile [4]Pair // by the number of pieces between
	CannonOnRank [4]Pair
	BottomCannon [4]Pair
	RookOnLine   [3]Pair
	FacingKing   Pair
	SafeCheck    [8]Pair
}
