package record

import (
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// Contradictions reads a record as it was saved, and tells what is wrong with it, in sentences for whoever runs the
// bot. A record that breaks off was kept as it came, so only one of which nothing can be read is a fault.
func (r *Saved) Contradictions() (found []string) {
	read, _, broken := gamefile.Read(r.File)
	if broken != nil && len(read.Moves) == 0 && read.Start == (board.Position{}) {
		found = append(found, fmt.Sprintf("record %d of %s cannot be read: %v", r.ID, r.Owner, broken))
	}
	if r.Caption.Plies != len(read.Moves) && r.Caption != (Caption{}) {
		found = append(found, fmt.Sprintf("record %d: its list says %d moves, and it has %d",
			r.ID, r.Caption.Plies, len(read.Moves)))
	}
	return found
}
