package member_test

import (
	"context"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
)

// winner is a store of a person who has won from these positions.
type winner []string

func (w winner) WonFrom(context.Context, game.Person) ([]string, error) { return w, nil }

// Of the won games, those from the start position of a drill count.
func TestWonEndings(t *testing.T) {
	first := lesson.Drills()[0]
	won, err := member.NewLessons(nil, winner{"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", first.Start.FEN()}, nil).Won(t.Context(), "1001")
	if err != nil || len(won) != 1 || !won.Has(first.Name) {
		t.Errorf("%v, %v; want %s alone", won, err, first.Name)
	}
}
