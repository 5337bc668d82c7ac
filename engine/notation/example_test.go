package notation_test

import (
	"errors"
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

func Example() {
	pos := board.StartPosition()
	m, err := notation.Parse(&pos, "炮二平五")
	fmt.Println(m, err)
	for _, s := range notation.Styles() {
		fmt.Println(s, notation.Format(&pos, m, s))
	}
	// Output:
	// h2e2 <nil>
	// chinese 炮二平五
	// chinese-file 炮二平五
	// chinese-traditional 炮二平五
	// chinese-traditional-file 炮二平五
	// wxf C2=5
	// vietnamese P2-5
	// iccs H2-E2
	// uci h2e2
	// uci-10 h3e3
}

// A refused move says which rule forbids it and which points show it.
func ExampleParse_illegal() {
	pos := board.StartPosition()
	_, err := notation.Parse(&pos, "马八进六")
	var illegal *notation.IllegalError
	if errors.As(err, &illegal) {
		fmt.Println(illegal.Move, illegal.Reason == notation.BlockedLeg, illegal.Squares[0])
	}
	// Output:
	// b0d1 true c0
}
