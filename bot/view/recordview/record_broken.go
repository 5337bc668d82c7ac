package recordview

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// BrokenText explains what could not be read of a record: where it is, what is wrong, and what would be right.
func BrokenText(err error, r view.Viewer) string {
	fault, ok := errors.AsType[*gamefile.Error](err)
	if !ok {
		return r.Say("record.faulty") // a record whose fault was not kept
	}
	return r.Sentences(faultPlace(fault, r.Words), faultText(fault, r))
}

// isProblem reports whether this is what is wrong with a record.
func isProblem(err error, problem gamefile.Problem) bool {
	fault, ok := errors.AsType[*gamefile.Error](err)
	return ok && fault.Problem == problem
}

// faultPlace says at which move and in which line a fault is, "" if at none.
func faultPlace(fault *gamefile.Error, w words.Words) string {
	vars := words.Vars{"Line": fault.Line, "Round": fault.Number, "Side": view.SideName(w, fault.Side), "Ply": fault.Ply}
	switch {
	case fault.Line > 0 && fault.Ply > 0:
		return w.Say("record.at-line-and-move", vars)
	case fault.Ply > 0:
		return w.Say("record.at-move", vars)
	case fault.Line > 0:
		return w.Say("record.at-line", vars)
	}
	return ""
}

// faultKeys finds the phrase for a problem. A bad move and a bad start have words of their own.
var faultKeys = map[gamefile.Problem]string{
	gamefile.TooLarge:      "record.too-large",
	gamefile.NotAGame:      "record.not-a-game",
	gamefile.BadStart:      "record.bad-start",
	gamefile.TooManyMoves:  "record.too-many-moves",
	gamefile.TooDeep:       "record.too-deep",
	gamefile.TooLong:       "record.too-long",
	gamefile.Unclosed:      "record.unclosed",
	gamefile.NoSuchVariant: "record.no-such-variant",
	gamefile.CutOff:        "record.cut-off",
	gamefile.NotSupported:  "record.not-supported",
	gamefile.WrongTurn:     "record.wrong-turn",
	gamefile.BadEncoding:   "record.bad-encoding",
	gamefile.OtherGame:     "record.other-game",
	gamefile.Unread:        "record.unread",
	gamefile.OtherMover:    "record.other-mover",
}

// faultText says what is wrong, and what would be right.
func faultText(fault *gamefile.Error, r view.Viewer) string {
	if fault.Problem == gamefile.BadMove {
		text := badMoveText(fault, r)
		if fault.InVariation {
			text = r.Sentences(text, r.Say("record.bad-variation"))
		}
		return text
	}
	if games, err := strconv.Atoi(fault.Text); fault.Problem == gamefile.NoSuchGame && err == nil {
		return r.Count("record.no-such-game", games)
	}
	key, ok := faultKeys[fault.Problem]
	switch {
	case !ok:
		key = "record.faulty"
	case fault.Problem == gamefile.TooManyMoves && fault.InVariation:
		key = "record.too-many-variations"
	}
	limits := view.LimitVars()
	if fault.Problem == gamefile.TooLarge && fault.Text == gamefile.MoveList.String() {
		limits["Size"] = gamefile.MaxList >> 20
	}
	text := r.Say(key, limits, words.Vars{"Text": view.Quoted(fault.Text)})
	if fault.Problem == gamefile.BadStart {
		return r.Sentences(text, badStartText(fault.Cause, r))
	}
	return text
}

// badMoveText explains a move of a record as a refused move is explained, on the board where it was to be played.
func badMoveText(fault *gamefile.Error, r view.Viewer) string {
	p := &fault.Before
	if !p.HasLegalMove() {
		return r.Say("record.after-end", words.Vars{"Text": view.Quoted(fault.Text)})
	}
	if e, ok := errors.AsType[*notation.SyntaxError](fault.Cause); ok {
		return view.UnreadText(p, e, r)
	}
	text := view.Quoted(fault.Text)
	if e, ok := errors.AsType[*notation.AmbiguousError](fault.Cause); ok {
		var ways []string
		for _, m := range e.Candidates {
			ways = append(ways, "**"+view.MoveText(p, m, r)+"**")
		}
		return r.Say("record.ambiguous", words.Vars{"Text": text, "Moves": strings.Join(ways, r.Say("moves.examples-or"))})
	}
	if e, ok := errors.AsType[*notation.IllegalError](fault.Cause); ok {
		return r.Say("moves.refused", words.Vars{"Text": text, "Why": view.Why(p, e, r)})
	}
	return r.Say("record.bad-move", words.Vars{"Text": text, "Examples": view.Examples(p, r)})
}

// ProblemPosition is a text in which no position is found, for which err is the error of [paste.ReadPosition].
func ProblemPosition(err error) error {
	return &view.Problem{Say: func(r view.Viewer) string {
		why := BrokenText(err, r)
		if fault, ok := errors.AsType[*gamefile.Error](err); ok && (fault.Problem == gamefile.BadStart || fault.Problem == gamefile.NotAGame) {
			why = badStartText(fault.Cause, r)
		}
		return r.Sentences(r.Say("challenge.no-position"), why)
	}}
}

// fenFields are the parts of a FEN in their order, as [board.FENError] names them.
var fenFields = []string{"placement", "side to move", "third field", "fourth field", "capture clock", "move number"}

// badStartText says what is wrong with a position: what was given, what is wrong with it, and what would be right.
func badStartText(cause error, r view.Viewer) string {
	if e, ok := errors.AsType[*board.SetupError](cause); ok {
		return setupText(e, r)
	}
	start := board.StartPosition()
	vars := words.Vars{"Example": start.FEN()}
	key := "record.fen"
	if e, ok := errors.AsType[*board.FENError](cause); ok {
		vars["Given"], vars["Count"], vars["Rank"] = view.Quoted(e.Given), e.Count, e.Rank
		switch n := slices.Index(fenFields, e.Field); {
		case e.Rank >= 0 && e.Count > 0:
			key = "record.fen-rank-points"
		case e.Rank >= 0:
			key = "record.fen-rank-letter"
		case n == 0:
			key = "record.fen-ranks"
		case n == 1 && e.Given == "":
			key = "record.fen-no-side"
		case n == 1:
			key = "record.fen-side"
		case n > 0:
			vars["Number"] = n + 1
			key = "record.fen-field"
		}
	}
	return r.Say(key, vars)
}

// setupKeys finds the phrase for the fault of a position.
var setupKeys = map[board.SetupFault]string{
	board.OutOfReach:     "record.setup-out-of-reach",
	board.TooMany:        "record.setup-too-many",
	board.SharedFile:     "record.setup-shared-file",
	board.NoKing:         "record.setup-no-king",
	board.KingsFace:      "record.setup-kings-face",
	board.KingCapturable: "record.setup-king-capturable",
}

func setupText(e *board.SetupError, r view.Viewer) string {
	key, ok := setupKeys[e.Fault]
	if !ok {
		key = "record.setup"
	}
	vars := words.Vars{}
	if e.Piece != board.NoPiece {
		vars["Piece"] = view.SidedPieces(r.Words, []board.Piece{e.Piece})
		vars["Side"], vars["Other"] = view.SideName(r.Words, e.Piece.Color()), view.SideName(r.Words, e.Piece.Color().Opponent())
	}
	if e.Square != board.NoSquare {
		vars["Square"] = r.Square(e.Square)
	}
	return r.Say(key, vars)
}
