package record

import (
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile/codec"
)

// Contradictions checks a stored record and returns its faults, as sentences for the operator of the bot. A record that
// is only valid in part was stored unchanged, so it is a fault only if nothing of it can be read.
func (r *Saved) Contradictions() (found []string) {
	read, _, broken := codec.Read(r.File)
	if broken != nil && len(read.Moves) == 0 && read.Start == (board.Position{}) {
		found = append(found, fmt.Sprintf("record %d of %s cannot be read: %v", r.ID, r.Owner, broken))
	}
	if r.Caption.Plies != len(read.Moves) && r.Caption != (Caption{}) {
		found = append(found, fmt.Sprintf("record %d: its caption says %d moves, and it has %d",
			r.ID, r.Caption.Plies, len(read.Moves)))
	}
	return found
}
