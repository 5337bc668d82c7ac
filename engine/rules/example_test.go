package rules_test

import (
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Both sides move a rook out and back, twice.
func ExampleJudge() {
	record := board.NewRecord()
	for _, text := range []string{"a0a1", "a9a8", "a1a0", "a8a9", "a0a1", "a9a8", "a1a0", "a8a9"} {
		m, err := board.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := record.Play(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	verdict := rules.Judge(&record, rules.Asian())
	fmt.Println(verdict.Outcome, "by", verdict.Reason, "of", record.Moves[verdict.FirstPly:verdict.LastPly])
	// Output:
	// draw by repetition of [a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9]
}
