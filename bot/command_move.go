package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// moveCommand is /move: it plays a move written in any notation, and completes it while it is typed.
func (h *host) moveCommand() *Command {
	return &Command{
		name: "move",
		options: []commandOption{
			{name: "move", kind: discordgo.ApplicationCommandOptionString, required: true, complete: true},
			gameOption(),
		},
		run: h.move,
		complete: func(ctx context.Context, r *Request) ([]choice, error) {
			if r.focused == "game" {
				return h.completeGame(ctx, r)
			}
			return h.completeMove(ctx, r)
		},
	}
}

func (h *host) move(ctx context.Context, r *Request) (Reply, error) {
	g, err := h.service.Find(ctx, r.Act(), r.Game())
	if err != nil {
		return Reply{}, err
	}
	played, err := h.service.Move(ctx, r.Act(), g.ID, r.Text("move"))
	if err != nil {
		return Reply{}, about(played, err)
	}
	return h.passed(ctx, played, r), nil
}

// completeMove offers the legal moves that what was typed can still become, each in the person's notation. The value sent is the
// move's coordinates, which mean one move whatever the notation.
func (h *host) completeMove(ctx context.Context, r *Request) ([]choice, error) {
	g, err := h.service.Find(ctx, r.Act(), r.Game())
	var refusal *game.Refusal
	if errors.As(err, &refusal) || err == nil && !g.IsTurnOf(r.Reader.Person) {
		return nil, nil // the command itself says why there is nothing to play
	}
	if err != nil {
		return nil, err
	}
	pos := g.Position()
	var choices []choice
	for _, m := range notation.Complete(&pos, r.Text("move")) {
		choices = append(choices, choice{Name: cut(moveText(&pos, m, r.Reader), choiceNameLimit), Value: m.String()})
	}
	return choices, nil
}

// pressPiece shows where the piece chosen under the board can go. Only the one who chose sees that.
func (h *host) pressPiece(ctx context.Context, r *Request) (Reply, error) {
	g, from, err := h.touched(ctx, r)
	if err != nil {
		return Reply{}, about(g, err)
	}
	reply := h.view.picked(g, r.Reader, from)
	reply.Private, reply.InPlace = true, r.Ephemeral
	return reply, nil
}

// touched checks that the person may move a piece on the board whose menu he used, and tells which one he chose.
func (h *host) touched(ctx context.Context, r *Request) (*game.Game, board.Square, error) {
	g, err := h.service.Game(ctx, r.Press.Game)
	if err != nil {
		return nil, board.NoSquare, err
	}
	code := game.Code("")
	switch _, plays := g.SeatOf(r.Reader.Person); {
	case !plays:
		code = game.NotYourGame
	case g.State != game.Active:
		code = game.GameOver
	case g.BoardKey() != r.Press.Board:
		code = game.Outdated
	case !g.IsTurnOf(r.Reader.Person):
		code = game.NotYourTurn
	}
	if code != "" {
		return g, board.NoSquare, &game.Refusal{Code: code, Game: g.ID}
	}
	square, err := r.square()
	return g, square, err
}

// square is the square chosen in a menu.
func (r *Request) square() (board.Square, error) {
	if len(r.Values) != 1 {
		return board.NoSquare, errors.New("bot: a menu of squares without a choice")
	}
	return board.ParseSquare(r.Values[0])
}

// pressTarget plays the piece chosen before to the square chosen now.
func (h *host) pressTarget(ctx context.Context, r *Request) (Reply, error) {
	from, err := board.ParseSquare(r.Press.Arg)
	if err != nil {
		return Reply{}, err
	}
	to, err := r.square()
	if err != nil {
		return Reply{}, err
	}
	return h.play(ctx, r, board.NewMove(from, to))
}

// pressPlay plays the move that a button stands for: one of those that an ambiguous text could mean.
func (h *host) pressPlay(ctx context.Context, r *Request) (Reply, error) {
	m, err := board.ParseMove(r.Press.Arg)
	if err != nil {
		return Reply{}, err
	}
	return h.play(ctx, r, m)
}

// onBoard is the request as an act that belongs to the board of its button or menu; a command belongs to none.
func (r *Request) onBoard() game.Act {
	act := r.Act()
	act.Board = r.Press.Board
	return act
}

func (h *host) play(ctx context.Context, r *Request, m board.Move) (Reply, error) {
	g, err := h.service.MoveExact(ctx, r.onBoard(), r.Press.Game, m)
	if err != nil {
		return Reply{}, err
	}
	public := h.passed(ctx, g, r)
	if !r.Ephemeral {
		return public, nil
	}
	reply := h.view.played(g, r.Reader)
	reply.Private, reply.InPlace = true, true
	reply.Also = []Reply{public}
	return reply, nil
}
