package board

// slide is what a rook and a cannon reach along one line, as bits of that line.
type slide struct {
	rook   uint16 // up to and including the first piece
	cannon uint16 // beyond the first piece, up to and including the second
}

// A piece on the outermost point of a line blocks nothing, so these bits are not part of the index: it has 7 of 9 bits
// for a rank, 8 of 10 for a file.
var (
	rankSlides = func() (t [Files][1 << (Files - 2)]slide) {
		for at := range t {
			for inner := range t[at] {
				t[at][inner] = slideAlong(at, inner<<1, Files)
			}
		}
		return t
	}()
	fileSlides = func() (t [Ranks][1 << (Ranks - 2)]slide) {
		for at := range t {
			for inner := range t[at] {
				t[at][inner] = slideAlong(at, inner<<1, Ranks)
			}
		}
		return t
	}()
)

func slideAlong(at, row, length int) (s slide) {
	for _, step := range [...]int{-1, 1} {
		met := 0
		for i := at + step; 0 <= i && i < length && met < 2; i += step {
			if met == 0 {
				s.rook |= 1 << i
			} else {
				s.cannon |= 1 << i
			}
			met += row >> i & 1
		}
	}
	return s
}

// lookUpSlides looks up both lines through s.
func lookUpSlides(s Square, occ Bitboard) (rank, file int, along, across slide) {
	rank, file = int(squareRanks[s]), int(squareFiles[s])
	along = rankSlides[file][occ.rankRow(rank)>>1&127]
	across = fileSlides[rank][occ.fileRow(file)>>1&255]
	return rank, file, along, across
}

var squareRanks, squareFiles = func() (ranks, files [Squares]uint8) {
	for s := range Squares {
		ranks[s], files[s] = uint8(s/Files), uint8(s%Files)
	}
	return ranks, files
}()

// RookAttacks returns the points a rook on s attacks if the points of occ are occupied: every empty point up to the
// first piece in each direction, and that piece.
func RookAttacks(s Square, occ Bitboard) Bitboard {
	rank, file, along, across := lookUpSlides(s, occ)
	return fromRankRow(rank, uint64(along.rook)).Or(fromFileRow(file, uint64(across.rook)))
}

// CannonAttacks returns the points that a cannon on s attacks over one screen: all beyond the first piece in each
// direction, up to and including the second. A cannon captures there; without a capture it moves like a rook.
func CannonAttacks(s Square, occ Bitboard) Bitboard {
	rank, file, along, across := lookUpSlides(s, occ)
	return fromRankRow(rank, uint64(along.cannon)).Or(fromFileRow(file, uint64(across.cannon)))
}

// SlideAttacks returns [RookAttacks] and [CannonAttacks] of the same point for little more than the cost of one.
func SlideAttacks(s Square, occ Bitboard) (rook, cannon Bitboard) {
	rank, file, along, across := lookUpSlides(s, occ)
	rook = fromRankRow(rank, uint64(along.rook)).Or(fromFileRow(file, uint64(across.rook)))
	cannon = fromRankRow(rank, uint64(along.cannon)).Or(fromFileRow(file, uint64(across.cannon)))
	return rook, cannon
}

// step is one direction of a horse or an elephant: it attacks reach unless block is occupied. Directions that leave the
// board have an empty reach.
type step struct{ block, reach Bitboard }

// steps are the directions from one point.
type steps [4]step

// open returns what is reached where the points of occ are occupied.
func (t *steps) open(occ Bitboard) (b Bitboard) {
	for i := range t {
		if occ.And(t[i].block).Empty() {
			b = b.Or(t[i].reach)
		}
	}
	return b
}

func offset(s Square, files, ranks int) Square {
	f, r := s.File()+files, s.Rank()+ranks
	if f < 0 || f >= Files || r < 0 || r >= Ranks {
		return NoSquare
	}
	return SquareAt(f, r)
}

func bitsAt(s Square, offsets ...[2]int) (b Bitboard) {
	for _, o := range offsets {
		b = b.Or(SquareBit(offset(s, o[0], o[1])))
	}
	return b
}

var (
	// horseSteps are indexed by the point of the horse: the leg is beside the horse.
	horseSteps = func() (t [Squares]steps) {
		for i := range t {
			s := Square(i)
			t[i] = steps{
				{bitsAt(s, [2]int{0, 1}), bitsAt(s, [2]int{-1, 2}, [2]int{1, 2})},
				{bitsAt(s, [2]int{0, -1}), bitsAt(s, [2]int{-1, -2}, [2]int{1, -2})},
				{bitsAt(s, [2]int{1, 0}), bitsAt(s, [2]int{2, -1}, [2]int{2, 1})},
				{bitsAt(s, [2]int{-1, 0}), bitsAt(s, [2]int{-2, -1}, [2]int{-2, 1})},
			}
		}
		return t
	}()
	// horseOrigins are indexed by the attacked point: the leg is diagonal to it, beside the attacking horse.
	horseOrigins = func() (t [Squares]steps) {
		for i := range t {
			s := Square(i)
			for n, d := range [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				t[i][n] = step{bitsAt(s, d), bitsAt(s, [2]int{2 * d[0], d[1]}, [2]int{d[0], 2 * d[1]})}
			}
		}
		return t
	}()
	horsePseudoAttacks = func() (t [Squares]Bitboard) {
		for i := range t {
			for _, st := range horseOrigins[i] {
				t[i] = t[i].Or(st.reach)
			}
		}
		return t
	}()
	// elephantSteps stay on the elephant's own bank of the river.
	elephantSteps = func() (t [Squares]steps) {
		for i := range t {
			s := Square(i)
			for n, d := range [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				to := offset(s, 2*d[0], 2*d[1])
				if to != NoSquare && to.Crossed(Red) == s.Crossed(Red) {
					t[i][n] = step{bitsAt(s, d), SquareBit(to)}
				}
			}
		}
		return t
	}()

	palaces = [2]Bitboard{
		{Lo: 0b111<<3 | 0b111<<12 | 0b111<<21},
		{Hi: 0b111<<21 | 0b111<<30 | 0b111<<39},
	}
	kingAttacks    = palaceSteps([2]int{0, 1}, [2]int{0, -1}, [2]int{1, 0}, [2]int{-1, 0})
	advisorAttacks = palaceSteps([2]int{1, 1}, [2]int{1, -1}, [2]int{-1, 1}, [2]int{-1, -1})
	pawnAttacks    = func() (t [2][Squares]Bitboard) {
		for i := range Squares {
			s := Square(i)
			for c, forward := range [2]int{1, -1} {
				t[c][i] = bitsAt(s, [2]int{0, forward})
				if s.Crossed(Color(c)) {
					t[c][i] = t[c][i].Or(bitsAt(s, [2]int{1, 0}, [2]int{-1, 0}))
				}
			}
		}
		return t
	}()
	pawnOrigins = func() (t [2][Squares]Bitboard) {
		for c := range t {
			for from := range Squares {
				for to := range pawnAttacks[c][from].All() {
					t[c][to] = t[c][to].Or(SquareBit(Square(from)))
				}
			}
		}
		return t
	}()
	lines = func() (t [Squares]Bitboard) {
		for i := range t {
			t[i] = RookAttacks(Square(i), Bitboard{})
		}
		return t
	}()
	between = func() (t [Squares][Squares]Bitboard) {
		for a := range Squares {
			for b := range Squares {
				sa, sb := Square(a), Square(b)
				if lines[a].Has(sb) {
					both := SquareBit(sa).Or(SquareBit(sb))
					// On a common line, the two attack sets intersect only between the points.
					t[a][b] = RookAttacks(sa, both).And(RookAttacks(sb, both)).AndNot(both)
				}
			}
		}
		return t
	}()
)

// palaceSteps returns, for each point of a palace, where the offsets lead within it.
func palaceSteps(offsets ...[2]int) (t [Squares]Bitboard) {
	for i := range t {
		t[i] = bitsAt(Square(i), offsets...).And(palaceOf(Square(i)))
	}
	return t
}

// palaceOf returns the palace that s lies in, the empty set outside both.
func palaceOf(s Square) Bitboard {
	for _, p := range palaces {
		if p.Has(s) {
			return p
		}
	}
	return Bitboard{}
}

// Attacks returns the points on which a piece on s could capture if the points of occ are occupied, those of its own
// pieces included.
func Attacks(piece Piece, s Square, occ Bitboard) Bitboard {
	switch piece.Kind() {
	case King:
		return kingAttacks[s]
	case Advisor:
		return advisorAttacks[s]
	case Elephant:
		return ElephantAttacks(s, occ)
	case Horse:
		return HorseAttacks(s, occ)
	case Rook:
		return RookAttacks(s, occ)
	case Cannon:
		return CannonAttacks(s, occ)
	case Pawn:
		return pawnAttacks[piece.Color()][s]
	}
	return Bitboard{}
}

// HorseAttacks returns the points a horse on s reaches: those whose leg (蹩马腿) is free.
func HorseAttacks(s Square, occ Bitboard) Bitboard { return horseSteps[s].open(occ) }

// HorseLeg returns the point that must be empty for a horse to go from one point to another; ok is false where it never
// can.
func HorseLeg(from, to Square) (leg Square, ok bool) {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	switch {
	case files*files == 1 && ranks*ranks == 4:
		return SquareAt(from.File(), from.Rank()+ranks/2), true
	case files*files == 4 && ranks*ranks == 1:
		return SquareAt(from.File()+files/2, from.Rank()), true
	}
	return NoSquare, false
}

// HorsesAttacking returns the points from which a horse attacks s. It is not [HorseAttacks]: the leg is beside the
// horse.
func HorsesAttacking(s Square, occ Bitboard) Bitboard { return horseOrigins[s].open(occ) }

// ElephantAttacks returns the points an elephant on s reaches: two points diagonally, on its own bank, with the eye
// between (塞象眼) free. It is its own inverse.
func ElephantAttacks(s Square, occ Bitboard) Bitboard { return elephantSteps[s].open(occ) }

// AdvisorAttacks returns the points an advisor on s reaches, none outside the palaces.
func AdvisorAttacks(s Square) Bitboard { return advisorAttacks[s] }

// KingAttacks returns the points a king on s reaches within its palace. Kings that face each other are not part of it.
func KingAttacks(s Square) Bitboard { return kingAttacks[s] }

// PawnAttacks returns the points a pawn of c on s reaches: forward, and sideways once it has crossed the river.
func PawnAttacks(c Color, s Square) Bitboard { return pawnAttacks[c][s] }

// PawnsAttacking returns the points from which a pawn of c attacks s.
func PawnsAttacking(c Color, s Square) Bitboard { return pawnOrigins[c][s] }

// Line returns all other points on the rank and the file of s.
func Line(s Square) Bitboard { return lines[s] }

// Between returns the points strictly between a and b on a common rank or file, the empty set when they share none.
func Between(a, b Square) Bitboard { return between[a][b] }

// Palace returns the nine points of the palace of c.
func Palace(c Color) Bitboard { return palaces[c] }

// HomeHalf returns the 45 points of the side of the river on which c sets up.
func HomeHalf(c Color) Bitboard {
	if c == Red {
		return Bitboard{Lo: halfBits}
	}
	return Bitboard{Hi: halfBits}
}
