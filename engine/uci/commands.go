package uci

import (
	"context"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// command is one command of the protocol with its arguments.
type command struct {
	name, args, help string
	do               func(s *Session, ctx context.Context, args string)
}

func commands() []command {
	return []command{
		{"uci", "", "name and options", plain((*Session).identify)},
		{"ucci", "", "speak UCCI instead of UCI", plain((*Session).identifyUCCI)},
		{"banmoves", "MOVE…", "moves that the next go may not play", withArgs((*Session).banMoves)},
		{"debug", "on|off", "accepted, without any effect", plain(func(*Session) {})},
		{"isready", "", "answer readyok", plain(func(s *Session) { s.say("readyok") })},
		{"ucinewgame", "", "forget the last game", plain(func(s *Session) {
			s.engine.Clear()
			s.record = board.NewRecord()
		})},
		{"setoption", "name NAME [value VALUE]", "change an option", withArgs((*Session).setOption)},
		{"position", "startpos|fen FEN [moves MOVE…]", "set up a game", withArgs((*Session).position)},
		{"go", "[LIMITS] | perft N", "search, or count the tree of legal moves", (*Session).search},
		{"ponderhit", "", "the expected move was played: the limits of go ponder hold from now on", plain((*Session).ponderhit)},
		{"stop", "", "end the search now", plain((*Session).stop)},
		{"quit", "", "end", plain((*Session).quit)},
		{"d", "", "show the board", plain((*Session).display)},
		{"moves", "", "list the legal moves: UCI, Chinese, WXF, ICCS, Vietnamese", plain((*Session).moves)},
		{"parse", "[STYLE] TEXT", "read a move in any notation, as who writes in that style means it", withArgs((*Session).parse)},
		{"book", "", "name the opening and list the moves that the opening book knows", plain((*Session).book)},
		{"eval", "", "show the terms of the evaluation by hand, and the score", plain((*Session).eval)},
		{"judge", "", "report whether the game is over, by the rules", plain((*Session).judge)},
		{"pattern", "", "name the mate at the end of the game, and the motifs of its first move", plain((*Session).pattern)},
		{"help", "", "this list", plain((*Session).help)},
	}
}

// plain is a command without arguments.
func plain(do func(*Session)) func(*Session, context.Context, string) {
	return func(s *Session, _ context.Context, _ string) { do(s) }
}

// withArgs is a command that needs its arguments alone.
func withArgs(do func(*Session, string)) func(*Session, context.Context, string) {
	return func(s *Session, _ context.Context, args string) { do(s, args) }
}

// execute executes one line.
func (s *Session) execute(ctx context.Context, text string) {
	if s.ucci.spoken {
		p := s.record.Position()
		if text = s.ucci.fromUCCI(text, p.SideToMove()); text == "" {
			return
		}
	}
	name, args, _ := strings.Cut(text, " ")
	for _, c := range commands() {
		if c.name != name {
			continue
		}
		args = strings.TrimSpace(args)
		if c.args == "" && args != "" {
			s.fail("%s takes nothing after it; %q is ignored", name, args)
		}
		c.do(s, ctx, args)
		return
	}
	s.fail("unknown command %q; help lists what there is", name)
}

func (s *Session) quit() {
	s.queued, s.closing = nil, true
	s.stop()
}

func (s *Session) help() {
	for _, c := range commands() {
		s.say("info string %s: %s", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
}

// position sets up a game. On an error in the start position the previous game is kept; on an error in a move the moves
// before it are, as other engines do it, since the next go is about this game and not about the one before.
func (s *Session) position(args string) {
	setup, moves, _ := strings.Cut(args+" ", " moves ")
	setup = strings.TrimSpace(setup)
	var record board.Record
	if setup == "startpos" {
		record = board.NewRecord()
	} else if fen, ok := strings.CutPrefix(setup, "fen "); ok {
		start, err := board.ParseFEN(fen)
		if err != nil {
			s.fail("position: %v", err)
			return
		}
		record.Start = start
	} else {
		s.fail("position: %q, want startpos or fen FEN, then moves and the moves", setup)
		return
	}
	p := record.Start
	for i, text := range strings.Fields(moves) {
		m, err := notation.Parse(&p, text)
		if err != nil {
			s.fail("position: move %d: %v; what comes before it is kept", i+1, err)
			break
		}
		p.Make(m)
		record.Moves = append(record.Moves, m)
	}
	s.record, s.banned = record, nil
}
