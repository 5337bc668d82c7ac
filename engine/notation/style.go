package notation

import "fmt"

// Style is a way of writing moves. Reading needs no style: [Parse] understands them all.
type Style uint8

// The styles that Format writes.
const (
	UCI                Style = iota // h2e2, ranks 0..9
	ICCS                            // H2-E2, ranks 0..9
	Chinese                         // 炮二平五, 马８进７: simplified characters, full-width digits for Black
	ChineseTraditional              // 炮二平五, 馬８進７
	WXF                             // C2=5, H8+7: letters of the World Xiangqi Federation, upper case for both sides
)

var styleNames = [...]string{"uci", "iccs", "chinese", "chinese-traditional", "wxf"}

// String returns the lower-case name of the style, as ParseStyle reads it.
func (s Style) String() string {
	if int(s) < len(styleNames) {
		return styleNames[s]
	}
	return fmt.Sprintf("style(%d)", uint8(s))
}

// ParseStyle reads the name of a style.
func ParseStyle(name string) (Style, error) {
	for i, n := range styleNames {
		if n == name {
			return Style(i), nil
		}
	}
	return 0, fmt.Errorf("notation style %q: want one of %v", name, styleNames)
}
