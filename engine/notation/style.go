package notation

import (
	"fmt"
	"slices"
)

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
)

var styleNames = [...]string{
	UCI: "uci", ICCS: "iccs", Chinese: "chinese", ChineseTraditional: "chinese-traditional", WXF: "wxf",
	ChineseByFile: "chinese-file", ChineseTraditionalByFile: "chinese-traditional-file", UCI10: "uci-10", Vietnamese: "vietnamese",
}

// Styles returns all styles.
func Styles() []Style {
	all := make([]Style, len(styleNames))
	for i := range all {
		all[i] = Style(i)
	}
	return all
}

// String returns the lower-case name of the style, as [ParseStyle] reads it.
func (s Style) String() string {
	if int(s) < len(styleNames) {
		return styleNames[s]
	}
	return fmt.Sprintf("style(%d)", uint8(s))
}

// ParseStyle reads the name of a style.
func ParseStyle(name string) (Style, error) {
	if i := slices.Index(styleNames[:], name); i >= 0 {
		return Style(i), nil
	}
	return 0, fmt.Errorf("notation style %q: want one of %v", name, styleNames)
}
