package game

import (
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// EventKind says what happened in a game.
type EventKind string

// The kinds of events. They are written into the database and into jobs: never change one, only add.
const (
	Challenged        EventKind = "challenged"         // a challenge was made to a person
	Started           EventKind = "started"            // a challenge was accepted, or the bot was challenged
	DeclinedEvent     EventKind = "declined"           // the opponent declined the challenge
	CancelledEvent    EventKind = "cancelled"          // the challenger withdrew it
	LapsedEvent       EventKind = "lapsed"             // it lapsed
	Moved             EventKind = "moved"              // a move was played and the game goes on
	DrawOffered       EventKind = "draw-offered"       // By offers a draw
	DrawDeclined      EventKind = "draw-declined"      // By declines the other's draw offer; the bot may do it by moving
	DrawWithdrawn     EventKind = "draw-withdrawn"     // By withdraws their own draw offer
	TakebackAsked     EventKind = "takeback-asked"     // By asks to take back Plies
	TakebackDeclined  EventKind = "takeback-declined"  // By declines that
	TakebackWithdrawn EventKind = "takeback-withdrawn" // By withdraws their own request
	TakenBack         EventKind = "taken-back"         // Plies were taken back, for By
	VoteExtended      EventKind = "vote-extended"      // By has chosen nothing: the window is extended by its length
	VoteMissed        EventKind = "vote-missed"        // nothing was chosen, and the bot was away: By's turn starts over
	ResumeAsked       EventKind = "resume-asked"       // By, who has lost on time, asks to play on
	Resumed           EventKind = "resumed"            // By, who had won on time, lets the other play on
	Ended             EventKind = "ended"              // the game is over: see Outcome, End and Rule. By did it, if anyone
)

// Event is one thing that happened in a game.
type Event struct {
	Kind  EventKind
	By    board.Color // who acted; meaningless before colors are assigned, as in Challenged or LapsedEvent
	Ply   int         // moves on the board after the event
	Plies int         // takebacks: the number of moves
	// Move is set if the event came with a move: Moved, Ended on the board, DrawDeclined by the bot as it moves.
	Move board.Move
	// Planned is how many of the latest moves, Move included, had been planned and were played at once: the first
	// move of the event is the one before them.
	Planned int `json:",omitempty"`
	// Substitute is set if the built-in engine chose Move because the outside engine in that seat gave no answer.
	Substitute bool `json:",omitempty"`
	// Waits is set if the answer to the previous event was still on its way to the channel. The announcement must
	// not overtake it: see Boards.ToAnnounce.
	Waits bool `json:",omitempty"`
	// PutOff is set if the event was not announced by itself because the bot's reply, which pings the team, was
	// expected at once.
	PutOff bool `json:",omitempty"`
}

// Played reports whether the event came with a move.
func (e Event) Played() bool { return e.Move != board.NoMove }

// End is how a finished game ended.
type End uint8

// The ways a game ends.
const (
	NotEnded      End = iota
	ByRules           // on the board: Game.Rule says by which rule
	ByResignation     // the loser resigned
	ByAgreement       // a draw was offered and accepted
	ByTime            // a flag fell: a loss, or a draw where the other side could no longer mate
	Aborted           // a flag fell before its side's first move: nobody won, and Outcome stays Ongoing
	ByAbsence         // nobody voted, or nobody moved, in a vote game's window and its extension
	Voided            // called off by the operator, or because its server is gone or nobody plays on; Outcome is Ongoing
)

// String returns the ending's name in lower case, as used in logs and the database.
func (e End) String() string {
	names := [...]string{"none", "rules", "resignation", "agreement", "time", "aborted", "absence", "voided"}
	if int(e) >= len(names) {
		return "unknown"
	}
	return names[e]
}

// Result is how a game ended. The zero Result is that of a game that has not ended.
type Result struct {
	Outcome rules.Outcome // Ongoing until Finished, and always if the game was called off
	End     End
	Rule    rules.Reason     // with ByRules: the rule
	Before  [2]glicko.Rating // by color: ratings before a rated game counted; the zero Rating where none did
	After   [2]glicko.Rating // by color: ratings after it
}

// CalledOff reports whether the game ended without a result: it was [Aborted] or [Voided].
func (r *Result) CalledOff() bool { return r.End == Aborted || r.End == Voided }

// Winner returns the color that won, and whether one did.
func (r *Result) Winner() (board.Color, bool) {
	loser, ok := r.Outcome.Loser()
	if !ok {
		return board.Red, false
	}
	return loser.Opponent(), true
}

// Score returns the score of c in the finished game: 1 won, 0.5 drawn, 0 lost; ok is false if it is not finished or
// was called off.
func (r *Result) Score(c board.Color) (score float64, ok bool) {
	if r.End == NotEnded || r.CalledOff() {
		return 0, false
	}
	return r.score(c), true
}

// score returns the score of c by the outcome alone.
func (r *Result) score(c board.Color) float64 {
	winner, won := r.Winner()
	switch {
	case !won:
		return 0.5
	case winner == c:
		return 1
	default:
		return 0
	}
}

// lossOf returns the outcome of a game that c loses.
func lossOf(c board.Color) rules.Outcome {
	if c == board.Red {
		return rules.BlackWins
	}
	return rules.RedWins
}
