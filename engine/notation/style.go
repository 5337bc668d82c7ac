package notation

import "fmt"

// Style is a notation for moves. Parsing rarely needs one: [Parse] reads all styles except two whose texts have another
// meaning in other styles. [ParseAs] reads those two.
type Style uint8

// The styles that [Format] writes.
const (
	UCI                Style = iota // h2e2, ranks 0..9
	ICCS                            // H2-E2, ranks 0..9
	Chinese                         // 炮二平五, 马８进７: simplified characters, full-width digits for Black; tandem pawns counted: 一兵平五
	ChineseTraditional              // 炮二平五, 馬８進７; tandem pawns counted
	WXF                             // C2=5, H8+7: letters of the World Xiangqi Federation, upper case for both sides

	ChineseByFile            // as Chinese, but tandem pawns are named by their file: 前四平五
	ChineseTraditionalByFile // as ChineseTraditional, but tandem pawns are named by their file
	UCI10                    // h3e3, b10c8: ranks 1..10, as Fairy-Stockfish and PyChess write them; only ParseAs reads it back
	Vietnamese               // P2-5, M8.7, X1/2: "." is forward, "/" back, "-" sideways; only ParseAs reads it back
	styleCount
)

// styles is what there is to know of each style.
var styles = [styleCount]struct {
	name      string
	family    Family
	firstRank int
	inFiles   Style
}{
	UCI:                      {"uci", Coordinates, 0, ICCS},
	ICCS:                     {"iccs", Coordinates, 0, ICCS},
	Chinese:                  {"chinese", Simplified, 0, Chinese},
	ChineseTraditional:       {"chinese-traditional", Traditional, 0, ChineseTraditional},
	WXF:                      {"wxf", Letters, 0, WXF},
	ChineseByFile:            {"chinese-file", Simplified, 0, Chinese},
	ChineseTraditionalByFile: {"chinese-traditional-file", Traditional, 0, ChineseTraditional},
	UCI10:                    {"uci-10", Coordinates, 1, ICCS},
	Vietnamese:               {"vietnamese", Letters, 0, ICCS},
}

// Styles returns all styles, those that people learn first before those of programs.
func Styles() []Style {
	return []Style{
		Chinese, ChineseByFile, ChineseTraditional, ChineseTraditionalByFile, WXF, Vietnamese, ICCS, UCI, UCI10,
	}
}

// Family is how a style names moves, and in which script.
type Family uint8

// The families.
const (
	Coordinates Family = iota // two points, no piece
	Letters                   // a letter for the piece, files in digits
	Simplified                // simplified characters
	Traditional               // traditional characters
)

// Family returns the family of the style.
func (s Style) Family() Family { return styles[s].family }

// FirstRank returns the number of Red's back rank for people who write in the style: 0 or 1.
func (s Style) FirstRank() int { return styles[s].firstRank }

// InFiles returns the style in which files for other programs have the moves: s, or the nearest that programs know by a
// name and that cannot be taken for another.
func (s Style) InFiles() Style { return styles[s].inFiles }

// String returns the lower-case name of the style, as [ParseStyle] reads it.
func (s Style) String() string { return styles[s].name }

// ParseStyle reads the name of a style.
func ParseStyle(name string) (Style, error) {
	for _, s := range Styles() {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, fmt.Errorf("notation style %q: want one of %v", name, Styles())
}
