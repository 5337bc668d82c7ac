package lessonview

import (
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// Where a piece can go are buttons, up to ten; more are a menu. They are the legal moves and no others, and leave a
// message room for all else that a puzzle, a streak or a lesson has.
func TestMovesAreButtons(t *testing.T) {
	v, set, r := readertest.Blank(), puzzle.Standard(), readertest.Viewer(t, words.English, gametest.Alice)
	r.Guild, r.Page = "1", true
	puzzleMove := func(press view.Press) (from, to board.Square, err error) {
		arg, err := ParsePuzzle(press, set.Find)
		return arg.From, arg.To, err
	}
	for i := 0; i < len(set.All()); i += 500 {
		p := set.All()[i]
		pos := p.Position()
		run := Puzzles{View: v, Contest: Contest{Act: view.PressStreak}}
		for from, moves := range movesOf(&pos) {
			checkMoves(t, Puzzles{View: v}.Puzzle(p, nil, from, "", r), view.PressPuzzle, puzzleMove, moves)
			checkMoves(t, run.Run(&solving.Run{}, p, nil, from, "", r), view.PressStreak, puzzleMove, moves)
		}
	}
	lessonMove := func(press view.Press) (from, to board.Square, err error) {
		arg, err := ParseLesson(press)
		return arg.From, arg.To, err
	}
	for _, l := range lesson.All() {
		pos := l.Position()
		for from, moves := range movesOf(&pos) {
			checkMoves(t, Lesson(v, l, member.Progress{}, from, view.Wrong{}, r), view.PressLesson, lessonMove, moves)
		}
	}
}

// Presses are as a board makes them, and no others.
func TestTriesAreStrict(t *testing.T) {
	acts := map[string]int{"list": 0, "show": 1, view.TryTo: 1, "hint": 2}
	for arg, fine := range map[string]bool{
		"list": true, "show-rook": true, "to-rook-b2": true, "to-rook-b2b9": true, "hint-14-2": true, "show-rook-mate": true,
		"": false, "show": false, "list-a-b": false, "erase-rook": false, "to-rook": false, "to-rook-z9": false,
		"to-rook-b2b": false, "to-rook-b2b2": false, "hint-14": false, "show-rook-mate-1": false,
	} {
		got, err := view.ParseTry(view.Press{Act: view.PressLesson, Arg: arg}, acts, 1)
		if (err == nil) != fine {
			t.Errorf("%q: %v", arg, err)
		}
		if arg == "to-rook-b2b9" && (got.From != board.SquareAt(1, 2) || got.To != board.SquareAt(1, 9)) {
			t.Errorf("%q is read as %+v", arg, got)
		}
	}
}

// What a pupil can have meant are buttons, and no others, in lessons that show how a piece moves too.
func TestCandidatesOfLessonsAreButtons(t *testing.T) {
	v, r := readertest.Blank(), readertest.Viewer(t, words.English, gametest.Alice)
	lessonMove := func(press view.Press) (from, to board.Square, err error) {
		arg, err := ParseLesson(press)
		return arg.From, arg.To, err
	}
	for _, l := range lesson.All() {
		p := l.Position()
		moves := p.LegalMoves(nil)
		moves = moves[:min(len(moves), 5)]
		reply := Lesson(v, l, member.Progress{}, board.NoSquare, view.Wrong{Candidates: moves}, r)
		reply.Offer(&p, moves, LessonTries(l), r)
		checkMoves(t, reply, view.PressLesson, lessonMove, moves)
	}
}

func movesOf(p *board.Position) map[board.Square][]board.Move {
	moves := make(map[board.Square][]board.Move)
	for _, m := range p.LegalMoves(nil) {
		moves[m.From()] = append(moves[m.From()], m)
	}
	return moves
}

// checkMoves checks that a message within Discord's limits offers the moves by buttons, or by a menu if they are more
// than ten; parse returns the points of a press with an act.
func checkMoves(
	t *testing.T, reply view.Reply, act view.PressAct,
	parse func(view.Press) (from, to board.Square, err error), want []board.Move,
) {
	t.Helper()
	if problem := viewtest.BreaksLimits(reply.Message()); problem != "" {
		t.Error(problem)
	}
	var got []board.Move
	add := func(id, value string, button bool) {
		press, err := view.ParsePress(id)
		if err != nil || press.Act != act {
			return
		}
		from, to, err := parse(press)
		if err != nil || from == board.NoSquare {
			return // not of a move
		}
		if to == board.NoSquare {
			if to, err = board.ParseSquare(value); err != nil {
				t.Error(err)
			}
		}
		got = append(got, board.NewMove(from, to))
		if button != (len(want) <= 10) {
			t.Errorf("the move %s of %d is a button: %v", got[len(got)-1], len(want), button)
		}
	}
	for _, row := range reply.Rows {
		for _, c := range row.(discordgo.ActionsRow).Components {
			switch c := c.(type) {
			case discordgo.Button:
				add(c.CustomID, "", true)
			case discordgo.SelectMenu:
				for _, o := range c.Options {
					add(c.CustomID, o.Value, false)
				}
			}
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(slices.Sorted(slices.Values(want)), got); diff != "" {
		t.Errorf("the moves that are offered (-want +got):\n%s", diff)
	}
}
