package render

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"xiangqibot/engine/board"
)

// Theme is the look of the board and its discs. A theme is stored and typed by its name; see [ParseTheme].
type Theme uint8

const (
	// Wood is a maple board in a walnut case with turned boxwood discs: the default.
	Wood Theme = iota
	// Night is a slate board with ivory discs, easy on the eyes in a dark client.
	Night
	// Paper is a diagram as printed in books.
	Paper
	// Jade is a board of green stone.
	Jade
	// Contrast distinguishes the sides by light and dark discs and uses only colors that people with any kind of color
	// blindness can tell apart.
	Contrast
	// ContrastDark is its dark counterpart, on a black board: Black's discs are dark with a light edge.
	ContrastDark
	themeCount // the number of themes
)

var themeNames = [themeCount]string{"wood", "night", "paper", "jade", "contrast", "contrast-dark"}

// Themes returns all themes, the default first.
func Themes() []Theme { return upTo(themeCount) }

// String returns the theme's name.
func (t Theme) String() string { return themeNames[t] }

// ParseTheme returns the theme with a name, ignoring case. The empty name is the default.
func ParseTheme(name string) (Theme, error) { return parse[Theme]("theme", name, themeNames[:]) }

// upTo returns the values of an enumeration below their number.
func upTo[T ~uint8](count T) []T {
	all := make([]T, count)
	for i := range all {
		all[i] = T(i)
	}
	return all
}

// parse returns the value of an enumeration with a name, ignoring case. The empty name is the first.
func parse[T ~uint8](kind, name string, names []string) (T, error) {
	i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	if i < 0 && name != "" {
		return 0, fmt.Errorf("render: unknown %s %q: use one of %v", kind, name, names)
	}
	return T(max(i, 0)), nil
}

// style holds the colors of one theme. Colors are opaque unless a comment says otherwise.
type style struct {
	field, fieldDark rgb     // the two ends of the grain
	grain            float64 // 0: a plain field; 1: the full range from field to fieldDark
	line             rgb     // grid, palaces, corner marks, river
	lineAlpha        float64
	carve            rgb // the lit edge below engraved lines and text
	carveAlpha       float64

	frame, frameDark   rgb // the case around the field
	frameLit, frameLow rgb // its bevel
	numeral            rgb // the coordinates

	disc [2]discStyle

	last     rgb // origin and target of the last move
	lastEdge rgb // thin outline that sets it off from the wood
	check    rgb
	dot      rgb // destinations
	cross    rgb // obstacles
	markEdge rgb // the outline of these marks

	bar, barTurn     rgb     // background of a player, and of the player to move
	name, nameTurn   rgb     // of a player, and of the player to move
	clock, clockText rgb     // the box of a clock and its digits
	turn             rgb     // turn indicator
	shadow           float64 // opacity of the shadows
}

// discStyle holds the colors of one side's discs.
type discStyle struct {
	rim, rimLit      rgb // the edge of the disc, and the light on it
	faceLit, faceLow rgb
	ink              rgb // the painted glyph
}

var styles = [themeCount]style{
	Wood: {
		field: hex(0xeac78d), fieldDark: hex(0xd3a061), grain: 1,
		line: hex(0x4a2a12), lineAlpha: 0.92, carve: hex(0xfff0cc), carveAlpha: 0.35,
		frame: hex(0x6f4423), frameDark: hex(0x563117), frameLit: hex(0x9a6a3c), frameLow: hex(0x35200f),
		numeral: hex(0xf3d9a4),
		disc: [2]discStyle{
			board.Red:   boxwood(0xb5170d, 0xfff0cf, 0xf6dcab),
			board.Black: boxwood(0x161a1c, 0xf6efdc, 0xe3d8be),
		},
		last: hex(0x0b6aa8), lastEdge: hex(0xe9f4fb), check: hex(0xe02b12),
		dot: hex(0x1f7a3a), cross: hex(0xc3160c), markEdge: hex(0xffffff),
		bar: hex(0x3b2413), barTurn: hex(0x5c3a1e), name: hex(0xcdb594), nameTurn: hex(0xfff3dc),
		clock: hex(0x26160a), clockText: hex(0xf3d9a4), turn: hex(0xf2b632), shadow: 0.50,
	},
	Night: {
		field: hex(0x3a444e), fieldDark: hex(0x2f3841), grain: 1,
		line: hex(0x9fb0bf), lineAlpha: 0.75, carve: hex(0x10151a), carveAlpha: 0.5,
		frame: hex(0x1d2329), frameDark: hex(0x171c21), frameLit: hex(0x39434d), frameLow: hex(0x0d1013),
		numeral: hex(0xaab8c4),
		disc: [2]discStyle{
			board.Red:   ivory(0xb8231a),
			board.Black: ivory(0x14202b),
		},
		last: hex(0xf0b429), lastEdge: hex(0x14181c), check: hex(0xff5a36),
		dot: hex(0x5fd38d), cross: hex(0xff6b57), markEdge: hex(0x101418),
		bar: hex(0x14181c), barTurn: hex(0x27303a), name: hex(0x94a3b1), nameTurn: hex(0xf4f7fa),
		clock: hex(0x0b0e11), clockText: hex(0xd6e0e8), turn: hex(0xf0b429), shadow: 0.55,
	},
	Paper: {
		field: hex(0xf6efdd), fieldDark: hex(0xefe6cf), grain: 0.5,
		line: hex(0x3a3128), lineAlpha: 0.95, carve: hex(0xffffff), carveAlpha: 0,
		frame: hex(0xe2d4b4), frameDark: hex(0xdccca8), frameLit: hex(0xf5ecd6), frameLow: hex(0xb9a67e),
		numeral: hex(0x43351f),
		disc: [2]discStyle{
			board.Red:   enamel(0xfffaf2, 0xb3201a, 0xb3201a),
			board.Black: enamel(0xfbfbf7, 0x1d1f22, 0x1d1f22),
		},
		last: hex(0x1f6fb2), lastEdge: hex(0xffffff), check: hex(0xdf3a17),
		dot: hex(0x1f7a3a), cross: hex(0xc3160c), markEdge: hex(0xffffff),
		bar: hex(0x4c3d29), barTurn: hex(0x6b5738), name: hex(0xd9caa8), nameTurn: hex(0xfff6e0),
		clock: hex(0x352a1a), clockText: hex(0xf6e9c8), turn: hex(0xf2b632), shadow: 0.25,
	},
	Jade: {
		field: hex(0x93bda0), fieldDark: hex(0x7fab8d), grain: 1,
		line: hex(0x123a29), lineAlpha: 0.9, carve: hex(0xd5ecd9), carveAlpha: 0.35,
		frame: hex(0x1f4d3c), frameDark: hex(0x193f31), frameLit: hex(0x4d8069), frameLow: hex(0x0c231b),
		numeral: hex(0xd6ead8),
		disc: [2]discStyle{
			board.Red:   boxwood(0xb0160d, 0xfff6e4, 0xf6e7cd),
			board.Black: boxwood(0x10201a, 0xf4f5ea, 0xdfe4d6),
		},
		last: hex(0xf4c430), lastEdge: hex(0x12281f), check: hex(0xe8331a),
		dot: hex(0x123f7a), cross: hex(0xc3160c), markEdge: hex(0xffffff),
		bar: hex(0x12332a), barTurn: hex(0x1f5242), name: hex(0xa9cbb8), nameTurn: hex(0xf2fbf4),
		clock: hex(0x0b241d), clockText: hex(0xd6ead8), turn: hex(0xf4c430), shadow: 0.50,
	},
	ContrastDark: {
		field: hex(0x14181d), fieldDark: hex(0x14181d), grain: 0,
		line: hex(0xc9ced3), lineAlpha: 1, carve: hex(0x000000), carveAlpha: 0,
		frame: hex(0x000000), frameDark: hex(0x000000), frameLit: hex(0x3a3a3a), frameLow: hex(0x000000),
		numeral: hex(0xffffff),
		disc: [2]discStyle{
			board.Red:   enamel(0xfff8ec, 0xd55e00, 0xa83a00),
			board.Black: enamel(0x20262d, 0x56b4e9, 0xffffff),
		},
		last: hex(0xf0e442), lastEdge: hex(0x000000), check: hex(0xff6fae),
		dot: hex(0xf0e442), cross: hex(0xff6fae), markEdge: hex(0x000000),
		bar: hex(0x0b0d10), barTurn: hex(0x2b3138), name: hex(0xbdbdbd), nameTurn: hex(0xffffff),
		clock: hex(0x000000), clockText: hex(0xffffff), turn: hex(0xf0e442), shadow: 0.30,
	},
	Contrast: {
		field: hex(0xf7f5ef), fieldDark: hex(0xf7f5ef), grain: 0,
		line: hex(0x111111), lineAlpha: 1, carve: hex(0xffffff), carveAlpha: 0,
		frame: hex(0x111111), frameDark: hex(0x111111), frameLit: hex(0x3a3a3a), frameLow: hex(0x000000),
		numeral: hex(0xffffff),
		disc: [2]discStyle{
			board.Red:   enamel(0xfffdf7, 0xb23a00, 0xb23a00),
			board.Black: enamel(0x161616, 0xf2f2f2, 0xffffff),
		},
		last: hex(0x0072b2), lastEdge: hex(0xffffff), check: hex(0xe69f00),
		dot: hex(0x0072b2), cross: hex(0xcc2f7b), markEdge: hex(0xffffff),
		bar: hex(0x111111), barTurn: hex(0x333333), name: hex(0xbdbdbd), nameTurn: hex(0xffffff),
		clock: hex(0x000000), clockText: hex(0xffffff), turn: hex(0xe69f00), shadow: 0.30,
	},
}

// boxwood is a light turned wooden disc, painted in ink.
func boxwood(ink, lit, low uint32) discStyle {
	return discStyle{rim: hex(ink), rimLit: hex(0xf6dba6), faceLit: hex(lit), faceLow: hex(low), ink: hex(ink)}
}

// ivory is a pale disc for a dark board.
func ivory(ink uint32) discStyle {
	return discStyle{
		rim: hex(ink), rimLit: hex(0xe9e3d4), faceLit: hex(0xf6f2e6), faceLow: hex(0xe6e0cf), ink: hex(ink),
	}
}

// enamel is a flat disc, recognizable by its lightness.
func enamel(face, rim, ink uint32) discStyle {
	return discStyle{rim: hex(rim), rimLit: hex(rim), faceLit: hex(face), faceLow: hex(face), ink: hex(ink)}
}

// rgb is an opaque color.
type rgb struct{ r, g, b uint8 }

// hex returns the color 0xRRGGBB.
func hex(v uint32) rgb { return rgb{uint8(v >> 16), uint8(v >> 8), uint8(v)} }

// alpha returns the color with an opacity from 0 to 1, as gg takes it.
func (c rgb) alpha(a float64) color.NRGBA { return color.NRGBA{c.r, c.g, c.b, uint8(a*255 + 0.5)} }

// mix interpolates linearly from c to d; t is from 0 to 1.
func (c rgb) mix(d rgb, t float64) rgb {
	at := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*t + 0.5) }
	return rgb{at(c.r, d.r), at(c.g, d.g), at(c.b, d.b)}
}
